"""`graphrag-batch graph`: the graph as a whole, or one of its communities."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from graphrag_batch.cli.console import folded, shown
from graphrag_batch.cli.graph_show import bold, cyan, dim, plain, table, things, where, worded
from graphrag_batch.cli.options import artifact_option, json_option, open_current, print_json, repo_option
from graphrag_batch.retrieve.knowledge import overview
from graphrag_batch.retrieve.knowledge.frame import Knowledge
from graphrag_batch.retrieve.knowledge.values import Members, Overview
from graphrag_batch.retrieve.knowledge.wording import counts, entities, label, without_edges


@click.command("graph")
@repo_option
@artifact_option
@click.option(
    "--community", metavar="C", default="", help="Show one community: its number, or an entity in it."
)
@click.option(
    "-k",
    metavar="N",
    type=click.IntRange(1, 10_000),
    default=25,
    show_default=True,
    help="With --community: how many of its entities to show.",
)
@json_option
def graph_command(repo: Path, artifact: Path | None, community: str, k: int, as_json: bool) -> None:
    """Show the graph as a whole: how many entities and relations of which kind, the communities they form,
    and the most important entities.

    Communities come by size, those of data, tests and outside addresses last. Important is what several
    documents of prose or code name, then the rest, each by PageRank, without what stands in data (JSON,
    YAML, CSS, SVG…), names of one letter, dates and numbers.

    \b
    graphrag-batch graph
    graphrag-batch graph --community postgres
    """
    with open_current(repo, artifact) as opened, worded():
        knowledge = Knowledge(opened)
        if community:
            members = overview.community(knowledge, community, k=k)
            print_json(asdict(members)) if as_json else _show_members(members)
        else:
            found = overview.overview(knowledge)
            print_json(asdict(found)) if as_json else _show(found)


def _show(found: Overview) -> None:
    estimated = "" if found.exact else ", estimated"
    click.echo(folded(f"entities     {shown(counts(found.entities)) or 'none'}", 13))
    click.echo(folded(f"relations    {shown(counts(found.relations)) or 'none'}", 13))
    largest = f", the largest with {found.largest:.0%} of the entities" if found.components else ""
    click.echo(f"components   {found.components}{largest}")
    click.echo(f"clustering   {found.clustering:.2f}{estimated}")
    click.echo(folded(f"alone        {without_edges(found.alone, found.apart)}", 13))
    largest = (
        f", modularity {found.modularity:.2f}; the largest, data and tests last:" if found.communities else ""
    )
    click.echo(folded(f"communities  {found.count}{largest}", 13))
    rows = [
        (str(one.id), shown(label(one.label)), entities(one.size), shown(counts(one.types, 4)))
        for one in found.communities
    ]
    table(rows, (dim, bold, plain, dim), "  ")
    if found.top:
        click.echo("most important (with PageRank):")
    rows = [(f"{one.rank:.1f}", shown(label(one)), shown(one.type), shown(where(one))) for one in found.top]
    table(rows, (plain, bold, plain, cyan), "  ")
    if found.bridges:
        click.echo(f"most shortest paths lead through{estimated}:")
    rows = [
        (f"{share:.1%}", shown(label(one)), shown(one.type), shown(where(one)))
        for one, share in found.bridges
    ]
    table(rows, (plain, bold, plain, cyan), "  ")


def _show_members(found: Members) -> None:
    own = found.community
    name, types = bold(shown(label(own.label))), shown(counts(own.types))
    click.echo(folded(f"community {own.id}: {name}, {entities(own.size)}: {types}", 2))
    click.echo(folded(f"edges within: {shown(counts(found.relations))}", 2))
    if found.beside:
        beside = [f"{one.id} {label(one.label)} ({own.beside[one.id]})" for one in found.beside]
        click.echo(folded(f"most edges to: {shown(', '.join(beside))}", 2))
    things(found.members, "  ")
    if found.truncated:
        click.echo(f"{len(found.members)} of {own.size}: raise -k for more", err=True)
