"""Services and programs that are called by what they belong to: "parcel-intake" of Parcel; programs that end
in "ctl"; channels in which people talk: "#parcel-help". Pure; linear in the text."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator

from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.plain import is_plain
from graphrag_batch.stages.mention.text import Text, pattern
from graphrag_batch.stages.mention.verbs import is_verb

_JOINED = re.compile(r"(?<![\w./@#:-])([a-z][a-z0-9]{2,20})((?:-[a-z][a-z0-9]{1,20}){1,3})(?![\w/-])(?!\.\w)")
_CAPITAL = re.compile(r"(?<![\w./@-])[A-Z][a-z0-9]{2,20}(?![\w-])")
# What only tells how, or what for: "docker-based", "linux-only".
_TELLS = """
    based like specific compatible related style only aware side wide powered driven ready free
    independent native enabled focused oriented inspired hosted managed flavoured flavored safe level
    backed facing first compliant type owned made built run speaking born wise bound friendly heavy light
    capable centric agnostic sized shaped branded themed
"""
_NO_PART = frozenset(_TELLS.split())
_LEAST = 2
_PROGRAM = re.compile(r"(?<![\w./@#:-])[a-z][a-z0-9]{1,14}ctl(?![\w/-])(?!\.\w)")
_CHANNEL = re.compile(r"(?<![\w/&#`])#[a-z][a-z0-9]*(?:[-_][a-z0-9]+){0,5}(?![\w/])")
_TALK = re.compile(
    r"\b(?:slack|zulip|matrix|mattermost|discord|irc|teams|chat|rocket\.chat|channels?|room|kanal"
    r"|canal|salon|ask|tell"
    r"|post|say|write|talk|ping|message|shout|announce\w*|questions?|reach|find us|join|escalat\w+"
    r"|schreib\w*|frag\w*"
    r"|melde\w*|pregunt\w*|escrib\w*|avis\w*|demand\w*|écri\w*|prévenir)\b",
    re.IGNORECASE,
)


def parts_of(text: str) -> frozenset[str]:
    """The names with hyphens that a document has more than once, and that begin with a name that it writes
    with a capital letter elsewhere."""
    counts = Counter(found[0] for found in _JOINED.finditer(text))
    often = [name for name, times in counts.items() if times >= _LEAST]
    if not often:
        return frozenset()
    names = {found[0].lower() for found in _CAPITAL.finditer(text)}
    return frozenset(name for name in often if _is_part(name, names))


def _is_part(name: str, names: set[str]) -> bool:
    first, *rest = name.split("-")
    told = first in names and not is_plain(first) and not is_verb(first)
    return told and rest[-1] not in _NO_PART


def parts(text: Text) -> Iterator[Found]:
    """Services and programs by their names alone."""
    for found in _JOINED.finditer(text.text) if text.parts else ():
        if found[0] in text.parts and text.is_free(*found.span()):
            yield pattern(*found.span(), "product", 0.75)


def controls(text: Text) -> Iterator[Found]:
    """Programs that control something: "kubectl"."""
    for found in _PROGRAM.finditer(text.text):
        if text.is_free(*found.span()):
            yield pattern(*found.span(), "product", 0.85)


def channels(text: Text) -> Iterator[Found]:
    """Channels of a chat, where the passage speaks of talking."""
    for found in _CHANNEL.finditer(text.text) if _TALK.search(text.text) else ():
        if text.is_free(*found.span()):
            text.taken.add(*found.span())
            yield pattern(*found.span(), "concept", 0.8)
