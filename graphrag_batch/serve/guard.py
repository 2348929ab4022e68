"""What stands before the MCP endpoint over HTTP: a request is refused, with reasons, or let through whole.

Nothing here holds the event loop, and nothing waits for a client without an end.
"""

from __future__ import annotations

import hmac
import json
from collections import deque
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any

import anyio

from graphrag_batch.serve.listen import PATH, Door
from graphrag_batch.serve.wire import NoMessage, clean

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Scope, Receive, Send], Awaitable[None]]

HEALTH = "/health"
MOST_BODY = 1 << 20
"""Bytes of a request: no question is longer."""
MOST_REQUESTS = 256
"""At once; more are told to come back."""
BODY_SECONDS, ANSWER_SECONDS = 10.0, 120.0

INVALID, PARSE, INTERNAL = -32600, -32700, -32603

_ACCEPT = (b"application/json", b"application/*", b"*/*")
_PLAIN = [(b"cache-control", b"no-store"), (b"x-content-type-options", b"nosniff")]


class Refusal(Exception):
    """An answer without asking the server: an HTTP status, and what a JSON-RPC error says."""

    def __init__(
        self, status: int, message: str, code: int = INVALID, headers: tuple[tuple[bytes, bytes], ...] = ()
    ) -> None:
        super().__init__(status, message)
        self.status = status
        self.message = message
        self.code = code
        self.headers = headers


class Guard:
    """Lets through to `app` what may ask. `ready` tells whether all that is to be served can be."""

    def __init__(self, app: App, door: Door, ready: Callable[[], bool]) -> None:
        self._app = app
        self._door = door
        self._ready = ready
        self._token = door.token.encode()
        self._busy = 0

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """One request, by ASGI."""
        answer = _Answer(send)
        try:
            headers = dict(scope["headers"])
            self._check_source(headers)
            if scope["path"] == HEALTH:  # takes no token, and tells nothing
                _allow(scope["method"], "GET", "HEAD")
                await answer.health(self._ready())
                return
            self._check_request(scope["path"], scope["method"], headers)
            self._busy += 1
            try:
                await self._pass_on(await _body(headers, receive), scope, receive, answer)
            finally:
                self._busy -= 1
        except Refusal as refusal:
            await answer.refuse(refusal)

    def _check_source(self, headers: dict[bytes, bytes]) -> None:
        host = headers.get(b"host", b"").decode("latin-1")
        if not self._door.knows_host(host):
            raise Refusal(421, f"Host {host[:80]!r} is no name of this server: serve with --allow-host NAME")
        origin = headers.get(b"origin")
        if origin is not None and not self._door.knows_origin(origin.decode("latin-1"), host):
            raise Refusal(403, "requests from pages of another origin are refused")

    def _check_request(self, path: str, method: str, headers: dict[bytes, bytes]) -> None:
        if path != PATH:
            raise Refusal(404, f"nothing is here: MCP is at {PATH}")
        self._check_token(headers.get(b"authorization", b""))
        # A server that only answers sends nothing by itself (GET), and has no session to end (DELETE).
        _allow(method, "POST")
        if headers.get(b"content-type", b"").partition(b";")[0].strip().lower() != b"application/json":
            raise Refusal(415, "the body of a request is application/json")
        if not any(kind in headers.get(b"accept", b"") for kind in _ACCEPT):
            raise Refusal(406, "answers are application/json: accept that")
        if self._busy >= MOST_REQUESTS:
            raise Refusal(503, "too many requests at once", INTERNAL, ((b"retry-after", b"1"),))

    def _check_token(self, given: bytes) -> None:
        scheme, _, token = given.partition(b" ")
        right = hmac.compare_digest(token.strip(), self._token)
        if self._token and not (scheme.lower() == b"bearer" and right):
            error = b', error="invalid_token"' if given else b""
            challenge = b'Bearer realm="graphrag-batch"' + error
            words = "the token is not right" if given else "a token is needed: Authorization: Bearer TOKEN"
            raise Refusal(401, words, headers=((b"www-authenticate", challenge),))

    async def _pass_on(self, body: bytes | None, scope: Scope, receive: Receive, answer: _Answer) -> None:
        if body is None:
            return
        whole = deque([{"type": "http.request", "body": body, "more_body": False}])

        async def replay() -> Message:
            return whole.popleft() if whole else await receive()

        with anyio.move_on_after(ANSWER_SECONDS) as limit:
            await self._app(scope, replay, answer.send)
        if limit.cancelled_caught and not answer.started:
            raise Refusal(504, f"no answer within {ANSWER_SECONDS:.0f} seconds", INTERNAL)


class _Answer:
    """What goes back, with the headers that every answer has."""

    def __init__(self, send: Send) -> None:
        self._send = send
        self.started = False

    async def send(self, message: Message) -> None:
        if message["type"] == "http.response.start":
            self.started = True
            message["headers"] = [*message.get("headers", ()), *_PLAIN]
        await self._send(message)

    async def refuse(self, refusal: Refusal) -> None:
        error = {"code": refusal.code, "message": refusal.message}
        value = {"jsonrpc": "2.0", "id": None, "error": error}
        await self._json(refusal.status, value, refusal.headers)

    async def health(self, ready: bool) -> None:
        await self._json(200 if ready else 503, {"status": "ok" if ready else "not ready"})

    async def _json(self, status: int, value: Any, more: tuple[tuple[bytes, bytes], ...] = ()) -> None:
        body = json.dumps(value).encode()
        length = (b"content-length", b"%d" % len(body))
        headers = [(b"content-type", b"application/json"), length, *more]
        await self.send({"type": "http.response.start", "status": status, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


async def _body(headers: dict[bytes, bytes], receive: Receive) -> bytes | None:
    """All of a request's body as JSON that every layer can take; None when the client went away. Raises
    Refusal for one that is too long, too slow, or no JSON."""
    too_long = Refusal(413, f"a request has at most {MOST_BODY:,} bytes")
    length = headers.get(b"content-length", b"0")
    if len(length) > 12 or int(length) > MOST_BODY:
        raise too_long
    body = bytearray()
    with anyio.move_on_after(BODY_SECONDS) as limit:
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":
                return None
            body += message.get("body", b"")
            more = message.get("more_body", False)
            if len(body) > MOST_BODY:
                raise too_long
    if limit.cancelled_caught:
        words = f"the body did not come within {BODY_SECONDS:.0f} seconds"
        raise Refusal(408, words, headers=((b"connection", b"close"),))
    try:
        return clean(body)
    except NoMessage as error:
        raise Refusal(400, f"the body is no JSON-RPC message: {error}") from error
    except ValueError as error:
        raise Refusal(400, "the body is no JSON", PARSE) from error


def _allow(method: str, *known: str) -> None:
    if method not in known:
        allow = ", ".join(known)
        raise Refusal(405, f"only {allow} here", headers=((b"allow", allow.encode()),))
