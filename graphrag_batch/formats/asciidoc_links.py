"""Links of AsciiDoc: cross-references, link and image macros, includes, bare URLs; and what a title shows.

A reference within the file gives `#ID`, one to another file its path as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from graphrag_batch.formats.inline import Taken, bare_urls
from graphrag_batch.formats.outline import Lines, LinkSpan, Span

_CROSS = re.compile(r"<<([^<>,\n]{1,300})(?:,\s*([^<>]{1,300}?))?>>")
_MACRO = re.compile(
    r"(?<![\w\\])(xref|link|include|image|video|audio|mailto|linkgit)::?([^\s\[\]`]{1,500})\[((?:[^\]\\]|\\.){0,1000})\]"
)
_URL = re.compile(r"(?<![\w\\:])((?:https?|ftp|irc)://[^\s\[\]<>\"]{1,1000})\[((?:[^\]\\]|\\.){0,1000})\]")
_QUOTED = re.compile(r"(?<!\w)(\*\*?|__?|``?|##?|\^|~)(\S(?:.*?\S)?)\1(?!\w)")
_REFERENCE = re.compile(r"\{([\w-]+)\}")
_NOT_ID = re.compile(r"[^\w\s.-]")
_NOT_LINKED = frozenset({"fence", "html"})


@dataclass(slots=True)
class Names:
    """The sections of a file: a reference may name one by its title."""

    ids: dict[str, str] = field(default_factory=dict)

    def add(self, title: str, name: str) -> None:
        """A section and the id it is linked by."""
        self.ids.setdefault(title.casefold(), name)

    def target(self, name: str) -> str:
        """`#ID` of what is named in the file."""
        return f"#{self.ids.get(name.casefold(), name)}"


def visible(markup: str, attributes: Mapping[str, str]) -> str:
    """What a reader sees of a title, in one line; attributes that the file defines are put in."""
    if "{" in markup:
        markup = _REFERENCE.sub(lambda m: attributes.get(m[1].lower(), m[0])[:200], markup)
    for pattern in (_URL, _MACRO):
        markup = pattern.sub(lambda m: m[m.re.groups].partition(",")[0] or m[m.re.groups - 1], markup)
    markup = _CROSS.sub(lambda m: m[2] or m[1], markup)
    markup = _QUOTED.sub(r"\2", markup)
    return " ".join(markup.split())


def id_of(title: str, attributes: Mapping[str, str]) -> str:
    """The id that a section gets of its title, by the file's `idprefix` and `idseparator`."""
    prefix, separator = attributes.get("idprefix", "_"), attributes.get("idseparator", "_")[:1]
    words = re.split(r"[\s.-]+", _NOT_ID.sub("", title.lower()).strip())
    return f"{prefix[:20].strip()}{separator.join(word for word in words if word)}"


def find_links(lines: Lines, spans: Sequence[Span], names: Names) -> list[LinkSpan]:
    """All links outside literal text and comments."""
    links: list[LinkSpan] = []
    for span in spans:
        if span.kind in _NOT_LINKED or (span.kind == "comment" and not span.info):
            continue
        start, end = lines.start(span.first), lines.start(span.last)
        found = _found(lines.text[start:end], names)
        links += (LinkSpan(start + a, start + b, target, text) for a, b, target, text in found)
    return links


def _found(source: str, names: Names) -> Iterator[tuple[int, int, str, str]]:
    taken: Taken | None = None
    if "<<" in source:
        for match in _CROSS.finditer(source):
            name, text = match[1].strip(), " ".join((match[2] or match[1]).split())
            yield (*match.span(), _cross(name, names), text)
    if "[" in source:
        taken = Taken(len(source))
        for match in _URL.finditer(source):
            taken.add(*match.span())
            yield (*match.span(), match[1], _label(match[2]) or match[1])
        for match in _MACRO.finditer(source):
            if match.start() not in taken:
                taken.add(*match.span())
                label = f"{match[2]}({match[3]})" if match[1] == "linkgit" else _label(match[3])
                yield (*match.span(), _target(match[1], match[2], names), label or match[2])
    if "://" in source:
        for url in bare_urls(source):
            if taken is None or url.start not in taken:
                yield (url.start, url.end, url.target, url.text)


def _target(macro: str, target: str, names: Names) -> str:
    if macro == "xref":
        return _cross(target, names)
    if macro == "linkgit":
        return f"{target}.adoc"
    return f"mailto:{target}" if macro == "mailto" else target


def _cross(name: str, names: Names) -> str:
    if name.startswith("#") or ("#" not in name and not re.search(r"\.\w{2,8}$", name)):
        return names.target(name.lstrip("#"))
    path, _, fragment = name.partition("#")
    if "." not in path.rpartition("/")[2]:
        path += ".adoc"
    return f"{path}#{fragment}" if fragment else path


def _label(text: str) -> str:
    """What a macro shows: its first option, without markup."""
    first = text.partition(",")[0] if "=" in text or "," in text else text
    return " ".join(first.strip('"^ ').split()) if "=" not in first else ""
