"""What the commands over the graph share: entities and edges on lines that fit, refusals for people."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from graphrag_batch.cli.console import LEAST, cut, room, shown
from graphrag_batch.errors import NotFound
from graphrag_batch.retrieve.knowledge.wording import label, place, sentence

if TYPE_CHECKING:
    from graphrag_batch.retrieve.knowledge.values import Thing, Tie

Style = Callable[[str], str]

_ADVICE = {
    "look for it by other words: entity_lookup(q=…)": "graphrag-batch entity WORDS",
}
_CHOICE = "give the id of one: "


@contextmanager
def worded() -> Iterator[None]:
    """Refusals, which are worded for agents that call a tool, in words for people."""
    try:
        yield
    except NotFound as error:
        advice = error.next_step
        for said, instead in _ADVICE.items():
            advice = advice.replace(said, instead)
        if advice.startswith(_CHOICE):
            each = advice.removeprefix(_CHOICE).split("; ")
            advice = "\n    ".join(["give the id of one in place of its name:", *each])
        raise NotFound(error.what, where=error.where, next_step=advice) from error


def table(rows: Sequence[Sequence[str]], styles: Sequence[Style], indent: str = "") -> None:
    """Prints rows in columns; where they are wider than the terminal, the widest are cut."""
    if not rows:
        return
    widths = [max(len(cell) for cell in column) for column in zip(*rows, strict=True)]
    free = room() - len(indent) - 2 * (len(widths) - 1)
    while sum(widths) > free and max(widths) > LEAST:
        widths[widths.index(max(widths))] -= 1
    for row in rows:
        cells = [cut(cell, width).ljust(width) for cell, width in zip(row, widths, strict=True)]
        cells[-1] = cells[-1].rstrip()
        line = "  ".join(style(cell) if cell else "" for style, cell in zip(styles, cells, strict=True))
        click.echo(f"{indent}{line}".rstrip())


def line(text: str, indent: str = "") -> str:
    """A line that fits."""
    return indent + cut(shown(text), room() - len(indent))


def plain(text: str) -> str:
    """No style."""
    return text


def bold(text: str) -> str:
    """For names."""
    return click.style(text, bold=True)


def dim(text: str) -> str:
    """For what is beside the point."""
    return click.style(text, dim=True)


def cyan(text: str) -> str:
    """For places."""
    return click.style(text, fg="cyan")


def where(thing: Thing) -> str:
    """Its place, where its name does not tell."""
    return "" if thing.type == "document" else place(thing)


def linked(thing: Thing) -> str:
    """How many neighbours it has."""
    return f"{thing.links} link{'s' * (thing.links != 1)}"


def things(found: Sequence[Thing], indent: str = "") -> None:
    """Prints entities: name, type, place, links."""
    rows = [(shown(label(one)), shown(one.type), shown(where(one)), linked(one)) for one in found]
    table(rows, (bold, plain, cyan, dim), indent)


def ties(found: Sequence[Tie], indent: str = "  ") -> None:
    """Prints edges, each with the sentence that says so on a line of its own."""
    for tie in found:
        times = f" ×{tie.count}" if tie.count > 1 else ""
        click.echo(line(f"{sentence(tie)}  {tie.confidence:.2f}{times}", indent))
        if tie.said:
            at = f"{tie.said.path}:{tie.said.line}"
            text = cut(shown(tie.said.text), room() - len(indent) - 4 - len(at))
            click.echo(f"{indent}  {cyan(shown(at))}" + (f"  {dim(text)}" if text else ""))
