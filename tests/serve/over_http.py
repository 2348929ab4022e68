"""A server over HTTP as a real process, and requests to the byte."""

from __future__ import annotations

import json
import queue
import re
import socket
import subprocess
import threading
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from tests import forked
from tests.building import clean_env
from tests.serve.process import HELLO, command_line

JSON = {"content-type": "application/json", "accept": "application/json, text/event-stream"}
STATUS = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "status", "arguments": {}}}
INITIALIZE = {"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": HELLO}


@dataclass(frozen=True)
class Told:
    """An answer."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def value(self) -> Any:
        return json.loads(self.body)

    @property
    def error(self) -> str:
        return self.value["error"]["message"]


class Running:
    """A process that serves at `url`; `said` is all that it wrote on standard error so far, which is read as
    it comes, so that it never waits."""

    def __init__(self, command: list[str], **options: Any) -> None:
        self.said = b""
        self._lines: queue.Queue[bytes] = queue.Queue()
        pipe = subprocess.PIPE
        self.process = forked.Popen(command, stdin=subprocess.DEVNULL, stdout=pipe, stderr=pipe, **options)
        self._listener = threading.Thread(target=self._listen)
        self._listener.start()
        found = re.search(r"http://\S+", self.line().decode())
        self.url = found[0] if found else ""

    def _listen(self) -> None:
        assert self.process.stderr
        for line in self.process.stderr:
            self.said += line
            self._lines.put(line)
        self._lines.put(b"")

    def line(self) -> bytes:
        """The next line of standard error, nothing at its end."""
        return self._lines.get(timeout=60)

    def close(self) -> None:
        """Ends it, whatever it does."""
        self.process.kill()
        self._finish()

    def _finish(self) -> None:
        self.process.wait(timeout=60)
        self._listener.join()
        for pipe in (self.process.stdout, self.process.stderr):
            assert pipe
            pipe.close()

    @property
    def place(self) -> tuple[str, int]:
        parts = urlsplit(self.url)
        assert parts.hostname
        assert parts.port
        return parts.hostname, parts.port

    def request(
        self, method: str = "POST", path: str = "/mcp", body: Any = None, headers: Mapping[str, str] = JSON
    ) -> Told:
        connection = HTTPConnection(*self.place, timeout=60)
        content = body if isinstance(body, bytes | None) else json.dumps(body).encode()
        try:
            connection.request(method, path, content, dict(headers))
            answer = connection.getresponse()
            names = {name.lower(): value for name, value in answer.getheaders()}
            return Told(answer.status, names, answer.read())
        finally:
            connection.close()

    def ask(self, tool: str, headers: Mapping[str, str] = JSON, **arguments: Any) -> Any:
        call = {"name": tool, "arguments": arguments}
        body = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": call}
        return self.request(body=body, headers=headers).value["result"]

    def connect(self) -> socket.socket:
        return socket.create_connection(self.place, timeout=60)

    def raw(self, content: bytes) -> bytes:
        """All that comes back for these bytes until the server closes the connection."""
        with self.connect() as connection:
            connection.sendall(content)
            return drain(connection)

    def end(self, number: int) -> int:
        """The exit code after a signal."""
        self.process.send_signal(number)
        self._finish()
        return self.process.returncode


def drain(connection: socket.socket) -> bytes:
    """All that comes until the other side closes, or breaks off."""
    parts = []
    try:
        while part := connection.recv(65536):
            parts.append(part)
    except ConnectionError:
        pass
    return b"".join(parts)


def head(method: str = "POST", path: str = "/mcp", **headers: str) -> bytes:
    """The first lines of a request; `content_length` is `Content-Length`."""
    given = {"host": "127.0.0.1", **JSON} | {name.replace("_", "-"): value for name, value in headers.items()}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items())]
    return ("\r\n".join(lines) + "\r\n\r\n").encode()


@contextmanager
def running(
    *arguments: str, at: str = "127.0.0.1:0", before: str = "", cwd: Path | None = None, **env: str
) -> Iterator[Running]:
    """`serve` with these arguments, until the block ends."""
    command = command_line(*arguments, "--http", at, before=before)
    server = Running(command, env=clean_env(**env), cwd=cwd)
    try:
        assert server.url, server.said
        yield server
    finally:
        server.close()
