"""Words that stand for something named before: "it", "this service", "the latter". Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.mention.found import Found
from graphrag_batch.textual import ENTITY_TYPES

# What a noun after "this" or "the" must stand for.
NOUNS = {
    noun: type
    for type, nouns in {
        "product": """service server system tool product software application app platform library
            framework database engine package module plugin component project program device daemon
            agent client broker proxy""",
        "organization": "company organization organisation agency team group institute university firm",
        "location": "city country region site town state river building station",
        "api": "function class method parameter argument field endpoint call constant property",
        "option": "flag option switch",
        "variable": "variable",
        "path": "file folder directory script",
        "host": "host machine node",
        "standard": "standard specification",
        "version": "version release",
        "vulnerability": "vulnerability",
        "work": "policy procedure handbook guideline plan manual guide runbook document page",
        "person": "author scientist engineer researcher person",
    }.items()
    for noun in nouns.split()
}
_REFERENCE = re.compile(
    r"\b(?=[HISThits])(?:(?P<pronoun>[Ii]t|[Tt]hey|[Tt]hem)(?=\s[a-z]|[.,;:!?)])"
    r"|(?P<one>[Tt]he (?:latter|former|above|aforementioned))\b"
    r"|(?P<this>[Tt]his|[Tt]hese|[Tt]hat|[Ss]aid|[Tt]he (?:above|said))\s(?P<noun>[a-z]{3,14})\b"
    r"|(?P<he>[Hh]e|[Ss]he|[Hh]im)(?=\s[a-z]|[.,;:!?)]))"
)
# "It is important that …" means nothing named.
_DUMMY = re.compile(
    r"\s(?:is|was|be|will be|may be|can be|would be|seems|appears|turns out|depends|follows|takes|rains)\s"
    r"(?:also |often |not |very |highly |usually |always )?(?:possible|important|necessary|recommended|"
    r"likely|unlikely|clear|useful|best|better|good|easy|hard|difficult|true|that|to|advisable|worth|common|safe|"
    r"customary|known|assumed|time)\b"
)


_NEVER = frozenset({"date", "quantity", "version", "step", "ticket", "option"})
_THEY = "|".join(type for type in ENTITY_TYPES if type not in _NEVER)
_IT = "|".join(type for type in ENTITY_TYPES if type not in _NEVER | {"person", "group"})


def find_references(text: str) -> Iterator[Found]:
    """References in a passage; `type` are the types of what they may stand for, parted by `|`."""
    for found in _REFERENCE.finditer(text):
        if found["noun"] is not None:
            type = (
                NOUNS.get(found["noun"].rstrip("s")) if found["noun"] not in NOUNS else NOUNS[found["noun"]]
            )
            if type is not None:
                yield Found(*found.span(), type, "reference", 0.5, False)
        elif found["he"] is not None:
            yield Found(*found.span(), "person", "reference", 0.5, False)
        elif found["pronoun"] is None or not _DUMMY.match(text, found.end()):
            kind = _IT if found["pronoun"] in ("it", "It") else _THEY
            yield Found(*found.span(), kind, "reference", 0.4, False)
