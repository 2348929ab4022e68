"""`since` and `until`: which documents count, whole pages of hits, and what the answer says of it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from click.testing import CliRunner

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.build.run import build
from graphrag_batch.cli.main import cli
from graphrag_batch.errors import ArtifactError
from graphrag_batch.retrieve.dates import EMPTY_RANGE, NO_HISTORY
from graphrag_batch.retrieve.history import UNCOMMITTED
from graphrag_batch.retrieve.outlines import outline
from graphrag_batch.retrieve.searcher import WEAK_MATCHES, Searcher
from graphrag_batch.retrieve.values import Answer, Query
from graphrag_batch.serve.render import outline_text
from graphrag_batch.source.git import Repository
from graphrag_batch.source.worktree import worktree_tree
from tests.building import index
from tests.gitrepo import GitRepo
from tests.retrieve.conftest import make_searcher, paths

# Path → when it last changed, by the committer's clock.
CHANGES = {
    "old.md": "2021-03-01T12:00:00+00:00",
    "middle.md": "2022-06-15T23:59:59+00:00",
    "late.md": "2022-06-16T00:00:00+00:00",
    "zone.md": "2023-01-01T01:00:00+02:00",  # still 2022 in UTC
}


def commit_at(repo: GitRepo, when: str) -> str:
    repo.run("add", "-A")
    repo.run(
        "commit", "-q", "-m", "x", env={"GIT_COMMITTER_DATE": when, "GIT_AUTHOR_DATE": "2001-01-01T00:00"}
    )
    return repo.head


def _notes(answer: Answer) -> str:
    return " ".join(note for note in answer.notes if note != WEAK_MATCHES)


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    made = GitRepo(tmp_path_factory.mktemp("since") / "repo")
    made.write(".graphrag.yaml", "embed: {model: none}\n")
    for path, when in CHANGES.items():
        made.write(path, f"# {path}\n\nThe lighthouse keeper writes.\n")
        commit_at(made, when)
    return made


@contextmanager
def searching(artifact: str) -> Iterator[Searcher]:
    with open_artifact(Path(artifact)) as opened:
        yield make_searcher(opened)


@pytest.fixture(scope="module")
def searcher(repo: GitRepo) -> Iterator[Searcher]:
    with searching(index(repo).artifact) as found:
        yield found


@pytest.mark.parametrize(
    ("since", "until", "wanted"),
    [
        ("2022-06-15", "", {"middle.md", "late.md", "zone.md"}),
        ("2022-06-16", "", {"late.md", "zone.md"}),
        ("", "2022-06-15", {"old.md", "middle.md"}),
        ("", "2022-06-16", {"old.md", "middle.md", "late.md"}),
        ("2022-06-15", "2022-06-15", {"middle.md"}),
        ("2023-01-01", "", set()),
        ("2022-12-31", "2022-12-31", {"zone.md"}),
        ("2021-03-01T12:00:00", "2021-03-01T12:00:00", {"old.md"}),
        ("2021-03-01T12:00:01", "2021-12-31", set()),
        ("2021-03-01T13:00:00+01:00", "2021-03-01T14:00:00+02:00", {"old.md"}),
        ("2021-03-01T11:59:59.5", "2021-03-01T12:00:00.5Z", {"old.md"}),
        ("20220616", "2022-W24-4", {"late.md"}),
        ("0001-01-01", "9999-12-31", set(CHANGES)),
    ],
)
def test_both_ends_are_inclusive_days_or_moments_in_utc(
    searcher: Searcher, since: str, until: str, wanted: set[str]
) -> None:
    answer = searcher.search(Query("lighthouse keeper", since=since, until=until))
    assert set(paths(answer)) - {".graphrag.yaml"} == wanted


def test_every_hit_says_when_it_changed_and_why_does_when_it_was_asked_for(searcher: Searcher) -> None:
    hits = searcher.search(Query("lighthouse keeper")).hits
    assert {hit.path: hit.changed for hit in hits} == {
        "old.md": "2021-03-01", "middle.md": "2022-06-15", "late.md": "2022-06-16", "zone.md": "2022-12-31",
    }  # fmt: skip
    assert not any("changed" in hit.why for hit in hits)
    asked = searcher.search(Query("lighthouse keeper", since="2022-06-16", until="2022-06-16")).hits
    assert [hit.why.endswith("; changed 2022-06-16") for hit in asked] == [True]


def test_what_is_filtered_out_takes_no_place_among_the_hits(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    for n in range(30):
        repo.write(f"best/{n}.md", "# Lighthouse\n\nLighthouse lighthouse lighthouse.\n")
    commit_at(repo, "2021-01-01T00:00:00Z")
    for n in range(8):
        repo.write(f"weak/{n}.md", f"# Note {n}\n\nThere was a lighthouse {f'and {n} more things ' * 40}.\n")
    commit_at(repo, "2022-01-01T00:00:00Z")
    with searching(index(repo).artifact) as searcher:
        answer = searcher.search(Query("lighthouse", k=8, since="2022-01-01", budget=8000))
        assert {path.partition("/")[0] for path in paths(answer)} == {"weak"}
        assert len(paths(answer)) == 8


def test_an_empty_or_turned_range_is_named(searcher: Searcher) -> None:
    turned = searcher.search(Query("lighthouse", since="2022-01-02", until="2022-01-01"))
    assert (turned.hits, EMPTY_RANGE in turned.notes) == ((), True)
    empty = searcher.search(Query("lighthouse", since="2024-01-01"))
    assert empty.hits == ()
    assert "the last change is of 2022-12-31" in " ".join(empty.notes)
    assert not _notes(searcher.search(Query("lighthouse", since="2021-01-01")))


def test_a_tree_without_a_commit_is_searched_whole_with_a_note(repo: GitRepo, tmp_path: Path) -> None:
    with searching(index(repo.clone(tmp_path / "clone"), rev="HEAD^{tree}").artifact) as searcher:
        for dates in ({"since": "2024-01-01"}, {"until": "2001-01-01"}):
            answer = searcher.search(Query("lighthouse keeper", **dates))
            assert set(paths(answer)) == set(CHANGES)
            assert NO_HISTORY in " ".join(answer.notes)
        assert not _notes(searcher.search(Query("lighthouse keeper")))


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("since", "until", "wanted", "note"),
    [
        # The clone ends at late.md's commit: of it and the older ones only "not after that" is known.
        ("2022-06-17", "", {"zone.md"}, False),
        ("2022-06-16", "", {"zone.md"}, True),
        ("2020-01-01", "", {"zone.md"}, True),
        ("", "2022-06-16", {"old.md", "middle.md", "late.md"}, False),
        ("", "2022-06-15", set(), True),
    ],
)
def test_beyond_the_end_of_a_shallow_clone_only_what_is_certain_counts(
    repo: GitRepo, tmp_path: Path, since: str, until: str, wanted: set[str], note: bool
) -> None:
    with searching(index(repo.clone(tmp_path / "clone", "--depth=2")).artifact) as searcher:
        answer = searcher.search(Query("lighthouse keeper", since=since, until=until))
    assert set(paths(answer)) == wanted
    assert not any(hit.why.endswith("changed ") for hit in answer.hits)
    assert {hit.changed for hit in answer.hits} <= {"", "2022-12-31"}
    assert ("no change is known since 2022-06-16, where the clone ends" in " ".join(answer.notes)) is note


def test_what_is_not_committed_is_later_than_any_date(repo: GitRepo, tmp_path: Path) -> None:
    clone = repo.clone(tmp_path / "clone")
    clone.write("old.md", "# Old\n\nThe lighthouse keeper writes again.\n")
    clone.write("new.md", "# New\n\nAnother lighthouse keeper.\n")
    with Repository.open(clone.path) as repository, worktree_tree(repository) as revision:
        report = build(repository, Store(repository.common_dir, repository.git_dir), rev=revision, jobs=1)
    with searching(report.artifact) as searcher:
        since = searcher.search(Query("lighthouse keeper", since="9999-01-01"))
        assert {hit.path: hit.changed for hit in since.hits} == dict.fromkeys(
            ("old.md", "new.md"), UNCOMMITTED
        )
        assert all(hit.why.endswith("; uncommitted") for hit in since.hits)
        until = searcher.search(Query("lighthouse keeper", until="9999-12-31"))
        assert set(paths(until)) == {"middle.md", "late.md", "zone.md"}


def test_a_cursor_does_not_go_on_over_another_history(repo: GitRepo, tmp_path: Path) -> None:
    clone = repo.clone(tmp_path / "clone")
    query = Query("lighthouse keeper", since="2021-01-01", budget=60)
    with searching(index(clone).artifact) as searcher:
        cursor = searcher.search(query).cursor
        plain = searcher.search(Query("lighthouse keeper", budget=60)).cursor
    assert cursor
    clone.run("commit", "-q", "--allow-empty", "-m", "x")
    with searching(index(clone).artifact) as searcher:
        assert searcher.search(Query("lighthouse keeper", budget=60, cursor=plain)).hits
        assert searcher.search(Query("lighthouse keeper", since="2021-01-01", budget=60, cursor=cursor)).hits
    clone.write("gone.md", "gone")
    clone.commit()
    clone.remove("gone.md")
    clone.commit()
    with searching(index(clone).artifact) as searcher, pytest.raises(ArtifactError, match="changed"):
        searcher.search(Query("lighthouse keeper", since="2021-01-01", budget=60, cursor=cursor))


def test_the_command_line_takes_both_and_shows_when_each_hit_changed(
    repo: GitRepo, searcher: Searcher
) -> None:
    del searcher  # the repository is indexed
    done = CliRunner().invoke(
        cli,
        [
            "query",
            "--json",
            "--since",
            "2022-06-15",
            "--until",
            "2022-06-15",
            "--repo",
            str(repo.path),
            "lighthouse",
        ],
    )
    assert [(hit["path"], hit["changed"]) for hit in json.loads(done.stdout)["hits"]] == [
        ("middle.md", "2022-06-15")
    ]


def test_the_outline_of_a_file_says_when_it_changed_and_what_changes_with_it(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    for n, names in enumerate(["abcd", "abc", "ab", "ad", "e"]):
        repo.write_all({f"{name}.md": f"# {name} {n}\n" for name in names})
        commit_at(repo, f"202{n}-01-01T00:00:00Z")
    repo.remove("c.md")
    commit_at(repo, "2025-01-01T00:00:00Z")
    with open_artifact(Path(index(repo).artifact)) as artifact:
        found = outline(artifact, "a.md")
        # c.md is gone; with e.md it never changed.
        assert (found.changed, found.together) == ("2023-01-01", (("b.md", 3), ("d.md", 2)))
        assert outline_text(found).splitlines()[1] == (
            "changed 2023-01-01; commits change with it b.md (3), d.md (2)"
        )
        assert outline(artifact, "e.md").together == ()
        folder = outline(artifact, "")
        assert (folder.changed, folder.together) == ("", ())
