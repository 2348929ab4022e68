"""Reading a git repository, by asking git (`command` starts it).

GitPython's `Repo` is not used, as its object layer knows neither SHA-256 nor paths that are not UTF-8.
Content comes from two long-lived `git cat-file` processes, never from the checkout, so that filters, line
ends and uncommitted edits cannot leak in. No command run here writes to the user's index, objects or refs,
takes a lock there, runs a hook, opens a socket or asks a question.
"""

from __future__ import annotations

import contextlib
import difflib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Self

from graphrag_batch.errors import (
    BlobUnavailable,
    EmptyRepository,
    RepositoryNotFound,
    RevisionNotFound,
    SourceError,
)
from graphrag_batch.records import TreeEntry
from graphrag_batch.source.catfile import CatFile, GitObject
from graphrag_batch.source.command import git_version, run_git, start_git
from graphrag_batch.source.paths import to_bytes, to_text
from graphrag_batch.source.plan import Change

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from git import Git

OLDEST_GIT = "2.31"
_NAME_ONE = "give a branch, tag, commit or tree"


@dataclass(frozen=True, slots=True)
class Revision:
    """A tree, and the commit whose tree it is: None where it is known as a tree alone.

    `parent` is HEAD's commit where the tree is the staged one or the worktree's. `source` says which:
    "commit", "tree", "staged" or "worktree". `problems` are what of a worktree git could not read.
    """

    commit: str | None
    tree: str
    parent: str | None = None
    source: str = "commit"
    problems: tuple[str, ...] = ()


class Repository:
    """One repository, as seen from one folder. Not for use by several threads at once.

    `root` is the worktree's folder (None in a bare repository or inside a git directory), `git_dir` that
    worktree's own git directory, `common_dir` the one all worktrees share.
    """

    def __init__(self, root: Path | None, git_dir: Path, common_dir: Path, bare: bool, shallow: bool) -> None:
        self.root = root
        self.git_dir = git_dir
        self.common_dir = common_dir
        self.bare = bare
        self.shallow = shallow
        self._folder = root or git_dir
        self._contents = CatFile(lambda: self._cat_file("--batch"), headers=False)
        self._headers = CatFile(lambda: self._cat_file("--batch-check"), headers=True)
        self._listed = ""
        self._missing: frozenset[str] = frozenset()
        self._lent: Mapping[str, str] = {}
        self._sizes: Mapping[str, int] = {}

    def _cat_file(self, option: str) -> Git.AutoInterrupt:
        return start_git(self._folder, "cat-file", option, stdin=True, env=self._lent)

    def run(
        self, *arguments: str, stdin: bytes | None = None, env: Mapping[str, str] | None = None
    ) -> tuple[int, bytes, str]:
        """Exit code, output and complaints of one git command in this repository; `env` is added to its
        environment."""
        return run_git(self._folder, *arguments, stdin=stdin, env={**self._lent, **(env or {})})

    @contextlib.contextmanager
    def lent(self, objects: Mapping[str, str], sizes: Mapping[str, int]) -> Iterator[None]:
        """While inside, git finds objects as this environment says. `sizes` are those (bytes) of blobs
        whose content is nowhere."""
        self.close()  # what runs has the old environment
        self._lent, self._sizes = objects, sizes
        try:
            yield
        finally:
            self.close()
            self._lent, self._sizes = {}, {}
            self._listed, self._missing = "", frozenset()

    @classmethod
    def open(cls, path: Path) -> Repository:
        """The repository at or above `path` (a folder, or a file in one), found as git finds it.
        Raises RepositoryNotFound, or SourceError where git refuses it (another user's)."""
        folder = path.parent if path.is_file() else path
        questions = ("--is-bare-repository", "--is-shallow-repository", "--path-format=absolute")
        # --show-toplevel last: it fails where there is no worktree, after the others have answered.
        places = ("--git-dir", "--git-common-dir", "--show-toplevel")
        code, out, err = run_git(folder, "rev-parse", *questions, *places)
        lines = out.decode("utf-8", "surrogateescape").split("\n")[:-1]
        if len(lines) < 4:
            raise _cannot_open(folder, err)
        if "--path-format=absolute" in lines:  # an option that git does not know is printed as it is
            raise SourceError(
                f"git {git_version()} is too old",
                next_step=f"install git {OLDEST_GIT} or newer, and put it first on PATH",
            )
        if len(lines) != (5 if code == 0 else 4):
            raise SourceError(
                "a repository whose path holds a line break cannot be read",
                where=str(folder),
                next_step="rename the folder",
            )
        bare, shallow, git_dir, common_dir = lines[:4]
        root = Path(lines[4]) if code == 0 else None
        return cls(root, Path(git_dir), Path(common_dir), bare == "true", shallow == "true")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """Ends the git processes. The repository may be used again; it then starts new ones."""
        self._contents.close()
        self._headers.close()

    # ---- names --------------------------------------------------------------------------------

    def resolve(self, rev: str = "HEAD") -> Revision:
        """The commit and tree that `rev` names: a branch, tag, commit or tree, in any of git's notations.
        Raises RevisionNotFound, or EmptyRepository where there is no commit, or none on the branch that is
        checked out."""
        name = _checked(rev)
        try:
            found = self._contents.ask(name)
            if found is not None and found.kind == "tag":
                found = self._contents.ask(f"{found.id}^{{}}".encode())
        except BlobUnavailable as error:  # a reflog too short, no upstream, a damaged commit
            raise RevisionNotFound(
                f"git cannot tell what '{rev}' is", next_step=f"{_NAME_ONE}, or {error.next_step}"
            ) from error
        if found is not None and found.kind == "tree":
            return Revision(None, found.id, source="tree")
        if found is not None and found.kind == "commit":
            # A commit's first line is "tree <id>".
            return Revision(found.id, found.content.split(b"\n", 1)[0].partition(b" ")[2].decode())
        if found is not None:
            raise RevisionNotFound(
                f"'{rev}' is a {found.kind}, neither a commit nor a tree", next_step=_NAME_ONE
            )
        raise self._no_revision(rev)

    def _no_revision(self, rev: str) -> SourceError:
        _, out, _ = self.run("for-each-ref", "--format=%(refname:short)")
        names = out.decode("utf-8", "replace").split()
        if not names and rev in ("HEAD", "@"):
            return EmptyRepository(
                "the repository has no commit yet", where=str(self._folder), next_step="git commit"
            )
        if rev in names or (rev in ("HEAD", "@") and self.run("rev-parse", "-q", "--verify", "HEAD")[0] == 0):
            return RevisionNotFound(f"what '{rev}' names is not in this clone", next_step="git fsck")
        if rev in ("HEAD", "@"):
            return EmptyRepository(
                "the branch that is checked out has no commit yet",
                where=str(self._folder),
                next_step=f"git commit, or name another, such as {names[0]}",
            )
        near = difflib.get_close_matches(rev, [*names, "HEAD"], n=3)
        if near:
            return RevisionNotFound(
                f"there is no revision '{rev}'; did you mean {', '.join(near)}?", next_step=f"name {near[0]}"
            )
        advice = "git fetch --unshallow" if self.shallow else "git fetch, or give a branch, tag or commit"
        return RevisionNotFound(f"there is no revision '{rev}' in this clone", next_step=advice)

    # ---- trees --------------------------------------------------------------------------------

    def list_tree(self, tree: str) -> list[TreeEntry]:
        """Every path below `tree` (its id), sorted by path: files, symbolic links and submodules. Of a path
        that a malformed tree holds twice, the first is meant, as git itself has it."""
        code, out, err = self.run("ls-tree", "-r", "-z", "--full-tree", _checked(tree).decode())
        if code:
            raise self._tree_unavailable(tree, err)
        entries: dict[str, TreeEntry] = {}
        for record in out.split(b"\0")[:-1]:
            entry = _tree_entry(record)
            entries.setdefault(entry.path, entry)
        self._listed = tree
        return sorted(entries.values(), key=lambda entry: entry.path)

    def entry(self, tree: str, name: str) -> TreeEntry | None:
        """The entry called `name` at the top of `tree` (its id), None where there is none or a folder."""
        found = self._contents.ask(_checked(tree))
        if found is None or found.kind != "tree":
            raise self._tree_unavailable(tree, "it is not in this clone")
        wanted, rest, id_bytes = to_bytes(name), found.content, len(tree) // 2
        while rest:
            mode, _, rest = rest.partition(b" ")
            own, _, rest = rest.partition(b"\0")
            if own == wanted and mode != b"40000":
                return TreeEntry(name, int(mode, 8), rest[:id_bytes].hex())
            rest = rest[id_bytes:]
        return None

    def diff_trees(self, a: str, b: str) -> list[Change]:
        """What differs from tree `a` to tree `b` (ids), sorted by path. A rename is a deletion and an
        addition; a change of mode or kind is a change."""
        options = ("-r", "-z", "--raw", "--no-renames", "--ignore-submodules=none")
        names = (_checked(a).decode(), _checked(b).decode())
        code, out, err = self.run("diff-tree", *options, *names)
        if code:
            raise self._tree_unavailable(" or ".join(names), err)
        fields = out.split(b"\0")
        changes = [_change(fields[i], to_text(fields[i + 1])) for i in range(0, len(fields) - 1, 2)]
        changes.sort(key=lambda change: change.path)
        return changes

    def _tree_unavailable(self, tree: str, complaint: str) -> BlobUnavailable:
        advice = "git fetch --unshallow" if self.shallow else "git fsck, then git fetch --refetch"
        return BlobUnavailable(f"git cannot read this tree ({complaint})", where=tree, next_step=advice)

    # ---- content ------------------------------------------------------------------------------

    def size(self, blob: str) -> int:
        """Bytes of the blob, without reading it. Raises BlobUnavailable."""
        known = self._sizes.get(blob)
        return self._blob(self._headers, blob).size if known is None else known

    def read(self, blob: str) -> bytes:
        """The blob's bytes as git stores them. Raises BlobUnavailable."""
        if blob in self._sizes:
            raise BlobUnavailable("only its hash was taken", where=blob, next_step="commit the file")
        return self._blob(self._contents, blob).content

    def _object(self, source: CatFile, object_id: str) -> GitObject:
        name = _checked(object_id)
        found = None
        if object_id not in self._missing:
            try:
                found = source.ask(name)
            except BlobUnavailable:
                self._survey()
                if object_id not in self._missing:
                    raise
        if found is None:
            raise BlobUnavailable(
                "the object is not in this clone", where=object_id, next_step="git fetch --refetch"
            )
        return found

    def _blob(self, source: CatFile, object_id: str) -> GitObject:
        found = self._object(source, object_id)
        if found.kind != "blob":
            raise BlobUnavailable(f"the object is a {found.kind}", where=object_id, next_step="git fsck")
        return found

    def _survey(self) -> None:
        """Learns at once which objects of the listed tree are absent: in a partial clone git dies of each
        one that is asked for, and a sparse checkout may lack a hundred thousand."""
        if self._listed:
            options = ("--objects", "--no-object-names", "--missing=print")
            _, out, _ = self.run("rev-list", *options, self._listed, "--")
            self._missing |= {line[1:] for line in out.decode().splitlines() if line.startswith("?")}
            self._listed = ""

    def read_at(self, tree: str, path: str) -> bytes | None:
        """The bytes at `path` in `tree` (its id), None where there is no file; for the few files that are
        needed before the tree is listed. Line breaks in `path` are refused (RevisionNotFound)."""
        found = self._contents.ask(_checked(tree) + b":" + _checked_bytes(to_bytes(path)))
        return found.content if found is not None and found.kind == "blob" else None

    # ---- worktree and history -----------------------------------------------------------------

    def is_dirty(self) -> bool:
        """Whether a tracked file of the worktree or the index differs from HEAD. Untracked files do not
        count, nor does what happens inside submodules. False without a worktree."""
        if self.root is None:
            return False
        options = ("--porcelain", "-z", "--untracked-files=no", "--ignore-submodules=dirty", "--no-renames")
        code, out, err = self.run("status", *options)
        if code:
            raise SourceError(f"git status failed ({err})", where=str(self.root), next_step="git status")
        return bool(out)

    def apart(self, a: str, b: str) -> tuple[int, int] | None:
        """How many commits `a` has that `b` has not, and the reverse; None where this clone cannot tell:
        in a shallow one, what is cut off may join what seems apart."""
        one, other = _checked(a).decode(), _checked(b).decode()
        counts = []
        # One count for each side: `--left-right` takes wrong clocks at their word.
        for names in (f"{other}..{one}", f"{one}..{other}"):
            code, out, _ = self.run("rev-list", "--count", names, "--")
            if code:
                return None
            counts.append(int(out))
        ours, theirs = counts
        return None if self.shallow and ours else (ours, theirs)

    def ancestors(self, commit: str, most: int) -> list[tuple[str, str]]:
        """(commit, tree) of a commit and of those it goes back to, newest first, as many as asked for and as
        far as this clone reaches. Empty where the commit is not here."""
        options = ("--format=%T", f"--max-count={most}")
        code, out, _ = self.run("rev-list", *options, _checked(commit).decode(), "--")
        lines = out.decode().split("\n") if not code else []
        return [(lines[at].removeprefix("commit "), lines[at + 1]) for at in range(0, len(lines) - 1, 2)]

    def has(self, object_id: str) -> bool:
        """Whether an object is in this clone."""
        try:
            return self._headers.ask(_checked(object_id)) is not None
        except BlobUnavailable:
            return False


def _checked(name: str) -> bytes:
    """`name` as one line that no git command takes for an option. Raises RevisionNotFound."""
    if not name or name.startswith("-"):
        raise RevisionNotFound(f"'{name}' is no revision", next_step=_NAME_ONE)
    return _checked_bytes(name.encode("utf-8", "surrogateescape"))


def _checked_bytes(raw: bytes) -> bytes:
    if b"\n" in raw or b"\0" in raw:
        raise RevisionNotFound(f"{raw!r} holds a line break, which no name may", next_step=_NAME_ONE)
    return raw


def _tree_entry(record: bytes) -> TreeEntry:
    meta, _, path = record.partition(b"\t")
    mode, _, blob = meta.split(b" ")
    return TreeEntry(to_text(path), int(mode, 8), blob.decode())


def _change(meta: bytes, path: str) -> Change:
    """From `:<old mode> <new mode> <old id> <new id> <letter>`; mode 0 is absence."""
    old_mode, new_mode, old_id, new_id, _ = meta.lstrip(b":").split(b" ")
    return Change(path, _side(path, old_mode, old_id), _side(path, new_mode, new_id))


def _side(path: str, mode: bytes, blob: bytes) -> TreeEntry | None:
    return TreeEntry(path, number, blob.decode()) if (number := int(mode, 8)) else None


def _cannot_open(folder: Path, complaint: str) -> SourceError:
    if "dubious ownership" in complaint:
        return SourceError(
            "git refuses this repository, since another user owns it",
            where=str(folder),
            next_step=complaint.splitlines()[-1].strip(),  # git names the very command
        )
    if "not a git repository" in complaint or "cannot change to" in complaint:
        return RepositoryNotFound(
            "no git repository here or above", where=str(folder), next_step="git init, or --repo PATH"
        )
    return SourceError(
        f"git cannot open this repository ({complaint})",
        where=str(folder),
        next_step="git status, or --repo PATH",
    )
