"""What is not committed, as a tree: the staged one, and the worktree's.

git itself makes both, as `commit` would, but with a copy of the index and an object folder of our own, so
that the user's index and objects stay as they are, to the byte. Both live below `<git dir>/graphrag/` and
are gone when the tree has been read.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path

from graphrag_batch.config import CONFIG_PATH, SelectConfig, load_config
from graphrag_batch.errors import ConfigError, EmptyRepository, RevisionNotFound, SourceError
from graphrag_batch.source.git import Repository, Revision
from graphrag_batch.source.paths import to_text
from graphrag_batch.temporary import temporary_folder

_ROOM = "graphrag"  # in the git directory; `artifact.pointer` has it too, out of this room's reach
# Bytes from which a file is only hashed: no content is kept of what is too large to be indexed.
_BIG = 32_000_000
_PROBLEMS = 20
# How git dies of a file that was deleted after it was listed, and how often that is tried again.
_VANISHED = "unable to stat"
_TRIES = 3
# How git says that an object could not be written: no fault of the file, which must not stay as it was.
_UNWRITTEN = "insert into database"

_SETTINGS = {
    "core.splitIndex": "false",  # or the shared part would be written into the git directory
    "core.safecrlf": "false",  # a warning, or a refusal, that `commit` may give
    "core.bigFileThreshold": "32m",
    "core.compression": "1",
    "core.looseCompression": "1",
    "core.fsync": "none",
}
_OPTIONS = [part for name, value in _SETTINGS.items() for part in ("-c", f"{name}={value}")]
_FULL = "No space left"
# How git dies of a filter that must not fail and does.
_UNFILTERED = re.compile(r"^fatal: .*: clean filter '(.*)' failed$", re.MULTILINE)
# What may make git store other bytes than the file holds.
_CONVERTING = ("filter", "text", "crlf", "eol", "ident", "working-tree-encoding")


@contextmanager
def staged_tree(repository: Repository, index: Path | None = None) -> Iterator[Revision]:
    """The tree that `git commit` would make now. While inside, `repository` reads its objects.

    `index` is an index file to read in place of the worktree's own. `commit` is None, unless the tree is
    HEAD's own; `parent` is HEAD's commit, None before the first. Raises SourceError where paths are
    unmerged, and in a repository without a worktree.
    """
    with _scratch(repository, index) as scratch:
        _refuse_unmerged(scratch)
        yield scratch.revision("staged")


@contextmanager
def worktree_tree(repository: Repository) -> Iterator[Revision]:
    """The tree that `git add --all` and `git commit` would make: untracked files come in, ignored ones stay
    out, filters and line ends are applied. While inside, `repository` reads its objects.

    `commit` is None, unless the tree is HEAD's own; `parent` is HEAD's commit. A file that git cannot read
    keeps its staged version and is told of in `problems`. Raises SourceError in a repository without a
    worktree, and where git gives up.
    """
    with _scratch(repository, None) as scratch:
        _hash_big_files(scratch)
        problems = _add_everything(scratch)
        yield scratch.revision("worktree", problems)


@dataclass(frozen=True, slots=True)
class _Scratch:
    """A copy of the index, and where new objects go. `sizes` are those of blobs that were only hashed."""

    repository: Repository
    root: Path
    index: Path
    sizes: dict[str, int] = field(default_factory=dict)

    def git(self, *arguments: str, stdin: bytes | None = None) -> tuple[int, bytes, str]:
        """One git command on the copy."""
        return self.repository.run(
            *_OPTIONS, *arguments, stdin=stdin, env={"GIT_INDEX_FILE": str(self.index)}
        )

    def revision(self, source: str, problems: tuple[str, ...] = ()) -> Revision:
        """What the copy of the index holds, as a tree."""
        # Blobs that are not in this clone are no reason to fail: the build lists them.
        code, out, complaint = self.git("write-tree", "--missing-ok")
        if code:
            raise self.failure("git cannot write the tree", complaint)
        tree, head = out.decode().strip(), None
        with suppress(EmptyRepository, RevisionNotFound):
            head = self.repository.resolve()
        parent = head.commit if head else None
        return Revision(parent if head and head.tree == tree else None, tree, parent, source, problems)

    def failure(self, what: str, complaint: str) -> SourceError:
        """git's own words, as an error of ours."""
        full = "free some disk space, then index again" if _FULL in complaint else "git status"
        return SourceError(f"{what} ({complaint})", where=str(self.root), next_step=full)


def root_of(repository: Repository) -> Path:
    """The worktree's folder. Raises SourceError where there is none."""
    if repository.root is not None:
        return repository.root
    raise SourceError(
        "a bare repository has neither an index nor a worktree"
        if repository.bare
        else "this is a git directory, not a worktree",
        where=str(repository.git_dir),
        next_step="graphrag-batch index --rev HEAD, or --repo WORKTREE",
    )


@contextmanager
def _scratch(repository: Repository, index: Path | None) -> Iterator[_Scratch]:
    root = root_of(repository)
    try:
        with temporary_folder(repository.git_dir / _ROOM, "tree") as folder:
            objects = folder / "objects"
            objects.mkdir()
            _copy_index(index or repository.git_dir / "index", folder / "index", needed=index is not None)
            scratch = _Scratch(repository, root, folder / "index")
            with repository.lent(_lending(repository, objects), scratch.sizes):
                yield scratch
    except OSError as error:
        if error.filename is None or _ROOM not in Path(os.fsdecode(error.filename)).parts:
            raise
        raise SourceError(
            f"cannot be written: {error.strerror}",
            where=str(error.filename),
            next_step="make the git directory writable and free some disk space, or index a commit",
        ) from error


def _copy_index(index: Path, copy: Path, *, needed: bool) -> None:
    """Copies an index with the time it was written: by that git knows which files may have changed since
    within the same tick of the clock."""
    try:
        with index.open("rb") as old, copy.open("wb") as new:
            shutil.copyfileobj(old, new)
            written = os.fstat(old.fileno())
        os.utime(copy, ns=(written.st_atime_ns, written.st_mtime_ns))
    except FileNotFoundError as error:
        if needed:
            raise SourceError(
                "there is no such index file", where=str(index), next_step="graphrag-batch index --staged"
            ) from error


def _lending(repository: Repository, objects: Path) -> Mapping[str, str]:
    """The environment by which git writes objects to `objects`, and reads the repository's (and those it
    borrows) as well."""
    # Quoted as git undoes it, since the list separates by colon (on Windows: semicolon).
    own = str(repository.common_dir / "objects").replace("\\", "\\\\").replace('"', '\\"')
    return {"GIT_OBJECT_DIRECTORY": str(objects), "GIT_ALTERNATE_OBJECT_DIRECTORIES": f'"{own}"'}


def _refuse_unmerged(scratch: _Scratch) -> None:
    out = scratch.git("ls-files", "--unmerged", "-z")[1]
    paths = sorted({to_text(record.partition(b"\t")[2]) for record in out.split(b"\0")[:-1]})
    if paths:
        more = f" and {len(paths) - 3} more" if len(paths) > 3 else ""
        raise SourceError(
            f"the index holds unmerged paths, so there is no staged tree: {', '.join(paths[:3])}{more}",
            where=str(scratch.root),
            next_step="resolve the conflicts and `git add` them, or graphrag-batch index --worktree",
        )


def _add_everything(scratch: _Scratch) -> tuple[str, ...]:
    """Stages the worktree in the copy; returns what git said of files that it could not read."""
    options = ["add", "--all", "--ignore-errors", "--no-warn-embedded-repo"]
    if (scratch.repository.git_dir / "info" / "sparse-checkout").exists():
        options.append("--sparse")  # or it refuses what lies outside; what is not checked out stays
    unfiltered: dict[str, list[bytes]] = {}
    code, complaint = _add(scratch, options, unfiltered)
    while (found := _UNFILTERED.search(complaint)) and found[1] not in unfiltered:
        unfiltered[found[1]] = _filtered(scratch, found[1])
        code, complaint = _add(scratch, options, unfiltered)
    if code not in (0, 1) or _UNWRITTEN in complaint:  # 1: some files were left as they are
        raise scratch.failure("git cannot read the worktree", complaint)
    told = [line for line in complaint.splitlines() if line.startswith(("error: ", "warning: "))]
    problems = [*map(_left, unfiltered.items()), *(line.partition(": ")[2] for line in told)]
    return tuple(dict.fromkeys(problems))[:_PROBLEMS]


def _add(scratch: _Scratch, options: list[str], unfiltered: Mapping[str, list[bytes]]) -> tuple[int, str]:
    """Exit code and complaints of `git add`, which leaves alone the paths that a filter fails on."""
    but = [b":(top,exclude,literal)" + path for paths in unfiltered.values() for path in paths]
    stdin = b"\0".join((*map(os.fsencode, _everything(scratch)), *but))
    command = (*options, "--pathspec-from-file=-", "--pathspec-file-nul")
    for _ in range(_TRIES):
        code, _, complaint = scratch.git(*command, stdin=stdin)
        if _VANISHED not in complaint:
            break
    return code, complaint


def _filtered(scratch: _Scratch, name: str) -> list[bytes]:
    """The files of the worktree that go through the filter of this name."""
    listing = ("ls-files", "--cached", "--others", "--exclude-standard", "-z", "--", *_everything(scratch))
    stdin = scratch.git(*listing)[1]
    fields = scratch.git("check-attr", "-z", "--stdin", "filter", stdin=stdin)[1].split(b"\0")[:-1]
    paths = [fields[i] for i in range(0, len(fields), 3) if fields[i + 2] == name.encode()]
    return [path for path in paths if os.path.lexists(os.path.join(os.fsencode(scratch.root), path))]


def _left(unfiltered: tuple[str, list[bytes]]) -> str:
    name, paths = unfiltered
    first = to_text(min(paths, default=b""))
    more = f" and {len(paths) - 1} more" if len(paths) > 1 else ""
    return f"{first}{more}: counts as staged, since git's clean filter '{name}' fails (filter.{name}.clean)"


def _everything(scratch: _Scratch) -> list[str]:
    """The pathspec of the whole worktree, but for git directories in it that git does not know as such."""
    places = {scratch.repository.git_dir, scratch.repository.common_dir}
    inside = {p.relative_to(scratch.root) for p in places if p.is_relative_to(scratch.root)}
    odd = sorted(p.as_posix() for p in inside if ".git" not in p.parts)
    return [":/", *(f":(top,exclude,literal){path}" for path in odd)]


def _hash_big_files(scratch: _Scratch) -> None:
    """Stages files too large to be indexed by their hash alone, lest gigabytes be copied for each build.
    Leaves those that git would convert: their size is not that of the blob."""
    listing = ("ls-files", "--others", "--modified", "--exclude-standard", "-z", "--", *_everything(scratch))
    limit = max(_BIG, _max_bytes(scratch.root))
    found = {path: _size(scratch.root, path) for path in scratch.git(*listing)[1].split(b"\0")[:-1]}
    big = _unconverted(scratch, [path for path, size in found.items() if size > limit])
    if not big:
        return
    options = ("--add", "--replace", "--info-only", "-z", "--stdin")
    if scratch.git("update-index", *options, stdin=b"".join(path + b"\0" for path in big))[0]:
        return  # `add` says what is wrong
    for record in scratch.git("ls-files", "--stage", "-z")[1].split(b"\0")[:-1]:
        meta, _, path = record.partition(b"\t")
        if path in big:
            scratch.sizes[meta.split(b" ")[1].decode()] = found[path]


def _max_bytes(root: Path) -> int:
    """The size up to which files are read, as the worktree's settings have it."""
    file = root / CONFIG_PATH
    if file.is_symlink() or not file.is_file():  # a pipe would be waited for for ever
        return SelectConfig().max_bytes
    try:
        return load_config(file.read_text(encoding="utf-8-sig")).select.max_bytes
    except (OSError, ValueError, ConfigError):  # none, or the build will say what is wrong
        return SelectConfig().max_bytes


def _size(root: Path, path: bytes) -> int:
    try:
        return os.lstat(os.path.join(os.fsencode(root), path)).st_size
    except OSError:  # deleted
        return 0


def _unconverted(scratch: _Scratch, paths: list[bytes]) -> set[bytes]:
    """Those of `paths` whose content git stores as it is."""
    if not paths or scratch.git("config", "--get", "core.autocrlf")[1].strip() not in (b"", b"false"):
        return set()
    stdin = b"".join(path + b"\0" for path in paths)
    fields = scratch.git("check-attr", "-z", "--stdin", *_CONVERTING, stdin=stdin)[1].split(b"\0")[:-1]
    plain = (b"unspecified", b"unset")
    return set(paths) - {fields[i] for i in range(0, len(fields), 3) if fields[i + 2] not in plain}
