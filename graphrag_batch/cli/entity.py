"""`graphrag-batch entity`: find entities of the graph."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from graphrag_batch.cli.console import shown
from graphrag_batch.cli.dates import date
from graphrag_batch.cli.graph_show import dim, line, things, worded
from graphrag_batch.cli.options import artifact_option, json_option, open_current, print_json, repo_option
from graphrag_batch.retrieve.knowledge.frame import Knowledge
from graphrag_batch.retrieve.knowledge.lookup import SORTS, Lookup, lookup
from graphrag_batch.retrieve.knowledge.values import Found
from graphrag_batch.retrieve.knowledge.wording import other_names

UNLIMITED = 10_000_000


@click.command("entity")
@click.argument("query", nargs=-1)
@repo_option
@artifact_option
@click.option(
    "--type",
    "kind",
    metavar="TYPE",
    default="",
    help="Only of this type, such as person, product or function.",
)
@click.option("--sort", type=click.Choice(SORTS), default="relevance", show_default=True, help="Order.")
@click.option(
    "--since",
    metavar="DATE",
    default="",
    callback=date,
    help="Only what stands or is named in files changed since (YYYY-MM-DD, UTC).",
)
@click.option(
    "-k", metavar="N", type=click.IntRange(1, 1000), default=20, show_default=True, help="How many to show."
)
@json_option
def entity_command(
    query: tuple[str, ...],
    repo: Path,
    artifact: Path | None,
    kind: str,
    sort: str,
    since: str,
    k: int,
    as_json: bool,
) -> None:
    """Find entities of the graph by name or words: people, products, terms, code, documents.

    Without QUERY the most important come first: what several documents of prose or code name, then the
    rest, each by PageRank; last what stands in data (JSON, YAML, CSS, SVG…), names of one letter, dates and
    numbers. --sort rank is PageRank alone, links the number of neighbours.

    \b
    graphrag-batch entity postgres
    graphrag-batch entity --type person --sort links
    """
    asked = Lookup(q=" ".join(query), type=kind, sort=sort, since=since, k=k, budget=UNLIMITED)
    with open_current(repo, artifact) as opened, worded():
        found = lookup(Knowledge(opened), asked)
    if as_json:
        print_json(asdict(found))
    else:
        _show(found)


def _show(found: Found) -> None:
    things(found.things)
    for one in found.things if len(found.things) == 1 else ():
        for text in (", ".join(other_names(one)), one.description):
            if text:
                click.echo(dim(line(text, "  ")))
    for name, near in found.missing.items():
        nearest = f"; nearest: {', '.join(near)}" if near else ""
        click.echo(f"nothing is called {shown(name)}{shown(nearest)}", err=True)
    if not found.things and not found.missing:
        click.echo("no entity matches", err=True)
    for note in found.notes:
        click.echo(f"note: {shown(note)}", err=True)
    if found.truncated:
        click.echo(f"{len(found.things)} of {found.total}: raise -k for more", err=True)
