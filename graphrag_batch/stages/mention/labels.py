"""What a passage is told under: its column's name, the first cell of its row, the term it explains. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator

from graphrag_batch.stages.mention.cue_words import TYPE_OF_LABEL
from graphrag_batch.textual import Passage

_MOST = 30
_VERSION = re.compile(r"version|versión|revision|revisión|révision|fassung|release|^rev\b", re.IGNORECASE)


def labels_of(passages: Iterable[Passage]) -> Iterator[str]:
    """The label of each passage, "" for none. The first cell of a row is one where it is a word for what is
    told beside it (Owner, Author), as in tables of two columns."""
    place, first = (-1, -1), ""
    for passage in passages:
        if (passage.group, passage.row) != place or passage.group < 0:
            place, first = (passage.group, passage.row), ""
            if passage.group >= 0 and len(passage.text) <= _MOST:
                first = passage.text.rstrip(":")
            yield passage.label
        elif (
            (passage.row > 0 or passage.kind == "definition")
            and (first.lower().split(" ")[-1] in TYPE_OF_LABEL or _VERSION.search(first) is not None)
            and passage.kind in ("cell", "definition")
        ):
            yield first
        else:
            yield passage.label
