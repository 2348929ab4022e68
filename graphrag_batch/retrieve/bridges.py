"""The second hop: from the documents that a question names, over what their sentences say, to the documents
of what they mention.

`Who is the mother of the director of Naked Tango?` is answered on the page of a person whom the question does
not name. The page of the film does, in a sentence that has the question's own word (`cues`). What everything
mentions is no answer, and what a document mentions first is likelier one.
"""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

from graphrag_batch.retrieve.cues import NO_CUE, Cue, Wanted, cue, words_of
from graphrag_batch.retrieve.walk import QUIET

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.catalog import Catalog, Floats
    from graphrag_batch.retrieve.titles import Titles

MOST_MENTIONS = 120
# What a mention is worth without a cue, and as much of that where its document says nothing of what is asked.
UNCUED, UNFIT = 0.2, 0.6
MENTIONS, LINKED = "mentions", "refers_to"

_MENTIONED = (
    "SELECT start, end, entity, chunk, surface, 0 FROM mentions WHERE doc = ? AND type NOT IN ({quiet})"
)
_RELATED = """AND entity IN (SELECT src FROM evidence WHERE doc = ? AND rel IN ({rels})
    UNION SELECT dst FROM evidence WHERE doc = ? AND rel IN ({rels}))"""
_LINKED = """SELECT e.start, e.end, t.id, e.chunk, t.name, 1 FROM evidence e JOIN entities t ON t.id = e.dst
    WHERE e.doc = ? AND e.pattern = 'link' AND t.doc <> e.doc ORDER BY e.start LIMIT ?"""


class Ask(NamedTuple):
    """What is looked for: the words that ask, how well each document answers by itself (documents,) in 0..1,
    and the relations to go along (none: all)."""

    words: Wanted
    fit: Floats
    rels: Collection[str]


@dataclass(frozen=True, slots=True)
class Start:
    """Where to go on from: a document (its position), and how sure it is what was meant."""

    doc: int
    sure: float


@dataclass(frozen=True, slots=True)
class Bridge:
    """A document that is reached, how likely it answers in 0..1, and how it was reached."""

    doc: int
    score: float
    why: str


class _Mention(NamedTuple):
    start: int
    end: int
    entity: int
    chunk: int
    surface: str
    link: int


class Bridges:
    """Steps from document to document in one artifact."""

    def __init__(self, artifact: Artifact, catalog: Catalog, titles: Titles) -> None:
        self._artifact = artifact
        self._catalog = catalog
        self._titles = titles

    def cross(self, start: Start, ask: Ask) -> list[Bridge]:
        """The documents of what a document mentions, best first; where relations are asked for, only of what
        it has one of these with."""
        title = self._titles.of(start.doc)
        own = set(words_of(title))
        mentions = [one for one in self._mentions(start.doc, ask.rels) if set(words_of(one.surface)) - own]
        texts = self._texts({mention.chunk for mention in mentions})
        targets = self._titles.documents({(mention.entity, mention.surface) for mention in mentions})
        best: dict[int, Bridge] = {}
        for mention in mentions:
            at, text = texts[mention.chunk]
            found = targets[mention.entity, mention.surface]
            told = _cue(ask.words, mention, text, at) if found else NO_CUE
            for doc, tells in found:
                unsaid = UNCUED * (UNFIT + (1 - UNFIT) * float(ask.fit[doc]))
                score = tells * (told.score + (1 - told.score) * unsaid)
                if doc != start.doc and (doc not in best or start.sure * score > best[doc].score):
                    best[doc] = Bridge(doc, start.sure * score, _why(title, mention.surface, told))
        return sorted(best.values(), key=lambda bridge: (-bridge.score, bridge.doc))

    def _mentions(self, doc: int, rels: Collection[str]) -> list[_Mention]:
        """What stands in a document, links to other documents among it, in order."""
        walked = sorted(rels)
        related = "" if not rels or MENTIONS in rels else _RELATED.format(rels=_marks(walked))
        rows = self._artifact.execute(
            f"{_MENTIONED.format(quiet=_marks(QUIET))} {related} ORDER BY start LIMIT {MOST_MENTIONS}",
            (
                key := int(self._catalog.doc_ids[doc]),
                *sorted(QUIET),
                *((key, *walked) * 2 if related else ()),
            ),
        )
        links = [] if rels and LINKED not in rels else self._artifact.execute(_LINKED, (key, MOST_MENTIONS))
        return sorted(_Mention(*row) for row in [*rows, *links])[:MOST_MENTIONS]

    def _texts(self, chunks: Collection[int]) -> dict[int, tuple[int, str]]:
        rows = self._artifact.execute(
            f"SELECT id, start, text FROM chunks WHERE id IN ({_marks(chunks)})", sorted(chunks)
        )
        return {chunk: (start, text) for chunk, start, text in rows}


def _cue(asked: Wanted, mention: _Mention, text: str, at: int) -> Cue:
    """What is said around a mention in a chunk that begins `at`; of a link, its words without the target."""
    start, end = mention.start - at, mention.end - at
    target = text.find("](", start, end) if mention.link else -1
    return cue(asked, text, start, end if target < 0 else target, link=bool(mention.link))


def _why(title: str, surface: str, told: Cue) -> str:
    return f"{title} mentions {surface}" + (f" ({told.words})" if told.words else "")


def _marks(values: Collection[Any]) -> str:
    return ", ".join("?" * len(values))
