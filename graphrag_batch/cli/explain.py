"""`graphrag-batch explain`: all that the graph knows of one entity."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path
from typing import TypeVar

import click

from graphrag_batch.cli.console import cut, folded, room, shown
from graphrag_batch.cli.graph_show import bold, cyan, dim, line, linked, things, ties, where, worded
from graphrag_batch.cli.options import artifact_option, json_option, open_current, print_json, repo_option
from graphrag_batch.retrieve.knowledge.explain import Explain, explain
from graphrag_batch.retrieve.knowledge.frame import Knowledge
from graphrag_batch.retrieve.knowledge.values import Explained, Thing
from graphrag_batch.retrieve.knowledge.wording import chain, counts, label, other_names
from graphrag_batch.retrieve.walk import MOST_HOPS, WAYS

BUDGET = 4000

_T = TypeVar("_T")


def _given(_: click.Context, __: click.Parameter, value: _T) -> _T:
    """Refuses a name without a sign in it."""
    if value is not None and not any(part.strip() for part in value):  # type: ignore[attr-defined]
        raise click.BadParameter("give the name or id of an entity")
    return value


@click.command("explain")
@click.argument("entity", nargs=-1, required=True, callback=_given)
@repo_option
@artifact_option
@click.option(
    "--hops",
    metavar="N",
    type=click.IntRange(0, MOST_HOPS),
    default=2,
    show_default=True,
    help="Steps around it to look for what is near.",
)
@click.option(
    "--rel", "rels", metavar="REL", multiple=True, help="Only this relation, such as uses; may be repeated."
)
@click.option(
    "--way",
    type=click.Choice(WAYS),
    default="both",
    show_default=True,
    help="Relations from it (out), to it (in), or both.",
)
@click.option(
    "--to",
    metavar="OTHER",
    callback=_given,
    help="Show the shortest way to this entity, step by step, and nothing else.",
)
@click.option(
    "--budget",
    metavar="TOKENS",
    type=click.IntRange(100),
    default=BUDGET,
    show_default=True,
    help="How much text to show.",
)
@json_option
def explain_command(
    entity: tuple[str, ...],
    repo: Path,
    artifact: Path | None,
    hops: int,
    rels: tuple[str, ...],
    way: str,
    to: str | None,
    budget: int,
    as_json: bool,
) -> None:
    """Explain an entity, given by name or id: what it is, its relations with the sentences that say so, the
    passages that name it, and what is near.

    \b
    graphrag-batch explain postgres --rel uses --rel depends_on
    graphrag-batch explain parse_header --to docs/http.md
    """
    asked = Explain(" ".join(entity), hops, rels, to or "", way, budget)
    with open_current(repo, artifact) as opened, worded():
        found = explain(Knowledge(opened), asked)
    if as_json:
        print_json(asdict(found))
    else:
        _show(found)


def _show(found: Explained) -> None:
    if found.route is None:
        _head(found.thing)
    else:
        click.echo(folded(f"way: {shown(chain(found.route) or 'it is the same entity')}", 5))
    if found.totals:
        click.echo(folded(f"relations: {shown(counts(found.totals))}", 11))
    ties(found.ties)
    _passages(found)
    if found.near:
        click.echo("near:")
        for near in found.near:
            name = cut(shown(label(near.thing)), room() - len(near.thing.type) - 4)
            click.echo(f"  {bold(name)}  {shown(near.thing.type)}")
            click.echo(dim(line(chain(near.route), "    ")))
    if found.others:
        click.echo("called the same:")
        things(found.others, "  ")
    for note in found.notes:
        click.echo(f"note: {shown(note)}", err=True)
    if found.truncated:
        click.echo("there are more relations: raise --budget, or choose with --rel", err=True)


def _head(thing: Thing) -> None:
    title = thing.name if thing.name != thing.path.rpartition("/")[2] else ""
    beside = shown(where(thing) if thing.type != "document" else title)
    click.echo(f"{bold(shown(label(thing)))}  {shown(thing.type)}  {cyan(beside)}".rstrip())
    click.echo(dim(f"  id {thing.id}, {linked(thing)}, rank {thing.rank:.2f}"))
    if also := other_names(thing):
        click.echo(line(f"also {', '.join(also)}", "  "))
    if thing.description:
        click.echo(line(thing.description, "  "))


def _passages(found: Explained) -> None:
    if found.sources:
        click.echo("named in:")
    for one in found.sources:
        times = f" ×{one.count}" if one.count > 1 else ""
        at, sure = f"{one.path}:{one.line}", f"{one.confidence:.2f}{times}"
        text = cut(shown(one.text), room() - len(at) - len(sure) - 6)
        click.echo(f"  {cyan(shown(at))}  {sure}  {dim(text)}")
