"""Vectors are made once for each model and text, whoever made them, and never taken for another model's."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.build.work import BuildReport
from graphrag_batch.cli.index import index_command
from graphrag_batch.cli.query import query_command
from graphrag_batch.serve.state import load_model
from tests.building import index
from tests.embedders.serving import serving, vector
from tests.gitrepo import GitRepo

ALONE = "select: {exclude: [/.graphrag.yaml]}\n"
STUB, OTHER = f"{ALONE}embed: {{model: stub}}\n", f"{ALONE}embed: {{model: stub, dim: 64}}\n"
PAGES = {f"{name}.md": f"# {name.title()}\n\nAll about {name}.\n" for name in ("ants", "bees", "cows")}


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    made = GitRepo(tmp_path / "repo")
    made.write_all({".graphrag.yaml": STUB, **PAGES})
    made.commit("Begin")
    return made


def embedding(report: BuildReport) -> tuple[int, int]:
    return report.work["embedded"], report.work["embed_reused"]


def forget(repo: GitRepo) -> None:
    for file in (repo.path / ".git" / "graphrag").glob("memo.sqlite*"):
        file.unlink()


def switch(repo: GitRepo, settings: str) -> BuildReport:
    repo.write(".graphrag.yaml", settings)
    repo.commit("Another model")
    return index(repo)


def test_switching_to_another_model_and_back_costs_nothing(repo: GitRepo) -> None:
    first = index(repo)
    texts = first.work["embedded"]
    assert texts >= 3
    assert switch(repo, OTHER).work["embedded"] == texts
    back = switch(repo, STUB)
    assert (embedding(back), back.mode) == ((0, 0), "reused")
    repo.write("ants.md", "# Ants\n\nThey march.\n")
    repo.commit("Edit")
    index(repo)
    again = switch(repo, OTHER)
    assert embedding(again) == (1, 0)
    assert switch(repo, STUB).vector_digest != again.vector_digest


def test_what_an_artifact_holds_is_not_embedded_again_when_the_memo_is_gone(repo: GitRepo) -> None:
    first = index(repo)
    forget(repo)
    repo.write("dogs.md", "# Dogs\n\nAll about dogs.\n")
    repo.commit("More")
    assert embedding(index(repo, full=True)) == (1, first.work["embedded"])
    forget(repo)
    other = switch(repo, OTHER)
    assert embedding(other) == (first.work["embedded"] + 1, 0)


def test_an_artifact_from_elsewhere_seeds_the_memo(repo: GitRepo, tmp_path: Path) -> None:
    pulled = Path(index(repo).artifact).rename(tmp_path / "pulled.sqlite")
    elsewhere = GitRepo(tmp_path / "elsewhere")
    elsewhere.write_all({".graphrag.yaml": STUB, "new.md": "# New\n\nSomething.\n", **PAGES})
    elsewhere.commit("Begin")
    done = CliRunner().invoke(
        index_command,
        ["--repo", str(elsewhere.path), "--seed", str(pulled), "--json"],
        catch_exceptions=False,
    )
    report = json.loads(done.stdout)
    assert (report["work"]["embedded"], report["work"]["embed_reused"]) == (1, 3)
    (elsewhere.path / ".git" / "graphrag" / "artifacts").rename(tmp_path / "gone")
    assert embedding(index(elsewhere)) == (0, 4)


def test_vectors_of_a_damaged_artifact_are_made_anew(repo: GitRepo, tmp_path: Path) -> None:
    first = index(repo)
    path = Path(first.artifact)
    raw = bytearray(path.read_bytes())
    with open_artifact(path) as artifact:
        ((vec,),) = artifact.execute("SELECT vec FROM vectors ORDER BY id LIMIT 1", blobs=True)
    place = raw.index(vec)
    raw[place] ^= 1
    path.write_bytes(raw)
    forget(repo)
    again = index(repo, full=True)
    assert embedding(again) == (first.work["embedded"], 0)
    assert again.vector_digest == first.vector_digest


def endpoint_settings(url: str) -> str:
    return f"{ALONE}embed: {{model: 'http:m', dim: 8, endpoint: '{url}'}}\n"


def plain(body: Any) -> Any:
    return {"embeddings": [vector(text, 8) for text in body["input"]]}


@pytest.mark.long
def test_an_endpoint_that_fails_on_the_way_loses_nothing_and_the_next_build_goes_on(repo: GitRepo) -> None:
    repo.write_all({f"page{n}.md": f"# Page {n}\n\nText number {n}.\n" for n in range(70)})
    with serving(plain) as endpoint:
        endpoint.most = 3  # a request for the dimension, and two for 64 texts
        failed = switch(repo, endpoint_settings(endpoint.url))
        assert failed.search_mode == "lexical"
        assert "HTTP 401" in failed.degraded_reason
        assert "64 of 73 texts were embedded" in failed.degraded_reason
        assert failed.work["embedded"] == 64
        assert ask(repo, "ants")["degraded_reason"] == failed.degraded_reason
        endpoint.most = 1000
        whole = index(repo)
        assert (whole.search_mode, embedding(whole)) == ("hybrid", (9, 64))
        assert ask(repo, "ants")["search_mode"] == "hybrid"
    answer = ask(repo, "bees")
    assert answer["search_mode"] == "lexical"
    assert "does not serve" in answer["degraded_reason"]
    assert answer["hits"][0]["path"] == "bees.md"


def test_another_dimension_stops_the_build_before_any_text_is_sent(repo: GitRepo) -> None:
    with serving(plain) as endpoint:
        repo.write(".graphrag.yaml", endpoint_settings(endpoint.url).replace("dim: 8", "dim: 9"))
        repo.commit("Wrong")
        with pytest.raises(Exception, match="8 numbers, not 9"):
            index(repo)
        assert "ants" not in str(endpoint.asked)


def ask(repo: GitRepo, text: str) -> dict[str, Any]:
    done = CliRunner().invoke(
        query_command, ["--repo", str(repo.path), "--json", text], catch_exceptions=False
    )
    answer: dict[str, Any] = json.loads(done.stdout)
    return answer


def test_a_stub_is_marked_in_the_artifact_and_in_every_answer(repo: GitRepo) -> None:
    report = index(repo)
    with open_artifact(Path(report.artifact)) as artifact:
        assert artifact.meta["model"] == "stub"
        assert artifact.meta["degraded_reason"] == "stub vectors: not a real model"
    assert report.degraded_reason == "stub vectors: not a real model"
    answer = ask(repo, "bees")
    assert (answer["search_mode"], answer["degraded_reason"]) == ("hybrid", "stub vectors: not a real model")


def test_an_artifact_of_a_model_that_is_not_at_hand_answers_from_text(
    repo: GitRepo, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HF_HOME", str(tmp_path))
    monkeypatch.setenv("EMBEDDING_GEMMA_STUB", "1")
    report = switch(repo, f"{ALONE}embed: {{model: embedding-gemma-128}}\n")
    assert report.search_mode == "hybrid"
    monkeypatch.delenv("EMBEDDING_GEMMA_STUB")
    with open_artifact(Path(report.artifact)) as artifact:
        embedder, why = load_model(artifact.meta, ())
        assert embedder is None
        assert "not on this machine" in why
    monkeypatch.setenv("EMBEDDING_GEMMA_ENDPOINT", "http://127.0.0.1:1/")
    answer = ask(repo, "bees")
    assert answer["search_mode"] == "lexical"
    assert "another" in answer["degraded_reason"]
    assert answer["hits"][0]["path"] == "bees.md"
