"""`bfsvtab`: breadth-first search as a SQLite virtual table, with the columns of the public extension.

    SELECT id, distance FROM bfsvtab(1, 'edges', 'src', 'dst') WHERE distance <= 2
    CREATE VIRTUAL TABLE walk USING bfsvtab(tablename=edges, fromcolumn=src, tocolumn=dst)

Columns `id, parent, distance, shortest_path`; hidden `root, tablename, fromcolumn, tocolumn`, which an
`=` in WHERE sets, over what CREATE said. The root comes first with distance 0 and no parent; each
node once, nearest first. A root the graph does not know is one row; without an integer root or a
table there are no rows. Edges whose ends are not both integers are skipped. Ids are 64-bit,
`distance <= k` stops the walk at k, and nothing recurses.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any, Protocol

import apsw

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAME = "bfsvtab"

_SCHEMA = """CREATE TABLE x (
    id INTEGER, parent INTEGER, distance INTEGER, shortest_path TEXT,
    root HIDDEN, tablename HIDDEN, fromcolumn HIDDEN, tocolumn HIDDEN)"""
_ID, _PARENT, _DISTANCE, _PATH, _ROOT, _TABLE, _FROM, _TO = range(8)
_SETTABLE = {"tablename": _TABLE, "fromcolumn": _FROM, "tocolumn": _TO}
_QUOTES = {"'": "'", '"': '"', "`": "`", "[": "]"}
_BOUNDS = {
    apsw.SQLITE_INDEX_CONSTRAINT_EQ: "=",
    apsw.SQLITE_INDEX_CONSTRAINT_LE: "<=",
    apsw.SQLITE_INDEX_CONSTRAINT_LT: "<",
}
_GRAPHS_KEPT = 8


def register(con: apsw.Connection) -> None:
    """Makes `bfsvtab` known to a connection."""
    module: Any = Module()
    con.create_module(NAME, module, use_bestindex_object=True, eponymous=True, read_only=True)


class Neighbours(Protocol):
    """What a walk needs to know of a graph."""

    def neighbours(self, node: int) -> list[int]:
        """Where edges from `node` lead."""
        ...


class Graph:
    """Out-neighbours of every node, in the order of the edge table's rows."""

    def __init__(self, src: NDArray[np.int64], dst: NDArray[np.int64]) -> None:
        import numpy as np

        from graphrag_batch.artifact.csr import compress

        nodes, rows = np.unique(src, return_inverse=True)
        self._indptr, order = compress(len(nodes), rows)
        self._targets = dst[order]
        self._position = {node: n for n, node in enumerate(nodes.tolist())}

    def neighbours(self, node: int) -> list[int]:
        """Where edges from `node` lead; an edge stored twice leads there twice."""
        at = self._position.get(node)
        if at is None:
            return []
        targets: list[int] = self._targets[self._indptr[at] : self._indptr[at + 1]].tolist()
        return targets


class Module:
    """The virtual-table module: one per connection; keeps the graphs it has read."""

    def __init__(self) -> None:
        self._graphs: dict[Any, Graph] = {}

    def Connect(
        self, con: apsw.Connection, module: str, database: str, table: str, *args: str
    ) -> tuple[str, Table]:
        """A table with the arguments of CREATE VIRTUAL TABLE, if any."""
        return _SCHEMA, Table(self, con, dict(map(_argument, filter(str.strip, args))))

    Create = Connect

    def graph(self, con: apsw.Connection, table: str, source: str, target: str) -> Graph:
        """The graph in two columns of a table or view: kept while no database has changed.

        Inside a transaction nothing is kept, since a rollback leaves no trace to notice.
        """
        version = None if con.in_transaction else _version(con)
        key = (table, source, target, version)
        if version is not None and key in self._graphs:
            return self._graphs[key]
        graph = _read(con, table, source, target)
        if version is not None:
            while len(self._graphs) >= _GRAPHS_KEPT:
                self._graphs.pop(next(iter(self._graphs)))
            self._graphs[key] = graph
        return graph


class Table:
    """One virtual table: `defaults` are the hidden columns that CREATE set."""

    def __init__(self, module: Module, con: apsw.Connection, defaults: dict[int, str]) -> None:
        self.module = module
        self.con = con
        self.defaults = defaults

    def BestIndexObject(self, index: Any) -> bool:
        """Takes `=` on hidden columns and an upper bound on `distance`, naming them in `idxStr`."""
        taken: list[str] = []
        for n in range(index.nConstraint):
            column, op = index.get_aConstraint_iColumn(n), index.get_aConstraint_op(n)
            hidden = column >= _ROOT and op == apsw.SQLITE_INDEX_CONSTRAINT_EQ
            bound = column == _DISTANCE and op in _BOUNDS
            if hidden and not index.get_aConstraint_usable(n):
                return False
            if (hidden or bound) and index.get_aConstraint_usable(n):
                taken.append(f"{column}{_BOUNDS[op]}")
                index.set_aConstraintUsage_argvIndex(n, len(taken))
                index.set_aConstraintUsage_omit(n, hidden)
        index.idxStr = " ".join(taken)
        index.estimatedCost = 100.0 if f"{_ROOT}=" in taken else 1e9
        return True

    def Open(self) -> Cursor:
        """A cursor over no rows yet."""
        return Cursor(self)

    def Disconnect(self) -> None:
        """Nothing to let go of."""

    Destroy = Disconnect


class Cursor:
    """One traversal. Rows are found as they are asked for."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._hidden: dict[int, Any] = {}
        self._parents: dict[int, int | None] = {}
        self._walk: Iterator[tuple[int, int]] = iter(())
        self._row: tuple[int, int] | None = None

    def Filter(self, number: int, text: str, values: tuple[Any, ...]) -> None:
        """Starts the traversal that the constraints named by `BestIndexObject` ask for."""
        self._hidden = dict(self._table.defaults)
        limit: float = float("inf")
        for name, value in zip(text.split(), values, strict=True):
            column = int(name[0])
            if column == _DISTANCE:
                limit = min(limit, _limit(name[1:], value))
            else:
                self._hidden[column] = value
        self._parents = {}
        self._walk = self._start(limit)
        self.Next()

    def Eof(self) -> bool:
        """Has the traversal ended?"""
        return self._row is None

    def Next(self) -> None:
        """On to the next node."""
        self._row = next(self._walk, None)

    def Rowid(self) -> int:
        """The node's id."""
        return self._current[0]

    def Column(self, number: int) -> Any:
        """A column of the present node."""
        node, distance = self._current
        if number in (_ID, -1):
            return node
        if number == _PARENT:
            return self._parents[node]
        if number == _DISTANCE:
            return distance
        return self._path(node) if number == _PATH else self._hidden.get(number)

    def Close(self) -> None:
        """Forgets the traversal."""
        self._walk, self._parents, self._row = iter(()), {}, None

    @property
    def _current(self) -> tuple[int, int]:
        if self._row is None:
            raise apsw.SQLError("no row here")
        return self._row

    def _start(self, limit: float) -> Iterator[tuple[int, int]]:
        root = self._hidden.get(_ROOT)
        names = [self._hidden.get(column) for column in (_TABLE, _FROM, _TO)]
        if type(root) is not int or not all(isinstance(name, str) and name for name in names):
            return iter(())
        graph = self._table.module.graph(self._table.con, *map(str, names))
        return search(graph, root, limit, self._parents)

    def _path(self, node: int) -> str:
        steps = []
        step: int | None = node
        while step is not None:
            steps.append(str(step))
            step = self._parents[step]
        return f"/{'/'.join(reversed(steps))}/"


def search(
    graph: Neighbours, root: int, limit: float, parents: dict[int, int | None]
) -> Iterator[tuple[int, int]]:
    """(node, distance) within `limit`, nearest first, noting in `parents` where each came from."""
    parents[root] = None
    level, distance = [root], 0
    while level and distance <= limit:
        following: list[int] = []
        for node in level:
            yield node, distance
            if distance < limit:
                for neighbour in graph.neighbours(node):
                    if neighbour not in parents:
                        parents[neighbour] = node
                        following.append(neighbour)
        level, distance = following, distance + 1


def _limit(op: str, value: Any) -> float:
    """The greatest distance that can satisfy `distance op value`; SQLite checks again after us."""
    if not isinstance(value, int | float):
        return -1 if value is None else float("inf")
    return value - 1 if op == "<" and isinstance(value, int) else value


def _argument(raw: str) -> tuple[int, str]:
    key, _, value = (part.strip() for part in raw.partition("="))
    if key.lower() not in _SETTABLE:
        raise apsw.SQLError(f"unrecognized argument: [{raw.strip()}]")
    if len(value) > 1 and _QUOTES.get(value[0]) == value[-1]:
        value = value[1:-1].replace(value[-1] * 2, value[-1])
    return _SETTABLE[key.lower()], value


def _version(con: apsw.Connection) -> tuple[Any, ...]:
    """Changes whenever a database of this connection does, by whatever hand."""
    names = [row[1] for row in con.execute("PRAGMA database_list").fetchall()]
    counters = [
        con.execute(f"PRAGMA {_quoted(str(name))}.{pragma}").get
        for name in names
        for pragma in ("data_version", "schema_version")
    ]
    return (*counters, con.total_changes())


def _read(con: apsw.Connection, table: str, source: str, target: str) -> Graph:
    import numpy as np

    name, src, dst = map(_quoted, (table, source, target))
    # Qualified, so that a column that is not there is an error and not a string.
    src, dst = f"{name}.{src}", f"{name}.{dst}"
    rows = con.execute(
        f"""SELECT {src}, {dst} FROM {name}
        WHERE typeof({src}) = 'integer' AND typeof({dst}) = 'integer'"""
    ).fetchall()
    edges = np.array(rows, dtype=np.int64).reshape(-1, 2)
    return Graph(edges[:, 0], edges[:, 1])


def _quoted(name: str) -> str:
    return '"' + name.replace('"', '""') + '"'
