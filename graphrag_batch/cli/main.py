"""The entry point: finds the command, and turns every exception into an exit code and a message."""

from __future__ import annotations

import contextlib
import io
import json
import os
import sys
import traceback
from collections.abc import Sequence

import click

from graphrag_batch import __version__
from graphrag_batch.cli.console import shown, shown_text
from graphrag_batch.cli.lazy import LazyGroup, Table
from graphrag_batch.cli.refusals import refused
from graphrag_batch.errors import (
    EXIT_BUG,
    EXIT_EXPECTED,
    EXIT_INTERRUPTED,
    EXIT_OK,
    EXIT_USAGE,
    GraphragError,
)

COMMANDS: Table = {
    "init": ("init", "init_command", "Write .graphrag.yaml and offer MCP client entries."),
    "index": ("index", "index_command", "Index a commit, or the files as they are."),
    "status": ("status", "status_command", "Say what is indexed and how far it is behind."),
    "query": ("query", "query_command", "Ask a question of what is indexed."),
    "outline": ("outline", "outline_command", "Show the files of a folder, or the sections of a file."),
    "entity": ("entity", "entity_command", "Find entities of the graph by name, words or type."),
    "explain": ("explain", "explain_command", "Tell all that the graph knows of an entity, and where."),
    "graph": ("graph", "graph_command", "Show the graph as a whole, or one of its communities."),
    "review-links": ("review", "review_command", "List what a person should check in the graph."),
    "serve": ("serve", "serve_command", "Serve the index to coding agents over MCP."),
    "watch": ("watch", "watch_command", "Index the worktree again whenever it changes."),
    "hook": ("hook", "hook_group", "Index by git hooks: install them, remove them, see what they do."),
    "diff": ("diff", "diff_command", "Show what changed in the knowledge between two revisions."),
    "publish": ("publish", "publish_command", "Write the index for others to pull."),
    "pull": ("pull", "pull_command", "Bring an index that was published elsewhere."),
    "verify": ("verify", "verify_command", "Check an index, or prove that it equals a rebuild."),
    "ci": ("ci", "ci_group", "Index in continuous integration: restore, index, publish, report."),
    "eval": ("evaluate", "eval_command", "Measure retrieval on labelled questions."),
    "memo": ("memo", "memo_group", "Show or clear what is remembered between builds."),
    "doctor": ("doctor", "doctor_command", "Check this installation and repository."),
}

_EXAMPLES = """\b
Start here:
  graphrag-batch index              index HEAD of this repository
  graphrag-batch query "how are retries configured?"
  graphrag-batch hook install       keep it in step with every commit
  graphrag-batch init               add it to your coding agent
"""


@click.group(
    cls=LazyGroup,
    table=COMMANDS,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_EXAMPLES,
)
@click.version_option(__version__, prog_name="graphrag-batch")
def cli() -> None:
    """Index one git tree into one SQLite file (the artifact), and serve it read-only to coding agents.

    It lies in the git directory. Nothing else is written and no socket is opened, unless you ask for it:
    `init`, `hook install`, `publish --out`, `pull`, `ci`, `serve --http`, a model behind an endpoint.
    """


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 expected failure, 2 usage, 3 bug, 130 interrupted."""
    _open_standard_streams()
    args = list(sys.argv[1:] if argv is None else argv)
    as_json = "--json" in args[: args.index("--")] if "--" in args else "--json" in args
    try:
        status = _run(args)
    except GraphragError as error:
        _say_error(error, as_json)
        status = EXIT_EXPECTED
    except click.ClickException as error:
        _say_json(error.format_message(), as_json, next_step=_help(error))
        with contextlib.suppress(OSError):
            error.show()
        status = EXIT_USAGE
    except (KeyboardInterrupt, click.Abort):
        _say_json("interrupted", as_json)
        _say("interrupted")
        status = EXIT_INTERRUPTED
    except BrokenPipeError:
        status = EXIT_OK  # the reader went away (`… | head`)
    except Exception as error:
        refusal = refused(error)
        if refusal is not None:
            _say_error(refusal, as_json)
        status = EXIT_EXPECTED if refusal is not None else _say_bug(args, as_json)
    _flush_for_good()
    sys.exit(status or EXIT_OK)


def _help(error: click.ClickException) -> str:
    """Where it says how the command is to be called."""
    context = error.ctx if isinstance(error, click.UsageError) else None
    return f"{context.command_path if context else 'graphrag-batch'} --help"


def _flush_for_good() -> None:
    """What standard output cannot take is dropped here: Python's own flush at exit would otherwise
    fail over it and change the exit code."""
    try:
        sys.stdout.flush()
    except OSError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _open_standard_streams() -> None:
    """Descriptors 0 to 2 are open, so that no database is opened as one of them and then printed to;
    and no text is beyond what a stream can show."""
    for number in range(3):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, os.O_RDWR)  # takes the lowest free number: this one
    sys.stdout = sys.stdout or io.TextIOWrapper(io.FileIO(1, "w", closefd=False))
    sys.stderr = sys.stderr or io.TextIOWrapper(io.FileIO(2, "w", closefd=False))
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def _run(args: list[str]) -> int:
    # click shows colours on a terminal, whatever NO_COLOR (no-color.org) and TERM say.
    colour = False if os.environ.get("NO_COLOR") or os.environ.get("TERM") == "dumb" else None
    stdout = sys.stdout
    try:
        status = cli.main(args=args, prog_name="graphrag-batch", standalone_mode=False, color=colour)
    except SystemExit as done:
        if sys.stdout is not stdout:  # how click takes a broken pipe
            sys.stdout = stdout
            raise BrokenPipeError from None
        status = done.code  # a command's own
    sys.stdout.flush()
    return status if isinstance(status, int) else EXIT_OK


def _say(*lines: str) -> None:
    """To standard error, whose reader may be gone: the exit code then has to do."""
    with contextlib.suppress(OSError):
        for line in lines:
            click.echo(line, err=True)


def _say_json(error: str, as_json: bool, where: str = "", next_step: str = "") -> None:
    if as_json:
        with contextlib.suppress(OSError):
            click.echo(json.dumps({"error": error, "where": where, "next": next_step}))


def _say_error(error: GraphragError, as_json: bool) -> None:
    from graphrag_batch.stages.redact import clean_line  # what ends in a log may quote settings and addresses

    what, where, next_step = map(clean_line, (error.what, error.where, error.next_step))
    _say_json(what, as_json, where, next_step)
    place = f"{shown(where)}: " if where else ""
    _say(f"{click.style('error:', fg='red')} {place}{shown_text(what)}")
    if next_step:
        _say(f"  {click.style('next:', bold=True)} {shown_text(next_step)}")


def _say_bug(args: Sequence[str], as_json: bool) -> int:
    from graphrag_batch.cli.bugs import log_bug

    last, log = log_bug(args, traceback.format_exc())
    file = f" with this file: {log}" if log else " (there was no room for a log file)"
    advice = f"please report it{file}"
    _say_json(last, as_json, next_step=advice)
    _say(f"{click.style('bug:', fg='red')} {last}", f"  nothing was changed; {advice}")
    return EXIT_BUG
