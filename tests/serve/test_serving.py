"""The server as a process and over time: start, end, what it may touch, and new artifacts."""

from __future__ import annotations

import json
import os
import shlex
import shutil
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any, NamedTuple

import anyio
import pytest
from mcp import Client, StdioServerParameters
from mcp.client.stdio import stdio_client

from graphrag_batch.artifact.store import Store
from graphrag_batch.serve.state import Shelf
from graphrag_batch.source.git import Repository
from tests.building import index
from tests.gitrepo import GitRepo
from tests.serve.conftest import call, text_of
from tests.serve.process import HELLO, Wire, command_line, program


@pytest.mark.parametrize("mode", ["auto", pytest.param("legacy", marks=pytest.mark.slow)])
def test_a_client_talks_to_the_real_process(artifact: Path, mode: str) -> None:
    command = program(f"Path({str(artifact)!r})")
    server = StdioServerParameters(command=command[0], args=command[1:])

    async def main() -> Any:
        async with Client(stdio_client(server), mode=mode) as client:
            tools = await client.list_tools()
            return tools, await client.call_tool("hybrid_query", {"q": "delay after a failure"})

    tools, answer = anyio.run(main)
    assert {tool.name for tool in tools.tools} >= {name for name, _ in EVERY_TOOL}
    assert answer.structured_content["hits"][0]["path"] == "docs/retries.md"


@pytest.mark.skipif(sys.platform == "win32", reason="no such signals")
@pytest.mark.parametrize(
    ("name", "code"), [("SIGTERM", 0), pytest.param("SIGHUP", 0, marks=pytest.mark.slow), ("SIGINT", 130)]
)
def test_a_signal_ends_the_process_while_it_waits_for_input(artifact: Path, name: str, code: int) -> None:
    wire = Wire(program(f"Path({str(artifact)!r})"))
    wire.shake_hands()
    wire.process.send_signal(getattr(signal, name))
    assert wire.process.wait(timeout=30) == code
    _, errors = wire.process.communicate()
    assert b"Traceback" not in errors


EVERY_TOOL = (
    ("hybrid_query", {"q": "delay"}),
    ("read", {"path": "docs/retries.md"}),
    ("outline", {}),
    ("status", {}),
)


TELLS_MODULES = (
    "import atexit, os, sys\n"
    "leave = os._exit\n"
    "def tell(code):\n    print(*sorted(sys.modules), sep='\\n', file=sys.stderr)\n"
    "    sys.stderr.flush()\n    leave(code)\n"
    "os._exit = tell\n"
)


class Session(NamedTuple):
    """A process that was asked every tool, by the command line and with no git to be found: every file of
    its repository before and after, how it ended, and the modules it held then."""

    before: dict[str, Any]
    after: dict[str, Any]
    code: int
    rest: bytes
    loaded: set[str]


@pytest.fixture(scope="module")
def session(indexed: tuple[GitRepo, Path], tmp_path_factory: pytest.TempPathFactory) -> Session:
    path = tmp_path_factory.mktemp("session") / "repo"
    shutil.copytree(indexed[0].path, path, symlinks=True)

    def state() -> dict[str, Any]:
        paths = [path, *path.rglob("*")]
        return {str(p): (p.read_bytes() if p.is_file() else b"", p.stat().st_mtime_ns) for p in paths}

    before = state()
    command = command_line("--repo", str(path / "docs"), before=TELLS_MODULES)
    wire = Wire(command, subprocess.Popen, env={"PATH": "/nowhere"})  # with nothing loaded
    wire.shake_hands()
    for name, arguments in EVERY_TOOL:
        assert not wire.ask("tools/call", {"name": name, "arguments": arguments}).get("isError")
    rest, errors = wire.process.communicate(timeout=30)
    return Session(before, state(), wire.process.returncode, rest, set(errors.decode().split()))


@pytest.mark.long
def test_the_serving_process_never_holds_what_can_write_or_run_git(session: Session) -> None:
    loaded = session.loaded
    assert "graphrag_batch.artifact.read" in loaded
    ours = {name.removeprefix("graphrag_batch.") for name in loaded if name.startswith("graphrag_batch.")}
    ours -= {"formats", "formats.families", "formats.metadata"}  # names of formats; none of their readers
    assert not [n for n in ours if n.split(".")[0] in ("build", "source", "memo", "formats")]
    assert not ours & {"artifact.write", "artifact.store"}
    assert not ours & {"cli.options", "cli.index", "cli.status"}
    assert "git" not in loaded


@pytest.mark.long
def test_only_light_modules_are_loaded_before_the_tools_are_listed(artifact: Path) -> None:
    code = "import sys\nfrom graphrag_batch.serve.server import make_server\nprint(*sys.modules, sep='\\n')"
    loaded = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert not {"numpy", "apsw", "onnxruntime", "tokenizers", "git"} & set(loaded.stdout.split())


@pytest.mark.long
def test_a_whole_session_changes_no_file_of_the_repository_and_needs_no_git(session: Session) -> None:
    assert (session.code, session.rest) == (0, b"")
    assert session.after == session.before


# ---- lines that are no requests ---------------------------------------------------------------

REFUSED = {
    b"garbage": (-32700, None),
    b"\xff\xfe\x00": (-32700, None),
    b"x" * 3_000_000: (-32700, None),
    b'{"a":' * 100_000: (-32700, None),
    b"[]": (-32600, None),
    b"{}": (-32600, None),
    b"null": (-32600, None),
    b'{"jsonrpc":"2.0","id":99,"method":"tools/call","params":[1]}': (-32600, 99),
    b'[{"jsonrpc":"2.0","id":100,"method":"tools/list"}]': (-32600, None),
}


NOISY = (
    "from graphrag_batch.serve import tools\n"
    "old = tools.about\n"
    "def loud(*a, **k):\n    print('stray', end='')\n    print('stray line')\n    return old(*a, **k)\n"
    "tools.about = loud\n"
)


class Heard(NamedTuple):
    """What a process said whose code prints, to lines that it cannot understand and to half an emoji."""

    refused: dict[bytes, tuple[int, Any]]
    outline: Any
    hits: Any
    end: tuple[int, bytes]
    lines: list[bytes]


@pytest.fixture(scope="module")
def heard(indexed: tuple[GitRepo, Path]) -> Heard:
    wire = Wire(program(f"Path({str(indexed[1])!r})", NOISY))
    wire.shake_hands()
    refused = {}
    for line in REFUSED:
        wire.send_line(line)
        reply = wire.read()
        refused[line] = (reply["error"]["code"], reply["id"])
    wire.send_line(b"")
    wire.send_line(b"  ")
    outline = wire.tool("outline")["structuredContent"]
    hits = wire.tool("hybrid_query", q="delay \ud83d")["structuredContent"]["hits"]
    return Heard(refused, outline, hits, wire.end(), wire.lines)


def test_every_line_that_cannot_be_understood_is_answered_and_the_next_one_served(heard: Heard) -> None:
    assert heard.refused == REFUSED
    assert heard.outline["entries"]
    assert heard.end == (0, b"")


def test_stdout_carries_mcp_alone_to_the_end_even_when_something_prints(heard: Heard) -> None:
    assert heard.end == (0, b"")
    assert b"stray" not in b"".join(heard.lines)
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in heard.lines)


def test_half_an_emoji_is_no_reason_not_to_answer(heard: Heard) -> None:
    assert heard.hits


@pytest.mark.long
@pytest.mark.skipif(sys.platform == "win32", reason="needs a shell")
@pytest.mark.parametrize(
    "way",
    [
        "<&-",
        pytest.param(">&-", marks=pytest.mark.slow),
        pytest.param("2>&-", marks=pytest.mark.slow),
        pytest.param("</dev/null >/dev/full", marks=pytest.mark.slow),
        "</dev/null | true",
    ],
)
def test_a_server_whose_client_is_gone_ends_without_a_word(artifact: Path, way: str) -> None:
    hello = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": HELLO})
    source = "" if "<" in way else f"echo {shlex.quote(hello)} | "
    command = shlex.join(command_line("--artifact", str(artifact)))
    done = subprocess.run(
        ["sh", "-c", f"{source}{command} {way}"], capture_output=True, stdin=subprocess.DEVNULL, check=False
    )
    assert done.returncode == 0
    assert done.stderr == b""


def test_input_that_ends_amid_requests_ends_the_process(artifact: Path) -> None:
    wire = Wire(program(f"Path({str(artifact)!r})"))
    wire.shake_hands()
    for number in range(50):
        call_it = {"name": "hybrid_query", "arguments": {"q": f"delay {number}"}}
        wire.send("tools/call", call_it, id=1000 + number)
        wire.send("notifications/cancelled", {"requestId": 1000 + number})
    code, rest = wire.end()
    assert code == 0
    assert all(json.loads(line)["jsonrpc"] == "2.0" for line in rest.splitlines())


def test_serving_changes_no_file_and_works_where_nothing_can_be_written(
    artifact: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "frozen"
    folder.mkdir()
    copy = Path(shutil.copy2(artifact, folder / "a.sqlite"))
    before = copy.read_bytes()
    copy.chmod(0o444)
    folder.chmod(0o555)
    try:
        assert call(copy, "hybrid_query", q="delay").structured_content["hits"]
        assert call(copy, "read", path="docs/retries.md").structured_content["text"]
        assert [p.name for p in folder.iterdir()] == ["a.sqlite"]
        assert copy.read_bytes() == before
    finally:
        folder.chmod(0o755)


# ---- artifacts that come and go ---------------------------------------------------------------


def store_of(repo: GitRepo) -> Store:
    with Repository.open(repo.path) as repository:
        return Store(repository.common_dir, repository.git_dir)


def test_without_an_artifact_every_tool_says_what_to_run(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    shelf = Shelf(store_of(repo).current, index_command="graphrag-batch index --repo here")
    for tool, arguments in (
        ("hybrid_query", {"q": "x"}),
        ("read", {"path": "a"}),
        ("outline", {}),
        ("status", {}),
    ):
        assert "graphrag-batch index --repo here" in text_of(call(shelf, tool, **arguments))


def test_the_first_index_is_noticed_by_a_server_that_started_without(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "# Alpha\n\nThe first text.\n")
    repo.commit()
    shelf = Shelf(store_of(repo).current)
    assert call(shelf, "outline").is_error
    index(repo)
    assert call(shelf, "hybrid_query", q="first text").structured_content["hits"][0]["path"] == "a.md"


def test_a_new_artifact_is_served_at_the_next_request(own_repo: GitRepo) -> None:
    shelf = Shelf(store_of(own_repo).current)
    call(shelf, "outline")
    own_repo.write("docs/new.md", "# Lighthouse\n\nA lighthouse keeps the ships away.\n")
    own_repo.commit()
    index(own_repo)
    result = call(shelf, "hybrid_query", q="lighthouse")
    assert result.structured_content["hits"][0]["path"] == "docs/new.md"
    assert result.structured_content["commit"] == own_repo.head
    assert result.structured_content["search_mode"] == "hybrid"


def test_going_back_to_an_earlier_artifact_serves_that_again(own_repo: GitRepo) -> None:
    store = store_of(own_repo)
    shelf = Shelf(store.current)
    first = store.current()
    assert first
    own_repo.remove("docs/long.md")
    own_repo.commit()
    index(own_repo)
    assert call(shelf, "read", path="docs/long.md").is_error
    store.point(first)
    assert not call(shelf, "read", path="docs/long.md").is_error


def test_a_file_replaced_in_place_is_noticed(own_repo: GitRepo, tmp_path: Path) -> None:
    served = Path(shutil.copy2(store_of(own_repo).current() or "", tmp_path / "served.sqlite"))
    shelf = Shelf(served)
    call(shelf, "outline")
    own_repo.write("zebra.md", "# Zebra\n\nStripes.\n")
    own_repo.commit()
    fresh = Path(shutil.copy2(index(own_repo).artifact, tmp_path / "fresh.sqlite"))
    os.replace(fresh, served)
    assert "zebra.md" in text_of(call(shelf, "outline"))


def test_a_damaged_new_artifact_is_refused_and_the_old_one_kept(artifact: Path, tmp_path: Path) -> None:
    served = Path(shutil.copy2(artifact, tmp_path / "served.sqlite"))
    shelf = Shelf(served)
    call(shelf, "outline")
    damaged = tmp_path / "damaged.sqlite"
    damaged.write_bytes(artifact.read_bytes()[:5000])
    os.replace(damaged, served)
    result = call(shelf, "hybrid_query", q="delay doubles")
    assert result.structured_content["hits"]
    assert "a newer index is not served (truncated: 5000 bytes" in text_of(result).splitlines()[-1]
    assert "truncated" in result.structured_content["stale"]
    status = call(shelf, "status")
    assert str(served) in status.structured_content["problem"]
    shutil.copy2(artifact, tmp_path / "good.sqlite")
    os.replace(tmp_path / "good.sqlite", served)
    assert call(shelf, "status").structured_content["problem"] == ""


def test_an_artifact_that_vanishes_is_served_on_with_a_warning(artifact: Path, tmp_path: Path) -> None:
    served = Path(shutil.copy2(artifact, tmp_path / "served.sqlite"))
    shelf = Shelf(served)
    call(shelf, "outline")
    served.unlink()
    assert "Retries" in text_of(call(shelf, "outline"))
    assert "not there" in call(shelf, "status").structured_content["problem"]


def test_a_damaged_artifact_from_the_start_is_an_error_with_a_next_step(tmp_path: Path) -> None:
    bad = tmp_path / "bad.sqlite"
    bad.write_bytes(b"this is no database, whatever it says")
    result = call(bad, "outline")
    assert result.is_error
    assert "next: " in text_of(result)
    assert "bad.sqlite" in text_of(call(bad, "status"))


@pytest.mark.long
def test_many_requests_at_once_give_the_same_answers_as_one_by_one(artifact: Path) -> None:
    shelf = Shelf(artifact)
    questions = [("hybrid_query", {"q": q}) for q in ("delay", "jitter", "install worker", "ships")]
    questions += [("read", {"path": "docs/long.md"}), ("outline", {"depth": 3})]
    alone = [call(shelf, tool, **arguments).structured_content for tool, arguments in questions]

    from graphrag_batch.serve.server import make_server

    together: dict[int, Any] = {}

    async def main() -> None:
        shelf.prepare()
        async with Client(make_server(shelf)) as client, anyio.create_task_group() as tasks:

            async def ask(number: int) -> None:
                tool, arguments = questions[number % len(questions)]
                together[number] = (await client.call_tool(tool, arguments)).structured_content

            for number in range(len(questions) * 4):
                tasks.start_soon(ask, number)

    anyio.run(main)
    assert [together[n] for n in range(len(together))] == alone * 4


def test_without_a_model_nobody_is_told_to_wait_for_one(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "# Tides\n\nThe gauge is read at noon.\n")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.commit()
    shelf = Shelf(Path(index(repo).artifact))
    with shelf.use():  # nothing that loads beside it is handed over meanwhile
        assert shelf.degraded.startswith("embed.model is none")
    shelf.close()
