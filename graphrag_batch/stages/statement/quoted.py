"""What names say by themselves, in any language: a page cites the works that it names (a standard with its
number, a law, a handbook), and `Client.send` is a part of `Client`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphrag_batch.records import Document
from graphrag_batch.stages.statement.about import About
from graphrag_batch.stages.statement.frames import STANDARD, is_work
from graphrag_batch.textual import RawMention, Span, Statement

WEIGHT = 0.4
"""Who names a work refers to it; what else is said of it, other rules know better."""
# Formats and protocols, which a page uses or speaks.
_FORMATS = re.compile(r"(?:OAuth|OpenAPI|POSIX|API)\b")
_MEMBER = re.compile(r"([A-Za-z_][\w.:]*?)(?:\.|::|#)[a-z_A-Z]\w*")
# A file, by the end of its name: "flask.py" is no part of Flask.
_FILE = re.compile(
    r"\.(?:py|pyi|js|mjs|cjs|ts|tsx|jsx|go|rs|rb|c|h|cc|cpp|java|sh|sql|md|rst|adoc|txt|html?|css|toml|ya?ml|json|"
    r"ini|cfg|conf|lock|xml|csv|env|log|db|sqlite|exe|dll|so|zip|gz|tar|png|svg|jpe?g|pdf)$"
)
_MEMBERSHIP = 0.6
_HEADS = frozenset(("title", "heading"))
# What is kept, and looked up in: no text that a page refers to.
_KEPT = re.compile(
    r"(?:[Rr]egister|Registry|Series|Archive|Log|Ledger|Data(?:base|set| ?[Ss]et)|Catalog(?:ue)?|Collection|"
    r"[Ll]ist|Chronology|Inventory|Album|[Vv]erzeichnis|[Aa]rchiv|Registro|Archivo|Registre)s?$"
)


# What ends so may as well be a program, or a plan to do something.
_LOOSE = re.compile(r"(?:Code|Framework|Plan|Protocol|Standard)$")


def of_names(
    document: Document, page: About, named: Sequence[RawMention], told: Sequence[Statement]
) -> Iterator[Statement]:
    """One statement for each work that is named outside headings. `told` is what sentences say: whom they
    cite, and what they say of a work, stands as it is."""
    own = document.text[slice(*page.name)].casefold() if page.name else ""
    said = {document.text[slice(*span)].casefold() for span in _cited(told)}
    for one in named:
        name = one.surface.casefold()
        if name in said or name in own or not is_cited(one):
            continue
        said.add(name)
        span = (one.start, one.end)
        yield Statement("cites", *span, (), (span,), "named", WEIGHT, "document", one.section)


def _cited(told: Sequence[Statement]) -> Iterator[Span]:
    for one in told:
        if one.rel == "cites":
            yield from one.objects


def is_cited(one: RawMention) -> bool:
    """Whether a mention names what can be cited."""
    if one.found == "reference" or not _HEADS.isdisjoint(one.marks):
        return False
    if one.type == "standard":
        return STANDARD.match(one.surface) is not None and not _FORMATS.match(one.surface)
    if one.type == "work":
        return not _KEPT.search(one.surface)
    told = one.type in ("concept", "") and not _LOOSE.search(one.surface)
    return told and " " in one.surface and is_work(one.surface)


def of_members(named: Sequence[RawMention]) -> Iterator[Statement]:
    """What the qualified names of a page are parts of, where that is named too: once for each."""
    spans: dict[str, Span] = {}
    for one in named:
        if one.type == "api" or "code" in one.marks:
            spans.setdefault(one.surface, (one.start, one.end))
    for name, span in spans.items():
        member = _MEMBER.fullmatch(name)
        if member and not _FILE.search(name) and (whole := spans.get(member[1])):
            yield Statement("part_of", *span, (span,), (whole,), "member", _MEMBERSHIP)
