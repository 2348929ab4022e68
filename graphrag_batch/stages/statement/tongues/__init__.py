"""What the languages say relations with: one table of words for each."""

from __future__ import annotations

import re
from functools import cache

from graphrag_batch.stages.statement.inflect import forms
from graphrag_batch.stages.statement.tongues.english import ENGLISH
from graphrag_batch.stages.statement.tongues.french import FRENCH
from graphrag_batch.stages.statement.tongues.german import GERMAN
from graphrag_batch.stages.statement.tongues.spanish import SPANISH
from graphrag_batch.stages.statement.tongues.values import Tongue
from graphrag_batch.stages.statement.words import words
from graphrag_batch.textual import folded

_TONGUES = {"en": ENGLISH, "de": GERMAN, "es": SPANISH, "fr": FRENCH}

_ANY = frozenset(
    ("a", "an", "one", "any", "un", "una", "une", "ein", "eine", "einem", "einen", "einer", "eines")
)
_NUMBERS = frozenset(
    ("two", "three", "several", "zwei", "drei", "mehrere", "dos", "tres", "varios", "varias", "deux")
) | frozenset(("trois", "plusieurs", "part", "member"))
_THIRD = frozenset(("he", "she", "one", "man", "jemand"))
# Pronouns that stand before nouns too.
_DETERMINING = words(
    "this these both each two dies diese dieser dieses beide este esta esto estos estas ambos ambas deux ce "
    "ceci cela ça celui-ci celle-ci"
)
_ORIGIN = words("from aus von desde depuis de")
_TOWARD = words("to into nach zu zum zur a al hacia à au aux vers")
_NONE: frozenset[str] = frozenset()
_BOTH = frozenset(["both", "two", "beide", "ambos", "ambas", "deux"])


class Words:
    """The words of a table, as sets and expressions (of folded text); which verb a word may be."""

    def __init__(self, tongue: Tongue) -> None:
        self.place, self.means, self.other = map(_set, (tongue.place, tongue.means, tongue.other))
        self.agent, self.of = _set(tongue.agent), _set(tongue.of)
        self.origin, self.toward = _ORIGIN, _TOWARD
        self.idle = _set(tongue.idle)
        self.prepositions = self.place | self.means | self.other | self.agent | self.of | self.idle
        self.pronoun, self.person, self.we = map(_set, (tongue.pronoun, tongue.person, tongue.we))
        self.bare = self.pronoun - _DETERMINING
        self.object = _set(tongue.object)
        self.spoken = self.person - _set(tongue.own) - _THIRD
        self.part, self.own = _set(tongue.part), _set(tongue.own)
        self.article, self.joint = _set(tongue.article), _set(tongue.joint)
        self.both, self.any = _BOTH, _ANY
        self.some = _set(tongue.some)
        self.definite = (self.article | self.own | self.pronoun) - self.any - _NUMBERS
        self.clause, self.relative = _set(tongue.clause), _set(tongue.relative)
        self.bound = self.prepositions | self.joint | self.relative | self.article
        self.before_nouns = (self.article - self.pronoun) | self.prepositions
        self.no_kind = self.bound | self.clause
        self.passive = _set(tongue.passive)
        self.alone = tuple(tongue.alone.split())
        self.alone_here = self.alone + tuple(tongue.alone_here.split())
        self._done = tuple(tongue.done.split())
        self.triggers, self.between = tongue.triggers, tongue.between
        self.denying, self.hedging = standing_alone(tongue.denying), standing_alone(tongue.hedging)
        self.conditional = standing_alone(tongue.conditional)
        self.joining, self.ending = standing_alone(tongue.joining), standing_alone(tongue.ending)
        self.fronted = standing_alone(tongue.fronted)
        self.relates = standing_alone("|".join(tongue.relative.split()))
        classes: dict[str, set[str]] = {}
        for name, verbs in tongue.verbs.items():
            for form in _forms(verbs, _set(tongue.endings)):
                classes.setdefault(form, set()).add(name)
        self._verbs = {form: frozenset(names) for form, names in classes.items()}

    def verb(self, word: str) -> frozenset[str]:
        """The classes of verbs that a word, in small letters, may belong to."""
        return self._verbs.get(word, _NONE)

    def is_done(self, word: str) -> bool:
        """Whether a verb ends as one that somebody does with the subject."""
        return word.endswith(self._done)


def every(field: str) -> str:
    """The expressions that all tables have in a field, as one expression."""
    return "|".join(getattr(tongue, field) for tongue in _TONGUES.values())


def standing_alone(expression: str) -> re.Pattern[str]:
    """An expression of words, for folded text: one that ignores case would find the same in three times the
    time."""
    return re.compile(rf"(?<![\w-])(?:{folded(expression)})(?:(?<=['’])|(?![\w-]))")


def _set(text: str) -> frozenset[str]:
    return frozenset(text.split())


def _forms(verbs: str, endings: frozenset[str]) -> set[str]:
    if not endings:
        return {form for verb in verbs.split() for form in forms(verb)[:4]}
    found = set()
    for verb in verbs.split():
        found |= {verb[:-1] + ending for ending in ("", *endings)} if verb.endswith("-") else {verb}
    return found


@cache
def pages() -> frozenset[str]:
    """What pages call themselves, in any language."""
    return frozenset(word for tongue in _TONGUES.values() for word in tongue.pages.split())


@cache
def words_of(tag: str) -> Words:
    """The words of a language; of English, for one that has no table."""
    return Words(_TONGUES.get(tag, ENGLISH))
