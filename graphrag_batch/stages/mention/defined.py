"""Terms that a document defines, wherever it uses them. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphrag_batch.stages.mention.abroad import NOTICES
from graphrag_batch.stages.mention.closed import FOREIGN_WORDS, KEYS
from graphrag_batch.stages.mention.cue_words import TYPE_OF_LABEL
from graphrag_batch.stages.mention.explained import (
    GOES_ON,
    MOST_WORDS,
    USES,
    explains,
    is_explained,
    occurs,
    singular,
    stated,
)
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.names import Vocabulary
from graphrag_batch.stages.mention.plain import is_plain
from graphrag_batch.stages.mention.words import FUNCTION_WORDS
from graphrag_batch.textual import Alias, Passage, Term

_MOST = 200
_SAYS = re.compile(
    r"[\"”»“']?\s?(?:\([^()]{1,40}\))?(?:,[^,.]{3,60},)?\s(?:is|are|means|refers to|denotes|es|son"
    r"|est|ist|sind"
    r"|bedeutet|significa|désigne)\s"
    r"(?:a|an|the|any|that|every|those|when|one|how|un|una|el|la|le|une|ein|eine|der|die|das)?\b"
    r"|,? i\.e\.|\s?\([A-ZÄÖÜ]{2,8}\):\s"
)
_IS_A = re.compile(
    r"(?:^|[.!?:]\s|\()(?:An?|an?|The|[Ee]ine?|[Uu]na?|[Uu]ne?|[Dd]as|[Dd]ie|[Dd]er)"
    r" ((?:[a-zà-ü]+(?:-[a-zà-ü]+)*\s){0,2}[\w-]+) (?:is|ist|es|est)(?: (?:now|always|simply|just"
    r"|here|basically"
    r"|essentially|usually))?"
    r" (?:an?|the|any|one|eine?|una?|une|der|die|das|el|la|le|les|los) "
)
_CALLED = re.compile(
    r"\b(?:called|known as|termed|so-called|we call (?:it|this|them|these)|(?:just|simply|only|mostly"
    r"|we|for short,?)"
    r" (?:say|write|called|call it)|below,?|hereafter|henceforth|in short|sogenannte[rns]?|genannt"
    r"|im Folgenden|kurz"
    r"|llamad[oa]s?|en adelante|denominad[oa]s?|appelée?s?|dit|dite|ci-après)\s(?:mostly |just "
    r"|simply |an? |the )*[\"“«]?$"
)
_SHORT_FOR = re.compile(
    r"\((?:here(?:after|in)?|below|in short|short|kurz|im Folgenden|en adelante"
    r"|ci-après)[^()\"“]{0,20}[\"“]?$"
)
_GLOSSARY = re.compile(
    r"glossar|\bterm(?:s|inology)?\b|definition|vocabular|\bwords?\b|begriff|término|termes"
    r"|definicion|nomenclatur"
    r"|lexi[ck]on",
    re.IGNORECASE,
)
_COLUMNS = frozenset(["term", "word", "begriff", "término", "terme", "concept"])
_BRACKET = re.compile(r"\s\([^()]{1,40}\)$")
# "Orphan ride: a ride that …", of an item; "an orphan ride, which is a ride that …".
_COLON = re.compile(
    r"([^\W\d_][\w’'-]*(?: [a-zß-öø-ÿ][\wß-öø-ÿ’'-]*){1,3})(?: \([^()]{1,40}\))?: "
    r"(?:an?|the|any|every|what|when|how|eine?|der|die|das|una?|el|la|los|las|une|le|les|l['’])\b"
)
_WHICH = re.compile(
    r"\b(?:an?|the|un|una|une|ein|eine) ((?:[a-zà-ü]+(?:-[a-zà-ü]+)*\s){1,2}[a-zà-ü-]+),"
    r" (?:which|that|lo que|qui|das|die|der) (?:is|means|es|est|ist) (?:an?|the|any|una?|une|eine?)\b"
)
_SEVERAL = re.compile(r" (?:or|and|oder|und|ou|et|o|y) [A-Z]")
_TERM = re.compile(r"[^\W\d_][\w’'-]*(?: [\w’'-]+){0,3}")
_CODE = re.compile(r"([A-Z]{1,5})-?\d")
# Columns of what is no class: a quarter, a pin.
_PINS = ("quarter", "quartal", "trimest", "pin", "port", "bus", "date", "week")
_SET_APART = ("bold", "italic", "term", "quoted")
_THE = ("the ", "der ", "die ", "das ")
_LEAST_TOLD = 20
_CAPITAL_NEXT = re.compile(r" [A-Z][a-z]")
_BARE_IS = re.compile(r"\s(?:is|are|means)\s(?:an?|the|any\w*|every\w*|what|whoever|those|all)\b")
_ARTICLE = re.compile(r"(?:^|[.;:!?]\s)(?:An?|an?|The|the)\s$")


class Definition(NamedTuple):
    """A term as it is written in the singular. `sure`: the text leaves no doubt that it defines it."""

    term: str
    sure: bool
    start: int
    end: int


def definitions(passages: Sequence[Passage], aliases: Sequence[Alias] = ()) -> tuple[Definition, ...]:
    """The terms that are defined here: those of definition lists and glossaries, words set apart that a
    sentence begins with and goes on to explain, "A perch is a place that …"."""
    kept: dict[str, Definition] = {}
    titles = {singular(p.text).lower() for p in passages if p.kind in ("heading", "title")}
    kept |= {code.term: code for code in _codes(passages)}
    for alias in aliases:
        if alias.long.islower() and " " in alias.long:
            kept[alias.long] = Definition(alias.long, True, alias.start, alias.end)
    glossary, text = False, "\n".join(passage.text for passage in passages)
    told = _told_groups(passages)
    for n, passage in enumerate(passages):
        if passage.kind in ("heading", "title"):
            glossary = _GLOSSARY.search(passage.text) is not None
            continue
        after = passages[n + 1] if n + 1 < len(passages) else None
        listed = _listed(passage, after, glossary, passage.group in told)
        for start, end, sure in (*listed, *_stated(passage, titles, text)):
            stated_here = passage.kind in ("paragraph", "item") and sure
            term = _kept(passage.text[start:end], stated_here)
            if term and (term not in kept or (sure and not kept[term].sure)):
                kept[term] = Definition(term, sure, *passage.span(start, end))
    return tuple(list(kept.values())[:_MOST])


def _told_groups(passages: Sequence[Passage]) -> frozenset[int]:
    """The lists most of whose definitions are long enough to explain a term."""
    long: dict[int, list[bool]] = {}
    for one in passages:
        if one.kind == "definition":
            long.setdefault(one.group, []).append(len(one.text) >= _LEAST_TOLD)
    return frozenset(group for group, some in long.items() if sum(some) * 2 > len(some))


def _listed(
    passage: Passage, after: Passage | None, glossary: bool, told: bool
) -> Iterator[tuple[int, int, bool]]:
    """Terms of lists, of tables, and those that are set apart. `told`: most terms of the list are "
    "explained."""
    text = passage.text
    if passage.kind == "term":
        coded = any(mark == "code" for *_, mark in passage.marks)
        explained = after is not None and after.kind == "definition" and explains(after.text)
        long = after is not None and after.kind == "definition" and (told or len(after.text) >= _LEAST_TOLD)
        label = text.lower().split(" ")[-1] in TYPE_OF_LABEL
        if not coded and (explained or long) and (not label or (explained and " " in text)):
            bracket = _BRACKET.search(text)
            yield 0, bracket.start() if bracket is not None else len(text), True
        return
    if passage.kind == "cell":
        if passage.row > 0 and passage.label.lower() in _COLUMNS:
            yield 0, len(text), True
        return
    for start, end, mark in passage.marks[:8]:
        if mark not in _SET_APART:
            continue
        if start > 4:
            called = _CALLED.search(text, max(0, start - 40), start) or _SHORT_FOR.search(
                text, max(0, start - 40), start
            )
            bold = mark == "bold" and _BARE_IS.match(text, end) and _ARTICLE.search(text, 0, start)
            if called or bold or (mark != "quoted" and text.startswith((", i.e. ", " (i.e. "), end)):
                yield start, end, True
            continue
        bare = end - 1 if text[end - 1] in ".:" else end
        bracket = _BRACKET.search(text, start, bare)
        bare = bracket.start() if bracket is not None else bare
        if _SAYS.match(text, end):
            yield start, end, True
        elif passage.kind in ("item", "paragraph") and is_explained(text, start, bare, end):
            yield start, bare, True
        elif (_goes_on(passage, end) or (bare < end < len(text) and bracket is None)) and (
            glossary or not all(map(is_plain, text[start:bare].split()))
        ):
            yield start, bare, glossary


def _goes_on(passage: Passage, end: int) -> bool:
    """Whether what is set apart is explained: after a colon or a dash, or as a numbered step is."""
    step = passage.label and passage.kind == "item" and passage.text.startswith(". ", end)
    return bool(step) or GOES_ON.match(passage.text, end) is not None


def _codes(passages: Sequence[Passage]) -> Iterator[Definition]:
    """Letters and a number that the rows of a table begin with: classes, levels (C1, SEV2)."""
    series: dict[tuple[int, str], dict[str, Passage]] = {}
    before = (-1, -1)
    for passage in passages:
        place = passage.group, passage.row
        if passage.kind == "cell" and passage.row > 0 and place != before:
            code = _CODE.fullmatch(passage.text)
            if code is not None and not passage.label.lower().startswith(_PINS):
                series.setdefault((passage.group, code[1]), {}).setdefault(passage.text, passage)
        before = place
    for codes in series.values():
        if len(codes) > 1:
            yield from (Definition(term, False, *p.span(0, len(term))) for term, p in codes.items())


def _stated(passage: Passage, titles: set[str], text: str) -> Iterator[tuple[int, int, bool]]:
    colon = _COLON.match(passage.text) if passage.kind in ("item", "paragraph") else None
    if colon is not None and not all(map(is_plain, colon[1].split())):
        yield *colon.span(1), True
    for which in _WHICH.finditer(passage.text) if ", " in passage.text else ():
        yield *which.span(1), True
    yield from stated(passage, text)
    for said in _IS_A.finditer(passage.text) if " is" in passage.text or " es" in passage.text else ():
        several = " " in said[1]
        alone = not said[0].lstrip(".!?: ").lower().startswith(_THE)
        used = several or said[1] in titles or (alone and occurs(said[1], text) >= USES)
        if used and (several or said[1] not in FUNCTION_WORDS):
            yield said.start(1), said.end(1), True


def _kept(text: str, stated: bool) -> str:
    """A term in the singular, in small letters if only its first is a capital; "" for what is none."""
    text = text.strip().rstrip(":.")
    if text.lower() in NOTICES:
        return ""
    text = singular(text)
    words = text.split()
    plain = _TERM.fullmatch(text) is not None and len(words) <= MOST_WORDS and len(text) > 3
    if not plain or text.isupper() or words[0].lower() in FUNCTION_WORDS | FOREIGN_WORDS:
        return ""
    if (len(words) == 1 and words[0].lower() in KEYS and not stated) or _SEVERAL.search(text):
        return ""
    if words[-1].lower() in FUNCTION_WORDS or words[-1].endswith("ly"):
        return ""
    return text


def defined_terms(found: Sequence[Definition], nouns: bool) -> re.Pattern[str] | None:
    """What finds these terms, in the plural too. None for none. `nouns`: of a language that declines them and
    gives them capital letters."""
    if not found:
        return None
    ordered = sorted({one.term for one in found}, key=lambda term: (-len(term), term))
    endings = "e?[nsr]|e" if nouns else "e?s"
    # Of French and Spanish terms each word has a plural.
    ordered_by_word = [_either(term).replace(r"\ ", r"(?:e?s)?\ ") for term in ordered]
    return re.compile(rf"(?<![\w-])(?:{'|'.join(ordered_by_word)})(?:{endings})?(?![\w-])")


def _either(term: str) -> str:
    """A term, with a capital letter at its beginning or without."""
    first = re.escape(term[0])
    return (
        f"[{term[0].upper()}{term[0].lower()}]{re.escape(term[1:])}" if first.isalpha() else re.escape(term)
    )


def find_defined(passage: Passage, terms: re.Pattern[str] | None, known: Vocabulary) -> Iterator[Found]:
    """The terms in a passage. What is written with capital letters is a name, perhaps of a product."""
    for found in terms.finditer(passage.text) if terms is not None else ():
        if _is_part(passage.text, found.start(), found.end(), known):
            continue
        capital = any(word[0].isupper() for word in found[0].split()[1:] or [found[0]])
        common = known.nouns or not capital or found[0].lower() in known.common
        yield Found(*found.span(), "concept", "name", 0.8 if common else 0.6, True)


def _is_part(text: str, start: int, end: int, known: Vocabulary) -> bool:
    """Whether a word with a capital letter is the first of a longer name: "Breach Response Procedure"."""
    alone = text[start].isupper() and " " not in text[start:end] and not known.nouns
    return alone and _CAPITAL_NEXT.match(text, end) is not None


def find_defining(found: Sequence[Definition], text: str) -> Iterator[Term]:
    """The terms that are surely defined, in both numbers, for the gazetteer; a plural that the text does not
    have ends where it begins."""
    for one in found:
        if one.sure:
            yield Term(one.term, "defined", one.start, one.end)
            if one.term[-1].islower() and one.term.isascii():
                plural = _plural(one.term)
                yield Term(plural, "defined", one.start, one.end if occurs(plural, text) else one.start)


def _plural(term: str) -> str:
    if term.endswith(("s", "x", "ch", "sh")):
        return term + "es"
    return term[:-1] + "ies" if term.endswith("y") and term[-2] not in "aeiou" else term + "s"
