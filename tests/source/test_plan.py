from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.records import (
    MODE_EXECUTABLE,
    MODE_FILE,
    MODE_SUBMODULE,
    MODE_SYMLINK,
    TreeEntry,
)
from graphrag_batch.source.plan import (
    Change,
    Method,
    Plan,
    Reason,
    make_plan,
    pair_renames,
    plan_from_changes,
)

BLOBS = [character * 40 for character in "abc"]
MODES = [MODE_FILE, MODE_EXECUTABLE, MODE_SYMLINK, MODE_SUBMODULE]
NAMES = ["a.md", "b.md", "x/a.md", "x/b.md", "y/a.md", "A.md"]
Tree = dict[str, tuple[int, str]]
TREES = st.dictionaries(st.sampled_from(NAMES), st.tuples(st.sampled_from(MODES), st.sampled_from(BLOBS)))


def entry(path: str, blob: str = BLOBS[0], mode: int = MODE_FILE) -> TreeEntry:
    return TreeEntry(path, mode, blob)


def entries(tree: Tree) -> list[TreeEntry]:
    return [TreeEntry(path, *value) for path, value in tree.items()]


def changes(old: Tree, new: Tree) -> list[Change]:
    """What a diff of two trees says."""
    return [
        Change(
            path,
            TreeEntry(path, *old[path]) if path in old else None,
            TreeEntry(path, *new[path]) if path in new else None,
        )
        for path in sorted({*old, *new}, reverse=True)
        if old.get(path) != new.get(path)
    ]


def parts(plan: Plan) -> tuple[object, ...]:
    return plan.added, plan.modified, plan.deleted, plan.renamed, plan.unchanged, plan.reason


def replay(tree: Tree, plan: Plan) -> Tree:
    """The tree after doing what the plan says."""
    result = dict(tree)
    for gone in (*plan.deleted, *(pair.old for pair in plan.renamed)):
        assert result.pop(gone.path) == (gone.mode, gone.blob)
    for come in (*plan.added, *(pair.new for pair in plan.renamed)):
        assert come.path not in result
        result[come.path] = (come.mode, come.blob)
    for changed in plan.modified:
        assert result[changed.path] != (changed.mode, changed.blob)
        result[changed.path] = (changed.mode, changed.blob)
    return result


@given(TREES, TREES)
def test_a_diff_and_a_full_listing_give_the_same_plan(old: Tree, new: Tree) -> None:
    by_listing = make_plan(old, entries(new))
    by_diff = plan_from_changes(len(old), changes(old, new))
    assert parts(by_listing) == parts(by_diff)
    assert (by_listing.method, by_diff.method) == (Method.SNAPSHOT, Method.DIFF_TREE)


@given(TREES, TREES)
def test_doing_what_the_plan_says_gives_the_target_tree(old: Tree, new: Tree) -> None:
    plan = make_plan(old, entries(new))
    assert replay(old, plan) == new
    assert plan.unchanged == sum(1 for path in old if old[path] == new.get(path))


@given(TREES, TREES)
def test_a_rename_keeps_blob_and_kind_and_none_is_missed(old: Tree, new: Tree) -> None:
    plan = make_plan(old, entries(new))
    for pair in plan.renamed:
        assert pair.old.blob == pair.new.blob
        assert pair.old.mode & 0o170000 == pair.new.mode & 0o170000
    left = {(gone.blob, gone.mode & 0o170000) for gone in plan.deleted}
    assert left.isdisjoint((come.blob, come.mode & 0o170000) for come in plan.added)


@given(TREES, TREES, st.randoms(use_true_random=False))
def test_the_order_of_the_listing_does_not_matter(old: Tree, new: Tree, random: object) -> None:
    shuffled = entries(new)
    random.shuffle(shuffled)  # type: ignore[attr-defined]
    assert make_plan(dict(reversed(old.items())), shuffled) == make_plan(old, entries(new))


@given(TREES)
def test_without_a_snapshot_everything_is_added(new: Tree) -> None:
    plan = make_plan(None, entries(new), Reason.FORMAT_CHANGED)
    assert plan.added == tuple(sorted(entries(new), key=lambda item: item.path))
    assert (plan.method, plan.reason) == (Method.FULL, Reason.FORMAT_CHANGED)
    assert (plan.modified, plan.deleted, plan.renamed, plan.unchanged) == ((), (), (), 0)


def test_the_reason_is_found_when_none_is_given() -> None:
    tree: Tree = {"a.md": (MODE_FILE, BLOBS[0])}
    assert make_plan(None, entries(tree)).reason is Reason.NO_ARTIFACT
    assert make_plan(tree, entries(tree)).reason is Reason.UNCHANGED
    assert make_plan(tree, entries(tree)).empty
    assert make_plan(tree, []).reason is Reason.TREE_CHANGED
    assert make_plan(tree, entries(tree), Reason.CONFIG_CHANGED).reason is Reason.CONFIG_CHANGED


def test_every_reason_has_a_sentence_and_is_its_own_code_in_json() -> None:
    assert {str(reason) for reason in Reason} == {reason.value for reason in Reason}
    assert all(" " in reason.text for reason in Reason)
    assert f"{Reason.NO_ARTIFACT}" == "no-artifact"


@pytest.mark.parametrize(
    ("deleted", "added", "pairs"),
    [
        pytest.param(["x/a.md"], ["y/a.md"], ["x/a.md>y/a.md"], id="one moved"),
        pytest.param(["a.md"], ["A.md"], ["a.md>A.md"], id="only the case differs"),
        pytest.param(
            ["b.md", "x/a.md"], ["c.md", "y/a.md"], ["b.md>c.md", "x/a.md>y/a.md"], id="same name first"
        ),
        pytest.param(["a.md", "b.md"], ["c.md", "d.md"], ["a.md>c.md", "b.md>d.md"], id="then path order"),
        pytest.param(["a.md", "b.md"], ["b/b.md"], ["b.md>b/b.md"], id="more gone than come"),
        pytest.param(["a.md"], ["b.md", "x/a.md"], ["a.md>x/a.md"], id="a copy besides the move"),
        pytest.param(["x/a.md", "y/a.md"], ["z/a.md"], ["x/a.md>z/a.md"], id="two of one name"),
    ],
)
def test_equal_blobs_are_paired_by_file_name_and_then_by_path(
    deleted: list[str], added: list[str], pairs: list[str]
) -> None:
    for olds, news in ((deleted, added), (deleted[::-1], added[::-1])):
        found = pair_renames([entry(path) for path in olds], [entry(path) for path in news])
        assert [f"{pair.old.path}>{pair.new.path}" for pair in found] == pairs


def test_a_move_with_a_change_of_mode_is_a_rename_and_one_of_kind_is_not() -> None:
    old: Tree = {"run": (MODE_FILE, BLOBS[0])}
    moved = make_plan(old, [entry("bin/run", mode=MODE_EXECUTABLE)])
    assert [pair.new.mode for pair in moved.renamed] == [MODE_EXECUTABLE]
    linked = make_plan(old, [entry("bin/run", mode=MODE_SYMLINK)])
    assert (len(linked.added), len(linked.deleted), linked.renamed) == (1, 1, ())


@pytest.mark.parametrize("mode", [MODE_EXECUTABLE, MODE_SYMLINK, MODE_SUBMODULE])
def test_a_change_of_mode_or_kind_is_a_modification(mode: int) -> None:
    plan = make_plan({"a": (MODE_FILE, BLOBS[0])}, [entry("a", mode=mode)])
    assert plan.modified == (entry("a", mode=mode),)
    assert not plan.added
    assert not plan.deleted
