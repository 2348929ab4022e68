"""How a server over HTTP bears many clients, and how soon it answers after its start.

    python bench/load.py make DIR [--chunks N]        a made-up repository of N short chunks, to be indexed
    python bench/load.py start ARTIFACT [--starts N]  seconds from the start to the first answers
    python bench/load.py load ARTIFACT... [--clients N] [--requests N] [--real N]

`load` starts `graphrag-batch serve --http` in a process of its own and asks it `--requests` questions by
`--clients` clients at once: bare JSON-RPC of the revision without a handshake, each client on a connection
of its own; `--real` of them are clients of the MCP SDK (every other one of the revision with a handshake),
which ask the same. Seven of ten requests are questions, the others read, outline, look up and explain.
Prints one JSON object: errors, requests per second, milliseconds, and the server's resident memory (MB)
after so many requests.
"""

from __future__ import annotations

import argparse
import json
import random
import re
import statistics
import subprocess
import sys
import threading
import time
from pathlib import Path
from typing import Any

import anyio
import httpx
from mcp import Client

from bench.words import sentence
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.cli.clients import command_line

VERSION = "2026-07-28"
META = {
    "io.modelcontextprotocol/protocolVersion": VERSION,
    "io.modelcontextprotocol/clientInfo": {"name": "bench", "version": "1"},
    "io.modelcontextprotocol/clientCapabilities": {},
}
PER_FILE = 50
SEEN_AT = (0.01, 0.1, 0.25, 0.5, 0.75, 1.0)


class Server:
    """A server process over HTTP, on any free port."""

    def __init__(self, artifacts: list[str]) -> None:
        self.started = time.perf_counter()
        given = [part for artifact in artifacts for part in ("--artifact", artifact)]
        command = [*command_line(), "serve", *given, "--http", "127.0.0.1:0"]
        self.process = subprocess.Popen(command, stderr=subprocess.PIPE, stdin=subprocess.DEVNULL, text=True)
        assert self.process.stderr
        line = self.process.stderr.readline()
        found = re.search(r"http://\S+", line)
        if found is None:
            raise SystemExit(line + self.process.stderr.read())
        self.url = found[0]
        # Read as it comes, so that the server never waits for whoever reads its log.
        threading.Thread(target=self.process.stderr.read, daemon=True).start()

    def memory(self) -> float:
        """Resident megabytes."""
        status = Path(f"/proc/{self.process.pid}/status").read_text(encoding="ascii")
        return int(re.search(r"VmRSS:\s+(\d+)", status)[1]) / 1024

    def cpu(self) -> float:
        """Processor seconds so far."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text(encoding="ascii").rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100

    def end(self) -> float:
        """Seconds from SIGTERM to the end of the process."""
        at = time.perf_counter()
        self.process.terminate()
        self.process.wait(timeout=30)
        return time.perf_counter() - at


def message(number: int, tool: str, arguments: dict[str, Any]) -> tuple[dict[str, str], dict[str, Any]]:
    """Headers and body of one call."""
    params = {"name": tool, "arguments": arguments, "_meta": META}
    body = {"jsonrpc": "2.0", "id": number, "method": "tools/call", "params": params}
    headers = {
        "accept": "application/json, text/event-stream",
        "mcp-protocol-version": VERSION,
        "mcp-method": "tools/call",
        "mcp-name": tool,
    }
    return headers, body


def calls(artifacts: list[str]) -> list[tuple[str, dict[str, Any]]]:
    """A few hundred calls with the words of what is served."""
    rng, made = random.Random(1), []
    for given in artifacts:
        name, _, path = given.rpartition("=")
        about = {"project": name} if len(artifacts) > 1 else {}
        with open_artifact(Path(path)) as artifact:
            titles = [
                t for (t,) in artifact.execute("SELECT title FROM sections WHERE title != '' ORDER BY id")
            ]
            chunks = [str(i) for (i,) in artifact.execute("SELECT id FROM chunks ORDER BY id LIMIT 2000")]
            things = artifact.execute("SELECT id, name FROM entities ORDER BY id LIMIT 2000")
        for _ in range(100):
            made += [("hybrid_query", {"q": " ".join(rng.sample(titles, 2))}) for _ in range(7)]
            made.append(("read", {"chunk_id": rng.choice(chunks)} | about))
            made.append(("outline", {"depth": 1} | about))
            number, name = rng.choice(things)
            look = ("entity_lookup", {"q": name} | about)
            made.append(rng.choice([look, ("explain_entity", {"entity": str(number)} | about)]))
    rng.shuffle(made)
    return made


class Load:
    """What happened so far."""

    def __init__(self, server: Server, todo: list[tuple[str, dict[str, Any]]], total: int) -> None:
        self.server, self.todo, self.total = server, todo, total
        self.begun = self.done = 0
        self.errors: list[str] = []
        self.times: list[float] = []
        self.memory: dict[int, float] = {}

    def next(self) -> tuple[str, dict[str, Any]] | None:
        if self.begun >= self.total:
            return None
        self.begun += 1
        return self.todo[self.begun % len(self.todo)]

    def note(self, at: float, error: str) -> None:
        self.done += 1
        self.times.append((time.perf_counter() - at) * 1000)
        if error:
            self.errors.append(error)
        if self.done in {int(self.total * part) for part in SEEN_AT}:
            self.memory[self.done] = round(self.server.memory(), 1)

    async def bare(self) -> None:
        """A client of JSON-RPC."""
        async with httpx.AsyncClient(timeout=120) as client:
            while (call := self.next()) is not None:
                at, (headers, body) = time.perf_counter(), message(self.begun, *call)
                try:
                    answer = await client.post(self.server.url, headers=headers, json=body)
                    value = answer.json()
                    wrong = answer.status_code != 200 or "error" in value or value["result"].get("isError")
                    self.note(at, answer.text[:300] if wrong else "")
                except (httpx.HTTPError, ValueError) as error:
                    self.note(at, repr(error))

    async def real(self, mode: str) -> None:
        """A client of the SDK."""
        async with Client(self.server.url, mode=mode) as client:
            await client.list_tools()
            while (call := self.next()) is not None:
                at = time.perf_counter()
                try:
                    answer = await client.call_tool(*call)
                    self.note(at, "" if answer.structured_content else str(answer)[:300])
                except Exception as error:
                    self.note(at, repr(error))


def load(artifacts: list[str], clients: int, requests: int, real: int) -> dict[str, Any]:
    server = Server(artifacts)
    state = Load(server, calls(artifacts), requests)
    wait_for(server, "hybrid")

    async def main() -> None:
        async with anyio.create_task_group() as tasks:
            for number in range(clients):
                if number < real:
                    tasks.start_soon(state.real, "legacy" if number % 2 else "auto")
                else:
                    tasks.start_soon(state.bare)

    before, at = server.cpu(), time.perf_counter()
    anyio.run(main)
    seconds, cpu = time.perf_counter() - at, server.cpu() - before
    parts = statistics.quantiles(state.times, n=100)
    return {
        "requests": state.done,
        "clients": clients,
        "of_the_sdk": real,
        "errors": len(state.errors),
        "first_errors": state.errors[:3],
        "requests_per_s": round(requests / seconds, 1),
        "server_cpu_ms_per_request": round(cpu * 1000 / requests, 2),
        "ms": {"p50": round(parts[49], 1), "p95": round(parts[94], 1), "max": round(max(state.times), 1)},
        "memory_mb": state.memory,
        "sigterm_to_exit_s": round(server.end(), 3),
    }


def ask(server: Server, tool: str, **arguments: Any) -> dict[str, Any]:
    headers, body = message(1, tool, arguments)
    answer = httpx.post(server.url, headers=headers, json=body, timeout=60)
    return answer.json()["result"]["structuredContent"]


def wait_for(server: Server, mode: str) -> float:
    """Seconds from the start to the first answer that was found in this way."""
    while ask(server, "hybrid_query", q="how does it start")["search_mode"] != mode:
        time.sleep(0.02)
    return time.perf_counter() - server.started


def start(artifact: str, starts: int) -> dict[str, Any]:
    first, semantic, costs, all_costs = [], [], [], []
    for _ in range(starts):
        server = Server([artifact])
        ask(server, "hybrid_query", q="which permit does the captain need")
        first.append(time.perf_counter() - server.started)
        costs.append(server.cpu())
        semantic.append(wait_for(server, "hybrid"))
        all_costs.append(server.cpu())
        server.end()
    # A busy machine disturbs the processor's time less.
    found = {
        "first_answer_s": first,
        "first_semantic_answer_s": semantic,
        "cpu_to_first_answer_s": costs,
        "cpu_to_first_semantic_answer_s": all_costs,
    }
    return {
        name: {
            "best": round(min(times), 2),
            "median": round(statistics.median(times), 2),
            "worst": round(max(times), 2),
        }
        for name, times in found.items()
    }


def make(folder: Path, chunks: int) -> dict[str, Any]:
    """Questions with their answers: a chunk each."""
    rng = random.Random(1)
    for number in range(chunks // PER_FILE):
        parts = [f"# Part {number}"]
        for _ in range(PER_FILE):
            parts += [f"## How does the {sentence(rng, 4)[:-1].lower()} work?", sentence(rng)]
        path = folder / f"area{number % 20}" / f"page{number}.md"
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("\n\n".join(parts) + "\n", encoding="utf-8")
    who = ("-c", "user.name=bench", "-c", "user.email=bench@localhost")
    for arguments in (("init", "-q"), ("add", "-A"), (*who, "commit", "-qm", "Make")):
        subprocess.run(["git", "-C", str(folder), *arguments], check=True)
    return {"files": chunks // PER_FILE, "next": f"graphrag-batch index --repo {folder}"}


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("what", choices=["make", "start", "load"])
    parser.add_argument("paths", nargs="+")
    parser.add_argument("--chunks", type=int, default=20_000)
    parser.add_argument("--starts", type=int, default=7)
    parser.add_argument("--clients", type=int, default=50)
    parser.add_argument("--requests", type=int, default=10_000)
    parser.add_argument("--real", type=int, default=10)
    given = parser.parse_args()
    done = {
        "make": lambda: make(Path(given.paths[0]), given.chunks),
        "start": lambda: start(given.paths[0], given.starts),
        "load": lambda: load(given.paths, given.clients, given.requests, given.real),
    }[given.what]()
    json.dump(done, sys.stdout, indent=2)
    print()


if __name__ == "__main__":
    main()
