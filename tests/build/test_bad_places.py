"""Full disks, read-only folders, limits, missing programs, odd places and damaged objects: the earlier
artifact stays, the message helps, and the next build is as good as one from nothing."""

from __future__ import annotations

import os
import shutil
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.cli.main import cli
from graphrag_batch.errors import GraphragError
from tests.building import clean_env, fixture_repo, index, index_from_nothing
from tests.gitrepo import GitRepo
from tests.litter import litter
from tests.places import Disk, disk_at, limit, program

pytestmark = pytest.mark.skipif(os.name == "nt", reason="the places are those of POSIX")

PLAIN = "embed: {model: none}\n"
FILES = {".graphrag.yaml": PLAIN, "a.md": "# A\n\nSee [b](b.md).\n", "b.md": "# B\n\nText.\n"}


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    made = GitRepo(tmp_path / "repo")
    made.write_all(FILES)
    made.commit()
    return made


@pytest.fixture
def disk(repo: GitRepo) -> Iterator[Disk]:
    """The repository's `graphrag` folder on a disk of its own."""
    with disk_at(_room(repo)) as made:
        yield made


def _room(repo: GitRepo) -> Path:
    return repo.path / ".git" / "graphrag"


def _digest(repo: GitRepo) -> str:
    """The content of the current artifact, which must be sound."""
    current = Store(repo.path / ".git", repo.path / ".git").current()
    assert current is not None
    checked = verify(current)
    assert checked.problems == ()
    return checked.content_digest


def _recovers(repo: GitRepo, room: Path) -> None:
    """The next build is as good as one from nothing, and nothing is left of those before."""
    assert index(repo).digest == index_from_nothing(repo, room).digest == _digest(repo)
    assert litter(repo.path / ".git") == []


def _grow(repo: GitRepo, text: str) -> None:
    repo.write("new.md", f"# New\n\n{text}\n\nSee [a](a.md).\n")
    repo.commit()


# ---- full disks -----------------------------------------------------------------------------------


def _fill_up(repo: GitRepo, disk: Disk, room: Path, step: int) -> int:
    """Builds with ever more space, until it is enough; returns how often it was not."""
    before = index(repo).digest
    _grow(repo, "\n\n".join(f"Paragraph {n} of many, to be indexed." for n in range(300)))
    for failures in range(1000):
        disk.leave(failures * step)
        try:
            after = index(repo).digest
        except GraphragError as error:
            assert error.what
            assert error.where
            assert error.next_step
            assert _digest(repo) == before
            assert litter(repo.path / ".git") == []
            continue
        assert _digest(repo) == after
        disk.empty_enough()
        _recovers(repo, room)
        return failures
    raise AssertionError("no space is enough")


@pytest.mark.long
def test_a_disk_that_is_full_at_any_stage_costs_nothing_but_the_build(
    repo: GitRepo, disk: Disk, tmp_path: Path
) -> None:
    assert _fill_up(repo, disk, tmp_path / "room", 200_000) > 3


@pytest.mark.slow
def test_a_disk_that_is_full_at_any_page_costs_nothing_but_the_build(tmp_path: Path) -> None:
    repo = fixture_repo(tmp_path / "repo")  # with vectors
    with disk_at(_room(repo)) as disk:
        assert _fill_up(repo, disk, tmp_path / "room", 16_384) > 50


@pytest.mark.long
def test_a_full_disk_under_the_memo_alone_is_a_slower_build(repo: GitRepo, tmp_path: Path) -> None:
    with disk_at(tmp_path / "small") as disk:
        _room(repo).mkdir()
        (_room(repo) / "memo.sqlite").symlink_to(tmp_path / "small" / "memo.sqlite")
        disk.leave(0)
        assert index(repo).digest == index_from_nothing(repo, tmp_path / "room").digest
        _grow(repo, "Text.")
        assert index(repo).digest == index_from_nothing(repo, tmp_path / "room").digest


@pytest.mark.slow
def test_a_full_folder_for_temporary_files_matters_to_nobody(repo: GitRepo, tmp_path: Path) -> None:
    with disk_at(tmp_path / "small") as disk:
        disk.leave(0)
        places = dict.fromkeys(("TMPDIR", "SQLITE_TMPDIR", "TMP", "TEMP"), str(tmp_path / "small"))
        assert program("index", "--repo", repo.path, env=clean_env(**places)).returncode == 0
        assert program("verify", "--rebuild", "--repo", repo.path, env=clean_env(**places)).returncode == 0


@pytest.mark.long
@pytest.mark.parametrize("size", [100, *(pytest.param(n, marks=pytest.mark.slow) for n in (0, 1, 20_000))])
def test_files_that_may_not_grow_are_a_failure_with_words(size: int, repo: GitRepo, tmp_path: Path) -> None:
    before = index(repo).digest
    _grow(repo, "Text.")
    done = program("index", "--repo", repo.path, before=limit("RLIMIT_FSIZE", size))
    assert done.returncode == 1
    assert "cannot be written" in done.stderr
    assert _digest(repo) == before
    _recovers(repo, tmp_path / "room")


# ---- no writing -----------------------------------------------------------------------------------


@pytest.fixture
def read_only(repo: GitRepo) -> Iterator[GitRepo]:
    """An indexed repository whose `graphrag` folder cannot be written, with a commit more."""
    if os.geteuid() == 0:  # whom permissions do not stop
        with disk_at(_room(repo)) as disk:
            index(repo)
            _grow(repo, "Text.")
            disk.read_only()
            yield repo
        return
    index(repo)
    _grow(repo, "Text.")
    folders = [_room(repo), *(path for path in _room(repo).rglob("*") if path.is_dir())]
    for folder in folders:
        folder.chmod(0o555)
    yield repo
    for folder in folders:
        folder.chmod(0o755)


def test_what_cannot_be_written_is_named_and_can_still_be_read(read_only: GitRepo) -> None:
    before = _digest(read_only)
    done = program("index", "--repo", read_only.path)
    assert done.returncode == 1
    assert "graphrag" in done.stderr
    assert "cannot be written" in done.stderr
    assert _digest(read_only) == before


@pytest.mark.slow
@pytest.mark.parametrize(
    "command", ["status", "outline", "verify", "verify --rebuild", "doctor", "query text"]
)
def test_reading_needs_no_writing(command: str, read_only: GitRepo) -> None:
    assert program(*command.split(), "--repo", read_only.path).returncode == 0


# ---- limits ---------------------------------------------------------------------------------------


@pytest.mark.long
@pytest.mark.parametrize("files", [12, *(pytest.param(n, marks=pytest.mark.slow) for n in range(6, 40, 2))])
def test_too_few_open_files_are_a_failure_with_words(files: int, repo: GitRepo, tmp_path: Path) -> None:
    before = index(repo).digest
    _grow(repo, "Text.")
    done = program("index", "--repo", repo.path, before=limit("RLIMIT_NOFILE", files))
    assert "not installed" not in done.stderr
    assert done.returncode == 0 or _digest(repo) == before
    _recovers(repo, tmp_path / "room")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the limit means something else")
@pytest.mark.parametrize("megabytes", [60, 170, 180, 300, 400])
def test_too_little_memory_is_no_bug(megabytes: int, tmp_path: Path) -> None:
    repo = fixture_repo(tmp_path / "repo")
    before = index(repo).digest
    repo.write("new.md", "# New\n\nText to be embedded.\n")
    repo.commit()
    done = program("index", "--repo", repo.path, before=limit("RLIMIT_AS", megabytes << 20), words=False)
    assert "bug: " not in done.stderr
    if done.returncode:
        assert _digest(repo) == before
    _recovers(repo, tmp_path / "room")


# ---- surroundings ---------------------------------------------------------------------------------


@pytest.mark.long
def test_a_bare_environment_is_enough(repo: GitRepo, tmp_path: Path) -> None:
    git = shutil.which("git")
    assert git is not None
    gone = tmp_path / "gone"
    gone.mkdir()

    def leave() -> None:
        os.chdir(gone)
        gone.rmdir()

    assert (
        program("index", "--repo", repo.path, env={"PATH": os.path.dirname(git)}, before=leave).returncode
        == 0
    )
    assert _digest(repo) == index_from_nothing(repo, tmp_path / "room").digest


@pytest.mark.slow
def test_a_folder_that_is_gone_is_no_place_to_start_from(tmp_path: Path) -> None:
    gone = tmp_path / "gone"
    gone.mkdir()

    def leave() -> None:
        os.chdir(gone)
        gone.rmdir()

    done = program("index", before=leave)
    assert done.returncode == 1
    assert "--repo" in done.stderr


# What `git rev-parse` says to options that it does not know: it repeats them.
OLD = """case "$*" in
*version*) echo "git version 2.20.1" ;;
*rev-parse*) printf 'false\\nfalse\\n--path-format=absolute\\n.git\\n.git\\n/repo\\n' ;;
*) echo "not a git command" >&2; exit 129 ;;
esac"""
PROGRAMS = {
    "old": (OLD, ["git 2.20.1 is too old", "install git 2.31 or newer"]),
    "refusing": ("echo 'no developer tools were found' >&2; exit 1", ["no developer tools were found"]),
}


@pytest.mark.parametrize("kind", ["old", pytest.param("refusing", marks=pytest.mark.slow)])
def test_a_git_that_cannot_do_it_is_told_of(kind: str, repo: GitRepo, tmp_path: Path) -> None:
    script, words = PROGRAMS[kind]
    (tmp_path / "bin").mkdir()
    (tmp_path / "bin" / "git").write_text(f"#!/bin/sh\n{script}\n")
    (tmp_path / "bin" / "git").chmod(0o755)
    path = f"{tmp_path / 'bin'}{os.pathsep}{os.environ['PATH']}"
    done = program("index", "--repo", repo.path, env=clean_env(PATH=path))
    assert done.returncode == 1
    assert all(word in done.stderr for word in words)


# ---- where things lie -------------------------------------------------------------------------------


@pytest.mark.long
def test_the_folder_may_be_a_link_to_another_disk(repo: GitRepo, tmp_path: Path) -> None:
    with disk_at(tmp_path / "disk"):
        (tmp_path / "disk" / "there").mkdir()
        _room(repo).symlink_to(tmp_path / "disk" / "there")
        index(repo)
        repo.run("worktree", "add", "-q", "--detach", str(tmp_path / "linked"))
        linked = GitRepo(tmp_path / "linked")
        linked.write("linked.md", "# Linked\n\nText.\n")
        linked.commit()
        assert index(linked).digest == index_from_nothing(linked, tmp_path / "room").digest
        _grow(repo, "Text.")
        _recovers(repo, tmp_path / "room")
        assert (tmp_path / "disk" / "there" / "current").is_file()


def test_the_git_directory_may_be_on_another_disk_than_the_worktree(tmp_path: Path) -> None:
    with disk_at(tmp_path / "disk"):
        (tmp_path / "repo").mkdir()
        repo = GitRepo.__new__(GitRepo)
        repo.path, repo.commits = tmp_path / "repo", 0
        repo.run("init", "-q", "--separate-git-dir", str(tmp_path / "disk" / "git"))
        repo.write_all(FILES)
        repo.commit()
        assert index(repo).digest == index_from_nothing(repo, tmp_path / "room").digest
        assert (tmp_path / "disk" / "git" / "graphrag" / "current").is_file()


@pytest.mark.parametrize("kind", ["file", "link to nowhere"])
def test_something_in_the_way_of_the_folder_is_named(kind: str, repo: GitRepo) -> None:
    if kind == "file":
        _room(repo).write_text("in the way")
    else:
        _room(repo).symlink_to("nowhere")
    with pytest.raises(GraphragError, match="in the way") as caught:
        index(repo)
    assert caught.value.where == str(_room(repo))
    assert caught.value.next_step


def test_of_two_repositories_one_inside_the_other_each_is_its_own(repo: GitRepo) -> None:
    inner = GitRepo(repo.path / "vendor" / "inner")
    inner.write_all({".graphrag.yaml": PLAIN, "inner.md": "# Inner\n\nText.\n"})
    inner.commit()
    repo.run("-c", "advice.addEmbeddedRepo=false", "add", "-A", ".")
    repo.commit(add=False)
    outer = index(repo)
    with open_artifact(Path(outer.artifact)) as artifact:
        assert artifact.execute("SELECT path, reason FROM skipped WHERE path != '.graphrag.yaml'") == [
            ("vendor/inner", "submodule")
        ]
        assert "vendor/inner/inner.md" not in artifact.snapshot()
    with open_artifact(Path(index(inner).artifact)) as artifact:
        assert set(artifact.snapshot()) == {".graphrag.yaml", "inner.md"}
    assert _digest(repo) == outer.digest


# ---- names ----------------------------------------------------------------------------------------

NAMES = (
    b"new\nline.md", b"tab\there.md", b'"quoted".md', b"back\\slash.md", b"-dash.md", b"--help", b"a:b.md",
    b":(top)x.md", b" leading and trailing ", b"caf\xc3\xa9.md", b"\xf0\x9f\x8e\x89 party.md",
    b"latin-\xe9.md", b"\xff\xfe\xfd.md", b"esc\x1b[31mred.md", b"bell\x07.md",
    b"\xe2\x80\xaeright-to-left.md",
    b"n" * 252 + b".md", b"con", b"*?[x].md", b"#hash.md", b"!bang.md", b"$HOME.md", b"~", b"%2e%2e.md",
    b"'single'.md",
)  # fmt: skip
CONTENT = b"# Ahoy %d \x1b[31mred\x07\n\nText \xe2\x80\xae of \xc2\x9b hands.\n"


def _index_lines(repo: GitRepo, names: dict[bytes, bytes]) -> None:
    """Stages files that no worktree could hold."""
    lines = []
    for name, content in names.items():
        blob = repo.run("hash-object", "-w", "--stdin", stdin=content)
        lines.append(b"100644 blob %s\t%s\0" % (blob.encode(), name))
    repo.run("update-index", "-z", "--index-info", stdin=b"".join(lines))


def _in_process(*arguments: str) -> Result:
    return CliRunner().invoke(cli, arguments, catch_exceptions=False)


@pytest.mark.long
def test_files_of_any_name_are_indexed_found_and_shown(repo: GitRepo, tmp_path: Path) -> None:
    long = b"/".join([b"p" * 250] * 15) + b"/end.md"
    deep = b"/".join([b"d"] * 1000) + b"/end.md"
    names = {name: CONTENT % n for n, name in enumerate((*NAMES, long, deep))}
    _index_lines(repo, names)
    repo.commit(add=False)
    report = index(repo)
    assert report.files["skipped"] == 1  # the settings
    assert report.digest == index_from_nothing(repo, tmp_path / "room").digest
    assert _digest(repo) == report.digest
    with open_artifact(Path(report.artifact)) as artifact:
        assert len(artifact.snapshot()) == len(names) + len(FILES)
    for command in ("query ahoy -k 100 --budget 100000", "outline --depth 20"):
        done = _in_process(*command.split(), "--repo", str(repo.path))
        shown = done.stdout.replace("\n", "").replace("\t", "")
        assert done.exit_code == 0
        assert shown.isprintable(), [c for c in shown if not c.isprintable()]
        assert "latin-" in shown
        assert "party.md" in shown


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [b".graphragignore", b".gitattributes"])
def test_rules_count_in_a_folder_of_any_name(name: bytes, repo: GitRepo, tmp_path: Path) -> None:
    rule = b"*.md\n" if name == b".graphragignore" else b"*.md linguist-generated\n"
    _index_lines(repo, {b"f\xff/" + name: rule, b"f\xff/a.md": b"# A\n", b"f\xff/b.txt": b"Text.\n"})
    repo.commit(add=False)
    settings = 1 + (name == b".graphragignore")
    assert index(repo).files["skipped"] == settings + 1
    _index_lines(repo, {b"f\xff/c.md": b"# C\n"})
    repo.commit(add=False)
    report = index(repo)
    assert (report.mode, report.files["skipped"]) == ("incremental", settings + 2)
    assert report.digest == index_from_nothing(repo, tmp_path / "room").digest


# ---- damaged objects --------------------------------------------------------------------------------


def _flip(path: Path) -> None:
    raw = bytearray(path.read_bytes())
    raw[len(raw) // 2] ^= 0x10
    path.write_bytes(bytes(raw))


def _cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[: path.stat().st_size // 2])


def _empty(path: Path) -> None:
    path.write_bytes(b"")


DAMAGES: dict[str, Callable[[Path], None]] = {
    "flipped": _flip,
    "cut": _cut,
    "empty": _empty,
    "gone": Path.unlink,
}


def _loose(repo: GitRepo, name: str) -> Path:
    blob = repo.run("rev-parse", name)
    path = repo.path / ".git" / "objects" / blob[:2] / blob[2:]
    path.chmod(0o644)
    return path


@pytest.mark.sample(1)
@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_blob_is_skipped_and_the_others_indexed(
    damage: Callable[[Path], None], repo: GitRepo, tmp_path: Path
) -> None:
    path = _loose(repo, "HEAD:b.md")
    whole = path.read_bytes()
    damage(path)
    report = index(repo)
    with open_artifact(Path(report.artifact)) as artifact:
        assert artifact.execute("SELECT path, reason FROM skipped WHERE path != '.graphrag.yaml'") == [
            ("b.md", "unavailable")
        ]
        assert artifact.execute("SELECT path FROM docs WHERE path <> '.graphrag.yaml'") == [("a.md",)]
    assert report.digest == index_from_nothing(repo, tmp_path / "room").digest
    assert index(repo).mode == "reused"  # as long as it is damaged
    path.write_bytes(whole)
    _recovers(repo, tmp_path / "room")


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "damage", [_cut, *(pytest.param(d, marks=pytest.mark.slow) for d in (_flip, _empty, Path.unlink))]
)
@pytest.mark.parametrize("name", ["HEAD", "HEAD^{tree}", "HEAD:docs", "HEAD:.graphrag.yaml"])
def test_what_cannot_be_done_without_is_named(
    name: str, damage: Callable[[Path], None], repo: GitRepo
) -> None:
    before = index(repo).digest
    repo.write_all({"docs/c.md": "# C\n\nText.\n", ".graphrag.yaml": f"{PLAIN}project: x\n"})
    repo.commit()
    damage(_loose(repo, name))
    with pytest.raises(GraphragError) as caught:
        index(repo)
    assert "git fsck" in caught.value.next_step or "git fetch" in caught.value.next_step
    assert "did you mean HEAD" not in str(caught.value)
    assert _digest(repo) == before


@pytest.mark.long
@pytest.mark.parametrize(
    "at", [0.5, *(pytest.param(n, marks=pytest.mark.slow) for n in (0.1, 0.2, 0.7, 0.8))]
)
def test_a_flipped_bit_in_a_pack_costs_the_files_it_is_in(at: float, repo: GitRepo, tmp_path: Path) -> None:
    chance = "\n\n".join(f"Line {n * 7919 % 1000} of noise {n}." for n in range(200))
    repo.write_all({f"d{n % 5}/f{n}.md": f"# F{n}\n\n{chance[n * 40 :]}\n" for n in range(30)})
    repo.commit()
    repo.run("repack", "-a", "-d", "-q")
    (pack,) = (repo.path / ".git" / "objects" / "pack").glob("*.pack")
    pack.chmod(0o644)
    raw = bytearray(pack.read_bytes())
    raw[int(len(raw) * at)] ^= 0x10
    pack.write_bytes(bytes(raw))
    try:
        report = index(repo)
    except GraphragError as error:  # it met a tree
        assert "git" in error.next_step
        return
    with open_artifact(Path(report.artifact)) as artifact:
        reasons = artifact.execute("SELECT DISTINCT reason FROM skipped WHERE reason != 'configuration'")
        assert len(artifact.snapshot()) == 33
    assert reasons in ([("unavailable",)], [])  # it may have met another commit
    assert report.digest == index_from_nothing(repo, tmp_path / "room").digest
