"""A real HTTP server on this machine for tests: files with ranges and names of versions, and whatever else a
test has it answer. It remembers what it was asked."""

from __future__ import annotations

import hashlib
import socket
import threading
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from types import TracebackType
from typing import Self
from urllib.parse import parse_qs, urlsplit


@dataclass
class Asked:
    """One request. `path` is without its query."""

    path: str
    query: dict[str, str]
    headers: dict[str, str]


@dataclass
class Answer:
    """What is answered. `cut`: after so many bytes of the body the connection breaks. `wait`: between the
    pieces of so many bytes that it all then comes in, this is waited for. `length`: what is told of the
    body's, -1 for nothing."""

    status: int = 200
    body: bytes = b""
    headers: dict[str, str] = field(default_factory=dict)
    cut: int | None = None
    length: int | None = None
    pieces: int = 0
    wait: Callable[[], object] | None = None


Route = Callable[[Asked], Answer]


class Site:
    """The server, while inside. `routes` answer for paths; `asked` is every request so far."""

    def __init__(self, host: str = "127.0.0.1") -> None:
        self.routes: dict[str, Route] = {}
        self.asked: list[Asked] = []
        self._host = host
        self.over = threading.Event()
        site = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_GET(self) -> None:
                parts = urlsplit(self.path)
                query = {name: values[0] for name, values in parse_qs(parts.query).items()}
                headers = {name.lower(): value for name, value in self.headers.items()}
                asked = Asked(parts.path, query, headers)
                site.asked.append(asked)
                route = site.routes.get(parts.path)
                answer = route(asked) if route else Answer(404, b"not here")
                for piece in _spoken(answer):
                    try:
                        self.wfile.write(piece)
                    except OSError:
                        break
                if answer.cut is not None:
                    self.close_connection = True

            def log_message(self, format: str, *args: object) -> None:
                pass

        class Server(ThreadingHTTPServer):
            address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
            daemon_threads = True

            def handle_error(self, request: object, client_address: object) -> None:
                pass  # whoever asked went away

        self.server = Server((host, 0), Handler)
        self._thread = threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True)

    def __enter__(self) -> Self:
        self._thread.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.over.set()
        self.server.shutdown()
        self.server.server_close()

    def url(self, path: str = "") -> str:
        """The address of a path."""
        host = f"[{self._host}]" if ":" in self._host else self._host
        return f"http://{host}:{self.server.server_address[1]}{path}"

    def paths(self) -> list[str]:
        """What was asked for, in order."""
        return [asked.path for asked in self.asked]

    def file(self, path: str, content: bytes, **options: bool) -> None:
        """Serves a file."""
        self.routes[path] = file_route(content, **options)

    def first(self, path: str, *answers: Answer) -> None:
        """Gives these answers, one at a time, before what the path answers otherwise."""
        left, rest = list(answers), self.routes.get(path)

        def route(asked: Asked) -> Answer:
            if left:
                return left.pop(0)
            return rest(asked) if rest else Answer(404)

        self.routes[path] = route


def file_route(content: bytes, *, ranges: bool = True, named: bool = True) -> Route:
    """A file: with the rest of it for who asks for that (`ranges`), and a name of its version (`named`)."""
    etag = f'"{hashlib.sha256(content).hexdigest()[:16]}"'

    def route(asked: Asked) -> Answer:
        headers = {"Content-Type": "application/octet-stream", **({"ETag": etag} if named else {})}
        begin = asked.headers.get("range", "").removeprefix("bytes=").removesuffix("-")
        condition = asked.headers.get("if-range")
        if not ranges or not begin or (condition and condition != etag):
            return Answer(200, content, headers)
        at = int(begin)
        if at >= len(content):
            return Answer(416, b"", {"Content-Range": f"bytes */{len(content)}"})
        headers["Content-Range"] = f"bytes {at}-{len(content) - 1}/{len(content)}"
        return Answer(206, content[at:], headers)

    return route


def _spoken(answer: Answer) -> Iterator[bytes]:
    """The answer as it goes over the wire."""
    length = len(answer.body) if answer.length is None else answer.length
    headers = {**({"Content-Length": str(length)} if length >= 0 else {}), **answer.headers}
    if answer.cut is not None:
        headers["Connection"] = "close"
    lines = [f"HTTP/1.1 {answer.status} Said", *(f"{name}: {value}" for name, value in headers.items())]
    head, body = ("\r\n".join(lines) + "\r\n\r\n").encode("latin-1"), answer.body[: answer.cut]
    if answer.wait is None:
        yield head + body
        return
    whole = head + body
    for at in range(0, len(whole), answer.pieces):
        yield whole[at : at + answer.pieces]
        answer.wait()
