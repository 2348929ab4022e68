"""Which paths of a tree are indexed, and why each other one is not. Pure: takes names and texts.

Ignore files follow git's own rules: the last matching line of the deepest file decides, and nothing below
an ignored folder comes back. A pattern is asked about a path itself (`wildmatch`), hence the walk from the
root down.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_batch.config import CONFIG_PATH, IGNORE_NAME
from graphrag_batch.records import MODE_SUBMODULE, MODE_SYMLINK, Skip, TreeEntry, Unreadable
from graphrag_batch.source.attributes import read_attributes
from graphrag_batch.source.wildmatch import Pattern, compile_pattern, last_part, octets, octets_of_text, shown

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from graphrag_batch.config import SelectConfig

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

# Scripts and style sheets whose content tells that a tool wrote them: most of it in lines that nobody would
# write, and the mean of all lines long too (a style sheet with one picture in it is still read).
SCRIPT_SUFFIXES = (".js", ".mjs", ".cjs", ".css")
HUGE_LINE, LONG_MEAN = 500, 110

ENCODED_RUN = 200
_ENCODED = re.compile(rb"[A-Za-z0-9+/=%%_-]{%d,}" % ENCODED_RUN)

_LFS = b"version https://git-lfs.github.com/spec/"
_WIDE_BOMS = (b"\xff\xfe", b"\xfe\xff", b"\x00\x00\xfe\xff")
_ATTRIBUTES = {"linguist-generated": "generated", "linguist-vendored": "vendored"}
_NO = ("false", "0", "no", "off")
MOST_PROBLEMS = 20


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
    return Selection(tuple(kept), tuple(skipped), chooser.problems.list())


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


def minified(path: str, raw: bytes) -> Unreadable | None:
    """That a script or style sheet is minified: its lines have more than `LONG_MEAN` bytes in the mean, and
    more than half of its bytes stand in lines of more than `HUGE_LINE`. None for any other file."""
    if len(raw) <= HUGE_LINE or not path.strip('"').lower().endswith(SCRIPT_SUFFIXES):
        return None
    sizes = [len(line) for line in raw.splitlines()]
    total, huge = sum(sizes), sum(size for size in sizes if size > HUGE_LINE)
    if total <= LONG_MEAN * len(sizes) or 2 * huge <= total:
        return None
    return Unreadable("generated", "minified")


def encoded(raw: bytes) -> Unreadable | None:
    """That a file is data written in letters, as base64 is: more than half of its bytes stand in runs of at
    least `ENCODED_RUN` of the signs of base64 and of percent encoding. None for any other."""
    if len(raw) < ENCODED_RUN or 2 * sum(len(run) for run in _ENCODED.findall(raw)) <= len(raw):
        return None
    return Unreadable("binary", "encoded: most of it without white space")


class PathPatterns:
    """Paths that gitignore-style patterns match, or lie in a folder that they match. `problems` are the
    patterns that could not be understood; `source` is where they are written."""

    def __init__(self, patterns: Iterable[str], source: str) -> None:
        problems = _Problems()
        self._rules = _Rules(0, _compile_lines(source, map(octets_of_text, patterns), problems))
        self.problems = problems.list()

    def match(self, path: str) -> bool:
        """Whether this file is one of them."""
        name, matched = octets(path), False
        ends = [at for at, char in enumerate(name) if char == "/"]
        for end in (*ends, len(name)) if self._rules.rules else ():
            rule = self._rules.deciding(name[:end], end < len(name))
            matched = matched if rule is None else not rule.pattern.negated
        return matched


# ---- patterns -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Rule:
    """One line of an ignore file. `label` is `file:line: pattern`."""

    pattern: Pattern
    label: str


@dataclass(frozen=True, slots=True)
class _Rules:
    """The rules of one file, last line first; `offset` is the length of its folder's prefix."""

    offset: int
    rules: tuple[_Rule, ...]

    def deciding(self, path: str, is_folder: bool) -> _Rule | None:
        below = path[self.offset :]
        last = last_part(below)
        return next((rule for rule in self.rules if rule.pattern.matches(below, last, is_folder)), None)


class _Problems:
    """What could not be understood, as `file:line: why`; of many in one file, the first and how many more."""

    def __init__(self) -> None:
        self._found: dict[str, list[str]] = {}

    def report(self, source: str, number: int, why: str) -> None:
        self._found.setdefault(source, []).append(f"{source}:{number}: {why}")

    def list(self) -> tuple[str, ...]:
        told: list[str] = []
        for source, found in self._found.items():
            told += found[:MOST_PROBLEMS]
            if len(found) > MOST_PROBLEMS:
                told.append(f"{source}: and {len(found) - MOST_PROBLEMS} more lines")
        return tuple(told)


def _compile_lines(source: str, lines: Iterable[str], problems: _Problems) -> tuple[_Rule, ...]:
    """The rules of an ignore file (its lines as octets), last line first."""
    rules = []
    for number, line in enumerate(lines, start=1):
        pattern = _trimmed(line)
        if not pattern or pattern.startswith("#"):
            continue
        try:
            rules.append(_Rule(compile_pattern(pattern), f"{source}:{number}: {shown(pattern).strip()}"))
        except ValueError as error:
            told = shown(pattern[:80]).strip()
            problems.report(source, number, f"pattern '{told}' is not understood ({error})")
    return tuple(reversed(rules))


def _trimmed(line: str) -> str:
    """Without the spaces at its end, but for one after a backslash."""
    bare = line.rstrip(" ")
    escaped = (len(bare) - len(bare.rstrip("\\"))) % 2
    return line[: len(bare) + 1] if escaped else bare


def _lines(text: str) -> list[str]:
    return [line.removesuffix("\r") for line in octets_of_text(text).split("\n")]


# ---- the walk -----------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Folder:
    """What holds for everything in a folder: the rule that ignores all of it (its label, or empty),
    whether `select.include` takes it, whether it is vendored by name, and the files that still speak."""

    ignored: str
    included: bool
    vendored: str
    ignores: tuple[_Rules, ...]
    attributes: tuple[str, ...]


class _Chooser:
    """Verdicts on the paths of one tree; each folder is judged once."""

    def __init__(
        self, config: SelectConfig, ignore_files: Mapping[str, str], attribute_files: Mapping[str, str]
    ) -> None:
        self.problems = _Problems()
        self._config = config
        include = _compile_lines("select.include", map(octets_of_text, config.include), self.problems)
        exclude = _compile_lines("select.exclude", map(octets_of_text, config.exclude), self.problems)
        self._include = _Rules(0, include)
        self._exclude = (_Rules(0, exclude),) if exclude else ()
        self._ignores = {
            _parent(octets(path)): _compile_lines(path, _lines(text), self.problems)
            for path, text in sorted(ignore_files.items())
        }
        self._attributes = read_attributes(
            {
                _parent(octets(path)): (path, octets_of_text(text))
                for path, text in sorted(attribute_files.items())
            },
            tuple(_ATTRIBUTES),
            self.problems.report,
        )
        self._folders: dict[str, _Folder] = {}

    def verdict(self, entry: TreeEntry) -> Unreadable | None:
        """Why the entry is skipped, None when it is kept."""
        if entry.mode == MODE_SUBMODULE:
            return Unreadable("submodule")
        if entry.mode == MODE_SYMLINK:
            return Unreadable("symlink")
        name = octets(entry.path)
        folder = self._folder(_parent(name))
        if ignored := folder.ignored or self._ignored(name, False, folder.ignores):
            return Unreadable("ignored", ignored)
        if not self._included(name, False, folder.included):
            return Unreadable("ignored", "not in select.include")
        if self._is_configuration(name):
            return Unreadable("configuration")
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
        return _Folder("", not self._config.include, "", self._own(""), self._spoken(""))

    def _below(self, name: str) -> _Folder:
        parent = self._folders[_parent(name)]
        last = name[name.rfind("/") + 1 :]
        return _Folder(
            ignored=parent.ignored or self._ignored(name, True, parent.ignores),
            included=self._included(name, True, parent.included),
            vendored=parent.vendored or (last if last in VENDORED_FOLDERS else ""),
            ignores=self._own(name) + parent.ignores,
            attributes=self._spoken(name) + parent.attributes,
        )

    def _own(self, folder: str) -> tuple[_Rules, ...]:
        rules = self._ignores.get(folder)
        return (_Rules(len(folder) + 1 if folder else 0, rules),) if rules else ()

    def _spoken(self, folder: str) -> tuple[str, ...]:
        return (folder,) if self._attributes.files.get(folder) else ()

    def _ignored(self, name: str, is_folder: bool, ignores: tuple[_Rules, ...]) -> str:
        """The label of the rule that ignores this very path, if one does. The configuration comes before
        the files, the deepest file before those above it."""
        for rules in self._exclude + ignores:
            rule = rules.deciding(name, is_folder)
            if rule is not None:
                return "" if rule.pattern.negated else rule.label
        return ""

    def _included(self, name: str, is_folder: bool, inherited: bool) -> bool:
        rule = self._include.deciding(name, is_folder)
        return inherited if rule is None else not rule.pattern.negated

    def _is_configuration(self, name: str) -> bool:
        """Whether this tells us what to do, and `select.include` does not name the very file."""
        named = self._include.deciding(name, False)
        return (name == CONFIG_PATH or last_part(name) == IGNORE_NAME) and (
            named is None or named.pattern.negated
        )

    def _marked(self, name: str, folder: _Folder) -> Unreadable | None:
        """Generated or vendored: what .gitattributes says, else what the name says."""
        said = self._attributes.of(name, folder.attributes, tuple(_ATTRIBUTES)) if folder.attributes else {}
        file_name = last_part(name)
        by_name = {
            "generated": file_name in GENERATED_NAMES or file_name.endswith(GENERATED_SUFFIXES),
            "vendored": folder.vendored,
        }
        for attribute, reason in _ATTRIBUTES.items():
            if getattr(self._config, reason):
                continue
            state, label = said.get(attribute, (None, ""))
            if state is None and by_name[reason]:
                kind = f"{folder.vendored}/" if reason == "vendored" else shown(file_name)
                return Unreadable(reason, f"{kind}: by name")
            if state is True or (isinstance(state, str) and state.lower() not in _NO):
                return Unreadable(reason, label)
        return None


def _parent(name: str) -> str:
    return name[: max(name.rfind("/"), 0)]
