"""The clauses of a sentence as names, words and marks; what is the subject in one, what hangs on its verb."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphrag_batch.stages.statement.tongues import Words
from graphrag_batch.textual import Span

_TOKEN = re.compile(r"[^\W\d_]+(?=['’]\w)|\w[\w-]*|[^\w\s]")
_STOPS = frozenset(";:()[]—–")
_FAR = 5
_NEAR = 12
_NOTHING = ("nothing", "nichts", "nada", "rien")
_TO = ("to", "zu")


class Name(NamedTuple):
    """A mention within a passage; `place` is where it stands in the document."""

    start: int
    end: int
    type: str
    place: Span


class Item(NamedTuple):
    """A name, a word or a mark of a sentence; `word` in small letters, "" for a name."""

    start: int
    end: int
    word: str
    capital: bool
    name: Name | None = None


class Held(NamedTuple):
    """How a name hangs in its clause: the place of the verb, the preposition before the name; `joined`: by
    "and" to the name before it."""

    verb: int | None
    prep: str
    joined: bool


class Clause(NamedTuple):
    """A clause; `relative`: of the name before it; `number` in its sentence."""

    items: list[Item]
    relative: bool
    number: int

    def first_verb(self, words: Words) -> int | None:
        """The place of its first verb."""
        return next((i for i in range(len(self.items)) if self._is_verb(i, words)), None)

    def free_names(self, start: int, end: int, words: Words) -> list[Name]:
        """The names of a stretch that no preposition governs: the first, and what is joined to it."""
        found: list[Name] = []
        for i in range(start, min(end, len(self.items))):
            name = self.items[i].name
            if name is None or (not found and self.governor(i, words)):
                continue
            if found and not self._is_joined(i, words):
                break
            found.append(name)
        return found

    def governor(self, i: int, words: Words) -> str:
        """The preposition before a name, or before those that it is joined to; "" for none."""
        if self._is_joined(i, words):
            return self.governor(max(j for j in range(i) if self.items[j].name), words)
        for j in range(i - 1, max(-1, i - _FAR), -1):
            item = self.items[j]
            if item.name or item.word in words.joint or not item.word[0].isalnum() or words.verb(item.word):
                if item.word in words.prepositions and item.word in words.article | words.of:
                    return item.word
                return ""
            if item.word in words.prepositions and not self._is_article(j, words):
                return item.word
        return ""

    def _is_article(self, j: int, words: Words) -> bool:
        """Whether a word that may be a genitive is an article here, with nothing before it to be of."""
        word = self.items[j].word
        if word not in words.article:
            return False
        before = self.items[j - 1] if j else None
        return before is None or not (before.name or (before.capital and before.word.isalpha() and j > 1))

    def _is_joined(self, i: int, words: Words) -> bool:
        """Whether a name is joined to the one before it."""
        joint = False
        for j in range(i - 1, max(-1, i - _FAR), -1):
            item = self.items[j]
            if item.name:
                return joint
            if item.word in words.joint or item.word == ",":
                joint = True
            elif item.word not in words.article and not (item.word.isdigit() or item.word[0].isdigit()):
                return False
        return False

    def holder(self, end: int, words: Words) -> Name | None:
        """The one name before a place that its clause is about by "of": "the API of Kestrel"."""
        at = [i for i in range(end) if self.items[i].name]
        one = at[0] if len(at) == 1 else -1
        return self.items[one].name if one > 0 and self.governor(one, words) in words.of else None

    def pair(self, words: Words) -> list[Name]:
        """The last names that are joined, two or more."""
        found: list[Name] = []
        for i, item in enumerate(self.items):
            if item.name:
                found = [*found, item.name] if found and self._is_joined(i, words) else [item.name]
        return found if len(found) > 1 else []

    def held(self, i: int, words: Words, *, german: bool) -> Held:
        """How a name hangs in its clause."""
        if self._is_joined(i, words):
            return Held(self._verb(i, words, german=german), "", True)
        return Held(self._verb(i, words, german=german), self.governor(i, words), False)

    def _verb(self, i: int, words: Words, *, german: bool) -> int | None:
        before = [j for j in range(max(0, i - _NEAR), i) if self._is_verb(j, words)]
        after = [j for j in range(i + 1, len(self.items)) if self._is_verb(j, words)] if german else []
        weak = not before or words.verb(self.items[before[-1]].word) == {"be"}
        if after and weak:
            return after[-1]
        return before[-1] if before else None

    def _is_verb(self, j: int, words: Words) -> bool:
        """Whether a verb stands here that has the subject of its clause: no "to" before it."""
        before = self.items[j - 1].word if j else ""
        if before in _TO or before in words.before_nouns:  # "the route"
            return False
        return bool(words.verb(self.items[j].word))

    def is_kind(self, i: int, words: Words) -> bool:
        """Whether a noun follows a name, and so the name tells of what kind it is."""
        word = self.items[i + 1].word if i + 1 < len(self.items) else ""
        return word.isalpha() and word not in words.no_kind and not words.verb(word)

    def is_passive(self, verb: int, prep: str, words: Words, *, german: bool) -> bool:
        """Whether a verb is done to its subject."""
        word = self.items[verb].word
        if not words.is_done(word):
            return False
        area = self.items if german else self.items[max(0, verb - 4) : verb]
        if any(item.word in words.passive for item in area):
            return True
        before = self.items[verb - 1] if verb else None
        return bool(prep) and (before is None or before.name is not None or before.word == ",")


def items_of(text: str, lower: str, sentence: Span, names: Sequence[Name]) -> list[Item]:
    """The names, words and marks of a sentence, in order."""
    found: list[Item] = []
    at = sentence[0]
    for name in names:
        found += _tokens(text, lower, at, name.start)
        found.append(Item(name.start, name.end, "", True, name))
        at = name.end
    return [*found, *_tokens(text, lower, at, sentence[1])]


def _tokens(text: str, lower: str, start: int, end: int) -> Iterator[Item]:
    for token in _TOKEN.finditer(lower, start, end):
        if (word := token[0]) not in "\"'’‘“”«»*_`":
            at = token.start()
            yield Item(at, at + len(word), word, text[at].isupper())


def clauses_of(items: Sequence[Item], words: Words, *, german: bool) -> list[Clause]:
    """The clauses of a sentence, in order."""
    found: list[Clause] = []
    part: list[Item] = []
    relative = False
    for i, item in enumerate(items):
        stop = item.word in _STOPS and item.word != ""
        opens = _is_relative(items, i, words, german=german)
        begins = opens or stop or _begins(items, i, words) or _has_own_verb(items, i, part, words)
        if begins and part:
            found.append(Clause(part, relative, len(found)))
            part = []
        if begins:
            relative = opens
        if not stop and not opens:
            part.append(item)
    if part:
        found.append(Clause(part, relative, len(found)))
    return found


def _is_relative(items: Sequence[Item], i: int, words: Words, *, german: bool) -> bool:
    item = items[i]
    if item.word not in words.relative or not i or i + 1 >= len(items):
        return False
    before, after = items[i - 1], items[i + 1]
    if german:
        return before.word == "," and not after.capital
    return before.name is not None or before.word == "," or before.word.isalpha()


def _begins(items: Sequence[Item], i: int, words: Words) -> bool:
    """Whether another clause begins here: with a conjunction, or with a subject after a comma."""
    word = items[i].word
    before = items[i - 1].word if i else ""
    if word in words.clause:
        return before not in _NOTHING
    if before == "," or (before in words.joint and i > 1 and items[i - 2].word == ","):
        return word in words.pronoun or word in words.we
    return False


def _has_own_verb(items: Sequence[Item], i: int, part: Sequence[Item], words: Words) -> bool:
    """Whether a name that is joined to a clause has a verb of its own, and so begins another: "Kestrel writes
    to Redis, and the Agent reads from it"."""
    before = items[i - 1].word if i else ""
    joined = before == "," or before in words.joint
    at = i + 1 if items[i].word in words.article else i
    if not joined or at + 1 >= len(items) or items[at].name is None:
        return False
    after = items[at + 1].word
    finite = bool(words.verb(after)) and not words.is_done(after)
    return finite and any(words.verb(item.word) for item in part)
