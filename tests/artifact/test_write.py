"""After any history an artifact is what a fresh build of the same documents is."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.artifact import schema, vec0
from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.artifact.verify import verify
from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.errors import ArtifactForeign
from graphrag_batch.fingerprint import id63
from graphrag_batch.records import Skip
from graphrag_batch.stages.assemble import DocumentRows
from tests.artifact import rows
from tests.artifact.rows import DIM, DOCUMENTS, META, SKIPPED, corpus, direction, document, tamper, write
from tests.examples import examples

PATHS = ("a.md", "docs/B.md", "src/getUserName.py", "深い/路.md")
TEXTS = (
    (),
    ("How to parseURLs quickly and then parse again",),
    ("How to parseURLs quickly and then parse again", "東京の天気は良い today", "the end of HTTPServer2"),
    ("user_id and user_name", "東京の天気は良い today"),
    ("one\x00two naïve café",),
)
QUESTIONS = ("parse", '"user name"', "天気", "http OR user", "café", "get", '"東京 京の"')
TEXT = st.none() | st.integers(0, len(TEXTS) - 1)
EDIT = st.tuples(st.sampled_from(PATHS), TEXT, st.sampled_from((0, 5)))
HISTORIES = st.lists(st.lists(EDIT, max_size=3), min_size=1, max_size=4)


def replay(file: Path, history: list[list[tuple[str, int | None, int]]]) -> dict[str, DocumentRows]:
    """Runs one build per step; None deletes a path. Returns the documents at the end."""
    state: dict[str, DocumentRows] = {}
    for step in history:
        edits = {path: (text, overlap) for path, text, overlap in step}
        added = [document(path, TEXTS[text], o) for path, (text, o) in edits.items() if text is not None]
        removed = [id63("doc", path) for path, (text, _) in edits.items() if text is None]
        for path in edits:
            state.pop(path, None)
        state |= {made.doc[1]: made for made in added}
        write(file, added, removed, state.values(), SKIPPED[: len(step) % 2])
    return state


def answers(artifact: Artifact) -> dict[str, object]:
    """What the derived tables say, with everything that ranking reads."""
    found: dict[str, object] = {}
    for table in ("chunks_fts", "docs_fts", "entities_fts"):
        for question in QUESTIONS:
            sql = f"SELECT rowid, bm25({table}) FROM {table} WHERE {table} MATCH ? ORDER BY rowid"
            found[f"{table} {question}"] = artifact.execute(sql, (question,))
    for seed in range(3):
        ids, scores = artifact.nearest(direction(seed), 5)
        found[f"nearest {seed}"] = (ids.tolist(), scores.tolist())
    found["graph"] = artifact.execute("SELECT * FROM graph_csr", blobs=True)
    return found


def logical_rows(artifact: Artifact) -> dict[str, object]:
    return {
        name: artifact.execute(f"SELECT * FROM {name} ORDER BY {columns}", blobs=True)
        for name, columns in schema.COLUMNS.items()
        if name != "meta"
    }


@settings(max_examples=examples(25), deadline=None)
@given(history=HISTORIES)
def test_any_history_ends_as_a_fresh_build_does(history, tmp_path_factory):
    folder = tmp_path_factory.mktemp("history")
    state = replay(folder / "old.sqlite", history)
    write(folder / "new.sqlite", state.values(), skipped=SKIPPED[: len(history[-1]) % 2])
    with open_artifact(folder / "old.sqlite") as old, open_artifact(folder / "new.sqlite") as new:
        assert old.meta == new.meta
        assert logical_rows(old) == logical_rows(new)
        assert answers(old) == answers(new)
    assert verify(folder / "old.sqlite").problems == ()


def test_the_derived_tables_do_answer(tmp_path):
    write(tmp_path / "a.sqlite", [document(path, TEXTS[3]) for path in PATHS])
    with open_artifact(tmp_path / "a.sqlite") as artifact:
        found = answers(artifact)
    assert len(found['chunks_fts "user name"']) == len(PATHS) + 1
    assert len(found['docs_fts "東京 京の"']) == len(PATHS)
    assert [key for key, _ in found["entities_fts get"]] == [id63("doc", "src/getUserName.py")]
    assert len(found["nearest 0"][0]) > 1


def test_the_order_of_adding_does_not_show(tmp_path):
    one = write(tmp_path / "one.sqlite", DOCUMENTS)
    other = write(tmp_path / "other.sqlite", DOCUMENTS[::-1])
    assert one == other


A_COLUMN = {
    "docs": "title", "skipped": "reason", "sections": "title", "chunks": "tokens", "chunk_windows": "ordinal",
    "symbols": "kind", "links": "text", "redactions": "count", "sketches": "form", "extracts": "value",
    "entities": "popularity", "relations": "count", "evidence": "pattern", "mentions": "score",
    "duplicates": "similarity",
}  # fmt: skip


def test_every_logical_table_is_tried_below():
    assert set(A_COLUMN) | {"meta", "vectors"} == set(schema.LOGICAL)


@pytest.mark.sample(5)
@pytest.mark.parametrize("table", A_COLUMN)
def test_every_logical_table_counts_in_the_content_digest(table, tmp_path):
    meta = write(tmp_path / "a.sqlite", DOCUMENTS, skipped=SKIPPED)
    column = A_COLUMN[table]
    numbers = ("tokens", "ordinal", "popularity", "count", "form", "similarity")
    change = f"{column} + 41" if column in numbers else f"{column} || '!'"
    tamper(tmp_path / "a.sqlite", f"UPDATE {table} SET {column} = {change}")
    verification = verify(tmp_path / "a.sqlite")
    if table in schema.PER_DOCUMENT:
        assert any("do not have the digest recorded" in problem for problem in verification.problems)
    else:
        assert verification.content_digest != meta["content_digest"]
        assert "the content digest is not the one recorded" in verification.problems


def test_vectors_have_a_digest_of_their_own(tmp_path):
    meta = write(tmp_path / "a.sqlite", DOCUMENTS)
    tamper(tmp_path / "a.sqlite", "UPDATE vectors SET scale = scale + 1")
    verification = verify(tmp_path / "a.sqlite")
    assert verification.content_digest == meta["content_digest"]
    assert verification.vector_digest != meta["vector_digest"]


def test_an_exception_leaves_the_file_as_it_was(tmp_path):
    write(tmp_path / "a.sqlite", DOCUMENTS)
    before = (tmp_path / "a.sqlite").read_bytes()
    with pytest.raises(ZeroDivisionError), ArtifactWriter(tmp_path / "a.sqlite") as writer:
        writer.remove_documents(n if n else 1 // n for n in (DOCUMENTS[0].doc[0], 0))
    assert (tmp_path / "a.sqlite").read_bytes() == before


def test_an_unfinished_artifact_is_not_committed(tmp_path):
    with pytest.raises(RuntimeError, match="finished"), ArtifactWriter(tmp_path / "a.sqlite") as writer:
        writer.add_documents(DOCUMENTS)
    with pytest.raises(ArtifactForeign):
        open_artifact(tmp_path / "a.sqlite")


def test_another_database_is_not_written_to(tmp_path):
    tamper(tmp_path / "other.sqlite", "CREATE TABLE theirs (x)")
    before = (tmp_path / "other.sqlite").read_bytes()
    with pytest.raises(ArtifactForeign):
        ArtifactWriter(tmp_path / "other.sqlite")
    assert (tmp_path / "other.sqlite").read_bytes() == before


def test_only_texts_without_a_vector_are_missing_one(tmp_path):
    write(tmp_path / "a.sqlite", DOCUMENTS[:1])
    with ArtifactWriter(tmp_path / "a.sqlite") as writer:
        assert writer.missing_vectors() == []
        writer.add_documents(DOCUMENTS[1:])
        missing = writer.missing_vectors()
        assert missing == sorted((id63("vector", key), key) for key in DOCUMENTS[1].embed)
        writer.add_vectors((key, text, *rows.vector(text)) for key, text in missing)
        assert writer.missing_vectors() == []
        writer.finish(META, DIM)


def test_vectors_that_no_chunk_needs_any_more_go(tmp_path):
    write(tmp_path / "a.sqlite", DOCUMENTS)
    write(tmp_path / "a.sqlite", [], [DOCUMENTS[0].doc[0]], DOCUMENTS[1:])
    with open_artifact(tmp_path / "a.sqlite") as artifact:
        assert artifact.matrix().ids.tolist() == sorted(id63("vector", key) for key in DOCUMENTS[1].embed)


@pytest.mark.long
def test_the_vector_table_does_not_grow_with_every_change(tmp_path):
    kept = document("kept.md", ["stays for ever"])
    write(tmp_path / "a.sqlite", [kept])
    for n in range(6):
        page = document("page.md", [f"paragraph {n} {m}" for m in range(500)])
        write(tmp_path / "a.sqlite", [page], state=[kept, page])
        with open_artifact(tmp_path / "a.sqlite") as artifact:
            assert artifact.execute(f"SELECT count(*) FROM {vec0.TABLE}_chunks")[0][0] <= 2
            assert artifact.vec0 == ""
            ids = {key for (key,) in artifact.execute(f"SELECT rowid FROM {vec0.TABLE}")}
            assert ids == {id63("vector", key) for key in (*kept.embed, *page.embed)}


def test_room_that_is_free_is_given_back(tmp_path):
    file, words = tmp_path / "a.sqlite", " ".join(f"word{n}" for n in range(2000))
    many = [document(f"big{n}.md", (f"{words} {n}",)) for n in range(30)]
    small = document("small.md", ("few words",))
    write(file, [*many, small], [], [*many, small], [])
    full = file.stat().st_size
    write(file, [], [made.doc[0] for made in many], [small], [])
    assert file.stat().st_size < full / 4
    with open_artifact(file) as artifact:
        assert artifact.execute("PRAGMA freelist_count") == [(0,)]


def test_vectors_of_another_model_are_refused(tmp_path):
    write(tmp_path / "a.sqlite", DOCUMENTS)
    with pytest.raises(ValueError, match="another model"), ArtifactWriter(tmp_path / "a.sqlite") as writer:
        writer.finish(META, DIM * 2)


def test_an_artifact_without_vectors_is_whole(tmp_path):
    with ArtifactWriter(tmp_path / "a.sqlite") as writer:
        writer.add_documents(DOCUMENTS)
        for table, made in zip(rows.CORPUS, corpus(DOCUMENTS), strict=True):
            writer.change(table, [], made)
        writer.finish({**META, "degraded_reason": "embed.model is none"}, 0)
    assert verify(tmp_path / "a.sqlite").ok
    with open_artifact(tmp_path / "a.sqlite") as artifact:
        assert artifact.vec0 == "no vectors"
        assert len(artifact.matrix()) == len(artifact.nearest(direction(0), 3)[0]) == 0


def test_without_the_extension_there_is_no_vec0_table_and_answers_are_the_same(tmp_path, monkeypatch):
    write(tmp_path / "with.sqlite", DOCUMENTS)
    monkeypatch.setattr(vec0, "PACKAGE", "no_such_package")
    meta = write(tmp_path / "without.sqlite", DOCUMENTS)
    assert "cannot be loaded" in meta["vec0"]
    with open_artifact(tmp_path / "without.sqlite") as without:
        here = [part.tolist() for part in without.nearest(direction(1), 4)]
    monkeypatch.undo()
    for name in ("with", "without"):
        with open_artifact(tmp_path / f"{name}.sqlite") as artifact:
            assert here == [part.tolist() for part in artifact.nearest(direction(1), 4)]


def test_without_the_extension_a_base_that_has_the_table_can_still_be_extended(tmp_path, monkeypatch):
    write(tmp_path / "a.sqlite", DOCUMENTS[:1])
    monkeypatch.setattr(vec0, "PACKAGE", "no_such_package")
    write(tmp_path / "a.sqlite", DOCUMENTS[1:], state=DOCUMENTS)
    monkeypatch.undo()
    assert verify(tmp_path / "a.sqlite").ok
    assert write(tmp_path / "a.sqlite", state=DOCUMENTS) == write(tmp_path / "b.sqlite", DOCUMENTS)
    assert verify(tmp_path / "a.sqlite").ok
    with open_artifact(tmp_path / "a.sqlite") as artifact:
        assert artifact.vec0 == ""


def test_full_text_made_by_other_rules_is_made_again(tmp_path):
    write(tmp_path / "a.sqlite", DOCUMENTS)
    tamper(
        tmp_path / "a.sqlite",
        "INSERT INTO chunks_fts (chunks_fts) VALUES ('delete-all')",
        "INSERT INTO chunks_fts (rowid, text) SELECT id, 'oldrule' FROM chunks",
        "UPDATE meta SET value = '0' WHERE key = 'lexemes_version'",
    )
    write(tmp_path / "a.sqlite", [], [DOCUMENTS[0].doc[0]], DOCUMENTS[1:])
    assert verify(tmp_path / "a.sqlite").ok


def test_an_unchanged_corpus_is_not_written_again(tmp_path):
    many = [document(f"f{n}.md", ["one", "two"]) for n in range(200)]
    entities, relations, evidence, *_ = corpus(many)
    write(tmp_path / "a.sqlite", many)
    before = (tmp_path / "a.sqlite").read_bytes()
    with ArtifactWriter(tmp_path / "a.sqlite") as writer:
        changed = (*entities[0][:5], "described anew", *entities[0][6:])
        rows.replace(writer, "entities", [changed, *entities[1:]])
        rows.replace(writer, "relations", relations[::-1])
        rows.replace(writer, "evidence", evidence)
        writer.finish(META, DIM)
    assert verify(tmp_path / "a.sqlite").ok
    after, size = (tmp_path / "a.sqlite").read_bytes(), schema.PAGE_SIZE
    pages = sum(before[n : n + size] != after[n : n + size] for n in range(0, len(after), size))
    assert 0 < pages < 12 < len(after) // size


def test_text_that_is_not_unicode_does_not_stop_the_batch(tmp_path):
    odd = document("odd.md", ["fine"])
    broken = DocumentRows(
        (*odd.doc[:5], "lone \ud800", *odd.doc[6:]), odd.sections, odd.chunks, odd.chunk_windows,
        odd.symbols, odd.links, odd.redactions, odd.sketches, odd.extracts, odd.lexemes, odd.embed,
    )  # fmt: skip
    write(tmp_path / "a.sqlite", [broken, *DOCUMENTS])
    with open_artifact(tmp_path / "a.sqlite") as artifact:
        assert artifact.execute("SELECT title FROM docs WHERE path = 'odd.md'") == [("lone \ufffd",)]
    assert verify(tmp_path / "a.sqlite").ok


def test_the_counts_and_versions_are_recorded(tmp_path):
    skipped = [*SKIPPED, Skip("b.bin", 0o100644, "e" * 40, "binary")]
    meta = write(tmp_path / "a.sqlite", DOCUMENTS, skipped=skipped)
    assert '"docs":3' in meta["counts"]
    assert '"skipped":2' in meta["counts"]
    assert (meta["format_version"], meta["dim"]) == (str(schema.FORMAT_VERSION), str(DIM))
    with open_artifact(tmp_path / "a.sqlite") as artifact:
        assert artifact.meta == meta
