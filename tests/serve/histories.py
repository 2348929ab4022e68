"""Random commit graphs as real repositories, made at once through `git fast-import`."""

from __future__ import annotations

import random
from pathlib import Path

from tests.gitrepo import EPOCH, GitRepo

# Long and alike, so that a pack holds commits as deltas of one another.
MESSAGE = "".join(f"Line {n} of a message that every commit has.\n" for n in range(40))


def random_history(path: Path, seed: int, *, commits: int = 60, object_format: str = "sha1") -> GitRepo:
    """A bare repository with merges of up to four parents, several roots, and committers whose clocks
    disagree by minutes. Every commit has a branch, and a tree of its own."""
    rng = random.Random(seed)
    stream = []
    for number in range(commits):
        parents = rng.sample(
            range(max(0, number - 8), number), min(number, rng.choice((0, 1, 1, 1, 2, 2, 4)))
        )
        if number and number % 20:
            parents = parents or [number - 1]
        date = EPOCH + 60 * number + rng.randint(-90, 90)
        message = f"{number} {MESSAGE}"
        stream += [
            f"commit refs/heads/c{number}",
            f"mark :{number + 1}",
            f"committer C <c@example.com> {date} +0{rng.randint(0, 9)}00",
            f"data {len(message)}\n{message}",
            *(f"{'merge' if i else 'from'} :{parent + 1}" for i, parent in enumerate(parents)),
            f"M 100644 inline n\ndata {len(str(number))}\n{number}\n",
        ]
    repo = GitRepo(path, bare=True, object_format=object_format)
    repo.run("fast-import", "--quiet", stdin="\n".join(stream).encode())
    return repo


def loosen(repo: GitRepo) -> None:
    """Takes every pack apart into loose objects."""
    for pack in sorted((repo.path / "objects" / "pack").glob("*.pack")):
        content = pack.read_bytes()
        for suffix in (".idx", ".pack", ".rev"):
            pack.with_suffix(suffix).unlink(missing_ok=True)
        repo.run("unpack-objects", "-q", stdin=content)
