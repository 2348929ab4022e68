"""Proof that an artifact's graph and its copies are those of its documents: all is found again from the rows.

A build only looks at what a change concerns, so what it does not look at must be right: the graph, the names
that documents are found by, and what each of them asked for. Copies are looked for with datasketch, so that
what is ours there is held against what is not. Reads only.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.artifact import schema
from graphrag_batch.artifact.read import choose, connect, open_artifact
from graphrag_batch.artifact.write import change_rows
from graphrag_batch.build.corpus import CorpusStage
from graphrag_batch.build.duplicates import may_be_one
from graphrag_batch.build.identity import tool_fingerprint
from graphrag_batch.build.work import Work
from graphrag_batch.config import load_config
from graphrag_batch.stages.dedupe import BANDS, PERMUTATIONS, band_keys, permutations, preference

if TYPE_CHECKING:
    import apsw

    from graphrag_batch.config import ExtractConfig

Row = tuple[Any, ...]

# What a build makes of all documents, and the indexes that it needs for that.
_MADE = (
    "offers", "asked", "entities", "relations", "evidence", "mentions", "names", "anchors", "pairs", "terms",
    "gazetteer", "blocks", "roots", "doubts",
)  # fmt: skip
_INDEXES = (
    "entities_doc", "relations_dst", "mentions_entity", "evidence_doc", "terms_docs", "blocks_norm",
    "pairs_long", "roots_root", "roots_entity", "doubts_other",
)  # fmt: skip

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
        config = load_config(artifact.meta["config"], "the recorded configuration")
    with reading(path) as rows:
        try:
            return (*_copies(rows, config.dedupe.threshold), *_problems(rows, config.extract))
        except Exception as error:  # cannot be foreseen
            return (f"the graph cannot be made again: {type(error).__name__}: {error}",)


@contextmanager
def reading(path: Path) -> Iterator[_Reader]:
    """The rows of an artifact, for reading alone."""
    con = connect(path)
    try:
        yield _Reader(con)
    finally:
        con.close()


def _problems(rows: _Reader, config: ExtractConfig) -> Iterator[str]:
    docs = [doc for (doc,) in rows.execute("SELECT id FROM docs")]
    skipped = [skip for (skip,) in rows.execute("SELECT path FROM skipped")]
    held = {table: {*rows.execute(f"SELECT * FROM {table}")} for table in _MADE}
    rows.hide(_MADE)
    stage = CorpusStage(rows, Work(), config)
    stage.skip((), skipped)
    stage.update(docs)
    for table in _MADE:
        yield from _compare(table, held[table], {*rows.execute(f"SELECT * FROM {table}")})


def _copies(rows: _Reader, threshold: float) -> Iterator[str]:
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
    """The rows of an artifact. What is changed is changed in temporary tables that hide its own."""

    def __init__(self, con: apsw.Connection) -> None:
        self._con = con

    def execute(self, sql: str, args: Sequence[Any] = ()) -> list[Row]:
        """Rows of a query."""
        return self._con.execute(sql, args).fetchall()

    def choose(self, docs: Iterable[int]) -> None:
        """Makes the table `temp.chosen` hold these ids."""
        choose(self._con, docs)

    def hide(self, tables: Iterable[str]) -> None:
        """Puts an empty table in place of each."""
        for table in tables:
            ddl = {**schema.LOGICAL, **schema.DERIVED}[table]
            self._con.execute(ddl.replace("CREATE TABLE ", "CREATE TABLE temp.", 1))
        for index in _INDEXES:
            ddl = {**schema.INDEXES, **schema.DERIVED}[index]
            self._con.execute(ddl.replace("CREATE INDEX ", "CREATE INDEX temp.", 1))

    def change(self, table: str, removed: Iterable[Row], added: Iterable[Row]) -> None:
        """Takes rows out of a hidden table and puts others in."""
        change_rows(self._con, table, sorted(removed), sorted(added))

    def set_asked(self, asked: Iterable[tuple[int, bytes]]) -> None:
        """What documents asked for."""
        self._con.executemany("INSERT OR REPLACE INTO asked VALUES (?, ?)", asked)
