"""CODEOWNERS: whose a path is, as hosts read it."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.stages.owners import Owners, is_owners_file, owner_rules
from tests.examples import examples

FILE = """\
# Everything, unless a later line says otherwise.
*               @org/all
*.js            @js  # inline
/build/logs/    @doctocat
docs/*          docs@example.com
apps/           @octocat @second
/docs/          @writers
**/logs         @logs
/apps/github
my\\ file.txt    @blank
\\#odd           @hash
!no.txt         @negated
[a-c].txt       @range
broken          not-an-owner
"""


@pytest.mark.parametrize(
    ("path", "owners"),
    [
        ("README", "@org/all"),
        ("src/a.js", "@js"),
        ("build/logs/a/b.txt", "@logs"),
        ("sub/build/logs.txt", "@org/all"),
        ("docs/a.md", "@writers"),
        ("src/apps/x", "@octocat @second"),
        ("apps", "@org/all"),
        ("apps/github", ""),
        ("apps/github/x.js", ""),
        ("deep/logs/x", "@logs"),
        ("logs", "@logs"),
        ("x/my file.txt", "@blank"),
        ("#odd", "@hash"),
        ("no.txt", "@org/all"),
        ("a.txt", "@org/all"),
        ("broken", "@org/all"),
    ],
)
def test_the_last_line_that_matches_counts(path: str, owners: str) -> None:
    rule = Owners(owner_rules(FILE)).rule_of(path)
    assert rule is not None
    assert " ".join(rule.owners) == owners


@pytest.mark.parametrize(
    ("pattern", "path", "matches"),
    [
        ("docs/*", "docs/a/b.md", False),
        ("docs/*", "x/docs/a.md", False),
        ("docs/**", "docs/a/b.md", True),
        ("docs/**/x.md", "docs/x.md", True),
        ("docs/**/x.md", "docs/a/b/x.md", True),
        ("a/**/b/*", "a/b/b/c", True),
        ("a/**/b/*", "a/b/c/d", False),
        ("**/logs", "a/blogs/x", False),
        ("/a?.md", "ab.md", True),
        ("/a?.md", "a/.md", False),
        ("*a*b*c", "xxaxxbxxc", True),
        ("*a*b*c", "xxaxxbxxcx", False),
        ("*aab", "aaab", True),
        ("src/*/test", "src/a/test/b", True),
        ("src/*/test", "src/a/b/test", False),
        ("*.MD", "a.md", False),
        ("docs", "docs/a/b", True),
        ("/docs", "x/docs/a", False),
        ("a.b", "axb", False),
    ],
)
def test_patterns_match_as_on_github(pattern: str, path: str, matches: bool) -> None:
    rules = owner_rules(f"{pattern} @a")
    assert (Owners(rules).rule_of(path) is not None) == matches


def test_rules_stand_where_they_are_written() -> None:
    rules = owner_rules(FILE)
    assert FILE[rules[1].start : rules[1].end] == "*.js            @js  # inline"
    assert [rule.pattern for rule in rules if not rule.owners] == ["/apps/github"]


def test_sections_give_their_owners_to_lines_without_any() -> None:
    rules = owner_rules("[Docs] @writers\ndocs/\nREADME.md @ada\n\n^[Optional][2]\ntools/\n")
    assert [(rule.pattern, rule.owners) for rule in rules] == [
        ("docs/", ("@writers",)),
        ("README.md", ("@ada",)),
        ("tools/", ()),
    ]


@pytest.mark.parametrize(
    "path", ["CODEOWNERS", ".github/CODEOWNERS", "docs/CODEOWNERS", ".gitlab/CODEOWNERS"]
)
def test_hosts_read_it_in_four_places(path: str) -> None:
    assert is_owners_file(path)
    assert not is_owners_file(f"sub/{path}")


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a" * 60 + "b", "a" * 4000),
        ("/".join(["**", "a"] * 40) + "/b", "/".join("a" * 2000)),
        ("**/a/**/*a*a/b/*", "/".join(["aaaa"] * 1000)),
        ("/" + "*?" * 500 + "x", "y" * 4000),
    ],
)
@pytest.mark.timeout(20)
def test_no_pattern_takes_more_than_linear_time(pattern: str, path: str) -> None:
    assert Owners(owner_rules(f"{pattern} @a")).rule_of(path) is None


PARTS = st.sampled_from(["a", "b", "ab", "*", "**", "?", "a*", "*b", "a.b"])


def _matches(parts: list[str], names: list[str]) -> bool:
    """The meaning of a pattern, written for plainness: every way is tried."""
    if not parts:
        return True  # what is below a folder that matches
    if parts[0] == "**":
        return (len(parts) > 1 or bool(names)) and any(
            _matches(parts[1:], names[i:]) for i in range(len(names) + 1)
        )
    if not names or not _name_matches(parts[0], names[0]):
        return False
    if len(parts) == 1 and parts[0] == "*":
        return len(names) == 1
    return _matches(parts[1:], names[1:])


def _name_matches(part: str, name: str) -> bool:
    if not part:
        return not name
    if part[0] == "*":
        return any(_name_matches(part[1:], name[i:]) for i in range(len(name) + 1))
    return bool(name) and part[0] in ("?", name[0]) and _name_matches(part[1:], name[1:])


@settings(max_examples=examples(400), deadline=None)
@given(
    st.lists(PARTS, min_size=2, max_size=5),
    st.lists(st.sampled_from(["a", "b", "ab", "aab", "a.b", "axb"]), min_size=1, max_size=5),
)
def test_patterns_mean_what_trying_every_way_says(parts: list[str], names: list[str]) -> None:
    pattern = "/" + "/".join(parts)
    found = Owners(owner_rules(f"{pattern} @a")).rule_of("/".join(names)) is not None
    assert found == _matches(parts, names)


@settings(max_examples=examples(200), deadline=None)
@given(
    st.lists(st.sampled_from(["a", "b", "ab", "?", "a*", "*b", "*.b", "a.b", "*a.b"]), max_size=6),
    st.lists(st.lists(PARTS, min_size=2, max_size=3), max_size=6),
    st.lists(st.sampled_from(["a", "b", "ab", "a.b", "aa.b", "b.a"]), min_size=1, max_size=4),
)
def test_of_many_rules_the_last_that_matches_counts(
    anywhere: list[str], anchored: list[list[str]], names: list[str]
) -> None:
    patterns = [(["**", part], part) for part in anywhere]
    patterns += [(parts, "/" + "/".join(parts)) for parts in anchored]
    patterns.sort(key=str)
    rules = owner_rules("\n".join(f"{pattern} @a{n}" for n, (_, pattern) in enumerate(patterns)))
    last = max((n for n, (parts, _) in enumerate(patterns) if _matches(parts, names)), default=-1)
    found = Owners(rules).rule_of("/".join(names))
    assert (found.owners if found else ("@a-1",)) == (f"@a{last}",)


@pytest.mark.long
def test_thousands_of_rules_are_not_all_held_against_a_path() -> None:
    rules = owner_rules("* @all\n" + "".join(f"/docs/{n}/**/*.md @a{n}\n*.{n} @b\n" for n in range(5_000)))
    owners = Owners(rules)
    for n in range(5_000):
        found = owners.rule_of(f"docs/{n}/x/y.md")
        assert found
        assert found.owners == (f"@a{n}",)
