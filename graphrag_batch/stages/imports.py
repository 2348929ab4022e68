"""Which files of the tree a source file imports, from its import statements and the paths alone.

Pure. Each language family reads a target the way its own tool chain does, as far as paths tell;
what is not in the tree (a library) yields nothing. Where a name fits several files, the one that
shares the longest folder with the importer is meant, then the first by path.
"""

from __future__ import annotations

import posixpath
from collections import defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from graphrag_batch.records import RawLink, ResolvedLink

IMPORTS_VERSION = 1

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


@dataclass(slots=True)
class _Tree:
    """The paths of the tree, by the names an import may use."""

    docs: Mapping[str, int]
    packages: set[str] = field(default_factory=set)
    modules: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    by_name: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))
    by_folder: dict[str, list[str]] = field(default_factory=lambda: defaultdict(list))


def resolve_imports(
    links: Iterable[RawLink], docs: Mapping[str, int], packages: Iterable[str] = ()
) -> list[ResolvedLink]:
    """A `depends_on` link for each import that names a file of the tree.

    `docs` maps path to id. `packages` are the paths of all `__init__.py`, which count although
    empty ones are no documents.
    """
    tree = _index(docs, packages)
    found = []
    for link in links:
        for path in _targets(link, tree):
            dst = docs[path]
            if dst != link.doc:
                found.append(
                    ResolvedLink(link.doc, link.section, link.chunk, link.start, link.end, "depends_on", dst)
                )
    return found


def _index(docs: Mapping[str, int], packages: Iterable[str]) -> _Tree:
    tree = _Tree(docs)
    inits = [path for path in (*docs, *packages) if posixpath.basename(path) == "__init__.py"]
    tree.packages = {posixpath.dirname(path) for path in inits}
    for path in sorted(docs):
        folder, name = posixpath.split(path)
        tree.by_name[name].append(path)
        tree.by_folder[folder].append(path)
        if name.endswith((".py", ".pyi")):
            tree.modules[_module(path, tree.packages)].append(path)
    return tree


def _module(path: str, packages: set[str]) -> str:
    """The dotted name a Python file is imported by: from its topmost package folder down."""
    folder, name = posixpath.split(path)
    parts = [] if name.startswith("__init__.") else [name.rpartition(".")[0]]
    while folder and folder in packages:
        folder, package = posixpath.split(folder)
        parts.insert(0, package)
    return ".".join(parts)


def _targets(link: RawLink, tree: _Tree) -> list[str]:
    language = link.format.removeprefix("code:")
    target = link.target.strip()
    if not target:
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
        package = _module(posixpath.join(folder, "__init__.py"), tree.packages)
        name = ".".join(part for part in (package, name) if part)
    imported = [part.split(" as ")[0].strip() for part in link.text.replace("(", ",").split(",")]
    names = [name, *(f"{name}.{part}" for part in imported if part.isidentifier())]
    found = []
    for module in dict.fromkeys(names):
        found += _nearest(link, tree.modules.get(module, []))
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
            if stem + ending in tree.docs:
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
        while base and not {f"{base}/lib.rs", f"{base}/main.rs"} & tree.docs.keys():
            base = posixpath.dirname(base)
        parts = parts[1:]
    elif parts[0] == "super":
        base, parts = posixpath.dirname(own), parts[1:]
    else:
        base, parts = own, parts[parts[0] == "self" :]
    for length in range(len(parts), 0, -1):
        path = posixpath.join(base, *parts[:length])
        for candidate in (f"{path}.rs", f"{path}/mod.rs"):
            if candidate in tree.docs:
                return [candidate]
    return []


def _go(target: str, tree: _Tree) -> list[str]:
    """A package is a folder: its path is the longest ending of the import path that exists, below
    a module path (so of at least one component after the host)."""
    parts = target.split("/")
    for start in range(1, len(parts)):
        files = [p for p in tree.by_folder.get("/".join(parts[start:]), []) if p.endswith(".go")]
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
                if path in tree.docs:
                    return [path]
    return _nearest(link, _suffix(posixpath.normpath(target), _INCLUDE_ENDINGS, tree))


def _suffix(path: str, endings: tuple[str, ...], tree: _Tree) -> list[str]:
    """Files whose path ends with `path` at a folder boundary."""
    found = []
    for ending in endings:
        full = path + ending
        for candidate in tree.by_name.get(posixpath.basename(full), []):
            if candidate == full or candidate.endswith(f"/{full}"):
                found.append(candidate)
    return found


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
