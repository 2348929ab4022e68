"""Which paths of a tree are indexed, and why each other one is not. Pure: takes names and texts.

Ignore files follow git's own rules: the last matching line of the deepest file decides, and nothing below
an ignored folder comes back. pathspec turns a pattern into an expression; the walk is ours, because a
pattern has to be asked about a path *itself* (pathspec answers for everything below a match as well,
which goes wrong as soon as a deeper file takes a folder back in).
"""

from __future__ import annotations

import re
import warnings
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pathspec import GitIgnoreSpec

from graphrag_batch.records import MODE_SUBMODULE, MODE_SYMLINK, Skip, TreeEntry, Unreadable
from graphrag_batch.source.paths import to_bytes

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graphrag_batch.config import SelectConfig

SELECT_VERSION = 2
"""To be raised whenever equal input gives another selection."""

LONGEST_PATTERN = 4096

HEAD_BYTES = 8000
"""How much of a blob `sniff` wants to see: what git itself looks at for a NUL."""

# Tracked, but written by a tool and of no use to a reader. `select.generated: true`, or
# `-linguist-generated` on the path, indexes them.
# fmt: off
GENERATED_NAMES = frozenset((
    "package-lock.json", "npm-shrinkwrap.json", "yarn.lock", "pnpm-lock.yaml", "bun.lock", "deno.lock",
    "poetry.lock", "uv.lock", "pdm.lock", "pixi.lock", "Pipfile.lock", "Cargo.lock", "Gemfile.lock",
    "composer.lock", "mix.lock", "pubspec.lock", "Podfile.lock", "Package.resolved", "packages.lock.json",
    "gradle.lockfile", "flake.lock", "go.sum", "go.work.sum", ".terraform.lock.hcl",
))
GENERATED_SUFFIXES = (
    ".min.js", ".min.mjs", ".min.css", ".js.map", ".mjs.map", ".cjs.map", ".css.map", ".ts.map",
    "_pb2.py", "_pb2.pyi", "_pb2_grpc.py", ".pb.go", ".pb.cc", ".pb.h",
)
# fmt: on
# Folders that hold other people's code when they are tracked at all. `select.vendored: true`, or
# `-linguist-vendored` on the path, indexes them.
VENDORED_FOLDERS = frozenset(["node_modules", "bower_components", "site-packages", ".venv"])

_LFS = b"version https://git-lfs.github.com/spec/"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_ATTRIBUTES = {"linguist-generated": "generated", "linguist-vendored": "vendored"}


@dataclass(frozen=True, slots=True)
class Selection:
    """Every entry is in `kept` or in `skipped`, in the order given. `problems` are patterns that could
    not be understood, as `file:line: what`; the others count."""

    kept: tuple[TreeEntry, ...]
    skipped: tuple[Skip, ...]
    problems: tuple[str, ...]


def select(
    entries: Iterable[TreeEntry],
    config: SelectConfig,
    ignore_files: Mapping[str, str],
    attribute_files: Mapping[str, str],
) -> Selection:
    """Sorts the entries of one tree. `ignore_files` and `attribute_files` map the path of each
    `.graphragignore` and `.gitattributes` of that tree to its text."""
    chooser = _Chooser(config, ignore_files, attribute_files)
    kept: list[TreeEntry] = []
    skipped: list[Skip] = []
    for entry in entries:
        verdict = chooser.verdict(entry)
        if verdict is None:
            kept.append(entry)
        else:
            skipped.append(Skip(entry.path, entry.mode, entry.blob, verdict.reason, verdict.detail))
    return Selection(tuple(kept), tuple(skipped), tuple(chooser.problems))


def sniff(head: bytes) -> Unreadable | None:
    """Why a blob that begins with `head` (at least `HEAD_BYTES`, or all of it) is no text, if it is none."""
    if not head:
        return Unreadable("empty")
    if head.startswith(_LFS):
        return Unreadable("lfs-pointer")
    if head.startswith(b"%PDF-"):
        return Unreadable("binary", "PDF")
    if b"\0" in head[:HEAD_BYTES] and not head.startswith(_WIDE_BOMS):
        return Unreadable("binary", "holds a NUL byte")
    return None


# ---- patterns -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rule:
    """One line of an ignore or attribute file. `label` is `file:line: pattern`; `sets` are the attributes
    that the line speaks about."""

    expression: re.Pattern[str]
    negated: bool
    folders_only: bool
    reach: str
    label: str
    sets: Mapping[str, bool | None]

    def matches(self, path: str, is_folder: bool) -> bool:
        """Whether the pattern means this very path, which has no slash at its end."""
        if self.folders_only:
            if not is_folder:
                return False
            path += "/"
        found = self.expression.search(path)
        if found is None:
            return False
        if self.reach == "any":
            return True
        return (found.end() < len(path)) if self.reach == "inside" else (found.end() == len(path))


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of one file, last line first; `offset` is the length of its folder's prefix."""

    offset: int
    rules: tuple[_Rule, ...]

    def deciding(self, path: str, is_folder: bool) -> _Rule | None:
        below = path[self.offset :]
        return next((rule for rule in self.rules if rule.matches(below, is_folder)), None)


def _compile(pattern: str, label: str, sets: Mapping[str, bool | None] | None = None) -> _Rule | None:
    """The rule of a pattern, None for a blank or a comment. ValueError for one that matches nothing."""
    if not pattern.strip() or pattern.startswith("#"):
        return None
    if len(pattern) > LONGEST_PATTERN:
        raise ValueError(f"it is longer than {LONGEST_PATTERN} characters")
    if "[[:" in pattern:
        raise ValueError("named character classes are not supported")
    with warnings.catch_warnings():
        # re warns of what may mean something else one day: "[a&&b]".
        warnings.simplefilter("ignore", FutureWarning)
        compiled = next(iter(GitIgnoreSpec.from_lines([pattern]).patterns))
    if compiled.include is None or compiled.regex is None:
        raise ValueError("it matches nothing")
    body = pattern.rstrip().removeprefix("!")
    return _Rule(
        expression=re.compile(_steady(compiled.regex.pattern), re.DOTALL),  # a name may hold line breaks
        negated=not compiled.include,
        folders_only=body.endswith("/"),
        reach=_reach(body, compiled.regex.pattern),
        label=label,
        sets=sets or {},
    )


def _reach(body: str, expression: str) -> str:
    """What an expression's match has to cover: all of the path (`exact`); only what comes before, when the
    pattern means what is *inside* a folder; nothing in particular, when it means everything (`any`)."""
    if not expression.startswith("^"):
        return "any"
    return "inside" if body.rstrip("/").endswith("/**") else "exact"


# What pathspec makes of "*" within a name, and of "/**/".
_STAR, _GAP = "[^/]*", "(?:/.+)?/"


def _steady(expression: str) -> str:
    """The expression with the same meaning and without the time that a hostile pattern (`*a*a*a*a*b`) takes
    to fail. What stands between two wild cards is best matched as early as can be, since the second takes
    all that is left over; so no earlier choice has to be made again (an atomic group)."""
    parts = [_steady_name(part) for part in expression.split(_GAP)]
    if not all(parts):
        return expression
    *before, last = parts
    if not before:
        return last
    first, *middle = before
    return first + "".join(f"(?>(?:/.+?)??/{part}(?=/))" for part in middle) + _GAP + last


def _steady_name(part: str) -> str:
    pieces = part.split(_STAR)
    if len(pieces) < 3:
        return part
    return pieces[0] + "".join(f"(?>[^/]*?{piece})" for piece in pieces[1:-1]) + _STAR + pieces[-1]


def _parse_ignores(path: str, text: str, problems: list[str]) -> tuple[_Rule, ...]:
    return _compile_lines(path, enumerate(_lines(text), start=1), problems)


def _compile_lines(source: str, lines: Iterable[tuple[int, str]], problems: list[str]) -> tuple[_Rule, ...]:
    rules = []
    for number, line in lines:
        try:
            rule = _compile(line, f"{source}:{number}: {line.strip()}")
        except (ValueError, re.error) as error:
            problems.append(f"{source}:{number}: pattern '{line.strip()[:80]}' is not understood ({error})")
            continue
        if rule is not None:
            rules.append(rule)
    return tuple(reversed(rules))


def _parse_attributes(path: str, text: str, problems: list[str]) -> tuple[_Rule, ...]:
    rules = []
    for number, line in enumerate(_lines(text), start=1):
        pattern, words = _split_attributes(line.strip())
        sets = {_ATTRIBUTES[name]: state for name, state in map(_attribute, words) if name in _ATTRIBUTES}
        if not sets or pattern.startswith(("#", "[attr]")):
            continue
        try:
            if pattern.startswith("!"):
                raise ValueError("a negative pattern has no meaning in .gitattributes")
            rule = _compile(pattern, f"{path}:{number}: {line.strip()}", sets)
        except (ValueError, re.error) as error:
            problems.append(f"{path}:{number}: pattern '{pattern[:80]}' is not understood ({error})")
            continue
        if rule is not None:
            rules.append(rule)
    return tuple(reversed(rules))


_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')


def _split_attributes(line: str) -> tuple[str, list[str]]:
    quoted = _QUOTED.match(line)
    if quoted:
        return _name(quoted.group()), line[quoted.end() :].split()
    pattern, *words = line.split() or [""]
    return pattern, words


def _attribute(word: str) -> tuple[str, bool | None]:
    """Name and state: set, unset, or (`!name`) as if nobody had spoken of it."""
    if word.startswith("-"):
        return word[1:], False
    if word.startswith("!"):
        return word[1:], None
    name, _, value = word.partition("=")
    return name, value.lower() not in ("false", "0", "no", "off")


def _lines(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in text.removeprefix("\ufeff").split("\n")]


def _name(path: str) -> str:
    """The path as patterns see it: without git's quoting, undecodable bytes as lone surrogates."""
    return to_bytes(path).decode("utf-8", "surrogateescape") if path.startswith('"') else path


def _shown(name: str) -> str:
    """A name as text that can be stored and printed, whatever its bytes."""
    return name.encode("utf-8", "surrogateescape").decode("utf-8", "backslashreplace")


# ---- the walk -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Folder:
    """What holds for everything in a folder: the rule that ignores all of it (its label, or empty),
    whether `select.include` takes it, whether it is vendored by name, and the files that still speak."""

    ignored: str
    included: bool
    vendored: str
    ignores: tuple[_Rules, ...]
    attributes: tuple[_Rules, ...]


class _Chooser:
    """Verdicts on the paths of one tree; each folder is judged once."""

    def __init__(
        self, config: SelectConfig, ignore_files: Mapping[str, str], attribute_files: Mapping[str, str]
    ) -> None:
        self.problems: list[str] = []
        self._config = config
        include = _compile_lines("select.include", enumerate(config.include, start=1), self.problems)
        exclude = _compile_lines("select.exclude", enumerate(config.exclude, start=1), self.problems)
        self._include = _Rules(0, include)
        self._exclude = (_Rules(0, exclude),) if exclude else ()
        self._ignores = {
            _parent(_name(path)): _parse_ignores(path, text, self.problems)
            for path, text in sorted(ignore_files.items())
        }
        self._attributes = {
            _parent(_name(path)): _parse_attributes(path, text, self.problems)
            for path, text in sorted(attribute_files.items())
        }
        self._folders: dict[str, _Folder] = {}

    def verdict(self, entry: TreeEntry) -> Unreadable | None:
        """Why the entry is skipped, None when it is kept."""
        if entry.mode == MODE_SUBMODULE:
            return Unreadable("submodule")
        if entry.mode == MODE_SYMLINK:
            return Unreadable("symlink")
        name = _name(entry.path)
        folder = self._folder(_parent(name))
        if ignored := folder.ignored or self._ignored(name, False, folder.ignores):
            return Unreadable("ignored", ignored)
        if not self._included(name, False, folder.included):
            return Unreadable("ignored", "not in select.include")
        return self._marked(name, folder)

    def _folder(self, name: str) -> _Folder:
        """What holds in a folder. By a loop: trees may be nested deeper than calls may be."""
        unknown = []
        while name not in self._folders:
            unknown.append(name)
            if not name:
                break
            name = _parent(name)
        for below in reversed(unknown):
            self._folders[below] = self._below(below) if below else self._root()
        return self._folders[unknown[0] if unknown else name]

    def _root(self) -> _Folder:
        return _Folder(
            "", not self._config.include, "", self._own(self._ignores, ""), self._own(self._attributes, "")
        )

    def _below(self, name: str) -> _Folder:
        parent = self._folders[_parent(name)]
        last = name[name.rfind("/") + 1 :]
        return _Folder(
            ignored=parent.ignored or self._ignored(name, True, parent.ignores),
            included=self._included(name, True, parent.included),
            vendored=parent.vendored or (last if last in VENDORED_FOLDERS else ""),
            ignores=self._own(self._ignores, name) + parent.ignores,
            attributes=self._own(self._attributes, name) + parent.attributes,
        )

    @staticmethod
    def _own(files: Mapping[str, tuple[_Rule, ...]], folder: str) -> tuple[_Rules, ...]:
        rules = files.get(folder)
        return (_Rules(len(folder) + 1 if folder else 0, rules),) if rules else ()

    def _ignored(self, name: str, is_folder: bool, ignores: tuple[_Rules, ...]) -> str:
        """The label of the rule that ignores this very path, if one does. The configuration comes before
        the files, the deepest file before those above it."""
        for rules in self._exclude + ignores:
            rule = rules.deciding(name, is_folder)
            if rule is not None:
                return "" if rule.negated else rule.label
        return ""

    def _included(self, name: str, is_folder: bool, inherited: bool) -> bool:
        rule = self._include.deciding(name, is_folder)
        return inherited if rule is None else not rule.negated

    def _marked(self, name: str, folder: _Folder) -> Unreadable | None:
        """Generated or vendored: what .gitattributes says, else what the name says."""
        file_name = name[name.rfind("/") + 1 :]
        if not self._config.generated:
            known = file_name in GENERATED_NAMES or file_name.endswith(GENERATED_SUFFIXES)
            detail = self._mark("generated", name, folder, f"{_shown(file_name)}: by name" if known else "")
            if detail:
                return Unreadable("generated", detail)
        if not self._config.vendored:
            detail = self._mark(
                "vendored", name, folder, f"{folder.vendored}/: by name" if folder.vendored else ""
            )
            if detail:
                return Unreadable("vendored", detail)
        return None

    @staticmethod
    def _mark(attribute: str, name: str, folder: _Folder, otherwise: str) -> str:
        for file in folder.attributes:
            for rule in file.rules:
                if attribute in rule.sets and rule.matches(name[file.offset :], False):
                    state = rule.sets[attribute]
                    return otherwise if state is None else (rule.label if state else "")
        return otherwise


def _parent(name: str) -> str:
    return name[: max(name.rfind("/"), 0)]
