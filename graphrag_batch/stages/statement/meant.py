"""Whom a sentence means by "it", "its", "both" and "the service": what was spoken of before."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from graphrag_batch.stages.statement.about import About
from graphrag_batch.stages.statement.clauses import BE, SEATS, is_taken_for_noun, subject_of
from graphrag_batch.stages.statement.frames import TEAM_NOUNS
from graphrag_batch.stages.statement.known import Known
from graphrag_batch.stages.statement.tree import Tree
from graphrag_batch.stages.statement.whose import Subject
from graphrag_batch.stages.statement.words import words
from graphrag_batch.textual import Passage, Span

PRONOUNS = words("it they them itself themselves its their both")
_SEVERAL = words("they them themselves their both")
_SUBJECTS = ("nsubj", "nsubjpass")
_OBJECTS = ("dobj", "pobj", "attr")
_POINTING = words("this that these those such any each every another")
_MEASURES = ("DATE", "TIME", "CARDINAL", "QUANTITY", "PERCENT", "MONEY", "ORDINAL")
_PAIR = 2
_NUMBERS = {"both": 2, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
# By these a page calls what it is about.
_GENERIC = words(
    "service system tool library package program application app platform project product daemon framework "
    "utility software device instrument component stack"
)
_DEFINITE = ("the", "this", "our")


class Topic(NamedTuple):
    """What a sentence is about, in places of the passage; `is_several`: "they", not "it". `others` are the
    names in it that are no subjects."""

    spans: tuple[Span, ...] = ()
    is_several: bool = False
    others: tuple[Span, ...] = ()


class Meant:
    """The sentences of one passage, one after another. `named` is what a passage is about that begins with
    "it"."""

    def __init__(
        self,
        passage: Passage,
        page: About,
        named: Span | None,
        known: Known,
        pronouns: Mapping[int, Subject],
    ) -> None:
        self._passage, self._page, self._known, self._pronouns = passage, page, known, pronouns
        self._named = named
        self._topic = Topic()

    def follow(self, tree: Tree) -> None:
        """The next sentence comes after this one."""
        subject = _main_subject(tree)
        topic = None if subject >= 0 and self._these(tree, subject) else _topic(tree, subject)
        if topic and len(topic.spans) == 1 and self._topic.spans and _is_person(tree):
            topic = self._topic  # "Ada wrote it. It uses …"
        named = [i for k, dep in enumerate(tree.deps) if dep in _OBJECTS for i in tree.things(k)]
        others = tuple(tree.phrase(i) for i in named if tree.is_name(i) and tree.seen_as(i) not in _MEASURES)
        if topic is None and not self._topic.spans and len(others) == 1:
            topic = Topic(others)  # "Start the job clean-up. It uses …"
        self._topic = (topic or self._topic)._replace(others=others)
        self._learn(tree)

    def _learn(self, tree: Tree) -> None:
        """What the sentence says that something with a name is: "Kestrel is a scheduler"."""
        for i, dep in enumerate(tree.deps):
            head = tree.heads[i]
            if dep == "attr" and tree.words[head] in BE and (own := tree.kid(head, "nsubj")) >= 0:
                said, bearer = i, own
            elif dep == "appos":
                said, bearer = i, head
            else:
                continue
            if tree.is_name(bearer) and tree.kid(said, "det") >= 0 and tree.words[said].isalpha():
                start, end = tree.phrase(bearer)
                self._known.add(tree.words[said], self._passage.span(start, end), tree.text[start:end])

    def subjects(self, tree: Tree, nouns: Sequence[int], others: Sequence[int]) -> tuple[Span, ...]:
        """The names of a relation's subjects as offsets in the document; `others` are its objects. None for a
        pronoun that may mean several."""
        if len(nouns) == 1 and (many := self._these(tree, nouns[0])):
            return self._places(many)
        if len(nouns) == 1 and (told := self._told(tree, nouns[0])):
            return told
        if any(tree.words[i] == "it" and tree.deps[i] in _OBJECTS for i in nouns):
            return self._places(self._object_before(tree, nouns[0], others)) if len(nouns) == 1 else ()
        spans = tuple(self._name(tree, i) for i in nouns)
        if len(nouns) != 1 or not (tree.words[nouns[0]] in PRONOUNS or _is_its_seat(tree, nouns[0])):
            return spans
        word = tree.words[nouns[0]]
        if word == "both":
            pair = self._topic.spans if len(self._topic.spans) == _PAIR else self._topic.others
            return self._places(pair) if len(pair) == _PAIR else spans
        meant = _subject_before(tree, nouns[0]) or self._topic
        if not meant.spans and self._named and word not in _SEVERAL:
            return (self._named,)
        return self._places(meant.spans) or spans if meant.is_several == (word in _SEVERAL) else spans

    def _told(self, tree: Tree, noun: int) -> tuple[Span, ...]:
        """What a pronoun means, where the names around it tell."""
        if noun >= len(tree.tokens) or tree.words[noun] not in PRONOUNS:
            return ()
        found = self._pronouns.get(self._passage.place(tree.tokens[noun].start))
        return found.spans if found else ()

    def _these(self, tree: Tree, noun: int) -> Sequence[Span]:
        """What "these services", "both tools", "all three" are: the names that were joined before, as many as
        is said."""
        determiners = [tree.words[k] for k in tree.kids[noun] if tree.deps[k] in ("det", "predet", "nummod")]
        wanted = next((_NUMBERS[word] for word in determiners if word in _NUMBERS), 0)
        if not (wanted or "these" in determiners) or tree.is_name(noun) or not tree.words[noun].endswith("s"):
            return ()
        for spans in (self._topic.spans, self._topic.others):
            if len(spans) == wanted or (not wanted and len(spans) > 1):
                return spans
        return ()

    def is_page(self, tree: Tree, noun: int) -> bool:
        """Whether a noun means the page, or what it is about: "it" after "this policy", "the service"."""
        word = tree.words[noun]
        if word not in PRONOUNS:
            return self._is_generic(tree.phrase(noun))
        if self._told(tree, noun):
            return False
        meant = (_subject_before(tree, noun) or self._topic) if word in ("it", "its", "itself") else Topic()
        if len(meant.spans) != 1 or meant.is_several:
            return False
        return self._page.is_meant(self._passage.text, meant.spans[0]) or self._is_generic(meant.spans[0])

    def _is_generic(self, span: Span) -> bool:
        """Whether words are "the service" or the like, and nothing was called so before."""
        text, (start, end) = self._passage.text, span
        noun = text[start:end].casefold()
        before = text[max(0, start - 6) : start].casefold().split()
        if noun not in _GENERIC or not before or before[-1] not in _DEFINITE:
            return False
        return self._known.what(noun, self._passage.place(start)) is None

    def objects(self, tree: Tree, nouns: Sequence[int], subjects: Sequence[int]) -> tuple[Span, ...]:
        """The names of objects as offsets in the document; none for a pronoun that may mean several."""
        if len(nouns) == 1 and (told := self._told(tree, nouns[0])):
            return told
        if len(nouns) == 1 and tree.words[nouns[0]] in PRONOUNS and tree.deps[nouns[0]] in _SUBJECTS:
            return self.subjects(tree, nouns, subjects)
        if any(tree.words[i] in PRONOUNS for i in nouns):
            return self._places(self._object_before(tree, nouns[0], subjects)) if len(nouns) == 1 else ()
        return tuple(self._name(tree, i) for i in nouns if not _is_pointed_at(tree, i))

    def _object_before(self, tree: Tree, pronoun: int, subjects: Sequence[int]) -> tuple[Span, ...]:
        """What "it" is as an object: what the clause before does it to, "it" again, else the one topic."""
        if tree.words[pronoun] != "it" or len(subjects) != 1 or tree.words[subjects[0]] in PRONOUNS:
            return ()
        at = subjects[0]
        earlier = next((i for i in range(at - 1, -1, -1) if tree.deps[i] in _SUBJECTS), -1)
        if earlier < 0 or tree.words[earlier] in PRONOUNS:
            topic = self._topic
            return topic.spans if len(topic.spans) == 1 and (earlier >= 0 or not topic.others) else ()
        others = [i for i in range(earlier + 1, at) if tree.deps[i] in _OBJECTS and tree.is_name(i)]
        if len(others) > 1:
            return ()
        found = others or tree.things(earlier)
        if len(found) == 1 and not tree.is_name(found[0]) and not self._topic.is_several:
            return self._topic.spans if len(self._topic.spans) == 1 else ()  # "The service …; they run it"
        return tuple(tree.phrase(i) for i in found) if len(found) == 1 and tree.is_name(found[0]) else ()

    def _name(self, tree: Tree, noun: int) -> Span:
        """The name of a noun; of "the institute", that of the one institute named before."""
        start, end = tree.phrase(noun)
        here = self._passage.span(start, end)
        if _is_of_many(tree, noun):
            return self._passage.span(tree.tokens[noun].start, tree.tokens[noun].end)
        determiner = tree.kid(noun, "det")
        if determiner < 0 or tree.words[determiner] not in ("the", "this") or tree.is_name(noun):
            return here
        if self._page.is_meant(tree.text, (start, end)):
            return here
        return (" " not in tree.text[start:end] and self._known.what(tree.words[noun], here[0])) or here

    def _places(self, spans: Sequence[Span]) -> tuple[Span, ...]:
        return tuple(self._passage.span(*span) for span in spans)


def _is_pointed_at(tree: Tree, noun: int) -> bool:
    """Whether a noun is only pointed at: "this file"."""
    determiner = tree.kid(noun, "det")
    return determiner >= 0 and tree.words[determiner] in _POINTING and not tree.is_name(noun)


def _is_of_many(tree: Tree, noun: int) -> bool:
    """Whether a plural has a name for its first part, and does not mean that: "Git repositories"."""
    word = tree.words[noun]
    plural = word.endswith("s") and not word.endswith("ss") and word not in TEAM_NOUNS
    return plural and tree.is_name(noun) and not tree.has_own_name(noun)


def is_plural(tree: Tree, noun: int) -> bool:
    """Whether a noun means things in general: "errors", also at the beginning of a sentence ("Redis" is none,
    by its verb)."""
    verb = tree.heads[noun]
    forms = {
        tree.words[verb],
        *(tree.words[k] for k in tree.kids[verb] if tree.deps[k] in ("aux", "auxpass")),
    }
    if forms & {"is", "was", "has", "does"} or tree.words[verb].endswith("s"):
        return False
    return tree.words[noun].endswith("s") and (noun == 0 or not tree.is_name(noun))


def _is_its_seat(tree: Tree, noun: int) -> bool:
    """Whether a noun tells where something else is: "its headquarters are in Oslo"."""
    owner = tree.kid(noun, "poss")
    return tree.words[noun] in SEATS and owner >= 0 and tree.words[owner] == "its"


def _is_person(tree: Tree) -> bool:
    """Whether the subject of a sentence is somebody: no "it"."""
    subjects = [i for i, dep in enumerate(tree.deps) if dep in _SUBJECTS]
    return bool(subjects) and _is_somebody(tree, subjects[0])


def _is_somebody(tree: Tree, noun: int) -> bool:
    """Whether a noun is the full name of a person: single names are taken for people too often."""
    start, end = tree.phrase(noun)
    return " " in tree.text[start:end] and tree.seen_as(noun) == "PERSON"


def _main_subject(tree: Tree) -> int:
    """The subject of a sentence, -1 for none."""
    for i, dep in enumerate(tree.deps):
        if dep in _SUBJECTS and tree.deps[tree.heads[i]] in ("ROOT", "ccomp"):
            return i
    return -1


def _topic(tree: Tree, subject: int) -> Topic | None:
    """What a sentence is about, if it has a name: what "it" in the next one most likely is."""
    if subject >= 0:
        return None if tree.words[subject] in PRONOUNS else _topic_of(tree, tree.things(subject))
    for i, dep in enumerate(tree.deps):
        if dep == "ROOT" and is_taken_for_noun(tree, i):
            return _topic_of(tree, subject_of(tree, i))
    return None


def _topic_of(tree: Tree, things: list[int]) -> Topic | None:
    several = len(things) > 1 or all(is_plural(tree, i) for i in things)
    return Topic(tuple(tree.phrase(i) for i in things), several) if things else None


def _subject_before(tree: Tree, pronoun: int) -> Topic | None:
    """The subject of a clause before, in the same sentence."""
    for i in range(pronoun - 1, -1, -1):
        clause = tree.deps[tree.heads[i]] in ("ROOT", "conj", "ccomp")
        somebody = tree.words[pronoun] == "it" and _is_somebody(tree, i)
        if clause and tree.deps[i] in _SUBJECTS and tree.words[i] not in PRONOUNS and not somebody:
            return _topic_of(tree, tree.things(i))
    return None
