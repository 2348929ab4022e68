"""The path filter of a query: git's globs, in bounded time."""

from __future__ import annotations

import pathspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.retrieve.globs import path_filter

PATHS = ["README.md", "docs/guide.md", "docs/api/index.md", "src/docs/x.py", "src/a/b/c.py", "Docs/guide.md"]


@pytest.mark.parametrize(
    ("pattern", "matching"),
    [
        ("*.md", ["README.md", "docs/guide.md", "docs/api/index.md", "Docs/guide.md"]),
        ("docs", ["docs/guide.md", "docs/api/index.md", "src/docs/x.py"]),
        ("docs/", ["docs/guide.md", "docs/api/index.md", "src/docs/x.py"]),
        ("/docs", ["docs/guide.md", "docs/api/index.md"]),
        ("docs/**", ["docs/guide.md", "docs/api/index.md"]),
        ("docs/*.md", ["docs/guide.md"]),
        ("./docs/*.md", ["docs/guide.md"]),
        ("docs\\*.md", ["docs/guide.md"]),
        ("docs/****", ["docs/guide.md", "docs/api/index.md"]),
        ("**/api/*", ["docs/api/index.md"]),
        ("src/**/c.py", ["src/a/b/c.py"]),
        ("**", PATHS),
        ("[dD]ocs/guide.??", ["docs/guide.md", "Docs/guide.md"]),
        ("nothing", []),
        ("", []),
        ("[", []),
    ],
)
def test_a_pattern_reads_as_in_gitignore(pattern: str, matching: list[str]) -> None:
    assert [path for path in PATHS if path_filter(pattern)(path)] == matching


names = st.text(alphabet="ab.", min_size=1, max_size=3).filter(lambda name: name.strip("."))
paths = st.lists(names, min_size=1, max_size=4).map("/".join)
pieces = st.one_of(
    st.just("**"), st.text(alphabet="ab.*?", min_size=1, max_size=3).filter(lambda p: "**" not in p)
)


# `./docs` is what people type for `docs`; git's own rules never match it.
patterns = st.lists(pieces, min_size=1, max_size=3).map("/".join).filter(lambda p: not p.startswith("./"))


@given(patterns, paths)
def test_it_agrees_with_pathspec(pattern: str, path: str) -> None:
    assert path_filter(pattern)(path) == pathspec.GitIgnoreSpec.from_lines([pattern]).match_file(path)


@pytest.mark.timeout(20)
@pytest.mark.parametrize(
    "pattern", ["*a" * 40 + "b", "**/a/" * 40 + "b", "*" * 5000, "?" * 5000, "**/" * 3000]
)
def test_no_pattern_takes_long(pattern: str) -> None:
    assert not path_filter(pattern)("a" * 4000 + "/" + "a/" * 400 + "c") or set(pattern) <= set("*/")
