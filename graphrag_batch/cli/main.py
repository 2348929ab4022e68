"""The entry point: finds the command, and turns every exception into an exit code and a message."""

from __future__ import annotations

import importlib
import json
import os
import sys
import tempfile
import traceback
from collections.abc import Sequence

import click

from graphrag_batch import __version__
from graphrag_batch.errors import (
    EXIT_BUG,
    EXIT_EXPECTED,
    EXIT_INTERRUPTED,
    EXIT_OK,
    EXIT_USAGE,
    GraphragError,
)

# name -> (module, object, one line for the list of commands). A command's module is imported only
# when it runs, so that --help and an idle hook stay instant.
COMMANDS: dict[str, tuple[str, str, str]] = {
    "init": ("init", "init_command", "Write .graphrag.yaml and offer MCP client entries."),
    "index": ("index", "index_command", "Index a revision into the artifact."),
    "status": ("status", "status_command", "Say what is indexed and how far it is behind."),
    "query": ("query", "query_command", "Ask the artifact a question."),
    "outline": ("outline", "outline_command", "Show the files of a folder, or the sections of a file."),
    "serve": ("serve", "serve_command", "Serve the artifact to coding agents over MCP (stdio)."),
    "verify": ("verify", "verify_command", "Check an artifact, or prove it equals a rebuild."),
    "eval": ("evaluate", "eval_command", "Measure retrieval on labelled questions."),
    "doctor": ("doctor", "doctor_command", "Check this installation and repository."),
}

_EXAMPLES = """\b
Start here:
  graphrag-batch index              index HEAD of this repository
  graphrag-batch query "how are retries configured?"
  graphrag-batch init               add it to your coding agent
"""


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one only to run it."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order a newcomer meets them."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in COMMANDS:
            return None
        module, name, _ = COMMANDS[cmd_name]
        command: click.Command = getattr(importlib.import_module(f"graphrag_batch.cli.{module}"), name)
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, importing none."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, _, line) in COMMANDS.items()])


@click.group(
    cls=LazyGroup,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100},
    epilog=_EXAMPLES,
)
@click.version_option(__version__, prog_name="graphrag-batch")
def cli() -> None:
    """Index one git tree into one SQLite artifact, and serve it read-only to coding agents.

    Everything lives inside the git directory; nothing else is touched, and no socket is opened.
    """


def main(argv: Sequence[str] | None = None) -> None:
    """Run the command line and exit: 0 done, 1 expected failure, 2 usage, 3 bug, 130 interrupted."""
    args = list(sys.argv[1:] if argv is None else argv)
    try:
        status = cli.main(args=args, prog_name="graphrag-batch", standalone_mode=False)
        sys.stdout.flush()
    except GraphragError as error:
        _say_error(error, "--json" in args)
        status = EXIT_EXPECTED
    except click.ClickException as error:
        error.show()
        status = EXIT_USAGE
    except (KeyboardInterrupt, click.Abort):
        click.echo("interrupted", err=True)
        status = EXIT_INTERRUPTED
    except BrokenPipeError:
        # The reader went away (`… | head`): silence the flush at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        status = EXIT_OK
    except Exception:
        status = _say_bug()
    sys.exit(status or EXIT_OK)


def _say_error(error: GraphragError, as_json: bool) -> None:
    if as_json:
        click.echo(json.dumps({"error": error.what, "where": error.where, "next": error.next_step}))
    place = f"{error.where}: " if error.where else ""
    click.echo(f"{click.style('error:', fg='red')} {place}{error.what}", err=True)
    if error.next_step:
        click.echo(f"  {click.style('next:', bold=True)} {error.next_step}", err=True)


def _say_bug() -> int:
    with tempfile.NamedTemporaryFile(
        "w", prefix="graphrag-batch-", suffix=".log", delete=False, encoding="utf-8"
    ) as log:
        log.write(
            f"graphrag-batch {__version__}, Python {sys.version}\n{sys.argv}\n\n{traceback.format_exc()}"
        )
    last = traceback.format_exc().strip().rpartition("\n")[2]
    click.echo(f"{click.style('bug:', fg='red')} {last}", err=True)
    click.echo(f"  nothing was changed; please report it with this file: {log.name}", err=True)
    return EXIT_BUG
