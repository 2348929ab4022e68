"""Serving reads, and does nothing else: shown by every statement that reaches SQLite, by every statement in
the source, and by a server that is asked everything where nothing may be written and nobody reached."""

from __future__ import annotations

import ast
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import apsw
import pytest
from mcp import Client

import graphrag_batch
from graphrag_batch.artifact import fence
from graphrag_batch.serve.state import Shelf
from tests.gitrepo import GitRepo
from tests.serve.conftest import talk
from tests.serve.process import Wire

PACKAGE = Path(graphrag_batch.__file__).parent
READING = {
    apsw.SQLITE_SELECT,
    apsw.SQLITE_READ,
    apsw.SQLITE_FUNCTION,
    apsw.SQLITE_RECURSIVE,
    apsw.SQLITE_PRAGMA,
}

_QUESTIONS = (
    "delay after a failure", "`Backoff`", '"at most five"', "src/backoff.py", "天気", "nothing-such", "the",
)  # fmt: skip
_WAYS: tuple[dict[str, Any], ...] = (
    {}, {"hops": 3, "k": 3}, {"kinds": ["symbol"], "path": "src/**"}, {"rels": ["defines"], "budget": 400},
    {"since": "2020-01-01", "until": "2030-01-01"},
)  # fmt: skip
_ARGUMENTS: dict[str, tuple[dict[str, Any], ...]] = {
    "hybrid_query": tuple({"q": q} | more for q in _QUESTIONS for more in _WAYS),
    "read": (
        {"path": "docs/retries.md"}, {"path": "docs/long.md", "budget": 400}, {"path": "logo.png"},
        {"path": "docs/retries.md", "lines": "3-9"}, {"path": "no/such.md"}, {"chunk_id": "7"},
        {"section_id": "7"},
    ),
    "outline": ({}, {"depth": 5}, {"path": "docs"}, {"path": "src/backoff.py"}, {"path": "nowhere"}),
    "entity_lookup": (
        {}, {"q": "backoff"}, {"names": ["Backoff", "jitter"]}, {"type": "class"}, {"sort": "rank"},
        {"sort": "links"}, {"sort": "name"}, {"since": "2020-01-01"},
    ),
    "explain_entity": (
        {"entity": "Backoff"}, {"entity": "Backoff", "hops": 3}, {"entity": "Backoff", "rels": ["defines"]},
        {"entity": "Backoff", "to": "docs/retries.md"}, {"entity": "Backoff", "budget": 6000},
        {"entity": "docs/retries.md#Backoff"}, {"entity": "nobody"},
    ),
    "graph_overview": ({}, {"community": "1"}),
    "status": ({},),
}  # fmt: skip
CALLS = [(tool, arguments) for tool, all_of_it in _ARGUMENTS.items() for arguments in all_of_it]


# ---- every statement that reaches SQLite ---------------------------------------------------------


def test_the_whole_tool_surface_asks_sqlite_for_nothing_but_reading(
    artifact: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: set[tuple[int, str]] = set()
    denied: list[tuple[Any, ...]] = []
    allow = fence.allow_reading

    def allow_and_note(con: apsw.Connection, *, temporary: bool = False) -> None:
        allow(con, temporary=temporary)
        decide: Any = con.authorizer

        def note(action: int, one: str | None, two: str | None, *more: Any) -> int:
            named = {apsw.SQLITE_FUNCTION: two, apsw.SQLITE_PRAGMA: one}.get(action) or ""
            asked.add((action, named.lower()))
            decision: int = decide(action, one, two, *more)
            if decision != apsw.SQLITE_OK:
                denied.append((action, one, two))
            return decision

        con.authorizer = note

    monkeypatch.setattr(fence, "allow_reading", allow_and_note)
    shelf = Shelf(artifact)

    async def ask(client: Client) -> set[str]:
        return {name for name, arguments in CALLS if await client.call_tool(name, arguments)}

    tools = talk(shelf, ask)
    shelf.close()
    assert tools == set(talk(Shelf(artifact), _tools, ready=False))
    assert denied == []
    assert {action for action, _ in asked} <= READING
    assert {name for action, name in asked if action == apsw.SQLITE_FUNCTION} <= fence.FUNCTIONS
    assert {name for action, name in asked if action == apsw.SQLITE_PRAGMA} <= fence.PRAGMAS
    assert len(asked) > 5


async def _tools(client: Client) -> list[str]:
    return [tool.name for tool in (await client.list_tools()).tools]


@pytest.mark.sample(6)
@pytest.mark.parametrize(
    "sql",
    [
        "CREATE TEMP TABLE more (x)", "CREATE VIRTUAL TABLE temp.more USING fts5(x)", "BEGIN", "ANALYZE",
        "ATTACH ':memory:' AS more", "DETACH main", "SAVEPOINT x", "REINDEX", "VACUUM INTO '/tmp/x'",
        "PRAGMA query_only = OFF", "PRAGMA writable_schema = ON", "PRAGMA temp_store_directory = '/tmp'",
        "SELECT load_extension('x')", "SELECT fts5(NULL)", "SELECT randomblob(9)", "SELECT sqlite_version()",
        "INSERT INTO chunks_fts (chunks_fts) VALUES ('optimize')", "EXPLAIN DELETE FROM docs",
        "SELECT * FROM pragma_table_list",
    ],
)  # fmt: skip
def test_what_is_not_reading_is_refused_before_it_runs(sql: str, artifact: Path) -> None:
    shelf = Shelf(artifact)
    with shelf.use() as served, pytest.raises((apsw.AuthError, apsw.SQLError, apsw.ReadOnlyError)):
        served.artifact.execute(sql)
    shelf.close()


# ---- every statement in the source ---------------------------------------------------------------

_STATEMENT = re.compile(
    r"\s*(SELECT|WITH|INSERT|UPDATE|DELETE|REPLACE|CREATE|DROP|ALTER|ATTACH|DETACH|VACUUM|REINDEX|ANALYZE|"
    r"PRAGMA|BEGIN|SAVEPOINT|COMMIT|ROLLBACK)\s+\S"
)
# What `artifact.read` sets before it reads, and the one table in memory (for builds and proofs).
_ALLOWED = (
    "PRAGMA query_only = ON", "CREATE TABLE IF NOT EXISTS temp.chosen (doc INTEGER PRIMARY KEY)",
    "DELETE FROM temp.chosen", "INSERT INTO temp.chosen VALUES (?)",
)  # fmt: skip


def test_every_statement_in_the_source_of_what_serves_reads() -> None:
    files = [
        PACKAGE / "artifact" / "read.py",
        *PACKAGE.glob("retrieve/**/*.py"),
        *PACKAGE.glob("serve/**/*.py"),
    ]
    found = [text for file in files for text in _texts(file) if _STATEMENT.match(text)]
    other = [text for text in found if not re.match(r"\s*(SELECT|WITH)\s", text) and text not in _ALLOWED]
    assert other == []
    assert len(found) > 50


def _texts(file: Path) -> Iterator[str]:
    """Every text in a file; what is put into it is left out."""
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            yield node.value
        elif isinstance(node, ast.JoinedStr):
            parts = (part.value if isinstance(part, ast.Constant) else "?" for part in node.values)
            yield "".join(map(str, parts))


# ---- where nothing may be written and nobody reached --------------------------------------------

# What a server must not do, whoever runs it: root may write anywhere.
_GUARD = """
import os, sys
DENIED = ("subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.remove", "os.rename",
          "os.mkdir", "os.rmdir", "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate", "os.utime",
          "shutil.", "socket.")
# Python's own event loop wakes itself by a pair of sockets of its own process.
OWN = ("socket.__new__",)
def guard(event, arguments):
    writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
    writes = writes and not isinstance(arguments[0], int)  # a descriptor that is open already
    if (writes and arguments[0] != os.devnull) or (event.startswith(DENIED) and event not in OWN):
        print("FORBIDDEN", event, arguments, file=sys.stderr, flush=True)
        os._exit(77)
sys.addaudithook(guard)
"""


def _serving(place: Path) -> list[str]:
    code = (
        f"{_GUARD}\nfrom graphrag_batch.cli.main import main\nmain(['serve', '--artifact', {str(place)!r}])"
    )
    return [sys.executable, "-c", code]


def _state(folder: Path) -> dict[str, Any]:
    """Every byte, inode, size, mode and time of a folder and what is in it."""
    found: dict[str, Any] = {}
    for path in (folder, *sorted(folder.rglob("*"))):
        stat = path.lstat()
        times = (stat.st_mtime_ns, stat.st_ctime_ns)
        held = path.read_bytes() if path.is_file() else sorted(os.listdir(path))
        found[str(path)] = (stat.st_ino, stat.st_size, stat.st_mode, stat.st_nlink, times, held)
    return found


def _ask_everything(command: list[str], **options: Any) -> tuple[int, str]:
    wire = Wire(command, subprocess.Popen, **options)  # nothing but itself
    with wire.process:  # closes its pipes
        wire.shake_hands()
        for name, arguments in CALLS:
            answer = wire.tool(name, **arguments)
            assert answer["content"][0]["text"]
        _, errors = wire.process.communicate(timeout=60)
    return wire.process.returncode, errors.decode()


@pytest.fixture
def locked(indexed: tuple[GitRepo, Path], tmp_path: Path) -> Iterator[Path]:
    """An artifact that may be read, in a folder that may be read, and a home that may not be written."""
    folder = tmp_path / "locked"
    folder.mkdir()
    shutil.copy(indexed[1], folder / "a.sqlite").chmod(0o444)
    (folder / "home").mkdir(mode=0o555)
    folder.chmod(0o555)
    yield folder
    folder.chmod(0o755)


def _bare(folder: Path) -> dict[str, str]:
    """An environment in which no folder may be written that programs write in."""
    home = str(folder / "home")
    names = ("HOME", "TMPDIR", "TEMP", "TMP", "XDG_CACHE_HOME", "XDG_CONFIG_HOME", "SQLITE_TMPDIR")
    modules = os.pathsep.join(sys.path)
    more = {"PATH": "/nowhere", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": modules}
    return dict.fromkeys(names, home) | more


@pytest.mark.skipif(sys.platform == "win32", reason="no modes of files")
def test_a_server_asked_everything_changes_not_one_byte_inode_or_time(locked: Path) -> None:
    before = _state(locked)
    code, errors = _ask_everything(_serving(locked / "a.sqlite"), env=_bare(locked), cwd=locked)
    assert (code, "FORBIDDEN" in errors, "Traceback" in errors) == (0, False, False), errors
    assert _state(locked) == before


def test_the_guard_of_the_test_above_sees_what_it_should() -> None:
    for act in (
        "open('/tmp/x', 'a')",
        "os.mkdir('/tmp/x')",
        "__import__('socket').create_connection(('127.0.0.1', 9))",
    ):
        done = subprocess.run([sys.executable, "-c", f"{_GUARD}\n{act}"], capture_output=True, check=False)
        assert done.returncode == 77


@pytest.mark.long
@pytest.mark.skipif(not shutil.which("unshare"), reason="no namespaces here")
def test_on_a_read_only_mount_without_a_network_all_answers_are_the_same(
    locked: Path, tmp_path: Path
) -> None:
    mount = f"mount --bind {locked} {locked} && mount -o remount,bind,ro {locked}"
    inside = ["unshare", "-rmn", "sh", "-c"]
    tried = subprocess.run([*inside, f"{mount} && ! touch {locked}/x"], capture_output=True, check=False)
    if tried.returncode:
        pytest.skip(f"this system refuses namespaces: {tried.stderr.decode().strip()}")
    command = [*inside, f'{mount} && exec "$0" "$@"', *_serving(locked / "a.sqlite")]
    before = _state(locked)
    env = _bare(locked) | {"PATH": os.environ["PATH"]}
    code, errors = _ask_everything(command, env=env)
    assert (code, "FORBIDDEN" in errors, "Traceback" in errors) == (0, False, False), errors
    assert _state(locked) == before
