"""The MCP server over stdio.

What must not happen here: anything on stdout but MCP, anything heavy before the first `tools/list` is
answered, any import that can write, run git or reach the network.
"""

from __future__ import annotations

import difflib
import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, redirect_stdout
from types import FrameType
from typing import Any

import anyio
from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError, UnexpectedToolError
from mcp.server.mcpserver.tools import Tool
from mcp_types import CallToolResult, InputRequiredResult, ToolAnnotations
from pydantic import ValidationError

from graphrag_batch import __version__
from graphrag_batch.errors import EXIT_INTERRUPTED, EXIT_OK, GraphragError
from graphrag_batch.serve.calls import explain
from graphrag_batch.serve.graph_tools import GraphTools
from graphrag_batch.serve.state import INDEX_COMMAND, Shelf, Source
from graphrag_batch.serve.tools import Tools
from graphrag_batch.serve.wire import serve_stdio

NAME = "graphrag-batch"
INSTRUCTIONS = (
    "Read-only index of this repository at the commit named in every footer. Start with hybrid_query; "
    "read a hit's chunk_id or path:lines for more; outline shows what there is, explain_entity what is "
    "known of a thing."
)
# Long enough for a client to list the tools before imports compete with the answer.
QUIET_SECONDS = 1.0

_READ_ONLY = ToolAnnotations(
    read_only_hint=True, destructive_hint=False, idempotent_hint=True, open_world_hint=False
)


def make_server(source: Source | Shelf, *, index_command: str = INDEX_COMMAND) -> MCPServer[None]:
    """A server over an artifact's path, a function that finds the current artifact (called at every
    request, so cheap; None: there is none yet), a `Checkout`, or a `Shelf` (whose owner closes it).
    `index_command` is what a reader is told
    to run when there is none. The artifact and its model are opened in the background once the tools
    have been listed."""
    shelf = source if isinstance(source, Shelf) else Shelf(source, index_command=index_command)
    listed = anyio.Event()

    @asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        # By now the SDK holds the wire: whatever else prints belongs in the log.
        with redirect_stdout(sys.stderr):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_prepare_later, shelf, listed)
                yield
                tasks.cancel_scope.cancel()
        if shelf is not source:
            shelf.close()

    async def note_listing(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        result = await call_next(ctx)
        if ctx.method == "tools/list":
            listed.set()
        return result

    return ToolServer(
        NAME,
        version=__version__,
        instructions=INSTRUCTIONS,
        tools=_tools(shelf),
        lifespan=lifespan,
        middleware=[note_listing],
        log_level="WARNING",
    )


def run(source: Source | Shelf, *, index_command: str = INDEX_COMMAND) -> None:
    """Serves over stdio until stdin closes or SIGTERM or SIGINT arrives; then the process ends at
    once, whatever its threads do: there is nothing to save."""
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, name):  # Windows knows no SIGHUP
            signal.signal(getattr(signal, name), _leave)
    if sys.stdin is None or sys.stdout is None:  # started with them closed: nobody is there
        return
    server = make_server(source, index_command=index_command)
    # What was loaded so far stays to the end: no later collection need look at it.
    gc.freeze()
    gc.enable()
    try:
        anyio.run(serve_stdio, server)
    except* OSError as gone:  # whoever asked reads no more
        logging.getLogger(__name__).info("the client went away: %s", gone.exceptions)
    sys.stderr.flush()
    os._exit(EXIT_OK)


def _leave(number: int, frame: FrameType | None) -> None:
    logging.shutdown()
    os._exit(EXIT_INTERRUPTED if number == signal.SIGINT else EXIT_OK)


async def _prepare_later(shelf: Shelf, listed: anyio.Event) -> None:
    with anyio.move_on_after(QUIET_SECONDS):
        await listed.wait()
    threading.Thread(target=shelf.prepare, name="prepare", daemon=True).start()


class ToolServer(MCPServer[None]):
    """A server that offers tools alone."""

    async def call_tool(
        self, name: str, arguments: dict[str, Any], context: Context[None, Any] | None = None
    ) -> CallToolResult | InputRequiredResult:
        """Calls a tool. Raises ToolError, for an unknown one with the names of those there are."""
        known = [tool.name for tool in await self.list_tools()]
        if name not in known:
            raise ToolError(explain(f"unknown tool {name!r:.80}", NAME, f"known: {', '.join(known)}"))
        return await super().call_tool(name, arguments, context)


class ReadOnlyTool(Tool):
    """A tool whose every failure tells the model what, where and the next step."""

    async def run(
        self, arguments: dict[str, Any], context: Context[Any, Any], convert_result: bool = False
    ) -> Any:
        """Runs the tool. Raises ToolError with a text for the model, UnexpectedToolError for a bug."""
        self._refuse_unknown(arguments)
        # Many agents send null for what they leave out.
        arguments = {name: value for name, value in arguments.items() if value is not None}
        try:
            return await super().run(arguments, context, convert_result=convert_result)
        except ToolError as error:
            cause = error.__cause__
            if isinstance(cause, GraphragError):
                raise ToolError(explain(cause.what, cause.where, cause.next_step)) from cause
            if isinstance(cause, ValidationError):
                raise ToolError(self._explain_arguments(cause)) from cause
            if isinstance(error, UnexpectedToolError):
                bug = f"a bug in the server ({type(cause).__name__}); its log (stderr) has the details"
                raise UnexpectedToolError(
                    explain(bug, self.name, "try other arguments, or status()")
                ) from cause
            raise ToolError(str(cause)) from cause

    def _refuse_unknown(self, arguments: dict[str, Any]) -> None:
        """A misspelt argument that is ignored would change the answer without a word."""
        known = list(self.parameters["properties"])
        for name in arguments:
            if name not in known:
                near = difflib.get_close_matches(name[:80], known, n=1)
                hint = f"did you mean {near[0]}?" if near else f"known: {', '.join(known) or 'none'}"
                raise ToolError(explain(f"unknown argument {name[:80]!r}", self.name, hint))

    def _explain_arguments(self, error: ValidationError) -> str:
        lines = [
            f"{'.'.join(map(str, e['loc']))}: {e['msg']}"
            + ("" if e["type"] == "missing" else f", not {e['input']!r:.80}")
            for e in error.errors()
        ]
        return explain("; ".join(lines)[:500], self.name, "correct the arguments and call again")


def _tools(shelf: Shelf) -> list[Tool]:
    text, graph = Tools(shelf), GraphTools(shelf)
    return [
        _tool(fn)
        for fn in (
            text.hybrid_query, text.read, text.outline, graph.entity_lookup, graph.explain_entity,
            graph.graph_overview, text.status,
        )
    ]  # fmt: skip


def _tool(fn: Callable[..., Any]) -> Tool:
    description = " ".join((fn.__doc__ or "").split())
    tool = ReadOnlyTool.from_function(fn, description=description, annotations=_READ_ONLY)
    tool.parameters = _slim(tool.parameters)
    tool.fn_metadata.output_schema = _shallow(tool.fn_metadata.output_schema or {})
    return tool


# Every client pays for the schemas' tokens in every conversation: what says nothing is left out.


def _slim(schema: dict[str, Any]) -> dict[str, Any]:
    """An input schema without generated titles and empty defaults."""
    properties = {
        name: {
            key: value
            for key, value in spec.items()
            if key != "title" and not (key == "default" and value in ("", []))
        }
        for name, spec in schema["properties"].items()
    }
    required = {"required": schema["required"]} if "required" in schema else {}
    return {"type": "object", "properties": properties} | required


def _shallow(schema: dict[str, Any]) -> dict[str, Any]:
    """An output schema down to the names of the fields that are always there; the models hold the rest."""
    return {"type": "object", "properties": {name: {} for name in schema["required"]}}
