"""Enumerations in running text, cut into the things they name. Offsets are those of the text."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence

from graphrag_batch.stages.statement.tree import MOST_SPANS
from graphrag_batch.textual import Passage, Span

_JOINT = re.compile(
    r"\s*[,;/、،，；]\s+(?:and\s|or\s|und\s|oder\s|sowie\s|y\s|e\s|o\s|et\s|ou\s)?|"
    r"\s+(?:and|or|und|oder|sowie|y|e|o|u|et|ou|&|\+)\s+|[、，；]|<br\s*/?>|\s+[•·|]\s+",
    re.IGNORECASE,
)
_ARTICLE = re.compile(
    r"(?:(?:the|an?|this|that|its|their|our|both|either|also|only|der|die|das|den|dem|des|eine?[nmrs]?|sowohl|el|la|los|las|un|"
    r"una|unos|unas|le|les|une|des|du|diese[rsmn]?|este|esta|ce|cet|cette)\s+|l['’]|[\"“„«'‘(\[*_`]\s*)++",
    re.IGNORECASE,
)
_COMPARED = re.compile(
    r"(?:newer|later|higher|above|up|more|etc|so on|others?|"
    r"neuer|höher|später|posterior(?:es)?|superior|ultérieur\w*)",
    re.IGNORECASE,
)
_BLANK = re.compile(r"\s*")
_WHOLES = ("link", "italic", "quoted", "code")
_NESTED = 8  # marks
NOTHING = re.compile(
    r"(?:[-–—/.]*|none|nothing\b.*|n/?a|nil|no|not applicable|keine?|ninguno|ninguna|aucune?|tbd|\?+)\.?",
    re.IGNORECASE,
)


def pieces(text: str, start: int, end: int) -> Iterator[Span]:
    """The members of an enumeration, without articles and quotes before them; MOST_SPANS of them at most."""
    at, number = start, 0
    while at < end and number < MOST_SPANS:
        joint = _JOINT.search(text, at, end)
        stop = joint.start() if joint else end
        piece = trimmed(text, at, stop)
        if piece[0] < piece[1] and not _COMPARED.fullmatch(text, *piece):
            yield piece
            number += 1
        at = joint.end() if joint and joint.end() > at else stop + 1 if joint else end


def whole(parts: Iterable[Span], passage: Passage) -> list[Span]:
    """The members of an enumeration, those that lie in one link, or title, as one."""
    return list(dict.fromkeys(_marked(part, passage.marks) for part in parts))


def _marked(part: Span, marks: Sequence[tuple[int, int, str]]) -> Span:
    """The outermost mark of a whole that a stretch lies in, itself for none; `marks` are in order, and few
    lie in one another."""
    after = bisect_right(marks, part[0], key=_begin)
    return next(
        ((a, b) for a, b, mark in marks[max(0, after - _NESTED) : after] if part[1] <= b and mark in _WHOLES),
        part,
    )


def _begin(mark: tuple[int, int, str]) -> int:
    return mark[0]


def trimmed(text: str, start: int, end: int) -> Span:
    """A stretch without blanks at its edges, and without what comes before a name."""
    start = _BLANK.match(text, start, end).end()  # type: ignore[union-attr]
    article = _ARTICLE.match(text, start, end)
    start = article.end() if article else start
    while end > start and text[end - 1] in " .;:,)\"”»'’":
        end -= 1
    return start, end


def outside(text: str, spans: Iterable[Span]) -> Iterator[str]:
    """What stands outside of these stretches of a text."""
    at = 0
    for start, end in [*spans, (len(text), len(text))]:
        yield text[at:start]
        at = end


def is_nothing(text: str) -> bool:
    """Whether a cell or value says that there is none."""
    return NOTHING.fullmatch(text.strip()) is not None
