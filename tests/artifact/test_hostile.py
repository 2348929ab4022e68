"""A file made to attack whoever opens it is refused in words, or does no harm: no crash, no hang, no socket,
no program, nothing written, no memory beyond measure, and no index that is not what it would be without."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests import forked
from tests.artifact.hostile import ATTACKS, SCHEMA
from tests.building import index
from tests.gitrepo import GitRepo
from tests.serve.conftest import FILES

if sys.platform == "win32":
    pytest.skip("neither fork nor limits here", allow_module_level=True)

# Of each kind of attack some always; the others take their time.
ALWAYS = (
    "nothing", "a trigger with a name to obey", "a view over a table of ours", "a view without an end",
    "two tables in one place", "a tree in a circle", "a row of an exabyte", "a server as the model",
    "a tree that is an option of git", "copies in a circle", "a trillion nodes", "entities with text to obey",
    "a journal that is a pipe", "a device",
)  # fmt: skip
INDEXED = ("nothing", "copies in a circle")
# Refused at opening, with these words.
REFUSED = {
    **dict.fromkeys(SCHEMA, ""),
    "a trigger with a name to obey": r"it holds the trigger \x1b[2J;rm -rf, which does not belong there",
    "a view over a table of ours": "the table links is not made as it should be",
    "a view without an end": "the view graph_edges is not made as it should be",
    "a table of another module": "the table x, which does not belong there",
    "an index over an expression": "the index i, which does not belong there",
    "two tables in one place": "begins where it cannot",
    "no schema": "it has no table meta",
    "a billion dimensions": "its meta has dim 1000000000",
    "counts that lie": "its meta has 'counts'",
    "a commit to obey": "its meta has",
    "a tree that is an option of git": "its meta has 'tree'",
    "a commit that is an option of git": "its meta has 'commit'",
    "full text that ranks by another": "is not set as it should be",
    "text in UTF-16": "its header has text encoding 2",
    "a journal that is a pipe": "lies beside it",
    "a journal that is a link": "lies beside it",
    "a pipe": "not a file",
    "a device": "not a file",
    "a folder": "a folder",
}
MOST_BYTES = 500_000_000


@pytest.fixture(scope="module")
def ground(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """A repository with one more commit than its artifact, and that artifact."""
    repo = GitRepo(tmp_path_factory.mktemp("ground") / "repo")
    repo.write_all(FILES)
    repo.write(".graphrag.yaml", "embed: {model: stub, dim: 16}\n")
    repo.write("docs/copy.md", FILES["docs/retries.md"])
    repo.write("docs/terms.md", "# Terms\n\nThe Harbor Worker depends on Redis. See [retries](retries.md).\n")
    repo.commit()
    artifact = Path(index(repo).artifact)
    repo.write("docs/later.md", "# Later\n\nA later text.\n")
    repo.commit()
    return repo.path, artifact


class Gauntlet:
    """The process that drives the files, one after another."""

    def __init__(self, repo: Path, artifact: Path, folder: Path) -> None:
        paths = [str(path) for path in (repo, artifact, folder)]
        command = [sys.executable, "-m", "tests.artifact.gauntlet", *paths]
        pipe, top = subprocess.PIPE, Path(__file__).parents[2]
        self._process = forked.Popen(command, stdin=pipe, stdout=pipe, cwd=top, text=True)
        self._found: dict[str, Any] = {}

    def of(self, name: str) -> Any:
        """What came of one file; an index is offered it only where that is told of it, or there is time."""
        if name not in self._found:
            indexed = name not in ALWAYS or name in INDEXED
            assert self._process.stdin
            assert self._process.stdout
            print(f"{name}\t{indexed:d}", file=self._process.stdin, flush=True)
            self._found[name] = json.loads(self._process.stdout.readline())
        return self._found[name]

    def close(self) -> None:
        """Ends the process."""
        self._process.communicate()


@pytest.fixture(scope="module")
def gauntlet(ground: tuple[Path, Path], tmp_path_factory: pytest.TempPathFactory) -> Iterator[Gauntlet]:
    """One for all files."""
    made = Gauntlet(*ground, tmp_path_factory.mktemp("gauntlet"))
    yield made
    made.close()


@pytest.mark.sample(5)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[] if name in ALWAYS else pytest.mark.slow) for name in ATTACKS]
)
def test_a_file_made_to_attack_is_refused_or_harmless(name: str, gauntlet: Gauntlet) -> None:
    found = gauntlet.of(name)
    assert found["ended"] == 0
    assert found["broken"] == []
    assert found["left"] == []
    assert found["bytes"] < MOST_BYTES
    for step, said in found["said"].items():
        told = said["out"] + said["err"]
        assert said["code"] in (0, 1) or (step == "seed" and said["code"] == 2), (step, told)
        assert not any(word in told for word in ("Traceback", "\x1b", "a bug in the server")), (step, told)
        assert said["code"] != 1 or "next: " in told, (step, told)
    if name in REFUSED:
        assert found["said"]["open"]["code"] == 1
        assert REFUSED[name] in found["said"]["open"]["err"]
    if "base" in found["said"]:  # whatever it was offered, the index is what it is without
        assert found["said"]["sound"]["code"] == 0, found["said"]["sound"]
        assert found["said"]["sound"]["out"] == gauntlet.of("nothing")["said"]["sound"]["out"]
