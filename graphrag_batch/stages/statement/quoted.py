"""What a page cites by naming it: a standard with its number, a law, a handbook. Of any language."""

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
_HEADS = frozenset(("title", "heading"))
# What is kept, and looked up in: no text that a page refers to.
_KEPT = re.compile(
    r"(?:[Rr]egister|Registry|Series|Archive|Log|Ledger|Data(?:base|set| ?[Ss]et)|Catalog(?:ue)?|Collection|"
    r"[Ll]ist|Chronology|Inventory|Album|[Vv]erzeichnis|[Aa]rchiv|Registro|Archivo|Registre)s?$"
)


def of_names(
    document: Document, page: About, named: Sequence[RawMention], told: Sequence[Statement]
) -> Iterator[Statement]:
    """One statement for each work that is named outside headings. `told` is what sentences say: whom they
    cite, and what they say of a work, stands as it is."""
    own = document.text[slice(*page.name)].casefold() if page.name else ""
    said = {document.text[slice(*span)].casefold() for span in _cited(told)}
    for one in named:
        name = one.surface.casefold()
        if name in said or name in own or not _is_cited(one):
            continue
        said.add(name)
        span = (one.start, one.end)
        yield Statement("cites", *span, (), (span,), "named", WEIGHT, "document", one.section)


def _cited(told: Sequence[Statement]) -> Iterator[Span]:
    for one in told:
        if one.rel == "cites":
            yield from one.objects


def _is_cited(one: RawMention) -> bool:
    """Whether a mention names what can be cited."""
    if one.found == "reference" or not _HEADS.isdisjoint(one.marks):
        return False
    if one.type == "standard":
        return STANDARD.match(one.surface) is not None and not _FORMATS.match(one.surface)
    if one.type == "work":
        return not _KEPT.search(one.surface)
    return " " in one.surface and is_work(one.surface)
