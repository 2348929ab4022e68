"""Names of a fixed form: licences and laws by number, who was at a meeting. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.groups import LANGUAGES
from graphrag_batch.stages.mention.text import Text, pattern
from graphrag_batch.stages.mention.words import FUNCTION_WORDS

_LICENCE = re.compile(
    r"\b(?:(?:Apache|MIT|BSD|ISC|Boost Software|Mozilla Public|Eclipse Public|European Union Public"
    r"|GNU (?:(?:Affero|Lesser) )?General Public|Open Database|Creative Commons(?: [A-Z][\w-]{1,40}){0,3})"
    r" [Ll]icen[cs]e(?:,? (?:[Vv]ersion |v)?\d(?:\.\d)?)?|CC[ -](?:BY(?:-(?:SA|NC|ND)){0,2}(?: \d\.\d)?"
    r"|0(?: 1\.0)))"
    r"(?![\w-])"
)
_LAW = re.compile(
    r"\b(?:Ley(?: Orgánica)?|(?:Real )?Decreto(?:[ -][Ll]ey)?|Orden|Directiva|Reglamento|Decree|Ordinance"
    r"|Directive|Regulation|Loi|Décret|Arrêté|Règlement|Verordnung|Richtlinie)"
    r"(?: \((?:EU|EC|EEC|UE|CE|EG|EWG)\))?"
    r"(?: (?:n[o°º]\.?|Nr\.?|No\.?))? \d{1,4}[/-]\d{2,4}(?:/(?:EU|EC|EEC|UE|CE|EG|EWG))?(?![\w/-])"
)
# Laws that are called by letters and the year: "NISG 2026", "DSG 2018".
_YEARLY = re.compile(r"\b[A-ZÄÖÜ][A-ZÄÖÜa-zäöü-]{0,12}(?<=[A-Z])(?:G|GVO|VO|StG)(?: (?:19|20)\d\d)(?![\w/-])")
# What a law or a rule with its year ends with, and what may stand before: words of a title, one in brackets.
_YEARED = re.compile(
    r"\b(?:Acts?|Regulations?|Rules|Orders?|Bill|Ordinance|Directive|Policy|Guidelines?|Handbook"
    r"|Manual|Code|Charter"
    r"|Treaty|Convention|Standard|Strategy|Plan|Report) (?:1[5-9]|20)\d\d(?![\w/-]|\.\d)"
)
_TITLED = re.compile(r"(?:(?:[A-Z][\w’'-]*|\([A-Z][\w’' -]{1,40}\)|of|and|for|in|etc\.?),? )")
_WORDS = re.compile(r"\([^()]{1,40}\) |[^\s()]+ ")
_BEFORE = 100
_LANGUAGE = re.compile(
    r"\b(?:[Ee]n|[Ii]n|[Aa]uf|[Dd]e l['’]|[Dd]u|al|del|y|et|und|ou|o|oder|l['’]|le|el) ?([^\W\d_]{4,16})\b"
)
_PRESENT = re.compile(
    r"(?:^|[.;] )(?:Present|Attendees|Attending|Attended|In attendance|Participants|Apologies|Absent|Excused"
    r"|Regrets|Anwesend|Teilnehmende|Teilnehmer|Entschuldigt|Asistentes|Asisten|Presentes|Ausentes"
    r"|Présents|Excusés"
    r"|Absents|Participantes|Facilitator|Scribe|Minutes|Protokoll)(?: by)?: "
)
_PERSON = re.compile(
    r"([A-ZÀ-ÖØ-Þ][a-zß-öø-ÿ'’-]{1,20}(?: [A-ZÀ-ÖØ-Þ][\w'’-]{1,20}){0,2})(?: \([^()]{1,40}\))?"
    r"(?=[.;]|$|, | and | und | y | et )(?:, (?:and )?| and | und | y | et )?"
)
_ALL = re.compile(r"(?:Everyone|Everybody|All|Alle|Todos|Tous|None|Nobody|Niemand|Team|The|See)\b")


# What is written in a language of so short a name, or of one that is a word: "a tool written in Go".
_WRITTEN_IN = re.compile(
    r"\b(?:written|writes?|wrote|script|scripts|program|programmed|coded|implemented|library|binary"
    r"|prototype|geschrieben"
    r"|programmiert|Skript|écrit|écrite|escrito|escrita|programado)(?: (?:a|it|entirely|mostly"
    r"|partly|vollständig))?"
    r" (?:in|en) (Go|R|C|D|Rust|Swift|Julia|Ada|Crystal|Dart|Elm|Raku|Tcl)(?![\w+#-])"
)


def written_in(text: Text) -> Iterator[Found]:
    """Languages of programs whose names are letters, or words."""
    for found in _WRITTEN_IN.finditer(text.text):
        if text.is_free(*found.span(1)):
            yield pattern(*found.span(1), "product", 0.85)


def works(text: Text) -> Iterator[Found]:
    """Licences, and laws that have a number."""
    for expression in (_LICENCE, _LAW, _YEARLY):
        for found in expression.finditer(text.text):
            if text.is_free(*found.span()):
                text.taken.add(*found.span())
                yield pattern(*found.span(), "work", 0.85)


def yeared(text: Text) -> Iterator[Found]:
    """Laws and rules with their year: "the Water Resources (Wales) Act 1991"."""
    for found in _YEARED.finditer(text.text):
        start = _title_start(text.text, found.start())
        if start < found.start() and text.is_free(start, found.end()):
            text.taken.add(start, found.end())
            yield pattern(start, found.end(), "work", 0.85)


def _title_start(text: str, end: int) -> int:
    """Where the words of a title that goes on at `end` begin: with a capital letter, and no small word that
    only begins a sentence."""
    base = max(0, end - _BEFORE)
    words = [(found.start(), found[0].rstrip(" ,")) for found in _WORDS.finditer(text, base, end)]
    start = end
    for at, word in reversed(words):
        if not _TITLED.fullmatch(f"{word} "):
            break
        if word[0].isupper() and word.lower() not in FUNCTION_WORDS:
            start = at
    return start


def languages(text: Text) -> Iterator[Found]:
    """What is written or said in a language: "en anglais", "auf Englisch"."""
    for found in _LANGUAGE.finditer(text.text):
        if found[1] in LANGUAGES and text.is_free(*found.span(1)):
            yield pattern(*found.span(1), "group", 0.8)


def present(text: Text) -> Iterator[Found]:
    """The people in a list of who was there, and who was not."""
    for label in _PRESENT.finditer(text.text):
        at = label.end()
        while (one := _PERSON.match(text.text, at)) is not None and not _ALL.match(one[1]):
            if text.is_free(*one.span(1)):
                yield pattern(*one.span(1), "person", 0.8)
            at = one.end()
