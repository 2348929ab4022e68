"""A group of commands whose modules are imported only to run them."""

from __future__ import annotations

import difflib
import importlib
from collections.abc import Mapping
from typing import Any

import click

Table = Mapping[str, tuple[str, str, str]]
"""name -> (module, object, one line for the list of commands)"""


class LazyGroup(click.Group):
    """A group that knows its commands by name and imports one only to run it, so that --help and an idle
    hook stay instant."""

    def __init__(self, *args: Any, table: Table, **attributes: Any) -> None:
        super().__init__(*args, **attributes)
        self.table = table

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The commands, in the order a newcomer meets them."""
        return list(self.table)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Import and return one command."""
        if cmd_name not in self.table:
            return None
        module, name, _ = self.table[cmd_name]
        command: click.Command = getattr(importlib.import_module(f"graphrag_batch.cli.{module}"), name)
        return command

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """Find the command; of a name mistyped, say the nearest."""
        near = difflib.get_close_matches(args[0], self.table, n=1) if args[0] not in self.table else []
        if near:
            ctx.fail(f"No such command '{args[0]}'; did you mean {near[0]}?")
        return super().resolve_command(ctx, args)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """List the commands from the table, importing none."""
        with formatter.section("Commands"):
            formatter.write_dl([(name, line) for name, (_, _, line) in self.table.items()])
