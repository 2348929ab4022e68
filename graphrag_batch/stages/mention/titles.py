"""Titles of works: words in italics or quotes that have capital letters as titles do. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.mention.abroad import COURTESY
from graphrag_batch.stages.mention.cues import GUESS, LIKELY, SURE
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.names import is_title_case
from graphrag_batch.stages.mention.plain import is_plain
from graphrag_batch.textual import Passage

_SET_APART = ("italic", "quoted")
_NO_TITLE = ("title", "heading", "term")
_LONGEST = 100
# As those of species and their kinds do.
_GENUS = re.compile(r"[A-Z][a-z]{3,}(?:us|a|um|is|ix|ys|es|ea|ax)")
_ENDS = re.compile(r"[.!?:;]$")
# What is chosen in a menu, and a list of languages.
_LISTED = re.compile(r" (?:>|→|›|->|=>) |[+#], [A-Z]")


def find_titles(passage: Passage) -> Iterator[Found]:
    """The titles in a passage. What a passage begins with and goes on to explain is none."""
    if passage.kind in _NO_TITLE:
        return
    for start, end, mark in passage.marks:
        text = passage.text[start:end]
        blanks = text.count(" ")
        if mark == "italic" and _GENUS.fullmatch(text) and not is_plain(text):
            yield Found(start, end, "concept", "name", GUESS, True)
        whole = mark in _SET_APART and blanks and end - start <= _LONGEST and text[0].isupper()
        if (
            not whole
            or _ENDS.search(text)
            or not COURTESY.isdisjoint(text.split())
            or not is_title_case(text)
            or _LISTED.search(text)
        ):
            continue
        if blanks > 1:
            yield Found(start, end, "work", "name", SURE, True)
        elif mark == "italic" and start:
            yield Found(start, end, "work", "name", LIKELY, True)
