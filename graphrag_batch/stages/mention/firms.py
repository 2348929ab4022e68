"""Names of two that an ampersand joins: "Larkin & Daughters". Pure."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_batch.stages.mention.capital import WORD, Word
from graphrag_batch.stages.mention.lexicon import KNOWN
from graphrag_batch.stages.mention.plain import is_plain

_KIN = """
    Sons Son Daughters Daughter Brothers Bros Co Cie Partners Partner Associates Company Fils Frères Filles
    Söhne Töchter Sohn Hijos Hijas Hermanos
"""
_PARTNERS = frozenset(_KIN.split())
_MOST = 4  # words


def gap(text: str, before: Word) -> int:
    """How many characters part a word from the next one of a name: a blank, or an ampersand too, unless it
    stands between names that everybody knows."""
    after = WORD.match(text, before.end + 3) if text.startswith(" & ", before.end) else None
    joins = after is not None and after[0][0].isupper() and after[0] not in KNOWN and before.text not in KNOWN
    return 3 if joins else 1


def is_firm(name: str, run: Sequence[Word]) -> bool:
    """Whether a name of several, with an ampersand, is one of a firm."""
    if " & " not in name or len(run) > _MOST:
        return False
    return run[-1].text in _PARTNERS or not any(is_plain(word.text) for word in run)
