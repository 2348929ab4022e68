"""An embedding endpoint on this machine, which notes what it is asked."""

from __future__ import annotations

import hashlib
import json
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

Answer = tuple[int, Any, dict[str, str]]


@dataclass
class Endpoint:
    """`asked` are (path, headers in lower case, body). `reply` makes the answer; `failing` are answers that
    come first, one a request; after the first `most` requests no more are served."""

    reply: Callable[[Any], Any]
    asked: list[tuple[str, dict[str, str], Any]] = field(default_factory=list)
    failing: list[Answer] = field(default_factory=list)
    most: int = 1000
    url: str = ""

    def answer(self, body: Any) -> Answer:
        if len(self.asked) > self.most:
            return 401, {"error": "spent"}, {}
        return self.failing.pop(0) if self.failing else (200, self.reply(body), {})


def vector(text: str, dim: int) -> list[float]:
    raw = hashlib.shake_128(text.encode()).digest(dim)
    return [byte / 128 - 1 for byte in raw]


@contextmanager
def serving(reply: Callable[[Any], Any]) -> Iterator[Endpoint]:
    endpoint = Endpoint(reply)

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
            endpoint.asked.append((self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            status, value, headers = endpoint.answer(body)
            raw = value if isinstance(value, bytes) else json.dumps(value).encode()
            self.send_response(status)
            for name, text in headers.items():
                self.send_header(name, text)
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        def log_message(self, *args: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.02})
    thread.start()
    endpoint.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield endpoint
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
