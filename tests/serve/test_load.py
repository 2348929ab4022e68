"""Many clients at once, over HTTP: no error, and no memory that grows with what was asked."""

from __future__ import annotations

import os
import re
import shutil
import sys
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from tests.serve.over_http import Running, running
from tests.serve.test_mishaps import Pair, pair, put  # noqa: F401

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(sys.platform != "linux", reason="memory is read where Linux tells it"),
]
CALLS: list[tuple[str, dict[str, Any]]] = [
    ("hybrid_query", {"q": "delay after a failure"}),
    ("hybrid_query", {"q": "install the worker", "k": 3}),
    ("hybrid_query", {"q": "ships", "path": "docs/**", "budget": 400}),
    ("read", {"path": "docs/long.md"}),
    ("outline", {"depth": 3}),
    ("explain_entity", {"entity": "Backoff"}),
    ("graph_overview", {}),
    ("status", {}),
]


def memory(server: Running) -> float:
    """Resident megabytes."""
    status = Path(f"/proc/{server.process.pid}/status").read_text(encoding="ascii")
    found = re.search(r"VmRSS:\s+(\d+)", status)
    assert found
    return int(found[1]) / 1024


def test_a_thousand_requests_by_twenty_clients_meet_no_error_and_leave_no_memory(
    artifact: Path, tmp_path: Path
) -> None:
    other = shutil.copy2(artifact, tmp_path / "other.sqlite")
    with running("--artifact", f"a={artifact}", "--artifact", f"b={other}") as server:

        def ask(number: int) -> bool:
            tool, arguments = CALLS[number % len(CALLS)]
            project = (
                {} if tool in ("hybrid_query", "status") and number % 3 else {"project": "ab"[number % 2]}
            )
            answer = server.ask(tool, **arguments, **project)
            return bool(answer["structuredContent"]) and not answer.get("isError")

        with ThreadPoolExecutor(20) as clients:
            assert all(clients.map(ask, range(200)))
            before = memory(server)
            assert all(clients.map(ask, range(1000)))
        assert memory(server) < before * 1.1


def test_clients_that_come_and_go_all_get_their_answer(artifact: Path) -> None:
    with running("--artifact", str(artifact)) as server:

        async def one(number: int, found: list[bool]) -> None:
            async with Client(server.url, mode="legacy" if number % 2 else "auto") as client:
                await client.list_tools()
                for tool, arguments in CALLS:
                    found.append(not (await client.call_tool(tool, arguments)).is_error)

        async def main() -> list[bool]:
            found: list[bool] = []
            async with anyio.create_task_group() as tasks:
                for number in range(30):
                    tasks.start_soon(one, number, found)
            return found

        assert anyio.run(main) == [True] * 30 * len(CALLS)


def test_artifacts_that_come_and_go_leave_no_memory_and_no_file_open(pair: Pair, tmp_path: Path) -> None:  # noqa: F811
    served = put(pair.one, tmp_path / "served.sqlite")
    with running("--artifact", str(served)) as server:

        def turn(count: int) -> tuple[float, int]:
            for number in range(count):
                put(pair.one if number % 2 else pair.two, served)
                assert server.ask("hybrid_query", q="text of")["structuredContent"]["hits"]
            return memory(server), len(os.listdir(f"/proc/{server.process.pid}/fd"))

        before, after = turn(30), turn(90)
        assert after[0] < before[0] * 1.1
        assert after[1] <= before[1]
