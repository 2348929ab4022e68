"""The server over HTTP, as a real process: who is answered, who is refused, and how it ends."""

from __future__ import annotations

import os
import shutil
import signal
import socket
import sys
import threading
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import anyio
import httpx2
import pytest
from mcp import Client
from mcp.client.streamable_http import streamable_http_client

from graphrag_batch.serve.listen import door, read_address
from graphrag_batch.serve.state import Shelf
from tests.cli.program import run
from tests.serve.conftest import call, text_of
from tests.serve.over_http import INITIALIZE, JSON, STATUS, Running, drain, head, running
from tests.serve.test_mishaps import Pair, pair, put  # noqa: F401

TOKEN = "a-token-of-this-test-0123456789"
WITH_TOKEN = JSON | {"authorization": f"Bearer {TOKEN}"}
posix_only = pytest.mark.skipif(sys.platform == "win32", reason="no such signals")


@pytest.fixture(scope="module")
def server(indexed: tuple[Any, Path]) -> Iterator[Running]:
    with running("--artifact", str(indexed[1])) as process:
        yield process


@pytest.fixture(scope="module")
def guarded(indexed: tuple[Any, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    file = tmp_path_factory.mktemp("token") / "token"
    file.write_text(f"{TOKEN}\n")
    with running("--artifact", str(indexed[1]), "--token-file", str(file)) as process:
        yield process


# ---- answers ----------------------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("mode", ["auto", "legacy"])
def test_a_client_of_either_revision_talks_to_it(server: Running, mode: str) -> None:
    async def main() -> Any:
        async with Client(server.url, mode=mode) as client:
            tools = await client.list_tools()
            return tools, await client.call_tool("hybrid_query", {"q": "delay after a failure"})

    tools, answer = anyio.run(main)
    assert len(tools.tools) == 7
    assert answer.structured_content["hits"][0]["path"] == "docs/retries.md"


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("tool", "arguments"),
    [
        ("read", {"path": "docs/retries.md"}),
        ("outline", {"depth": 3}),
        ("entity_lookup", {"q": "Backoff"}),
        ("explain_entity", {"entity": "Backoff"}),
        ("graph_overview", {}),
        ("read", {"path": "missing.md"}),
    ],
)
def test_an_answer_is_what_it_is_over_stdio(
    server: Running, shelf: Shelf, tool: str, arguments: dict[str, Any]
) -> None:
    there, here = server.ask(tool, **arguments), call(shelf, tool, **arguments)
    # The footer tells how old the index is, in words that change with time.
    assert there["content"][0]["text"].splitlines()[:-1] == text_of(here).splitlines()[:-1]
    assert there.get("structuredContent") == here.structured_content


def test_a_hundred_clients_that_never_say_goodbye_leave_nothing_behind(server: Running) -> None:
    for _ in range(100):
        answer = server.request(body=INITIALIZE)
        assert answer.status == 200
        assert "mcp-session-id" not in answer.headers
    assert not server.ask("status").get("isError")


def test_a_notification_is_taken_and_half_an_emoji_is_no_reason_not_to_answer(server: Running) -> None:
    assert server.request(body={"jsonrpc": "2.0", "method": "notifications/initialized"}).status == 202
    assert server.ask("hybrid_query", q="delay \ud83d")["structuredContent"]["hits"]


def test_its_health_is_told_without_a_token_and_tells_nothing_else(guarded: Running) -> None:
    guarded.ask("status", WITH_TOKEN)
    for method in ("GET", "HEAD"):
        answer = guarded.request(method, "/health", headers={})
        assert answer.status == 200
    assert guarded.request("GET", "/health", headers={}).value == {"status": "ok"}


# ---- refusals ---------------------------------------------------------------------------------

DEEP = b"[" * 100_000
LONG = b'"' + b"x" * (1 << 20) + b'"'
REFUSED: dict[str, tuple[int, str, dict[str, Any]]] = {
    "another path": (404, "MCP is at /mcp", {"path": "/"}),
    "a path below": (404, "MCP is at /mcp", {"path": "/mcp/x"}),
    "a stream": (405, "POST", {"method": "GET"}),
    "the end of a session": (405, "POST", {"method": "DELETE"}),
    "asking for the health to change": (405, "GET", {"path": "/health"}),
    "another name of the host": (421, "--allow-host", {"headers": JSON | {"host": "evil.example:80"}}),
    "a name that begins alike": (421, "host", {"headers": JSON | {"host": "127.0.0.1.evil.example"}}),
    "a name behind a user": (421, "host", {"headers": JSON | {"host": "localhost@evil.example"}}),
    "another address": (421, "host", {"headers": JSON | {"host": "0.0.0.0"}}),
    "another origin": (403, "origin", {"headers": JSON | {"origin": "http://evil.example"}}),
    "an origin that begins alike": (403, "origin", {"headers": JSON | {"origin": "http://localhost.evil.example"}}),
    "no origin": (403, "origin", {"headers": JSON | {"origin": "null"}}),
    "a file": (403, "origin", {"headers": JSON | {"origin": "file://localhost"}}),
    "another origin, for its health": (
        403, "origin", {"method": "GET", "path": "/health", "headers": {"origin": "http://evil.example"}},
    ),
    "a form": (415, "application/json", {"headers": {"content-type": "application/x-www-form-urlencoded"}}),
    "an answer in another form": (406, "application/json", {"headers": JSON | {"accept": "text/html"}}),
    "no JSON": (400, "no JSON", {"body": b'{"jsonrpc": '}),
    "no text": (400, "no JSON", {"body": b"\xff\xfe\x00"}),
    "nothing": (400, "no JSON", {"body": b""}),
    "JSON without an end": (400, "no JSON", {"body": DEEP}),
    "an id of no kind": (400, "a whole number", {"body": b'{"jsonrpc": "2.0", "id": 1.5, "method": "ping"}'}),
    "no id": (400, "a whole number", {"body": b'{"jsonrpc": "2.0", "id": null, "method": "ping"}'}),
    "no message": (400, "", {"body": {"method": 1}}),
    "several messages": (400, "one by one", {"body": [STATUS]}),
    "too long": (413, "at most 1,048,576 bytes", {"body": LONG}),
}  # fmt: skip


@pytest.mark.parametrize("name", REFUSED)
def test_what_is_refused_is_told_why_in_json(server: Running, name: str) -> None:
    status, words, request = REFUSED[name]
    answer = server.request(**({"body": STATUS} | request))
    assert answer.status == status
    assert words.lower() in answer.error.lower()
    assert answer.headers["content-type"] == "application/json"
    assert answer.headers["cache-control"] == "no-store"
    assert server.request(body=STATUS).status == 200


def test_a_body_of_unknown_length_is_read_no_further_than_the_limit(server: Running) -> None:
    with server.connect() as connection:
        connection.sendall(head(transfer_encoding="chunked"))
        piece = b"10000\r\n" + b"x" * 0x10000 + b"\r\n"
        connection.sendall(piece * 17)
        assert connection.recv(65536).startswith(b"HTTP/1.1 413 ")


@pytest.mark.parametrize(
    "content",
    [
        b"GET\r\n\r\n",
        b"\x16\x03\x01\x02\x00\x01\x00",
        b"POST /mcp HTTP/1.1\r\nx: " + b"y" * 100_000,
        b"POST /mcp HTTP/1.1\r\n\r\n",
    ],
    ids=["half a line", "TLS", "a head without an end", "no host"],
)
def test_what_is_no_http_is_told_so(server: Running, content: bytes) -> None:
    answer = server.raw(content)
    assert answer.startswith(b"HTTP/1.1 400 ")
    assert b'"error"' in answer
    assert server.request(body=STATUS).status == 200


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:1", "[::1]:8321", "127.0.0.1"])
@pytest.mark.parametrize("origin", [None, "http://localhost:6274", "https://127.0.0.1"])
def test_its_own_names_and_pages_of_this_machine_are_answered(
    server: Running, host: str, origin: str | None
) -> None:
    headers = JSON | {"host": host} | ({"origin": origin} if origin else {})
    assert server.request(body=STATUS, headers=headers).status == 200


def test_further_names_are_answered_once_allowed() -> None:
    local = door(read_address("8321"), "", ("mcp.example.org",))
    assert local.knows_host("MCP.example.org")
    assert local.knows_origin("https://mcp.example.org", "mcp.example.org")
    assert not local.knows_host("example.org")
    assert not local.knows_host("192.0.2.7")
    wide = door(read_address("0.0.0.0:8321"), TOKEN)
    assert wide.knows_host("192.0.2.7:8321")
    assert wide.knows_host("[2001:db8::7]")
    assert wide.knows_host("localhost:8321")
    assert not wide.knows_host("rebound.example")
    assert not wide.knows_origin("http://192.0.2.8", "192.0.2.7")


# ---- tokens -----------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("given", "challenge"),
    [
        (None, 'Bearer realm="graphrag-batch"'),
        (f"Bearer {TOKEN}x", 'Bearer realm="graphrag-batch", error="invalid_token"'),
        (f"Bearer {TOKEN[:-1]}", 'Bearer realm="graphrag-batch", error="invalid_token"'),
        ("Bearer", 'Bearer realm="graphrag-batch", error="invalid_token"'),
        (f"Basic {TOKEN}", 'Bearer realm="graphrag-batch", error="invalid_token"'),
        ("Bearer \xff", 'Bearer realm="graphrag-batch", error="invalid_token"'),
    ],
)
@pytest.mark.parametrize("method", ["POST", "GET"])
def test_without_the_token_nothing_is_answered(
    guarded: Running, given: str | None, challenge: str, method: str
) -> None:
    headers = JSON | ({"authorization": given} if given else {})
    answer = guarded.request(method, body=STATUS, headers=headers)
    assert answer.status == 401
    assert answer.headers["www-authenticate"] == challenge
    assert "token" in answer.error


def test_with_the_token_a_client_is_answered(guarded: Running) -> None:
    async def main() -> Any:
        async with (
            httpx2.AsyncClient(headers={"authorization": f"bearer {TOKEN}"}) as http,
            Client(streamable_http_client(guarded.url, http_client=http)) as client,
        ):
            return await client.call_tool("outline", {})

    assert anyio.run(main).structured_content["entries"]


@pytest.mark.parametrize(
    ("arguments", "env", "words"),
    [
        (["--http", "0.0.0.0:8321"], {}, "a token is needed"),
        (["--http", "[::]:8321"], {}, "a token is needed"),
        (["--http", "example.org:8321"], {}, "a token is needed"),
        (["--http", "0.0.0.0:8321"], {"GRAPHRAG_SERVE_TOKEN": "short-secret"}, "16 to 4096"),
        (["--http", "8321", "--token-file", "empty"], {}, "16 to 4096"),
        (["--http", "8321", "--token-file", "missing"], {}, "No such file"),
        pytest.param(["--http", "8321", "--token-file", "/dev/zero"], {}, "16 to 4096", marks=posix_only),
        (["--token-file", "empty"], {}, "go with --http"),
        (["--allow-host", "x"], {}, "go with --http"),
        (["--http", "8321", "--token", "x"], {}, "No such option"),
        (["--http", "127.0.0.1"], {}, "no port"),
        (["--http", "127.0.0.1:"], {}, "no port"),
        (["--http", "127.0.0.1:99999"], {}, "from 0 to 65535"),
        (["--http", "::1:8321"], {}, "[::1]:8321"),
        (["--http", "[::1"], {}, "neither an address"),
        (["--http", "[127.0.0.1]:1"], {}, "brackets"),
        (["--http", "http://127.0.0.1:8321/mcp"], {}, "is a URL"),
        (["--http", "a b:8321"], {}, "neither an address nor a name"),
    ],
)
def test_a_mistake_is_told_before_anything_is_served(
    artifact: Path, tmp_path: Path, arguments: list[str], env: dict[str, str], words: str
) -> None:
    (tmp_path / "empty").touch()
    done = run("serve", "--artifact", str(artifact), *arguments, cwd=tmp_path, **env)
    assert done.returncode == 2
    assert words in " ".join(done.stderr.split())
    assert done.stdout == ""
    assert "short-secret" not in done.stderr


def test_a_port_in_use_is_told_with_what_to_do(artifact: Path, server: Running) -> None:
    port = server.place[1]
    done = run("serve", "--artifact", str(artifact), "--http", str(port))
    assert done.returncode == 1
    assert f"127.0.0.1:{port}: cannot listen here" in done.stderr
    assert "next: --http with another port" in done.stderr


@pytest.mark.slow
def test_it_listens_at_an_address_of_six_parts_too(artifact: Path) -> None:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        pytest.skip("no IPv6 here")
    with running("--artifact", str(artifact), at="[::1]:0") as server:
        assert server.url.startswith("http://[::1]:")
        assert server.ask("outline")["structuredContent"]["entries"]


# ---- clients that hold on ---------------------------------------------------------------------

HASTY = (
    "from graphrag_batch.serve import guard, web\n"
    "web.HEAD_SECONDS = guard.BODY_SECONDS = 0.3\nweb.MOST_CONNECTIONS = 20\n"
)
PATIENT = "from graphrag_batch.serve import guard\nguard.MOST_REQUESTS = 2\nguard.BODY_SECONDS = 3600\n"


def test_a_request_that_does_not_come_to_an_end_is_ended(artifact: Path) -> None:
    with running("--artifact", str(artifact), before=HASTY) as server:
        assert server.raw(b"") == b""
        assert server.raw(b"POST /mcp HTTP/1.1\r\nhost: 127.") == b""
        assert server.raw(head(content_length="100") + b'{"a": ').startswith(b"HTTP/1.1 408 ")
        with server.connect() as connection:  # drop by drop is no faster
            for _ in range(100_000):
                try:
                    connection.sendall(b"x")
                except ConnectionError:
                    break
            else:
                pytest.fail("it goes on for ever")
        assert server.request(body=STATUS).status == 200


@pytest.mark.slow
def test_more_connections_than_there_may_be_are_told_so_and_the_others_served(artifact: Path) -> None:
    with running("--artifact", str(artifact), before=HASTY.replace("0.3", "3600")) as server:
        with ExitStack() as held:
            for _ in range(20):
                held.enter_context(server.connect()).sendall(b"POST")
            assert server.raw(b"").startswith(b"HTTP/1.1 503 ")
        for _ in range(1000):  # until it has noticed that they are gone
            if server.request(body=STATUS).status == 200:
                return
        pytest.fail("no room again")


@pytest.mark.slow
def test_more_requests_than_there_may_be_are_to_come_back(artifact: Path) -> None:
    with running("--artifact", str(artifact), before=PATIENT) as server, ExitStack() as held:
        for _ in range(2):
            connection = held.enter_context(server.connect())
            connection.sendall(head(content_length="100", expect="100-continue"))
            assert connection.recv(100).startswith(b"HTTP/1.1 100 ")
        answer = server.request(body=STATUS)
        assert answer.status == 503
        assert answer.headers["retry-after"] == "1"
        assert server.request("GET", "/health", headers={}).status in (200, 503)


# ---- the end ----------------------------------------------------------------------------------


@posix_only
@pytest.mark.parametrize(
    ("number", "code"), [(signal.SIGTERM, 0), pytest.param(signal.SIGINT, 130, marks=pytest.mark.slow)]
)
def test_a_signal_ends_it_at_once_whoever_is_connected(artifact: Path, number: int, code: int) -> None:
    with running("--artifact", str(artifact), before=PATIENT) as server, ExitStack() as held:
        idle, half, busy = (held.enter_context(server.connect()) for _ in range(3))
        half.sendall(b"POST /mcp HT")
        busy.sendall(head(content_length="100", expect="100-continue"))
        assert busy.recv(100).startswith(b"HTTP/1.1 100 ")
        assert server.end(number) == code
        assert drain(idle) == drain(half) == b""
        assert server.said.count(b"\n") == 1, server.said


@posix_only
def test_what_is_being_answered_is_answered_to_the_end(artifact: Path) -> None:
    slow = (
        "import threading\nfrom graphrag_batch.serve import tools\nold = tools.about\n"
        "def told(*given):\n    print('asked', flush=True, file=__import__('sys').stderr)\n"
        "    threading.Event().wait(0.5)\n    return old(*given)\ntools.about = told\n"
    )
    with running("--artifact", str(artifact), before=slow) as server:
        answers: list[Any] = []
        asking = threading.Thread(target=lambda: answers.append(server.ask("outline")))
        asking.start()
        assert server.line() == b"asked\n"
        assert server.end(signal.SIGTERM) == 0
        asking.join()
        assert answers[0]["structuredContent"]["entries"]


@pytest.mark.slow
@posix_only
def test_the_token_is_in_no_log(artifact: Path) -> None:
    with running("--artifact", str(artifact), GRAPHRAG_SERVE_TOKEN=TOKEN) as server:
        assert server.ask("status", WITH_TOKEN)["structuredContent"]
        server.request(body=STATUS, headers=JSON | {"authorization": f"Bearer {TOKEN}2"})
        server.request(body=b"{", headers=WITH_TOKEN)
        assert server.end(signal.SIGTERM) == 0
        assert TOKEN.encode() not in server.said
        assert b"to whoever has the token" in server.said


# ---- artifacts that come and go ---------------------------------------------------------------


@pytest.mark.slow
def test_health_waits_for_the_artifact(artifact: Path, tmp_path: Path) -> None:
    with running("--artifact", str(tmp_path / "later.sqlite")) as server:
        assert server.request("GET", "/health", headers={}).status == 503
        assert "not there" in server.ask("outline")["content"][0]["text"]
        shutil.copy2(artifact, tmp_path / "copy")
        os.replace(tmp_path / "copy", tmp_path / "later.sqlite")
        assert server.ask("outline")["structuredContent"]["entries"]
        assert server.request("GET", "/health", headers={}).value == {"status": "ok"}


def test_every_answer_is_from_one_artifact_while_it_is_replaced(pair: Pair, tmp_path: Path) -> None:  # noqa: F811
    served = put(pair.one, tmp_path / "served.sqlite")
    stop = threading.Event()
    seen: list[set[str]] = []
    with running("--artifact", str(served)) as server:

        def ask_on() -> None:
            while not stop.is_set():
                text = server.ask("read", path="a.md")["structuredContent"]["text"]
                seen.append({line.rpartition(" ")[2].rstrip(".") for line in text.split("\n") if line})

        clients = [threading.Thread(target=ask_on) for _ in range(4)]
        for client in clients:
            client.start()
        for turn in range(20):
            put(pair.one if turn % 2 else pair.two, served)
        put(pair.two, served)
        stop.set()
        for client in clients:
            client.join()
        last = server.ask("read", path="a.md", lines="1")["structuredContent"]["text"]
    assert last == "# two"
    assert seen
    assert all(words in ({"one"}, {"two"}) for words in seen)
