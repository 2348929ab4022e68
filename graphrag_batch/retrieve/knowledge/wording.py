"""Entities, edges and ways in words, the same for people and for agents. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphrag_batch.retrieve.knowledge.values import Step, Thing, Tie

MOST_NAME = 80


def label(thing: Thing) -> str:
    """A document by its path, a section by its path and heading, as both repeat (`index.md`, `Usage`);
    anything else by its name."""
    if thing.type == "document":
        return clipped(thing.path or thing.name)
    return clipped(f"{thing.path}#{thing.name}" if thing.type == "section" else thing.name)


def other_names(thing: Thing) -> list[str]:
    """What else it is called, without what its own line says already: its name in other capitals, its path,
    and the ends of that."""
    own, path = thing.name.casefold(), f"/{thing.path}"
    return [name for name in thing.aliases if name.casefold() != own and not path.endswith(f"/{name}")]


def place(thing: Thing) -> str:
    """Where it stands, "" where nobody says."""
    return f"{thing.path}:{thing.line}" if thing.path else ""


def sentence(tie: Tie) -> str:
    """An edge as source, relation, target."""
    return f"{label(tie.src)} {tie.rel} {label(tie.dst)}"


def chain(steps: Sequence[Step]) -> str:
    """A way, with the direction of each edge: `A -uses-> B <-part_of- C`."""
    if not steps:
        return ""
    first = steps[0].src if steps[0].forward else steps[0].dst
    parts = [label(first)]
    for step in steps:
        parts += [f"-{step.rel}->" if step.forward else f"<-{step.rel}-", label(step.end)]
    return " ".join(parts)


def counts(numbers: dict[str, int], most: int = 20) -> str:
    """`12 uses, 3 cites`, and how many kinds there are besides."""
    shown = [f"{count} {name}" for name, count in list(numbers.items())[:most]]
    more = len(numbers) - len(shown)
    return ", ".join([*shown, f"{more} more kinds"] if more else shown)


def entities(number: int) -> str:
    """`1 entity`, `2 entities`."""
    return f"{number} {'entity' if number == 1 else 'entities'}"


def without_edges(alone: int, apart: int) -> str:
    """How many entities, and documents, have no edges."""
    return f"{entities(alone)} without edges, {apart} document{'s' * (apart != 1)} without edges to others"


def clipped(text: str, most: int = MOST_NAME) -> str:
    """Names are short, but for odd files."""
    line = " ".join(text.split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
