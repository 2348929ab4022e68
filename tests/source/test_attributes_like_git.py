"""`.gitattributes` means exactly what git makes of it: git itself is asked."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

from graphrag_batch.config import SelectConfig
from graphrag_batch.records import MODE_FILE, TreeEntry
from graphrag_batch.source.select import select
from tests.examples import examples
from tests.gitrepo import GitRepo

NAMES = ("a", "b", "ab", "lib", "x.md", "y.md", "[z]", "sp ace", "#h", "!n", "é")
PATHS = sorted(
    {
        f"{folder}{name}"
        for folder in ("", "lib/", "lib/a/", "a/lib/", "b/")
        for name in NAMES
        if name != "lib"
    }
    - {"a", "b", "lib/a"}
)
PATTERNS = (
    "*", "*.md", "x.md", "/x.md", "lib", "lib/", "lib/*", "lib/**", "/lib/**", "**/lib/**", "lib/**/x.md",
    "a*", "/a**", "a**/b", "/l**b/x.md", "?", "??", "[ab]", "[!a]", "l[!a]b/[^x]*", "**", "**/", "/*", "*/*",
    "[[:alpha:]]", "[[:punct:]]*", "\\#h", "#h", "\\!n", "!n", '"sp ace"', '"a\\142"', '"\\303\\251"',
    '"x.m\\q"', '"lib/a"/b', "é", "[z]", "\\[z\\]", "[[]z]", "a[", "[]a]", "[a-c]*", "[a\\]z]*", "x.md\\",
    "lib//a", "./x.md", "", "/",
)  # fmt: skip
WORDS = (
    "linguist-generated", "-linguist-generated", "!linguist-generated", "linguist-generated=true",
    "linguist-generated=false", "linguist-generated=", "linguist-vendored", "-linguist-vendored",
    "!linguist-vendored", "m", "-m", "!m", "m=yes", "n", "-n", "!n", "binary", "text=auto", "bad*name", "-",
    "=x", "linguist-generated=é",
)  # fmt: skip
LINES = st.builds(
    lambda lead, pattern, blank, words: lead + pattern + blank + blank.join(words),
    st.sampled_from(["", "", "", " ", "\t", "[attr]"]),
    st.sampled_from(PATTERNS) | st.sampled_from(["m", "n", "binary"]),
    st.sampled_from([" ", "\t", "  ", " \t"]),
    st.lists(st.sampled_from(WORDS), max_size=3),
)
FILES = st.dictionaries(
    st.sampled_from(["", "lib/", "a/", "lib/a/"]), st.lists(LINES, min_size=1, max_size=5), max_size=3
)
NO = {"unset", "unspecified", "false", "0", "no", "off"}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = GitRepo(tmp_path_factory.mktemp("attributes") / "repo")
    repo.write_all(dict.fromkeys(PATHS, ""))
    return repo


def by_git(repo: GitRepo, files: Mapping[str, str]) -> dict[str, str]:
    """Why each path would be skipped by what git says of it."""
    for path, text in files.items():
        repo.write(path, text)
    try:
        names = "".join(f"{path}\0" for path in PATHS).encode()
        out = repo.run_raw(
            "check-attr", "--stdin", "-z", "linguist-generated", "linguist-vendored", stdin=names
        )
    finally:
        for path in files:
            repo.remove(path)
    fields = out.decode().split("\0")[:-1]
    said = {(path, name): state for path, name, state in zip(*[iter(fields)] * 3, strict=True)}
    reasons = {}
    for path in PATHS:
        told = [w for w in ("generated", "vendored") if said[path, f"linguist-{w}"].lower() not in NO]
        reasons[path] = told[0] if told else "kept"
    return reasons


def by_us(files: Mapping[str, str]) -> dict[str, str]:
    entries = [TreeEntry(path, MODE_FILE, "0" * 40) for path in PATHS]
    chosen = select(entries, SelectConfig(), {}, files)
    return dict.fromkeys(PATHS, "kept") | {skip.path: skip.reason for skip in chosen.skipped}


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(folders=FILES)
@example(folders={"": ["[attr]m linguist-generated", "* m", "x.md -m", "y.md m -linguist-generated"]})
@example(folders={"": ["[attr]n m", "[attr]m -n linguist-vendored", "lib/** n"], "lib/": ["a !m"]})
@example(
    folders={"": ["[attr]binary linguist-generated", "*.md binary"], "lib/": ["[attr]m linguist-generated"]}
)
def test_any_set_of_attribute_files_says_what_git_says(repo: GitRepo, folders: dict[str, list[str]]) -> None:
    files = {f"{folder}.gitattributes": "\n".join(lines) for folder, lines in folders.items()}
    assert by_us(files) == by_git(repo, files)


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("a[ linguist-generated", "its bracket is not closed"),
        ("a\\ linguist-generated", "nothing follows its last backslash"),
        ("!a linguist-generated", "a negative pattern has no meaning"),
        ("a linguist-generated bad*name", "'bad*name' is no name of an attribute"),
        ("[attr]-m linguist-generated", "'-m' is no name of an attribute"),
        ("a linguist-generated\0", "holds a NUL byte"),
        (f"{'a' * 3000} linguist-generated", "longer than 2048 bytes"),
        (f"{'a' * 1_000_000} linguist-generated", "longer than 2048 bytes"),
    ],
)
def test_a_line_that_git_leaves_out_is_reported_and_the_others_count(line: str, why: str) -> None:
    entries = [TreeEntry("x.md", MODE_FILE, "0" * 40)]
    files = {".gitattributes": f"# first\n{line}\n*.md linguist-generated\n"}
    chosen = select(entries, SelectConfig(), {}, files)
    assert [skip.reason for skip in chosen.skipped] == ["generated"]
    (problem,) = chosen.problems
    assert problem.startswith(".gitattributes:2: ")
    assert why in problem
    assert len(problem) < 200


def test_a_macro_below_the_root_is_reported() -> None:
    chosen = select([], SelectConfig(), {}, {"lib/.gitattributes": "[attr]m linguist-generated\n"})
    assert [problem.partition(": ")[0] for problem in chosen.problems] == ["lib/.gitattributes:1"]


def test_of_many_broken_lines_the_first_are_told_and_how_many_more() -> None:
    chosen = select(
        [], SelectConfig(), {"a/.graphragignore": "[\n" * 1000}, {".gitattributes": "!x text\n" * 3}
    )
    assert len(chosen.problems) == 21
    assert chosen.problems[0].startswith("a/.graphragignore:1: ")
    assert chosen.problems[-1] == "a/.graphragignore: and 980 more lines"
