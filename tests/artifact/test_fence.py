"""What a connection over an artifact may do is bounded, whatever is asked; and a model is loaded only where
the repository's settings name it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphrag_batch.artifact import fence
from graphrag_batch.artifact.named import mark_of, named_models
from graphrag_batch.artifact.read import connect, open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.config import EmbedConfig
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError
from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.retrieve.recorded import model_for, recorded_config
from tests.artifact.rows import DOCUMENTS, document, tamper, write

ENDLESS = "WITH RECURSIVE c(x) AS (SELECT 1 UNION ALL SELECT x + 1 FROM c) SELECT count(*) FROM c"


@pytest.fixture
def artifact(tmp_path: Path) -> Path:
    write(tmp_path / "a.sqlite", DOCUMENTS)
    return tmp_path / "a.sqlite"


def test_a_query_without_an_end_is_given_up_in_words_and_the_next_is_answered(artifact: Path) -> None:
    with open_artifact(artifact, seconds=0.05) as opened:
        with pytest.raises(ArtifactError, match=r"took longer than 0\.05 s") as caught:
            opened.execute(ENDLESS)
        assert "verify" in caught.value.next_step
        assert opened.execute("SELECT count(*) FROM docs") == [(len(DOCUMENTS),)]


def test_a_bare_connection_has_its_time_too(artifact: Path) -> None:
    con = connect(artifact, seconds=0.05)
    with pytest.raises(ArtifactError, match="took longer"):
        con.execute(ENDLESS).fetchall()
    con.close()


def test_the_rows_of_a_query_may_take_so_much_and_no_more(artifact: Path) -> None:
    endless = ENDLESS.replace("count(*)", f"x || '{'x' * 400_000}'")
    with open_artifact(artifact) as opened, pytest.raises(ArtifactError, match="a query gives more than 1"):
        opened.execute(endless)


def test_a_value_may_have_so_many_bytes_and_no_more(artifact: Path) -> None:
    with open_artifact(artifact) as opened, pytest.raises(ArtifactCorrupt, match="too big"):
        opened.execute(f"SELECT length(zeroblob({fence.WIDEST + 1}))")


def test_bytes_come_only_where_they_are_asked_for(artifact: Path) -> None:
    tamper(artifact, "UPDATE docs SET title = x'ff'")
    with open_artifact(artifact) as opened:
        with pytest.raises(ArtifactCorrupt, match="bytes where text should be"):
            opened.execute("SELECT title FROM docs")
        assert opened.execute("SELECT title FROM docs LIMIT 1", blobs=True) == [(b"\xff",)]


def test_an_artifact_without_vectors_and_one_that_lost_them_open(tmp_path: Path) -> None:
    write(tmp_path / "a.sqlite", [document("a.md", ["text"])])
    tamper(tmp_path / "a.sqlite", "DELETE FROM vectors")
    with open_artifact(tmp_path / "a.sqlite") as opened:
        assert len(opened.matrix()) == 0


# ---- models -------------------------------------------------------------------------------------

REMOTE = EmbedConfig(model="http:x", endpoint="http://127.0.0.1:9/embed", dim=16)


def meta_of(embed: EmbedConfig) -> dict[str, str]:
    return {"search_mode": "hybrid", "config": json.dumps({"embed": json.loads(canonical_json(embed))})}


@pytest.mark.parametrize(
    "embed",
    [
        REMOTE,
        EmbedConfig(model="openai:text-embedding-3-small", endpoint="https://attacker.invalid"),
        EmbedConfig(model="st:/etc"),
        EmbedConfig(model="st:organisation/name"),
    ],
)
def test_no_model_is_asked_or_looked_for_because_a_file_says_so(embed: EmbedConfig) -> None:
    model, why = model_for(meta_of(embed))
    assert model is None
    assert "settings do not name" in why
    assert embed.model in why
    other = EmbedConfig(model=embed.model, endpoint="https://example.org")
    assert model_for(meta_of(embed), [mark_of(other)])[1] == why


def test_a_model_that_the_settings_named_in_the_same_words_is_used(tmp_path: Path) -> None:
    store = Store(tmp_path, tmp_path)
    assert named_models(tmp_path) == named_models(None) == ()
    with store.lock():
        store.name_model(EmbedConfig(model="st:another"))
        store.name_model(REMOTE)
        store.name_model(REMOTE)
    assert named_models(tmp_path) == (mark_of(EmbedConfig(model="st:another")), mark_of(REMOTE))
    assert recorded_config(meta_of(REMOTE)).embed == REMOTE
    model, why = model_for(meta_of(REMOTE), named_models(tmp_path))
    assert model is None
    assert "another version of the model" in why  # so it was looked at: this file has no fingerprint


@pytest.mark.parametrize(
    "config", ['{"embed": {"model": ["a"], "dim": -1, "endpoint": 7}}', '{"embed": []}', "{}", ""]
)
def test_settings_of_another_kind_count_as_not_given(config: str) -> None:
    assert recorded_config({"config": config}).embed == EmbedConfig()
