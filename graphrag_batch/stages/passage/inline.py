"""The inline markup of Markdown: what is not shown, and what is set apart. Pure; linear in the content.

A scanner of its own, since markdown-it says of no inline token where it stands, and takes ten times as long.
"""

from __future__ import annotations

import re
import unicodedata
from dataclasses import dataclass, field
from html import unescape
from typing import NamedTuple

from graphrag_batch.stages.passage.build import Drop, Mark, Markup

_ANY = re.compile(r"[\\`*\[\]<&]|_(?![^\W_])|(?<![^\W_])_|~~")
_EVENT = re.compile(
    r"\\[!-/:-@\[-`{-~\n]|`+|\*+|(?<![^\W_])_+|_+(?![^\W_])|~~+|\[\[[^\[\]\n]{1,200}\]\]|\[\^[^\[\]\s]{1,80}\]"
    r"|!?\[|\]|<!--|</?[A-Za-z][^<>]*>|&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[A-Za-z][A-Za-z0-9]{1,31});"
)
_TARGET = re.compile(
    r"\(\s*(?:<[^<>\n]*>|[^\s()<>]{0,2000}(?:\([^\s()<>]{0,500}\)[^\s()<>]{0,500}){0,8})"
    r"(?:\s+(?:\"[^\"]{0,500}\"|'[^']{0,500}'|\([^()]{0,500}\)))?\s*\)"
)
_LABEL = re.compile(r"\[([^\[\]]{0,300})\]")
_AUTOLINK = re.compile(r"<([A-Za-z][A-Za-z0-9+.-]{1,31}:[^\s<>]*|[^\s<>@]+@[^\s<>@]+)>")
_TAG = re.compile(r"</?([A-Za-z][\w:.-]*)(?:\s[^<>]*)?/?>")
_TAG_MARKS = {
    "code": "code", "kbd": "code", "samp": "code", "tt": "code", "var": "code", "b": "bold", "strong": "bold",
    "i": "italic", "em": "italic", "cite": "italic", "dfn": "term", "a": "link", "q": "quoted",
}  # fmt: skip
_BLANK_TAGS = frozenset({"br", "hr", "img", "td", "th", "p", "div", "li", "wbr", "input"})
_NEAREST = 40  # delimiters that a closing one is compared with


@dataclass(slots=True)
class _Delimiter:
    """A run of `*`, `_` or `~` that may open emphasis: where what is left of it ends, and its length."""

    mark: str
    end: int
    size: int
    closes: bool


class _Bracket(NamedTuple):
    """An open bracket: where it stands, what comes after it, how many delimiters were open."""

    start: int
    end: int
    is_image: bool
    delimiters: int


@dataclass(slots=True)
class MarkdownScan:
    """Scans content; `references` are the labels that the document defines targets for, folded."""

    references: frozenset[str] = frozenset()

    def __call__(self, content: str) -> Markup | None:
        """The markup of the content, None for none."""
        if not _ANY.search(content):
            return None
        return _Scanner(content, self.references).scan()


@dataclass(slots=True)
class _Scanner:
    content: str
    references: frozenset[str]
    drops: list[Drop] = field(default_factory=list)
    marks: list[Mark] = field(default_factory=list)
    delimiters: list[_Delimiter] = field(default_factory=list)
    brackets: list[_Bracket] = field(default_factory=list)
    tags: dict[str, list[int]] = field(default_factory=dict)
    ticks: dict[int, list[int]] | None = None  # where runs of so many backticks begin, the last first

    def scan(self) -> Markup:
        content, after = self.content, 0
        for event in _EVENT.finditer(content):
            start = event.start()
            if start < after:
                continue
            mark = content[start]
            if mark in "*_~":
                self._delimiter(mark, start, event.end())
            elif mark == "`":
                after = self._code(start, event.end())
            elif mark in "[!":
                after = self._open(start, event.end(), event[0])
            elif mark == "]":
                after = self._close(start)
            elif mark == "\\":
                self.drops.append(Drop(start, start + 1))
                after = event.end()
            elif mark == "<":
                after = self._angle(start, event.end(), event[0])
            else:
                after = self._entity(start, event.end(), event[0])
        self.drops.sort()
        return Markup(_apart(self.drops), self.marks)

    # ---- code, tags, entities -------------------------------------------------------------------

    def _code(self, start: int, end: int) -> int:
        """A code span: where it ends, or where the backticks that open nothing do."""
        if self.ticks is None:
            self.ticks = {}
            for run in reversed(list(re.finditer(r"`+", self.content))):
                self.ticks.setdefault(len(run[0]), []).append(run.start())
        places = self.ticks.get(end - start, [])
        while places and places[-1] < end:
            places.pop()
        if not places:
            return end
        close = places[-1]
        self.drops += [Drop(start, end), Drop(close, close + end - start)]
        self.marks.append((end, close, "code"))
        return close + end - start

    def _angle(self, start: int, end: int, found: str) -> int:
        if found == "<!--":
            close = self.content.find("-->", end)
            close = len(self.content) if close < 0 else close + 3
            self.drops.append(Drop(start, close))
            return close
        if _AUTOLINK.fullmatch(found):
            self.drops += [Drop(start, start + 1), Drop(end - 1, end)]
            self.marks.append((start + 1, end - 1, "link"))
            return end
        tag = _TAG.fullmatch(found)
        if tag is None:
            return start + 1
        name = tag[1].lower()
        self.drops.append(Drop(start, end, " " if name in _BLANK_TAGS else ""))
        if name in _TAG_MARKS:
            opened = self.tags.setdefault(name, [])
            if found[1] != "/":
                opened.append(end)
            elif opened:
                self.marks.append((opened.pop(), start, _TAG_MARKS[name]))
        return end

    def _entity(self, start: int, end: int, found: str) -> int:
        shown = unescape(found)
        if shown != found and len(shown) == 1:
            self.drops.append(Drop(start, end, " " if shown.isspace() else shown))
            return end
        return start + 1

    # ---- links ------------------------------------------------------------------------------------

    def _open(self, start: int, end: int, found: str) -> int:
        if found.startswith("[^"):
            colon = self.content[end : end + 1] == ":" and not self.content[:start].strip()
            self.drops.append(Drop(start, end + colon))
            return end + colon
        if found.startswith("[["):
            bar = found.find("|")
            text = start + bar + 1 if bar >= 0 else start + 2
            self.drops += [Drop(start, text), Drop(end - 2, end)]
            self.marks.append((text, end - 2, "link"))
            return end
        self.brackets.append(_Bracket(start, end, found[0] == "!", len(self.delimiters)))
        return start

    def _close(self, start: int) -> int:
        """A bracket that closes: the end of the link that it makes, or just after it."""
        if not self.brackets:
            return start + 1
        opened = self.brackets.pop()
        end = self._target(opened, start)
        if not end:
            return start + 1
        del self.delimiters[opened.delimiters :]
        if opened.is_image and self.brackets and not self.brackets[-1].is_image:
            self.drops.append(Drop(opened.start, end))  # a picture to click on: a badge
            return end
        self.drops += [Drop(opened.start, opened.end), Drop(start, end)]
        if not opened.is_image:
            self.marks.append((opened.end, start, "link"))
        return end

    def _target(self, opened: _Bracket, close: int) -> int:
        """Where the target after a closing bracket ends, 0 for none."""
        content, after = self.content, close + 1
        if content.startswith("(", after) and (target := _TARGET.match(content, after)) is not None:
            return target.end()
        if not self.references:
            return 0
        label = _LABEL.match(content, after)
        if label is not None and label[1].strip():
            return label.end() if folded(label[1]) in self.references else 0
        if close - opened.end > 300 or folded(content[opened.end : close]) not in self.references:
            return 0
        return label.end() if label is not None else after

    # ---- emphasis -----------------------------------------------------------------------------------

    def _delimiter(self, mark: str, start: int, end: int) -> None:
        before = self.content[start - 1] if start else " "
        after = self.content[end] if end < len(self.content) else " "
        odd_before, odd_after = _odd(before), _odd(after)
        left = not after.isspace() and (not odd_after or before.isspace() or odd_before)
        right = not before.isspace() and (not odd_before or after.isspace() or odd_after)
        opens, closes = left, right
        if mark == "_":
            opens, closes = left and (not right or odd_before), right and (not left or odd_after)
        size = end - start
        if closes:
            size = self._emphasise(mark, start, size, opens)
        if opens and size:
            self.delimiters.append(_Delimiter(mark, end, size, closes))

    def _emphasise(self, mark: str, start: int, size: int, opens: bool) -> int:
        """Match a closing run of delimiters with open ones; how much of it is left."""
        n, least = len(self.delimiters) - 1, max(0, len(self.delimiters) - _NEAREST)
        floor = self.brackets[-1].delimiters if self.brackets else 0
        whole = size
        while size and n >= max(least, floor):
            opener = self.delimiters[n]
            odd = (
                (opener.closes or opens) and (opener.size + whole) % 3 == 0 and (opener.size % 3 or whole % 3)
            )
            if opener.mark != mark or (odd and mark != "~"):
                n -= 1
                continue
            used = 2 if size >= 2 and opener.size >= 2 else 1
            self.drops += [Drop(opener.end - used, opener.end), Drop(start, start + used)]
            self.marks.append((opener.end, start, "bold" if used == 2 else "italic"))
            if mark == "~":
                self.marks.pop()
            opener.end, opener.size = opener.end - used, opener.size - used
            start, size = start + used, size - used
            del self.delimiters[n + (opener.size > 0) :]
            n = len(self.delimiters) - 1
        return size


def _odd(char: str) -> bool:
    """Whether a character is punctuation, or a symbol."""
    if char.isascii():
        return not char.isalnum() and not char.isspace()
    return unicodedata.category(char)[0] in "PS"


def _apart(drops: list[Drop]) -> list[Drop]:
    """Drops in order, those inside others left out."""
    kept: list[Drop] = []
    end = 0
    for drop in drops:
        if drop.start >= end:
            kept.append(drop)
        elif drop.end > end:
            kept.append(Drop(end, drop.end, drop.shown))
        end = max(end, drop.end)
    return kept


def folded(label: str) -> str:
    """A label as references are compared."""
    return " ".join(label.split()).casefold()
