"""Which artifact is pulled, where it goes, and what the next build has left to do."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from graphrag_batch.artifact.seal import seal_path
from graphrag_batch.errors import (
    ArtifactForeign,
    EmptyRepository,
    ManifestError,
    NotPublished,
    ShareError,
    Unreachable,
)
from graphrag_batch.share.manifest import LATEST, SUFFIX, dump, parse
from tests.building import index
from tests.gitrepo import GitRepo
from tests.litter import litter
from tests.places import disk_at, program
from tests.share.publishing import PAGES, STUB, published
from tests.share.pulling import (
    Project,
    answer,
    ask,
    clone_of,
    contents,
    copied,
    current,
    equals_full,
    meta_of,
    pulled,
)

pytestmark = pytest.mark.quick(
    "test_the_artifact_of_the_very_tree_becomes_current_and_leaves_nothing_to_do",
    "test_the_nearest_ancestor_is_pulled_and_only_the_difference_is_built",
    "test_an_address_that_is_none_is_told_without_its_secrets",
    "test_optional_makes_what_is_not_there_a_note",
    "test_one_here_that_is_damaged_is_pulled_again",
    "test_an_artifact_of_another_repository_is_not_pulled",
    "test_other_settings_leave_the_vectors",
    "test_the_command_says_what_was_pulled_and_what_is_next",
    "test_what_is_no_source_is_refused_with_what_would_be",
    "test_a_limit_of_size_holds_before_anything_is_brought",
)

# ---- which one ----------------------------------------------------------------------------------


def test_the_artifact_of_the_very_tree_becomes_current_and_leaves_nothing_to_do(
    project: Project, tmp_path: Path
) -> None:
    clone = clone_of(project, tmp_path / "clone", 1)
    found = pulled(clone, project.folder)
    assert (found.commit, found.distance, found.current, found.changed) == (project.commits[1], 0, True, True)
    assert found.reason == "the same tree was published"
    assert current(clone) == found.artifact
    report = index(clone)
    assert report.mode == "reused"
    assert not any(report.work.values())
    assert Path(report.artifact) == found.artifact
    assert litter(clone.path / ".git") == []


def test_the_nearest_ancestor_is_pulled_and_only_the_difference_is_built(
    project: Project, tmp_path: Path
) -> None:
    clone = clone_of(project, tmp_path / "clone")
    found = pulled(clone, project.folder)
    assert (found.commit, found.distance, found.current) == (project.commits[1], 1, False)
    assert found.reason == "the nearest ancestor that was published, 1 commit before"
    assert current(clone) is None
    report = index(clone)
    assert report.mode == "incremental"
    assert (report.work["parsed"], report.work["embedded"]) == (1, 1)
    assert equals_full(clone, report, tmp_path)


@pytest.mark.parametrize("at", [0, 1])
def test_a_revision_is_what_it_is_pulled_for(project: Project, tmp_path: Path, at: int) -> None:
    clone = clone_of(project, tmp_path / "clone")
    found = pulled(clone, project.folder, rev=project.commits[at])
    assert (found.commit, found.distance, found.current) == (project.commits[at], 0, False)
    assert current(clone) is None


def test_a_commit_squashed_or_rebased_is_known_by_its_tree(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone", 1)
    clone.run("reset", "-q", "--soft", project.commits[0])
    clone.commits = 7
    squashed = clone.commit("The same, told otherwise")
    assert squashed != project.commits[1]
    found = pulled(clone, project.folder)
    assert (found.commit, found.distance, found.current) == (project.commits[1], 0, True)
    clone.write("new.md", "# New\n")
    clone.commit()
    again = pulled(clone, project.folder)
    assert (again.commit, again.distance, again.changed) == (project.commits[1], 1, False)
    assert index(clone).work["parsed"] == 1


def test_another_branch_that_this_clone_knows_is_better_than_nothing(
    project: Project, tmp_path: Path
) -> None:
    clone = clone_of(project, tmp_path / "clone", 0)
    folder = copied(project.folder, tmp_path / "published")
    for path in folder.glob(f"*{project.commits[0][:12]}*"):
        path.unlink()
    clone.write("side.md", "# Side\n")
    clone.commit()
    found = pulled(clone, folder)
    assert (found.commit, found.distance) == (project.commits[1], None)
    assert "no ancestor was published" in found.reason
    assert index(clone).work["parsed"] == 2


def test_an_artifact_of_another_repository_is_not_pulled(project: Project, tmp_path: Path) -> None:
    other = GitRepo(tmp_path / "other")
    other.write_all({".graphrag.yaml": STUB, "else.md": "# Else\n\nNothing alike.\n"})
    other.commit()
    before = contents(other.path / ".git" / "graphrag")
    with pytest.raises(NotPublished, match="artifacts there, but none") as caught:
        pulled(other, project.folder)
    assert "git fetch" in caught.value.next_step
    assert contents(other.path / ".git" / "graphrag") == before


def test_other_settings_leave_the_vectors(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone")
    clone.write(".graphrag.yaml", STUB + "dedupe: {threshold: 0.9}\n")
    clone.commit()
    found = pulled(clone, project.folder)
    assert "only its vectors" in found.reason
    assert not found.current
    report = index(clone)
    assert report.mode == "full"
    assert (report.work["embedded"], report.work["embed_reused"]) == (1, len(_texts(report.artifact)) - 1)
    assert equals_full(clone, report, tmp_path)


def _texts(artifact: str) -> list[str]:
    from graphrag_batch.artifact.read import open_artifact

    with open_artifact(Path(artifact)) as opened:
        return [row[0] for row in opened.execute("SELECT digest FROM vectors")]


@pytest.mark.long
def test_one_to_build_on_comes_before_a_nearer_one_that_has_only_vectors(
    project: Project, tmp_path: Path
) -> None:
    clone = clone_of(project, tmp_path / "clone", 1)
    clone.write(".graphrag.yaml", STUB + "dedupe: {threshold: 0.9}\n")
    clone.commit()
    folder = copied(project.folder, tmp_path / "published")
    published(clone, folder)
    clone.write(".graphrag.yaml", STUB)
    clone.write("more.md", "# More\n")
    clone.commit()
    fresh = clone.clone(tmp_path / "fresh")
    found = pulled(fresh, folder)
    assert (found.commit, found.distance) == (project.commits[1], 2)
    assert "vectors" not in found.reason


def test_what_another_model_made_is_of_no_use_and_that_is_said(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone")
    clone.write(".graphrag.yaml", "embed: {model: none}\n")
    clone.commit()
    with pytest.raises(NotPublished, match=r"none of use here: made with another model \(stub\)"):
        pulled(clone, project.folder)


def test_what_another_format_holds_is_of_no_use_and_that_is_said(project: Project, tmp_path: Path) -> None:
    clone, folder = clone_of(project, tmp_path / "clone"), copied(project.folder, tmp_path / "published")
    for path in folder.glob("*.json"):
        path.write_bytes(dump(replace(parse(path.read_bytes(), ""), format_version=99)))
    with pytest.raises(NotPublished, match="in format 99, where this version reads"):
        pulled(clone, folder)


def test_a_shallow_clone_takes_the_very_tree(project: Project, tmp_path: Path) -> None:
    origin = clone_of(project, tmp_path / "origin", 1)
    clone = origin.clone(tmp_path / "clone", "--depth=1")
    found = pulled(clone, project.folder)
    assert (found.commit, found.distance, found.current) == (project.commits[1], 0, True)
    assert index(clone).work["parsed"] == 0


def test_a_shallow_clone_takes_the_newest_where_ancestors_are_not_known(
    project: Project, tmp_path: Path
) -> None:
    clone = clone_of(project, tmp_path / "clone", 2, "--depth=1")
    found = pulled(clone, project.folder)
    assert (found.commit, found.distance, found.current) == (project.commits[1], None, False)
    assert "shallow" in found.reason
    assert index(clone).work["parsed"] == 1


@pytest.mark.parametrize("name", ["harbor", "another"])
def test_a_shallow_clone_takes_nothing_of_another_project(
    project: Project, tmp_path: Path, name: str
) -> None:
    other = GitRepo(tmp_path / "other")
    other.write_all({".graphrag.yaml": STUB.replace("harbor", name), "else.md": "# Else\n\nNothing.\n"})
    other.commit()
    other.write("else.md", "# Else\n\nStill nothing.\n")
    other.commit()
    clone = other.clone(tmp_path / "clone", "--depth=1")
    with pytest.raises(ArtifactForeign if name == "harbor" else NotPublished):
        pulled(clone, project.folder)
    assert litter(clone.path / ".git") == []
    assert current(clone) is None


def test_hundreds_of_manifests_are_no_matter(project: Project, tmp_path: Path) -> None:
    clone, folder = clone_of(project, tmp_path / "clone"), copied(project.folder, tmp_path / "published")
    manifest = parse((folder / LATEST).read_bytes(), "")
    for number in range(200):
        commit = f"{number:040x}"
        name = f"harbor-{commit[:12]}"
        made = replace(manifest, commit=commit, tree=commit[::-1], file=f"{name}.sqlite", others=())
        (folder / f"{name}{SUFFIX}").write_bytes(dump(made))
    found = pulled(clone, folder)
    assert (found.commit, found.distance) == (project.commits[1], 1)


def test_one_manifest_that_cannot_be_read_does_not_hide_the_others(project: Project, tmp_path: Path) -> None:
    clone, folder = clone_of(project, tmp_path / "clone"), copied(project.folder, tmp_path / "published")
    (folder / f"harbor-{project.commits[1][:12]}{SUFFIX}").write_bytes(b"{}")
    (folder / LATEST).write_bytes(b"no JSON")
    assert pulled(clone, folder).commit == project.commits[0]


# ---- sources ------------------------------------------------------------------------------------


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("named", "compressed"),
    [("folder", True), ("manifest.json", False), ("own manifest", True), ("artifact", True),
     ("artifact", False), ("file://", False)],
)  # fmt: skip
def test_a_folder_or_a_file_of_one_is_a_source(
    project: Project, tmp_path: Path, named: str, compressed: bool
) -> None:
    clone = clone_of(project, tmp_path / "clone", 1)
    folder = project.packed if compressed else project.folder
    stem = f"harbor-{project.commits[1][:12]}"
    source = {
        "folder": str(folder),
        "manifest.json": str(folder / LATEST),
        "own manifest": str(folder / f"{stem}{SUFFIX}"),
        "artifact": str(folder / f"{stem}.sqlite{'.zst' if compressed else ''}"),
        "file://": folder.as_uri(),
    }[named]
    found = pulled(clone, source)
    assert (found.commit, found.current) == (project.commits[1], True)
    assert found.artifact.read_bytes() == (project.folder / f"{stem}.sqlite").read_bytes()
    assert (
        found.bytes
        == (project.packed if compressed else project.folder)
        .joinpath(f"{stem}.sqlite{'.zst' if compressed else ''}")
        .stat()
        .st_size
    )


def test_an_artifact_without_a_manifest_says_itself_what_it_is(project: Project, tmp_path: Path) -> None:
    clone, bare = clone_of(project, tmp_path / "clone", 1), tmp_path / "odd näme.sqlite"
    bare.write_bytes((project.folder / f"harbor-{project.commits[1][:12]}.sqlite").read_bytes())
    with pytest.raises(ManifestError, match="no plain file name"):
        pulled(clone, bare)
    plain = bare.rename(tmp_path / "plain.sqlite")
    assert pulled(clone, plain).commit == project.commits[1]


@pytest.mark.sample(4)
@pytest.mark.parametrize(
    ("source", "error"),
    [
        ("nowhere", Unreachable),
        ("file:///nowhere/at/all", Unreachable),
        ("file://elsewhere/folder", ShareError),
        ("ftp://host/folder", ShareError),
        ("http://example.com/index/", ShareError),
        ("https:///index/", ShareError),
        ("https://host:port/", ShareError),
        ("github:octo", ShareError),
        ("github:octo/demo@", ShareError),
        ("github:octo/..", ShareError),
        ("github-artifact:octo/demo/more", ShareError),
        ("", NotPublished),
        ("a\0b", Unreachable),
    ],
)
def test_what_is_no_source_is_refused_with_what_would_be(
    project: Project, tmp_path: Path, source: str, error: type[ShareError]
) -> None:
    clone = clone_of(project, tmp_path / "clone")
    with pytest.raises(ShareError) as caught:
        pulled(clone, source)
    assert type(caught.value) is error
    assert caught.value.next_step


@pytest.mark.sample(4)
@pytest.mark.parametrize("name", [(), ("--name", "index")])
@pytest.mark.parametrize(
    "source",
    [
        "s3://ann:sekret@host:abc/x",
        "ssh://[x",
        "ssh://ann:sekret@[x",
        "file://[sekret@",
        "file://ann:sekret@host/x",
        "https://ann:sekret@host:bad/x",
        "https://ann:se/sekret@host/x",
        "https://ann:se?sekret@host:port",
        "https://[host/x?signature=sekret",
        "https://host:port/x?at=ann@host&signature=sekret",
        "https://ann:sekret\u2100@host/x",
    ],
)
def test_an_address_that_is_none_is_told_without_its_secrets(
    project: Project, tmp_path: Path, source: str, name: tuple[str, ...]
) -> None:
    done = ask(clone_of(project, tmp_path / "clone"), source, *name)
    assert (done.returncode, "next: " in done.stderr) == (1, True)
    assert "sekret" not in done.stderr


@pytest.mark.parametrize("seconds", [0.0, -1.0, float("nan"), float("inf")])
def test_no_time_at_all_and_no_end_of_it_are_refused(
    project: Project, tmp_path: Path, seconds: float
) -> None:
    clone = clone_of(project, tmp_path / "clone")
    with pytest.raises(ShareError, match="no time limit"):
        pulled(clone, project.folder, timeout=seconds)


def test_a_name_is_for_workflow_artifacts_alone(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone")
    with pytest.raises(ShareError, match="only workflow artifacts"):
        pulled(clone, project.folder, name="index")


# ---- where it goes ------------------------------------------------------------------------------


def test_what_is_here_already_is_not_asked_for(project: Project, tmp_path: Path) -> None:
    clone, folder = clone_of(project, tmp_path / "clone", 1), copied(project.folder, tmp_path / "published")
    first = pulled(clone, folder)
    for path in folder.iterdir():
        path.unlink()
    second = pulled(clone, folder)
    assert (second.artifact, second.changed, second.bytes) == (first.artifact, False, 0)
    assert "was here already" in second.reason


def test_a_folder_that_is_not_there_is_told_even_where_nothing_need_be_brought(
    project: Project, tmp_path: Path
) -> None:
    clone = clone_of(project, tmp_path / "clone", 1)
    pulled(clone, project.folder)
    with pytest.raises(Unreachable, match="misspelt: it cannot be read"):
        pulled(clone, tmp_path / "misspelt")


def test_an_ancestor_that_is_here_already_is_not_brought_again(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone")
    folder = copied(project.folder, tmp_path / "published")
    first = pulled(clone, folder)
    for path in folder.glob("*.sqlite"):
        path.unlink()
    second = pulled(clone, folder)
    assert (second.artifact, second.changed, second.distance) == (first.artifact, False, 1)
    assert "was here already" in second.reason


def test_one_here_that_is_damaged_is_pulled_again(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone", 1)
    artifact = pulled(clone, project.folder).artifact
    whole = artifact.read_bytes()
    half = len(whole) // 2
    artifact.write_bytes(whole[:half] + bytes([whole[half] ^ 1]) + whole[half + 1 :])
    assert pulled(clone, project.folder).changed
    assert artifact.read_bytes() == whole
    seal_path(artifact).unlink()
    assert pulled(clone, project.folder).changed
    assert seal_path(artifact).exists()


@pytest.mark.long
def test_the_five_used_last_stay_and_what_is_pulled_counts_as_used(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone")
    made = []
    for number in range(5):
        clone.write("more.md", f"# More {number}\n")
        clone.commit()
        made.append(Path(index(clone).artifact))
    found = pulled(clone, project.folder, rev=project.commits[0])
    assert found.artifact.exists()
    assert [path.exists() for path in made] == [False, True, True, True, True]
    assert current(clone) == made[-1]
    again = pulled(clone, project.folder, rev=project.commits[1])
    assert (again.artifact.exists(), found.artifact.exists()) == (True, True)


def test_a_linked_worktree_has_its_own_pointer(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone")
    index(clone)
    before = current(clone)
    clone.run("worktree", "add", "-q", "--detach", str(tmp_path / "linked"), project.commits[1])
    linked = GitRepo(tmp_path / "linked")
    found = pulled(linked, project.folder)
    assert (found.current, current(linked)) == (True, found.artifact)
    assert current(clone) == before
    assert found.artifact.parent == clone.path / ".git" / "graphrag" / "artifacts"


def test_a_bare_repository_pulls_too(project: Project, tmp_path: Path) -> None:
    origin = clone_of(project, tmp_path / "origin", 1)
    bare = origin.clone(tmp_path / "bare.git", "--bare")
    found = pulled(bare, project.folder)
    assert (found.current, found.distance) == (True, 0)
    assert found.artifact.is_relative_to(bare.path)


def test_an_empty_repository_has_nothing_to_pull_for(project: Project, tmp_path: Path) -> None:
    empty = GitRepo(tmp_path / "empty")
    with pytest.raises(EmptyRepository):
        pulled(empty, project.folder)
    assert not (empty.path / ".git" / "graphrag").exists()


def test_a_tree_is_pulled_for_by_itself(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone")
    assert pulled(clone, project.folder, rev=f"{project.commits[0]}^{{tree}}").commit == project.commits[0]
    assert pulled(clone, project.folder, rev=f"{project.commits[2]}^{{tree}}").distance is None


@pytest.mark.slow
def test_a_disk_that_is_full_or_cannot_be_written_is_told_and_holds_nothing_half(
    project: Project, tmp_path: Path
) -> None:
    with disk_at(tmp_path / "disk") as disk:
        clone = clone_of(project, disk.folder / "clone")
        before = contents(clone.path / ".git")
        for free in (4096, 900_000):
            disk.leave(free)
            done = program("pull", project.folder, "--repo", clone.path)
            assert done.returncode == 1
            assert "free some disk space" in done.stderr
            assert contents(clone.path / ".git") == before
        disk.empty_enough()
        disk.read_only()
        done = program("pull", project.folder, "--repo", clone.path)
        assert (done.returncode, "make the git directory writable" in done.stderr) == (1, True)


@pytest.mark.sample(1)
@pytest.mark.parametrize("options", [("--filter=blob:none",), ("--filter=tree:0",), ("--depth=2",)])
def test_a_partial_clone_pulls_too(project: Project, tmp_path: Path, options: tuple[str, ...]) -> None:
    clone = clone_of(project, tmp_path / "clone", 2, *options)
    found = pulled(clone, project.folder)
    assert (found.commit, found.distance) == (project.commits[1], 1)
    assert index(clone).work["parsed"] == 1


def test_a_repository_of_sha256_ids_pulls_too(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo", object_format="sha256")
    repo.write_all(PAGES)
    first = repo.commit()
    published(repo, tmp_path / "published")
    clone = repo.clone(tmp_path / "clone")
    clone.write("new.md", "# New\n")
    clone.commit()
    found = pulled(clone, tmp_path / "published")
    assert (found.commit, found.distance, len(first)) == (first, 1, 64)
    assert index(clone).work["parsed"] == 1


# ---- the command --------------------------------------------------------------------------------


def test_the_command_says_what_was_pulled_and_what_is_next(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone")
    done = ask(clone, project.folder)
    assert done.returncode == 0
    assert Path(done.stdout.strip()).parent.name == "artifacts"
    assert f"pulled: {project.commits[1][:12]}" in done.stderr
    assert "1 commit before" in done.stderr
    assert "next: graphrag-batch index" in done.stderr


def test_the_command_tells_programs_all_of_it(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone")
    said = answer(clone, project.folder)
    assert (said["pulled"], said["changed"], said["current"], said["distance"]) == (True, True, False, 1)
    assert said["commit"] == said["manifest"]["commit"] == project.commits[1]
    assert meta_of(said["artifact"])["tree"] == said["tree"]
    assert said["work"] == {"requests": 0, "received": 0}


@pytest.mark.parametrize("source", ["nowhere", "empty"])
def test_optional_makes_what_is_not_there_a_note(project: Project, tmp_path: Path, source: str) -> None:
    clone = clone_of(project, tmp_path / "clone")
    (tmp_path / "empty").mkdir()
    place = tmp_path / source
    done = ask(clone, place)
    assert (done.returncode, done.stdout) == (1, "")
    assert "error: " in done.stderr
    assert "next: " in done.stderr
    done = ask(clone, place, "--optional")
    assert (done.returncode, done.stdout) == (0, "")
    assert done.stderr.startswith("note: nothing was pulled: ")
    said = answer(clone, place, "--optional")
    assert (said["pulled"], said["where"]) == (False, str(place))
    assert said["reason"]


def test_a_limit_of_size_holds_before_anything_is_brought(project: Project, tmp_path: Path) -> None:
    clone = clone_of(project, tmp_path / "clone")
    with pytest.raises(NotPublished, match="more than is allowed") as caught:
        pulled(clone, project.packed, max_bytes=200_000)
    assert caught.value.next_step == "--max-mb 2"
    assert litter(clone.path / ".git") == []


@pytest.mark.long
def test_pages_published_by_a_real_model_are_all_that_a_branch_need_not_embed(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({**PAGES, ".graphrag.yaml": "project: harbor\n"})
    repo.commit()
    published(repo, tmp_path / "published")
    clone = repo.clone(tmp_path / "clone")
    clone.write("docs/tides.md", "# Tides\n\nThe moon makes them.\n")
    clone.commit()
    assert pulled(clone, tmp_path / "published").distance == 1
    report = index(clone)
    assert (report.mode, report.search_mode) == ("incremental", "hybrid")
    assert (report.work["parsed"], report.work["embedded"]) == (1, 1)
    assert equals_full(clone, report, tmp_path)
