from __future__ import annotations

import pytest

from graphrag_batch.config import SelectConfig
from graphrag_batch.records import (
    MODE_FILE,
    MODE_SUBMODULE,
    MODE_SYMLINK,
    SKIP_REASONS,
    TreeEntry,
)
from graphrag_batch.source.paths import to_text
from graphrag_batch.source.select import HEAD_BYTES, HUGE_LINE, LONG_MEAN, minified, select, sniff

Texts = dict[str, str]
NOTHING = SelectConfig()


def reasons(
    *paths: str, config: SelectConfig = NOTHING, ignores: Texts | None = None, attributes: Texts | None = None
) -> list[str]:
    """One word for each path: why it is skipped, or `kept`."""
    entries = [TreeEntry(path, MODE_FILE, "0" * 40) for path in paths]
    chosen = select(entries, config, ignores or {}, attributes or {})
    assert chosen.problems == ()
    words = {skip.path: skip.reason for skip in chosen.skipped} | {
        entry.path: "kept" for entry in chosen.kept
    }
    return [words[path] for path in paths]


def test_without_any_rule_ordinary_files_are_kept_in_the_order_given() -> None:
    entries = [TreeEntry(path, MODE_FILE, "0" * 40) for path in ("z.md", "a/b.py", "a b\n.txt")]
    chosen = select(entries, NOTHING, {}, {})
    assert chosen.kept == tuple(entries)
    assert chosen.skipped == ()


def test_a_skip_names_the_line_that_caused_it() -> None:
    entry = TreeEntry("docs/build/x.md", MODE_FILE, "1" * 40)
    chosen = select([entry], NOTHING, {"docs/.graphragignore": "# generated\r\nbuild/\r\n"}, {})
    assert chosen.kept == ()
    (skip,) = chosen.skipped
    assert (skip.path, skip.mode, skip.blob) == (entry.path, entry.mode, entry.blob)
    assert (skip.reason, skip.detail) == ("ignored", "docs/.graphragignore:2: build/")


def test_a_deeper_ignore_file_takes_a_folder_back_in_but_not_what_is_named_by_itself() -> None:
    ignores = {".graphragignore": "build/\n*.log", "a/.graphragignore": "!build/"}
    assert reasons("build/x.md", "a/build/x.md", "a/build/x.log", ignores=ignores) == [
        "ignored",
        "kept",
        "ignored",
    ]


def test_nothing_comes_back_from_an_ignored_folder() -> None:
    ignores = {".graphragignore": "build/\n!build/keep.md", "build/.graphragignore": "!keep.md"}
    assert reasons("build/keep.md", ignores=ignores) == ["ignored"]


def test_a_byte_order_mark_and_a_quoted_name_do_not_hide_a_pattern() -> None:
    odd = to_text(b"\xff.log")
    assert reasons(odd, "b.log", ignores={".graphragignore": "\ufeff*.log"}) == ["ignored", "ignored"]
    below = to_text(b"\xff/.graphragignore")
    assert reasons(to_text(b"\xff/a.md"), "a.md", ignores={below: "*.md"}) == ["ignored", "kept"]


@pytest.mark.parametrize("line", ["a[", "!", "/", "[z-a].md", "a\\", "[a\\", "[]", "[[:alfa:]].md", "a\0b"])
def test_a_broken_pattern_is_reported_and_the_others_count(line: str) -> None:
    entries = [TreeEntry(path, MODE_FILE, "0" * 40) for path in ("a.md", "b.log")]
    chosen = select(entries, NOTHING, {"x/.graphragignore": "", ".graphragignore": f"# c\n{line}\n*.log"}, {})
    assert [entry.path for entry in chosen.kept] == ["a.md"]
    assert [problem.split(" ")[0] for problem in chosen.problems] == [".graphragignore:2:"]


def test_the_configuration_includes_and_excludes() -> None:
    config = SelectConfig(include=("docs/", "*.py", "!docs/private/"), exclude=("*_test.py",))
    paths = (
        "docs/a.md",
        "docs/private/a.md",
        "a.py",
        "x/a.py",
        "a_test.py",
        "README.md",
        "docs/private/b.py",
    )
    expected = ["kept", "ignored", "kept", "kept", "ignored", "ignored", "kept"]
    assert reasons(*paths, config=config) == expected


def test_the_configuration_comes_before_the_ignore_files() -> None:
    config = SelectConfig(exclude=("!keep.log", "*.tmp"))
    ignores = {".graphragignore": "*.log\n!a.tmp"}
    assert reasons("keep.log", "other.log", "a.tmp", config=config, ignores=ignores) == [
        "kept",
        "ignored",
        "ignored",
    ]


def test_a_broken_pattern_of_the_configuration_names_its_key() -> None:
    chosen = select([], SelectConfig(exclude=("ok", "[z-a]")), {}, {})
    assert [problem.split(" ")[0] for problem in chosen.problems] == ["select.exclude:2:"]


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("*.gen.md linguist-generated", "generated"),
        ("*.gen.md linguist-generated=true", "generated"),
        ("*.gen.md text linguist-generated=True diff", "generated"),
        ("*.gen.md linguist-generated=false", "kept"),
        ("*.gen.md -linguist-generated", "kept"),
        ("*.gen.md linguist-generated\n*.gen.md -linguist-generated", "kept"),
        ("*.gen.md -linguist-generated\n*.gen.md linguist-generated", "generated"),
        ("*.gen.md linguist-generated\n*.gen.md !linguist-generated", "kept"),
        ("*.gen.md linguist-generated -linguist-generated", "kept"),
        ("lib/** linguist-vendored", "vendored"),
        ("/lib/** linguist-vendored", "vendored"),
        ("lib/ linguist-vendored", "kept"),
        ("lib linguist-vendored", "kept"),
        ('"lib/a.gen.md" linguist-vendored', "vendored"),
        ("*.gen.md text", "kept"),
        ("# *.gen.md linguist-generated", "kept"),
    ],
)
def test_gitattributes_mark_generated_and_vendored_files(line: str, reason: str) -> None:
    assert reasons("lib/a.gen.md", attributes={".gitattributes": line}) == [reason]


def test_the_deepest_gitattributes_file_decides() -> None:
    attributes = {
        ".gitattributes": "*.md linguist-generated",
        "lib/.gitattributes": "a.md -linguist-generated",
    }
    assert reasons("a.md", "lib/a.md", "lib/b.md", attributes=attributes) == [
        "generated",
        "kept",
        "generated",
    ]


def test_a_negative_pattern_in_gitattributes_is_reported() -> None:
    chosen = select([], NOTHING, {}, {"a/.gitattributes": "x\n!*.md linguist-generated"})
    assert [problem.split(" ")[0] for problem in chosen.problems] == ["a/.gitattributes:2:"]


JUNK = ("package-lock.json", "web/app.min.js", "web/app.js.map", "api_pb2.py")
VENDORED = ("web/node_modules/left-pad/index.js",)


def test_tracked_junk_is_recognised_by_name() -> None:
    assert reasons(*JUNK, *VENDORED) == ["generated"] * len(JUNK) + ["vendored"] * len(VENDORED)


def test_the_configuration_or_an_attribute_takes_junk_back_in() -> None:
    config = SelectConfig(generated=True, vendored=True)
    attributes = {".gitattributes": "* -linguist-generated -linguist-vendored"}
    everything = ["kept"] * len(JUNK + VENDORED)
    assert reasons(*JUNK, *VENDORED, config=config) == everything
    assert reasons(*JUNK, *VENDORED, attributes=attributes) == everything
    unset = {".gitattributes": "* !linguist-generated"}
    assert reasons("package-lock.json", attributes=unset) == ["generated"]


def test_what_tells_us_what_to_do_is_indexed_only_where_it_is_named() -> None:
    ours = (".graphrag.yaml", ".graphragignore", "docs/.graphragignore")
    others = ("docs/.graphrag.yaml", "graphragignore.md", "a.md")
    assert reasons(*ours, *others) == ["configuration"] * 3 + ["kept"] * 3
    named = SelectConfig(include=("docs/", ".graphrag.yaml", "!/.graphragignore", "*.md"))
    assert reasons(*ours, *others, config=named) == ["kept", "ignored", "configuration"] + ["kept"] * 3
    assert reasons(*ours, config=SelectConfig(include=("*",))) == ["kept"] * 3


def test_symbolic_links_and_submodules_are_recorded_as_such() -> None:
    entries = [TreeEntry("link.md", MODE_SYMLINK, "0" * 40), TreeEntry("sub", MODE_SUBMODULE, "1" * 40)]
    chosen = select(entries, NOTHING, {}, {})
    assert [skip.reason for skip in chosen.skipped] == ["symlink", "submodule"]
    assert all(skip.reason in SKIP_REASONS for skip in chosen.skipped)


@pytest.mark.parametrize(
    ("head", "reason"),
    [
        (b"", "empty"),
        (b"plain text\n", None),
        ("caf\u00e9".encode("latin-1"), None),
        (b"\x7fELF\x02\x01\x01\x00", "binary"),
        (b"%PDF-1.7\n", "binary"),
        ("wide".encode("utf-16"), None),
        (b"\xfe\xff" + "wide".encode("utf-16-be"), None),
        ("wide".encode("utf-32"), None),
        ("wide, unmarked".encode("utf-16-le"), "binary"),
        (b"version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 1\n", "lfs-pointer"),
        (b"x" * (HEAD_BYTES - 1) + b"\0", "binary"),
        (b"x" * HEAD_BYTES + b"\0", None),
    ],
)
def test_the_first_bytes_tell_text_from_other_things(head: bytes, reason: str | None) -> None:
    verdict = sniff(head)
    assert (verdict.reason if verdict else None) == reason


LONG = b"x" * (HUGE_LINE + 1)
WRITTEN = b"".join(b"function f%d() { return %d }\n" % (n, n) for n in range(30))


@pytest.mark.parametrize(
    ("path", "raw", "is_minified"),
    [
        ("js/modernizr.js", b"/* A licence\n * of some lines\n */\n" + b"a(b);" * 1000, True),
        ("a.CSS", b"a{b:c}" * 100, True),
        ("a.mjs", LONG, True),
        ("a.cjs", b"\r".join([LONG] * 3), True),
        ('"caf\\351.js"', LONG, True),
        ("a.js", LONG[1:], False),
        ("a.js", (b"x" * HUGE_LINE + b"\n") * 9, False),
        ("a.js", (b"x" * LONG_MEAN + b"\n") * 9, False),
        ("a.js", WRITTEN, False),
        # One picture in a sheet that somebody wrote.
        ("a.css", WRITTEN + LONG * 3, False),
        ("a.md", LONG, False),
        ("a.json", LONG, False),
        ("a.js.txt", LONG, False),
        ("a.js", b"", False),
    ],
)
def test_the_lines_of_a_script_tell_that_a_tool_wrote_it(path: str, raw: bytes, is_minified: bool) -> None:
    verdict = minified(path, raw)
    assert (verdict is not None) == is_minified
    assert verdict is None or (verdict.reason, verdict.detail) == ("generated", "minified")


def test_a_tree_may_be_nested_deeper_than_calls_can_be() -> None:
    deep = "/".join(["d"] * 3000)
    rules = {f"{deep}/.graphragignore": "x.md"}
    assert reasons(f"{deep}/x.md", f"{deep}/y.md", ignores=rules) == ["ignored", "kept"]


def test_every_reason_is_text_that_can_be_stored_whatever_bytes_the_name_has() -> None:
    paths = [
        to_text(name) for name in (b"\xff.min.js", b"\xff/package-lock.json", b"\xe9/node_modules/\xff.js")
    ]
    skipped = select([TreeEntry(path, MODE_FILE, "0" * 40) for path in paths], NOTHING, {}, {}).skipped
    assert [skip.reason for skip in skipped] == ["generated", "generated", "vendored"]
    assert skipped[0].detail.encode() == b"\\xff.min.js: by name"


@pytest.mark.parametrize(
    ("pattern", "path"),
    [
        ("*a*a*a*a*a*a*a*a*a*a*b", "a" * 250),
        ("**/a/**/a/**/a/**/a/**/a/**/b", "/".join("a" * 200)),
        ("*a*/**/*a*a*a/**/*a*a*a*b", "/".join(["a" * 60] * 40)),
    ],
)
@pytest.mark.timeout(20)
def test_no_pattern_takes_for_ever_to_fail(pattern: str, path: str) -> None:
    assert reasons(path, path + "b", path + "/b", ignores={".graphragignore": pattern})[0] == "kept"


def test_a_line_break_in_a_name_is_a_character_like_any_other() -> None:
    ignores = {".graphragignore": "x.md\n/d/**/y.md\n*.tmp\n"}
    paths = ["a\nb/x.md", "d/a\nb/c/y.md", "a\n.tmp", "x.md\n"]
    assert reasons(*paths, ignores=ignores) == ["ignored", "ignored", "ignored", "kept"]


def test_a_pattern_longer_than_any_path_is_reported_in_short_and_costs_nothing() -> None:
    entry = TreeEntry("a.md", MODE_FILE, "0" * 40)
    text = "x" * 1_000_000
    chosen = select(
        [entry], NOTHING, {".graphragignore": text}, {".gitattributes": f"{text} linguist-generated"}
    )
    assert chosen.kept == (entry,)
    assert [len(problem) < 200 and "longer than" in problem for problem in chosen.problems] == [True, True]
