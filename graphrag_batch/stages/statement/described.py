"""What a sentence says that something is: "Camhub, a small service that …", "a shelf is a part of the cache",
"this is called a tombstone". Of any language that has a table."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphrag_batch.stages.statement.clause import Clause, Item, Name
from graphrag_batch.stages.statement.tongues import Words

_NO_TERMS = frozenset(("person", "group", "location", "event"))
_ENDS = frozenset(".,;:()—–")
_MEMBERS, _LONGEST = 5, 16


def apposed(items: Sequence[Item], words: Words, *, german: bool) -> Iterator[Name]:
    """The names that a sentence explains with a noun beside them: "X, a small service"."""
    for i, item in enumerate(items):
        if item.name is None or item.name.type in _NO_TERMS or _is_member(items, i, words):
            continue
        beside = items[i + 1 : i + 3]
        if (
            len(beside) < 2
            or beside[0].word not in (",", "(")
            or not _is_article(beside[0], beside[1], item.name, words)
        ):
            continue
        if _is_noun(items, i + 3, words, german=german):
            yield item.name


def _is_article(mark: Item, item: Item, name: Name, words: Words) -> bool:
    """Whether an article begins what a name is. A definite one may as well begin the next of several things:
    it counts after the names of things alone."""
    definite = item.word in words.some - words.any
    if definite and (mark.word == "(" or name.type == "concept"):
        return False
    return item.word in words.some or item.word in words.own


def _is_member(items: Sequence[Item], i: int, words: Words) -> bool:
    """Whether a name is one of several in a row."""
    before = items[max(0, i - 3) : i]
    return any(item.word == "," or item.word in words.joint for item in before[-2:]) and any(
        item.name for item in before
    )


def _is_noun(items: Sequence[Item], start: int, words: Words, *, german: bool) -> bool:
    """Whether words go on as a noun does, that is no name and not one of several."""
    said = items[start : start + _MEMBERS]
    if not said or said[0].name or not said[0].word.isalpha() or _goes_on(items, start, words, german=german):
        return False
    if german and not any(item.capital for item in said[:3] if not item.name):
        return False
    for item in said:
        if item.word in words.joint:
            return False
        if item.word in _ENDS or item.word in words.relative or item.word in words.prepositions:
            return True
        if item.name:
            return False
    return True


def _goes_on(items: Sequence[Item], start: int, words: Words, *, german: bool) -> bool:
    """Whether a verb follows before any mark: what seemed to explain a name begins another clause."""
    for item in items[start : start + _LONGEST]:
        if item.word in _ENDS or item.word in words.relative:
            return False
        if words.verb(item.word) and (german or not words.is_done(item.word)):
            return True
    return False


def explained(clause: Clause, words: Words, *, german: bool) -> Name | None:
    """The name that a clause says what it is: "X is a …", "X means …", "this is called X"."""
    first = clause.first_verb(words)
    if first is None or clause.relative:
        return None
    names = clause.free_names(0, first, words)
    verb = words.verb(clause.items[first].word)
    after = clause.items[first + 1 : first + 3]
    if len(names) == 1 and names[0].type not in _NO_TERMS and after:
        if "mean" in verb and not after[0].name:
            return names[0]
        told = after[0].word in words.some and not (len(after) > 1 and after[1].word in words.of)
        noun = len(after) > 1 and after[1].name is None and after[1].word.isalpha()
        noun = noun and clause.items[first].word not in ("be", "been")
        noun = noun and not _is_of_name(clause.items[first + 3 : first + 5], words)
        if verb == {"be"} and told and noun and _begins_noun(clause.items, first + 2, german=german):
            return names[0]
    return None


def _is_of_name(after: Sequence[Item], words: Words) -> bool:
    """Whether "of" and a name follow: "is a prerequisite of Kettle" says no more than that."""
    return len(after) == 2 and after[0].word in words.of and after[1].name is not None


def _begins_noun(items: Sequence[Item], start: int, *, german: bool) -> bool:
    """Whether a noun that is no name may stand here."""
    said = items[start : start + 3]
    return (
        bool(said)
        and not said[0].name
        and (not german or any(item.capital and not item.name for item in said))
    )
