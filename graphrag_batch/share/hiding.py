"""What no message shows: secrets, whole or in the parts that would be of use to somebody. No IO."""

from __future__ import annotations

import base64
import re
from collections.abc import Iterable, Iterator
from urllib.parse import quote, unquote, urlsplit

_SHORT = 6  # what is no longer is hidden where it stands for itself, lest it be taken out of other words
_PREFIX = 3
_SIGNATURE = 16

_BETWEEN = re.compile(r"[\s;,&]+")
_NAMED = re.compile(r"[\w.-]+=(.*)", re.ASCII)


def parts_of(secret: str) -> frozenset[str]:
    """A secret as a header has it, and what somebody could use of it: the value after a scheme or a name, and
    what Basic encodes."""
    return frozenset(written for part in _parts(secret) for written in (part, quote(part, safe="")) if part)


def of_address(url: str) -> frozenset[str]:
    """What is secret in an address: who signs in with it, and signatures behind its path."""
    try:
        parts = urlsplit(url)
    except ValueError:
        return frozenset()
    found = [parts.query] if parts.query else []
    found += [value for value in re.split("[&=]", parts.query) if len(value) >= _SIGNATURE]
    user, _, password = parts.netloc.rpartition("@")[0].partition(":")
    if user or password:
        whole = f"{unquote(user)}:{unquote(password)}"
        found += [whole, base64.b64encode(whole.encode()).decode(), unquote(password or user)]
        found += [password or user, f"{user}:{password}"]
    return frozenset(written for part in found for written in (part, unquote(part)) if part)


def hidden(text: str, secrets: Iterable[str]) -> str:
    """A text on one line without the secrets; an end that may be the beginning of one is left out too."""
    secrets = sorted(secrets, key=lambda secret: (-len(secret), secret))
    for secret in secrets:
        text = _pattern(secret).sub("…", text)
    for length in range(min(len(text), max(map(len, secrets), default=0)), _PREFIX - 1, -1):
        if any(len(secret) > length and text.endswith(secret[:length]) for secret in secrets):
            text = f"{text[:-length]}…"
            break
    return " ".join(text.split())


def _parts(secret: str) -> Iterator[str]:
    yield secret
    first, *more = _BETWEEN.split(secret)
    for word in [first, *more] if "=" in first or not more else more:
        named = _NAMED.fullmatch(word)
        value = named[1].strip("\"'") if named else ""
        yield from (word, value) if value.strip("=") else (word,)
        yield from _decoded(value if value.strip("=") else word)


def _decoded(word: str) -> Iterator[str]:
    """User and password, and the password, where a word encodes them (RFC 7617)."""
    try:
        text = base64.b64decode(word, validate=True).decode()
    except ValueError:
        return
    _, colon, password = text.partition(":")
    if colon and text.isprintable():
        yield from (text, password)


def _pattern(secret: str) -> re.Pattern[str]:
    inside = re.escape(secret)
    return re.compile(inside if len(secret) > _SHORT else rf"(?<!\w){inside}(?!\w)")
