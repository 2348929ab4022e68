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
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple
from urllib.parse import unquote, urlsplit, urlunsplit

from graphrag_batch.records import RawLink, ResolvedLink

if TYPE_CHECKING:
    from graphrag_batch.records import Names, Offer


_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*:")
_ENDINGS = (
    "",
    ".md",
    ".mdx",
    ".markdown",
    ".rst",
    ".txt",
    ".html",
    ".htm",
    "/index.md",
    "/README.md",
    "/index.mdx",
    "/index.rst",
    "/index.html",
)
_PUBLISHED = (".html", ".htm")
_CODE_ROLES = {"class", "func", "meth", "attr", "exc", "data", "const", "obj", "any"}


class Anchor(NamedTuple):
    """A section that can be linked to: the entity it is, and its names, separated by blanks."""

    node: int
    names: str


def offers(
    doc: int, path: str, anchors: Iterable[Anchor], symbols: Iterable[tuple[str, int]]
) -> Iterator[Offer]:
    """The names under which links find a document, its sections (`anchors`, in their order) and the
    definitions in it (qualified name, id)."""
    yield "page", _key(path), doc
    own: set[str] = set()
    for anchor in anchors:
        for name in anchor.names.casefold().split():
            yield "label", name, anchor.node
            if name not in own:  # of two with one name, a reader is taken to the first
                own.add(name)
                yield "anchor", f"{doc}#{name}", anchor.node
    for name, symbol in symbols:
        yield "symbol", name, symbol


def resolve_links(links: Iterable[RawLink], names: Names) -> list[ResolvedLink]:
    """Each link of a prose document that leads somewhere."""
    found = (_resolve(link, names) for link in links)
    return [link for link in found if link is not None]


def _resolve(link: RawLink, names: Names) -> ResolvedLink | None:
    target = link.target.strip()
    if target.startswith("ref:"):
        return _to(link, _label(target[4:], link, names))
    role, _, name = target.partition(":")
    if role in _CODE_ROLES and name and not name.startswith("//"):
        return _to(link, definition(name, names))
    if target.startswith("doc:"):
        target = target[4:]
    elif _SCHEME.match(target) or target.startswith("//"):
        return _outside(link, target)
    path, _, fragment = target.partition("#")
    path = unquote(path.partition("?")[0])
    doc = _document(path, link.path, names) if path else link.doc
    if doc is None:
        return None
    section = _section(doc, unquote(fragment), names) if fragment else None
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


def definition(name: str, names: Names) -> int | None:
    """The definition a dotted name means. Modules re-export, so leading parts may be left off,
    as long as what remains means one definition only."""
    parts = name.removesuffix("()").lstrip("~.!").split(".")
    for start in range(len(parts)):
        found = names.find("symbol", ".".join(parts[start:]))
        if found:
            return found[0] if len(found) == 1 else None
    return None


def _label(name: str, link: RawLink, names: Names) -> int | None:
    """A `:ref:` label: the one in the same document, or unique in the corpus."""
    own = _section(link.doc, name, names)
    if own is not None:
        return own
    sections = names.find("label", name.casefold())
    return sections[0] if len(sections) == 1 else None


def _section(doc: int, name: str, names: Names) -> int | None:
    return next(iter(names.find("anchor", f"{doc}#{name.casefold()}")), None)


def _document(target: str, source: str, names: Names) -> int | None:
    folder = posixpath.dirname(source)
    rooted = target.lstrip("/")
    bases = [rooted] if target.startswith("/") else [posixpath.join(folder, target), rooted]
    # `/guide/x` means the root of the site, which may be any folder above the page.
    while target.startswith("/") and folder:
        bases.append(posixpath.join(folder, rooted))
        folder = posixpath.dirname(folder)
    for base in bases:
        found = _page(posixpath.normpath(base), names) if base else None
        if found is not None:
            return found
    return None


def _page(path: str, names: Names) -> int | None:
    if path.startswith("../") or path == "..":
        return None
    absent = set()  # most endings make no other key
    for place, key in _spellings(path):
        if key in absent:
            continue
        if not names.find("page", key):
            absent.add(key)
        elif (found := exactly(place, names)) is not None:
            return found
    return None


@lru_cache(maxsize=1 << 12)
def _spellings(path: str) -> tuple[tuple[str, str], ...]:
    """The files that a path may mean, the likeliest first, and the key of each. Many pages link to one."""
    stem = path
    for ending in _PUBLISHED:
        stem = stem.removesuffix(ending)
    places = (
        f"{name}{ending}".removeprefix("./") for name in dict.fromkeys((path, stem)) for ending in _ENDINGS
    )
    return tuple((place, _key(place)) for place in places)


def exactly(path: str, names: Names) -> int | None:
    """The document at `path`, or of those that differ in case only, the first by path."""
    found = names.find("page", _key(path))
    if not found:
        return None
    alike = {names.path(doc): doc for doc in found}
    if path in alike:
        return alike[path]
    folded = [other for other in alike if other.casefold() == path.casefold()]
    return alike[min(folded)] if folded else None


def _key(path: str) -> str:
    """What all spellings and endings of a page have in common."""
    return posixpath.splitext(path)[0].casefold()
