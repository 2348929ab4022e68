"""`graphrag-batch review-links`: what a person should look at in the graph."""

from __future__ import annotations

from dataclasses import asdict
from pathlib import Path

import click

from graphrag_batch.cli.console import many
from graphrag_batch.cli.graph_show import things, ties
from graphrag_batch.cli.options import artifact_option, json_option, open_current, print_json, repo_option
from graphrag_batch.retrieve.knowledge.doubts import DOUBTFUL, SHOWN, doubts, orphans
from graphrag_batch.retrieve.knowledge.frame import Knowledge
from graphrag_batch.retrieve.knowledge.wording import without_edges


@click.command("review-links")
@repo_option
@artifact_option
@click.option(
    "--below",
    metavar="X",
    type=click.FloatRange(0, 1),
    default=DOUBTFUL,
    show_default=True,
    help="Edges of a confidence under this.",
)
@click.option("--mentions", is_flag=True, help="Also doubtful names on pages, which state nothing.")
@click.option(
    "--orphans",
    "alone",
    is_flag=True,
    help="List entities without edges, and documents that lead to no other, instead.",
)
@click.option(
    "-k",
    metavar="N",
    type=click.IntRange(1, 100_000),
    default=SHOWN,
    show_default=True,
    help="How many to show.",
)
@json_option
def review_command(
    repo: Path, artifact: Path | None, below: float, mentions: bool, alone: bool, k: int, as_json: bool
) -> None:
    """List what may be wrong in the graph: pairs of names that are perhaps one thing (`same_as`), then edges
    of low confidence, the least sure first, each with the sentence it rests on. That a page mentions a name
    is no statement: such edges come with --mentions.

    \b
    graphrag-batch review-links --below 0.4
    graphrag-batch review-links --orphans --json
    """
    with open_current(repo, artifact) as opened:
        if alone:
            _orphans(Knowledge(opened), k, as_json)
            return
        found = doubts(Knowledge(opened), below=below, k=k, mentions=mentions)
    if as_json:
        print_json(asdict(found))
        return
    ties(found.ties, "")
    click.echo(
        f"{len(found.ties)} of {many(found.total, 'doubtful edge')}"
        + (": raise -k for more" * found.truncated),
        err=True,
    )


def _orphans(knowledge: Knowledge, k: int, as_json: bool) -> None:
    found = orphans(knowledge, k=k)
    if as_json:
        print_json(asdict(found))
        return
    things(found.things)
    click.echo(
        without_edges(found.alone, found.apart) + (": raise -k for more" * found.truncated),
        err=True,
    )
