"""Pipelines of transformers, on a tiny model made here that takes every word for a person. Marked `extra`:
what needs the library is skipped where it is not installed."""

from __future__ import annotations

import json
import shutil
from importlib.util import find_spec
from pathlib import Path

import pytest

from graphrag_batch.config import ExtractConfig
from graphrag_batch.errors import ConfigError, ModelMissing
from graphrag_batch.taggers import fingerprint_of, require, tagger_for

WORDS = ["ada", "met", "charles", "in", "london", "."]
installed = pytest.mark.skipif(
    find_spec("transformers") is None, reason="needs pip install 'graphrag-batch[sentence-transformers]'"
)


def at(folder: Path) -> ExtractConfig:
    return ExtractConfig(ner=f"transformers:{folder}")


@pytest.fixture
def plain(tmp_path: Path) -> Path:
    """What is read of a folder without the library."""
    folder = tmp_path / "plain"
    folder.mkdir()
    (folder / "config.json").write_text(json.dumps({"model_type": "bert", "language": ["en", "de-CH"]}))
    (folder / "model.safetensors").write_bytes(b"weights")
    return folder


@pytest.fixture
def model(tmp_path: Path) -> Path:
    torch = pytest.importorskip("torch")
    from tokenizers import Tokenizer, normalizers, pre_tokenizers
    from tokenizers.models import WordLevel
    from transformers import BertConfig, BertForTokenClassification, PreTrainedTokenizerFast

    folder = tmp_path / "model"
    tokenizer = Tokenizer(
        WordLevel({w: n for n, w in enumerate(["[UNK]", "[PAD]", *WORDS])}, unk_token="[UNK]")
    )
    tokenizer.normalizer = normalizers.Lowercase()
    tokenizer.pre_tokenizer = pre_tokenizers.Whitespace()
    fast = PreTrainedTokenizerFast(tokenizer_object=tokenizer, unk_token="[UNK]", pad_token="[PAD]")
    fast.save_pretrained(folder)
    torch.manual_seed(7)
    labels = {0: "O", 1: "B-PER"}
    sizes = {"hidden_size": 16, "num_hidden_layers": 1, "num_attention_heads": 2, "intermediate_size": 16}
    config = BertConfig(vocab_size=8, id2label=labels, label2id={v: k for k, v in labels.items()}, **sizes)
    made = BertForTokenClassification(config)
    with torch.no_grad():
        made.classifier.weight.zero_()
        made.classifier.bias.copy_(torch.tensor([0.0, 9.0]))
    made.save_pretrained(folder)
    return folder


@pytest.mark.extra
@installed
@pytest.mark.filterwarnings("ignore")  # what the library thinks of its own future
def test_a_folder_finds_names_and_nothing_else(model: Path) -> None:
    tagger = tagger_for(at(model))
    assert tagger is not None
    assert tagger.languages == {"en"}
    assert tagger.fingerprint == fingerprint_of(at(model))
    first, empty, long = tagger.tag(["Ada met Charles", "", "Ada met Charles in London. " * 60])
    assert first.entities == ((0, 3, "PER"), (4, 7, "PER"), (8, 15, "PER"))
    assert (first.tokens, first.sentences) == ((), ())
    assert empty.entities == ()
    assert len(long.entities) == 60 * 6
    assert list(tagger.tag(["", "Ada met Charles"]))[1] == first


def test_a_fingerprint_is_of_the_files_not_of_their_place(plain: Path, tmp_path: Path) -> None:
    elsewhere = shutil.copytree(plain, tmp_path / "elsewhere")
    assert fingerprint_of(at(elsewhere)) == fingerprint_of(at(plain))
    changed = shutil.copytree(plain, tmp_path / "changed")
    (changed / "model.safetensors").write_bytes(b"others")
    assert fingerprint_of(at(changed)) != fingerprint_of(at(plain))


def test_a_folder_without_a_model_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelMissing, match="no config"):
        require(at(tmp_path))


@pytest.mark.parametrize("name", ["transformers:", "transformers:models/ner", "transformers:."])
def test_a_folder_is_given_by_its_whole_path(name: str) -> None:
    with pytest.raises(ConfigError, match="absolute path"):
        require(ExtractConfig(ner=name))


@pytest.mark.skipif(find_spec("transformers") is not None, reason="the library is installed")
def test_without_the_library_it_says_what_to_install(plain: Path) -> None:
    require(at(plain))
    with pytest.raises(ModelMissing, match="graphrag-batch\\[sentence-transformers\\]"):
        tagger_for(at(plain))
