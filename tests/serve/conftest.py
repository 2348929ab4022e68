"""One small indexed repository for the tests of the server, and ways to talk to it."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from contextlib import AbstractAsyncContextManager
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp import Client

from graphrag_batch.serve.library import Library
from graphrag_batch.serve.server import make_server
from graphrag_batch.serve.state import Shelf
from tests.building import index
from tests.gitrepo import GitRepo

FILES = {
    "docs/retries.md": (
        "# Retries\n\nEvery call is retried.\n\n## Backoff\n\n"
        "The delay doubles after each failure, up to a ceiling.\n\n"
        "```python\nretry(times=3)\n    # indented\n```\n\n## Limits\n\nAt most five attempts.\n"
    ),
    "docs/guides/setup.md": "# Set up\n\nInstall the harbor worker and start it.\n",
    "src/backoff.py": (
        '"""Delays between attempts."""\n\n\n'
        "class Backoff:\n"
        '    """Doubling delays."""\n\n'
        "    def next_delay(self, attempt: int) -> float:\n"
        '        """Seconds to wait."""\n'
        "        return min(60.0, 0.5 * 2**attempt)\n\n\n"
        "def jitter(delay: float) -> float:\n    return delay * 0.9\n"
    ),
    "logo.png": b"\x89PNG\r\n\x1a\n\x00\x00\x00\x00binary",
    "docs/long.md": "# Long\n\n" + "".join(f"Line {n} tells of ships and harbors.\n\n" for n in range(400)),
}


@pytest.fixture(scope="session")
def indexed(tmp_path_factory: pytest.TempPathFactory) -> tuple[GitRepo, Path]:
    """The repository and its artifact; not to be changed."""
    repo = GitRepo(tmp_path_factory.mktemp("served") / "repo")
    repo.write_all(FILES)
    repo.commit()
    return repo, Path(index(repo).artifact)


@pytest.fixture
def artifact(indexed: tuple[GitRepo, Path]) -> Path:
    """The shared artifact, read-only."""
    return indexed[1]


@pytest.fixture(scope="session")
def shelf(indexed: tuple[GitRepo, Path]) -> Iterator[Shelf]:
    """The shared artifact on a shelf, its model loaded once."""
    ready = Shelf(indexed[1])
    ready.prepare()
    yield ready
    ready.close()


@pytest.fixture
def own_repo(indexed: tuple[GitRepo, Path], tmp_path: Path) -> GitRepo:
    """A copy of the indexed repository that a test may change."""
    shutil.copytree(indexed[0].path, tmp_path / "repo", symlinks=True)
    copy = GitRepo(tmp_path / "repo")
    copy.commits = indexed[0].commits
    return copy


def talk(
    source: Any, conversation: Callable[[Client], Any], *, mode: str = "auto", ready: bool = True
) -> Any:
    """Runs `conversation(client)` against a server in memory; with `ready`, its model is loaded."""
    shelf = source if isinstance(source, Shelf | Library) else Shelf(source)
    if ready:
        shelf.prepare()

    async def main() -> Any:
        connection: AbstractAsyncContextManager[Client] = Client(make_server(shelf), mode=mode)
        async with connection as client:
            return await conversation(client)

    return anyio.run(main)


def call(source: Any, tool: str, *, ready: bool = True, mode: str = "auto", **arguments: Any) -> Any:
    """The result of one tool call."""

    async def conversation(client: Client) -> Any:
        return await client.call_tool(tool, arguments)

    return talk(source, conversation, mode=mode, ready=ready)


def text_of(result: Any) -> str:
    """What the model reads."""
    (content,) = result.content
    return content.text
