"""The full text as one segment: the same bytes whatever it grew from, and the words of its rows."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import apsw
import pytest

from graphrag_batch.artifact import fulltext, schema, segment

TABLE = "chunks_fts"
# One word in every row, so often that the list of its places takes many pages; rare ones; some in between.
VOCABULARY = ["harbour"] * 2000 + [f"berth{n}" for n in range(40)] + [f"ship{n}" for n in range(3000)]

Row = tuple[Any, ...]


def rows(number: int, pick: random.Random) -> list[Row]:
    return [
        (key, *(" ".join(pick.choices(VOCABULARY, k=pick.randint(0, 70))) for _ in fulltext.COLUMNS[TABLE]))
        for key in sorted(pick.sample(range(1 << 62), number))
    ]


def grown(path: Path, wanted: list[Row], how: int) -> None:
    """A database whose full text came to these rows in one of many ways."""
    pick = random.Random(1000 + how)
    order, others = list(wanted), rows(how * 40, pick)
    if how:
        pick.shuffle(order)
    con = apsw.Connection(str(path))
    for name in fulltext.COLUMNS:
        con.execute(schema.DERIVED[name])
    size = max(1, len(order) // (1 + 3 * how))
    with con:
        fulltext.insert(con, TABLE, others)
    for start in range(0, len(order), size):
        with con:
            fulltext.insert(con, TABLE, order[start : start + size])
        if how == 3:  # begins to merge, and stops in the middle
            con.execute(f"INSERT INTO {TABLE} ({TABLE}, rank) VALUES ('merge', 3)")
    with con:
        fulltext.delete(con, TABLE, others)
    if how == 2:
        fulltext.compact(con, TABLE)
    con.close()


def merged(path: Path, folder: Path) -> Path:
    """The full text of a database as `write_canonical` makes it."""
    words, target = folder / "words", folder / "target"
    for new in (words, target):
        new.unlink(missing_ok=True)
    con = apsw.Connection(str(words))
    con.execute("ATTACH ? AS source", (str(path),))
    with con:
        segment.gather(con, "source")
    con.close()
    con = apsw.Connection(str(words))
    with con:
        segment.merge(con)
    con.close()
    con = apsw.Connection(str(target))
    con.execute("ATTACH ? AS words", (str(words),))
    with con:
        for name in fulltext.COLUMNS:
            con.execute(schema.DERIVED[name])
        segment.copy(con, "words")
    con.close()
    return target


def words_of(con: apsw.Connection) -> list[Any]:
    con.execute(f"CREATE VIRTUAL TABLE temp.words USING fts5vocab(main, {TABLE}, instance)")
    return con.execute("SELECT * FROM temp.words").fetchall()


@pytest.mark.sample(1)
@pytest.mark.parametrize("number", [0, 1, 5, 400])
def test_it_is_the_same_bytes_whatever_it_grew_from_and_holds_the_same(number: int, tmp_path: Path) -> None:
    wanted = rows(number, random.Random(number))
    made = []
    for how in range(5):
        path = tmp_path / f"grown{how}"
        grown(path, wanted, how)
        made.append(merged(path, tmp_path).read_bytes())
    (tmp_path / "target").rename(tmp_path / "published")
    made.append(merged(tmp_path / "published", tmp_path).read_bytes())
    assert len(set(made)) == 1
    with apsw.Connection(str(tmp_path / "target")) as con, apsw.Connection(str(tmp_path / "grown0")) as fresh:
        con.execute(f"INSERT INTO {TABLE} ({TABLE}, rank) VALUES ('integrity-check', 0)")
        assert words_of(con) == words_of(fresh)
        pages = f"SELECT count(*) FROM {TABLE}_data WHERE id >> 36 & 1"
        assert (number == 400) == bool(con.execute(pages).get), (
            "the word in every row has an index of its own"
        )


def test_it_is_written_to_and_searched_like_any_other(tmp_path: Path) -> None:
    wanted = rows(300, random.Random(1))
    grown(tmp_path / "grown", wanted, 3)
    con, fresh = apsw.Connection(str(merged(tmp_path / "grown", tmp_path))), apsw.Connection("")
    fresh.execute(schema.DERIVED[TABLE])
    more = rows(150, random.Random(2))
    with con:
        fulltext.delete(con, TABLE, wanted[::2])
        fulltext.insert(con, TABLE, more)
        con.execute(f"INSERT INTO {TABLE} ({TABLE}, rank) VALUES ('integrity-check', 0)")
    with fresh:
        fulltext.insert(fresh, TABLE, sorted([*wanted[1::2], *more]))
    assert words_of(con) == words_of(fresh)
    for words in ("harbour", "berth7 ship3", "text: berth12", '"harbour harbour"'):
        found = f"SELECT rowid, bm25({TABLE}) FROM {TABLE} WHERE {TABLE} MATCH ? ORDER BY rowid"
        asked = words if ":" in words or '"' in words else " OR ".join(words.split())
        assert con.execute(found, (asked,)).fetchall() == fresh.execute(found, (asked,)).fetchall() != []
    con.close()
    fresh.close()
