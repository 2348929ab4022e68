"""Front matter: YAML between `---` lines or TOML between `+++` lines at the top of a page."""

from __future__ import annotations

import math
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date, datetime, time
from typing import Any

import yaml

from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.formats.metadata import lang_of, tags_of

_MAX_CHARACTERS = 65_536
_MAX_DEPTH = 32
_MAX_VALUES = 10_000
_MAX_MERGED = 20
_MARKS = {"---": "yaml", "+++": "toml"}
_ENDS: dict[str, tuple[str, ...]] = {"yaml": ("---", "..."), "toml": ("+++",)}
_KEY = re.compile(r"[A-Za-z_\"'][\w .\"'$/-]*:(\s|$)")
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


@dataclass(frozen=True, slots=True)
class FrontMatter:
    """`last` is the number of lines it takes, marks included; 0 where there is none. `meta` is
    canonical JSON; `title` is None where it names none."""

    last: int = 0
    info: str = ""
    meta: str = "{}"
    title: str | None = None
    tags: tuple[str, ...] = ()
    lang: str = ""
    warnings: tuple[str, ...] = ()


def read_front_matter(text: str) -> FrontMatter:
    """The front matter of `text`, if that is what stands at its top: a `---` rule is not."""
    info = _MARKS.get(text[:3])
    found = _between(text, text[:3], _ENDS[info]) if info is not None else None
    if info is None or found is None:
        return FrontMatter()
    body, last = found
    if not body.strip():
        return FrontMatter(last, info)
    if body[0].isspace() or len(body) > _MAX_CHARACTERS:
        return FrontMatter()
    return _read(body, last, info)


def _between(text: str, mark: str, ends: tuple[str, ...]) -> tuple[str, int] | None:
    """The text between the marks and the number of lines with them."""
    first = text.find("\n")
    if first < 0 or text[:first].rstrip() != mark:
        return None
    at, line = first + 1, 1
    while at < len(text):
        end = text.find("\n", at)
        end = len(text) if end < 0 else end
        if text.startswith(ends, at) and text[at:end].rstrip() in ends:
            return text[first + 1 : at], line + 1
        at, line = end + 1, line + 1
        if at > 4 * _MAX_CHARACTERS:
            return None
    return None


def _read(body: str, last: int, info: str) -> FrontMatter:
    try:
        value = _plain(_load(body, info), _Budget())
    except (yaml.YAMLError, ValueError, TypeError, ArithmeticError, RecursionError, AttributeError):
        if not _KEY.match(body) and info == "yaml":
            return FrontMatter()
        return FrontMatter(last, info, warnings=(f"front matter is not valid {info.upper()}",))
    if not isinstance(value, dict):
        return FrontMatter(last, info) if value is None else FrontMatter()
    return FrontMatter(
        last,
        info,
        canonical_json(value),
        _title(value.get("title")),
        tags_of(value),
        lang_of(value),
    )


def _load(body: str, info: str) -> Any:
    if "<<" in body and body.count("*") > _MAX_MERGED:  # merged aliases grow exponentially
        raise ValueError("too many aliases")
    return tomllib.loads(body) if info == "toml" else yaml.load(body, Loader=_LOADER)


class _Budget:
    """How many values may still be copied: aliases can make a small text a huge value."""

    def __init__(self) -> None:
        self.left = _MAX_VALUES


def _plain(value: Any, budget: _Budget, depth: int = 0) -> Any:
    """The value in JSON's types; dates in ISO form, anything else as text."""
    budget.left -= 1
    if budget.left < 0 or depth > _MAX_DEPTH:
        raise ValueError("too large")
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, str):
        return _sound(value)
    if isinstance(value, float):
        return value if math.isfinite(value) else str(value)
    if isinstance(value, Mapping):
        return {
            _sound(str(_plain(k, budget, depth + 1))): _plain(v, budget, depth + 1) for k, v in value.items()
        }
    if isinstance(value, list | tuple):
        return [_plain(v, budget, depth + 1) for v in value]
    if isinstance(value, set | frozenset):
        return sorted(str(_plain(v, budget, depth + 1)) for v in value)
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    return _sound(str(value))


def _sound(text: str) -> str:
    """Escapes can spell lone surrogates and NULs, which no database takes."""
    return text.encode("utf-8", "replace").decode("utf-8").replace("\0", "\ufffd")


def _title(value: Any) -> str | None:
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return None
    return " ".join(str(value).split()) or None
