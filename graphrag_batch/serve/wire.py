"""The wire: the SDK's stdio, with an answer to every line that it would drop without a word.

A client that waits for an answer that never comes hangs until its own time limit. And half an emoji, as
JavaScript cuts them, is no reason not to answer.
"""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import anyio
from mcp.server import MCPServer
from mcp.server.stdio import stdio_server
from mcp.shared.message import SessionMessage
from mcp_types import INVALID_REQUEST, PARSE_ERROR, ErrorData, JSONRPCError, jsonrpc_message_adapter
from pydantic import ValidationError

Incoming = SessionMessage | Exception


async def serve_stdio(server: MCPServer[Any]) -> bool:
    """Serves until the input ends; whether anything came."""
    heard = False
    inner = server._lowlevel_server  # the SDK offers no public way to give it streams
    async with stdio_server() as (incoming, outgoing):
        to_server, from_client = anyio.create_memory_object_stream[Incoming](0)

        async def pass_on() -> None:
            nonlocal heard
            async with to_server:
                async for item in incoming:
                    heard = True
                    message, reply = (item, None) if isinstance(item, SessionMessage) else mend(item)
                    # Whoever closed a stream has no use for the rest.
                    with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
                        if reply is not None:
                            await outgoing.send(SessionMessage(reply))
                        if message is not None:
                            await to_server.send(message)

        async with anyio.create_task_group() as tasks:
            tasks.start_soon(pass_on)
            await inner.run(from_client, outgoing, inner.create_initialization_options())
            tasks.cancel_scope.cancel()
    return heard


class NoMessage(ValueError):
    """JSON, but none that is ever answered."""


def clean(body: bytes | bytearray) -> bytes:
    """JSON as every layer can take it: half an emoji is a question mark. Raises ValueError for what is no
    JSON, NoMessage for what the SDK would take for a notification, and not answer, or explain badly."""
    try:
        value = json.loads(body)
        text = json.dumps(value, ensure_ascii=False).encode("utf-8", "replace")
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    if not isinstance(value, dict):
        raise NoMessage("send one object, and several one by one")
    if "method" in value and "id" in value and type(value["id"]) not in (int, str):
        raise NoMessage("its id must be a string or a whole number")
    return text


def mend(error: Exception) -> tuple[SessionMessage | None, JSONRPCError | None]:
    """What to pass on, or to answer, for a line that was refused: a message whose text could be
    repaired, else an error under the request's id (None where it has none). Blank lines say nothing."""
    given = _input_of(error)
    if isinstance(given, str):
        if not given.strip():
            return None, None
        try:
            given = json.loads(given)
        except (ValueError, RecursionError):
            return None, _refusal(PARSE_ERROR, "this line is no JSON", None)
    try:
        text = json.dumps(given, ensure_ascii=False).encode("utf-8", "replace")
        return SessionMessage(jsonrpc_message_adapter.validate_json(text, by_name=False)), None
    except (ValueError, RecursionError):
        number = given.get("id") if isinstance(given, dict) else None
        known = number if isinstance(number, str | int) and not isinstance(number, bool) else None
        return None, _refusal(INVALID_REQUEST, "this line is no JSON-RPC message of MCP", known)


def _input_of(error: Exception) -> Any:
    """The line as text, if it is no JSON, or the value that it holds."""
    inputs = [found["input"] for found in error.errors()] if isinstance(error, ValidationError) else []
    whole = [given for given in inputs if isinstance(given, dict) and "jsonrpc" in given]
    return (whole or inputs or [None])[0]


def _refusal(code: int, message: str, number: str | int | None) -> JSONRPCError:
    return JSONRPCError(jsonrpc="2.0", id=number, error=ErrorData(code=code, message=message))
