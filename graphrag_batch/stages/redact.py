"""Secrets out of decoded text, before anything is stored, embedded or remembered. Pure.

What is taken for a secret, and what is not, is in `redacting/`. Lines stay lines: what replaces a secret has
as many line ends as the secret had, so that line numbers keep their meaning; what is around it stays.
The work is done on UTF-8, where searching is fastest; all text of all files passes through here.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.records import Decoded, Redaction
from graphrag_batch.stages.redacting import values
from graphrag_batch.stages.redacting.assigned import (
    find_assigned,
    find_in_addresses,
    find_in_parted_addresses,
    secret_kind,
)
from graphrag_batch.stages.redacting.blocks import find_private_keys, find_putty_keys
from graphrag_batch.stages.redacting.escapes import rejoined, without_entities, without_escapes
from graphrag_batch.stages.redacting.hashes import find_hashes, find_in_password_files
from graphrag_batch.stages.redacting.span import Span
from graphrag_batch.stages.redacting.tokens import find_tokens

if TYPE_CHECKING:
    from graphrag_batch.config import RedactConfig

# Languages in which a value stands without quotes; in the others what has none is a name.
_BARE = frozenset(
    (
        "bash", "batch", "csv", "dockerfile", "fish", "gitattributes", "gitignore", "hcl", "html", "ini",
        "json", "make", "markdown", "nix", "po", "powershell", "properties", "requirements", "rst", "sql",
        "ssh_config", "terraform", "toml", "xml", "yaml",
    )
)  # fmt: skip
# Formats whose lines a printer or a converter broke.
_WRAPPED = ("pdf", "docx")
# What is taken out can lay bare what was not seen as a secret before; more often than this, never yet.
_ROUNDS = 4
_DATA = "data"


class Redacted(NamedTuple):
    """The text without its secrets, where which stood, and how many were left because `redact.allow` says so.
    Without either, no setting of `redact` could have made another text."""

    decoded: Decoded
    found: tuple[Redaction, ...]
    allowed: int


def redact(decoded: Decoded, config: RedactConfig, format: str = "") -> Redacted:
    """Takes the secrets out of the text and of all else that the reader found.

    The number of lines stays. Those in title and metadata, which have no line, are told of line 1. Doing it
    again changes nothing.
    """
    if not config.enabled:
        return Redacted(decoded, (), 0)
    allow = _allow(config.allow)
    text, found, allowed = _clean(decoded.text, format, allow)
    hidden: list[str] = []

    def clean(other: str) -> str:
        cleaned, redactions, _ = _clean(other, _DATA, allow)
        hidden.extend(redaction.kind for redaction in redactions)
        return cleaned

    title = clean(decoded.title) if decoded.title else decoded.title
    warnings = tuple(map(clean, decoded.warnings))
    anchors = tuple((line, clean(name)) for line, name in decoded.anchors)
    meta = _clean_meta(decoded.meta, hidden, allow)
    if not found and not hidden:
        return Redacted(decoded, (), allowed)
    found += [Redaction(kind, 1) for kind in hidden]
    cleaned = replace(decoded, text=text, title=title, warnings=warnings, meta=meta, anchors=anchors)
    return Redacted(cleaned, tuple(sorted(found, key=lambda r: (r.line, r.kind))), allowed)


@lru_cache(maxsize=4096)
def clean_line(text: str) -> str:
    """A message, a name or a detail without secrets."""
    return _clean(text, _DATA, ())[0]


def clean_data(data: str) -> str:
    """The canonical JSON of an object, without secrets."""
    return _clean_meta(data, [], ())


@lru_cache(maxsize=8)
def _allow(patterns: tuple[str, ...]) -> tuple[re.Pattern[str], ...]:
    return tuple(re.compile(pattern) for pattern in patterns)


def _clean(text: str, format: str, allow: Sequence[re.Pattern[str]]) -> tuple[str, list[Redaction], int]:
    raw = text.encode("utf-8", "surrogatepass")
    found: list[Redaction] = []
    allowed = 0
    for _ in range(_ROUNDS):
        spans = merged(find_secrets(raw, format))
        kept = [span for span in spans if not _is_allowed(raw[span.start : span.end], allow)]
        allowed = max(allowed, len(spans) - len(kept))
        if not kept:
            break
        raw, redactions = _replaced(raw, kept)
        found += redactions
    return (raw.decode("utf-8", "surrogatepass") if found else text), found, allowed


def find_secrets(raw: bytes, format: str) -> list[Span]:
    """Where secrets stand in UTF-8 text, the most certain kinds first."""
    written, from_written = without_escapes(raw, format)
    plain, from_plain = without_entities(written)
    low = plain.lower()
    spans = list(find_tokens(plain))
    if b"private" in low:
        spans = [*find_private_keys(plain, low), *find_putty_keys(plain, low), *spans]
    if b"$" in plain:
        spans += find_hashes(plain)
    if format in ("", "text"):
        spans += find_in_password_files(plain)
    spans += find_in_addresses(plain, low)
    if format in _WRAPPED:
        spans += find_in_parted_addresses(plain)
        joined, parted = rejoined(plain)
        if joined is not plain:
            spans += parted([*find_tokens(joined), *find_assigned(joined, joined.lower(), False)])
    is_code = format.startswith("code:") and format[5:] not in _BARE
    spans += find_assigned(plain, low, is_code)
    placed = from_written(from_plain(spans)) if spans else ()
    return [span for span in placed if values.MARK not in raw[span.start : span.end]]


def merged(spans: Iterable[Span]) -> list[Span]:
    """Spans that do not overlap, ascending: those that do become one, of the kind that was given first."""
    rank: dict[Span, int] = {}
    ordered = []
    for n, span in enumerate(spans):
        rank.setdefault(span, n)
        ordered.append(span)
    joined: list[tuple[Span, int]] = []
    for span in sorted(ordered):
        if joined and span.start < joined[-1][0].end:
            last, first = joined[-1]
            kind = last.kind if first <= rank[span] else span.kind
            joined[-1] = (Span(last.start, max(last.end, span.end), kind), min(first, rank[span]))
        else:
            joined.append((span, rank[span]))
    return [span for span, _ in joined]


def _is_allowed(value: bytes, allow: Sequence[re.Pattern[str]]) -> bool:
    return bool(allow) and any(p.fullmatch(value.decode("utf-8", "replace")) for p in allow)


def _replaced(raw: bytes, spans: Sequence[Span]) -> tuple[bytes, list[Redaction]]:
    parts: list[bytes] = []
    found = []
    at, line = 0, 1
    for start, end, kind in spans:
        line += raw.count(b"\n", at, start)
        found.append(Redaction(kind, line))
        ends = raw.count(b"\n", start, end)
        parts += [raw[at:start], values.MARK, kind.encode(), b"]", b"\n" * ends]
        at, line = end, line + ends
    return b"".join([*parts, raw[at:]]), found


def _clean_meta(meta: str, hidden: list[str], allow: Sequence[re.Pattern[str]]) -> str:
    """Metadata without secrets; of which kinds they were is added to `hidden`."""
    if meta == "{}":
        return meta
    before = len(hidden)

    def clean(value: Any, name: str) -> Any:
        if isinstance(value, dict):
            return {clean(key, ""): clean(inner, key) for key, inner in value.items()}
        if isinstance(value, list):
            return [clean(inner, name) for inner in value]
        if not isinstance(value, str):
            return value
        kind = secret_kind(name, value) if name else None
        if kind and values.MARK.decode() not in value and not _is_allowed(value.encode(), allow):
            hidden.append(kind)
            return f"{values.MARK.decode()}{kind}]"
        text, found, _ = _clean(value, _DATA, allow)
        hidden.extend(redaction.kind for redaction in found)
        return text

    cleaned = clean(json.loads(meta), "")
    return canonical_json(cleaned) if len(hidden) > before else meta
