"""MCP over HTTP (Streamable HTTP, without sessions: each request stands alone, and is answered by JSON).

The only module here that opens a socket, and only to listen where it was told to.
"""

from __future__ import annotations

import logging
import os
import signal
import socket
import sys
from asyncio import Transport
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import anyio
import uvicorn
from mcp.server.transport_security import TransportSecuritySettings
from uvicorn.protocols.http.h11_impl import H11Protocol

from graphrag_batch.errors import EXIT_INTERRUPTED, EXIT_OK, ServeError
from graphrag_batch.serve.guard import MOST_BODY, Guard
from graphrag_batch.serve.listen import PATH, Address, Door

if TYPE_CHECKING:
    from asyncio import TimerHandle
    from collections.abc import Callable

    from mcp.server import MCPServer

MOST_CONNECTIONS = 512
MOST_HEAD = 16 << 10
"""Bytes of a request's line and headers."""
HEAD_SECONDS = 10.0
"""For a request's line and headers to come, from the first byte on."""
KEEP_SECONDS = 75
"""How long a connection may rest between two requests."""
LAST_SECONDS = 2
"""For what is being answered when the end comes."""


def serve_http(
    server: MCPServer[None],
    address: Address,
    door: Door,
    ready: Callable[[], bool],
    tell: Callable[[Address], None],
) -> None:
    """Serves until SIGTERM or SIGINT, then ends the process. `tell` is called once, with the address that is
    listened at. Raises ServeError where that cannot be."""
    bound = listen(address)
    anyio.run(_serve, server, bound, door, ready, tell)


def listen(address: Address) -> socket.socket:
    """A socket that listens there. Raises ServeError."""
    try:
        found = socket.getaddrinfo(
            address.host, address.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, _, _, _, place = found[0]
        both = address.host == "::" and socket.has_dualstack_ipv6()
        return socket.create_server(place[:2], family=family, backlog=MOST_CONNECTIONS, dualstack_ipv6=both)
    except OSError as error:
        where = f"{address.host}:{address.port}"
        what = f"cannot listen here: {error.strerror or error}"
        raise ServeError(what, where=where, next_step="--http with another port or host") from error


async def _serve(
    server: MCPServer[None],
    bound: socket.socket,
    door: Door,
    ready: Callable[[], bool],
    tell: Callable[[Address], None],
) -> None:
    app = server.streamable_http_app(
        streamable_http_path=PATH,
        json_response=True,
        stateless_http=True,
        max_request_body_size=MOST_BODY,
        # The guard does this, before it reads a body.
        transport_security=TransportSecuritySettings(enable_dns_rebinding_protection=False),
    )
    config = uvicorn.Config(
        Guard(app, door, ready),
        http=Connection,
        ws="none",
        lifespan="off",
        interface="asgi3",
        log_config=None,
        access_log=False,
        server_header=False,
        proxy_headers=False,
        h11_max_incomplete_event_size=MOST_HEAD,
        timeout_keep_alive=KEEP_SECONDS,
        timeout_graceful_shutdown=LAST_SECONDS,
    )
    # Whoever sends what is no HTTP is told so; the log is for the server's own troubles.
    logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)
    web = _Server(config)
    web.obey()
    host, port = bound.getsockname()[:2]
    async with server.session_manager.run():
        tell(Address(host, port))
        await web.serve([bound])
        sys.stderr.flush()
        os._exit(web.code)


class _Server(uvicorn.Server):
    """Ends with the exit codes of the server over stdio."""

    code = EXIT_OK

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Leaves signals alone: `obey` has set them."""
        yield

    def obey(self) -> None:
        """A signal stops the listening and lets what is being answered come to its end; a second one
        does not wait for that."""
        for name in ("SIGTERM", "SIGINT", "SIGHUP"):
            if hasattr(signal, name):  # Windows knows no SIGHUP
                signal.signal(getattr(signal, name), self._leave)

    def _leave(self, number: int, frame: object) -> None:
        self.code = EXIT_INTERRUPTED if number == signal.SIGINT else EXIT_OK
        if self.should_exit:
            os._exit(self.code)
        self.should_exit = True


class Connection(H11Protocol):
    """A connection that is closed when there are too many, or when a request does not come to the point."""

    _late: TimerHandle | None = None

    def connection_made(self, transport: Transport) -> None:  # type: ignore[override]
        """Called by the loop."""
        super().connection_made(transport)
        if len(self.connections) > MOST_CONNECTIONS:
            self._end(503, "too many connections")
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        """Called by the loop."""
        self._rest()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Called by the loop."""
        super().data_received(data)
        if self.cycle is not None and not self.cycle.response_complete:
            self._rest()
        elif self._late is None:
            self._expect()

    def send_400_response(self, msg: str) -> None:
        """Called for what is no HTTP, or has too long a head."""
        self._end(400, msg)

    def _expect(self) -> None:
        self._late = self.loop.call_later(HEAD_SECONDS, self.transport.abort)

    def _rest(self) -> None:
        if self._late is not None:
            self._late.cancel()
            self._late = None

    def _end(self, status: int, message: str) -> None:
        body = f'{{"jsonrpc": "2.0", "id": null, "error": {{"code": -32600, "message": "{message}"}}}}'
        head = f"HTTP/1.1 {status} \r\ncontent-type: application/json\r\ncontent-length: {len(body)}\r\n"
        self.transport.write(f"{head}connection: close\r\n\r\n{body}".encode())
        self.transport.close()
