"""Real git with our real hooks: the index follows whatever git does."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.automate.hooked import (
    commit,
    git_dir_of,
    head,
    hooked,
    indexed,
    last_error,
    log_of,
    save,
    wait_idle,
)
from tests.gitrepo import GitRepo
from tests.litter import litter

Act = Callable[[GitRepo], None]


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    """Hooks installed, one commit, two branches: `main` and, one commit further, `side`."""
    made = hooked(tmp_path / "it's a répo")
    save(made, "docs/a.md", "# Tide\n\nThe moon.\n")
    made.run("checkout", "-q", "-b", "side")
    save(made, "docs/side.md", "# Side\n")
    made.run("checkout", "-q", "main")
    return made


def _amend(repo: GitRepo) -> None:
    repo.write("docs/a.md", "# Tide\n\nThe sun.\n")
    repo.run("commit", "-q", "-a", "--amend", "--no-edit")


def _merge(repo: GitRepo) -> None:
    save(repo, "b.md", "# B\n")
    repo.run("merge", "-q", "--no-edit", "side")


def _fast_forward(repo: GitRepo) -> None:
    repo.run("merge", "-q", "--ff-only", "side")


def _merge_with_conflict(repo: GitRepo) -> None:
    save(repo, "docs/side.md", "# Other side\n")
    with pytest.raises(AssertionError):
        repo.run("merge", "-q", "side")
    repo.write("docs/side.md", "# Both\n")
    repo.run("commit", "-q", "-a", "--no-edit")


def _rebase(repo: GitRepo) -> None:
    save(repo, "b.md", "# B\n")
    save(repo, "c.md", "# C\n")
    repo.run("rebase", "-q", "side")


def _rebase_with_exec(repo: GitRepo) -> None:
    save(repo, "b.md", "# B\n")
    save(repo, "c.md", "# C\n")
    run = "echo more >>docs/a.md && git commit -q -a -m Exec"
    repo.run("rebase", "-q", "-i", "--exec", run, "side", env={"GIT_SEQUENCE_EDITOR": "true"})
    assert repo.run("rev-list", "--count", "side..main") == "4"


def _rebase_that_stops_and_goes_on(repo: GitRepo) -> None:
    save(repo, "b.md", "# B\n")
    save(repo, "c.md", "# C\n")
    repo.run("rebase", "-q", "-i", "side", env={"GIT_SEQUENCE_EDITOR": "sed -i.old 1s/^pick/edit/"})
    assert (git_dir_of(repo) / "rebase-merge").is_dir()
    repo.write("b.md", "# B, edited\n")
    repo.run("commit", "-q", "-a", "--amend", "--no-edit")
    repo.run("rebase", "--continue", env={"GIT_EDITOR": "true"})


def _rebase_given_up(repo: GitRepo) -> None:
    save(repo, "docs/side.md", "# Other side\n")
    with pytest.raises(AssertionError):
        repo.run("rebase", "-q", "side")
    repo.run("rebase", "--abort")


def _rebase_that_only_moves_forward(repo: GitRepo) -> None:
    repo.run("rebase", "-q", "side")


def _rebase_that_drops_everything(repo: GitRepo) -> None:
    repo.run("cherry-pick", "side")
    repo.run("commit", "-q", "--amend", "-m", "The same under another name")
    repo.run("rebase", "-q", "side")


def _cherry_pick_two(repo: GitRepo) -> None:
    repo.run("checkout", "-q", "side")
    save(repo, "docs/more.md", "# More\n")
    repo.run("checkout", "-q", "main")
    repo.run("cherry-pick", "side~1", "side")


def _revert(repo: GitRepo) -> None:
    save(repo, "b.md", "# B\n")
    repo.run("revert", "--no-edit", "HEAD")


def _there_and_back(repo: GitRepo) -> None:
    repo.run("checkout", "-q", "side")
    repo.run("checkout", "-q", "-")


def _new_branch_from_an_older_commit(repo: GitRepo) -> None:
    save(repo, "b.md", "# B\n")
    repo.run("checkout", "-q", "-b", "new", "HEAD~1")


def _detached(repo: GitRepo) -> None:
    repo.run("checkout", "-q", "--detach", "side")


def _reset_then_any_hook(repo: GitRepo) -> None:
    save(repo, "b.md", "# B\n")
    wait_idle(repo)
    repo.run("reset", "-q", "--hard", "HEAD~1")  # git calls no hook
    commit(repo)


def _stash(repo: GitRepo) -> None:
    repo.write("docs/a.md", "# Not committed\n")
    repo.run("stash")
    save(repo, "b.md", "# B\n")
    repo.run("stash", "pop")


def _commit_all(repo: GitRepo) -> None:
    repo.write("docs/a.md", "# All\n")
    repo.run("commit", "-q", "-a", "-m", "All")


def _commit_part(repo: GitRepo) -> None:
    repo.write("docs/a.md", "# Part\n")
    repo.write("staged.md", "# Staged, not committed\n")
    repo.run("add", "staged.md")
    repo.run("commit", "-q", "-m", "Part", "docs/a.md")


def _from_a_subfolder(repo: GitRepo) -> None:
    repo.write("docs/a.md", "# Below\n")
    repo.run("-C", "docs", "commit", "-q", "-m", "Below", "a.md")


def _pull(repo: GitRepo) -> None:
    repo.run("pull", "-q", "--no-rebase", "--no-edit", ".", "side")


def _am(repo: GitRepo) -> None:
    patches = repo.run_raw("format-patch", "--stdout", "main..side")
    repo.run("am", "-q", stdin=patches)  # git calls no other hook


def _am_that_stops(repo: GitRepo) -> None:
    patches = repo.run_raw("format-patch", "--stdout", "main..side")
    save(repo, "docs/side.md", "# Other side\n")
    repo.run("checkout", "-q", "-b", "more", "side")
    save(repo, "docs/more.md", "# More\n")
    more = repo.run_raw("format-patch", "--stdout", "HEAD~1..HEAD")
    repo.run("checkout", "-q", "main")
    with pytest.raises(AssertionError):
        repo.run("am", "-q", stdin=more + patches)
    assert (git_dir_of(repo) / "rebase-apply/applying").exists()


def _rebase_by_patches(repo: GitRepo) -> None:
    save(repo, "b.md", "# B\n")
    save(repo, "c.md", "# C\n")
    repo.run("rebase", "-q", "--apply", "side")


def _submodule(repo: GitRepo) -> None:
    other = GitRepo(repo.path.parent / "other")
    other.write("x.md", "# X\n")
    first = other.commit()
    allow = ("-c", "protocol.file.allow=always")
    repo.run(*allow, "submodule", "add", "-q", str(other.path), "sub")
    commit(repo)
    other.write("x.md", "# Y\n")
    other.commit()
    repo.run(*allow, "submodule", "update", "-q", "--remote")
    assert repo.run("-C", "sub", "rev-parse", "HEAD") != first
    repo.run("add", "sub")
    commit(repo)


COMMON: list[Act] = [_am, _commit_part, _rebase_that_only_moves_forward]
RARE: list[Act] = [
    _commit_all, _rebase, _there_and_back,
    _amend, _merge, _fast_forward, _merge_with_conflict, _rebase_with_exec,
    _rebase_that_stops_and_goes_on, _rebase_given_up, _rebase_that_drops_everything,
    _cherry_pick_two, _revert, _new_branch_from_an_older_commit, _detached, _reset_then_any_hook, _stash,
    _from_a_subfolder, _pull, _submodule, _am_that_stops, _rebase_by_patches,
]  # fmt: skip


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "act",
    [*COMMON, *(pytest.param(act, marks=pytest.mark.slow) for act in RARE)],
    ids=lambda act: act.__name__.strip("_"),
)
def test_the_index_follows(repo: GitRepo, act: Act) -> None:
    act(repo)
    assert indexed(repo) == head(repo), log_of(repo)
    assert repo.run("fsck", "--no-progress", "--no-dangling") == ""
    assert litter(git_dir_of(repo)) == []
    assert not last_error(repo)
