"""Names that stand side by side are of one kind: those joined by commas and "and", and those of a column. One
of which nothing is told has the type of its neighbours. Pure; linear in the finds."""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence

from graphrag_batch.stages.mention.cues import LIKELY
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.textual import FAINT, Passage, RawMention

_JOINT = re.compile(
    r"(?:,|,? (?:and|or|und|oder|sowie|y|e|o|et|ou|&)|/)\s?(?:(?:the|la|le|les|el|los|die|der|das)\s)?"
)
_SHARED = frozenset(("person", "organization", "location", "product", "event", "standard", "concept"))
# What is told of so many of a column's names is told of the rest.
_HALF = 2
_GUESSED = ("ner", "name")


def of_columns(
    passages: Sequence[Passage], found: Sequence[Sequence[RawMention]]
) -> Iterator[list[RawMention]]:
    """The finds of each passage; names that are all there is in a cell, and of which nothing is told, with
    the type of the others in their column."""
    columns = _columns(passages, found)
    for passage, made in zip(passages, found, strict=True):
        kind = columns.get((passage.group, passage.label), "") if passage.kind == "cell" else ""
        if kind and len(made) == 1 and made[0].surface == passage.text and _is_untold(made[0]):
            yield [made[0]._replace(type=kind, score=LIKELY, strong=True)]
        else:
            yield list(made)


def _is_untold(one: RawMention) -> bool:
    """Whether nothing tells what a name is of."""
    return one.found in _GUESSED and one.score < LIKELY and one.score > FAINT


def _columns(
    passages: Sequence[Passage], found: Sequence[Sequence[RawMention]]
) -> dict[tuple[int, str], str]:
    """The types of the names that are all there is in the cells of a column."""
    told: defaultdict[tuple[int, str], Counter[str]] = defaultdict(Counter)
    for passage, made in zip(passages, found, strict=True):
        if passage.kind == "cell" and passage.row > 0 and passage.group >= 0 and len(made) == 1:
            one = made[0]
            if one.surface == passage.text and one.type in _SHARED:
                told[passage.group, passage.label]["" if _is_untold(one) else one.type] += 1
    kinds = {}
    for column, types in told.items():
        kind, most = max(types.items(), key=lambda item: (item[0] != "", item[1], item[0]))
        if kind and most * _HALF >= sum(types.values()) - types[""] and most > 1:
            kinds[column] = kind
    return kinds


def joined(text: str, finds: Sequence[Found]) -> list[Found]:
    """The finds of a passage, in order; those that commas and "and" join to others with the type that is told
    of them."""
    changed = list(finds)
    row: list[int] = []
    end = 0
    for n, one in enumerate(finds):
        if one.found == "reference" or (row and one.start < end):
            continue
        if row and _JOINT.fullmatch(text, end, one.start) is None:
            _make_alike(text, row, changed)
            row = []
        row.append(n)
        end = one.end
    _make_alike(text, row, changed)
    return changed


def _make_alike(text: str, row: Sequence[int], finds: list[Found]) -> None:
    """Letters behind a person's name are what they are, not who."""
    if len(row) < 2:
        return
    told = {finds[n].type for n in row if finds[n].type in _SHARED and finds[n].score >= LIKELY}
    for n in row if len(told) == 1 else ():
        one = finds[n]
        guessed = one.found in _GUESSED and FAINT < one.score < LIKELY
        if guessed and not ("person" in told and text[one.start : one.end].isupper()):
            finds[n] = one._replace(type=next(iter(told)), score=LIKELY)
