"""Whatever becomes of the file while it is served: no crash, no wrong text, and words that say why."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, NamedTuple

import apsw
import pytest
from mcp import Client

from graphrag_batch.artifact import seal
from graphrag_batch.cli.locate import locate
from graphrag_batch.errors import ArtifactCorrupt
from graphrag_batch.serve.checkout import Checkout
from graphrag_batch.serve.state import Shelf
from tests.building import index
from tests.gitrepo import GitRepo
from tests.serve.conftest import talk, text_of
from tests.serve.process import Wire, command_line


class Pair(NamedTuple):
    """A repository, and the artifacts of its two commits."""

    repo: GitRepo
    one: Path
    two: Path


@pytest.fixture(scope="module")
def pair(tmp_path_factory: pytest.TempPathFactory) -> Pair:
    folder = tmp_path_factory.mktemp("pair")
    repo = GitRepo(folder / "repo")
    made = []
    for word in ("one", "two"):
        filler = "".join(f"Line {n} of the text of {word}.\n\n" for n in range(200))
        repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "a.md": f"# {word}\n\n{filler}"})
        repo.commit()
        made.append(Path(shutil.copy2(index(repo).artifact, folder / f"{word}.sqlite")))
    return Pair(repo, *made)


@pytest.fixture
def served(pair: Pair, tmp_path: Path) -> Path:
    """The first artifact in a place of its own, sealed."""
    return put(pair.one, tmp_path / "served.sqlite")


@pytest.fixture
def shelf(served: Path) -> Iterator[Shelf]:
    """A shelf that has opened it already."""
    made = Shelf(served)
    assert told(made).heading == "one"
    yield made
    made.close()


def put(source: Path, target: Path, *, sealed: bool = True) -> Path:
    """Puts a copy in place at once, as a build does."""
    copy = Path(shutil.copy2(source, target.with_name("copy")))
    sum_file = seal.seal_path(target)
    sum_file.unlink(missing_ok=True)
    os.replace(copy, target)
    if sealed:
        sum_file.write_text(seal.digest_of(target))
    return target


class Told(NamedTuple):
    """The heading of the text read (which artifact answered) or the whole error, the last line of that
    answer, and the problem that `status` tells."""

    heading: str
    footer: str
    problem: str


def told(source: Any, times: int = 1) -> Told:
    """What the tools say, the same however often they are asked."""

    async def ask(client: Client) -> set[Told]:
        found = set()
        for _ in range(times):
            read = await client.call_tool("read", {"path": "a.md", "lines": "1"})
            status = await client.call_tool("status", {})
            text = read.structured_content["text"] if read.structured_content else text_of(read)
            footer, problem = text_of(read).splitlines()[-1], status.structured_content["problem"]
            found.add(Told(text.removeprefix("# "), footer, problem))
        return found

    (only,) = talk(source, ask, ready=False)
    return only


# ---- another file in its place ----------------------------------------------------------------

Mishap = Callable[[Path, Path], None]


def _replaced_by(content: Callable[[bytes], bytes]) -> Mishap:
    def happen(served: Path, two: Path) -> None:
        other = served.with_name("other")
        other.write_bytes(content(two.read_bytes()))
        seal.seal_path(served).write_text(seal.digest_of(two))
        os.replace(other, served)

    return happen


def _flipped(content: bytes) -> bytes:
    at = content.index(b"Line 77 of")
    return content[:at] + b"Lime" + content[at + 4 :]


def _folder(served: Path, _: Path) -> None:
    served.unlink()
    served.mkdir()


def _pipe(served: Path, _: Path) -> None:
    served.unlink()
    os.mkfifo(served)


def _nowhere(served: Path, _: Path) -> None:
    served.unlink()
    served.symlink_to("nowhere")


def _sql(*statements: str) -> Mishap:
    """Another artifact, without a seal, changed by another program."""

    def happen(served: Path, two: Path) -> None:
        other = Path(shutil.copy2(two, served.with_name("other")))
        with apsw.Connection(str(other)) as con:
            for statement in statements:
                con.execute(statement)
        con.close()
        put(other, served, sealed=False)

    return happen


MISHAPS: dict[str, tuple[Mishap, str]] = {
    "truncated": (_replaced_by(lambda content: content[:5000]), "truncated: 5000 bytes"),
    "empty": (_replaced_by(lambda _: b""), "the file is empty"),
    "garbage": (_replaced_by(lambda _: os.urandom(9000)), "not a SQLite database"),
    "one word changed": (_replaced_by(_flipped), "changed since it was published"),
    "the end zeroed": (_replaced_by(lambda c: c[:-20_000] + bytes(20_000)), "changed since it was published"),
    "rows missing": (_sql("DELETE FROM chunks WHERE id IN (SELECT id FROM chunks LIMIT 3)"), "chunks where"),
    "a table missing": (_sql("DROP TABLE links"), "no table links"),
    "no full text": (_sql("DROP TABLE chunks_fts_data"), "no table chunks_fts_data"),
    "too new": (_sql("PRAGMA user_version = 99"), "format 99"),
    "no sense in meta": (_sql("UPDATE meta SET value = '{' WHERE key = 'config'"), "its meta has"),
    "another application": (_sql("PRAGMA application_id = 1"), "not a graphrag-batch artifact"),
    "a folder": (_folder, "a folder"),
    "deleted": (lambda served, _: served.unlink(), "not there"),
    "a link to nowhere": (_nowhere, "not there"),
    "a pipe": (_pipe, "not there"),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", MISHAPS)
def test_a_file_that_fails_is_not_served_and_the_old_one_answers(
    name: str, pair: Pair, served: Path, shelf: Shelf
) -> None:
    if name == "a pipe" and not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    happen, words = MISHAPS[name]
    happen(served, pair.two)
    found = told(shelf, times=2)
    assert found.heading == "one"
    assert words in found.footer
    assert words in found.problem
    if served.is_dir():
        served.rmdir()
    put(pair.two, served)
    found = told(shelf)
    assert (found.heading, found.problem) == ("two", "")


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.slow if n % 3 else []) for n, name in enumerate(MISHAPS)]
)
def test_with_nothing_older_it_is_an_error_with_a_next_step_and_no_end(
    name: str, pair: Pair, served: Path
) -> None:
    if name == "a pipe" and not hasattr(os, "mkfifo"):
        pytest.skip("no named pipes here")
    happen, words = MISHAPS[name]
    happen(served, pair.two)
    shelf = Shelf(served)
    found = told(shelf, times=2)
    assert words in found.heading
    assert "next: " in found.footer
    assert words in found.problem
    if served.is_dir():
        served.rmdir()
    put(pair.two, served)
    assert told(shelf).heading == "two"


def test_a_seal_that_comes_late_lets_the_file_be_served(pair: Pair, served: Path, shelf: Shelf) -> None:
    put(pair.two, served, sealed=False)
    seal.seal_path(served).write_text(seal.digest_of(pair.one))
    found = told(shelf)
    assert found.heading == "one"
    assert "changed since it was published" in found.footer
    seal.seal_path(served).write_text(seal.digest_of(pair.two))
    assert told(shelf).heading == "two"


@pytest.mark.sample(1)
@pytest.mark.parametrize("content", ["", "no digest\n", "ab" * 64])
def test_a_seal_of_another_form_says_nothing(pair: Pair, served: Path, shelf: Shelf, content: str) -> None:
    put(pair.two, served, sealed=False)
    seal.seal_path(served).write_text(content)
    assert told(shelf).heading == "two"


# ---- written to where it lies -----------------------------------------------------------------


def _truncate(served: Path) -> None:
    os.truncate(served, 5000)


def _overwrite(served: Path) -> None:
    size = served.stat().st_size
    with served.open("r+b") as file:
        file.write(os.urandom(size))


def _write_one_word(served: Path) -> None:
    changed = _flipped(served.read_bytes())
    with served.open("r+b") as file:
        file.write(changed)


def _write_by_sqlite(served: Path) -> None:
    with apsw.Connection(str(served)) as con:
        con.execute("UPDATE chunks SET text = 'wrong'")
    con.close()


def _write_and_delete(served: Path) -> None:
    _overwrite(served)
    served.unlink()


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "write", [_truncate, _overwrite, _write_one_word, _write_by_sqlite, _write_and_delete]
)
def test_a_file_that_was_written_to_answers_no_more(
    write: Callable[[Path], None], pair: Pair, served: Path, shelf: Shelf
) -> None:
    write(served)
    found = told(shelf)
    assert found.heading not in ("one", "two")
    assert "next: " in found.footer
    assert found.problem
    put(pair.two, served)
    found = told(shelf)
    assert (found.heading, found.problem) == ("two", "")


def test_a_file_written_to_while_it_is_read_gives_no_answer(served: Path, shelf: Shelf) -> None:
    def read_and_write() -> None:
        with shelf.use() as opened:
            assert opened.artifact.execute("SELECT count(*) FROM chunks")
            _overwrite(served)

    with pytest.raises(ArtifactCorrupt, match="written to by another program"):
        read_and_write()


def test_a_new_time_alone_changes_nothing(served: Path, shelf: Shelf) -> None:
    with shelf.use() as opened:
        before = opened
    os.utime(served, (1, 1))
    with shelf.use() as opened:
        assert opened is before
    os.utime(served, (2, 2))
    served.unlink()
    assert told(shelf).heading == "one"


# ---- the pointer and the repository -----------------------------------------------------------


@pytest.fixture
def repo(pair: Pair, tmp_path: Path) -> GitRepo:
    shutil.copytree(pair.repo.path, tmp_path / "repo")
    copy = GitRepo(tmp_path / "repo")
    copy.commits = pair.repo.commits
    return copy


def checkout_of(path: Path) -> Checkout:
    place = locate(path)
    return Checkout(place.common_dir, place.git_dir)


POINTERS = {
    "deleted": (None, "there is no index"),
    "empty": (b"", "there is no index"),
    "to nowhere": (b"missing.sqlite\n", "not there"),
    "garbage": (b"\xff\xfe" * 5000, "not there"),
    "binary": (b"a\0b\n", "there is no index"),
    "to a text": (b"../../HEAD\n", "not a SQLite database"),
    "to a folder": (b"..\n", "a folder"),
}


@pytest.mark.sample(2)
@pytest.mark.parametrize("name", POINTERS)
def test_a_pointer_that_leads_nowhere_leaves_the_old_one_serving(repo: GitRepo, name: str) -> None:
    content, words = POINTERS[name]
    shelf = Shelf(checkout_of(repo.path))
    assert told(shelf).heading == "two"
    pointer = repo.path / ".git/graphrag/current"
    before = pointer.read_bytes()
    pointer.unlink() if content is None else pointer.write_bytes(content)
    found = told(shelf)
    assert found.heading == "two"
    assert words in found.footer
    assert words in found.problem
    pointer.write_bytes(before)
    assert told(shelf).problem == ""


def test_the_real_server_outlives_whatever_is_done_to_its_worktree(repo: GitRepo, tmp_path: Path) -> None:
    repo.run("worktree", "add", "-q", "-b", "side", str(tmp_path / "linked"))
    linked = GitRepo(tmp_path / "linked")
    linked.commits = repo.commits
    index(linked)
    wire = Wire(command_line("--repo", str(linked.path)))
    wire.shake_hands()

    def answer() -> str:
        return wire.tool("read", path="a.md", lines="1")["content"][0]["text"]

    assert "# two" in answer()
    assert answer().endswith("at HEAD]")
    linked.write("a.md", "# three\n")
    linked.commit()
    assert "# two" in answer()
    assert "HEAD is 1 commit ahead: run graphrag-batch index" in answer()
    index(linked)
    assert "# three" in answer()
    repo.run("pack-refs", "--all")
    repo.run("gc", "-q", "--prune=now")
    assert answer().endswith("at HEAD]")
    shutil.rmtree(repo.path / ".git/graphrag/artifacts")
    assert "the index file is not there, the one opened before answers" in answer()
    repo.run("worktree", "remove", "--force", str(linked.path))
    assert "# three" in answer()
    assert "the repository is gone" in answer()
    assert "removed" in wire.tool("status")["structuredContent"]["checkout"]
    shutil.rmtree(repo.path)
    assert "# three" in answer()
    assert wire.end() == (0, b"")


# ---- many at once -----------------------------------------------------------------------------

WRITER = """
import shutil, sys
from pathlib import Path
from graphrag_batch.artifact.store import Store
git_dir, one, two, turns = Path(sys.argv[1]), Path(sys.argv[2]), Path(sys.argv[3]), int(sys.argv[4])
store = Store(git_dir, git_dir)
fixed, spare = store.path_for("0" * 40, "0" * 64), store.path_for("1" * 40, "1" * 64)
with store.lock():
    for turn in range(turns):
        made = store.begin(None)
        shutil.copyfile(two if turn % 2 else one, made)
        final = spare if turn % 5 == 4 else fixed
        store.publish(made, final)
        store.point(final)
        if turn % 7 == 6:
            store.prune(1)
"""


@pytest.mark.long
@pytest.mark.parametrize("turns", [40, pytest.param(200, marks=pytest.mark.slow)])
def test_every_answer_is_from_exactly_one_artifact_while_many_are_published(
    pair: Pair, repo: GitRepo, turns: int
) -> None:
    shelf = Shelf(checkout_of(repo.path))
    assert told(shelf).heading == "two"
    commits = {"one": repo.run("rev-parse", "HEAD~1"), "two": repo.head}
    arguments = [str(repo.path / ".git"), str(pair.one), str(pair.two), str(turns)]
    writer = subprocess.Popen([sys.executable, "-c", WRITER, *arguments])

    async def ask_on(client: Client) -> set[tuple[str, str]]:
        seen = set()
        while writer.poll() is None:
            answer = (await client.call_tool("read", {"path": "a.md"})).structured_content
            words = {line.rpartition(" ")[2].rstrip(".") for line in answer["text"].split("\n") if line}
            assert len(words) == 1
            seen.add((words.pop(), answer["commit"]))
        return seen

    seen = talk(shelf, ask_on, ready=False)
    assert writer.returncode == 0
    assert seen
    assert seen <= set(commits.items())
    found = told(shelf)
    assert (found.heading, found.problem) == ("two", "")
