"""Whatever is changed behind the artifact's back, `verify` says so in words."""

from __future__ import annotations

import apsw
import pytest

from graphrag_batch.artifact import vec0
from graphrag_batch.artifact.verify import verify
from graphrag_batch.errors import ArtifactMissing
from tests.artifact.rows import DOCUMENTS, SKIPPED, tamper, write

GUIDE = DOCUMENTS[0].doc[0]


@pytest.fixture
def artifact(tmp_path):
    write(tmp_path / "a.sqlite", DOCUMENTS, skipped=SKIPPED)
    return tmp_path / "a.sqlite"


def test_a_good_artifact_has_no_problems_and_its_own_digests(artifact, tmp_path):
    meta = write(tmp_path / "again.sqlite", DOCUMENTS, skipped=SKIPPED)
    found = verify(artifact)
    assert (found.ok, found.problems) == (True, ())
    assert (found.content_digest, found.vector_digest) == (meta["content_digest"], meta["vector_digest"])


TAMPERINGS = {
    "a row of text changed": ("UPDATE chunks SET text = 'x'", "rows of docs/guide.md"),
    "a document's digest changed": ("UPDATE docs SET digest = 'x'", "rows of docs/guide.md"),
    "a skipped path removed": ("DELETE FROM skipped", "content digest"),
    "a document removed": (f"DELETE FROM docs WHERE id = {GUIDE}", "rows of chunks have a doc"),
    "a section removed": ("DELETE FROM sections", "rows of chunks have a section"),
    "an entity removed": ("DELETE FROM entities", "rows of relations have a src"),
    "a relation removed": ("DELETE FROM relations", "evidence belong to no relation"),
    "the counts changed": (
        "UPDATE meta SET value = json_set(value, '$.docs', 7) WHERE key = 'counts'",
        "7 are recorded",
    ),
    "the content digest changed": (
        "UPDATE meta SET value = 'ff' WHERE key = 'content_digest'",
        "content digest",
    ),
    "a vector changed": ("UPDATE vectors SET vec = zeroblob(16)", "vector digest"),
    "a vector shortened": ("UPDATE vectors SET vec = x'01'", "vectors have not 16 dimensions"),
    "a vector removed": ("DELETE FROM vectors", "windows of chunks have no vector"),
    "windows removed": ("DELETE FROM chunk_windows", "vectors belong to no chunk"),
    "the graph changed": ("UPDATE graph_csr SET value = x'' WHERE name = 'weights'", "graph_csr"),
    "a word too many": ("INSERT INTO chunks_fts (rowid, text) VALUES (1, 'ghost')", "chunks_fts does not"),
    "full text emptied": ("INSERT INTO docs_fts (docs_fts) VALUES ('delete-all')", "docs_fts does not have"),
    "full text of entities emptied": (
        "INSERT INTO entities_fts (entities_fts) VALUES ('delete-all')",
        "entities_fts does not have",
    ),
    "an index page lost": ("DELETE FROM docs_fts_data WHERE id > 10", "docs_fts"),
}


@pytest.mark.sample(6)
@pytest.mark.parametrize("tampering", TAMPERINGS)
def test_tampering_is_named(tampering, artifact):
    statement, words = TAMPERINGS[tampering]
    tamper(artifact, statement)
    problems = verify(artifact).problems
    assert any(words in problem for problem in problems), problems


def test_a_word_deleted_by_the_wrong_text_is_noticed(artifact):
    con = apsw.Connection(str(artifact))
    key = con.execute("SELECT id FROM chunks WHERE text LIKE '%parseURLs%'").get
    row = "'How to misparse quickly', 'parse urls', '', 'docs guide md'"
    con.close()
    columns = "chunks_fts, rowid, text, ident, cjk, path"
    tamper(artifact, f"INSERT INTO chunks_fts ({columns}) VALUES ('delete', {key}, {row})")
    assert any("chunks_fts" in problem for problem in verify(artifact).problems)


def test_a_vec0_table_that_lags_behind_is_noticed(artifact):
    con = apsw.Connection(str(artifact))
    assert vec0.load(con) == ""
    con.execute("DELETE FROM chunk_vec WHERE rowid = (SELECT min(id) FROM vectors)")
    con.close()
    assert verify(artifact).problems == ("chunk_vec does not hold what vectors does",)


def test_a_missing_artifact_cannot_be_verified(tmp_path):
    with pytest.raises(ArtifactMissing):
        verify(tmp_path / "none.sqlite")


def test_verifying_changes_nothing(artifact):
    before = artifact.read_bytes()
    verify(artifact)
    assert artifact.read_bytes() == before
    assert [path.name for path in artifact.parent.iterdir()] == ["a.sqlite"]
