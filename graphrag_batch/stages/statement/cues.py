"""Words that make a section refer to something, whoever the subject: "see X", "as described in RFC 9110"."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from graphrag_batch.stages.statement.frames import COUNTRIES, STANDARD, STANDARD_SIGNS, WORK_SIGNS, is_work
from graphrag_batch.stages.statement.pieces import pieces
from graphrag_batch.textual import Passage, Statement, folded, holds

_SEE = re.compile(
    r"(?<![\w-])(?:see(?: also)?|refer to|consult|cf\.|siehe(?: auch)?|vgl\.|véase(?: también)?|consulte|"
    r"voir(?: aussi)?)\s+(?:the |die |das |den |la |el |le |l['’])?",
    re.IGNORECASE,
)
_BY = re.compile(
    r"(?<![\w-])(?:(?:as )?(?:described|defined|specified|required|set out|laid down|outlined|mandated|"
    r"recommended|prescribed|stated) (?:in|by)|as in|within the meaning of|"
    r"in the sense of|following|according to|in accordance with|in line with|"
    r"in compliance with|(?:compliant|conformant) with|compliance with|per|under|gemäß|"
    r"entsprechend|laut|nach(?: der)?|según|"
    r"im Sinne(?: der| des)?|au sens d(?:e|u)|en el sentido de(?:l)?|siguiendo|wie in|comme dans|como en|"
    r"conforme a|de acuerdo con|de conformidad con|selon|conformément à|"
    r"(?:wie )?in(?= [^.;,]{3,40} (?:beschrieben|festgelegt|gefordert|definiert|geregelt))|"
    r"Grundlagen?(?: \w+){0,3} (?:ist|sind|bilde[nt])|"
    r"tal como (?:describe|exige)|según (?:exige|establece)|comme (?:l['’]exige|le prévoit)|"
    r"tel que défini (?:par|dans))\s+"
    r"(?:the |der |dem |die |la |el |los |las |le |l['’])?"
    r"(?:norma |norme |standard |Norm |section [\d.]+ of |§+ ?[\d.]+ )?",
    re.IGNORECASE,
)
_OWNER = re.compile(
    r"(?:^|[.;]\s+)(?:(?:Verantwortlich|Zuständig)\s"
    r"(?:(?:dafür|hierfür|für (?:die |das |den )?(?P<what>[\w -]{2,40}?))\s)?(?:ist|sind)|"
    r"(?:Lo|La)\s(?:mantiene|gestiona|administra)n?|(?:El|La)\sresponsable\s(?:\w+\s)?es|(?:Le|La)\sresponsable\s(?:\w+\s)?est)\s+"
    r"(?:die |der |das |el |la |le |l['’])?"
)
# A place, and the country that it is in: "in Lyon, France".
_IN = re.compile(
    r"\s(?:in|near|at|from|aus|bei|en|de|à|cerca de|près de)\s([A-ZÀ-Þ][\w’'-]+(?: [A-ZÀ-Þ][\w’'-]+)?), "
    rf"({'|'.join(COUNTRIES)})\b(?!\s[A-Z]|-)"
)
# What the reader needs is what the page does.
_NEED = re.compile(
    r"(?:^|[.;:]\s+)(?:You(?:['’]ll| will| only| also)? need|You must have|Sie (?:brauchen|benötigen)|"
    r"Du (?:brauchst|benötigst)|(?:Usted )?[Nn]ecesitas?|Vous avez besoin (?:de |d['’])|"
    r"Il (?:vous|te) faut)\s+(?!to\b|que\b|zu\b)"
)
_NEED_END = re.compile(
    r"[.;:()]\s|[;()]|[.]$|\s(?:to|for|if|when|from|on|in|at|with|that|um|zu|für|para|pour)\s"
)
_NAMED = re.compile(r"[^\W\d_]?[A-ZÀ-Þ]")
_DENIED = re.compile(r"(?:\bnot|n['’]t|\bno|\bnicht|\bsin|\bsans|\bpas)\s*(?:\w+\s+)?$", re.IGNORECASE)
_END = re.compile(r"[.,;:()]\s|[;()]|[.]$|\s(?:for|if|when|um|zu|für|para|pour)\s")
# "see that it works" refers to nothing.
_CLAUSE = re.compile(
    r"(?:also|that|if|how|what|whether|why|when|our|your|it|them|which|who)\b", re.IGNORECASE
)
_FAR = 80
# The title of a work, as far as it is one: "Incident Handbook", "Manual de Conciliación".
_TITLE = re.compile(
    r"[A-ZÀ-Þ][\w-]*(?: (?:(?:of|de|del|de la|der|des|du|für|and|on|for) )?[A-ZÀ-Þ][\w-]*){0,5}"
)


def _is_of_work(text: str, start: int) -> bool:
    """Whether the title of a policy, a law, a handbook begins here."""
    title = _TITLE.match(text, start)
    return title is not None and is_work(title[0])


# One of these is in whatever a cue finds (folded), and in whatever a standard is called.
_SIGNS = {
    "refers_to": ("see", "refer to", "consult", "cf.", "siehe", "vgl.", "véase", "voir"),
    "owned_by": ("verantwortlich", "zuständig", "mantiene", "gestiona", "administra", "responsable"),
}
_NEEDS = ("you", "sie b", "du b", "necesita", "vous", "il te")
_CUES = (("refers_to", _SEE, 0.6), ("cites", _BY, 0.75), ("owned_by", _OWNER, 0.7))


class Signs(NamedTuple):
    """The countries that a document names, and its signs of standards and works."""

    countries: tuple[str, ...]
    standards: tuple[str, ...]
    works: tuple[str, ...]


def signs_of(passages: Sequence[Passage]) -> Signs:
    """Those signs that the passages have: most have few, and each passage is asked for these alone."""
    text = "\n".join(passage.text for passage in passages)
    of = (COUNTRIES, STANDARD_SIGNS, WORK_SIGNS)
    return Signs(*(tuple(sign for sign in signs if sign in text) for signs in of))


def of_cues(passage: Passage, signs: Signs) -> Iterator[Statement]:
    """What a passage refers to in passing. Its document has the `signs`."""
    lower = folded(passage.text)
    standards = holds(passage.text, signs.standards)
    titles = {start: end for start, end, mark in passage.marks if mark in ("italic", "quoted")}
    if holds(lower, _NEEDS):
        yield from _needed(passage)
    if holds(passage.text, signs.countries):
        yield from _placed(passage)
    if titles:
        yield from _titled(passage, titles)
    for rel, cue, weight in _CUES:
        if standards or holds(passage.text, signs.works) if rel == "cites" else holds(lower, _SIGNS[rel]):
            yield from _cued(passage, rel, cue, weight)


def _cued(passage: Passage, rel: str, cue: re.Pattern[str], weight: float) -> Iterator[Statement]:
    for match in cue.finditer(passage.text):
        start = match.end()
        if (
            rel == "cites"
            and not STANDARD.match(passage.text, start)
            and not _is_of_work(passage.text, start)
        ):
            continue
        if rel == "refers_to" and _CLAUSE.match(passage.text, start):
            continue
        if _DENIED.search(passage.text, max(0, match.start() - 20), match.start()):
            continue
        end = _END.search(passage.text, start, start + _FAR)
        stop = end.start() if end else min(len(passage.text), start + _FAR)
        if stop > start:
            span = passage.span(start, stop)
            whole = passage.span(match.start(), stop)
            what = match.groupdict().get("what")
            subjects = (passage.span(*match.span("what")),) if what else ()
            of = "" if what else "document" if rel == "owned_by" else "section"
            said = "cites" if rel == "refers_to" and is_work(passage.text[start:stop]) else rel
            yield Statement(said, *whole, subjects, (span,), "cue", weight, of, passage.section)


def _needed(passage: Passage) -> Iterator[Statement]:
    """The things with a name that the reader is said to need."""
    marked = {start for start, _, mark in passage.marks if mark in ("code", "bold", "link")}
    for match in _NEED.finditer(passage.text):
        end = _NEED_END.search(passage.text, match.end(), match.end() + _FAR)
        stop = end.start() if end else min(len(passage.text), match.end() + _FAR)
        found = [
            passage.span(*piece)
            for piece in pieces(passage.text, match.end(), stop)
            if piece[0] in marked or _NAMED.match(passage.text, piece[0])
        ]
        if found:
            place = passage.span(match.start(), stop)
            yield Statement("depends_on", *place, (), tuple(found), "cue", 0.6, "document", passage.section)


def _titled(passage: Passage, titles: Mapping[int, int]) -> Iterator[Statement]:
    """The works that a passage says it follows, by their titles: "as described in *Of Bread*"."""
    for match in _BY.finditer(passage.text):
        end = titles.get(match.end(), -1)
        if end > 0 and passage.text.count(" ", match.end(), end) and passage.text[match.end()].isupper():
            ends = (), (passage.span(match.end(), end),)
            place = passage.span(match.start(), end)
            yield Statement("cites", *place, *ends, "cue", 0.7, "section", passage.section)


def _placed(passage: Passage) -> Iterator[Statement]:
    """The places that are named with their countries."""
    for match in _IN.finditer(passage.text):
        ends = (passage.span(*match.span(1)),), (passage.span(*match.span(2)),)
        place = passage.span(match.start(1), match.end())
        yield Statement("located_in", *place, *ends, "cue", 0.75, "", passage.section)
