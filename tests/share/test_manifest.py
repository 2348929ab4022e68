"""A manifest is read strictly: it says what is fetched and where it goes."""

from __future__ import annotations

import json
from dataclasses import replace
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.errors import ManifestError
from graphrag_batch.share.manifest import MOST_BYTES, Manifest, dump, is_name, parse, stem

GOOD = Manifest(
    file="harbor-0123456789ab.sqlite.zst",
    size=10,
    sha256="a" * 64,
    compression="zstd",
    sqlite_size=20,
    sqlite_sha256="b" * 64,
    project="harbor",
    commit="0123456789ab" + "0" * 28,
    tree="c" * 40,
    content_digest="d" * 32,
    vector_digest="e" * 32,
    history_digest="",
    format_version=4,
    feature_version=1,
    tool_version="0.1.0",
    fingerprint="f" * 32,
    tool_fingerprint="1" * 32,
    config_fingerprint="2" * 32,
    model_fingerprint="3" * 32,
    model="minilm",
    dim=384,
    search_mode="hybrid",
    sqlite_version="3.54.0",
    vec_version="v0.1.9",
    counts={"docs": 3},
)


def test_what_is_written_is_read_back() -> None:
    for manifest in (GOOD, replace(GOOD, others=("a.manifest.json",)), replace(GOOD, commit="")):
        assert parse(dump(manifest), "here") == manifest


def test_keys_of_later_versions_are_no_harm() -> None:
    later = {**json.loads(dump(GOOD)), "colour": "blue"}
    assert parse(json.dumps(later).encode(), "here") == GOOD


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("file", "../../etc/passwd"),
        ("file", "/etc/passwd"),
        ("file", "a/b.sqlite"),
        ("file", "a\\b.sqlite"),
        ("file", ".hidden"),
        ("file", ""),
        ("file", "a..b"),
        ("file", "x" * 300),
        ("file", 7),
        ("size", -1),
        ("size", 1 << 60),
        ("size", "10"),
        ("size", True),
        ("size", 1.5),
        ("sha256", "A" * 64),
        ("sha256", "a" * 63),
        ("sha256", "g" * 64),
        ("commit", "HEAD"),
        ("commit", "a" * 12),
        ("tree", "--upload-pack=x"),
        ("compression", "gzip"),
        ("counts", [1]),
        ("counts", {"docs": "many"}),
        ("others", ["../x.manifest.json"]),
        ("others", "x.manifest.json"),
        ("schema", 2),
        ("schema", "1"),
        ("model", "x" * 2000),
        ("fingerprint", "zz"),
    ],
)
def test_a_value_that_is_not_as_it_should_be_is_refused_by_name(key: str, value: Any) -> None:
    raw = json.dumps({**json.loads(dump(GOOD)), key: value}).encode()
    with pytest.raises(ManifestError) as refusal:
        parse(raw, "https://example.org/manifest.json")
    assert refusal.value.where == "https://example.org/manifest.json"
    assert key in refusal.value.what


@pytest.mark.parametrize(
    "raw", [b"", b"[]", b"{}", b"\xff\xfe", b"[" * 100_000, b'{"schema": 1}', b" " * (MOST_BYTES + 1)]
)
def test_what_is_no_manifest_is_refused(raw: bytes) -> None:
    with pytest.raises(ManifestError):
        parse(raw, "here")


@given(st.text(max_size=150), st.text("0123456789abcdef", min_size=40, max_size=40))
def test_files_of_any_project_have_a_plain_name(project: str, commit: str) -> None:
    assert is_name(stem(project, commit, "") + ".manifest.json")
    assert stem(project, commit, "").endswith(f"-{commit[:12]}")
