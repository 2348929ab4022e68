"""Proof that an artifact's graph is that of its documents: everything is resolved again from the rows.

A build only looks at what a change concerns, so what it does not look at must be right: the graph, the names
that documents are found by, and what each of them asked for. Reads only.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.artifact.read import choose, connect, open_artifact
from graphrag_batch.build import facts
from graphrag_batch.build.corpus import contribution
from graphrag_batch.build.identity import tool_fingerprint
from graphrag_batch.build.names import World, keyed, packed
from graphrag_batch.fingerprint import id63
from graphrag_batch.stages.imports import package_offers
from graphrag_batch.stages.relate import COUNTED, url_entity, with_popularity

if TYPE_CHECKING:
    import apsw

Row = tuple[Any, ...]


def corpus_problems(path: Path) -> tuple[str, ...]:
    """What is wrong with the graph of an artifact, in plain words. Takes about as long as making it.

    Nothing is said of one that another version of the tool made, which may have had other rules. Raises an
    ArtifactError when it cannot even be opened; what damaged rows lead to is a finding.
    """
    with open_artifact(path) as artifact:
        if artifact.meta.get("tool_fingerprint") != tool_fingerprint():
            return ()
    with reading(path) as rows:
        try:
            return tuple(_problems(rows))
        except Exception as error:  # cannot be foreseen
            return (f"the graph cannot be made again: {type(error).__name__}: {error}",)


@contextmanager
def reading(path: Path) -> Iterator[facts.Rows]:
    """The rows of an artifact, for reading alone."""
    con = connect(path)
    try:
        yield _Reader(con)
    finally:
        con.close()


def _problems(rows: facts.Rows) -> Iterator[str]:
    docs = [doc for (doc,) in rows.execute("SELECT id FROM docs")]
    skipped = [skip for (skip,) in rows.execute("SELECT path FROM skipped")]
    offers = {pair for found in facts.read(rows, docs, links=False) for pair in keyed(found.offers())}
    for each in skipped:
        offers |= keyed(package_offers(id63("doc", each), each))
    wanted: dict[str, set[Row]] = {"offers": {*offers}, "asked": set(), "entities": set()}
    wanted |= {"relations": set(), "evidence": set()}
    world, urls = World(rows, len(docs)), dict[int, str]()
    for found in facts.read(rows, docs):
        world.asked.clear()
        graph = contribution(found, world)
        if world.asked:
            wanted["asked"].add((found.doc.id, packed(world.asked)))
        for table in ("entities", "relations", "evidence"):
            wanted[table].update(getattr(graph, table))
        urls |= graph.urls
    popularity = Counter(row[1] for row in wanted["relations"] if row[2] in COUNTED)
    wanted["entities"] = {with_popularity(row, popularity[row[0]]) for row in wanted["entities"]}
    wanted["entities"] |= {url_entity(url, popularity[key]) for key, url in urls.items()}
    for table, expected in wanted.items():
        yield from _compare(table, {*rows.execute(f"SELECT * FROM {table}")}, expected)


def _compare(table: str, held: set[Row], expected: set[Row]) -> Iterator[str]:
    for some, what in ((held - expected, "that should not be there"), (expected - held, "too few")):
        if some:
            yield f"{table}: {len(some)} rows {what}, such as {min(some, key=repr)!r:.120}"


class _Reader:
    def __init__(self, con: apsw.Connection) -> None:
        self._con = con

    def execute(self, sql: str, args: Sequence[Any] = ()) -> list[Row]:
        """Rows of a query."""
        return self._con.execute(sql, args).fetchall()

    def choose(self, docs: Iterable[int]) -> None:
        """Makes the table `temp.chosen` hold these ids."""
        choose(self._con, docs)
