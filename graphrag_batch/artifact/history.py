"""The tables `history` and `cochanges`: what a set of commits touched, kept up by adding and taking away.

They are sums over commits, so that any order of updates gives the rows that a rebuild gives. Their digest
is a sum too: that of the rows' BLAKE2b-512 digests, modulo 2^512. It is beside the content digest, since
a shallow clone knows less of the same tree.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from graphrag_batch.artifact.digest import as_text, plus, sum_of

if TYPE_CHECKING:
    import apsw

PathRow = tuple[str, int, int]
"""(last commit, its committer time, number of commits)."""

EMPTY_DIGEST = as_text(0)

_GET_PATH = 'SELECT "commit", time, changes FROM history WHERE path = ?'
_GET_PAIR = "SELECT count FROM cochanges WHERE a = ? AND b = ?"
_ALL_PATHS = 'SELECT path, "commit", time, changes FROM history'
_ALL_PAIRS = "SELECT a, b, count FROM cochanges"


@dataclass(slots=True)
class Tally:
    """What some commits touched: path → row, and (smaller doc id, larger doc id) → how many commits
    touched both."""

    paths: dict[str, PathRow] = field(default_factory=dict)
    pairs: dict[tuple[int, int], int] = field(default_factory=dict)


def update(con: apsw.Connection, before: str, added: Tally, removed: Tally) -> str | None:
    """Adds and takes away; returns the new digest, given the one `before`.

    None, with nothing changed, where the rows do not tell what is left: the last commit of a path is
    among those that go, and an earlier one stays.
    """
    paths: dict[str, tuple[PathRow | None, PathRow | None]] = {}
    for path in {**added.paths, **removed.paths}:
        old: Any = con.execute(_GET_PATH, (path,)).fetchone()
        merged = _merged(old, added.paths.get(path), removed.paths.get(path))
        if merged is None:
            return None
        paths[path] = old, (merged if merged[2] else None)
    pairs: dict[tuple[int, int], tuple[int | None, int | None]] = {}
    for pair in {**added.pairs, **removed.pairs}:
        count: int | None = con.execute(_GET_PAIR, pair).get
        left = (count or 0) + added.pairs.get(pair, 0) - removed.pairs.get(pair, 0)
        if left < 0:
            return None
        pairs[pair] = count, left or None
    return _write(con, before, paths, pairs)


def replace(con: apsw.Connection, before: str, wanted: Tally) -> str:
    """Makes the tables hold `wanted` and nothing else, writing only the difference; returns the digest."""
    stored: dict[str, PathRow] = {path: (c, t, n) for path, c, t, n in con.execute(_ALL_PATHS)}
    counts: dict[tuple[int, int], int] = {(a, b): n for a, b, n in con.execute(_ALL_PAIRS)}
    paths = {path: (stored.get(path), wanted.paths.get(path)) for path in {**stored, **wanted.paths}}
    pairs = {pair: (counts.get(pair), wanted.pairs.get(pair)) for pair in {**counts, **wanted.pairs}}
    return _write(con, before, paths, pairs)


def digest(con: apsw.Connection) -> str:
    """The digest, from the rows."""
    paths = (("history", *row) for row in con.execute(_ALL_PATHS))
    pairs = (("cochanges", *row) for row in con.execute(_ALL_PAIRS))
    return as_text(plus(sum_of(paths), sum_of(pairs)))


def _merged(old: PathRow | None, plus: PathRow | None, minus: PathRow | None) -> PathRow | None:
    """The row of a path after adding and taking away; a row of no commits for none; None where it
    cannot be told."""
    count = (old[2] if old else 0) + (plus[2] if plus else 0) - (minus[2] if minus else 0)
    if count < 0 or (minus and not old):
        return None
    if old and minus and _last(old) <= _last(minus):  # the last one goes
        if plus and (_last(plus) > _last(old) or count == plus[2]):
            return plus[0], plus[1], count
        return None if count else (old[0], old[1], 0)
    last = max((row for row in (old, plus) if row), key=_last, default=None)
    return (last[0], last[1], count) if last else None


def _last(row: PathRow) -> tuple[int, str]:
    return row[1], row[0]


def _write(con: apsw.Connection, before: str, paths: dict[str, Any], pairs: dict[Any, Any]) -> str:
    paths = {path: change for path, change in paths.items() if change[0] != change[1]}
    pairs = {pair: change for pair, change in pairs.items() if change[0] != change[1]}
    _put(con, "DELETE FROM history WHERE path = ?", ((path,) for path, (_, new) in paths.items() if not new))
    _put(con, "INSERT OR REPLACE INTO history VALUES (?, ?, ?, ?)",
         ((path, *new) for path, (_, new) in paths.items() if new))  # fmt: skip
    _put(con, "DELETE FROM cochanges WHERE a = ? AND b = ?", (p for p, (_, new) in pairs.items() if not new))
    _put(con, "INSERT OR REPLACE INTO cochanges VALUES (?, ?, ?)",
         ((*pair, new) for pair, (_, new) in pairs.items() if new))  # fmt: skip
    gone, came = sum_of(_side(paths, pairs, 0)), sum_of(_side(paths, pairs, 1))
    return as_text(plus(int(before, 16), came - gone))


def _side(paths: dict[str, Any], pairs: dict[Any, Any], side: int) -> Iterator[tuple[Any, ...]]:
    yield from (("history", path, *change[side]) for path, change in paths.items() if change[side])
    yield from (("cochanges", *pair, change[side]) for pair, change in pairs.items() if change[side])


def _put(con: apsw.Connection, sql: str, rows: Iterable[tuple[Any, ...]]) -> None:
    con.executemany(sql, sorted(rows))
