"""Histories made by chance, in a world so small that names collide: files whose links and imports lead
elsewhere with nearly every commit, though only a few of them change.
"""

from __future__ import annotations

import random
from typing import TYPE_CHECKING, NamedTuple

from graphrag_batch.config import CONFIG_PATH
from tests.gitrepo import EPOCH, GitRepo

if TYPE_CHECKING:
    from pathlib import Path

FOLDERS = ("", "docs/", "pkg/", "pkg/sub/", "src/")
PROSE = (
    "x", "x.md", "X.md", "x.rst", "x.html", "x.txt", "index.md", "README.md", "guide.md", "Guide.md",
    "x/y.md", "\udcff.md", "ß.md", "SS.md", "a b.md",
)  # fmt: skip
CODE = (
    "util.py", "util.pyi", "core.py", "__init__.py", "x.ts", "x.js", "main.ts", "x.d.ts", "x/index.ts",
    "util.rs", "mod.rs", "lib.rs", "main.rs", "util/mod.rs", "util.go", "util_test.go", "x.h", "main.c",
    "_x.scss", "x.scss", "Thing.java", "Main.java",
)  # fmt: skip
SETTINGS = {
    ".graphragignore": ("x*\n", "*.md\n!x.md\n", "__init__.py\n", "sub/\n", "/src/x\n"),
    ".gitattributes": (
        "*.md linguist-generated\n",
        "*.py linguist-vendored\nutil.py -linguist-vendored\n",
        "[attr]made linguist-generated\nx* made\nx.md -made\n",
    ),
}
NO_MODEL = b"embed: {model: none}\n"
CONFIGURATIONS = (
    b"",
    b"",
    b"retrieval: {k: 3}\n",
    b"select: {exclude: ['x.md']}\n",
    b"select: {max_bytes: 90}\n",
)
TARGETS = (
    "x", "x.md", "X.md", "../x", "/x", "x.html", "guide.md", "Guide.md#part", "guide.md#setup", "/docs/guide",
    "docs/x", "pkg/util.py", "../pkg/sub/x.md", "docs/", "./", "y.md", "x/y", "ss.md", "a%20b", "#part",
    "https://example.org/a", "HTTP://Example.org/a/",
)  # fmt: skip
ROLES = (
    ":ref:`there`", ":ref:`here`", ":func:`helper`", ":meth:`Thing.run`", ":class:`pkg.util.Thing`",
    ":func:`run`", ":doc:`guide`", ":doc:`/docs/x`", ":meth:`~util.Thing.run`",
)  # fmt: skip
IMPORTS = {
    "py": ("import util", "from pkg.util import helper", "from pkg import util, core", "from sub import util",
           "from .util import run", "from .. import core", "from ..sub.util import Thing", "import pkg.core"),
    "ts": ("import { x } from './x'", "import x from '../x'", "import y from './x.js'",
           "export * from '../pkg/x'"),
    "rs": ("use crate::util::Thing;", "use super::util::run;", "mod util;", "use self::util;", "mod sub;"),
    "go": ('import "example.org/m/docs"', 'import "example.org/pkg/sub"', 'import "example.org/src"'),
    "c": ('#include "x.h"', '#include <pkg/x.h>', '#include "../x.h"'),
    "scss": ("@import 'x';", "@use '../x';"),
    "java": ("import pkg.sub.Thing;", "import sub.Thing;", "import src.Thing;"),
}  # fmt: skip
BODIES = {
    "py": (
        "def helper():\n    return 1\n",
        "class Thing:\n    def run(self):\n        return 2\n",
        "run = 3\n",
    ),
    "ts": (
        "export const x = 1\n",
        "export function run() { return 2 }\n",
        "export class Thing { run() {} }\n",
    ),
    "rs": ("pub struct Thing;\n", "pub fn run() {}\n"),
    "go": ("package one\n\nfunc Run() {}\n", "package one\n\ntype Thing struct{}\n"),
    "c": ("int x;\n", "int helper(void) { return 1; }\n"),
    "scss": ("$x: 1;\n", "a { b: c; }\n"),
    "java": ("public class Thing { void run() {} }\n", "class Main {}\n"),
}
KIND = {"pyi": "py", "js": "ts", "h": "c"}


class Entry(NamedTuple):
    """What a path holds: `content` is a submodule's commit for mode 160000."""

    mode: str
    content: bytes


def random_history(path: Path, seed: int, commits: int) -> GitRepo:
    """A bare repository whose `main` has so many commits. The same seed, the same ids."""
    chance = random.Random(seed)
    repo = GitRepo(path, bare=True)
    tree: dict[str, Entry] = {}
    stream = []
    for number in range(commits):
        for _ in range(chance.choice((1, 1, 1, 2, 3, 8)) if number else 130):
            chance.choice(EDITS)(tree, chance)
        stream.append(_commit(number, tree))
    repo.run("fast-import", "--quiet", stdin=b"".join(stream))
    return repo


def _commit(number: int, tree: dict[str, Entry]) -> bytes:
    lines = [b"commit refs/heads/main\ncommitter c <c@example.com> %d +0000\n" % (EPOCH + 60 * number)]
    lines.append(b"data 0\ndeleteall\n")
    whole = {CONFIG_PATH: Entry("100644", NO_MODEL)} | tree
    for path, (mode, content) in sorted(whole.items()):
        raw = path.encode("utf-8", "surrogateescape")
        if mode == "160000":
            lines.append(b"M 160000 %s %s\n" % (content, raw))
        else:
            lines.append(b"M %s inline %s\ndata %d\n%s\n" % (mode.encode(), raw, len(content), content))
    return b"".join(lines)


def _put(tree: dict[str, Entry], path: str, entry: Entry) -> None:
    """What stands in the way, above or below, goes."""
    for other in [p for p in tree if p.startswith(f"{path}/") or path.startswith(f"{p}/")]:
        del tree[other]
    tree[path] = entry


def _some(tree: dict[str, Entry], chance: random.Random) -> str:
    """A path, "" when there is none; the configuration has an edit of its own."""
    paths = sorted(tree.keys() - {CONFIG_PATH})
    return chance.choice(paths) if paths else ""


def _write(tree: dict[str, Entry], chance: random.Random) -> None:
    path = chance.choice(FOLDERS) + chance.choice(PROSE if chance.random() < 0.5 else CODE)
    _put(tree, path, Entry("100644", _text(path, chance).encode()))


def _rewrite(tree: dict[str, Entry], chance: random.Random) -> None:
    if path := _some(tree, chance):
        _put(tree, path, Entry("100644", _text(path, chance).encode()))


def _remove(tree: dict[str, Entry], chance: random.Random) -> None:
    if path := _some(tree, chance):
        del tree[path]


def _move(tree: dict[str, Entry], chance: random.Random) -> None:
    if old := _some(tree, chance):
        entry = tree.pop(old)
        _put(tree, chance.choice(FOLDERS) + old.rpartition("/")[2], entry)


def _copy(tree: dict[str, Entry], chance: random.Random) -> None:
    if old := _some(tree, chance):
        _put(tree, chance.choice(FOLDERS) + old.rpartition("/")[2], tree[old])


def _move_folder(tree: dict[str, Entry], chance: random.Random) -> None:
    old, new = chance.sample(FOLDERS[1:], 2)
    moved = {path: tree.pop(path) for path in sorted(tree) if path.startswith(old)}
    for path, entry in moved.items():
        _put(tree, new + path.removeprefix(old), entry)


def _fold(tree: dict[str, Entry], chance: random.Random) -> None:
    if old := _some(tree, chance):
        entry = tree.pop(old)
        _put(tree, old.swapcase() if chance.random() < 0.3 else old.lower(), entry)


def _swap_kind(tree: dict[str, Entry], chance: random.Random) -> None:
    if path := _some(tree, chance):
        kinds = (Entry("120000", b"x.md"), Entry("160000", b"%040d" % chance.randint(1, 3)),
                 Entry("100755", tree[path].content), Entry("100644", b""),
                 Entry("100644", b"\0"))  # fmt: skip
        chosen = chance.choice(kinds)
        if not (chosen.mode == "100755" and tree[path].mode == "160000"):
            tree[path] = chosen


def _set(tree: dict[str, Entry], chance: random.Random) -> None:
    name = chance.choice(sorted(SETTINGS))
    path = chance.choice(FOLDERS) + name
    if tree.pop(path, None) is None:
        _put(tree, path, Entry("100644", chance.choice(SETTINGS[name]).encode()))


def _configure(tree: dict[str, Entry], chance: random.Random) -> None:
    tree[CONFIG_PATH] = Entry("100644", NO_MODEL + chance.choice(CONFIGURATIONS))


EDITS = (_write,) * 14 + (_rewrite,) * 6 + (_remove,) * 6 + (_move,) * 4 + (
    _copy, _fold, _swap_kind, _swap_kind, _move_folder, _set, _configure,
)  # fmt: skip


def _text(path: str, chance: random.Random) -> str:
    name = path.rpartition("/")[2]
    ending = name.rpartition(".")[2]
    kind = KIND.get(ending, ending)
    if kind in IMPORTS:
        if name == "__init__.py" and chance.random() < 0.5:
            return ""
        lines = chance.sample(IMPORTS[kind], chance.randint(0, 2))
        return "\n".join([*lines, "", *chance.sample(BODIES[kind], chance.randint(1, 2))])
    if kind == "rst":
        label = chance.choice(("", ".. _there:\n\n", ".. _here:\n\n", ".. _part:\n\n"))
        return f"{label}Title\n=====\n\nSee {' and '.join(chance.sample(ROLES, 3))}.\n"
    links = " ".join(f"[{n}]({target})" for n, target in enumerate(chance.sample(TARGETS, 3)))
    heading = chance.choice(
        ("# X", "# X\n\n## Part", "# Guide\n\n## Setup\n\nText.\n\n## Part", "# X\n\n## Setup")
    )
    return f"{heading}\n\n{links} {chance.random():.3f}\n"
