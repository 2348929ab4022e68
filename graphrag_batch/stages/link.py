"""Where links in prose lead: a document, a section of one, or a resource outside the tree.

Pure. A target is read as the renderers of Markdown and reStructuredText read it: relative to the
file that holds it, else to the root of the tree; a page may be named without its ending or with
the ending it is published under; `:doc:` and `:ref:` targets arrive as `doc:NAME` and `ref:NAME`,
roles that name code (`:class:`, `:func:` …) as `class:NAME`, and mean the one definition so named.
What resolves to nothing yields nothing: a broken link is no relation.
"""

from __future__ import annotations

import posixpath
import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

from graphrag_batch.records import RawLink, ResolvedLink

LINK_VERSION = 2

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_ENDINGS = (
    "",
    ".md",
    ".mdx",
    ".markdown",
    ".rst",
    ".txt",
    "/index.md",
    "/README.md",
    "/index.mdx",
    "/index.rst",
)
_PUBLISHED = (".html", ".htm")
_CODE_ROLES = {"class", "func", "meth", "attr", "exc", "data", "const", "obj", "any"}


class Anchor(NamedTuple):
    """A section that can be linked to."""

    section: int
    doc: int
    anchor: str
    title: str


@dataclass(slots=True)
class _Places:
    """What can be linked to, by the names a link may use."""

    docs: Mapping[str, int]
    folded: dict[str, int] = field(default_factory=dict)
    anchors: dict[tuple[int, str], int] = field(default_factory=dict)
    labels: dict[str, set[int]] = field(default_factory=dict)
    symbols: dict[str, set[int]] = field(default_factory=dict)


def resolve_links(
    links: Iterable[RawLink],
    docs: Mapping[str, int],
    anchors: Iterable[Anchor],
    symbols: Iterable[tuple[str, int]] = (),
) -> list[ResolvedLink]:
    """Each link of a prose document that leads somewhere. `docs` maps path to id; `symbols` are
    (qualified name, id) of the definitions in source code."""
    places = _places(docs, anchors)
    for name, symbol in symbols:
        places.symbols.setdefault(name, set()).add(symbol)
    found = (_resolve(link, places) for link in links)
    return [link for link in found if link is not None]


def _places(docs: Mapping[str, int], anchors: Iterable[Anchor]) -> _Places:
    places = _Places(docs)
    for path in sorted(docs, reverse=True):  # of paths that differ in case only, the first wins
        places.folded[path.casefold()] = docs[path]
    for a in sorted(anchors):
        for name in a.anchor.casefold().split():  # a section may have several names
            places.anchors.setdefault((a.doc, name), a.section)
            places.labels.setdefault(name, set()).add(a.section)
    return places


def _resolve(link: RawLink, places: _Places) -> ResolvedLink | None:
    target = link.target.strip()
    if target.startswith("ref:"):
        return _to(link, _label(target[4:], link, places))
    role, _, name = target.partition(":")
    if role in _CODE_ROLES and name and not name.startswith("//"):
        return _to(link, _definition(name, places))
    if target.startswith("doc:"):
        target = target[4:]
    elif _SCHEME.match(target) or target.startswith("//"):
        return _outside(link, target)
    path, _, fragment = target.partition("#")
    path = unquote(path.partition("?")[0])
    doc = _document(path, link.path, places) if path else link.doc
    if doc is None:
        return None
    section = places.anchors.get((doc, unquote(fragment).casefold())) if fragment else None
    dst = section if section is not None else doc
    return _to(link, dst) if dst != link.doc else None


def _to(link: RawLink, dst: int | None) -> ResolvedLink | None:
    if dst is None:
        return None
    return ResolvedLink(link.doc, link.section, link.chunk, link.start, link.end, "refers_to", dst)


def _outside(link: RawLink, target: str) -> ResolvedLink | None:
    try:
        parts = urlsplit(target if not target.startswith("//") else f"https:{target}")
    except ValueError:  # such as an unclosed IPv6 host
        return None
    if parts.scheme.lower() not in ("http", "https", "ftp") or not parts.netloc:
        return None
    url = urlunsplit((parts.scheme.lower(), parts.netloc.lower(), parts.path.rstrip("/"), parts.query, ""))
    return ResolvedLink(link.doc, link.section, link.chunk, link.start, link.end, "cites", None, url)


def _definition(name: str, places: _Places) -> int | None:
    """The definition a dotted name means. Modules re-export, so leading parts may be left off,
    as long as what remains means one definition only."""
    parts = name.removesuffix("()").lstrip("~.!").split(".")
    for start in range(len(parts)):
        found = places.symbols.get(".".join(parts[start:]), set())
        if found:
            return next(iter(found)) if len(found) == 1 else None
    return None


def _label(name: str, link: RawLink, places: _Places) -> int | None:
    """A `:ref:` label: unique in the corpus, or the one in the same document."""
    own = places.anchors.get((link.doc, name.casefold()))
    if own is not None:
        return own
    sections = places.labels.get(name.casefold(), set())
    return next(iter(sections)) if len(sections) == 1 else None


def _document(target: str, source: str, places: _Places) -> int | None:
    folder = posixpath.dirname(source)
    rooted = target.lstrip("/")
    bases = [rooted] if target.startswith("/") else [posixpath.join(folder, target), rooted]
    # `/guide/x` means the root of the site, which may be any folder above the page.
    while target.startswith("/") and folder:
        bases.append(posixpath.join(folder, rooted))
        folder = posixpath.dirname(folder)
    for base in bases:
        found = _page(posixpath.normpath(base), places) if base else None
        if found is not None:
            return found
    return None


def _page(path: str, places: _Places) -> int | None:
    if path.startswith("../") or path == "..":
        return None
    stem = path
    for ending in _PUBLISHED:
        stem = stem.removesuffix(ending)
    for name in dict.fromkeys((path, stem)):
        for ending in _ENDINGS:
            candidate = f"{name}{ending}".removeprefix("./")
            found = places.docs.get(candidate)
            found = found if found is not None else places.folded.get(candidate.casefold())
            if found is not None:
                return found
    return None
