"""Which files of the tree a source file imports, from its import statements and the paths alone.

Pure. Each language family reads a target the way its own tool chain does, as far as paths tell;
what is not in the tree (a library) yields nothing. Where a name fits several files, the one that
shares the longest folder with the importer is meant, then the first by path.
"""

from __future__ import annotations

import posixpath
from collections.abc import Iterable, Iterator
from typing import TYPE_CHECKING

from graphrag_batch.records import RawLink, ResolvedLink

if TYPE_CHECKING:
    from graphrag_batch.records import Names, Offer


_SCRIPT = {"javascript", "typescript", "tsx", "vue", "svelte"}
_SCRIPT_ENDINGS = (
    "", ".ts", ".tsx", ".d.ts", ".js", ".jsx", ".mjs", ".cjs", ".vue", ".json",
    "/index.ts", "/index.tsx", "/index.js", "/index.jsx", "/index.mjs",
)  # fmt: skip
_DOTTED = {
    "java": (".java",),
    "kotlin": (".kt", ".java"),
    "scala": (".scala", ".java"),
    "groovy": (".groovy",),
}
_INCLUDES = {"c", "cpp", "objc", "cuda", "proto", "css", "scss", "ruby", "lua", "bash", "make", "php"}
_INCLUDE_ENDINGS = ("", ".rb", ".lua", ".php", ".scss", ".css", ".sh")


def offers(doc: int, path: str) -> Iterator[Offer]:
    """The names under which imports find a file."""
    folder, name = posixpath.split(path)
    yield "file", _key(path), doc
    if name.endswith(".go"):
        yield "folder", folder, doc
    parts = _module_key(path).split("/")
    for start in range(len(parts)):
        yield "tail", "/".join(parts[start:]), doc
    yield from package_offers(doc, path)


def package_offers(doc: int, path: str) -> Iterator[Offer]:
    """What an `__init__.py` makes of its folder, even an empty one, which is no document."""
    if posixpath.basename(path) == "__init__.py":
        yield "package", posixpath.dirname(path), doc


def resolve_imports(links: Iterable[RawLink], names: Names) -> list[ResolvedLink]:
    """A `depends_on` link for each import that names a file of the tree."""
    found = []
    for link in links:
        tree = _Tree(names)
        for path in _targets(link, tree):
            dst = tree.docs[path]
            if dst != link.doc:
                found.append(
                    ResolvedLink(link.doc, link.section, link.chunk, link.start, link.end, "depends_on", dst)
                )
    return found


class _Tree:
    """The files of the tree, by the names an import may use; `docs` are the ids of those found."""

    def __init__(self, names: Names) -> None:
        self._names = names
        self.docs: dict[str, int] = {}

    def has(self, path: str) -> bool:
        """Is there a file at this path?"""
        return path in self._found("file", _key(path))

    def ending(self, path: str) -> list[str]:
        """Files whose path ends with `path` at a folder boundary, by path."""
        found = self._found("tail", _module_key(path))
        return [each for each in found if each == path or each.endswith(f"/{path}")]

    def below(self, folder: str) -> list[str]:
        """The Go files of a folder, by path."""
        return self._found("folder", folder)

    def modules(self, name: str) -> list[str]:
        """The Python files imported by this dotted name, by path."""
        found = self._found("tail", name.replace(".", "/")) if name else []
        files = (path for path in found if path.endswith((".py", ".pyi")))
        return [path for path in files if self.module(path) == name]

    def module(self, path: str) -> str:
        """The dotted name a Python file is imported by: from its topmost package folder down."""
        folder, name = posixpath.split(path)
        parts = [] if name.startswith("__init__.") else [name.rpartition(".")[0]]
        while folder and self._names.find("package", folder):
            folder, package = posixpath.split(folder)
            parts.insert(0, package)
        return ".".join(parts)

    def _found(self, kind: str, name: str) -> list[str]:
        docs = self._names.find(kind, name)
        if not docs:
            return []
        found = {self._names.path(doc): doc for doc in docs}
        self.docs |= found
        return sorted(found)


def _key(path: str) -> str:
    return posixpath.splitext(path)[0]


def _module_key(path: str) -> str:
    """A path without its ending; a package's file stands for its folder."""
    return _key(path).removesuffix("/__init__")


def _targets(link: RawLink, tree: _Tree) -> list[str]:
    language = link.format.removeprefix("code:")
    target = link.target.strip()
    if not target.strip(":/"):
        return []
    if language == "python":
        return _python(target, link, tree)
    if language in _SCRIPT:
        return _script(target, link, tree)
    if language in _DOTTED:
        return _nearest(link, _suffix(target.replace(".", "/"), _DOTTED[language], tree))
    if language == "rust":
        return _rust(target, link, tree)
    if language == "go":
        return _go(target, tree)
    if language in _INCLUDES:
        return _include(target, link, tree)
    return []


def _python(target: str, link: RawLink, tree: _Tree) -> list[str]:
    """`from a.b import c` may mean the module a.b or its submodule a.b.c: both, where both exist."""
    dots = len(target) - len(target.lstrip("."))
    name = target[dots:]
    if dots:
        folder = posixpath.dirname(link.path)
        for _ in range(dots - 1):
            folder = posixpath.dirname(folder)
        package = tree.module(posixpath.join(folder, "__init__.py"))
        name = ".".join(part for part in (package, name) if part)
    imported = [part.split(" as ")[0].strip() for part in link.text.replace("(", ",").split(",")]
    names = [name, *(f"{name}.{part}" for part in imported if part.isidentifier())]
    found = []
    for module in dict.fromkeys(names):
        found += _nearest(link, tree.modules(module))
    return found


def _script(target: str, link: RawLink, tree: _Tree) -> list[str]:
    if not target.startswith("."):
        return []
    base = posixpath.normpath(posixpath.join(posixpath.dirname(link.path), target))
    stems = [base]
    # TypeScript writes `./x.js` for the file x.ts.
    if base.endswith((".js", ".jsx", ".mjs")):
        stems.append(base.rpartition(".")[0])
    for stem in stems:
        for ending in _SCRIPT_ENDINGS:
            if tree.has(stem + ending):
                return [stem + ending]
    return []


def _rust(target: str, link: RawLink, tree: _Tree) -> list[str]:
    """`crate::a::b::Item`, `super::a`, `self::a`, or `mod a;` (a bare name beside the file)."""
    parts = [part for part in target.replace("::", "/").split("/") if part]
    folder = posixpath.dirname(link.path)
    stem = posixpath.basename(link.path).rpartition(".")[0]
    own = folder if stem in ("lib", "main", "mod") else posixpath.join(folder, stem)
    if parts[0] == "crate":
        base = folder
        while base and not (tree.has(f"{base}/lib.rs") or tree.has(f"{base}/main.rs")):
            base = posixpath.dirname(base)
        parts = parts[1:]
    elif parts[0] == "super":
        base, parts = posixpath.dirname(own), parts[1:]
    else:
        base, parts = own, parts[parts[0] == "self" :]
    for length in range(len(parts), 0, -1):
        path = posixpath.join(base, *parts[:length])
        for candidate in (f"{path}.rs", f"{path}/mod.rs"):
            if tree.has(candidate):
                return [candidate]
    return []


def _go(target: str, tree: _Tree) -> list[str]:
    """A package is a folder: its path is the longest ending of the import path that exists, below
    a module path (so of at least one component after the host)."""
    parts = target.split("/")
    for start in range(1, len(parts)):
        files = tree.below("/".join(parts[start:]))
        if files:
            return [p for p in files if not p.endswith("_test.go")]
    return []


def _include(target: str, link: RawLink, tree: _Tree) -> list[str]:
    target = target.strip("\"'<> ")
    folder = posixpath.dirname(link.path)
    for base in (posixpath.normpath(posixpath.join(folder, target)), posixpath.normpath(target)):
        head, name = posixpath.split(base)
        for ending in _INCLUDE_ENDINGS:
            for path in (base + ending, posixpath.join(head, f"_{name}{ending}")):
                if tree.has(path):
                    return [path]
    return _nearest(link, _suffix(posixpath.normpath(target), _INCLUDE_ENDINGS, tree))


def _suffix(path: str, endings: tuple[str, ...], tree: _Tree) -> list[str]:
    """Files whose path ends with `path` and one of the endings."""
    return [found for ending in endings for found in tree.ending(path + ending)]


def _nearest(link: RawLink, candidates: list[str]) -> list[str]:
    if len(candidates) < 2:
        return candidates
    here = posixpath.dirname(link.path).split("/")

    def shared(path: str) -> int:
        there = posixpath.dirname(path).split("/")
        return next(
            (n for n, (a, b) in enumerate(zip(here, there, strict=False)) if a != b),
            min(len(here), len(there)),
        )

    return [min(candidates, key=lambda path: (-shared(path), path))]
