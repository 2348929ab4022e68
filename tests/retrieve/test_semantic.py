"""How far meaning is believed: cosines on one scale, and what a model can read."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.embedders import traits_named
from graphrag_batch.embedders.traits import Traits
from graphrag_batch.retrieve import rank
from graphrag_batch.retrieve.catalog import load_catalog
from graphrag_batch.retrieve.semantic import SCALE, WEAK, Semantic, trust
from tests.building import index
from tests.gitrepo import GitRepo


@pytest.mark.parametrize(
    ("text", "model", "believed"),
    [
        ("how are retries configured?", "minilm", 1.0),
        ("Wie werden Wiederholungen eingestellt?", "minilm", 1.0),
        ("如何配置重试", "minilm", WEAK),
        ("как настроить повторы", "minilm", WEAK),
        ("как настроить повторы", "multilingual-e5-small", 1.0),
        ("如何配置重试", "embedding-gemma-512", 1.0),
        ("как настроить повторы", "ollama:all-minilm", WEAK),
        ("42", "minilm", 1.0),
    ],
)
def test_a_model_is_believed_as_far_as_it_reads(text: str, model: str, believed: float) -> None:
    traits = Traits(many_languages=False) if model.startswith("ollama") else traits_named(model)
    assert trust(text, traits) == believed


def test_words_that_are_foreign_to_the_index_give_meaning_the_word() -> None:
    def share(foreign: float, believed: float = 1.0) -> float:
        given = rank.shares(names=False, coverage=0.5, believed=believed, semantic=True, foreign=foreign)
        assert sum(given.values()) <= 1 + 1e-9
        return given["semantic"]

    assert share(0.0) < share(0.5) < share(1.0)
    assert share(1.0) > 2 * share(0.0)
    assert share(1.0, believed=0.0) == 0.0


@pytest.fixture(scope="module")
def vectors(tmp_path_factory: pytest.TempPathFactory) -> Path:
    repo = GitRepo(tmp_path_factory.mktemp("scales") / "repo")
    repo.write(".graphrag.yaml", "embed: {model: stub}\n")
    repo.write_all({f"{n}.md": f"# Page {n}\n\nAbout number {n} and {n * n}.\n" for n in range(80)})
    repo.commit("Begin")
    return Path(index(repo).artifact)


def test_cosines_of_every_model_come_on_one_scale(vectors: Path) -> None:
    """By what is known of the model, else by what the artifact's vectors are like; the order stays."""
    with open_artifact(vectors) as artifact:
        semantic = Semantic(artifact, load_catalog(artifact))
        query = np.random.default_rng(7).normal(size=128).astype(np.float32)
        plain = semantic.search(query, SCALE)
        shifted = semantic.search(query, Traits(unrelated=SCALE.unrelated + 0.3, spread=SCALE.spread))
        unknown = semantic.search(query, Traits())
    seen = plain > 0.35
    np.testing.assert_allclose(shifted[seen], plain[seen] - 0.3, atol=1e-5)
    assert abs(float(unknown.mean()) - SCALE.unrelated) < 0.06
    held = (plain > 0) & (unknown > 0)
    assert (np.argsort(-plain[held], kind="stable") == np.argsort(-unknown[held], kind="stable")).all()
