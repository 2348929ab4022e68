"""What a text sets apart (terms), and pairs of names that it says are one (aliases). Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from graphrag_batch.stages.mention.words import FUNCTION_WORDS
from graphrag_batch.textual import Alias, Passage, Term

_MARKS = frozenset({"title", "heading", "term", "bold", "code", "link"})
_NUMBER = re.compile(
    r"(?:(?:chapter|section|part|appendix|step)\s+)?(?:\d+(?:\.\d+)*|[ivxlc]+|[a-z])[.):]?\s+(?=\S)",
    re.IGNORECASE,
)
_NUMBERED = re.compile(r"(?:\d+(?:\.\d+)*[.):]?|[ivxlcIVXLC]+[.):]|[a-zA-Z][.)])\s+(?=\S)")
_WORD = re.compile(r"\S+")
_EDGE = re.compile(r"^[^\w$@/.#-]+|[^\w+#)]+$")
_MOST_WORDS, _LONGEST = 4, 80
_CUT = re.compile(r"\s+[-–—|:]\s+|:\s+|\s*[,;]\s+|\s+[/+]\s+|\s*[()]\s*")


def find_terms(passages: Sequence[Passage]) -> Iterator[Term]:
    """Words (one to four) that are set apart, in order."""
    for passage in passages:
        seen: set[tuple[int, int]] = set()
        for start, end, mark in passage.marks:
            if mark not in _MARKS:
                continue
            for a, b in _parts(passage.text, start, end, mark):
                if (a, b) not in seen:
                    seen.add((a, b))
                    yield Term(passage.text[a:b], mark, *passage.span(a, b))


def _parts(text: str, start: int, end: int, mark: str) -> Iterator[tuple[int, int]]:
    """The stretches of what is set apart that may be terms: all of it, and of a heading its parts too."""
    whole = _term(text, start, end)
    if whole is not None and not _CUT.search(text, *whole):
        yield whole
    if mark not in ("title", "heading", "term"):
        return
    at = start
    for cut in [*_CUT.finditer(text, start, end)]:
        part = _term(text, at, cut.start())
        if part is not None and part != whole:
            yield part
        at = cut.end()
    last = _term(text, at, end) if at > start else None
    if last is not None and last != whole:
        yield last


def _term(text: str, start: int, end: int) -> tuple[int, int] | None:
    """A term's place, without numbering, punctuation and words that say nothing at its edges."""
    number = _NUMBERED.match(text, start, end)
    start = number.end() if number is not None else start
    words = [(found.start(), found.end()) for found in _WORD.finditer(text, start, end)]
    while words and _bare(text, words[0]) in FUNCTION_WORDS:
        words.pop(0)
    while words and _bare(text, words[-1]) in FUNCTION_WORDS:
        words.pop()
    if not words or len(words) > _MOST_WORDS:
        return None
    start, end = words[0][0], words[-1][1]
    for edge in _EDGE.finditer(text[start:end]):
        if edge.start() == 0:
            start += edge.end()
        else:
            end = end - (edge.end() - edge.start())
    shown = text[start:end]
    if not 1 < len(shown) <= _LONGEST or not any(map(str.isalpha, shown)):
        return None
    return start, end


def _bare(text: str, word: tuple[int, int]) -> str:
    return text[word[0] : word[1]].lower().strip(".,:;!?\"'()[]“”’")


_SHORT = r"[A-Z][A-Za-z0-9&/.+-]{0,11}[A-Z0-9]s?|[A-Z]{2,12}"
_WORD_OF_NAME = r"[A-Z][\w+#.&'’-]{0,40}"
_NAME = (
    rf"(?<![\w+#.&'’-]){_WORD_OF_NAME}"
    rf"(?:\s(?:(?:of|the|and|for|de|in|on|to|by|with)\s){{0,2}}{_WORD_OF_NAME}){{0,6}}"
)
_AFTER = re.compile(rf"\(\s?[\"“]?({_SHORT})[\"”]?\s?(?:[,;][^()]{{0,60}})?\)")
_BEFORE = re.compile(rf"(?<![\w.])({_SHORT})\s\(([^()]{{4,80}})\)")
_KNOWN = re.compile(
    rf"({_NAME})(?:,|\s\()?\s?(?:also|formerly|previously|originally|better|commonly|sometimes)"
    rf"\s(?:known|called|named|abbreviated|referred\sto)"
    rf"(?:\s(?:simply|just))?(?:\s(?:as|to\sas))?\s(?:the\s)?[\"“]?({_NAME})"
)
_FORMERLY = re.compile(
    rf"({_NAME})\s\((?:formerly|previously|originally|also|aka|a\.k\.a\.|now)\s"
    rf"(?:the\s|known\sas\s|called\s)?[\"“]?({_NAME})[\"”]?\)"
)
_ABBREVIATED = re.compile(
    rf"({_NAME}|(?<![a-z])[a-z]{{1,30}}(?:[ -][a-z]{{1,30}}){{1,5}}),?\s(?:\(?abbreviated|or|short:"
    rf"|shortened)"
    rf"(?:\s(?:as|to))?\s[\"“(]?({_SHORT})\b"
)


def find_aliases(passages: Sequence[Passage]) -> Iterator[Alias]:
    """Pairs of a short name and a long one, in order."""
    for passage in passages:
        text = passage.text
        pairs: list[tuple[int, int, str, str]] = []
        if "(" in text:
            pairs += _parenthesised(text)
        if (
            " known" in text
            or "(formerly" in text
            or "called" in text
            or "formerly" in text
            or "(also" in text
            or "(now" in text
        ):
            pairs += [
                (m.start(), m.end(), m[2], m[1])
                for expression in (_KNOWN, _FORMERLY)
                for m in expression.finditer(text)
            ]
        if "abbreviat" in text or "short" in text:
            pairs += [
                (m.start(), m.end(), m[2], m[1]) for m in _ABBREVIATED.finditer(text) if _initials(m[1], m[2])
            ]
        for start, end, short, long in sorted(set(pairs)):
            names = short.rstrip(".,;:'’"), long.rstrip(".,;:'’")
            if names[0] != names[1] and all(names):
                yield Alias(*names, *passage.span(start, end))


def _parenthesised(text: str) -> Iterator[tuple[int, int, str, str]]:
    for found in _AFTER.finditer(text):
        long = expansion(text[max(0, found.start() - 120) : found.start()], found[1])
        if long:
            start = text.rfind(long, 0, found.start())
            yield start, found.end(), found[1], long
    for found in _BEFORE.finditer(text):
        long = found[2].strip('"“” ')
        if expansion(long, found[1]) == long:
            yield found.start(), found.end(), found[1], long


def expansion(before: str, short: str) -> str:
    """The words at the end of `before` that `short` abbreviates, "" for none.

    The letters of the abbreviation are sought from the last to the first, each within a word, the first at
    the beginning of one (Schwartz and Hearst, 2003); at most five more words than letters, and no more than
    twice as many.
    """
    letters = [c.lower() for c in short.removesuffix("s") if c.isalnum()]
    text = before.rstrip()
    at = len(text) - 1
    for n in range(len(letters) - 1, -1, -1):
        while at >= 0 and (text[at].lower() != letters[n] or (n == 0 and at > 0 and text[at - 1].isalnum())):
            at -= 1
        if at < 0:
            return ""
        at -= 1
    long = text[at + 1 :]
    words = long.split()
    if len(words) > min(len(letters) + 5, len(letters) * 2) or len(long) <= len(short) + 1 or len(words) < 2:
        return ""
    return long if not re.search(r"[.;:!?]\s", long) else ""


def _initials(long: str, short: str) -> bool:
    return expansion(long, short) == long
