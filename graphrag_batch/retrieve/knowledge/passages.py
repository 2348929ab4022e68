"""Where the graph comes from: the sentences that edges and entities rest on."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from graphrag_batch.retrieve.knowledge.markup import without_links
from graphrag_batch.retrieve.knowledge.values import Said, Source

if TYPE_CHECKING:
    from graphrag_batch.retrieve.knowledge.frame import Knowledge

MOST_SENTENCE = 240
# A row of a table, as Markdown, reST, HTML and files of values write them.
_ROW = re.compile(r"^\s*(?:\||<t[dhr]\b)| \| |\t\S|\S {3,}\S", re.MULTILINE)
_ITEM = re.compile(r"^[ \t]*(?:[-*+•]|\d+[.)]|#\.) ", re.MULTILINE)
_RULE = re.compile(r"([^\w\s])\1{3,}")
# Evidence that is a whole section or definition: its first line says which.
_WHOLE = frozenset({"structure", "definition"})

_SAID = """SELECT d.path, d.format, c.start_line,
        c.start, c.text, e.start, e.end, e.chunk, e.pattern, e.confidence
    FROM evidence e JOIN chunks c ON c.id = e.chunk JOIN docs d ON d.id = c.doc
    WHERE e.src = ? AND e.dst = ? AND e.rel = ?
    ORDER BY e.confidence DESC, d.path, e.start, e.chunk LIMIT ?"""
# For relations that count mentions, and have no evidence of their own.
_NAMED = """SELECT d.path, d.format, c.start_line,
        c.start, c.text, m.start, m.end, m.chunk, 'mention', m.score
    FROM mentions m JOIN chunks c ON c.id = m.chunk JOIN docs d ON d.id = c.doc
    WHERE m.entity = :dst AND (m.doc = :src
        OR m.doc = (SELECT doc FROM sections WHERE id = :src)
            AND m.start >= (SELECT start FROM sections WHERE id = :src)
            AND m.start < (SELECT end FROM sections WHERE id = :src)
        OR m.doc = (SELECT doc FROM symbols WHERE id = :src)
            AND m.start >= (SELECT start FROM symbols WHERE id = :src)
            AND m.start < (SELECT end FROM symbols WHERE id = :src))
    ORDER BY m.score DESC, m.doc, m.start LIMIT 1"""
_SOURCES = """SELECT d.path, d.format, c.start_line,
        c.start, c.text, m.first, m.last, m.chunk, m.times, m.best
    FROM (SELECT chunk, doc, min(start) AS first, min(end) AS last, count(*) AS times, max(score) AS best
        FROM mentions WHERE entity = ? GROUP BY chunk
        ORDER BY max(score) * (2 - 1.0 / count(*)) DESC, doc, min(start) LIMIT ?) m
    JOIN chunks c ON c.id = m.chunk JOIN docs d ON d.id = c.doc
    ORDER BY m.best * (2 - 1.0 / m.times) DESC, m.doc, m.first"""


def said(knowledge: Knowledge, src: int, dst: int, rel: str, most: int = 1) -> tuple[Said, ...]:
    """The best evidence for the relation between two entities (ids), the surest first."""
    rows = knowledge.artifact.execute(_SAID, (src, dst, rel, most))
    if not rows and rel == "mentions":
        rows = knowledge.artifact.execute(_NAMED, {"src": src, "dst": dst})
    return tuple(
        Said(path, line + text.count("\n", 0, max(0, start - begin)), chunk,
             _shown(_piece(text, max(0, start - begin), max(0, end - begin), pattern), format), pattern,
             round(sure, 4))
        for path, format, line, begin, text, start, end, chunk, pattern, sure in rows
    )  # fmt: skip


def sources(knowledge: Knowledge, entity: int, most: int) -> tuple[Source, ...]:
    """The passages that name an entity (its id), those first that do so surely and more than once."""
    found = []
    for row in knowledge.artifact.execute(_SOURCES, (entity, most)):
        path, format, line, begin, text, start, end, chunk, count, sure = row
        at = max(0, start - begin)
        sentence = _shown(_around(text, at, max(at, end - begin)), format)
        found.append(Source(path, line + text.count("\n", 0, at), chunk, sentence, count, round(sure, 4)))
    return tuple(found)


def _piece(text: str, start: int, end: int, pattern: str) -> str:
    return text[start:].partition("\n")[0] if pattern in _WHOLE else text[start:end]


def _shown(text: str, format: str) -> str:
    return shortened(without_links(text, format))


def shortened(text: str, most: int = MOST_SENTENCE) -> str:
    """Text on one line, without the lines of signs that stand under headings; cut at a word."""
    line = " ".join(word for word in text[: 4 * most].split() if not _RULE.fullmatch(word))
    if len(line) <= most:
        return line
    return f"{line[: most - 1].rpartition(' ')[0] or line[: most - 1]}…"


def _around(text: str, start: int, end: int) -> str:
    """The row of a table or the item of a list around a place; else its paragraph, or what is near of a long
    one."""
    begin, stop = text.rfind("\n", 0, start) + 1, _found(text, "\n", end)
    first, last = text.rfind("\n\n", 0, start) + 2 if "\n\n" in text[:start] else 0, _found(text, "\n\n", end)
    if _ROW.search(text, begin, stop):
        first, last = begin, stop
    else:
        items = [item.start() for item in _ITEM.finditer(text, first, last)]
        first = max((item for item in items if item <= start), default=first)
        last = min((item for item in items if item >= end), default=last)
    if start - first > MOST_SENTENCE // 2:
        cut = start - MOST_SENTENCE // 2
        return f"…{text[text.find(' ', cut, start) + 1 or cut : last]}"
    return text[first:last]


def _found(text: str, sign: str, start: int) -> int:
    at = text.find(sign, start)
    return at if at >= 0 else len(text)
