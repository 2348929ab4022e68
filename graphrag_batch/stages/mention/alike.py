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


def joined(text: str, finds: Sequence[Found]) -> Iterator[Found]:
    """The finds of a passage, in order; those that commas and "and" join to others with the type that is told
    of them."""
    row: list[Found] = []
    end = 0
    for one in finds:
        if one.found == "reference" or (row and one.start < end):
            yield one
            continue
        if row and _JOINT.fullmatch(text, end, one.start) is None:
            yield from _of_one_kind(text, row)
            row = []
        row.append(one)
        end = one.end
    yield from _of_one_kind(text, row)


def _of_one_kind(text: str, row: Sequence[Found]) -> Iterator[Found]:
    """Letters behind a person's name are what they are, not who."""
    told = {one.type for one in row if one.type in _SHARED and one.score >= LIKELY}
    for one in row:
        guessed = len(told) == 1 and one.found in _GUESSED and FAINT < one.score < LIKELY
        if guessed and not ("person" in told and text[one.start : one.end].isupper()):
            yield one._replace(type=next(iter(told)), score=LIKELY)
        else:
            yield one
