"""The canonical file is the same bytes for the same commit, whatever was indexed before, and how."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import apsw
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag_batch.artifact.canonical import write_canonical
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.proof import corpus_problems
from graphrag_batch.build.run import build
from graphrag_batch.source.git import Repository
from graphrag_batch.source.worktree import staged_tree
from tests.building import index, index_from_nothing
from tests.cli.program import run, run_process
from tests.examples import examples
from tests.gitrepo import GitRepo
from tests.share.publishing import PAGES, STUB, published

TEXTS = [
    "# Tides\n\nThe **Tide Table** (TT) uses `harbor` and Postgres 16. See [berths](berths.md#sizes).\n",
    "# Berths\n\n## Sizes\n\nA berth is 80 metres. The Tide Table is a list. The TT is owned by Ada Quill.\n",
    "# Fees\n\nPaid by the day. See [tides](tides.md) and [them](../a.md).\n\n## Sizes\n\nBy size.\n",
    "# Tides\n\nThe **Tide Table** (TT) uses `harbor` and Postgres 17. See [berths](berths.md#sizes).\n",
    "from tides import Table\n\n\nclass Berth:\n    def size(self):\n        return Table()\n",
    "def helper():\n    return 1\n\n\nclass Table:\n    '''The Tide Table.'''\n",
    "# 潮汐表\n\n潮汐表 使用 Postgres。\n",
    "",
    "\0binary",
]
NAMES = ["a.md", "tides.md", "docs/tides.md", "docs/berths.md", "docs/fees.md", "tides.py", "app/berths.py"]
SETTINGS = ["", "retrieval: {k: 3}\n", "select: {exclude: ['docs/f*']}\n", "chunk: {overlap: 0}\n"]

edits = st.dictionaries(st.sampled_from(NAMES), st.sampled_from([None, *TEXTS]), min_size=1, max_size=4)
steps = st.tuples(
    edits, st.sampled_from(SETTINGS), st.sampled_from(["index", "index", "staged", "full", "forget", "none"])
)


@given(st.lists(steps, min_size=2, max_size=5))
@settings(max_examples=examples(20, least=2), suppress_health_check=[HealthCheck.too_slow])
def test_any_history_of_edits_and_builds_gives_the_bytes_of_a_build_from_nothing(
    history: list[tuple[dict[str, str | None], str, str]],
) -> None:
    folder = Path(tempfile.mkdtemp())
    try:
        repo = GitRepo(folder / "repo")
        repo.write_all({"README.md": "# Harbor\n\nSee [tides](tides.md).\n", "tides.md": TEXTS[0]})
        repo.commit()
        for changes, more, how in history:
            _edit(repo, changes, more)
            _index(repo, how)
        far = repo.clone(folder / "far" / "away")
        assert canonical(Path(index(repo).artifact), folder / "one") == canonical(
            Path(index_from_nothing(far, folder / "room").artifact), folder / "other"
        )
    finally:
        shutil.rmtree(folder)


def _edit(repo: GitRepo, changes: dict[str, str | None], more: str) -> None:
    repo.write(".graphrag.yaml", STUB + more)
    for name, text in changes.items():
        if text is not None:
            repo.write(name, text)
        elif (repo.path / name).exists():
            repo.remove(name)


def _index(repo: GitRepo, how: str) -> None:
    """Commits, and indexes that in one of the ways there are."""
    if how == "staged":  # built ahead, and stamped when it is committed
        repo.stage_tree()
        with Repository.open(repo.path) as repository, staged_tree(repository) as revision:
            store = Store(repository.common_dir, repository.git_dir)
            build(repository, store, rev=revision, jobs=1)
    repo.commit()
    if how == "forget":
        (repo.path / ".git/graphrag/memo.sqlite").unlink(missing_ok=True)
    if how != "none":
        index(repo, full=how == "full")


@pytest.mark.long
def test_neither_environment_nor_number_of_processes_leaves_a_trace(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(PAGES)
    repo.commit()
    here = published(repo, tmp_path / "here")
    far = repo.clone(tmp_path / "far" / "ä b")
    env = {"PYTHONHASHSEED": "7", "LC_ALL": "tr_TR.UTF-8", "TZ": "Asia/Kolkata", "HOME": str(tmp_path)}
    assert run_process("index", "--jobs", "2", cwd=far.path, **env).returncode == 0
    done = run("publish", "--out", "../there", cwd=far.path)
    assert (done.returncode, done.stdout) == (0, "../there/manifest.json\n")
    for path in (tmp_path / "here").iterdir():
        assert path.read_bytes() == (far.path.parent / "there" / path.name).read_bytes(), path.name
    assert here.changed


def test_another_commit_of_the_tree_differs_in_what_is_said_of_commits_alone(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(PAGES)
    repo.commit()
    one = canonical(Path(index(repo).artifact), tmp_path / "one")
    repo.commit("Nothing new")
    other = canonical(Path(index(repo).artifact), tmp_path / "other")
    assert {name for name in one if one[name] != other[name]} == {"bytes", "meta"}
    before, after = dict(one["meta"]), dict(other["meta"])  # type: ignore[call-overload]
    assert {key for key in before if before[key] != after[key]} == {
        "commit",
        "history_commit",
        "history_depth",
    }
    repo.write("docs/tides.md", "# Other\n")
    repo.commit()
    repo.write_all(PAGES)  # the same tree, with another history of its paths
    repo.commit()
    third = canonical(Path(index(repo).artifact), tmp_path / "third")
    assert {name for name in one if one[name] != third[name]} == {"bytes", "meta", "history"}
    assert dict(third["meta"])["content_digest"] == before["content_digest"]  # type: ignore[call-overload]


@pytest.mark.long
def test_it_is_built_on_like_any_other(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(PAGES)
    repo.commit()
    write_canonical(Path(index(repo).artifact), tmp_path / "base")
    far = repo.clone(tmp_path / "far")
    with Repository.open(far.path) as repository:
        store = Store(repository.common_dir, repository.git_dir)
        with store.lock():
            store.publish(store.begin(tmp_path / "base"), store.path_for("0" * 12, "0" * 8))
    far.write("docs/tides.md", "# Tides\n\nThe **Tide Table** is new, and so is *Ada Quill*.\n")
    far.rename("docs/berths.md", "docs/quays.md")
    far.commit()
    report = index(far)
    assert (report.mode, report.work["parsed"]) == ("incremental", 2)
    built = Path(report.artifact)
    assert (verify(built).problems, corpus_problems(built)) == ((), ())
    whole = index_from_nothing(far, tmp_path / "room")
    assert canonical(built, tmp_path / "one") == canonical(Path(whole.artifact), tmp_path / "other")
    assert canonical(tmp_path / "one", tmp_path / "again") == canonical(built, tmp_path / "third")


@pytest.mark.long
def test_vectors_of_a_model_are_the_same_whatever_was_embedded_with_them(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(
        {**PAGES, ".graphrag.yaml": "embed: {model: minilm}\n", "docs/old.md": "# Old\n\nGone soon.\n"}
    )
    repo.commit()
    index(repo)
    repo.remove("docs/old.md")
    repo.write("docs/fees.md", "# Fees\n\nNew.\n")
    repo.commit()
    far = repo.clone(tmp_path / "far")
    one, other = index(repo), index_from_nothing(far, tmp_path / "room")
    assert canonical(Path(one.artifact), tmp_path / "one") == canonical(
        Path(other.artifact), tmp_path / "other"
    )


def canonical(artifact: Path, target: Path) -> dict[str, object]:
    """What its canonical file holds by table, so that a difference has a name, and its bytes."""
    write_canonical(artifact, target)
    con = apsw.Connection(str(target))
    plain = "SELECT name FROM sqlite_schema WHERE type = 'table' AND sql NOT LIKE 'CREATE VIRTUAL%'"
    tables = [name for (name,) in con.execute(plain)]
    held: dict[str, object] = {name: con.execute(f"SELECT * FROM '{name}'").fetchall() for name in tables}
    con.close()
    return {**held, "bytes": target.read_bytes()}
