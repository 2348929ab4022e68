"""What sentences, and structure, say of two things. Pure."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Mapping, Sequence

from graphrag_batch.config import ExtractConfig
from graphrag_batch.records import Document
from graphrag_batch.stages.statement.about import About, Named, about
from graphrag_batch.stages.statement.cues import of_cues, signs_of
from graphrag_batch.stages.statement.frames import own_triggers
from graphrag_batch.stages.statement.known import Known
from graphrag_batch.stages.statement.listed import of_item
from graphrag_batch.stages.statement.near import of_near
from graphrag_batch.stages.statement.quoted import of_members, of_names
from graphrag_batch.stages.statement.readings import Reading, reading
from graphrag_batch.stages.statement.sentences import of_sentences
from graphrag_batch.stages.statement.sound import sound
from graphrag_batch.stages.statement.stated import stated
from graphrag_batch.stages.statement.structure import of_structure
from graphrag_batch.stages.statement.triggers import triggers_of
from graphrag_batch.stages.statement.unparsed import of_triggers
from graphrag_batch.stages.statement.whose import Subject
from graphrag_batch.textual import Passage, RawMention, Statement, Tagged

__all__ = ["stated", "statements"]

# So many statements may come of one sentence.
_NEAR = 32
_NAME = re.compile(
    r"(?!(?:To|It|He|She|We|You|They|This|That|These|Those|There|Which|What|Both|All|If|In|On|At|The|An?)\b)"
    r"[A-ZÀ-Þ][\w.+#/-]*(?:\s(?:(?:of|for|and|de|du|von)\s)?[A-ZÀ-Þ\d][\w.+#/-]*){0,4}"
)
REFERENCE = "reference"
"""The pattern of what a pronoun means: its place is the subject, what it means the object."""
_NO_SENTENCES = ("title", "heading", "term")


def statements(
    document: Document,
    passages: Sequence[Passage],
    tagged: Sequence[Tagged | None],
    config: ExtractConfig,
    named: Sequence[RawMention] = (),
) -> tuple[Statement, ...]:
    """What the passages of a document say, in order of place. `tagged` has one answer per passage, None where
    no parser read it; `named` are the names in them. A function of its arguments alone."""
    page = about(document, passages)
    known = Known(passages, document.lang.partition("-")[0].casefold())
    read = reading(document, passages, named, page, known)
    found = set(_all(document, passages, tagged, config, page, known, read.meant))
    found.update(of_near(document, read, list(found)))
    found.update(_references(named, read))
    found.update((*of_names(document, page, named, list(found)), *of_members(named)))
    kept = set(sound(document, passages, named, found))
    return tuple(sorted(kept, key=lambda one: (one.start, one.end, one)))


def _all(
    document: Document,
    passages: Sequence[Passage],
    tagged: Sequence[Tagged | None],
    config: ExtractConfig,
    page: About,
    known: Known,
    meant: Mapping[int, Subject],
) -> Iterator[Statement]:
    triggers = triggers_of(document.lang.partition("-")[0].casefold(), own_triggers(config.relations))
    named, signs = Named(passages), signs_of(passages)
    for passage, parsed in zip(passages, tagged, strict=True):
        if parsed is not None:
            of = page, named.of(passage), known, meant
            told = list(of_sentences(passage, parsed, config.relations, *of))
            yield from told
            yield from _besides(
                document.text, told, of_triggers(passage, triggers, page, named.of(passage), known, meant)
            )
            yield from of_item(passage, parsed)
        elif passage.kind not in _NO_SENTENCES:
            yield from of_triggers(passage, triggers, page, named.of(passage), known, meant)
        if passage.kind not in _NO_SENTENCES:
            yield from of_cues(passage, signs)
    yield from of_structure(document, passages, triggers, config.relations, page, meant)


def _references(named: Sequence[RawMention], read: Reading) -> Iterator[Statement]:
    """What pronouns mean, one statement for each."""
    for raw in named:
        if raw.found == "reference" and (meant := read.meant.get(raw.start)):
            span = (raw.start, raw.end)
            yield Statement("same_as", *span, (span,), meant.spans, REFERENCE, meant.sure, "", raw.section)


def _besides(text: str, told: Sequence[Statement], more: Iterable[Statement]) -> Iterator[Statement]:
    """What trigger words say between names in sentences of which the parse told nothing: it takes some verbs
    for nouns."""
    starts = sorted((one.start, one.end) for one in told)
    for one in more:
        at = bisect_left(starts, (one.end, 0))
        apart = not any(end > one.start for _, end in starts[max(0, at - _NEAR) : at])
        ends = (*one.subjects, *one.objects)
        if apart and one.subjects and all(_NAME.fullmatch(text, *span) for span in ends):
            yield one
