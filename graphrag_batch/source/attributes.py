"""What `.gitattributes` files say of a path, as `git check-attr` has it: macros too. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from graphrag_batch.source.paths import to_bytes
from graphrag_batch.source.wildmatch import Pattern, compile_pattern, last_part, shown

# git takes no longer ones.
LONGEST_LINE = 2048

State = bool | str | None
"""Set, unset, a value; None: as if nobody had spoken of it (`!name`)."""
States = tuple[tuple[str, State], ...]

_BLANK = " \t\r"
_BLANKS = re.compile(f"[{_BLANK}]+")
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_NAME = re.compile(r"[0-9A-Za-z_.][-0-9A-Za-z_.]*")
_MACRO = "[attr]"


@dataclass(frozen=True, slots=True)
class AttributeRule:
    """One line: what it says of the paths that its pattern means. `label` is `file:line: text`."""

    pattern: Pattern
    states: States
    label: str


@dataclass(frozen=True, slots=True)
class Attributes:
    """The attribute files of a tree, by folder ("" or without a slash at its end), last line first."""

    files: Mapping[str, tuple[AttributeRule, ...]]
    macros: Mapping[str, States]

    def of(self, path: str, folders: Iterable[str], wanted: Sequence[str]) -> dict[str, tuple[State, str]]:
        """State and label for each of the attributes wanted that some line speaks of. `folders` are those
        above `path`, deepest first, that have a file."""
        found: dict[str, tuple[State, str]] = {}
        last = last_part(path)
        for folder in folders:
            below = path[len(folder) + 1 if folder else 0 :]
            for rule in self.files[folder]:
                if rule.pattern.matches(below, last, False):
                    self._fill(found, rule.states, rule.label)
                    if all(name in found for name in wanted):
                        return found
        return found

    def _fill(self, found: dict[str, tuple[State, str]], states: States, label: str) -> None:
        """The later word counts, and a macro's word only where there is no other."""
        for name, state in reversed(states):
            if name not in found:
                found[name] = (state, label)
                if state is True and name in self.macros:
                    self._fill(found, self.macros[name], label)


def read_attributes(
    texts: Mapping[str, tuple[str, str]], wanted: Sequence[str], report: Callable[[str, int, str], None]
) -> Attributes:
    """The rules in `texts` (folder → the file's path and octets) that bear upon the attributes wanted.

    `report` hears of each line that cannot be understood: the file, the line's number, why.
    """
    lines = {folder: list(_lines(path, text, report)) for folder, (path, text) in texts.items()}
    defined: dict[str, States] = {}
    for folder, (path, _) in texts.items():
        for line in lines[folder]:
            if line.macro and not folder:
                defined[line.macro] = line.states
            elif line.macro:
                report(path, line.number, f"the macro {line.macro} is not in the .gitattributes at the root")
    relevant = _relevant(wanted, defined)
    files = {
        folder: tuple(_rules(path, reversed(lines[folder]), relevant, report))
        for folder, (path, _) in texts.items()
    }
    return Attributes(files, {name: states for name, states in defined.items() if name in relevant})


@dataclass(frozen=True, slots=True)
class _Line:
    number: int
    text: str
    pattern: str
    macro: str
    states: States


def _lines(path: str, text: str, report: Callable[[str, int, str], None]) -> Iterator[_Line]:
    for number, raw in enumerate(text.split("\n"), start=1):
        line = raw.strip(_BLANK)
        if not line or line.startswith("#"):
            continue
        try:
            yield _line(number, line)
        except ValueError as error:
            report(path, number, str(error))


def _line(number: int, line: str) -> _Line:
    """A line in its parts. ValueError for one that git leaves out."""
    if len(line) >= LONGEST_LINE:
        raise ValueError(f"the line is longer than {LONGEST_LINE} bytes")
    if "\0" in line:
        raise ValueError("the line holds a NUL byte")
    pattern, words = _split(line)
    macro = pattern.removeprefix(_MACRO) if pattern.startswith(_MACRO) else ""
    states = tuple(_state(word) for word in words)
    for name in (macro, *(name for name, _ in states)) if macro else (name for name, _ in states):
        if not _NAME.fullmatch(name):
            raise ValueError(f"'{shown(name)}' is no name of an attribute")
    return _Line(number, shown(line), pattern, macro, states)


def _split(line: str) -> tuple[str, list[str]]:
    quoted = _QUOTED.match(line)
    if quoted:
        try:
            return to_bytes(quoted.group()).decode("latin-1"), _words(line[quoted.end() :])
        except ValueError:  # an escape that git does not know either
            pass
    pattern, *words = _words(line)
    return pattern, words


def _words(text: str) -> list[str]:
    return [word for word in _BLANKS.split(text) if word]


def _state(word: str) -> tuple[str, State]:
    name, equals, value = word.partition("=")
    if name.startswith("-"):
        return name[1:], False
    if name.startswith("!"):
        return name[1:], None
    return name, value if equals else True


def _relevant(wanted: Sequence[str], macros: Mapping[str, States]) -> set[str]:
    """The attributes wanted, and the macros that speak of them, by others too."""
    found = set(wanted)
    while more := {
        macro for macro, states in macros.items() if macro not in found and found & {n for n, _ in states}
    }:
        found |= more
    return found


def _rules(
    path: str, lines: Iterable[_Line], relevant: set[str], report: Callable[[str, int, str], None]
) -> Iterator[AttributeRule]:
    for line in lines:
        states = tuple((name, state) for name, state in line.states if name in relevant)
        if line.macro or not states:
            continue
        try:
            if line.pattern.startswith("!"):
                raise ValueError("a negative pattern has no meaning in .gitattributes")
            yield AttributeRule(compile_pattern(line.pattern), states, f"{path}:{line.number}: {line.text}")
        except ValueError as error:
            report(path, line.number, f"pattern '{shown(line.pattern)[:80]}' is not understood ({error})")
