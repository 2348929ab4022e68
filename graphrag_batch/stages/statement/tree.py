"""A parsed sentence as a tree: its words, and the things it names. Linear in its tokens."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Container, Iterator, Sequence

from graphrag_batch.stages.statement.frames import TRANSPARENT
from graphrag_batch.stages.statement.words import words
from graphrag_batch.textual import Passage, Span, Tagged, Token

MOST_SPANS = 32
"""Things on one side of one statement, at most: of a longer enumeration the rest is left out."""

_BEFORE = frozenset(("compound", "nmod", "amod", "nummod", "quantmod", "npadvmod", "punct", "dep"))
RELATIVE = frozenset(("which", "that", "who", "whom", "whose"))
_NOBODY = words(
    "we you i one there us me anyone someone everyone everybody somebody anybody everything something "
    "anything those these this that "
    "what nothing none nobody neither no many few others newer later higher earlier above below either"
)
# A verb that the parser took for a noun: "maintained by the Security team and stores secrets".
_VERBS = words(
    "stores writes reads sends runs exposes provides handles calls serves publishes emits pushes "
    "pulls listens forwards keeps checks returns creates deletes updates receives accepts rejects "
    "sets gets starts stops fails uses needs requires depends holds shows takes makes gives adds "
    "removes loads saves"
)
_OPENING = frozenset("\"“‘«„('`")
_NONE = frozenset(("no", "neither", "few", "nor"))
_EXCLUDING = frozenset(("not", "than", "instead", "nor", "versus", "vs", "except", "unlike", "but"))
_QUOTES = frozenset("\"'“”‘’«»()[]`,-–—:;")
_LONGEST_COVER = 80
# What a parser takes a name for that it does not know, at the beginning of a sentence.
_STRAY = frozenset(("intj", "npadvmod", "advmod", "dep", "nmod"))
_FIRST, _GAP = 3, 8
_NAME = re.compile(r"[^\W\d_a-zà-öø-ÿ]|\d|\w[_/@.]\w")
_SEVERAL = re.compile(r",\s|\sto\s")
_ARTICLE = re.compile(r"(?:(?:the|an?)\s+)?", re.IGNORECASE)
_PLACE = re.compile(
    r"(?:[^\W\d_][\w'’-]*\s+)*[A-ZÀ-Þ](?:[\w'’.-]*[a-zß-ÿ]|\S*\s\S)|(?:EU|US|USA|UK)$|[a-z]{2,}-[a-z]+-\d"
)


class Covers:
    """The stretches of a passage that are one name whatever the parser says: marked words, names a model
    saw."""

    def __init__(self, passage: Passage, tagged: Tagged) -> None:
        marked = [(start, end) for start, end, mark in passage.marks if mark not in ("title", "heading")]
        seen = [
            (_ARTICLE.match(passage.text, start, end).end(), end)  # type: ignore[union-attr]
            for start, end, label in tagged.entities
            if label not in ("DATE", "CARDINAL") and not _SEVERAL.search(passage.text, start, end)
        ]
        self._spans = sorted(s for s in {*marked, *seen} if s[1] - s[0] <= _LONGEST_COVER)
        self._starts = [start for start, _ in self._spans]
        self._entities = sorted((last, label) for _, last, label in tagged.entities)
        apart = ("code", "bold", "link", "term")
        self._marked = sorted((start, end) for start, end, mark in passage.marks if mark in apart)
        self._names = {start for start, _ in self._marked}

    def label(self, start: int, end: int) -> str:
        """What a model takes the last words of a stretch for (PERSON, ORG …), "" for nothing."""
        at = bisect_right(self._entities, (end, "~")) - 1
        return self._entities[at][1] if at >= 0 and self._entities[at][0] > start else ""

    def is_marked(self, start: int) -> bool:
        """Whether words that are set apart as a name begin here."""
        return start in self._names

    def is_within(self, place: int) -> bool:
        """Whether a word stands within words that are set apart as a name."""
        at = bisect_right(self._marked, (place, 1 << 62))
        return any(end > place for _, end in self._marked[max(0, at - 3) : at])

    def widen(self, start: int, end: int) -> Span:
        """The span, with what its edges cut through taken in."""
        for edge in (start, end - 1):
            at = bisect_right(self._starts, edge)
            for low, high in self._spans[max(0, at - 3) : at]:
                if low <= edge < high:
                    start, end = min(start, low), max(end, high)
        return start, end


class Tree:
    """One sentence, its tokens numbered from 0. `words` are casefolded; `kids` are in order of place."""

    def __init__(self, passage: Passage, tagged: Tagged, sentence: Span, covers: Covers) -> None:
        first, last = sentence
        self.tokens = tagged.tokens[first:last]
        self.text, self._covers = passage.text, covers
        self.words = [self.text[t.start : t.end].casefold() for t in self.tokens]
        self.deps = [t.dep for t in self.tokens]
        self.heads = [t.head - first if first <= t.head < last else i for i, t in enumerate(self.tokens)]
        self._part_clauses()
        self._mend_subjects()
        self.kids: list[list[int]] = [[] for _ in self.tokens]
        for i, head in enumerate(self.heads):
            if head != i:
                self.kids[head].append(i)
        self.implied = -1
        self._left = self._left_edges()
        self._phrases: dict[int, Span] = {}
        self._named: dict[int, bool] = {}

    def imply_subject(self, nouns: Container[str], verbs: Container[str]) -> None:
        """Gives a subject, `implied`, to a sentence that begins with its verb ("Follows the build", "Owned by
        the Build team"), or is but a noun that relates ("A component of Kestrel")."""
        root = self.deps.index("ROOT") if self.deps.count("ROOT") == 1 else -1
        if root < 0 or self.kid(root, "nsubj", "nsubjpass", "aux", "csubj", "expl") >= 0:
            return
        done = root == 0 and self.words[0] in verbs and self.words[0].endswith(("ed", "lt", "en", "un"))
        done = done and self.kid(root, "agent", "prep") >= 0 and self.kid(root, "dobj") < 0
        if done or self.words[root] in nouns or (root == 0 and self.words[0].endswith("s")):
            self.implied = len(self.words)
            at = self.tokens[0].start
            dep = "nsubjpass" if done else "nsubj"
            self.tokens = (*self.tokens, Token(at, at, dep, root))
            self.words.append("it")
            self.deps.append(dep)
            self.heads.append(root)
            self.kids.append([])
            self.kids[root].append(self.implied)
            self._left.append(self.implied)
            self._phrases.clear()
            self._named.clear()

    def _part_clauses(self) -> None:
        """Clauses before a semicolon or colon stand for themselves, though the parser hangs them from the
        last."""
        marks = [i for i, word in enumerate(self.words) if word in (";", ":")]
        for i, head in enumerate(self.heads):
            if marks and head > i and self.deps[i] in ("ccomp", "parataxis", "nsubj", "dep"):
                at = bisect_right(marks, i)
                if at < len(marks) and marks[at] < head:
                    self.deps[i], self.heads[i] = "ROOT", i

    def _mend_subjects(self) -> None:
        """Names that the parser does not know, and takes for no subject: "dplR is a package", "tarnd, the SIC
        and Millpond are parts"."""
        for i, dep in enumerate(self.deps[:_FIRST]):
            verb = self.heads[i]
            if dep not in _STRAY or verb <= i or self.deps[verb] != "ROOT":
                continue
            own = next((k for k, d in enumerate(self.deps) if d == "nsubj" and self.heads[k] == verb), -1)
            if own > verb and verb == i + 1 and self.words[verb] in ("is", "are", "was"):
                self.deps[i], self.deps[own] = "nsubj", "attr"
            elif i < own < verb and self._is_listed(i, own):
                self.deps[i], self.heads[i] = "conj", own
            return

    def _is_listed(self, i: int, own: int) -> bool:
        """Whether a noun is the first of an enumeration whose second is a subject."""
        follows = i + 1 < own and self.words[i + 1] in (",", "`") and "," in self.words[i + 1 : own]
        return follows and own - i <= _GAP and any(d == "conj" and h == own for d, h in self._arcs())

    def _arcs(self) -> Iterator[tuple[str, int]]:
        return zip(self.deps, self.heads, strict=True)

    def _left_edges(self) -> list[int]:
        order = [i for i, head in enumerate(self.heads) if head == i]
        for i in order:
            order.extend(self.kids[i])
        left = list(range(len(self.tokens)))
        for i in reversed(order):
            left[self.heads[i]] = min(left[self.heads[i]], left[i])
        return left

    def kid(self, i: int, *deps: str) -> int:
        """The first child with one of these dependencies, -1 for none."""
        for k in self.kids[i]:  # next() takes twice as long, and nothing is asked as often
            if self.deps[k] in deps:
                return k
        return -1

    def word_before(self, i: int) -> str:
        """The word before all that hangs from a noun; "" for none."""
        return self.words[self._left[i] - 1] if self._left[i] else ""

    def prep(self, i: int, word: str) -> int:
        """The child that is this preposition, -1 for none."""
        for k in self.kids[i]:
            if self.words[k] == word and self.deps[k] in ("prep", "agent", "dative", "prt", "mark", "advmod"):
                return k
        return -1

    def below(self, preposition: int) -> int:
        """What a preposition governs, -1 for nothing."""
        return self.kid(preposition, "pobj")

    def things(self, head: int, *, both: bool = True) -> list[int]:
        """The nouns that are meant where `head` stands: itself, or what it stands for ("one of X"), and those
        joined to it by "and", "or", commas. None where it is denied ("no service")."""
        found: list[int] = []
        chain = [head]
        for at in chain:
            if len(found) >= MOST_SPANS:
                break
            if (only := self._only(at)) >= 0:
                found.append(only)
            elif not self._denied(at):
                found.append(self._meant(at))
            if both:
                chain.extend(self._joined(at))
        return [i for i in dict.fromkeys(found) if self.words[i] not in _NOBODY]

    def _only(self, i: int) -> int:
        """What "nothing but X" leaves: X; -1 where nothing is excepted."""
        if self.words[i] != "nothing":
            return -1
        for k in self.kids[i]:
            if self.words[k] in ("but", "except", "beyond", "besides") and self.below(k) >= 0:
                return self.below(k)
            if self.deps[k] == "conj" and i + 1 < len(self.words) and self.words[i + 1] in ("but", "except"):
                return k
        return -1

    def _joined(self, i: int) -> list[int]:
        other = self.kid(i, "appos")
        if other >= 0 and self.kid(other, "cc") >= 0 and self.kid(other, "conj") >= 0 and self.is_name(other):
            return [other]  # "the Agent, the Ledger and Rookery": the parser takes the second for the first
        joined, word = [], ""
        for k in self.kids[i]:
            if self.deps[k] in ("cc", "neg", "preconj") or self.words[k] in _EXCLUDING:
                word = "not" if word == "but" and self.words[k] == "not" else self.words[k]
            elif (
                self.deps[k] == "conj" and word not in _EXCLUDING and self.words[self._left[k]] not in _VERBS
            ):
                joined.append(k)
        return joined

    def _denied(self, i: int) -> bool:
        return any(
            self.deps[k] == "neg"
            or (self.words[k] in _NONE and self.deps[k] in ("det", "preconj", "cc", "amod"))
            for k in self.kids[i]
            if k < i
        )

    def _meant(self, i: int) -> int:
        """What a noun stands for: "version 3 of Python" is Python, "its queue, RabbitMQ" RabbitMQ."""
        for _ in range(3):
            of = self.prep(i, "of") if self.words[i] in TRANSPARENT else -1
            if of < 0 or self.below(of) < 0:
                break
            if self.words[self.below(of)].isdigit():
                break
            i = self.below(of)
        other = self.kid(i, "appos")
        if other < 0 or not self.is_name(other) or self.has_own_name(i):
            return i
        return other if self.has_own_name(other) or not self.is_name(i) else i

    def bearer(self, i: int) -> int:
        """Whom a clause that hangs from a noun is about: in "Envoy, a proxy written in C++" it is Envoy."""
        return self.heads[i] if self.deps[i] == "appos" and not self.is_name(i) else i

    def is_name(self, i: int) -> bool:
        """Whether a noun looks like a name: with a capital, a digit or a sign of code in it, or set apart."""
        found = self._named.get(i)
        if found is None:
            start, end = self.phrase(i)
            found = self._covers.is_marked(start) or _NAME.search(self.text, start, end) is not None
            self._named[i] = found
        return found

    def has_own_name(self, i: int) -> bool:
        """Whether a noun itself, no other word of its phrase, looks like a name."""
        start, end = self.tokens[i][:2]
        return self._covers.is_within(start) or _NAME.search(self.text, start, end) is not None

    def is_set_apart(self, i: int) -> bool:
        """Whether a noun stands in code font, bold, a link."""
        return self._covers.is_within(self.tokens[i].start)

    def is_place(self, i: int) -> bool:
        """Whether a noun may name a place: one with a capital, or a region of a cloud, but no quantity."""
        start, end = self.phrase(i)
        return _PLACE.match(self.text[start:end]) is not None

    def phrase(self, i: int) -> Span:
        """The name that a noun is the head of, without determiners, possessors and relative clauses:
        offsets in the passage."""
        found = self._phrases.get(i)
        if found is None:
            found = self._phrases[i] = self._phrase(i)
        return found

    def _phrase(self, i: int) -> Span:
        first = last = i
        for k in reversed(self.kids[i]):
            if k > i:
                continue
            if self.deps[k] not in _BEFORE or self._left[k] < first - 12:
                break
            first = self._left[k]
        first = next((k + 1 for k in range(i - 1, first - 1, -1) if self.words[k] in _OPENING), first)
        while first < i and self.words[first] in _QUOTES:
            first += 1
        while last + 1 < len(self.tokens) and self._continues(i, last + 1):
            last += 1
        if (of := self._name_of(i, last)) >= 0:
            last = of
        start, end = self._covers.widen(self.tokens[first].start, self.tokens[last].end)
        verb = self.heads[i]
        if self.deps[i] == "dobj" and verb < first and start <= self.tokens[verb].start:
            start = self.tokens[first].start  # a model took the verb into the name: "Uses Redis"
        return start, end

    def _name_of(self, i: int, last: int) -> int:
        """The last token of a name such as "Bank of England", -1 where it is none."""
        if last + 2 >= len(self.tokens) or self.words[last + 1] != "of" or self.heads[last + 1] != i:
            return -1
        below, initial = self.below(last + 1), self.text[self.tokens[i].start]
        capital = below >= 0 and self.text[self.tokens[below].start].isupper() and initial.isupper()
        return below if capital and self._left[below] == last + 2 and below - last <= 4 else -1

    def _continues(self, head: int, i: int) -> bool:
        """Whether the token after a name is of it: "RFC 9110", "Step 3"."""
        near = self.heads[i] in (head, self.heads[head]) and self.deps[i] == "nummod"
        return (near and self.words[i][0].isdigit()) or (self.heads[i] == head and self.deps[i] == "nmod")

    def follows(self, i: int, other: int) -> bool:
        """Whether nothing but a comma stands between the name of `other` and what `i` is the head of."""
        gap = self.text[self.phrase(other)[1] : self.tokens[self._left[i]].start]
        return i > other and not any(c.isalnum() for c in gap)

    def seen_as(self, i: int) -> str:
        """What a model takes a noun's name for (PERSON, ORG …), "" for nothing."""
        return self._covers.label(*self.phrase(i))

    def spans(self, passage: Passage, heads: Sequence[int]) -> tuple[Span, ...]:
        """The names of these nouns as offsets in the document's text."""
        return tuple(passage.span(*self.phrase(i)) for i in heads)
