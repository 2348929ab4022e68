"""Packages with small letters: what a document installs, wherever it speaks of it, and what the items under a
heading like "Requirements" begin with. Pure; linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.mention import written
from graphrag_batch.stages.mention.cues import SURE
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.plain import is_plain
from graphrag_batch.textual import Passage

REQUIRED = re.compile(
    r"\b(?:requirements?|dependenc(?:y|ies)|prerequisites?|voraussetzungen|abhängigkeiten|requisitos|dependencias"
    r"|prérequis|dépendances)\b",
    re.IGNORECASE,
)
"""In headings of what a program needs."""
_ITEM = re.compile(
    r"([a-z][a-z0-9]*(?:[-_.][a-z0-9]+)*)(?= ?(?:[<>=~!]=?|v)? ?(\d+(?:\.\d+){0,3})(?![\w.])|$| [-–—(]|:)"
)
_LEAST = 4
_MOST = 40


def installed(source: str) -> re.Pattern[str] | None:
    """What finds the packages that commands of a document install; None for none; common words are
    left out."""
    names = {found[1] for found in written.INSTALLED.finditer(source)} if "install" in source else set()
    kept = sorted(name for name in names if _is_told(name))[:_MOST]
    if not kept:
        return None
    return re.compile(rf"(?<![\w./@-])(?:{'|'.join(map(re.escape, kept))})(?![\w/-])(?!\.\w)")


def _is_told(name: str) -> bool:
    return len(name) >= _LEAST and name.islower() and "/" not in name and not is_plain(name)


def find_installed(passage: Passage, packages: re.Pattern[str] | None, required: bool) -> Iterator[Found]:
    """The packages in a passage; `required`: it is told under a heading of what is needed."""
    for found in packages.finditer(passage.text) if packages is not None else ():
        yield Found(*found.span(), "product", "name", SURE, True)
    item = _ITEM.match(passage.text) if required and passage.kind == "item" else None
    if item is not None and not is_plain(item[1]):
        yield Found(*item.span(1), "product", "name", SURE, True)
        if item[2]:
            yield Found(*item.span(2), "version", "name", SURE, True)
