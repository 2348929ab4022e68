"""What may lie in a repository's `graphrag` folders when nothing is running."""

from __future__ import annotations

import re
from pathlib import Path

_EXPECTED = re.compile(
    r"""artifacts/[0-9a-f]{12}-[0-9a-f]{8}\.sqlite(\.sum)?
    | memo\.sqlite(-wal|-shm)? | (build|worker|watch|pull)\.lock | current | hook\.log | last_error""",
    re.VERBOSE,
)


def litter(git_dir: Path) -> list[str]:
    """Files of the `graphrag` folder of a git directory that have no business there: left over, or a seal
    whose artifact is gone."""
    room = git_dir / "graphrag"
    files = {path.relative_to(room).as_posix() for path in room.rglob("*") if not path.is_dir()}
    orphans = {name for name in files if name.endswith(".sum") and name.removesuffix(".sum") not in files}
    return sorted(orphans | {name for name in files if not _EXPECTED.fullmatch(name)})
