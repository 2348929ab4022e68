"""Commands and purposes in English: what the reader is to do, and what for, relates no two names."""

from __future__ import annotations

import re
from collections.abc import Sequence

from graphrag_batch.stages.statement.words import words
from graphrag_batch.textual import Span

FAR = 600
"""Characters of a sentence that are looked at before a statement: sentences without end are lists."""
# A clause that begins with a command: after a mark, or at the beginning.
_CLAUSE = re.compile(r"[(;:—–]\s?|\s-\s|,\s(?:(?:and|or|but|so)\s)?|\.\s")
_WORD = re.compile(
    r"\s*(?:please\s|then\s|just\s|instead,?\s|simply\s|always\s|e\.g\.,?\s)*[`*_]*([A-Za-z]+)\b(?!['’:-])"
)
_PURPOSE = re.compile(r"\b(?:in order |so as )?to (?:be able to |make use of )?([a-z]+)\b")
_NEED = re.compile(r"\b(?:needs?|requires?)\s(?!to\b)[^,;:]*?\sto\s(?:be\sable\sto\s)?[a-z]+\b")
_ASKED = re.compile(
    r"\b(?:it|there)\s?(?:is|was|would be|['’]s)\s(?:\w+\s)?(?:recommended|suggested|advised|advisable|"
    r"possible|impossible|necessary|useful|best|better|good|common|usual|easy|easier|hard|required|important|"
    r"safe|safer|allowed|enough|unlikely|likely|needed|tempting|worth|way)\b[^,;:.]*\bto\b|"
    r"\s(?:is|was|are|be) to\b",
    re.IGNORECASE,
)
_FOLLOWED = re.compile(
    r"\bfollow(?:s|ed|ing)?\b[^.;]*\b(?:standards?|guidelines?|guides?|conventions?|rules?|formats?|"
    r"schemes?|polic(?:y|ies)|styles?|principles?|practices?|specifications?|process(?:es)?|"
    r"code of conduct|patterns?)\b"
)
# What a whole holds is not the thing, but one of its values; what ranks above another does not use it.
_VALUE = re.compile(
    r"\b(?:version|name|value|number|list|path|output|result|content|copy|length|size)s? of\s[`*_]*$"
)
_NOT_A = re.compile(r"\bnot (?:an?|the)\s(?:\w+\s)?$")
_RANKED = re.compile(r"\bprecedence over\b|\boverrid(?:e|es|den|ing)\b")
_INSTALLER = re.compile(
    r"(?:pip|pip3|pipx|npm|npx|yarn|pnpm|brew|apt|apt-get|cargo|gem|conda|uv|go|poetry|dnf|yum)"
)
# A command line, no expression of a programming language.
_LINE = re.compile(
    r"[$>]?\s?(?!(?:new|await|async|interface|const|let|var|import|def|class|return|from|type)\s)"
    r"[a-z][\w.-]*\s[\w./@-]"
)
_INSTALLING = re.compile(r"\s(?:install|add|i|get|run|exec)\b")
# After a word that is one of several: "query, and headers".
_LISTED = re.compile(r"\s*(?:,(?! for )|[()]|:|\s(?:and|or|of|is|are|was|were|has|have)\b)")
# What a command is of.
_OBJECT = re.compile(r"\s(?:the|an?|your|its|all|any|it|sure|that|in|on|to|[`*_'\"A-Z])")
# Verbs with which a clause begins that tells the reader what to do, and that are seldom nouns.
_COMMANDS = words(
    "access add administer administrate adopt affect aggregate agree allow amount analyse analyze appear "
    "apply approve archive argue assemble assume author avoid await back backup be beat become believe "
    "belong blame break buffer bump bundle calculate calibrate call carry cause chair champion change "
    "claim clash clean cleanup click collect collide combine compare compile complain compress comprise "
    "compute concern configure conflict confuse connect consider consume contain contradict contribute "
    "control convert coordinate copy correspond cost craft crash create curate decide decrease define "
    "delete deliver demand depend deploy deprecate derive describe deserve design detect develop deviate "
    "die differ digest digitise digitize disable discard discuss displace distinguish distribute do doubt "
    "download draw drive drop earn edit embed embrace emit employ enable encode encompass encrypt "
    "engineer enhance ensure enter equal establish estimate evaluate exceed exclude execute expect "
    "explain export expose extend fail fall feature feel fetch filter finance find fix forbid forget "
    "forward found fund gain generate get give go govern greet group grow guard guess handle happen hash "
    "hate have head hear help hinge hope house ignore imagine implement import improve include "
    "incorporate increase index ingest install integrate interfere introduce invent invoke involve join "
    "keep know lack launch lead learn leave let leverage like load look lose love maintain make manage "
    "manufacture map mark market match mean measure meet mention merge mirror miss model monitor move "
    "name necessitate need note notify obsolete offer omit open operate orchestrate organise organize "
    "outlast outlive outnumber outperform oversee own package parse pass pay persist pertain pin point "
    "praise prefer present press presuppose prevent print produce program prohibit propose protect "
    "provide provision publish push put query read rebuild recommend record refactor refuse regard "
    "regardless register reject relate release rely remain remember remove rename render replace "
    "replicate require resemble reset rest restart retire return reuse revert rewrite rise route run save "
    "say scan schedule scrape secure see seem select sell send separate serialise serialize serve service "
    "set shepherd ship show sign silence simplify simulate skip span specify spend sponsor staff start "
    "stay steward stop store stream strip submit subsume succeed suggest supersede supervise supplant "
    "supply suppose swallow swap switch sync synchronise synchronize take teach tell tend thank think "
    "throttle trace track train transfer transform translate transmit transport trim trust try turn type "
    "understand unify uninstall unite update upgrade upload use utilise utilize validate vary verify view "
    "visit visualise visualize wait want warn watch welcome wish wonder wrap write"
)


def is_bidden(text: str, sentence: Span, ends: Sequence[Span], commands: Sequence[Span], rel: str) -> bool:
    """Whether a sentence tells the reader to relate the two names, or tells them apart. `ends` are where the
    names stand in the text, in order; `commands` what is set in code and is a command line."""
    if not ends:
        return False
    for a, b in commands:
        inside = any(a <= start and end <= b and (start, end) != (a, b) for start, end in ends)
        if inside and _LINE.match(text, a, b):
            return True
    first, last = ends[0], ends[-1]
    if rel == "precedes" and _FOLLOWED.search(
        text, max(sentence[0], first[0] - 40), min(sentence[1], first[0] + FAR)
    ):
        return True
    between = text[max(first[1], last[0] - FAR) : last[0]] if len(ends) > 1 else ""
    if _INSTALLER.fullmatch(text, *first) and _INSTALLING.match(text, first[1]):
        return True
    begins = _commanded(text, sentence[0], sentence[1])
    if begins and first[0] <= begins[0] and first[1] <= begins[1] and _follows(text, first[1]):
        return True  # "Warn on …", taken for a name
    if _commanded(text, *first) and text.endswith(": ", 0, first[0]) and _follows(text, first[1]):
        return True  # "Kestrel: Warn on …"
    if (rel == "part_of" and _VALUE.search(between)) or _NOT_A.search(between) or _RANKED.search(between):
        return True
    purposed = [m[1] for m in _PURPOSE.finditer(between)]
    if begins and first[0] > begins[0] and purposed:
        return True  # "Install Node.js to use …"
    if rel == "depends_on" and _NEED.search(text, max(first[1], last[0] - FAR), last[0]):
        return True
    if _ASKED.search(text, max(sentence[0], last[0] - FAR), last[0]):
        return True
    return any(_commanded(text, last[0] - len(between) + m.end(), last[0]) for m in _CLAUSE.finditer(between))


def is_command(text: str) -> bool:
    """Whether a text begins with a command: "Install the package"."""
    word = _commanded(text, 0, len(text))
    return word is not None and _OBJECT.match(text, word[1]) is not None


def _commanded(text: str, start: int, end: int) -> Span | None:
    """Where a clause begins with a command."""
    word = _WORD.match(text, start, end)
    if word is None or not word[1][1:].islower() or word[1].casefold() not in _COMMANDS:
        return None
    return None if _LISTED.match(text, word.end()) else word.span(1)


def _follows(text: str, end: int) -> bool:
    return re.match(r",|\s(?:on|about|that|if|when|for|the|an?|your|sure)\b", text[end : end + 8]) is not None
