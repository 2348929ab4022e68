from __future__ import annotations

import json
from pathlib import Path

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphrag_batch.source.paths import to_bytes, to_text
from tests.gitrepo import GitRepo


@given(st.binary(max_size=40).map(lambda raw: raw.replace(b"\0", b"x")))
@example(b'"quoted.md"')
@example(b'"')
@example(b"\xff\\377")
def test_every_path_survives_the_way_to_text_and_back(raw: bytes) -> None:
    text = to_text(raw)
    assert to_bytes(text) == raw
    assert json.loads(json.dumps(text).encode("utf-8")) == text


@given(st.text(st.characters(exclude_categories=["Cs"]), max_size=40))
def test_a_utf8_path_is_its_own_text_unless_it_begins_with_a_quote(name: str) -> None:
    text = to_text(name.encode())
    assert (text == name) is not name.startswith('"')
    assert to_bytes(text) == name.encode()


@given(st.binary(min_size=1, max_size=20), st.binary(min_size=1, max_size=20))
def test_different_paths_have_different_texts(one: bytes, other: bytes) -> None:
    assert (to_text(one) == to_text(other)) is (one == other)


@pytest.mark.parametrize("text", ['"', '"open', '"a\\q"', '"\\9"'])
def test_a_text_that_is_no_paths_is_refused(text: str) -> None:
    with pytest.raises(ValueError):
        to_bytes(text)


def test_the_quoted_form_is_the_one_git_prints(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    name = b'tab\t quote" back\\slash \xff\xc3\xa9\x01'
    repo.write(name, "x")
    repo.commit()
    assert repo.run("ls-tree", "--name-only", "HEAD") == to_text(name)
