"""What names nothing where a sentence begins, though it has a capital letter there: "Sending", "Includes
HTTPX", "Case 1". Pure."""

from __future__ import annotations

import re
from collections.abc import Sequence, Set

from graphrag_batch.stages.mention.plain import is_formed, is_plain
from graphrag_batch.stages.mention.words import COUNTED, IMPERATIVES, PARTS, SUFFIXES

_LINES = re.compile(r"L\d+(?:-L?\d+)?")


def is_verbal(word: str, followed: bool, common: Set[str]) -> bool:
    """Whether a word is formed as verbs are, of one that the document has among its `common` words, or that
    bids; `followed`: a name follows it."""
    lower = word.lower()
    if lower.endswith("ing") and (followed or _is_verb(lower[:-3], common)):
        return True
    if followed and lower.endswith("s") and (lower[:-1] in IMPERATIVES or lower[:-2] in IMPERATIVES):
        return True
    return is_formed(word)


def _is_verb(stem: str, common: Set[str]) -> bool:
    stems = stem, f"{stem}e", stem[:-1]
    return any(one in IMPERATIVES or (len(one) > 2 and one in common) for one in stems)


def is_numbering(words: Sequence[str]) -> bool:
    """Whether words only count parts of a text: "Case 1", "Artikel 32", "L72"."""
    if len(words) != 2:
        return len(words) == 1 and _LINES.fullmatch(words[0]) is not None
    first = words[0].lower()
    counts = words[1].isdigit() and first not in COUNTED and first not in SUFFIXES
    return counts and (first in PARTS or is_plain(first))
