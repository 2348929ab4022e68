"""The trigger expressions of a language, and of the configuration, as one (`tongues.values` says how they are
written)."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from graphrag_batch.stages.statement.inflect import base_of, forms
from graphrag_batch.stages.statement.tongues import Words, standing_alone, words_of


class Trigger(NamedTuple):
    """A line of a table; `is_loose`: with words in it that may deny what it says."""

    rel: str
    turned: bool
    weight: float
    wants: str
    closing: str
    otherwise: str
    is_loose: bool


class Triggers(NamedTuple):
    """The triggers of a language by how they begin, as one expression with a numbered group for each. `quick`
    finds no more and no less than that, without telling which. Both read text that is folded."""

    words: Words
    triggers: tuple[tuple[Trigger, ...], ...]
    quick: re.Pattern[str]
    expression: re.Pattern[str]


_ANY = r"(?: [^\s.;:,()]+){0,5}?"


@cache
def triggers_of(tag: str, own: tuple[tuple[str, str], ...] = ()) -> Triggers:
    """The triggers of a language (English for one that has none), with those of the configuration: pairs of
    a relation and what says it."""
    words = words_of(tag)
    triggers: dict[str, list[Trigger]] = {}
    table = words.triggers.replace("~", f"(?: (?:{words.between}))?").strip().split("\n")
    lines = [*(line for rel, text in own for line in _own(rel, text)), *table]
    for line in lines:
        rel, marks, expression = (part.strip() for part in line.split(" | ", 2))
        weight, _, wants = marks.partition(" ")
        is_loose, expression = "%" in expression, expression.replace("%", _ANY)
        for way in _alternatives(expression):
            opening, _, closing = (part.strip() for part in way.partition("…"))
            said, _, otherwise = rel.rstrip("<").partition("/")
            trigger = Trigger(said, rel.endswith("<"), float(weight), wants, closing, otherwise, is_loose)
            triggers.setdefault(opening, []).append(trigger)
    quick, expression = "|".join(triggers), "|".join(f"({opening})" for opening in triggers)
    return Triggers(words, tuple(map(tuple, triggers.values())), *map(standing_alone, (quick, expression)))


def _own(rel: str, trigger: str) -> Iterator[str]:
    """The lines for what the configuration names: as written, and in the other forms of an English verb."""
    first, _, rest = trigger.partition(" ")
    base, third, past, participle, _ = forms(base_of(first))
    if first in ("is", "are", "was"):
        yield f"{rel} | .7 | {re.escape(trigger)}"
        return
    tail = re.escape(f" {rest}") if rest else ""
    yield f"{rel} | .7 | (?:{'|'.join(map(re.escape, (first, base, third, past)))}){tail}"
    yield f"{rel}< | .7 | (?:is|are|was|were) {re.escape(participle)}{tail} by"


def _alternatives(expression: str) -> list[str]:
    """The ways of saying it, where one encloses its object; else they stay together."""
    if "…" not in expression:
        return [expression]
    ways, depth, start = [], 0, 0
    for i, character in enumerate(expression):
        depth += (character == "(") - (character == ")")
        if character == "|" and not depth:
            ways.append(expression[start:i])
            start = i + 1
    return [*ways, expression[start:]]
