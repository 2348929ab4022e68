"""`diff` as a person, a script and a pull request's comment meet it.

The expected outputs lie in `tests/cli/diff/`: `python -m tests.cli.test_diff` writes them anew; review them.
"""

from __future__ import annotations

import json
import os
import tempfile
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_batch.cli.diffshow import GITHUB_LIMIT
from graphrag_batch.cli.main import cli
from tests.building import index
from tests.cli.program import run
from tests.gitrepo import GitRepo

pytestmark = pytest.mark.quick(
    "test_a_difference_looks_as_reviewed",
    "test_json_is_complete_and_has_the_same_keys_whatever_differs",
    "test_the_exit_code_tells_of_differences_only_when_asked",
    "test_what_cannot_be_compared_is_said_with_the_next_step",
    "test_nothing_is_left_behind_or_pointed_at",
)

GOLDEN = Path(__file__).parent / "diff"
GUIDE = "# Guide\n\n## Set up\n\nInstall the harbour first, then tie the boats to it with rope.\n"
CODE = 'def tie(boat):\n    """Tie a boat to the pier."""\n    return boat\n'
BEFORE = {
    ".graphrag.yaml": "embed: {model: none}\n",
    "guide.md": f"{GUIDE}\n## Tides\n\nThe moon. See [boats](boats.md).\n",
    "boats.md": "# Boats\n\nEach has a name.\n",
    "pier.py": CODE,
    "notes.txt": "Words\n",
    "photo.dat": b"\0",
}
AFTER = {
    **BEFORE,
    "guide.md": GUIDE.replace("## Set up", "## First `steps` | <img src=x> @everyone #1"),
    "pier.py": CODE.replace("Tie a boat", "Bind a boat"),
    "notes.txt": b"Words\0",
    "new `page`.md": "# New\n\n* a list\n",
    "odd.md": "# Odd \x1b[31m red\n\nText.\n",
    "jetty.py": CODE.replace("Tie a boat", "Bind a boat"),
}


def history(path: Path) -> GitRepo:
    """Two commits: `before` and `after`, the first one indexed."""
    repo = GitRepo(path)
    repo.write_all(BEFORE)
    repo.commit("Before")
    repo.run("tag", "before")
    index(repo)
    repo.write_all(AFTER)
    repo.rename("boats.md", "ships.md")
    repo.commit("After")
    repo.run("tag", "after")
    return repo


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    return history(tmp_path_factory.mktemp("diff") / "repo")


def diff(repo: GitRepo, *args: str, code: int = 0) -> str:
    """Standard output of the command, in this process."""
    done = CliRunner().invoke(cli, ["diff", "--repo", str(repo.path), *args], catch_exceptions=False)
    assert done.exit_code == code
    return done.stdout


def as_json(repo: GitRepo, *args: str) -> dict[str, Any]:
    answer: dict[str, Any] = json.loads(diff(repo, *args, "--json"))
    return answer


def listing(repo: GitRepo) -> dict[str, bytes]:
    """Every file in the git directory but the memo, which may learn."""
    room = repo.path / ".git"
    found = {str(path.relative_to(room)): path for path in room.rglob("*") if path.is_file()}
    return {name: path.read_bytes() for name, path in found.items() if "memo.sqlite" not in name}


# ---- what it shows --------------------------------------------------------------------------------


SHOWN = {"text": "diff.txt", "markdown": "diff.md"}


@pytest.mark.parametrize("form", SHOWN)
def test_a_difference_looks_as_reviewed(repo: GitRepo, form: str) -> None:
    assert diff(repo, "before", "after", "--format", form) == (GOLDEN / SHOWN[form]).read_text("utf-8")


def test_json_is_complete_and_has_the_same_keys_whatever_differs(repo: GitRepo) -> None:
    full, none = as_json(repo, "before", "after"), as_json(repo, "after", "after")
    groups = {
        "documents": {"added", "removed", "changed", "renamed"},
        "sections": {"added", "removed", "changed", "moved"},
        "entities": {"added", "removed", "changed", "moved"},
        "relations": {"added", "removed", "changed"},
        "duplicates": {"added", "removed", "changed"},
        "skipped": {"added", "removed", "changed"},
    }
    for answer in (full, none):
        assert list(answer) == ["a", "b", "notes", *groups, "counts"]
        assert {kind: set(answer[kind]) for kind in groups} == groups
        assert answer["counts"] == {
            kind: {name: len(rows) for name, rows in answer[kind].items()} for kind in groups
        }
    assert full["documents"]["renamed"] == [{"from": "boats.md", "to": "ships.md"}]
    assert full["skipped"]["added"] == [
        {"path": "notes.txt", "reason": "binary", "detail": "holds a NUL byte", "elsewhere": "indexed"}
    ]
    assert sum(sum(numbers.values()) for numbers in none["counts"].values()) == 0
    assert json.loads(diff(repo, "before", "after", "--format", "json")) == full


def test_each_side_says_what_it_is(repo: GitRepo) -> None:
    answer = as_json(repo, "before", "HEAD^{tree}")
    assert answer["a"]["commit"] == repo.run("rev-parse", "before")
    assert Path(answer["a"]["artifact"]).is_file()
    assert answer["b"]["commit"] is None
    assert answer["b"]["tree"] == repo.tree
    assert answer["b"]["artifact"] is None


def test_alone_it_tells_what_indexing_head_would_change(repo: GitRepo) -> None:
    alone, spelled = as_json(repo), as_json(repo, "before", "HEAD")
    assert alone["a"]["name"] == "the index"
    assert alone["a"]["commit"] == spelled["a"]["commit"]
    assert {**alone, "a": 0} == {**spelled, "a": 0}


def test_equal_trees_say_that_nothing_changed(repo: GitRepo) -> None:
    assert "nothing changed: both have tree" in diff(repo, "after", "after^{tree}")
    repo.run("commit", "-q", "--allow-empty", "-m", "Empty")
    assert "nothing changed" in diff(repo, "after")
    repo.run("reset", "-q", "--hard", "after")


def test_a_long_group_is_cut_with_a_word_and_zero_shows_all(repo: GitRepo) -> None:
    rows = len(as_json(repo, "before")["entities"]["added"])
    assert rows > 1
    cut = diff(repo, "before", "--limit", "1")
    assert f"… and {rows - 1} more (--limit 0 shows all)" in cut
    assert "more (" not in diff(repo, "before", "--limit", "0")


def test_a_pipe_gets_no_colours_and_no_control_characters(repo: GitRepo) -> None:
    assert "\x1b" not in diff(repo, "before") + diff(repo, "before", "--format", "markdown")
    coloured = CliRunner().invoke(cli, ["diff", "--repo", str(repo.path), "before"], color=True).stdout
    assert "\x1b[32m+" in coloured
    assert "Odd \\x1b[31m red" in coloured


@pytest.mark.long
def test_a_comment_is_cut_where_github_would_refuse_it(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n"})
    repo.commit()
    sections = "".join(f"## Heading {n} {'long ' * 20}\n\nWords {n}.\n\n" for n in range(500))
    repo.write_all({"a.md": f"# A\n\n{sections}", "b.md": "# B\n\nWords.\n"})
    repo.commit()
    whole = diff(repo, "HEAD~1", "--format", "markdown", "--limit", "0")
    assert GITHUB_LIMIT - 1000 < len(whole) <= GITHUB_LIMIT
    assert whole.count("<details>") == whole.count("</details>")
    assert "cut here" in whole
    assert "cut here" not in diff(repo, "HEAD~1", "--format", "markdown")


# ---- what it compares -----------------------------------------------------------------------------


def test_revisions_differ_as_their_artifacts_do(repo: GitRepo, tmp_path: Path) -> None:
    clone = repo.clone(tmp_path / "clone")
    files = []
    for rev in ("before", "after"):
        made = Path(index(clone, rev=rev).artifact)
        files.append(tmp_path / f"{rev}.sqlite")
        files[-1].write_bytes(made.read_bytes())
    by_file = as_json(clone, *map(str, files))
    by_name, unindexed = as_json(clone, "before", "after"), as_json(repo, "before", "after")
    assert by_name["b"]["artifact"]
    for answer in (by_file, by_name, unindexed):
        del answer["a"], answer["b"]
    assert by_file == by_name == unindexed


def test_artifacts_are_compared_outside_of_any_repository(repo: GitRepo, tmp_path: Path) -> None:
    one = tmp_path / "one"
    one.write_bytes(Path(index(repo, rev="before").artifact).read_bytes())
    done = run("diff", str(one), str(one), cwd=tmp_path)
    assert done.returncode == 0
    assert "nothing changed" in done.stdout


def test_nothing_is_left_behind_or_pointed_at(repo: GitRepo) -> None:
    index(repo, rev="before")
    before = listing(repo)
    diff(repo, "after")
    assert listing(repo) == before


def test_a_repository_that_was_never_indexed_can_be_compared(repo: GitRepo, tmp_path: Path) -> None:
    clone = repo.clone(tmp_path / "clone")
    answer = as_json(clone, "before", "after")
    assert answer["counts"] == as_json(repo, "before", "after")["counts"]
    room = clone.path / ".git" / "graphrag"
    assert not room.exists() or {path.name for path in room.iterdir()} <= {"memo.sqlite"}
    done = run("diff", cwd=clone.path)
    assert done.returncode == 1
    assert "nothing is indexed here yet" in done.stderr


@pytest.mark.skipif(os.name == "nt" or os.geteuid() == 0, reason="needs permissions that hold")
def test_a_read_only_git_directory_is_no_obstacle(repo: GitRepo, tmp_path: Path) -> None:
    clone = repo.clone(tmp_path / "clone")
    git_dir = clone.path / ".git"
    git_dir.chmod(0o555)
    try:
        assert as_json(clone, "before", "after")["documents"]["renamed"]
    finally:
        git_dir.chmod(0o755)


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("args", "code"), [(("before", "after"), 1), (("after", "after"), 0), (("before", "after", "--json"), 1)]
)
def test_the_exit_code_tells_of_differences_only_when_asked(
    repo: GitRepo, args: tuple[str, ...], code: int
) -> None:
    diff(repo, *args)
    diff(repo, *args, "--exit-code", code=code)


# ---- what goes wrong ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("args", "says"),
    [
        (("befor",), "did you mean before"),
        (("before", "aftre"), "did you mean after"),
        (("gone.sqlite", "after"), "gone.sqlite: no artifact here"),
        (("guide.md", "after"), "guide.md: not a SQLite database"),
        (("damaged.sqlite", "after"), "damaged.sqlite: truncated"),
        (("before:guide.md",), "neither a commit nor a tree"),
    ],
)
def test_what_cannot_be_compared_is_said_with_the_next_step(
    repo: GitRepo, tmp_path: Path, args: tuple[str, ...], says: str
) -> None:
    whole = Path(index(repo, rev="before").artifact).read_bytes()
    (tmp_path / "damaged.sqlite").write_bytes(whole[: len(whole) // 2])
    (tmp_path / "guide.md").write_text("words")
    done = run("diff", *args, "--repo", str(repo.path), cwd=tmp_path)
    assert done.returncode == 1
    assert says in done.stderr
    assert "next:" in done.stderr


def test_a_damaged_artifact_of_the_repository_is_named_with_the_way_out(
    repo: GitRepo, tmp_path: Path
) -> None:
    clone = repo.clone(tmp_path / "clone")
    path = Path(index(clone).artifact)
    content = bytearray(path.read_bytes())
    content[20_000:] = os.urandom(len(content) - 20_000)
    path.write_bytes(content)
    done = run("diff", "before", "after", cwd=clone.path)
    assert done.returncode in (0, 1)  # made anew where the damage shows at once
    if done.returncode:
        assert str(path) in done.stderr
        assert "graphrag-batch index --full" in done.stderr
    assert "bug" not in done.stderr


def test_two_forms_at_once_are_wrong_usage(repo: GitRepo) -> None:
    assert run("diff", "--json", "--format", "markdown", cwd=repo.path).returncode == 2


def main() -> None:
    """Writes the expected outputs anew."""
    with tempfile.TemporaryDirectory() as folder:
        repo = history(Path(folder) / "repo")
        for form, name in SHOWN.items():
            text = diff(repo, "before", "after", "--format", form)
            (GOLDEN / name).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
