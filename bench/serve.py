"""How fast the server is: from process start to the answer of `tools/list`, and a warm query.

    python bench/serve.py REPO [--queries FILE] [--starts N]

REPO is indexed already (`graphrag-batch index --repo REPO`). FILE holds one query a line, or JSON lines
with a `text` each; without it, section titles and symbol names of the artifact itself are asked. Prints
one JSON object: seconds and milliseconds, each a whole round trip over the pipes; `cpu` is the
server's processor time, which a busy machine disturbs less.
"""

from __future__ import annotations

import argparse
import json
import resource
import statistics
import subprocess
import time
from pathlib import Path
from typing import Any

from graphrag_batch.cli.clients import command_line
from graphrag_batch.cli.options import open_current

VERSION = "2025-11-25"
HELLO = {"protocolVersion": VERSION, "capabilities": {}, "clientInfo": {"name": "bench", "version": "1"}}


class Server:
    """A server process spoken to in bare JSON-RPC, so that only the server is measured."""

    def __init__(self, repo: Path) -> None:
        self.started = time.perf_counter()
        command = [*command_line(), "serve", "--repo", str(repo)]
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        self.number = 0

    def send(self, method: str, params: dict[str, Any], **extra: Any) -> None:
        message = {"jsonrpc": "2.0", "method": method, "params": params} | extra
        self.process.stdin.write(json.dumps(message).encode() + b"\n")
        self.process.stdin.flush()

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        self.number += 1
        self.send(method, params, id=self.number)
        while True:
            answer = json.loads(self.process.stdout.readline())
            if answer.get("id") == self.number:
                return answer["result"]

    def tool(self, name: str, **arguments: Any) -> dict[str, Any]:
        return self.ask("tools/call", {"name": name, "arguments": arguments})["structuredContent"]

    def shake_hands(self) -> float:
        """Seconds from process start to the list of tools."""
        self.ask("initialize", HELLO)
        self.send("notifications/initialized", {})
        self.ask("tools/list", {})
        return time.perf_counter() - self.started

    def close(self) -> float:
        """Seconds from the end of input to the end of the process."""
        at = time.perf_counter()
        self.process.stdin.close()
        self.process.wait(timeout=10)
        return time.perf_counter() - at


def cpu() -> float:
    """Processor seconds of all servers that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def ready_server(repo: Path) -> tuple[Server, float]:
    """A server whose model is loaded, and how long that took."""
    server = Server(repo)
    server.shake_hands()
    while server.tool("status")["degraded_reason"] == "model loading":
        time.sleep(0.05)
    return server, time.perf_counter() - server.started


def queries_of(repo: Path, file: Path | None) -> list[str]:
    if file is None:
        with open_current(repo, None) as artifact:
            rows = artifact.execute("SELECT title FROM sections UNION SELECT name FROM symbols ORDER BY 1")
        names = [name for (name,) in rows]
        return names[:: max(1, len(names) // 200)]
    lines = file.read_text(encoding="utf-8").splitlines()
    return [json.loads(line)["text"] if line.startswith("{") else line for line in lines if line.strip()]


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("repo", type=Path)
    parser.add_argument("--queries", type=Path)
    parser.add_argument("--starts", type=int, default=7)
    options = parser.parse_args()
    starts, stops, costs = [], [], []
    for _ in range(options.starts):
        before, server = cpu(), Server(options.repo)
        starts.append(server.shake_hands())
        stops.append(server.close())
        costs.append(cpu() - before)
    before = cpu()
    server, ready = ready_server(options.repo)
    server.close()
    ready_cost = cpu() - before
    before = cpu()
    server, _ = ready_server(options.repo)
    times = []
    for query in queries_of(options.repo, options.queries):
        at = time.perf_counter()
        server.tool("hybrid_query", q=query)
        times.append((time.perf_counter() - at) * 1000)
    mode = server.tool("status")["search_mode"]
    server.close()
    cost = (cpu() - before - ready_cost) * 1000 / len(times)
    parts = statistics.quantiles(times, n=100)
    result = {
        "start_to_tools_list_s": {
            "median": statistics.median(starts),
            "worst": max(starts),
            "cpu": statistics.median(costs),
        },
        "stdin_close_to_exit_s": max(stops),
        "start_to_model_ready_s": {"wall": ready, "cpu": ready_cost},
        "query_ms": {
            "p50": parts[49],
            "p95": parts[94],
            "first": times[0],
            "cpu": cost,
            "queries": len(times),
        },
        "search_mode": mode,
    }
    print(json.dumps(result, indent=2))


if __name__ == "__main__":
    main()
