"""What a sentence says again without its verb: "The tide gauge is run by the Harbour Office, the buoy by the
Coast Guard"."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphrag_batch.stages.statement.clause import Item, Name
from graphrag_batch.stages.statement.tongues import Words
from graphrag_batch.textual import Span

_FAR, _CLOSE, _LEAST = 10, 4, 4
_NOUNS = 3


class Gapped:
    """The pairs of names that a sentence goes on with, with the same preposition between them as between the
    two before, and no verb."""

    def __init__(self, items: Sequence[Item], words: Words) -> None:
        self._pairs: dict[Span, list[tuple[Name, Name]]] = {}
        self.ends: set[Span] = set()
        at = [i for i, item in enumerate(items) if item.name]
        if len(at) < _LEAST:
            return
        for i in at[1:]:
            prep, last, name = _preposition(items, i, words), i, items[i].name
            while prep and name and (found := _next(items, last, prep, words)):
                first, last = found
                pair = items[first].name, items[last].name
                if pair[0] and pair[1]:
                    self._pairs.setdefault(name.place, []).append((pair[0], pair[1]))
                    self.ends.update((pair[0].place, pair[1].place))

    def after(self, one: Span, other: Span) -> Iterator[tuple[Name, Name]]:
        """The pairs after two names, in the order of these."""
        for pair in self._pairs.get(max(one, other), ()):
            yield pair if one < other else (pair[1], pair[0])


def _preposition(items: Sequence[Item], i: int, words: Words) -> str:
    before = items[max(0, i - _CLOSE) : i]
    return next(
        (item.word for item in reversed(before) if item.word in words.prepositions - words.article), ""
    )


def _next(items: Sequence[Item], start: int, prep: str, words: Words) -> tuple[int, int] | None:
    """The places of the next two names after `start`, if the second hangs on the preposition alone."""
    named = [i for i in range(start + 1, len(items)) if items[i].name][:2]
    if len(named) < 2:
        return None
    lead, between = items[start + 1 : named[0]], items[named[0] + 1 : named[1]]
    said = [item.word for item in lead]
    begins = bool(said) and len(said) <= _FAR and said[-1] in words.article | words.joint | {","}
    parted = any(word in (",", ";") or word in words.joint for word in said)
    plain = not any(words.verb(item.word) or item.word in words.clause | words.relative for item in lead)
    at = next((n for n, item in enumerate(between[:_NOUNS]) if item.word == prep), -1)
    hung = at >= 0 and all(item.word in words.article for item in between[at + 1 :])
    hung = hung and all(_is_noun(item, words) for item in between[:at])
    return (named[0], named[1]) if begins and parted and plain and hung else None


def _is_noun(item: Item, words: Words) -> bool:
    return item.word.isalpha() and item.word not in words.bound and not words.verb(item.word)
