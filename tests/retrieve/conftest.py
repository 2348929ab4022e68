"""Two small indexed repositories: the fixture with vectors, and one of many odd files without."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from graphrag_batch import embedders
from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.config import EmbedConfig, RetrievalConfig
from graphrag_batch.records import Embedder
from graphrag_batch.retrieve.searcher import Searcher
from graphrag_batch.retrieve.values import Answer, Query
from tests.building import fixture_repo, index, made_once
from tests.gitrepo import GitRepo

FILLER = "".join(f"Line {n} tells of ships, sails and distant harbours.\n\n" for n in range(60))
ODD_FILES = {
    ".graphrag.yaml": "embed:\n  model: none\n",
    "src/http/client.py": (
        '"""The client."""\n\nfrom src.http import pool\n\n\n'
        "class HttpClient:\n"
        '    """Sends requests."""\n\n'
        "    def send_request(self, url: str) -> bytes:\n"
        '        """Send one request through the pool."""\n'
        "        return pool.take().send(url)\n"
    ),
    "src/__init__.py": "\n",
    "src/http/__init__.py": "\n",
    "src/http/pool.py": (
        '"""Keeps connections."""\n\n\ndef take() -> object:\n    """A connection."""\n    return object()\n'
    ),
    "src/other/client.py": "def connect_elsewhere(address: str) -> None:\n    print(address)\n",
    "tests/test_client.py": (
        "from src.http.client import HttpClient\n\n\n"
        "def test_send_request() -> None:\n    assert HttpClient().send_request('x')\n"
    ),
    "docs/guide.md": (
        "# Guide\n\nHow to send a request. See [the limits](limits.md#rate-limits).\n\n"
        "## Percent signs\n\nA discount of 100% on some_thing and on something else.\n\n"
        f"## Voyage\n\n{FILLER}The kraken wakes at midnight.\n\n{FILLER}"
    ),
    "docs/limits.md": "# Limits\n\n## Rate limits\n\nAt most nine calls a second, see https://example.com/rfc.\n",
    "docs/de/guide.md": "# Anleitung\n\nWie man eine Anfrage sendet: send a request.\n",
    "docs/zh/start.md": "# 快速开始\n\n停机维护之前先执行命令。\n",
    "docs/ru.md": "# Настройка\n\nПеред обновлением остановите сервер.\n",
    "CHANGELOG.md": "# Changelog\n\n## 1.1\n\nSend a request through the pool. The send request was slow.\n",
    "Makefile": "all:\n\techo build\n",
    "notes/C.txt": "The C language and C++ are not C#.\n",
    "data/long_line.txt": "word " * 3000 + "needle " + "word " * 3000 + "\n",
}


def make_searcher(artifact: Artifact, embedder: Embedder | None = None, **config: Any) -> Searcher:
    return Searcher(artifact, embedder, RetrievalConfig(**config))


@pytest.fixture(scope="session")
def minilm() -> Embedder:
    return embedders.load(EmbedConfig())


@pytest.fixture(scope="session")
def harbor_artifact(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Artifact]:
    """The fixture repository, with vectors."""

    def make(folder: Path) -> None:
        shutil.copy(index(fixture_repo(folder / "repo")).artifact, folder / "harbor.sqlite")

    with open_artifact(made_once(tmp_path_factory, "harbor", make) / "harbor.sqlite") as artifact:
        yield artifact


@pytest.fixture(scope="session")
def odd_artifact(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Artifact]:
    """`ODD_FILES`, without vectors."""
    repo = GitRepo(tmp_path_factory.mktemp("odd") / "repo")
    repo.write_all(ODD_FILES)
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        yield artifact


@pytest.fixture(scope="session")
def harbor(harbor_artifact: Artifact, minilm: Embedder) -> Searcher:
    return make_searcher(harbor_artifact, minilm)


@pytest.fixture(scope="session")
def odd(odd_artifact: Artifact) -> Searcher:
    return make_searcher(odd_artifact)


Ask = Callable[..., Answer]


@pytest.fixture(scope="session")
def ask(odd: Searcher) -> Ask:
    """Asks the odd repository."""
    return lambda text, **options: odd.search(Query(text, **options))


def paths(answer: Answer) -> list[str]:
    """The paths of the hits, each once, in order."""
    return list(dict.fromkeys(hit.path for hit in answer.hits))
