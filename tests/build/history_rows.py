"""What an artifact says of the history, as values."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graphrag_batch.artifact import history
from graphrag_batch.artifact.read import connect


def history_rows(path: Path) -> tuple[dict[str, str], dict[str, Any], dict[Any, int]]:
    """(meta, path → (time, last commit, changes), (id, id) → count); the digest is checked."""
    con = connect(path)
    meta: Any = dict(con.execute("SELECT * FROM meta WHERE key LIKE 'history%'").fetchall())  # type: ignore[arg-type]
    paths = {p: (t, c, n) for p, c, t, n in con.execute("SELECT * FROM history").fetchall()}
    pairs = {(a, b): n for a, b, n in con.execute("SELECT * FROM cochanges").fetchall()}
    assert history.digest(con) == meta["history_digest"]
    con.close()
    return meta, paths, pairs
