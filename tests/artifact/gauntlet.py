"""Drives files made to attack (`hostile`) through all that reads artifacts, each in a process of its own that
may neither open a socket, nor start a program, nor write, and that is ended when it takes too long.

    python -m tests.artifact.gauntlet REPO ARTIFACT FOLDER

reads lines (name, tab, 1 to offer it to an index too) and writes one of JSON for each: what each step said.
"""

from __future__ import annotations

import contextlib
import io
import json
import os
import resource
import shutil
import signal
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import anyio
from mcp import Client

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.cli import entity, explain, graph, index, outline, query, review, status, verify
from graphrag_batch.cli.main import main
from graphrag_batch.errors import GraphragError
from graphrag_batch.serve.server import make_server
from graphrag_batch.serve.state import Shelf
from tests.artifact.hostile import ATTACKS
from tests.forked import load

SECONDS = 100
MOST_BYTES = 500_000_000
LOADED = (entity, explain, graph, index, outline, query, review, status, verify)

COMMANDS: tuple[tuple[str, ...], ...] = (
    ("query", "delay after a failure", "--hops", "2"),
    ("query", "--json", "Backoff"),
    ("outline",),
    ("outline", "docs/retries.md"),
    ("outline", "--duplicates"),
    ("entity", "backoff"),
    ("entity",),
    ("explain", "docs/retries.md"),
    ("explain", "--json", "Backoff"),
    ("graph",),
    ("review-links",),
)
TOOLS: tuple[tuple[str, dict[str, Any]], ...] = (
    ("hybrid_query", {"q": "delay after a failure", "hops": 2}),
    ("hybrid_query", {"q": "`Backoff`", "since": "2020-01-01", "rels": ["defines"]}),
    ("read", {"path": "docs/retries.md"}),
    ("read", {"path": "docs/retries.md", "lines": "3-9"}),
    ("outline", {}),
    ("outline", {"path": "docs/retries.md"}),
    ("entity_lookup", {"q": "backoff"}),
    ("entity_lookup", {"sort": "pagerank"}),
    ("explain_entity", {"entity": "docs/retries.md", "hops": 2}),
    ("explain_entity", {"entity": "Backoff"}),
    ("graph_overview", {}),
    ("status", {}),
)
DENIED = (
    "socket.", "subprocess.", "os.system", "os.exec", "os.posix_spawn", "os.fork", "os.remove", "os.rename",
    "os.mkdir", "os.rmdir", "os.chmod", "os.chown", "os.link", "os.symlink", "os.truncate", "os.utime",
    "shutil.", "ctypes.dlopen",
)  # fmt: skip

_locked = False
_broken: list[str] = []


def _watch(event: str, arguments: tuple[Any, ...]) -> None:
    if not _locked:
        return
    writes = event == "open" and isinstance(arguments[2], int) and arguments[2] & (os.O_WRONLY | os.O_RDWR)
    if (writes and arguments[0] != os.devnull) or (event.startswith(DENIED) and event != "socket.__new__"):
        _broken.append(f"{event} {arguments!r:.200}")
        raise PermissionError(f"not here: {event}")


def _said(step: Callable[[], object]) -> dict[str, Any]:
    """What a command prints, and how it ends."""
    out, err = io.StringIO(), io.StringIO()
    code: object = 0
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            step()
        except SystemExit as done:
            code = done.code or 0
        except GraphragError as error:
            code = 1
            print(error, file=sys.stderr)
    return {"code": code, "out": out.getvalue(), "err": err.getvalue()}


def _open(path: Path) -> None:
    with open_artifact(path) as artifact:
        for read in (artifact.snapshot, artifact.matrix, artifact.graph):
            with contextlib.suppress(GraphragError):
                read()


def _serve(path: Path) -> None:
    async def ask() -> None:
        async with Client(make_server(shelf)) as client:
            for name, arguments in TOOLS:
                result = await client.call_tool(name, arguments)
                print(name, result.content[0].text)  # type: ignore[union-attr]
                print(json.dumps(result.structured_content))

    shelf = Shelf(path)
    shelf.prepare()
    try:
        anyio.run(ask)
    finally:
        shelf.close()


def _run(repo: Path, good: Path, folder: Path, name: str, indexed: bool) -> dict[str, Any]:
    global _locked
    path = folder / "a.sqlite"
    shutil.copy(good, path)
    ATTACKS[name](path)
    os.chdir(folder)
    before = sorted(os.listdir(folder))
    said: dict[str, Any] = {}
    _locked = True
    said["open"] = _said(lambda: _open(path))
    where = ["--artifact", str(path)]
    for words in COMMANDS:
        said[" ".join(words)] = _said(lambda words=words: main([words[0], *where, *words[1:]]))
    said["status"] = _said(lambda: main(["status", "--repo", str(repo), *where]))
    said["verify"] = _said(lambda: main(["verify", str(path), "--repo", str(repo)]))
    said["serve"] = _said(lambda: _serve(path))
    _locked = False
    left = sorted(os.listdir(folder))
    if indexed:
        own = folder / "repo"
        shutil.copytree(repo, own, symlinks=True)
        said["seed"] = _said(lambda: main(["index", "--repo", str(own), "--seed", str(path)]))
        with contextlib.suppress(OSError):
            base = next((own / ".git/graphrag/artifacts").glob("*.sqlite"))
            base.with_name(f"{base.name}.sum").unlink(missing_ok=True)
            if path.is_file():
                shutil.copyfile(path, base)
        said["base"] = _said(lambda: main(["index", "--repo", str(own)]))
        said["sound"] = _said(lambda: main(["verify", "--repo", str(own)]))
    return {
        "said": said,
        "broken": _broken,
        "left": [entry for entry in left if entry not in before],
        "bytes": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * 1024,
    }


def _apart(repo: Path, good: Path, folder: Path, name: str, indexed: bool) -> dict[str, Any]:
    """In a process of its own, with what it may use."""
    folder.mkdir(parents=True)
    report = folder.with_suffix(".json")
    child = os.fork()
    if not child:
        signal.alarm(SECONDS)
        for kind, most in ((resource.RLIMIT_AS, 4_000_000_000), (resource.RLIMIT_FSIZE, 1_000_000_000)):
            resource.setrlimit(kind, (most, most))
        try:
            report.write_text(json.dumps(_run(repo, good, folder, name, indexed)))
            os._exit(0)
        except BaseException:
            import traceback

            traceback.print_exc()
            os._exit(9)
    _, ended = os.waitpid(child, 0)
    found = json.loads(report.read_text()) if report.exists() else {}
    return {"name": name, "ended": ended, **found}


if __name__ == "__main__":
    load()
    sys.dont_write_bytecode = True  # those that open files write none
    sys.addaudithook(_watch)
    arguments = [Path(part) for part in sys.argv[1:4]]
    for number, given in enumerate(sys.stdin):
        name, indexed = given.strip().split("\t")
        made = _apart(arguments[0], arguments[1], arguments[2] / str(number), name, indexed == "1")
        print(json.dumps(made), flush=True)
