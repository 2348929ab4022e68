"""Patterns as git understands them, in ignore and attribute files (its `dir.c` and `wildmatch.c`). Pure.

git matches bytes. Names and patterns are compared as *octets*: text with one character for each byte, in
which `?` is one byte and no byte is invalid. A pattern is asked about a path itself, never about what is
above it.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphrag_batch.source.paths import to_bytes

LONGEST_PATTERN = 4096

_CLASSES = {
    "alnum": "0-9A-Za-z", "alpha": "A-Za-z", "blank": " \\t", "cntrl": "\\x00-\\x1f\\x7f", "digit": "0-9",
    "graph": "!-~", "lower": "a-z", "print": " -~", "punct": "!-/:-@\\[-`{-~", "space": " \\t\\n\\r\\v\\f",
    "upper": "A-Z", "xdigit": "0-9A-Fa-f",
}  # fmt: skip
_STAR = "[^/]*"


def octets(path: str) -> str:
    """A repository path as patterns see it."""
    return to_bytes(path).decode("latin-1") if path.startswith('"') else octets_of_text(path)


def octets_of_text(text: str) -> str:
    """Text as patterns see it; a byte order mark at its start is left out, undecodable bytes may be lone
    surrogates."""
    text = text.removeprefix("\ufeff")
    return text if text.isascii() else text.encode("utf-8", "surrogateescape").decode("latin-1")


def shown(name: str) -> str:
    """Octets as text that can be stored and printed, whatever they are."""
    return name.encode("latin-1").decode("utf-8", "backslashreplace")


def last_part(path: str) -> str:
    """What follows the last slash."""
    return path[path.rfind("/") + 1 :]


@dataclass(frozen=True, slots=True)
class Pattern:
    """One pattern. `literal` is what it means where it has no wild card; `anywhere`: it speaks of the last
    part of a path alone."""

    negated: bool
    folders_only: bool
    anywhere: bool
    literal: str | None
    expression: re.Pattern[str] | None

    def matches(self, path: str, last: str, is_folder: bool) -> bool:
        """Whether the pattern means this very path (octets, below the pattern's folder, no slash at its
        end). `last` is its last part."""
        if self.folders_only and not is_folder:
            return False
        name = last if self.anywhere else path
        return name == self.literal if self.expression is None else bool(self.expression.fullmatch(name))


def compile_pattern(text: str) -> Pattern:
    """The pattern written in `text` (octets). ValueError, in words, for one that can match nothing."""
    if len(text) > LONGEST_PATTERN:
        raise ValueError(f"it is longer than {LONGEST_PATTERN} characters")
    if "\0" in text:
        raise ValueError("it holds a NUL byte")
    body = text.removeprefix("!")
    folders_only = body.endswith("/")
    body = body.removesuffix("/")
    anywhere = "/" not in body
    body = body.removeprefix("/")
    if not body:
        raise ValueError("it matches nothing")
    parts = _parse(body, anywhere)
    plain = all(isinstance(part, str) for part in parts)
    return Pattern(
        negated=text.startswith("!"),
        folders_only=folders_only,
        anywhere=anywhere,
        literal="".join(part for part in parts if isinstance(part, str)) if plain else None,
        expression=None if plain else re.compile(_expression(parts), re.DOTALL),
    )


# ---- reading --------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Wild:
    """`one`: an expression for one byte; "*" within a name; "**" over any number of folders, with the slash
    that follows it (`/`) or that must follow it (`+`)."""

    kind: str
    one: str = ""


def _parse(body: str, anywhere: bool) -> list[str | _Wild]:
    """Characters and wild cards in order."""
    parts: list[str | _Wild] = []
    place = 0
    while place < len(body):
        char = body[place]
        if char == "*":
            wild, place = _stars(body, place, anywhere, first=all(isinstance(p, str) for p in parts))
            parts.append(wild)
        elif char == "[":
            one, place = _bracket(body, place + 1)
            parts.append(_Wild("one", one))
        else:
            if char == "\\":
                place += 1
                if place == len(body):
                    raise ValueError("nothing follows its last backslash")
            parts.append(_Wild("one", "[^/]") if char == "?" else body[place])
            place += 1
    return parts


def _stars(body: str, place: int, anywhere: bool, first: bool) -> tuple[_Wild, int]:
    """`**` is more than `*` only between slashes; at its left also where nothing wild comes before it, since
    git compares that much of a pattern by itself."""
    end = place
    while end < len(body) and body[end] == "*":
        end += 1
    open_left = place == 0 or body[place - 1] == "/" or (first and "\\" not in body[:place])
    if anywhere or end - place < 2 or not open_left:
        return _Wild("*"), end
    if end == len(body):
        return _Wild("**"), end
    if body[end] == "/":
        return _Wild("**/"), end + 1
    return (_Wild("**+"), end + 2) if body[end : end + 2] == "\\/" else (_Wild("*"), end)


def _bracket(body: str, place: int) -> tuple[str, int]:
    """The expression for the set that begins at `place`, and where the rest does; no set holds a slash."""
    negated = body[place : place + 1] in ("!", "^")
    place += negated
    members: list[str] = []
    before = ""
    start = place
    while place < len(body) and (body[place] != "]" or place == start):
        char = body[place]
        if char == "-" and before and body[place + 1 : place + 2] not in ("", "]"):
            char, place = _member(body, place + 1)
            if before > char:
                raise ValueError(f"its range {shown(before)}-{shown(char)} runs backwards")
            members.append(f"{_in_set(before)}-{_in_set(char)}")
            before = ""
        elif named := re.compile(r"\[:([^\]]*):\]").match(body, place):
            if named[1] not in _CLASSES:
                raise ValueError(f"there is no class [:{named[1]}:]")
            members.append(_CLASSES[named[1]])
            place, before = named.end(), ""
        else:
            before, place = _member(body, place)
            members.append(_in_set(before))
    if place >= len(body):
        raise ValueError("its bracket is not closed")
    inside = "".join(members)
    return (f"[^/{inside}]" if negated else f"(?!/)[{inside}]"), place + 1


def _member(body: str, place: int) -> tuple[str, int]:
    place += body[place] == "\\"
    if place >= len(body):
        raise ValueError("its bracket is not closed")
    return body[place], place + 1


def _in_set(char: str) -> str:
    return char if char.isalnum() and char.isascii() else f"\\x{ord(char):02x}"


# ---- writing --------------------------------------------------------------------------------------


def _expression(parts: list[str | _Wild]) -> str:
    """One regular expression for the whole path, which takes no time to fail: what stands between two wild
    cards is best matched as early as can be, since the second takes all that is left over; so no earlier
    choice has to be made again (an atomic group)."""
    groups: list[list[str]] = [[""]]
    gaps: list[str] = []
    for part in parts:
        if isinstance(part, str):
            groups[-1][-1] += re.escape(part)
        elif part.kind == "one":
            groups[-1][-1] += part.one
        elif part.kind == "*":
            groups[-1].append("")
        else:
            gaps.append(part.kind)
            groups.append([""])
    written = []
    for n, group in enumerate(groups):
        gap = gaps[n - 1] if n else ""
        written.append(_group(group, gap, last=n == len(groups) - 1))
    return "".join(written)


def _group(pieces: list[str], gap: str, last: bool) -> str:
    """What stands between two `**`; `pieces` stand between its stars."""
    if gap == "**":
        return ".*"
    first, *rest = pieces
    if last:
        lead = {"": "", "**/": "(?:.*/)?", "**+": ".*/"}[gap]
        *middle, end = rest or [""]
        body = first + "".join(f"(?>{_STAR}?{piece})" for piece in middle)
        return lead + (body + _STAR + end if rest else body)
    body = first + "".join(f"(?>{_STAR}?{piece})" for piece in rest)
    lead = {"": "", "**/": "(?:.*?/)??", "**+": ".*?/"}[gap]
    return f"(?>{lead}{body})"
