"""Which names are compared at all: those that share a key."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from graphrag_batch.stages.names.form import Form, form
from graphrag_batch.stages.names.kinds import parts_of_person
from graphrag_batch.stages.names.values import NameStat
from graphrag_batch.stages.names.words import KNOWN

# Names of this many letters and more are compared with those that are one letter away.
LONG = 8
_MOST_WORDS = 8


def block_keys(name: NameStat | str) -> tuple[str, ...]:
    """The keys of a name (a normal form will do, without its pairs), at most 30 and mostly under ten.

    Two names are candidates for being one if they share the name without its version, the letters (in the
    singular), initials (or one is the other's initials), two of the words that names with a Jaccard index
    of .6 have in common, the half of a long name that one wrong letter leaves alone, or a pair that a text
    gives or everybody knows; so are a person's whole name, the first, the last, and the last with initials.
    """
    norm = name if isinstance(name, str) else name.norm
    keys = dict.fromkeys(_own_keys(norm, form(norm)))
    if isinstance(name, NameStat):
        keys |= dict.fromkeys(f"n:{other}" for other, _ in name.pairs[:_MOST_WORDS])
        if parts := parts_of_person(name):
            keys |= dict.fromkeys((*(f"n:{part}" for part in parts), f"p:{norm[0]} {parts[1]}"))
    return tuple(keys)


def _own_keys(norm: str, own: Form) -> Iterator[str]:
    yield f"n:{norm}"
    if norm in KNOWN:
        yield f"n:{KNOWN[norm]}"
    if own.base:
        yield f"n:{own.base}"
        yield f"b:{own.base}"
    if own.squashed:
        yield f"q:{own.squashed}"
    if len(own.words) == 1 and 2 < len(norm) <= 8 and norm.isalpha():
        yield f"a:{own.words[0]}"
    for initials in own.initials:
        yield f"a:{initials}"
    yield from _word_pairs(own)
    if len(own.squashed) >= LONG:
        yield from _halves(own.squashed)


def _word_pairs(own: Form) -> Iterator[str]:
    """Pairs among the first words in an order that all names share, as many as any name needs that has at
    least six words in ten in common with this one."""
    words = sorted(set(own.words), key=lambda word: (-len(word), word))
    if 1 < len(words) <= _MOST_WORDS:
        common = max(2, -(-6 * len(words) // 10))
        for a, b in combinations(words[: len(words) - common + 2], 2):
            yield f"w:{a} {b}"


def _halves(squashed: str) -> Iterator[str]:
    """Of two texts that are one letter apart one half is the same: the first or the last letters, as many as
    half of the shorter has. The very first and last are the same anyway: scoring.limits asks for that."""
    for shorter in (len(squashed) - 1, len(squashed)):
        half = shorter // 2
        yield f"h:{shorter}:{squashed[:half]}{squashed[-1]}"
        yield f"t:{shorter}:{squashed[0]}{squashed[-half:]}"
