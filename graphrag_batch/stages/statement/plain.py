"""Statements by trigger words alone, for sentences that nothing has parsed. Surer of less than the parse."""

from __future__ import annotations

import re
from collections.abc import Container, Iterator, Sequence
from functools import cache
from typing import NamedTuple

from graphrag_batch.stages.statement.frames import STANDARD, TEAM_NOUNS
from graphrag_batch.stages.statement.pieces import pieces
from graphrag_batch.stages.statement.tongues import Words, every
from graphrag_batch.stages.statement.triggers import Trigger, Triggers
from graphrag_batch.textual import Span, folded

_SENTENCE = re.compile(r"[.!?…](?=[\"”’)]*\s+([\"“„«¿¡(]*[^\W_]?))|[。！？]")
_SHORT = re.compile(rf"(?:\b\d{{1,2}}|\b(?:[A-Za-z]|{every('abbreviations')}))$")
# What begins a sentence after "building C.".
_STARTS = re.compile(rf"\s(?:{every('starts')})\s")
_BREAK = re.compile(r"[;:()\[\]—–]|\s-\s")
_COMMA = re.compile(r",\s")
_TEAMS = re.compile(rf"@\w|\b(?:{every('teams')})\b", re.IGNORECASE)
_EXAMPLES = re.compile(rf"\b(?:{every('examples')})\s", re.IGNORECASE)
_NAME = re.compile(r"[A-ZÀ-Þ0-9_@`]")
_NOBODY = re.compile(every("nobody"), re.IGNORECASE)
_PRONOUN = re.compile(rf"(?:{every('standing')})\b", re.IGNORECASE)
# An article, then a name; or the first word or two.
_OPENING = re.compile(
    rf"(?:(?i:{every('leading')})\s+)?"
    r"((?:[A-ZÀ-Þ0-9`][\w`'’./-]*)(?:\s[A-ZÀ-Þ0-9][\w'’./-]*)*|[\w-]+(?:\s[\w-]+)?)"
)
_FIRST_WORD = re.compile(r"\W*(\w+)")
_LAST = re.compile(r"(?<!\w)(\w{2,5})\s*$")
_COMMANDED = re.compile(r"\s(?:the|an?|your|it|its)\s")
_LAST_WORD = re.compile(r"(?:\s+(?:mehr|länger))?[\s.,]*")
_NOTHING_BUT = re.compile(rf"\s*(?:{every('nothing_but')})\s")
_BUT = re.compile(rf",\s(?:{every('but')})\s")
_TOLD = re.compile(rf"\s*(?:{every('leading')}|{every('ours')})\b")
_NUMBER = re.compile(r"\d+[.,]?\d*(?:\s|$)")
# A part of a standard, or a law.
_PART = (
    rf"(?:le |la |el |l['’]|the )?(?:{every('chapters')}) [\dA-Z.-]+ "
    r"(?:of |der |des |du |de |del )(?:the |la |el |l['’])?(?:norme |norma |Norm )?"
)
_STANDARD = re.compile(
    rf"(?:(?:the |der |des |la |l['’])?(?:norma|norme|Norm|standard) )?(?:{_PART})?{STANDARD.pattern}"
)
# Within the words of a trigger: another clause, no object.
_CLAUSE = re.compile(rf"\b(?:{every('verbal')})\b")
_ASIDE = re.compile(r"\s*\([^()]{1,60}\)\s*$")
# A time before the object: "replaced in May 2021 by …".
_WHEN = re.compile(
    r"\s*(?:(?:am|im|in|seit|since|on|en|el|de|del|le|depuis|desde|ab|jahr|année|año|mai|may|ma[iy]o|\d{1,2}\.?|"
    r"ja[nñ]\w*|fe[bv]\w*|m[aäa]r[sz]\w*|ap?[rv]r?il|abril|avril|jun[ie]?o?|juin|jul[iy]?o?|juillet|aug\w*|"
    r"agosto|août|sept?\w*|o[ck]t\w*|nov\w*|de[czs]\w*|déc\w*|ene\w*)\s){0,4}(?:19|20)\d\d,?\s",
    re.IGNORECASE,
)
# What such a sentence begins with is no term: "Zuständig ist …", "Grundlage ist …".
_NO_TERM = re.compile(rf"(?:{every('no_term')})\b", re.IGNORECASE)
_BEFORE, _AFTER = 160, 300
_LONGEST, _MEMBER, _LEAD = 12, 4, 2


class Found(NamedTuple):
    """A trigger in a sentence, with the two sides of it; offsets in the text."""

    trigger: Trigger
    rel: str
    sentence: Span
    subjects: tuple[Span, ...]
    objects: tuple[Span, ...]
    weight: float


def sentences_of(text: str, names: Container[int] = ()) -> Iterator[Span]:
    """The sentences of a text, by their marks. `names` are where words begin that are set apart: a sentence
    may begin with these, though they have no capital."""
    start = 0
    for mark in _SENTENCE.finditer(text):
        if mark[0] == "." and _SHORT.search(text, max(start, mark.start() - 8), mark.start()):
            letter = (
                text[max(start, mark.start() - 3) : mark.start()][-2:-1] == " "
                and text[mark.start() - 1].isupper()
            )
            if not (letter and _STARTS.match(text, mark.end())):
                continue
        if mark[1] and mark[1][-1].islower() and mark.end(1) - 1 not in names:
            continue
        yield start, mark.end()
        start = mark.end()
        while start < len(text) and text[start].isspace():
            start += 1
    if start < len(text):
        yield start, len(text)


def opening(text: str, sentence: Span) -> Span | None:
    """The name, or the first words, that a sentence begins with; None for a pronoun, and for a command."""
    found = _OPENING.match(text, *sentence)
    if found is None or _PRONOUN.match(found[1]) or _COMMANDED.match(text, found.end(1)):
        return None
    return found.span(1)


def found_in(
    text: str,
    sentence: Span,
    triggers: Triggers,
    topic: tuple[Span, ...] = (),
    *,
    open_end: bool = False,
    implied: bool = False,
    meant: Container[int] = (),
) -> Iterator[Found]:
    """What triggers say in one sentence; nothing in a question. `topic` is what a pronoun at its beginning
    stands for. With `open_end` its last trigger may have nothing after it: what it is about follows as a
    list. With `implied` it may have no subject: what it is about stands above. A pronoun that begins at one
    of `meant` is the subject itself."""
    start, end = sentence
    words = triggers.words
    if "?" in text[max(start, end - 3) : end] or text[start : start + 1] == "¿":
        return
    first = opening(text, sentence)
    word = _FIRST_WORD.match(text, *sentence) if meant else None
    if word and word.start(1) in meant:
        topic = (word.span(1),)
    known: tuple[Span, ...] = (first,) if first else topic
    begin = start
    lower = folded(text)
    match = _trigger(lower, start, end, triggers)
    while match:
        before = max(begin, match.start() - _BEFORE), match.start()
        bare = match.start() == start and _lacks_subject(match[0])
        known = topic if bare else _subjects(text, lower, before, words, known, topic, first=begin == start)
        known = (_pronoun(text, before, meant) if meant else ()) or known
        sure = _certainty(lower, before, words) if known or (bare and implied) else 0.0
        known = known if sure else ()
        begin = match.end()
        trigger, close = _chosen(lower, begin, end, triggers.triggers[(match.lastindex or 1) - 1])
        begin = close.end() if close else begin
        if trigger.is_loose and _is_of_another(lower, match, words):
            sure = 0.0
        following = _trigger(lower, begin, end, triggers)
        stop = close.start() if close else following.start() if following else end
        stop = match.end() if trigger.closing and not close else min(stop, match.end() + _AFTER)
        area = _object_area(text, lower, match.end(), stop, words)
        objects = tuple(_members(text, lower, area, words)) if area and sure else ()
        if objects or (open_end and following is None and sure):
            rel = _relation(text, trigger, known, objects)
            if not rel and trigger.wants == "@" and text.startswith("Den ", start):
                trigger = trigger._replace(turned=not trigger.turned)  # the object comes first
                rel = _relation(text, trigger, known, objects)
            if rel:
                yield Found(trigger, rel, sentence, known, objects, trigger.weight * sure)
        match = following


def _pronoun(text: str, before: Span, meant: Container[int]) -> tuple[Span, ...]:
    """The pronoun right before a trigger, if it is known what it means."""
    last = _LAST.search(text, *before)
    return (last.span(1),) if last and last.start(1) in meant else ()


def _lacks_subject(trigger: str) -> bool:
    """Whether a sentence that begins with these words leaves its subject out, and is no command."""
    verb, _, rest = trigger.partition(" ")
    return verb.endswith(("s", "t", "a", "e", "n")) and (bool(rest) or not verb.endswith(("e", "en")))


def _is_of_another(lower: str, match: re.Match[str], words: Words) -> bool:
    """Whether the words within a trigger deny it, or have a verb of their own."""
    first = lower.find(" ", *match.span())
    inside = (first if first >= 0 else match.end()), match.end()
    return _CLAUSE.search(lower, *inside) is not None or words.denying.search(lower, *inside) is not None


def _trigger(lower: str, start: int, end: int, triggers: Triggers) -> re.Match[str] | None:
    found = triggers.quick.search(lower, start, end)
    return triggers.expression.match(lower, found.start(), end) if found is not None else None


def _subjects(
    text: str,
    lower: str,
    area: Span,
    words: Words,
    known: tuple[Span, ...],
    topic: tuple[Span, ...],
    *,
    first: bool,
) -> tuple[Span, ...]:
    """What stands before a trigger in its clause. `known` is the subject of the trigger before it in the
    sentence (of the `first` one: what the sentence begins with), which "and" carries on; `topic` what the
    sentence before is about."""
    if aside := _ASIDE.search(text, *area):
        area = area[0], aside.start()  # "Kestrel (KST) uses …"
    segments = _segments(text, *area)
    last = text[slice(*segments[-1])].strip()
    small = lower[slice(*segments[-1])].strip()
    if words.relates.fullmatch(small) and segments[1:]:
        return tuple(pieces(text, *segments[-2]))[-1:]
    relative = list(words.relates.finditer(lower, *segments[-1]))
    if relative and not text[relative[-1].end() : area[1]].strip():
        return tuple(pieces(text, segments[-1][0], relative[-1].start()))[-1:]
    if not last and segments[1:] and words.relates.match(lower, area[1]):
        return tuple(pieces(text, *segments[-2]))[-1:]
    if (last or not first) and _ends_in_joint(small, words):
        return known
    if _PRONOUN.fullmatch(last):
        meant = topic if first else known
        return meant or tuple(segments[-1:])  # what "it" is may be known elsewhere
    if not first or words.fronted.match(small):
        return ()
    if not last and segments[1:]:
        return _before_comma(text, segments[:-1])
    things = list(pieces(text, *segments[-1]))
    if len(things) > 1:
        for segment in reversed(segments[:-1]):
            if text.count(" ", *segment) >= _MEMBER or not _NAME.search(text, *segment):
                break
            things = [*pieces(text, *segment), *things]
    return tuple(s for s in things if _is_thing(text, lower, s, words))


def _before_comma(text: str, segments: Sequence[Span]) -> tuple[Span, ...]:
    """Of what a clause after a comma is: "Kestrel, written in …", also "Kestrel, in its way, uses …"."""
    told = [segment for segment in segments[1:] if not _TOLD.match(text, *segment)]
    found = [tuple(pieces(text, *segment))[-1:] for segment in (segments[0], *told)]
    return next((last for last in reversed(found) if last and _NAME.match(text, last[0][0])), found[0])


def _ends_in_joint(lower: str, words: Words) -> bool:
    return not lower or any(not lower[joint.end() :].strip() for joint in words.joining.finditer(lower))


def _segments(text: str, start: int, end: int) -> list[Span]:
    """The parts, between commas, of what follows the last break."""
    for mark in _BREAK.finditer(text, start, end):
        start = mark.end()
    found = []
    for comma in _COMMA.finditer(text, start, end):
        found.append((start, comma.start()))
        start = comma.end()
    return [*found, (start, end)]


def _chosen(
    lower: str, start: int, end: int, triggers: tuple[Trigger, ...]
) -> tuple[Trigger, re.Match[str] | None]:
    """Of the triggers that begin alike, the one whose closing word comes first, with that."""
    found = []
    for trigger in triggers:
        if trigger.closing and (close := _closing(trigger).search(lower, start, min(end, start + _AFTER))):
            found.append((close.start(), trigger, close))
    if found:
        _, trigger, close = min(found, key=lambda one: one[0])
        return trigger, close
    return triggers[-1] if not triggers[-1].closing else triggers[0], None


@cache
def _closing(trigger: Trigger) -> re.Pattern[str]:
    return re.compile(rf"\s(?:{folded(trigger.closing)})(?![\w-])")


def _object_area(text: str, lower: str, start: int, end: int, words: Words) -> Span | None:
    """What follows the trigger up to the end of the clause; None where it is denied, or nothing."""
    if when := _WHEN.match(text, start, end):
        start = when.end()
    if only := _NOTHING_BUT.match(lower, start, end):
        start = only.end()
    if mark := _BREAK.search(text, start, end):
        end = mark.start()
    if mark := _BUT.search(lower, start, end):
        end = mark.start()
    if mark := words.denying.search(lower, start, end):
        if _LAST_WORD.fullmatch(text, mark.end(), end):
            return None
        end = mark.start()
    if mark := _EXAMPLES.search(text, start, end):
        start = mark.end()
    if mark := words.ending.search(lower, start, end):
        end = mark.start()
    return (start, end) if text[start:end].strip(" ,.") else None


def _certainty(lower: str, before: Span, words: Words) -> float:
    if words.denying.search(lower, *before) or words.conditional.search(lower, *before):
        return 0.0
    return 0.5 if words.hedging.search(lower, *before) else 1.0


def _members(text: str, lower: str, area: Span, words: Words) -> Iterator[Span]:
    """The first thing after the trigger, and what is joined to it by "and"; a comma alone joins nothing."""
    joined = words.joining.search(lower, *area) is not None
    for number, piece in enumerate(pieces(text, *area)):
        if number and not (joined and _is_member(text[slice(*piece)])):
            break
        if _is_thing(text, lower, piece, words):
            yield piece


def _is_member(said: str) -> bool:
    parts = said.split()
    return len(parts) <= _MEMBER and _NAME.search(" ".join(parts[:_LEAD])) is not None


def _is_thing(text: str, lower: str, piece: Span, words: Words) -> bool:
    said = text[slice(*piece)]
    no_name = words.relates.fullmatch(lower[slice(*piece)]) or _NOBODY.fullmatch(said) or _NUMBER.match(said)
    return not no_name and said.count(" ") < _LONGEST and any(c.isalnum() for c in said)


def _relation(text: str, trigger: Trigger, subjects: tuple[Span, ...], objects: tuple[Span, ...]) -> str:
    """The relation that a trigger states of these ends, "" for none."""
    wanted = [text[slice(*s)] for s in (subjects if trigger.turned else objects)]
    if trigger.wants == "@":
        teams = any(_TEAMS.search(s) or TEAM_NOUNS & set(s.casefold().split()) for s in wanted)
        return trigger.rel if teams else trigger.otherwise
    if trigger.wants == "#":
        return trigger.rel if any(_STANDARD.match(s) for s in wanted) else trigger.otherwise
    if trigger.wants == "^":
        if trigger.rel == "is-a":
            named = any(_NAME.match(text, s[0]) for s in subjects)
            return trigger.rel if named and not any(_NO_TERM.match(text, s[0]) for s in subjects) else ""
        return trigger.rel if any(_NAME.search(" ".join(s.split()[:3])) for s in wanted) else ""
    if trigger.rel == "is-a" and any(_NO_TERM.match(text, s[0]) for s in subjects):
        return ""
    return trigger.rel
