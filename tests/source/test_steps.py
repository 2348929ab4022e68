"""A table of edits made with git itself, and the plan each leads to, by both ways."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

import pytest

from graphrag_batch.source.git import Repository
from graphrag_batch.source.plan import Plan, make_plan, plan_from_changes
from tests.gitrepo import GitRepo

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

START = {
    "a.md": "one\n",
    "b.md": "two\n",
    "docs/a.md": "three\n",
    "docs/twin.md": "one\n",
    "run.sh": "exit\n",
}


@dataclass(frozen=True)
class Step:
    """`+` added, `~` modified, `-` deleted, `old>new` renamed."""

    name: str
    edit: Callable[[GitRepo], object]
    plan: str = ""


def edit_and_move(repo: GitRepo) -> None:
    repo.rename("a.md", "c.md")
    repo.write("c.md", "one\nand more\n")


def swap(repo: GitRepo) -> None:
    repo.rename("a.md", "t")
    repo.rename("b.md", "a.md")
    repo.rename("t", "b.md")


def file_becomes_folder(repo: GitRepo) -> None:
    repo.remove("a.md")
    repo.write("a.md/index.md", "one\n")


def merge(repo: GitRepo) -> None:
    repo.run("checkout", "-q", "-b", "side", "HEAD")
    repo.write("side.md", "side")
    repo.commit()
    repo.run("checkout", "-q", "-b", "other", "HEAD~1")
    repo.write("other.md", "other")
    repo.commit()
    repo.run("merge", "-q", "--no-ff", "-m", "Merge", "side")


def rewrite(repo: GitRepo) -> None:
    repo.write("new.md", "new")
    repo.run("add", "new.md")
    repo.run("commit", "-q", "--amend", "-m", "Rewritten")


def unrelated(repo: GitRepo) -> None:
    repo.run("checkout", "-q", "--orphan", "fresh")
    repo.run("rm", "-q", "-r", "-f", ".")
    repo.write("a.md", "one\n")


def revert(repo: GitRepo) -> None:
    repo.write("a.md", "1")
    repo.commit()
    repo.run("revert", "--no-edit", "HEAD")


def odd_names(repo: GitRepo) -> None:
    repo.write(b"\xff.md", "x")
    repo.rename("b.md", "new\nline.md")


STEPS = [
    Step("nothing", lambda repo: None),
    Step("add", lambda repo: repo.write("new/x.md", "x"), "+new/x.md"),
    Step("modify", lambda repo: repo.write("b.md", "2\n"), "~b.md"),
    Step("delete", lambda repo: repo.remove("b.md"), "-b.md"),
    Step("delete a folder", lambda repo: repo.remove("docs"), "-docs/a.md -docs/twin.md"),
    Step("delete everything", lambda repo: repo.run("rm", "-q", "-r", "."),
         "-a.md -b.md -docs/a.md -docs/twin.md -run.sh"),
    Step("rename", lambda repo: repo.rename("b.md", "c/d.md"), "b.md>c/d.md"),
    Step("rename by case", lambda repo: repo.rename("b.md", "B.md"), "b.md>B.md"),
    Step("rename a folder", lambda repo: repo.rename("docs", "manual"),
         "docs/a.md>manual/a.md docs/twin.md>manual/twin.md"),
    Step("rename onto another", lambda repo: repo.rename("b.md", "run.sh"), "~run.sh -b.md"),
    Step("swap", swap, "~a.md ~b.md"),
    Step("copy", lambda repo: repo.write("copy.md", "two\n"), "+copy.md"),
    Step("edit and move", edit_and_move, "+c.md -a.md"),
    Step("edit and undo", lambda repo: (repo.write("a.md", "1"), repo.commit(), repo.write("a.md", "one\n"))),
    Step("revert", revert),
    Step("executable", lambda repo: repo.write("run.sh", "exit\n", executable=True), "~run.sh"),
    Step("file becomes link", lambda repo: repo.symlink("a.md", "b.md"), "~a.md"),
    Step("file becomes folder", file_becomes_folder, "a.md>a.md/index.md"),
    Step("touch only", lambda repo: repo.write("a.md", "one\n")),
    Step("add an empty file", lambda repo: repo.write("empty.md", ""), "+empty.md"),
    Step("merge", merge, "+other.md +side.md"),
    Step("amend", rewrite, "+new.md"),
    Step("unrelated history", unrelated, "-b.md -docs/a.md -docs/twin.md -run.sh"),
    Step("odd names", odd_names, '+"\\377.md" b.md>new\nline.md'),
]  # fmt: skip


def told(plan: Plan) -> str:
    return " ".join([
        *(f"+{entry.path}" for entry in plan.added),
        *(f"~{entry.path}" for entry in plan.modified),
        *(f"-{entry.path}" for entry in plan.deleted),
        *(f"{pair.old.path}>{pair.new.path}" for pair in plan.renamed),
    ])  # fmt: skip


@pytest.mark.sample(6)
@pytest.mark.parametrize("step", STEPS, ids=lambda step: step.name)
def test_each_edit_gives_its_plan_by_either_way(tmp_path: Path, step: Step) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(START)
    repo.commit()
    with Repository.open(repo.path) as opened:
        old = opened.resolve()
        listed = opened.list_tree(old.tree)
        recorded = {entry.path: (entry.mode, entry.blob) for entry in listed}
        step.edit(repo)
        repo.commit()
        new = opened.resolve()
        by_listing = make_plan(recorded, opened.list_tree(new.tree))
        by_diff = plan_from_changes(len(recorded), opened.diff_trees(old.tree, new.tree))
    assert told(by_listing) == told(by_diff) == step.plan
    assert by_listing.unchanged == by_diff.unchanged
    assert by_listing.reason == by_diff.reason


def test_a_submodule_that_moves_on_is_a_modification_whatever_the_settings(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".gitmodules", '[submodule "sub"]\n\tpath = sub\n\turl = ./sub\n\tignore = all\n')
    first = repo.commit()
    repo.submodule("sub", first)
    old = repo.commit(add=False)
    repo.submodule("sub", old)
    new = repo.commit(add=False)
    with Repository.open(repo.path) as opened:
        (change,) = opened.diff_trees(opened.resolve(old).tree, opened.resolve(new).tree)
    assert change.old is not None
    assert change.new is not None
    assert (change.path, change.old.blob, change.new.blob) == ("sub", first, old)
