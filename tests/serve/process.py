"""A server as a real process, spoken to line by line."""

from __future__ import annotations

import json
import subprocess
import sys
from typing import Any

from tests import forked

HELLO = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "t", "version": "1"}}


def program(source: str, before: str = "") -> list[str]:
    """A process that serves the artifact that the Python expression `source` names."""
    code = f"from pathlib import Path\n{before}\nfrom graphrag_batch.serve.server import run\nrun({source})"
    return [sys.executable, "-c", code]


class Wire:
    """A server process spoken to line by line, to see every byte it writes."""

    def __init__(self, command: list[str], start: Any = forked.Popen, **options: Any) -> None:
        pipe = subprocess.PIPE
        self.process = start(command, stdin=pipe, stdout=pipe, stderr=pipe, **options)
        self.lines: list[bytes] = []
        self.number = 0

    def send(self, method: str, params: dict[str, Any], **extra: Any) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params} | extra
        self.send_line(json.dumps(message).encode())

    def send_line(self, line: bytes) -> None:
        assert self.process.stdin
        self.process.stdin.write(line + b"\n")
        self.process.stdin.flush()

    def read(self) -> Any:
        assert self.process.stdout
        self.lines.append(self.process.stdout.readline())
        return json.loads(self.lines[-1])

    def ask(self, method: str, params: dict[str, Any]) -> Any:
        self.number += 1
        self.send(method, params, id=self.number)
        return self.read()["result"]

    def tool(self, name: str, **arguments: Any) -> Any:
        return self.ask("tools/call", {"name": name, "arguments": arguments})

    def shake_hands(self) -> None:
        self.ask("initialize", HELLO)
        self.send("notifications/initialized", {})

    def end(self) -> tuple[int, bytes]:
        """Closes the input; the exit code and whatever came on stdout after the last answer."""
        out, _ = self.process.communicate(timeout=30)
        return self.process.returncode, out


def command_line(*arguments: str, before: str = "") -> list[str]:
    """The real program with these arguments."""
    code = f"{before}\nfrom graphrag_batch.cli.main import main\nmain(['serve', *{list(arguments)!r}])"
    return [sys.executable, "-c", code]
