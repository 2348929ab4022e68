"""`.graphragignore` means exactly what git would make of it: git itself is asked."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from hypothesis import HealthCheck, assume, example, given, settings
from hypothesis import strategies as st

from graphrag_batch.config import SelectConfig
from graphrag_batch.records import MODE_FILE, TreeEntry
from graphrag_batch.source.select import select
from tests.examples import examples
from tests.gitrepo import GitRepo

if TYPE_CHECKING:
    from collections.abc import Mapping

NAMES = ("a", "b", "build", "docs")
FILES = ("a", "x.md", "y.log", "build", "[z]", "sp ace.md", "é.md", "a]b", "-", "a\tb")
PATHS = sorted(
    {
        "/".join([*folders, f"{file}"])
        for folders in [(), *[(n,) for n in NAMES]]
        for file in ("x.md", "y.log")
    }
    | {f"{one}/{two}/{file}" for one in NAMES for two in NAMES for file in FILES}
    | {f"a/b/docs/{file}" for file in FILES}
)
LINES = (
    *(
        "build/",
        "build",
        "/build",
        "*.log",
        "*.md",
        "!*.md",
        "!x.md",
        "/*",
        "*",
        "!*/",
        "**",
        "**/",
        "*/",
        "!build/",
    ),
    *(
        "/a/",
        "!/a/",
        "a/b",
        "a/*",
        "!a/b/",
        "a/**",
        "!a/b",
        "a/**/x.md",
        "**/docs",
        "**/docs/**",
        "docs/**/",
        "/**/*",
    ),
    *(
        "!a/b/x.md",
        "# comment",
        "",
        "  ",
        "\\#x",
        "\\!x.md",
        "[ab]/",
        "?.md",
        "[!a]/x.md",
        "*/x.md",
        "*/*",
        "**/*/**",
    ),
    *(
        "sp ace.md",
        "[z]",
        "\\[z]",
        "a/b/",
        "!a/b/docs/",
        "y.log ",
        "x.m[a-z]",
        "/**",
        "!/docs",
        "b/**/docs",
        "*/**",
    ),
)
# Whatever may be written: wild cards, brackets and escapes in any order.
ODD_LINES = st.text("aabx.md*?/[]!^-\\ \t#é", min_size=1, max_size=8)
IGNORE_FILES = st.dictionaries(
    st.sampled_from(["", "a/", "a/b/", "docs/", "build/"]),
    st.lists(st.sampled_from(LINES) | ODD_LINES, min_size=1, max_size=5),
    max_size=3,
)


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = GitRepo(tmp_path_factory.mktemp("ignore") / "repo")
    repo.write_all(dict.fromkeys(PATHS, ""))
    return repo


def kept_by_git(repo: GitRepo, files: Mapping[str, str]) -> set[str]:
    for path, text in files.items():
        repo.write(path, text)
    try:
        out = repo.run("ls-files", "-z", "--others", "--exclude-per-directory=.graphragignore")
    finally:
        for path in files:
            repo.remove(path)
    return set(out.split("\0")) & set(PATHS)


def kept_by_us(files: Mapping[str, str]) -> set[str]:
    entries = [TreeEntry(path, MODE_FILE, "0" * 40) for path in PATHS]
    chosen = select(entries, SelectConfig(), files, {})
    # The one kind that git makes something of, and we report.
    assume(not any("runs backwards" in problem for problem in chosen.problems))
    return {entry.path for entry in chosen.kept}


@settings(max_examples=examples(100), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(folders=IGNORE_FILES)
@example(folders={"": ["a[!x]b", "a[!x]*"]})  # no bracket means a slash
@example(folders={"": ["[\\]a]*", "[a\\-]"]})
@example(folders={"": ["x.md\t", "?.md"]})
@example(folders={"": ["a**/x.md", "/b**"]})
def test_any_set_of_ignore_files_keeps_what_git_keeps(repo: GitRepo, folders: dict[str, list[str]]) -> None:
    files = {f"{folder}.graphragignore": "\n".join(lines) for folder, lines in folders.items()}
    assert kept_by_us(files) == kept_by_git(repo, files)
