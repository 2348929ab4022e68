"""Versions, and the products they are of: "Click 8.1", "version 3", "Rev. C", "1.x", "upgrading from 3 to 4".
Pure; linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.mention import written
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.lexicon import KNOWN
from graphrag_batch.stages.mention.text import Text, pattern
from graphrag_batch.stages.mention.words import (
    FUNCTION_WORDS,
    IMPERATIVES,
    NO_PRODUCT,
    PRODUCT_OF,
    UNITS,
)
from graphrag_batch.textual import holds

CHANGES = re.compile(
    r"\bchange ?logs?\b|\bchanges\b|\brelease (?:notes|history)\b|\breleases\b|\bversions?\b"
    r"|\b(?:version|revision) history"
    r"|\bhistory\b|\bwhat['’]s new\b|\bänderungen\b|\bänderungsverlauf|\bversionen\b|\bhistorial\b"
    r"|\bcambios\b"
    r"|\bversiones\b|\bhistorique\b|\bchangements\b",
    re.IGNORECASE,
)
"""In headings under which versions are listed."""
_SURE = re.compile(
    r"(?<![\w.$/-])v?(\d{1,3}\.\d{1,3})\.\d{1,4}(?![\w%]|\.\d)"
    r"|\b[Vv]ersions? (\d{1,3}\.\d{1,3})(?![\w%]|\.\d)"
)
_NO_PRODUCT = FUNCTION_WORDS | NO_PRODUCT
# Before a version of what the document is about; and columns of them.
_SINCE = re.compile(
    r"\b(?:(?:[Nn]ew|[Aa]dded|[Ii]ntroduced|[Rr]emoved|[Dd]eprecated|[Cc]hanged|[Ff]ixed|[Nn]eu|[Nn]uevo"
    r"|[Nn]ouveau|[Ee]ingeführt) (?:in|since|with|seit|en|dans)|[Ss]ince|[Aa]s of|[Dd]escribes"
    r"|[Dd]epuis la|[Dd]esde la) $"
)
# The same, in a text about software, of what is no more than a number with a point.
_WHEN = re.compile(
    r"\b(?:[Ii]n|[Uu]ntil|[Bb]efore|[Aa]fter|[Ff]rom|[Ww]ith|(?:older|newer|earlier|later|lower"
    r"|higher) than|[Aa]b|[Bb]is"
    r"|[Ss]eit|[Mm]it|[Hh]asta|[Dd]esde|[Jj]usqu['’]à|[Aa]vant|[Dd]epuis) $"
)
_STOPS = re.compile(r"(?:[,;)]|\.(?!\d)|$| (?:and|or|und|oder|y|o|et|ou)\b)")
_UPGRADE = re.compile(
    r"\b(?:[Uu]pgrad|[Dd]owngrad|[Mm]igrat|[Bb]ump|[Aa]ktualisier|[Aa]ctuali[sz]|[Mm]igrier)\w*(?:[^.:;!?]|\.\d){0,40}"
    r" (?:to|from|auf|von|a|à|de|vers) $"
)
_FIELDS = re.compile(
    r"(?:(?:since|available|added|removed|tested|minimum|min\.?|current|product|software|software-"
    r"|document)\s?)?"
    r"(?:versions?|versión|release|fassung|ausgabe|since|added|removed|rev(?:ision)?|revisión|révision)\.?:?",
    re.IGNORECASE,
)
_FIELD = re.compile(r"[A-Z]?\d{1,3}")
# Whole numbers and letters, behind a word that says what they are.
_TOLD = re.compile(
    r"\b(?:[Vv]ersions?|[Vv]ersión|[Vv]ersionen)\s(\d{1,4})(?:\s(?:and|or|to|und|oder|bis|y|o|et"
    r"|ou)\s(\d{1,4}))?"
    r"(?![\w%-]|[.:]\d)"
    r"|\b(?:Rev\.|Rev|[Rr]evision|[Rr]evisión|[Rr]évision)\s([A-Z]?\d{1,3}|[A-Z])(?![\w%]|[.:]\d)"
    r"|\b(?:[Uu]pgrad|[Dd]owngrad|[Mm]igrat|[Mm]igrier|[Aa]ctuali[sz])\w*\s(?:[\w`-]{1,30}\s){0,4}?"
    r"(?:from|von|de|desde)\s(\d{1,4})\s(?:to|auf|à|a|zu)\s(\d{1,4})(?![\w%-]|\.\d)"
)
_TELLING = ("versi", "rev", "grad", "migr", "actuali")
_LISTED = re.compile(r"\[?(v?\d{1,3}\.\d{1,3})\]?(?=:| ?[–—(-]|$)")


def of_document(text: str) -> frozenset[str]:
    """The beginnings of the versions that leave no doubt, as far as the second number."""
    return frozenset(found[1] or found[2] for found in _SURE.finditer(text))


def dated(text: Text) -> Iterator[Found]:
    """Versions that are called by their date: "version 2025-04"."""
    for found in written.DATED.finditer(text.text):
        if text.is_free(*found.span(1)):
            yield pattern(*found.span(1), "version", 0.85)


def told(text: Text) -> Iterator[Found]:
    """Versions that are whole numbers or letters ("Rev. C"), and what a list of changes begins with."""
    for found in _TOLD.finditer(text.text) if holds(text.folded, _TELLING) else ():
        for n in range(1, 6):
            if found[n] is not None and text.is_free(*found.span(n)):
                yield pattern(*found.span(n), "version", 0.85)
    whole = text.whole and _FIELD.fullmatch(text.text) and _FIELDS.fullmatch(text.label)
    if whole and text.is_free(0, len(text.text)):
        yield pattern(0, len(text.text), "version", 0.85)
    first = _LISTED.match(text.text) if text.changes else None
    if first is not None and text.is_free(*first.span(1)):
        yield pattern(*first.span(1), "version", 0.85)


def versions(text: Text) -> Iterator[Found]:
    """Versions with points in them, and the products they are of."""
    for found in written.VERSION.finditer(text.text):
        start, end = found.span()
        if not text.is_free(start, end):
            continue
        before, after = text.text[max(0, start - 80) : start], text.lower[end : end + 12].split()
        unit = after[0].strip(".,;:)") if after and text.text[end : end + 1] == " " else ""
        product = written.PRODUCT.search(before)
        named = _named(product, max(0, start - 80)) if product is not None else None
        if named is not None and unit not in UNITS:
            text.taken.add(start, end)
            if text.is_free(*named):
                yield pattern(*named, KNOWN.get(text.text[slice(*named)], "product"), 0.7)
        elif not _is_version(text, found, before, unit):
            continue
        yield pattern(start, end, "version", 0.85, strong=True)


def _is_version(text: Text, found: re.Match[str], before: str, unit: str) -> bool:
    """Whether a number with points and no product before it is a version."""
    word = before.rsplit(maxsplit=1)[-1].lower().strip("(,:") if before.split() else ""
    if found[1][0] == "v" or found[1].count(".") >= 2 or not found[1][-1].isdigit():
        return True
    if word in ("firmware", "kernel") or _SINCE.search(before) is not None:
        return True
    if text.whole and found.end() - found.start() == len(text.text) and _FIELDS.fullmatch(text.label):
        return True
    if unit in UNITS:
        return False
    if found[1] in text.versions or _UPGRADE.search(before) is not None:
        return True
    stops = text.technical and _STOPS.match(text.text, found.end()) is not None
    if stops and _WHEN.search(before) is not None:
        return True
    return word in PRODUCT_OF and word not in ("in", "with", "to", "than", "from")


def _named(product: re.Match[str], base: int) -> tuple[int, int] | None:
    """The product's name before a version: without the words at its beginning that are part of no name."""
    words = product[1].split()
    at = product.start(1)
    while words and (words[0].lower() in _NO_PRODUCT or (len(words) > 1 and _bids(words[0]))):
        at += len(words[0]) + 1
        words.pop(0)
    if not words or words[-1].lower() in NO_PRODUCT or len(words[-1]) < 2:
        return None
    return base + at, base + at + len(" ".join(words))


def _bids(word: str) -> bool:
    """Whether a word before a name is a verb: "Install", "Requires"."""
    lower = word.lower()
    return (
        lower in IMPERATIVES
        or lower.removesuffix("s") in IMPERATIVES
        or lower.removesuffix("es") in IMPERATIVES
    )
