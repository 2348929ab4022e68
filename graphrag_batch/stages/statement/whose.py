"""What a clause is about that may not say it: its own subject; for "it" the subject of the sentence before,
for nothing at all what the list's item, the term, the row, the heading or the page names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphrag_batch.stages.statement.about import About
from graphrag_batch.stages.statement.clause import Clause, Item
from graphrag_batch.stages.statement.known import Known
from graphrag_batch.stages.statement.tongues import Words
from graphrag_batch.textual import Passage, Span

PEOPLE_AND_PLACES = ("person", "location", "group", "event")
_GENERIC, _NOUN, _ABOVE, _OBJECT = 0.7, 0.9, 0.65, 0.8
_TOLD_OF = ("definition", "cell")


class Subject(NamedTuple):
    """What a clause is of: names, or the stretches that stand for them. `sure`: no guess."""

    spans: tuple[Span, ...] = ()
    kind: str = ""
    of: str = ""
    sure: float = 1.0

    def __bool__(self) -> bool:
        return bool(self.spans or self.of)


class Place(NamedTuple):
    """What a passage stands under: `named` is what it is about, `above` what the sections around it are
    about; `opens`: it is the first to say something of that."""

    named: Subject = Subject()
    above: Subject = Subject()
    opens: bool = False


class Whose:
    """The subjects of the clauses of a page, in order."""

    def __init__(
        self, words: Words, page: About, known: Known, nouns: Mapping[Span, int], *, german: bool
    ) -> None:
        self._words, self._page, self._known, self._nouns = words, page, known, nouns
        self._german = german
        self._passage, self._place = Passage("paragraph", -1, "", ()), Place()
        self.focus = self._pair = self._above = Subject()

    def enter(self, passage: Passage, place: Place) -> None:
        """Begin a passage."""
        self._passage, self._place = passage, place
        self.focus = place.named
        self._above = place.above._replace(sure=_ABOVE)
        self._pair = Subject()

    def leave(self, items: Sequence[Item], carried: Subject, sentence: Span) -> None:
        """Remember what a sentence was about: `carried`, or the one thing that it names."""
        if carried.spans and carried.kind not in PEOPLE_AND_PLACES:
            inside = self._within(carried, sentence)
            only = None if inside else self._only(items, sentence)
            self.focus = only or carried._replace(sure=min(carried.sure, _NOUN))
        elif only := self._only(items, sentence):
            self.focus = only

    def skip(self, items: Sequence[Item], sentence: Span) -> None:
        """Pass over a sentence without names: what stands above the passage is told of no longer."""
        self.focus = self._only(items, sentence) or self.focus
        self._above = Subject()

    def _within(self, subject: Subject, sentence: Span) -> bool:
        start, end = self._passage.span(*sentence)
        return any(start <= span[0] < end for span in subject.spans)

    def _only(self, items: Sequence[Item], sentence: Span) -> Subject | None:
        """The one thing that a sentence names, without what it has in brackets."""
        found: dict[str, Subject] = {}
        for i, item in enumerate(items):
            if item.name and item.name.type not in PEOPLE_AND_PLACES and not _is_bracketed(items, i):
                said = self._passage.text[item.start : item.end]
                found.setdefault(said, Subject((item.name.place,), item.name.type, sure=_OBJECT))
            elif item.capital and self._nouns.get(self._passage.span(item.start, item.end), 0) > 1:
                span = self._passage.span(item.start, item.end)
                found.setdefault(item.word, Subject((span,), "concept", sure=_OBJECT))
        return next(iter(found.values())) if len(found) == 1 else None

    def note(self, clause: Clause) -> None:
        """Remember which two things a clause names together."""
        pair = clause.pair(self._words)
        self._pair = Subject(tuple(name.place for name in pair), pair[0].type) if pair else self._pair

    def after(self, clause: Clause, subject: Subject) -> Subject:
        """What a relative clause after this one is of: its last name, unless that only tells what for."""
        at = [i for i, item in enumerate(clause.items) if item.name]
        if not at:
            return subject if self.is_label(clause) else Subject()
        name = clause.items[at[-1]].name
        idle = clause.governor(at[-1], self._words) in self._words.idle | self._words.of
        return subject if name is None or idle else Subject((name.place,), name.type)

    def is_label(self, clause: Clause) -> bool:
        """Whether a clause only says what kind of thing is meant: "A small service"."""
        words = self._words
        first = clause.items[0].word if clause.items else ""
        told = first in words.any or (first in words.some and clause.number > 0)
        return told and clause.first_verb(words) is None and not any(item.name for item in clause.items)

    def of(self, clause: Clause, carried: Subject, last: Subject) -> Subject:
        """What a clause is of; `carried` is what the clause before is of, `last` what a relative one is."""
        words = self._words
        first = clause.first_verb(words)
        before = clause.items[: first if first is not None else 0]
        names = clause.free_names(0, len(before), words)
        if clause.relative and not names:
            return last
        if self._is_spoken(before):
            return Subject()
        if names:
            spans = tuple(name.place for name in names)
            return Subject(spans, names[0].type)
        said = [item.word for item in before if item.word not in words.joint and item.word != ","]
        if first is None:
            led = clause.free_names(0, 2, words) if not clause.number else []
            return Subject((led[0].place,), led[0].type) if led else carried
        if not said:
            return self._behind(clause, first) or self._left_out(clause, first, carried)
        if said[-1] in words.we:
            return Subject(self._place.named.spans, sure=_GENERIC)
        if before[0].word in words.own and len(said) <= 3:
            return (carried if clause.number else self.focus)._replace(sure=0.9)
        led_in = before[-1].word == "," or (len(said) > 1 and said[-2] in words.prepositions)
        if said[-1] in words.pronoun and led_in:
            return Subject()  # "for this, use …"
        if said[-1] in words.pronoun:
            polite = self._german and before[-1].capital and clause.items[first].word.endswith("n")
            if said[-1] in words.both and self._pair:
                return self._pair
            same = clause.number and carried.kind not in PEOPLE_AND_PLACES
            return Subject() if polite else carried if same else self.focus or self._above
        if self._german and said[0] in words.prepositions and (behind := self._behind(clause, first)):
            return behind
        return self._generic(clause, before)

    def _is_spoken(self, before: Sequence[Item]) -> bool:
        """Whether somebody is spoken to, or speaks, in a clause: names in it are no subjects."""
        words = self._words
        person = words.person | (words.we if any(item.name for item in before) else frozenset())
        polite = [item for item in before[1:] if self._german and item.word == "sie" and item.capital]
        return bool(polite) or any(item.word in person for item in before)

    def _behind(self, clause: Clause, first: int) -> Subject:
        """The subject after its verb: "Zuständig ist das Labor", "Im Keller steht der Server"."""
        if not self._german:
            return Subject()
        after = clause.items[first + 1 : first + 4]
        names = clause.free_names(first + 1, min(len(clause.items), first + 4), self._words)[:1]
        if any(item.word in self._words.pronoun for item in after):
            return Subject()  # "Verwenden Sie …"
        return Subject((names[0].place,), names[0].type) if names else Subject()

    def _left_out(self, clause: Clause, first: int, carried: Subject) -> Subject:
        """The subject of a clause that begins with its verb: that of the clause before in the sentence; else
        what stands above, if the verb has the form for it."""
        within = clause.number > 0 or first > 0
        told = clause.items[first].word.endswith(self._words.alone_here or self._words.alone)
        spoken = within and carried.spans == self.focus.spans and not told
        if spoken:
            return Subject()
        return carried if within else self._unnamed(clause, first)

    def _unnamed(self, clause: Clause, first: int) -> Subject:
        """The subject that a sentence leaves out: what stands above it, if it is no command."""
        words, word = self._words, clause.items[first].word
        # elsewhere such a verb may as well be a command: "usa", "utilise"
        here = self._passage.kind in _TOLD_OF or (self._german and self._place.opens)
        alone = words.alone_here if here else words.alone
        if not alone or not word.endswith(alone):
            return Subject()
        return self.focus._replace(sure=_GENERIC) if self.focus else self._above

    def _generic(self, clause: Clause, before: Sequence[Item]) -> Subject:
        """What a subject without a name stands for: "the gateway", "the policy", "sessions"."""
        nouns = [item for item in before if item.word.isalpha() and item.word not in self._words.article]
        if not nouns or before[0].word in self._words.prepositions:
            return Subject()
        holder = clause.holder(len(before), self._words)
        if holder is not None:
            return Subject((holder.place,), holder.type, sure=_NOUN)
        noun, passage = nouns[-1], self._passage
        what = self._known.what(noun.word, passage.place(noun.start))
        if what is not None and len(nouns) == 1:
            return Subject((what,), sure=_NOUN)
        if self._page.is_meant(passage.text, (noun.start, noun.end)):
            return Subject(of="document", sure=_NOUN)
        here = passage.span(noun.start, noun.end)
        if self._german and len(nouns) == 1 and here in self._nouns:
            return Subject((here,), "concept", sure=_NOUN)
        told = before[0].word in self._words.article
        return Subject(self._place.named.spans, sure=_GENERIC) if told else Subject()


def _is_bracketed(items: Sequence[Item], i: int) -> bool:
    return i > 0 and items[i - 1].word == "("
