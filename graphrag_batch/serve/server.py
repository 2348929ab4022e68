"""The MCP server: its tools, and how it runs over stdio (`web`: over HTTP).

What must not happen here: anything on stdout but MCP, anything heavy before the first `tools/list` is
answered, any import that can write, run git or reach the network.
"""

from __future__ import annotations

import gc
import logging
import os
import signal
import sys
import threading
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, redirect_stdout, suppress
from types import FrameType
from typing import Any

import anyio
from mcp.server import MCPServer
from mcp.server.context import CallNext, HandlerResult, ServerRequestContext
from mcp.server.mcpserver import Context
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import CallToolResult, InputRequiredResult

from graphrag_batch import __version__
from graphrag_batch.errors import EXIT_EXPECTED, EXIT_INTERRUPTED, EXIT_OK
from graphrag_batch.serve.calls import explain
from graphrag_batch.serve.library import Library, library_of
from graphrag_batch.serve.state import INDEX_COMMAND, Shelf, Source
from graphrag_batch.serve.toolbox import tools_of
from graphrag_batch.serve.wire import serve_stdio

NAME = "graphrag-batch"
INSTRUCTIONS = (
    "Read-only index of this repository at the commit named in every footer. Start with hybrid_query; "
    "read a hit's chunk_id or path:lines for more; outline shows what there is, explain_entity what is "
    "known of a thing."
)
OF_MANY = (
    "Read-only indexes of {count} projects: {names}. Start with hybrid_query, which searches all or one; "
    "each hit names its project, which the other tools want, since ids are of one project; status lists all."
)
# Long enough for a client to list the tools before imports compete with the answer.
QUIET_SECONDS = 1.0


def make_server(
    source: Source | Shelf | Library, *, index_command: str = INDEX_COMMAND, quiet: float = QUIET_SECONDS
) -> MCPServer[None]:
    """A server over an artifact's path, a function that finds the current artifact (called at every
    request, so cheap; None: there is none yet), a `Checkout`, a `Shelf` or a `Library` (whose owner closes
    it). `index_command` is what a reader is told to run when there is none. The artifacts and their models
    are opened in the background once the tools have been listed, or after `quiet` seconds."""
    library = _library(source, index_command)
    listed = anyio.Event()

    @asynccontextmanager
    async def lifespan(_: MCPServer[None]) -> AsyncIterator[None]:
        # By now the SDK holds the wire: whatever else prints belongs in the log.
        with redirect_stdout(sys.stderr):
            async with anyio.create_task_group() as tasks:
                tasks.start_soon(_prepare_later, library, listed, quiet)
                yield
                tasks.cancel_scope.cancel()
        if not isinstance(source, Shelf | Library):
            library.close()

    async def note_listing(ctx: ServerRequestContext[Any, Any], call_next: CallNext) -> HandlerResult:
        result = await call_next(ctx)
        if ctx.method == "tools/list":
            listed.set()
        return result

    names = ", ".join(library.shelves)
    return ToolServer(
        NAME,
        version=__version__,
        instructions=OF_MANY.format(count=len(library.shelves), names=names)
        if len(library.shelves) > 1
        else INSTRUCTIONS,
        tools=tools_of(library),
        lifespan=lifespan,
        middleware=[note_listing],
        # What there is to subscribe to never changes.
        subscriptions=False,
        log_level="WARNING",
    )


def run(source: Source | Shelf | Library, *, index_command: str = INDEX_COMMAND) -> None:
    """Serves over stdio until stdin closes or SIGTERM or SIGINT arrives; then the process ends at
    once, whatever its threads do: there is nothing to save. Where nobody said anything, the exit code tells
    whether there was something to serve."""
    for name in ("SIGTERM", "SIGINT", "SIGHUP"):
        if hasattr(signal, name):  # Windows knows no SIGHUP
            signal.signal(getattr(signal, name), _leave)
    if sys.stdin is None or sys.stdout is None:  # started with them closed: nobody is there
        return
    library = _library(source, index_command)
    log_to_people()
    library.glance()
    server = make_server(library)
    # What was loaded so far stays to the end: no later collection need look at it.
    gc.freeze()
    gc.enable()
    heard = True
    try:
        heard = anyio.run(serve_stdio, server)
    except* OSError as gone:  # whoever asked reads no more
        logging.getLogger(__name__).info("the client went away: %s", gone.exceptions)
    code = EXIT_OK if heard or library.begin() else EXIT_EXPECTED
    with suppress(OSError):
        sys.stderr.flush()
    os._exit(code)


def log_to_people() -> None:
    """The log goes to standard error as plain lines, which clients keep; before the SDK sets up its own,
    in columns."""
    logging.basicConfig(level=logging.WARNING, format=f"{NAME}: %(message)s")


def _leave(number: int, frame: FrameType | None) -> None:
    logging.shutdown()
    os._exit(EXIT_INTERRUPTED if number == signal.SIGINT else EXIT_OK)


def _library(source: Source | Shelf | Library, index_command: str) -> Library:
    if isinstance(source, Library):
        return source
    if isinstance(source, Shelf):
        return Library({"": source})
    return library_of({"": source}, {"": index_command})


async def _prepare_later(library: Library, listed: anyio.Event, quiet: float) -> None:
    with anyio.move_on_after(quiet):
        await listed.wait()
    threading.Thread(target=library.prepare, name="prepare", daemon=True).start()


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
