"""`bfsvtab` speaks the public extension's SQL, without its defects."""

from __future__ import annotations

import itertools

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.artifact import bfsvtab
from tests.examples import examples

GOLDEN = [(1, 2), (1, 3), (2, 4), (3, 4), (4, 5), (4, 6), (5, 7), (6, 7), (7, 8), (7, 9), (8, 10), (9, 10)]
CTE = """WITH RECURSIVE walk (id, distance) AS (
    SELECT ?1, 0 UNION SELECT t, distance + 1 FROM walk JOIN edges ON f = walk.id WHERE distance < 20)
    SELECT id, min(distance) FROM walk GROUP BY id ORDER BY id"""


def connect(edges: object = GOLDEN) -> apsw.Connection:
    con = apsw.Connection(":memory:")
    bfsvtab.register(con)
    con.execute("CREATE TABLE edges (f, t)")
    con.executemany("INSERT INTO edges VALUES (?, ?)", edges)
    return con


def walk(con: apsw.Connection, root: object, condition: str = "1", columns: str = "id, distance") -> list:
    sql = f"SELECT {columns} FROM bfsvtab(?, 'edges', 'f', 't') WHERE {condition}"
    return con.execute(sql, (root,)).fetchall()


@pytest.fixture
def con():
    return connect()


def test_the_golden_graph_is_walked_as_by_a_recursive_query(con):
    found = walk(con, 1, columns="id, parent, distance, shortest_path")
    assert [row[0] for row in found] == [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]
    assert found[0] == (1, None, 0, "/1/")
    assert found[3] == (4, 2, 2, "/1/2/4/")
    assert found[9] == (10, 8, 6, "/1/2/4/5/7/8/10/")
    assert [(row[0], row[2]) for row in found] == con.execute(CTE, (1,)).fetchall()


def by_hand(edges: list[tuple[object, object]], root: int) -> dict[int, tuple[int, int | None]]:
    """Node → (distance, parent), level by level."""
    found: dict[int, tuple[int, int | None]] = {root: (0, None)}
    level, distance = [root], 0
    while level:
        distance += 1
        reached = []
        for node in level:
            for source, target in edges:
                if source == node and type(source) is type(target) is int and target not in found:
                    found[target] = (distance, node)
                    reached.append(target)
        level = reached
    return found


END = st.one_of(st.integers(-3, 12), st.just((1 << 63) - 1), st.none(), st.just("7"), st.just(2.5))


@settings(max_examples=examples(150), deadline=None)
@given(edges=st.lists(st.tuples(END, END), max_size=40), root=st.integers(-3, 12), limit=st.integers(-1, 5))
def test_any_graph_is_walked_as_by_hand(edges, root, limit):
    con = connect(edges)
    rows = walk(con, root, columns="id, distance, parent, shortest_path")
    expected = by_hand(edges, root)
    assert {row[0]: (row[1], row[2]) for row in rows} == expected
    assert [row[1] for row in rows] == sorted(distance for distance, _ in expected.values())
    for node, distance, parent, path in rows:
        steps = path.strip("/").split("/")
        assert (steps[0], steps[-1], len(steps)) == (str(root), str(node), distance + 1)
        assert parent is None or steps[-2] == str(parent)
    near = {row[0] for row in rows if row[1] <= limit}
    assert {row[0] for row in walk(con, root, f"distance <= {limit}")} == near
    con.close()


def test_both_forms_give_the_same(con):
    con.execute("CREATE VIRTUAL TABLE walk USING bfsvtab(tablename=edges, fromcolumn=f, tocolumn=t)")
    assert con.execute("SELECT id, distance FROM walk WHERE root = 4").fetchall() == walk(con, 4)


@pytest.mark.parametrize(
    "arguments",
    [
        "tablename='edges', fromcolumn=\"f\", tocolumn=`t`",
        "TableName = [edges] , FROMCOLUMN=f, tocolumn=t,",
        "tocolumn=t, tablename=edges, fromcolumn=f",
    ],
)
def test_created_tables_take_quotes_any_order_and_a_trailing_comma(con, arguments):
    con.execute(f"CREATE VIRTUAL TABLE walk USING bfsvtab({arguments})")
    assert len(con.execute("SELECT * FROM walk WHERE root = 7").fetchall()) == 4


def test_conditions_override_what_create_said(con):
    con.execute("CREATE TABLE back AS SELECT t AS f, f AS t FROM edges")
    con.execute("CREATE VIRTUAL TABLE walk USING bfsvtab(tablename=edges, fromcolumn=f)")
    given_here = "SELECT id FROM walk WHERE root = 3 AND tocolumn = 't' AND tablename = 'back'"
    assert con.execute(given_here).fetchall() == [(3,), (1,)]
    assert con.execute("SELECT id FROM walk WHERE root = 3").fetchall() == []


def test_an_unknown_argument_is_named(con):
    with pytest.raises(apsw.SQLError, match=r"unrecognized argument: \[colour=red\]"):
        con.execute("CREATE VIRTUAL TABLE walk USING bfsvtab(tablename=edges, colour=red)")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("1, 'nowhere', 'f', 't'", "no such table: nowhere"),
        ("1, 'edges', 'nothing', 't'", "no such column: edges.nothing"),
        ("1, 'edges', 'f', 'nothing'", "no such column: edges.nothing"),
        ("""1, 'edges" --', 'f', 't'""", "no such table"),
    ],
)
def test_a_missing_table_or_column_is_named(con, arguments, message):
    with pytest.raises(apsw.SQLError, match=message):
        con.execute(f"SELECT * FROM bfsvtab({arguments})").fetchall()


@pytest.mark.parametrize(
    "arguments", ["", "(1)", "(1, 'edges')", "(1, 'edges', 'f')", "(NULL, 'edges', 'f', 't')"]
)
def test_without_root_or_table_there_are_no_rows(con, arguments):
    assert con.execute(f"SELECT * FROM bfsvtab{arguments}").fetchall() == []


@pytest.mark.parametrize("root", [None, "1", "one", 1.5, b"1"])
def test_a_root_that_is_no_integer_gives_no_rows(con, root):
    assert walk(con, root) == []


def test_an_unknown_root_is_one_row(con):
    assert walk(con, 99, columns="id, parent, distance, shortest_path") == [(99, None, 0, "/99/")]


def test_the_hidden_columns_tell_what_was_asked(con):
    hidden = "rowid, root, tablename, fromcolumn, tocolumn"
    assert walk(con, 10, columns=hidden) == [(10, 10, "edges", "f", "t")]
    assert len(con.execute("SELECT * FROM bfsvtab(10, 'edges', 'f', 't')").fetchone()) == 4


def test_several_roots_are_walked_each(con):
    sql = """SELECT root, id, distance FROM bfsvtab
        WHERE root IN (7, 8) AND tablename = 'edges' AND fromcolumn = 'f' AND tocolumn = 't'"""
    assert con.execute(sql).fetchall() == [(7, 7, 0), (7, 8, 1), (7, 9, 1), (7, 10, 2), (8, 8, 0), (8, 10, 1)]


def test_a_join_gives_the_roots(con):
    con.execute("CREATE TABLE starts (node); INSERT INTO starts VALUES (8), (9), (77)")
    joined = "SELECT node, id FROM starts JOIN bfsvtab(node, 'edges', 'f', 't') WHERE distance = 1"
    assert con.execute(joined).fetchall() == [(8, 10), (9, 10)]
    other_way = "SELECT node, id FROM bfsvtab(node, 'edges', 'f', 't') JOIN starts WHERE distance = 1"
    assert con.execute(other_way).fetchall() == [(8, 10), (9, 10)]


def test_views_and_temporary_tables_work(con):
    con.execute("CREATE VIEW seen AS SELECT f AS a, t AS b FROM edges WHERE f > 4")
    con.execute("CREATE TEMP TABLE brief AS SELECT 1 AS a, 2 AS b")
    assert len(con.execute("SELECT * FROM bfsvtab(7, 'seen', 'a', 'b')").fetchall()) == 4
    assert con.execute("SELECT id FROM bfsvtab(1, 'brief', 'a', 'b')").fetchall() == [(1,), (2,)]


@pytest.mark.parametrize(
    ("condition", "nodes"),
    [
        ("distance <= 1", 3),
        ("distance < 2", 3),
        ("distance < 1.5", 3),
        ("distance = 2", 1),
        ("distance <= 1 AND distance <= 5", 3),
        ("distance <= -1", 0),
        ("distance <= NULL", 0),
        ("distance >= 6", 1),
        ("distance IN (0, 6)", 2),
        ("distance <= 'text'", 10),
    ],
)
def test_conditions_on_distance_hold(con, condition, nodes):
    assert len(walk(con, 1, condition)) == nodes


def test_a_bound_on_distance_stops_the_walk(con):
    asked = []

    class Endless:
        def neighbours(self, node: int) -> list[int]:
            asked.append(node)
            return [node + 1]

    assert list(bfsvtab.search(Endless(), 0, 2, {})) == [(0, 0), (1, 1), (2, 2)]
    assert asked == [0, 1]
    sql = "EXPLAIN QUERY PLAN SELECT id FROM bfsvtab(1, 'edges', 'f', 't') WHERE distance <= 2"
    assert "2<=" in con.execute(sql).fetchone()[3]


def test_ids_of_63_bits_come_back_whole():
    big = [(1 << 62) + n for n in range(3)]
    con = connect(itertools.pairwise(big))
    assert walk(con, big[0], columns="id, parent, root, shortest_path")[2] == (
        big[2], big[1], big[0], f"/{big[0]}/{big[1]}/{big[2]}/",
    )  # fmt: skip


@pytest.mark.long
def test_a_very_deep_path_is_no_danger():
    con = connect([])
    numbers = "WITH RECURSIVE n (i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i < 399999)"
    con.execute(f"{numbers} INSERT INTO edges SELECT i, i + 1 FROM n")
    assert walk(con, 0, "id = 400000", "distance, length(shortest_path)") == [(400_000, 2_688_898)]


def test_changes_are_seen_whoever_makes_them(tmp_path):
    one, other = (apsw.Connection(str(tmp_path / "g.sqlite")) for _ in range(2))
    bfsvtab.register(one)
    one.execute("CREATE TABLE edges (f, t)")

    def reached() -> list[int]:
        return [node for (node,) in walk(one, 1, columns="id")]

    assert reached() == [1]
    one.execute("INSERT INTO edges VALUES (1, 2)")
    assert reached() == [1, 2]
    other.execute("INSERT INTO edges VALUES (2, 3)")
    assert reached() == [1, 2, 3]
    one.execute("BEGIN; INSERT INTO edges VALUES (3, 4)")
    assert reached() == [1, 2, 3, 4]
    one.execute("ROLLBACK")
    assert reached() == [1, 2, 3]
    one.execute("DROP TABLE edges; CREATE TABLE edges (f, t)")
    assert reached() == [1]
    one.execute("CREATE TEMP TABLE edges AS SELECT 1 AS f, 9 AS t")
    assert reached() == [1, 9]
    one.close()
    other.close()


def test_the_graph_is_read_once_while_nothing_changes(tmp_path):
    con = apsw.Connection(str(tmp_path / "g.sqlite"))
    bfsvtab.register(con)
    con.execute("CREATE TABLE edges (f, t); INSERT INTO edges VALUES (1, 2), (2, 3)")
    statements: list[str] = []
    con.exec_trace = lambda cursor, sql, bindings: statements.append(sql) or True
    for root in (1, 2, 1):
        walk(con, root)
    assert sum('FROM "edges"' in sql for sql in statements) == 1
    con.close()


def test_it_cannot_be_written_to(con):
    for sql in ("INSERT INTO bfsvtab (id) VALUES (1)", "DELETE FROM bfsvtab"):
        with pytest.raises(apsw.Error):
            con.execute(sql)
