"""`graphrag-batch ci run`: from what was published before to what is published now; `ci restore`: its
beginning."""

from __future__ import annotations

import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import click

from graphrag_batch.automate.ci.runner import Runner
from graphrag_batch.cli.ci_options import ci_options, wanted_of
from graphrag_batch.cli.ci_report import Result, outputs, summary
from graphrag_batch.cli.ci_steps import Run, begun, started
from graphrag_batch.cli.console import many, shown
from graphrag_batch.cli.options import json_option, print_json
from graphrag_batch.errors import EXIT_EXPECTED


@click.command("run")
@ci_options
@click.option(
    "--summary",
    "summary_path",
    envvar="GRAPHRAG_CI_SUMMARY",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Also write the summary (Markdown) to this file.",
)
@click.option(
    "--jobs",
    metavar="N",
    type=click.IntRange(0),
    default=0,
    help="Worker processes.  [default: one per processor]",
)
@json_option
def run_command(summary_path: Path | None, jobs: int, as_json: bool, **given: Any) -> None:
    """Start from the newest index that was published, index, publish into the folder --out, and report.

    An earlier index that does not verify is not used: then everything is built, and a warning says so. What
    --fail-on names ends the run with exit code 1 before anything is published, `invalid` before anything is
    built.
    """
    runner = Runner()
    wanted = wanted_of(given, runner)
    with runner.fenced(), begun(wanted, runner, as_json) as run:
        result = run.execute(jobs)
        told = _summarise(run, result, runner, summary_path)
    _annotate(result, told, runner)
    if as_json:
        print_json(_as_json(result, told))
    elif result.published:
        click.echo(result.published.manifest_path)
    if result.failed:
        sys.exit(EXIT_EXPECTED)


@click.command("restore")
@ci_options
@json_option
def restore_command(as_json: bool, **given: Any) -> None:
    """Only take the newest published index that verifies, so that the next `index` starts from it.

    Exit code 0 whether or not there is one.
    """
    runner = Runner()
    wanted = wanted_of(given, runner)
    with runner.fenced(), begun(wanted, runner, as_json) as run:
        restored = run.restore()
    for finding in restored.findings:
        runner.annotate("warning", finding.message)
    for note in restored.notes:
        click.echo(f"note: {shown(note)}", err=True)
    if as_json:
        pulled = restored.pulled
        print_json({"source": restored.source, "artifact": str(pulled.artifact) if pulled else None})
    else:
        click.echo(f"starts from {shown(started(restored))}", err=True)


def _summarise(run: Run, result: Result, runner: Runner, file: Path | None) -> str:
    """Writes the summary where it is asked for, and hands the outputs on; returns why there is no comment."""
    runner.set_outputs(outputs(result))
    text = summary(result)
    runner.summarise(text)
    if file is not None:
        file.write_text(text, encoding="utf-8", errors="backslashreplace", newline="\n")
    return run.comment(text)


def _annotate(result: Result, told: str, runner: Runner) -> None:
    """For people: a line on what was done, and what they should look at."""
    report = result.report
    embedded, reused = result.texts
    click.echo(
        f"{report.mode}: {(report.commit or report.tree)[:12]} ({report.reason}), started from "
        f"{shown(result.started)}; {many(embedded, 'text')} embedded, {reused} reused, "
        f"in {report.seconds['total']:.2f} s",
        err=True,
    )
    for note in (*result.notes, *([told] if told else [])):
        runner.annotate("notice", note)
    if result.failed:
        kinds = ",".join(sorted({finding.kind for finding in result.failed}))
        click.echo(f"nothing was published, as --fail-on {kinds} asks:", err=True)
    for finding in result.findings:
        level = "error" if finding in result.failed else "warning"
        runner.annotate(level, finding.message, finding.file, finding.line)


def _as_json(result: Result, told: str) -> dict[str, Any]:
    embedded, reused = result.texts
    return {
        **{name.replace("-", "_"): value for name, value in outputs(result).items()},
        "files_changed": result.changed,
        "chunks_embedded": embedded,
        "chunks_reused": reused,
        "seconds": result.report.seconds["total"],
        "started": result.started,
        "place": result.place,
        "findings": [{**asdict(f), "failed": f in result.failed} for f in result.findings],
        "notes": [*result.notes, *([told] if told else [])],
        "report": result.report.as_dict(),
    }
