"""Links of reStructuredText: references, roles, targets, toctree entries, images, bare URLs.

A `:doc:` role gives the target `doc:NAME` and a `:ref:` role `ref:LABEL`; a role that names code
gives the name with its role in front (`class:flask.Flask`); the rest is as written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field

from graphrag_batch.formats.inline import Taken, bare_urls
from graphrag_batch.formats.outline import Lines, LinkSpan, Span

_CODE_ROLES = (
    "class|func|meth|mod|attr|exc|obj|data|const|function|method|module|type|macro|member|struct|option|"
    "envvar|confval|setting|command|program|file|download"
)
_ROLE = re.compile(
    rf":(?:[a-z]{{1,10}}:)?(?P<role>ref|numref|doc|any|term|{_CODE_ROLES}):`(?P<body>[^`]{{1,500}})`"
)
_TITLED = re.compile(r"\s*(.*?)\s*<([^<>]+)>\s*$", re.DOTALL)
_PHRASE = re.compile(r"(?<![\w`:])`(?P<body>[^`\s][^`]{0,500})`__?(?!\w)")
_WORD = re.compile(r"(?<![\w`.:/-])(\w+(?:[-.:+]\w+)*)__?(?![\w`])")
_TARGET = re.compile(r"\.\.\s+_(`[^`]+`|[^:`\s][^:`]*):\s+(\S.*)$")
_RESOURCE = re.compile(r"\.\.\s+(?:\|[^|]+\|\s+)?(image|figure|include|literalinclude|video)::\s+(\S.*)$")
_ENTRY = re.compile(r"\s+(\S.*)$")
_LITERAL = re.compile(r"``[^`]*(?:`[^`]+)*``")
_MARKS = re.compile(r"``([^`]+)``|\*\*([^*]+)\*\*|\*([^*\s][^*]*)\*")
_NOT_LINKED = ("fence", "comment")
_NOT_SLUG = re.compile(r"[^a-z0-9]+")


def slug_of(title: str) -> str:
    """The id that docutils gives a section, except that letters beyond ASCII stay."""
    lower = title.lower()
    if lower.isascii():
        return _NOT_SLUG.sub("-", lower).strip("-")
    return re.sub(r"[\W_]+", "-", lower).strip("-")


def label_of(name: str) -> str:
    """A label as an anchor, which holds no space."""
    return "-".join(name.lower().split())


def plain(markup: str) -> str:
    """What a reader sees of a title, in one line."""
    if "`" in markup or "*" in markup:
        markup = _ROLE.sub(lambda m: _titled(m["body"])[0], markup)
        markup = _PHRASE.sub(lambda m: _titled(m["body"])[0], markup)
        markup = _MARKS.sub(lambda m: m[1] or m[2] or m[3], markup)
        markup = re.sub(r":[a-z:]{1,30}:`([^`]*)`", r"\1", markup).replace("`", "")
    return " ".join(markup.split())


@dataclass(slots=True)
class Names:
    """What a reference may name: explicit targets and the sections of the file."""

    targets: dict[str, str] = field(default_factory=dict)

    def add_target(self, name: str, url: str) -> None:
        """`.. _name: url`"""
        self.targets[_folded(name)] = url

    def add_section(self, title: str) -> None:
        """A section title names itself; an explicit target of that name wins."""
        self.targets.setdefault(_folded(title), f"#{slug_of(title)}")

    def find(self, name: str) -> str | None:
        """The target of a reference; None where the file has none of that name."""
        return self.targets.get(_folded(name))


def _folded(name: str) -> str:
    return " ".join(name.lower().split())


def find_links(lines: Lines, spans: Sequence[Span], names: Names) -> list[LinkSpan]:
    """All links outside literal text."""
    links: list[LinkSpan] = []
    for span in spans:
        whole = list(_block_links(lines, span))
        links += whole
        if span.kind not in _NOT_LINKED:
            start, end = lines.start(span.first), lines.start(span.last)
            taken = Taken(end - start)
            for link in whole:
                taken.add(link.start - start, link.end - start)
            found = _inline_links(lines.text[start:end], names, taken)
            links += (LinkSpan(start + a, start + b, target, text) for a, b, target, text in found)
    return links


def _block_links(lines: Lines, span: Span) -> Iterator[LinkSpan]:
    """Links that a whole line makes: a target's URL, an image, a toctree's entries."""
    start, end, line = lines.start(span.first), lines.end(span.first), lines.get(span.first)
    named, resource = _TARGET.match(line), _RESOURCE.match(line)
    if span.info == "target" and named is not None and not named[2].endswith("_"):
        yield LinkSpan(start, end, named[2].strip(), named[1].strip("`"))
    elif resource is not None:
        yield LinkSpan(start, end, resource[2].strip(), "")
    elif span.info == "toctree":
        for number in range(span.first + 1, span.last):
            entry = _ENTRY.match(lines.get(number))
            if entry is None or entry[1].startswith(":") or entry[1].strip() == "self":
                continue
            text, name = _titled(entry[1].strip())
            target = name if "://" in name else f"doc:{name}"
            yield LinkSpan(lines.start(number) + entry.start(1), lines.end(number), target, text)


def _titled(body: str) -> tuple[str, str]:
    """(text, target) of `text <target>`, or the body as both."""
    match = _TITLED.match(body) if "<" in body else None
    if match is None:
        return " ".join(body.split()), " ".join(body.split())
    return " ".join(match[1].split()) or match[2], match[2].strip()


def _inline_links(source: str, names: Names, taken: Taken) -> Iterator[tuple[int, int, str, str]]:
    for match in _LITERAL.finditer(source) if "``" in source else ():
        taken.add(*match.span())
    if ":`" in source:
        for match in _ROLE.finditer(source):
            if match.start() not in taken:
                taken.add(*match.span())
                yield (*match.span(), *_role_target(match["role"], match["body"]))
    if "`_" in source:
        for match in _PHRASE.finditer(source):
            text, target = _titled(match["body"])
            known = target if target != text else names.find(target)
            if known is not None and match.start() not in taken:
                taken.add(*match.span())
                yield (*match.span(), names.find(known.rstrip("_")) or known, text)
    if "_" in source:
        for match in _WORD.finditer(source):
            known = names.find(match[1])
            if known is not None and match.start() not in taken:
                yield (*match.span(), known, match[1])
    if "://" in source:
        yield from (tuple(f) for f in bare_urls(source) if f.start not in taken)  # type: ignore[misc]


def _role_target(role: str, body: str) -> tuple[str, str]:
    text, name = _titled(body)
    if role == "doc":
        return f"doc:{name}", text
    if role in ("ref", "numref"):
        return f"ref:{label_of(name)}", text
    if role in ("download", "file"):
        return name, text
    if role in ("any", "term"):
        return f"{role}:{name}", text
    shown = text.lstrip("~!.")
    return f"{role}:{name.lstrip('~!.')}", shown.rpartition(".")[2] if text.startswith("~") else shown
