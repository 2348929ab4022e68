"""CODEOWNERS: which paths belong to whom. Pure.

As GitHub reads it: patterns as in `.gitignore`, but without `!` and `[ ]` (such lines count for nothing), and
`docs/*` means what is directly in `docs`. GitLab's sections are read too: `[Docs] @writers` gives its owners
to the lines of the section that name none. What was escaped (`\\ `, `\\#`) is itself.
"""

from __future__ import annotations

import heapq
import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile

from graphrag_batch.textual import OwnerRule

_FILES = frozenset(f"{folder}CODEOWNERS" for folder in ("", ".github/", ".gitlab/", "docs/"))
_SECTION = re.compile(r"\^?\[([^\[\]\n]+)\](?:\[\d+\])?((?:\s+\S+)*)\s*")
_TOKEN = re.compile(r"(?:\\.|[^\s\\])+")
_OWNER = re.compile(r"@{1,2}[\w./-]+|[^\s@#]+@[^\s@]+\.[^\s@]+")
_ESCAPED = re.compile(r"\\(.)")
_SPECIAL = re.compile(r"[*?\\\[]")
_LONGEST = 2000


def is_owners_file(path: str) -> bool:
    """Whether a host reads this file for owners."""
    return path in _FILES


def owner_rules(text: str) -> tuple[OwnerRule, ...]:
    """The rules of a CODEOWNERS file, in their order; a pattern as written. A rule without owners says that
    nobody owns what it matches."""
    return tuple(_rules(text))


def _rules(text: str) -> Iterator[OwnerRule]:
    start, inherited = 0, tuple[str, ...]()
    for line in text.split("\n"):
        said = line.strip()
        if section := _SECTION.fullmatch(said):
            inherited = tuple(o for o in section[2].split() if _OWNER.fullmatch(o))
        elif said and said[0] not in "#!" and len(said) <= _LONGEST:
            tokens = list(_TOKEN.finditer(line))
            owners, valid = _owners([token[0] for token in tokens[1:]])
            if valid and tokens and not re.search(r"(?<!\\)\[", tokens[0][0]):
                place = start + tokens[0].start(), start + len(line.rstrip())
                yield OwnerRule(tokens[0][0], owners or inherited, *place)
        start += len(line) + 1


def _owners(tokens: Sequence[str]) -> tuple[tuple[str, ...], bool]:
    """The owners among what follows a pattern, up to a comment; not valid where there is something else."""
    said = []
    for token in tokens:
        if token.startswith("#"):
            break
        said.append(token)
    owners = tuple(token for token in said if _OWNER.fullmatch(token))
    return owners, len(owners) == len(said)


class Owners:
    """The rules of one file. Which of them a path is held against is told by what it must have for each: a
    folder it is in, a name on it, an ending."""

    def __init__(self, rules: Sequence[OwnerRule]) -> None:
        self._rules = rules
        self._expressions: dict[int, re.Pattern[str]] = {}
        self._asking: dict[str, list[int]] = {}
        for number in reversed(range(len(rules))):
            self._asking.setdefault(_asked(rules[number].pattern), []).append(number)

    def rule_of(self, path: str) -> OwnerRule | None:
        """The rule that counts for a path: the last that matches. Each match takes time linear in the path's
        length."""
        found = (self._asking[trait] for trait in _traits(path) if trait in self._asking)
        numbers = heapq.merge(*found, reverse=True)
        return next((self._rules[n] for n in numbers if self._expression(n).fullmatch(path)), None)

    def _expression(self, number: int) -> re.Pattern[str]:
        if number not in self._expressions:
            self._expressions[number] = _expression(self._rules[number].pattern)
        return self._expressions[number]


_ANY = "/"


def _asked(pattern: str) -> str:
    """What every path has that the pattern matches."""
    parts = [part for part in pattern.split("/") if part]
    if "/" in pattern.rstrip("/"):
        return _ANY + "/".join(takewhile(_is_plain, parts))
    name = parts[0] if parts else "*"
    if _is_plain(name):
        return f":{name}"
    return f".{name.rpartition('.')[2]}" if "." in name and _is_plain(name[1:]) else _ANY


def _is_plain(part: str) -> bool:
    return not _SPECIAL.search(part)


def _traits(path: str) -> Iterable[str]:
    parts = path.split("/")
    folders = (_ANY + "/".join(parts[:n]) for n in range(len(parts) + 1))
    endings = (f".{part.rpartition('.')[2]}" for part in parts if "." in part)
    return dict.fromkeys((*folders, *(f":{part}" for part in parts), *endings))


def _expression(pattern: str) -> re.Pattern[str]:
    """A pattern as an expression for whole paths. Between wild cards the first match is as good as any, so
    it is never given up (atomic groups): no path takes more than linear time."""
    anchored = "/" in pattern.rstrip("/")
    parts = [part for part in pattern.split("/") if part]
    folder, inside = pattern.endswith("/"), bool(parts) and parts[-1] == "*" and len(parts) > 1
    if not anchored:
        parts = ["**", *parts]
    below = "/.+" if folder else "" if inside else "(?:/.*)?"
    groups = _groups(parts)
    if groups and not groups[-1]:  # ends in **
        groups, below = groups[:-1], "/.+"
    first, *rest = groups or [[]]
    found = "/".join(map(_segment, first))
    for number, group in enumerate(rest):
        body = "/".join(map(_segment, group))
        if number == len(rest) - 1 and inside:
            step = rf"(?:[^/]+/)*{body}"
        else:
            step = rf"(?>(?:[^/]+/)*?{body}(?=/|$))"
        found = f"{found}/{step}" if found else step
    return re.compile(f"{found}{below}" if found else ".+", re.DOTALL)


def _groups(parts: Sequence[str]) -> list[list[str]]:
    """The parts between the `**`: the first group begins at the root, each other at any depth below."""
    groups: list[list[str]] = [[]]
    for part in parts:
        if part == "**":
            if groups[-1] or len(groups) == 1:
                groups.append([])
        else:
            groups[-1].append(part)
    return groups


def _segment(part: str) -> str:
    """One part of a path: `*` is any run of characters, `?` one of them."""
    first, *rest = re.split(r"(?<!\\)\*+", part)
    if not rest:
        return _literal(first)
    middle = "".join(rf"(?>[^/]*?{_literal(piece)})" for piece in rest[:-1] if piece)
    return rf"{_literal(first)}{middle}[^/]*{_literal(rest[-1])}"


def _literal(text: str) -> str:
    return "".join(
        "[^/]" if piece == "?" else re.escape(_ESCAPED.sub(r"\1", piece))
        for piece in re.split(r"(?<!\\)(\?)", text)
    )
