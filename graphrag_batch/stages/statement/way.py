"""The way from a name up the tree of its sentence: over prepositions to the noun or verb that governs it."""

from __future__ import annotations

from bisect import bisect_left, bisect_right
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphrag_batch.stages.statement.clauses import BE, subject_of
from graphrag_batch.stages.statement.deeds import IN_PLACE, PLACES
from graphrag_batch.stages.statement.frames import TRANSPARENT
from graphrag_batch.stages.statement.quoted import is_cited
from graphrag_batch.stages.statement.tree import RELATIVE, Tree
from graphrag_batch.textual import Passage, RawMention, Span, Tagged

_DEEP = 12
_CLAUSES = frozenset(("ROOT", "relcl", "acl", "advcl", "ccomp", "xcomp", "pcomp", "parataxis", "dep"))
_FINITE = ("nsubj", "nsubjpass", "dobj", "auxpass", "aux")
_DENYING = frozenset(
    (
        "not",
        "no",
        "longer",
        "never",
        "without",
        "n't",
        "neither",
        "nor",
        "except",
        "but",
        "instead",
        "than",
        "unlike",
    )
)
# Of two prepositions on the way, the nearer may be one of these: "writes to a table of Y".
_NESTED = frozenset(("of", "in", "on", "from", "to", "via", "over", "through", "with"))
# Before what is used, even where a name goes before: "takes Visa payments through Stripe".
_TO_VERB = frozenset(("with", "via", "through", "over", "using", "to", "from", "into", "by", "for", "as"))


class Name(NamedTuple):
    """A name in a sentence: its first and last token, the one that is its head, where it stands in the
    document, and what it is; a standard with a number, a law are of type `work`."""

    first: int
    last: int
    head: int
    span: Span
    type: str


class Way(NamedTuple):
    """What governs a name. `verb`: the verb, -1 for a noun; `prep`: the preposition before the name, "" for
    none; `nouns`: the noun, or the subjects of the verb; `is_said`: a part of what something is said to be
    ("is a Python package")."""

    verb: int
    prep: str
    nouns: list[int]
    is_said: bool = False


class Names:
    """The names of a passage, by token; of two that overlap the longer."""

    def __init__(self, passage: Passage, tagged: Tagged, found: Sequence[RawMention]) -> None:
        starts = [token.start for token in tagged.tokens]
        self._spans: list[tuple[int, int, RawMention]] = []
        commands = [(a, b) for a, b, mark in passage.marks if mark == "code" and " " in passage.text[a:b]]
        for one in sorted(found, key=lambda one: (one.start, -one.end, not one.strong, one)):
            start, stop = _here(passage, one.start), _here(passage, one.end - 1) + 1
            if any(a <= start < b and stop - start < b - a for a, b in commands):
                continue
            if one.found != "reference" and 0 <= start < stop <= len(passage.text):
                first, last = bisect_right(starts, start) - 1, bisect_left(starts, stop) - 1
                if first >= 0 and (not self._spans or first > self._spans[-1][1]):
                    self._spans.append((first, last, one))
        self._firsts = [first for first, _, _ in self._spans]

    def within(self, tree: Tree, window: Span) -> dict[int, Name]:
        """The names in a sentence, by each of their tokens (numbered as the tree's are)."""
        names: dict[int, Name] = {}
        low, high = window
        for first, last, one in self._spans[bisect_left(self._firsts, low) : bisect_left(self._firsts, high)]:
            a, b = first - low, min(last, high - 1) - low
            head = next((i for i in range(b, a - 1, -1) if not a <= tree.heads[i] <= b), b)
            name = Name(a, b, head, (one.start, one.end), _kind(tree, one, b))
            names.update(dict.fromkeys(range(a, b + 1), name))
        return names


def _kind(tree: Tree, one: RawMention, last: int) -> str:
    """What a name is, by its own last word or the one after it too: "the Hallin hall" is a place."""
    if is_cited(one):
        return "work"
    after = tree.words[last + 1] if last + 1 < len(tree.words) and tree.heads[last] == last + 1 else ""
    placed = one.type in ("concept", "product", "organization", "") and {tree.words[last], after} & PLACES
    return "location" if placed else one.type


def _here(passage: Passage, place: int) -> int:
    at = bisect_right(passage.places, place, key=_there) - 1
    return passage.places[at][0] + place - passage.places[at][1] if at >= 0 else -1


def _there(run: tuple[int, int]) -> int:
    return run[1]


def ways_to(tree: Tree, name: Name, names: dict[int, Name]) -> Iterator[Way]:
    """What governs a name: nothing that is denied, nor the clause that it is the subject of."""
    if way := _beside(tree, name, names) or _Climb(tree, name, names).go():
        yield way
    for verb in tree.kids[name.head]:
        if tree.deps[verb] == "relcl" and _is_of_object(tree, verb):
            yield Way(verb, "", subjects_of(tree, verb))


def _is_of_object(tree: Tree, verb: int) -> bool:
    """Whether a relative clause is of what is done: "the board, which Ada chairs"."""
    own = tree.kid(verb, "nsubj")
    other = tree.kid(verb, "dobj", "attr")
    return (
        own >= 0
        and tree.words[own] not in RELATIVE
        and (other < 0 or tree.words[other] in RELATIVE)
        and not any(tree.deps[k] == "prep" and tree.below(k) < 0 for k in tree.kids[verb])
    )


def _beside(tree: Tree, name: Name, names: dict[int, Name]) -> Way | None:
    """The name before a place: "Redis in Oslo", whatever the parser hangs "in" from."""
    at = name.first - 1
    while at > 0 and tree.words[at] in ("the", "our"):
        at -= 1
    other = names.get(at - 1) if name.type in ("location", "host") and at > 0 else None
    return Way(-1, tree.words[at], [other.head]) if other and tree.words[at] in IN_PLACE else None


class _Climb:
    """Steps from a name to its head, and on."""

    def __init__(self, tree: Tree, name: Name, names: dict[int, Name]) -> None:
        self._tree, self._name, self._names = tree, name, names
        self._at, self._prep, self._over, self._inside = name.head, "", 0, False

    def go(self) -> Way | None:
        """The governor that is reached."""
        tree = self._tree
        for _ in range(_DEEP):
            i = self._at
            step, head = _STEPS.get(tree.deps[i]), tree.heads[i]
            if step is None or head == i or self._is_denied(i):
                return None
            found = step(self, head)
            if not isinstance(found, bool):
                return found
            if not found:
                return None
            self._at = head
        return None

    def _is_denied(self, i: int) -> bool:
        """Whether a word is denied, with its article or without: "not a Python linter"."""
        tree = self._tree
        own = any(k < i and (tree.deps[k] == "neg" or tree.words[k] == "not") for k in tree.kids[i])
        return tree.words[max(0, i - 1)] in _DENYING or (own and not is_verb(tree, i))

    def _other(self, i: int) -> bool:
        """Whether another name stands here."""
        return i in self._names and self._names[i] is not self._name

    def _governed(self, head: int) -> Way | bool:
        """From what a preposition governs to the preposition."""
        word = self._tree.words[head]
        self._over += 1
        if self._prep and self._tree.words[self._at] not in TRANSPARENT:
            placed = self._prep in IN_PLACE and self._name.type == "location"
            return not placed and self._prep in _NESTED
        self._prep = word
        return True

    def _prepositional(self, head: int) -> Way | bool:
        """From a preposition to what it hangs from."""
        if head not in self._names and is_verb(self._tree, head):
            return self._verb(head)
        if self._other(head) and self._prep not in _TO_VERB:
            before = self._names[head].last + 1 == self._at
            return Way(-1, self._prep, [head]) if before else False
        stays = self._name.type == "location" and self._tree.deps[head] in ("dobj", "pobj")
        return not stays or self._tree.words[head] in TRANSPARENT

    def _verb(self, verb: int) -> Way:
        return Way(verb, self._prep or "to", subjects_of(self._tree, verb))

    def _object(self, verb: int) -> Way | bool:
        """From an object, or what is said of something, to the verb."""
        if verb in self._names:
            return False
        said = self._tree.words[verb] in BE
        if said and not (self._inside or self._prep):
            return False
        return Way(verb, self._prep, subjects_of(self._tree, verb), is_said=said)

    def _possessor(self, head: int) -> Way | bool:
        return Way(-1, "'s", [head]) if self._other(head) else False

    def _part(self, _: int) -> bool:
        """From a part of a noun's phrase to the noun."""
        self._inside = True
        return True

    def _apposed(self, head: int) -> Way | bool:
        if self._other(head):
            return Way(-1, self._prep, [head]) if self._prep else False
        return True

    def _joined(self, _: int) -> bool:
        return True


_STEPS = {
    **dict.fromkeys(("pobj", "pcomp"), _Climb._governed),
    **dict.fromkeys(("prep", "agent", "dative", "advmod", "prt"), _Climb._prepositional),
    **dict.fromkeys(("dobj", "attr", "oprd", "acomp"), _Climb._object),
    **dict.fromkeys(("compound", "nmod", "amod", "nummod", "quantmod", "npadvmod", "det"), _Climb._part),
    "poss": _Climb._possessor,
    "appos": _Climb._apposed,
    "conj": _Climb._joined,
}


def is_verb(tree: Tree, i: int) -> bool:
    """Whether a word is the verb of a clause."""
    if tree.deps[i] != "conj":
        return tree.deps[i] in _CLAUSES
    return tree.kid(i, *_FINITE) >= 0 or is_verb(tree, tree.heads[i]) if tree.heads[i] < i else False


def subjects_of(tree: Tree, verb: int) -> list[int]:
    """The subjects of a verb; of a gerund after a preposition, those of the verb above."""
    if tree.deps[verb] == "pcomp" and tree.kid(verb, "nsubj") < 0:
        above = tree.heads[tree.heads[verb]]
        return subject_of(tree, above) if is_verb(tree, above) else []
    return subject_of(tree, verb)
