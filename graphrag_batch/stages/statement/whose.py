"""What a clause is about that may not say it: its own subject; for "it" the subject of the sentence before,
for nothing at all what the list's item, the term, the row, the heading or the page names."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphrag_batch.stages.statement.about import About
from graphrag_batch.stages.statement.clause import Clause, Item, clauses_of
from graphrag_batch.stages.statement.known import Known
from graphrag_batch.stages.statement.tongues import Words, every
from graphrag_batch.textual import Passage, Span

PEOPLE_AND_PLACES = ("person", "location", "group", "event")
_GENERIC, _NOUN, _ABOVE, _OBJECT = 0.7, 0.9, 0.65, 0.8
_PEOPLE = ("person", "group")
_TOLD_OF = ("definition", "cell")
# How the subject of a clause is found: by its name; as a noun for something named; by a pronoun, or left out;
# as a noun for nothing that was named.
_NAMED, _MEANT, _STANDING, _NAMELESS = "named", "meant", "standing", "nameless"
_PRONOUN = re.compile(rf"\b(?:{every('standing')}|them|ils|elles|ell[oa]s)\b", re.IGNORECASE)
_ONE, _MANY = ("it",), ("they", "them", "these")


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
        self, text: str, words: Words, page: About, known: Known, nouns: Mapping[Span, int], *, german: bool
    ) -> None:
        self._text = text
        self._words, self._page, self._known, self._nouns = words, page, known, nouns
        self._german = german
        self._passage, self._place = Passage("paragraph", -1, "", ()), Place()
        self._focus = self._pair = self._above = Subject()
        self._way, self._told = "", False
        self._earlier: list[Subject] = []
        self.meant: dict[int, Subject] = {}

    def enter(self, passage: Passage, place: Place) -> None:
        """Begin a passage."""
        self._passage, self._place = passage, place
        self._focus = place.named
        self._above = place.above._replace(sure=_ABOVE)
        self._pair = Subject()

    def read(self, items: Sequence[Item], sentence: Span) -> list[tuple[Clause, Subject]]:
        """The clauses of the next sentence, each with what it is of."""
        found: list[tuple[Clause, Subject]] = []
        carried = last = self._focus
        main = Subject()
        way = ""
        self._told, self._earlier = False, []
        for clause in clauses_of(items, self._words, german=self._german):
            self._way = ""
            subject = self._of(clause, carried, last)
            self._find_objects(clause, subject)
            found.append((clause, subject))
            if not way and not clause.relative:
                main, way = subject, self._way
            if subject and not clause.relative:
                carried = subject
                self._told = self._told or bool(self._way)
            self._note(clause)
            last = self._after(clause, subject)
        self._leave(items, main, way)
        return found

    def _find_objects(self, clause: Clause, subject: Subject) -> None:
        """Find what "it" means in a clause, and what it names."""
        for i, item in enumerate(clause.items):
            if (
                item.word in self._words.object
                and i
                and clause.items[i - 1].word not in self._words.joint
                and self._passage.place(item.start) not in self.meant
            ):
                self._as_object(clause, i, subject)
        for i, item in enumerate(clause.items):
            if item.name and item.name.type not in PEOPLE_AND_PLACES and not _is_bracketed(clause.items, i):
                self._earlier.append(Subject((item.name.place,), item.name.type))

    def _leave(self, items: Sequence[Item], main: Subject, way: str) -> None:
        """Remember what a sentence was about: the subject of its first clause; where somebody does it, or
        nobody is named, the one thing that it names."""
        if main.of and not main.spans and self._page.name:
            main = main._replace(spans=(self._page.name,), kind="work")
        if way in (_NAMED, _MEANT) and main.spans and main.kind not in _PEOPLE:
            self._focus = main._replace(sure=min(main.sure, _NOUN))
        elif way not in (_STANDING, _NAMELESS):
            self._focus = self._only(items) or self._focus
        if not any(item.name for item in items):
            self._above = Subject()

    def _only(self, items: Sequence[Item]) -> Subject | None:
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

    def _note(self, clause: Clause) -> None:
        """Remember which two things a clause names together."""
        pair = clause.pair(self._words)
        self._pair = Subject(tuple(name.place for name in pair), pair[0].type) if pair else self._pair

    def _after(self, clause: Clause, subject: Subject) -> Subject:
        """What a relative clause after this one is of: its last name, unless that only tells what for."""
        at = [i for i, item in enumerate(clause.items) if item.name]
        if not at:
            return subject if self._is_label(clause) else Subject()
        name = clause.items[at[-1]].name
        idle = clause.governor(at[-1], self._words) in self._words.idle | self._words.of
        return subject if name is None or idle else Subject((name.place,), name.type)

    def _is_label(self, clause: Clause) -> bool:
        """Whether a clause only says what kind of thing is meant: "A small service"."""
        words = self._words
        first = clause.items[0].word if clause.items else ""
        told = first in words.any or (first in words.some and clause.number > 0)
        return told and clause.first_verb(words) is None and not any(item.name for item in clause.items)

    def _of(self, clause: Clause, carried: Subject, last: Subject) -> Subject:
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
            self._way = _NAMED
            return Subject(tuple(name.place for name in names), names[0].type)
        said = [item for item in before if item.word not in words.joint and item.word != ","]
        if first is None:
            return self._without_verb(clause, carried)
        if said and said[0].word in words.bare and not (self._german and said[0].capital and clause.number):
            return self._stands_for(clause, said[0], carried)
        if not said:
            return self._behind(clause, first) or self._left_out(clause, first, carried)
        if said[-1].word in words.we:
            return Subject(self._place.named.spans, sure=_GENERIC)
        if before[0].word in words.own and len(said) <= 3:
            return (carried if clause.number else self._focus)._replace(sure=0.9)
        led_in = before[-1].word == "," or (len(said) > 1 and said[-2].word in words.prepositions)
        if said[-1].word in words.pronoun and led_in:
            return Subject()  # "for this, use …"
        if said[-1].word in words.pronoun:
            polite = self._german and before[-1].capital and clause.items[first].word.endswith("n")
            return Subject() if polite else self._stands_for(clause, said[-1], carried)
        if self._german and said[0].word in words.prepositions and (behind := self._behind(clause, first)):
            return behind
        found = self._generic(clause, before)
        self._way = _MEANT if found and found.sure > _GENERIC else _NAMELESS
        return found

    def _without_verb(self, clause: Clause, carried: Subject) -> Subject:
        """The subject of a clause whose verb is not known: what it begins with."""
        words = self._words
        if clause.items[0].word in words.bare and len(clause.items) > 1:
            return self._stands_for(clause, clause.items[0], carried)
        led = clause.free_names(0, 2, words) if not clause.number else []
        if not led:
            return carried
        self._way = _NAMED
        return Subject((led[0].place,), led[0].type)

    def _stands_for(self, clause: Clause, item: Item, carried: Subject) -> Subject:
        """What a pronoun means: the subject of the clause before; where somebody does it, what is named
        there; at the beginning what the sentence before is about, or what stands above."""
        self._way = _STANDING
        if item.word in self._words.both and self._pair:
            return self._pair
        found = self._focus or self._above
        if clause.number and self._told and carried.kind not in _PEOPLE:
            found = carried
        elif clause.number and self._earlier:
            found = self._earlier[0]
        return self._mean(item, found)

    def _mean(self, item: Item, found: Subject) -> Subject:
        """What is found for a pronoun, if one may say that for it."""
        several = len(found.spans) > 1
        if item.word in _ONE and (several or found.kind in ("person", "group")):
            return Subject()
        if item.word in _MANY and not several and not self._is_many(found):
            return Subject()
        if found.spans and not several:
            self.meant[self._passage.place(item.start)] = found
        return found

    def _is_many(self, found: Subject) -> bool:
        names = [self._text[slice(*span)] for span in found.spans]
        return found.kind in ("organization", "group", "person") or any(
            name.rstrip("`*_").endswith("s") for name in names
        )

    def _as_object(self, clause: Clause, i: int, subject: Subject) -> Subject:
        """What "it" means behind its verb: what else was named in the clauses before, else what the sentence
        before is about."""
        others = [one for one in self._earlier if one.spans[0] not in subject.spans]
        if clause.number and others:
            found = others[-1] if self._way == _NAMED or len(others) == 1 else Subject()
        else:
            found = self._focus
        if set(found.spans) & set(subject.spans):
            return Subject()
        return self._mean(clause.items[i], found)

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
        self._way = _STANDING if clause.items[first].word.endswith(self._words.alone_here or ("",)) else ""
        within = clause.number > 0 or first > 0
        told = clause.items[first].word.endswith(self._words.alone_here or self._words.alone)
        spoken = within and carried.spans == self._focus.spans and not told
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
        return self._focus._replace(sure=_GENERIC) if self._focus else self._above

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
        if (self._german or noun.capital) and len(nouns) == 1 and here in self._nouns:
            return Subject((here,), "concept", sure=_NOUN)
        told = before[0].word in self._words.article
        return Subject(self._place.named.spans, sure=_GENERIC) if told else Subject()


def _is_bracketed(items: Sequence[Item], i: int) -> bool:
    return i > 0 and items[i - 1].word == "("


def meant_in(passage: Passage, sentence: Span, meant: Mapping[int, Subject]) -> frozenset[int]:
    """Where in a passage's text the pronouns of a sentence stand of which it is known what they mean."""
    text = passage.text
    found = (match.start() for match in _PRONOUN.finditer(text, *sentence)) if meant else ()
    return frozenset(start for start in found if passage.place(start) in meant)


def named_in(passage: Passage, spans: Sequence[Span], meant: Mapping[int, Subject]) -> tuple[Span, ...]:
    """Stretches of a passage's text in the document; of a pronoun, what it means."""
    found: list[Span] = []
    for span in spans:
        one = meant.get(passage.place(span[0]))
        found.extend(one.spans if one else (passage.span(*span),))
    return tuple(found)
