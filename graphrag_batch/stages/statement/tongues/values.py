"""What a table of a language holds."""

from __future__ import annotations

from typing import NamedTuple


class Tongue(NamedTuple):
    """Words of one language, in small letters.

    `verbs` by class: `use` (takes, calls, reads, sends: whatever one thing does with another), `need`, `own`
    (takes care of, makes), `hold` (has for its parts), `belong`, `stand` (is at a place), `follow` (comes
    after, replaces), `precede`, `obey` (a standard, a law), `be`. English ones are written by their base;
    others as they stand in a sentence, with `-` for any of `endings`. `passive` are auxiliaries that make the
    subject what something is done to, `done` how such a verb ends.

    Prepositions: `place` (in, at), `means` (with, over), `other` (from, to: they say something with a verb
    alone), `agent` (by), `of`. `clause` are words that begin another clause.
    """

    verbs: dict[str, str]
    endings: str
    passive: str
    done: str
    place: str
    means: str
    other: str
    agent: str
    of: str
    pronoun: str
    person: str
    we: str
    article: str
    joint: str
    clause: str
    relative: str
