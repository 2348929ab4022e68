"""Proof that an artifact's graph and its copies are those of its documents: all is found again from the rows.

A build only looks at what a change concerns, so what it does not look at must be right: the graph, the names
that documents are found by, and what each of them asked for. Copies are looked for with datasketch, so that
what is ours there is held against what is not. Reads only.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.artifact.read import choose, connect, open_artifact
from graphrag_batch.build import facts
from graphrag_batch.build.corpus import contribution
from graphrag_batch.build.duplicates import may_be_one
from graphrag_batch.build.identity import tool_fingerprint
from graphrag_batch.build.names import World, keyed, packed
from graphrag_batch.fingerprint import id63
from graphrag_batch.stages.dedupe import BANDS, PERMUTATIONS, band_keys, permutations, preference
from graphrag_batch.stages.imports import package_offers
from graphrag_batch.stages.relate import COUNTED, url_entity, with_popularity

if TYPE_CHECKING:
    import apsw

Row = tuple[Any, ...]

_SKETCHES = "SELECT s.form, s.lang, s.signature, d.path, d.id FROM sketches s JOIN docs d ON d.id = s.doc"


def corpus_problems(path: Path) -> tuple[str, ...]:
    """What is wrong with the graph of an artifact and its list of copies, in plain words. Takes about as long
    as making them.

    Nothing is said of one that another version of the tool made, which may have had other rules. Raises an
    ArtifactError when it cannot even be opened; what damaged rows lead to is a finding.
    """
    with open_artifact(path) as artifact:
        if artifact.meta.get("tool_fingerprint") != tool_fingerprint():
            return ()
        threshold = json.loads(artifact.meta["config"])["dedupe"]["threshold"]
    with reading(path) as rows:
        try:
            return (*_problems(rows), *_copies(rows, threshold))
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


def _copies(rows: facts.Rows, threshold: float) -> Iterator[str]:
    forms: dict[tuple[int, str, bytes], list[tuple[str, int]]] = {}
    for form, lang, signature, path, doc in rows.execute(_SKETCHES):
        forms.setdefault((form, lang, signature), []).append((path, doc))
    best = {key[0]: min(members, key=_order) for key, members in forms.items()}
    alike = _alike(forms, threshold) if any(signature for _, _, signature in forms) else {}
    bands, expected = set(), set()
    for (form, _, signature), members in forms.items():
        bands |= {(key, form) for key in band_keys(signature)}
        near = {best[other]: share for other, share in alike.get(form, {}).items()} | {best[form]: 1.0}
        counts = min(near, key=_order)
        expected |= {(doc, counts[1], near[counts]) for _, doc in members if doc != counts[1]}
    yield from _compare("bands", {*rows.execute("SELECT * FROM bands")}, bands)
    yield from _compare("duplicates", {*rows.execute("SELECT * FROM duplicates")}, expected)


def _alike(forms: Iterable[tuple[int, str, bytes]], threshold: float) -> dict[int, dict[int, float]]:
    """Form → the other forms that are like it → how alike they are."""
    import numpy as np
    from datasketch import MinHash, MinHashLSH

    bands = MinHashLSH(num_perm=PERMUTATIONS, params=(BANDS, PERMUTATIONS // BANDS))
    signed = {
        form: (lang, MinHash(hashvalues=np.frombuffer(signature, "<u4"), permutations=permutations(),
                             scheme="affine32"))
        for form, lang, signature in forms if signature
    }  # fmt: skip
    for form, (_, signature) in signed.items():
        bands.insert(form, signature)
    found: dict[int, dict[int, float]] = {}
    for form, (lang, signature) in signed.items():
        for other in bands.query(signature):
            share = signature.jaccard(signed[other][1])
            if other != form and share >= threshold and may_be_one(lang, signed[other][0]):
                found.setdefault(form, {})[other] = share
    return found


def _order(member: tuple[str, int]) -> tuple[Any, ...]:
    return preference(member[0])


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
