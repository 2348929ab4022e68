"""What the graph adds to what words and meaning find: the documents that a question names, and those that
they lead to. A question that names nothing gets nothing from here.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from graphrag_batch.retrieve.bridges import Ask, Bridge, Bridges, Start
from graphrag_batch.retrieve.cues import RARE, Wanted, wanted
from graphrag_batch.retrieve.exact import is_symbol_like
from graphrag_batch.retrieve.named import Name, Names
from graphrag_batch.retrieve.priors import is_question
from graphrag_batch.retrieve.rank import relative
from graphrag_batch.retrieve.titles import Titles
from graphrag_batch.stages.lexemes import is_stop, query_terms

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.catalog import Catalog, Floats
    from graphrag_batch.retrieve.lexical import LexicalViews

# How many of the documents that one step leads to the next begins at.
MOST_ONWARD = 3
NAMED = "named in the question"


@dataclass(slots=True, eq=False)
class Expanded:
    """(documents,) twice, in 0..1: those that the question names, and how likely those that they lead to
    answer it; `why` by position."""

    named: Floats
    bridge: Floats
    names: tuple[Name, ...] = ()
    why: dict[int, str] = field(default_factory=dict)


class Expansion:
    """The names and bridges of one artifact."""

    def __init__(self, artifact: Artifact, catalog: Catalog) -> None:
        titles = Titles(artifact, catalog)
        self._names = Names(artifact, titles)
        self._bridges = Bridges(artifact, catalog, titles)

    def expand(
        self, text: str, lexical: LexicalViews, total: Floats, hops: int, rels: Collection[str]
    ) -> Expanded:
        """What a question names, and where `hops` steps lead from there. `total` (documents,) is what the
        other views make of each."""
        names = self._names.find(text)
        found = Expanded(np.zeros_like(total), np.zeros_like(total), names)
        if not is_question(text) and not _asks_of(text, names):
            return found
        starts = {doc: name.sure * tells for name in names for doc, tells in name.sources}
        for name in names:
            for doc, tells in name.documents:
                found.named[doc] = starts[doc] = max(name.sure * tells, float(found.named[doc]))
                found.why[doc] = NAMED
        others: Floats = np.where(found.named > 0, np.float32(0), total)
        self._walk(found, starts, Ask(_wanted(text, names, lexical), relative(others), rels), hops)
        return found

    def _walk(self, found: Expanded, begun: Mapping[int, float], ask: Ask, hops: int) -> None:
        starts = [Start(doc, sure) for doc, sure in sorted(begun.items())]
        seen = set(begun)
        for _ in range(hops):
            best: dict[int, Bridge] = {}
            onward: list[Bridge] = []
            for start in starts:
                crossed = self._bridges.cross(start, ask)
                bridges = [bridge for bridge in crossed if bridge.doc not in seen]
                onward += bridges[:MOST_ONWARD]
                for bridge in bridges:
                    if bridge.doc not in best or bridge.score > best[bridge.doc].score:
                        best[bridge.doc] = bridge
            for doc, bridge in best.items():
                found.bridge[doc], found.why[doc] = bridge.score, bridge.why
            seen |= best.keys()
            starts = [Start(one.doc, one.score) for one in onward]


def _asks_of(text: str, names: Iterable[Name]) -> bool:
    """Whether a query that is no question asks of what it names, as `director of Naked Tango` does: at least
    half of it are names of pages, though it is not only a symbol."""
    named = sum(_telling(name.surface) for name in names if name.documents)
    return 0 < named <= _telling(text) <= 2 * named and not is_symbol_like(query_terms(text))


def _telling(text: str) -> int:
    return sum(not term.stop for term in query_terms(text))


def _wanted(text: str, names: Iterable[Name], lexical: LexicalViews) -> Wanted:
    """What is asked of the names: the telling words beside them, those that no document has among them."""
    for name in names:
        text = f"{text[: name.start]}{' ' * (name.end - name.start)}{text[name.end :]}"
    rarity: Mapping[str, float] = {word.text: word.weight for word in lexical.words}
    parts = (part for term in query_terms(text) for part in (term.text, *term.parts) if not is_stop(part))
    return wanted((part, rarity.get(part, RARE)) for part in parts)
