"""`graphrag-batch query`: ask the artifact a question."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from graphrag_batch.cli.console import many, shown, shown_text
from graphrag_batch.cli.dates import date
from graphrag_batch.cli.options import artifact_option, json_option, open_current, print_json, repo_option
from graphrag_batch.cli.searching import searcher_for
from graphrag_batch.records import CHUNK_KINDS
from graphrag_batch.retrieve.sections import cited
from graphrag_batch.retrieve.values import Answer, Hit, Query, lines_shown

BUDGET = 4000
# What people are shown of an answer unless more is asked for: a screen or two.
SCREEN_HITS = 5
SCREEN_LINES = 8


class _Question(click.Command):
    """A command whose first words may look like options: what is wrong then says how to write them."""

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        try:
            return super().parse_args(ctx, args)
        except (click.NoSuchOption, click.BadOptionUsage) as error:
            advice = "A question that begins with a dash goes after `--`, options before it."
            said = error.format_message().rstrip(".")
            raise click.UsageError(f"{said}{'' if said.endswith('?') else '.'} {advice}", ctx) from error


@click.command("query", cls=_Question)
@click.argument("text", nargs=-1, required=True)
@repo_option
@artifact_option
@click.option(
    "-k",
    metavar="N",
    type=click.IntRange(1, 1000),
    default=None,
    help=f"How many hits (default: {SCREEN_HITS}, in short; with --json or --budget: retrieval.k).",
)
@click.option(
    "--hops",
    metavar="N",
    type=click.IntRange(0, 3),
    default=None,
    help="Steps to go on in the graph from what was found (default: the setting retrieval.hops).",
)
@click.option(
    "--rel",
    "rels",
    metavar="REL",
    multiple=True,
    help="Go on along this relation only, such as depends_on; may be repeated.",
)
@click.option(
    "--kind",
    "kinds",
    multiple=True,
    type=click.Choice(CHUNK_KINDS),
    help="Only passages of this kind; may be repeated.",
)
@click.option(
    "--path",
    "path_glob",
    metavar="GLOB",
    default="",
    help="Only paths that match this glob, such as 'docs/**'.",
)
@click.option(
    "--since",
    metavar="DATE",
    default="",
    callback=date,
    help="Only files changed on or after this date (YYYY-MM-DD, UTC).",
)
@click.option(
    "--until",
    metavar="DATE",
    default="",
    callback=date,
    help="Only files changed last on or before this date.",
)
@click.option(
    "--budget",
    metavar="TOKENS",
    type=click.IntRange(50),
    default=None,
    help=f"How much text to show (default: {BUDGET}; a token is about four letters).",
)
@json_option
def query_command(
    text: tuple[str, ...],
    repo: Path,
    artifact: Path | None,
    k: int | None,
    hops: int | None,
    rels: tuple[str, ...],
    kinds: tuple[str, ...],
    path_glob: str,
    since: str,
    until: str,
    budget: int | None,
    as_json: bool,
) -> None:
    """Ask a question of what is indexed, in words, names or quoted phrases.

    \b
    graphrag-batch query "how do I rotate the signing key?"
    graphrag-batch query parse_header --path 'src/**' -k 5
    graphrag-batch query -- "--dry-run of which command?"
    """
    if not " ".join(text).strip():
        raise click.UsageError('the question is empty: graphrag-batch query "how are retries configured?"')
    brief = k is None and budget is None and not as_json
    with open_current(repo, artifact) as opened:
        searcher = searcher_for(opened, repo)
        query = Query(
            text=" ".join(text),
            k=k if k is not None else min(searcher.config.k, SCREEN_HITS if brief else searcher.config.k),
            hops=hops if hops is not None else searcher.config.hops,
            rels=rels or searcher.config.rels,
            kinds=kinds,
            path=path_glob,
            since=since,
            until=until,
            budget=BUDGET if budget is None else budget,
        )
        answer = searcher.search(query)
    if as_json:
        print_json(_as_json(answer))
    else:
        _show(answer, SCREEN_LINES if brief else sys.maxsize)


def _as_json(answer: Answer) -> dict[str, Any]:
    value = asdict(answer)
    value["hits"] = [{**hit, "score": round(hit["score"], 6)} for hit in value["hits"]]
    return value


def _show(answer: Answer, most: int) -> None:
    """Prints the hits, at most so many lines of each; before them what a reader must know of them."""
    if answer.degraded_reason:
        only = "" if answer.search_mode == "hybrid" else f"{answer.search_mode} search only: "
        click.echo(f"{only}{answer.degraded_reason}", err=True)
    for note in answer.notes:
        click.echo(f"note: {shown(note)}", err=True)
    for n, hit in enumerate(answer.hits, 1):
        _show_hit(n, hit, most)
    if not answer.hits:
        click.echo("nothing matches", err=True)
    if answer.truncated:
        click.echo("there is more: raise -k or --budget", err=True)


def _show_hit(number: int, hit: Hit, most: int) -> None:
    place = click.style(f"{shown(hit.path)}:{hit.start_line}-{hit.end_line}", fg="cyan", bold=True)
    section = click.style(shown(hit.section), bold=True) if hit.section else ""
    security = click.style(f"[{shown(hit.security)}]", fg="red") if hit.security else ""
    made = f"(text made of the {hit.made_of})" if hit.made_of else ""
    parts = (f"{number}. {place}", cited(hit.pages), made, section, f"{hit.score:.3f}", security)
    click.echo("  ".join(filter(None, parts)))
    lines = hit.snippet.split("\n")
    about = filter(None, [shown(hit.why), lines_shown(hit, most), *map(shown, hit.warnings)])
    click.echo(click.style(f"   {'; '.join(about)}", dim=True))
    if hit.columns:
        click.echo(f"   {' ' * 5} {shown_text(hit.columns)}")
    for line_number, line in enumerate(lines[:most], hit.snippet_line):
        click.echo(f"   {click.style(f'{line_number:>5}', dim=True)} {shown_text(line)}")
    if len(lines) > most:
        click.echo(click.style(f"         … {many(len(lines) - most, 'more line')} (--budget)", dim=True))
    click.echo()
