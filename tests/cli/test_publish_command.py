"""`publish` as a command: what it says and where, and what it does without being told more."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphrag_batch.share.manifest import LATEST
from tests.cli.program import run
from tests.gitrepo import GitRepo
from tests.share.publishing import PAGES


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(PAGES)
    repo.commit()
    return repo


@pytest.mark.long
def test_without_a_folder_it_publishes_into_the_git_directory_and_keeps_five(repo: GitRepo) -> None:
    folder = repo.path / ".git/graphrag/published"
    for n in range(6):
        repo.write("docs/tides.md", f"# Tides {n}\n")
        repo.commit()
        assert run("index", cwd=repo.path).returncode == 0
        done = run("publish", cwd=repo.path)
        assert (done.returncode, done.stdout) == (0, f"{folder / LATEST}\n")
    assert "deleted: harbor-" in done.stderr
    assert len(list(folder.glob("*.sqlite"))) == len(list(folder.glob("harbor-*.manifest.json"))) == 5
    assert repo.run("status", "--porcelain") == ""


def test_it_says_what_was_published_or_that_there_was_nothing_to_do(repo: GitRepo) -> None:
    run("index", cwd=repo.path)
    first, again = (run("publish", "--out", "../out", cwd=repo.path) for _ in range(2))
    name = f"harbor-{repo.head[:12]}.sqlite"
    assert first.stderr.startswith(f"published: {name} (")
    assert again.stderr.startswith(f"nothing to do, published there already: {name} (")
    assert first.stdout == again.stdout == "../out/manifest.json\n"
    assert "warning: " in first.stderr, "its vectors are those of a stub"


def test_json_holds_the_manifest_and_where_it_is(repo: GitRepo, tmp_path: Path) -> None:
    run("index", cwd=repo.path)
    told = json.loads(
        run("publish", "--out", str(tmp_path / "out"), "--compress", "zstd", "--json", cwd=repo.path).stdout
    )
    manifest = json.loads(Path(told["manifest"]).read_text())
    del manifest["schema"]
    assert told == manifest | {
        "artifact": str(tmp_path / "out" / manifest["file"]),
        "manifest": str(tmp_path / "out" / LATEST),
        "changed": True,
        "pruned": [],
    }


def test_a_commit_by_name_is_published_where_it_is_indexed(repo: GitRepo, tmp_path: Path) -> None:
    run("index", cwd=repo.path)
    old = repo.head
    repo.write("docs/tides.md", "# Other\n")
    new = repo.commit()
    refused = run("publish", "--rev", "HEAD", "--out", str(tmp_path / "out"), cwd=repo.path)
    assert refused.returncode == 1
    assert "graphrag-batch index --rev HEAD" in refused.stderr
    run("index", cwd=repo.path)
    for rev, commit in (("HEAD~1", old), (new, new)):
        done = run("publish", "--rev", rev, "--out", str(tmp_path / "out"), "--json", cwd=repo.path)
        assert json.loads(done.stdout)["commit"] == commit
    repo.commit("Nothing new")  # the same tree, but nobody has indexed this commit
    assert run("publish", "--rev", "HEAD", "--out", str(tmp_path / "out"), cwd=repo.path).returncode == 1
    both = run("publish", "--rev", "HEAD", "--artifact", "x.sqlite", cwd=repo.path)
    assert both.returncode == 2


def test_an_index_that_is_behind_is_published_as_what_it_is_and_said_to_be(
    repo: GitRepo, tmp_path: Path
) -> None:
    run("index", cwd=repo.path)
    old = repo.head
    repo.write("docs/tides.md", "# Other\n")
    repo.commit()
    done = run("publish", "--out", str(tmp_path / "out"), "--json", cwd=repo.path)
    assert json.loads(done.stdout)["commit"] == old
    assert f"the index is at {old[:7]}" in done.stderr


def test_of_another_commit_with_the_same_tree_it_says_which_one_is_published(repo: GitRepo) -> None:
    first = repo.head
    run("index", cwd=repo.path)
    assert "note" not in run("publish", "--out", "../out", cwd=repo.path).stderr
    repo.run("commit", "-q", "--amend", "-m", "Other words")
    done = run("publish", "--out", "../out", cwd=repo.path)
    assert f"that of {first[:12]}, and HEAD is {repo.run('rev-parse', 'HEAD')[:12]}" in done.stderr
    run("index", cwd=repo.path)
    assert "note" not in run("publish", "--out", "../out", cwd=repo.path).stderr


def test_where_nothing_is_indexed_it_says_what_to_do(repo: GitRepo, tmp_path: Path) -> None:
    done = run("publish", "--out", str(tmp_path / "out"), cwd=repo.path)
    assert (done.returncode, "graphrag-batch index" in done.stderr) == (1, True)
    assert not (tmp_path / "out").exists()


def test_a_clone_that_does_not_reach_far_is_told_of(repo: GitRepo, tmp_path: Path) -> None:
    repo.write("docs/tides.md", "# Other\n")
    repo.commit()
    shallow = repo.clone(tmp_path / "shallow", "--depth=1")
    for clone, told in ((repo, False), (shallow, True)):
        run("index", cwd=clone.path)
        assert ("--unshallow" in run("publish", "--out", "../out", cwd=clone.path).stderr) == told
