"""The configuration: strict, and every field counts."""

from __future__ import annotations

import dataclasses
from typing import Any, get_origin, get_type_hints

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.config import Config, load_config, setting_names
from graphrag_batch.errors import ConfigError
from graphrag_batch.fingerprint import stage_fingerprint


def test_an_empty_file_is_the_default_configuration() -> None:
    assert load_config("") == load_config("# nothing\n") == load_config("chunk:\n") == Config()


def test_every_key_name_of_the_contract_is_accepted() -> None:
    config = load_config(
        """
project: harbor
watch: {dir: docs, debounce_ms: 50}
extract: {ner: none, gazetteer: {mine_topk: 10, min_freq: 2}, regex: {version: 1}}
embed: {model: minilm, dim: 384, quantize: int8}
sqlite: {path: .cache/index.sqlite}
retrieval: {k: 5, hops: 2, rels: [defines], weights: {semantic: 1, hop: 0.5, relation: 0}}
"""
    )
    assert (config.project, config.watch.dir, config.extract.regex.version) == ("harbor", "docs", "1")
    assert config.retrieval.rels == ("defines",)
    assert config.retrieval.weights.semantic == 1.0


@pytest.mark.parametrize(
    ("text", "line", "says"),
    [
        ("chunk:\n  target_token: 3", 2, "did you mean chunk.target_tokens"),
        ("retreival: {k: 3}", 1, "did you mean retrieval"),
        ("\n\nk: 3", 3, "did you mean retrieval.k"),
        ("zzzz: 1", 1, "known: project, select"),
        ("retrieval:\n  k: many", 2, "a whole number"),
        ("retrieval:\n  k: true", 2, "a whole number"),
        ("retrieval:\n  k: 0", 2, "between 1 and 1000"),
        ("retrieval:\n  weights:\n    hop: .nan", 3, "a number from 0 up"),
        ("chunk: {overlap: 2}", 1, "between 0 and 0.5"),
        ("select: {exclude: [a, {b: 1}]}", 1, "select.exclude must be text"),
        ("select: {exclude: {a: 1}}", 1, "a list of text"),
        ("watch: {dir: ../else}", 1, "relative to its root"),
        ("watch: {dir: /etc}", 1, "relative to its root"),
        ("watch:\n  debounce_ms: -1", 2, "between 0 and 60000"),
        ("embed: {model: !!binary x}", 1, "must be text"),
        ("embed: {model: !!python/object:os.system x}", 1, "must be text"),
        ('select:\n  exclude: ["a", "\\udcff"]', 2, "half a character"),
        ('project: "\\ud800"', 1, "half a character"),
        ("project: a\nproject: b", 2, "given twice"),
        ("[1]", 1, "must hold settings"),
        ("select: 3", 1, "must hold settings"),
        ("a: [1\nb: 2", 2, "not valid YAML"),
        ("\t- x", 1, "not valid YAML"),
    ],
)
def test_a_mistake_is_explained_with_its_line(text: str, line: int, says: str) -> None:
    with pytest.raises(ConfigError) as caught:
        load_config(text)
    assert caught.value.where == f".graphrag.yaml:{line}"
    assert says in caught.value.what
    assert caught.value.next_step


def test_a_target_above_the_maximum_is_refused() -> None:
    with pytest.raises(ConfigError, match="larger than"):
        load_config("chunk: {target_tokens: 900, max_tokens: 600}")


@pytest.mark.long
def test_nesting_without_end_is_a_message_not_a_crash() -> None:
    with pytest.raises(ConfigError):
        load_config("a: " + "[" * 5000)


@given(st.text(max_size=200))
def test_any_text_gives_a_configuration_or_a_config_error(text: str) -> None:
    try:
        assert isinstance(load_config(text), Config)
    except ConfigError as error:
        assert error.where.startswith(".graphrag.yaml")


def _changed(kind: Any, value: Any) -> Any:
    if get_origin(kind) is tuple:
        return (*value, "x")
    changes = {bool: lambda v: not v, int: lambda v: v + 1, float: lambda v: v + 0.1, str: lambda v: v + "x"}
    return changes[kind](value)


def _variants(config: Any) -> list[tuple[str, Any]]:
    """(dotted key, the configuration with just that field changed) for every field there is."""
    found = []
    hints = get_type_hints(type(config))
    for item in dataclasses.fields(config):
        value = getattr(config, item.name)
        if dataclasses.is_dataclass(value):
            found += [
                (f"{item.name}.{key}", dataclasses.replace(config, **{item.name: new}))
                for key, new in _variants(value)
            ]
        else:
            found.append(
                (item.name, dataclasses.replace(config, **{item.name: _changed(hints[item.name], value)}))
            )
    return found


def test_every_field_changes_its_stage_fingerprint() -> None:
    default = Config()
    keys = []
    for key, changed in _variants(default):
        stage = key.partition(".")[0]
        before = stage_fingerprint(stage, 1, getattr(default, stage))
        assert stage_fingerprint(stage, 1, getattr(changed, stage)) != before, key
        keys.append(key)
    assert keys == [*setting_names(), "sqlite.path"]  # read, and no setting
