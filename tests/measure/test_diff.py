"""What changed between two artifacts: exact for each kind of edit, and the mirror image the other way."""

from __future__ import annotations

import random
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import apsw
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.artifact import schema
from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.errors import ArtifactCorrupt
from graphrag_batch.measure.diff import KINDS, Difference, compare
from tests.building import index
from tests.examples import examples
from tests.gitrepo import GitRepo

CONFIG = "embed: {model: none}\nselect: {max_bytes: 4000}\n"
GUIDE = """# Guide

Words before anything else.

## Set up

Install the harbour first, then tie the boats to it with rope.

### On Linux

## Tides

The moon pulls the water, twice a day and never at the same hour.
See [the boats](boats.md).
"""
BOATS = "# Boats\n\nEach boat has a name and a place.\n"
CODE = '''"""Boats in code."""

LIMIT = 3


def tie(boat):
    """Tie a boat to the pier."""
    return boat.rope.tie()


class Pier:
    """Where boats lie."""

    def free(self):
        """How many places are left."""
        return LIMIT - len(self.boats)
'''
FILES: dict[str, str | bytes] = {
    ".graphrag.yaml": CONFIG,
    "docs/guide.md": GUIDE,
    "docs/boats.md": BOATS,
    "pier.py": CODE,
    "photo.dat": b"\0\1",
}


def snapshot(repo: GitRepo, files: Mapping[str, str | bytes]) -> Path:
    """The artifact of a tree of these files, in a place where no later build replaces it."""
    for path in repo.path.iterdir():
        if path.name != ".git":
            repo.remove(path.name)
    repo.write_all(files)
    repo.commit()
    made = Path(index(repo).artifact)
    kept = repo.path.parent / f"{repo.path.name}-{repo.commits}.sqlite"
    kept.write_bytes(made.read_bytes())
    return kept


def short(kind: str, row: Mapping[str, Any]) -> str:
    """A row in a few words."""
    if "from" in row:
        return f"{short(kind, as_row(row['from']))} > {short(kind, as_row(row['to']))}"
    changed = f" {sorted(row['changes'].keys() - {'id', 'section'})}" if "changes" in row else ""
    if kind == "sections":
        return f"{row['path']} {row['section']}" + (f" {row['number']}" if row["number"] > 1 else "")
    if kind == "entities":
        return f"{row['type']} {row['name']}" + changed
    if kind == "relations":
        return f"{row['src']['name']} {row['rel']} {row['dst']['name']}" + changed
    if kind == "duplicates":
        return f"{row['path']} of {row['duplicate_of']}" + changed
    if "elsewhere" in row:
        return f"{row['path']} {row['reason']} {row['elsewhere']}"
    return row["path"] + changed


def as_row(place: Any) -> Mapping[str, Any]:
    return {"path": place} if isinstance(place, str) else place


def told(difference: Difference) -> dict[str, list[str]]:
    """Group → its rows in short, of the groups that have any."""
    return {
        f"{kind} {group}": [short(kind, row) for row in rows]
        for kind, groups in difference.found.items()
        for group, rows in groups.items()
        if rows
    }


def edited(path: str, *replacements: tuple[str, str]) -> dict[str, str | bytes]:
    """The files with words of one of them replaced, each exactly once."""
    text = FILES[path]
    assert isinstance(text, str)
    for old, new in replacements:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return {**FILES, path: text}


def without(*paths: str) -> dict[str, str | bytes]:
    return {path: content for path, content in FILES.items() if path not in paths}


# A page whose words are many enough for a copy of it to be told from any other page.
COPIED = "# Ropes\n\n" + " ".join(f"rope{n} and the knot" for n in range(20)) + "\n"
TIDES = GUIDE[GUIDE.index("## Tides") :]
TIE = CODE[CODE.index("def tie") : CODE.index("class Pier")]

EDITS: dict[str, tuple[Mapping[str, str | bytes], dict[str, list[str]]]] = {
    "nothing": (FILES, {}),
    "a word of one section": (
        edited("docs/guide.md", ("tie the boats", "bind the boats")),
        {
            "documents changed": ["docs/guide.md ['content']"],
            "sections changed": ["docs/guide.md Guide › Set up"],
        },
    ),
    "white space only": (
        edited("docs/guide.md", ("first, then", "first,\nthen")),
        {"documents changed": ["docs/guide.md ['content']"]},
    ),
    "a file renamed": (
        {**without("docs/boats.md"), "docs/ships.md": BOATS},
        {
            "documents renamed": ["docs/boats.md > docs/ships.md"],
            "entities moved": ["document Boats > document Boats", "section Boats > section Boats"],
            # The link to the old name leads nowhere.
            "relations removed": ["Tides refers_to Boats"],
        },
    ),
    "a source file renamed": (
        {**without("pier.py"), "quay.py": CODE},
        {
            "documents renamed": ["pier.py > quay.py"],
            "entities moved": [
                "class Pier > class Pier",
                "constant LIMIT > constant LIMIT",
                "document pier.py > document quay.py",
                "function tie > function tie",
                "method Pier.free > method Pier.free",
            ],
        },
    ),
    "a section moved to another file": (
        edited("docs/guide.md", (TIDES, "")) | {"docs/boats.md": f"{BOATS}\n{TIDES}"},
        {
            "documents changed": ["docs/boats.md ['content']", "docs/guide.md ['content']"],
            "sections moved": ["docs/guide.md Guide › Tides > docs/boats.md Boats › Tides"],
            "entities moved": ["section Tides > section Tides"],
            "relations added": ["Tides part_of Boats"],
            # What a file says of itself is no link.
            "relations removed": ["Tides refers_to Boats", "Tides part_of Guide"],
        },
    ),
    "a heading reworded": (
        edited("docs/guide.md", ("## Set up", "## First steps")),
        {
            "documents changed": ["docs/guide.md ['content']"],
            "sections moved": [
                "docs/guide.md Guide › Set up > docs/guide.md Guide › First steps",
                "docs/guide.md Guide › Set up › On Linux > docs/guide.md Guide › First steps › On Linux",
            ],
            "entities changed": ["section First steps ['name']"],
            "entities moved": ["section On Linux > section On Linux"],
        },
    ),
    "the title reworded": (
        edited("docs/boats.md", ("# Boats", "# Ships")),
        {
            "documents changed": ["docs/boats.md ['content', 'title']"],
            # Too few words stay the same to know it by.
            "sections removed": ["docs/boats.md Boats"],
            "sections added": ["docs/boats.md Ships"],
            "entities removed": ["section Boats"],
            "entities added": ["section Ships"],
            "entities changed": ["document Ships ['name']"],
            "relations removed": ["Boats part_of Boats"],
            "relations added": ["Ships part_of Ships"],
        },
    ),
    "a link added": (
        edited("docs/boats.md", ("a place.", "a place, see [the pier](../pier.py).")),
        {
            "documents changed": ["docs/boats.md ['content']"],
            "sections changed": ["docs/boats.md Boats"],
            "relations added": ["Boats refers_to pier.py"],
        },
    ),
    "a link given twice": (
        edited("docs/guide.md", ("[the boats](boats.md).", "[the boats](boats.md), [all](boats.md).")),
        {
            "documents changed": ["docs/guide.md ['content']"],
            "sections changed": ["docs/guide.md Guide › Tides"],
            "relations changed": ["Tides refers_to Boats ['count']"],
        },
    ),
    "a definition removed": (
        edited("pier.py", (TIE, "")),
        {
            "documents changed": ["pier.py ['content']"],
            "sections removed": ["pier.py tie"],
            "entities removed": ["function tie"],
            "relations removed": ["pier.py defines tie", "tie part_of pier.py"],
        },
    ),
    "what a definition says of itself": (
        edited("pier.py", ("Tie a boat to the pier", "Bind a boat")),
        {
            "documents changed": ["pier.py ['content']"],
            "sections changed": ["pier.py tie"],
            "entities changed": ["function tie ['description']"],
        },
    ),
    "a definition moved to another file": (
        edited("pier.py", (TIE, "")) | {"knots.py": TIE.rstrip() + "\n"},
        {
            "documents added": ["knots.py"],
            "documents changed": ["pier.py ['content']"],
            "sections moved": ["pier.py tie > knots.py tie"],
            "entities added": ["document knots.py"],
            "entities moved": ["function tie > function tie"],
            "relations added": ["knots.py defines tie", "tie part_of knots.py"],
            "relations removed": ["pier.py defines tie", "tie part_of pier.py"],
        },
    ),
    "a file grown too large": (
        {**FILES, "docs/boats.md": BOATS + "More words. " * 400},
        {
            "documents removed": ["docs/boats.md"],
            "sections removed": ["docs/boats.md Boats"],
            "entities removed": ["document Boats", "section Boats"],
            "relations removed": ["Boats part_of Boats", "Tides refers_to Boats"],
            "skipped added": ["docs/boats.md too-large indexed"],
        },
    ),
    "skipped for another reason": (
        {**FILES, "photo.dat": b"\0" * 5000},
        {"skipped changed": ["photo.dat ['reason']"]},
    ),
    "a skipped file removed": (
        without("photo.dat"),
        {"skipped removed": ["photo.dat binary absent"]},
    ),
}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    return GitRepo(tmp_path_factory.mktemp("diff") / "repo")


@pytest.fixture(scope="module")
def base(repo: GitRepo) -> Path:
    return snapshot(repo, FILES)


def mirrored(difference: Difference) -> dict[str, dict[str, list[Any]]]:
    """The rows as they are the other way round, in an order of their own."""
    swap = {"added": "removed", "removed": "added"}
    return {
        kind: {
            swap.get(group, group): sorted(map(repr, map(_mirrored, rows))) for group, rows in groups.items()
        }
        for kind, groups in difference.found.items()
    }


def _mirrored(row: Mapping[str, Any]) -> dict[str, Any]:
    turned = dict(row)
    if "from" in row:
        turned["from"], turned["to"] = row["to"], row["from"]
    if isinstance(row.get("line"), list):
        turned["line"] = row["line"][::-1]
    if "changes" in row:
        turned["changes"] = {name: values[::-1] for name, values in row["changes"].items()}
        turned |= {name: values[0] for name, values in row["changes"].items() if name in row}
    return turned


def in_order(difference: Difference) -> dict[str, dict[str, list[Any]]]:
    return {
        kind: {group: sorted(map(repr, map(dict, rows))) for group, rows in groups.items()}
        for kind, groups in difference.found.items()
    }


@pytest.mark.sample(5)
@pytest.mark.parametrize("edit", EDITS)
def test_each_edit_is_told_for_what_it_is(repo: GitRepo, base: Path, edit: str) -> None:
    files, expected = EDITS[edit]
    after = snapshot(repo, files)
    there, back = compare(base, after), compare(after, base)
    assert told(there) == expected
    assert there.empty == (not expected)
    assert there.notes == ()
    assert mirrored(there) == in_order(back)


COPIES: dict[str, tuple[dict[str, str], dict[str, list[str]]]] = {
    "a copy made": ({"a.md": COPIED, "b.md": COPIED, "c.md": COPIED}, {"added": ["c.md of a.md"]}),
    "a copy rewritten": ({"a.md": COPIED, "b.md": BOATS}, {"removed": ["b.md of a.md"]}),
    "a word of a copy": ({"a.md": COPIED, "b.md": COPIED.replace("rope7 ", "line ")}, {}),
    "copy and original renamed": ({"docs/a.md": COPIED, "old/b.md": COPIED}, {}),
    "another one counts": (
        {"a.md": BOATS, "b.md": COPIED, "0.md": COPIED},
        {"changed": ["b.md of 0.md ['duplicate_of']"]},
    ),
}  # fmt: skip


@pytest.mark.sample(2)
@pytest.mark.parametrize("edit", COPIES)
def test_documents_that_become_copies_or_cease_to_be_are_told(repo: GitRepo, edit: str) -> None:
    files, expected = COPIES[edit]
    before = snapshot(repo, {".graphrag.yaml": CONFIG, "a.md": COPIED, "b.md": COPIED})
    after = snapshot(repo, {".graphrag.yaml": CONFIG, **files})
    there, back = compare(before, after), compare(after, before)
    rows = there.found["duplicates"]
    assert {
        group: [short("duplicates", row) for row in rows[group]] for group in rows if rows[group]
    } == expected
    assert mirrored(there)["duplicates"] == in_order(back)["duplicates"]


# ---- laws -----------------------------------------------------------------------------------------

HEADINGS = st.sampled_from(["# One", "## Two", "## Two", "### Three", "def f():", "class C:"])
LINES = st.sampled_from(
    ["words", "[x](b.md)", "[y](c/d.md#two)", "    pass", "", "and some more words than forty " * 2]
)
TEXTS = st.lists(st.one_of(HEADINGS, LINES), max_size=7).map(lambda lines: "\n".join(lines) + "\n")
TREES = st.dictionaries(st.sampled_from(["a.md", "b.md", "c/d.md", "e.py", "f.py"]), TEXTS, max_size=5)
COUNTED = {"documents": "docs", "sections": "sections", "entities": "entities", "relations": "relations",
           "duplicates": "duplicates", "skipped": "skipped"}  # fmt: skip


_BUT = {"relations": "WHERE rel <> 'mentions'"}


def rows_in(artifact: Path) -> dict[str, int]:
    with open_artifact(artifact) as opened:
        return {
            kind: opened.execute(f"SELECT count(*) FROM {table} {_BUT.get(kind, '')}")[0][0]
            for kind, table in COUNTED.items()
        }


@pytest.mark.long
@settings(max_examples=examples(32))
@given(TREES, TREES)
def test_what_came_and_went_accounts_for_every_row_both_ways(
    one: dict[str, str], other: dict[str, str]
) -> None:
    with tempfile.TemporaryDirectory() as folder:
        repo = GitRepo(Path(folder) / "repo")
        a, b = (snapshot(repo, {".graphrag.yaml": CONFIG, **files}) for files in (one, other))
        there, back = compare(a, b), compare(b, a)
        before, after = rows_in(a), rows_in(b)
        assert compare(a, a).empty
    for kind, groups in there.counts.items():
        assert before[kind] + groups["added"] - groups["removed"] == after[kind], kind
        turned = back.counts[kind] | {
            "added": back.counts[kind]["removed"],
            "removed": back.counts[kind]["added"],
        }
        assert groups == turned, kind
    for kind in ("documents", "sections", "entities", "duplicates", "skipped"):
        assert mirrored(there)[kind] == in_order(back)[kind]


# Where text lies and what follows from it; what a person would call knowledge is in the others.
NOT_COMPARED = {
    "meta", "chunks", "chunk_windows", "symbols", "links", "redactions", "evidence", "vectors", "sketches",
    "extracts", "mentions",
}  # fmt: skip


def test_every_table_that_holds_knowledge_is_compared() -> None:
    assert {*COUNTED.values(), *NOT_COMPARED} == set(schema.LOGICAL), "a new table needs a row in KINDS"
    assert {kind.name for kind in KINDS} == set(COUNTED)


# ---- artifacts that are not alike, and damaged ones -----------------------------------------------


def test_another_configuration_is_named_with_its_settings_and_does_not_hide_what_changed(
    repo: GitRepo, base: Path
) -> None:
    files = edited("docs/guide.md", ("tie the boats", "bind the boats"))
    config = f"{CONFIG}chunk: {{target_tokens: 40}}\nretrieval: {{k: 3}}\n"
    difference = compare(base, snapshot(repo, {**files, ".graphrag.yaml": config}))
    assert difference.notes == ("made under different settings (chunk.target_tokens; config_fingerprint)",)
    expected = EDITS["a word of one section"][1]
    assert told(difference)["sections changed"] == expected["sections changed"]
    assert told(difference)["documents changed"] == expected["documents changed"]


def test_another_model_or_version_of_the_tool_is_named(base: Path, tmp_path: Path) -> None:
    other = tmp_path / "other.sqlite"
    other.write_bytes(base.read_bytes())
    con = apsw.Connection(str(other))
    for key, value in (
        ("tool_version", "0.0.9"), ("tool_fingerprint", "x"), ("model", "minilm"), ("model_fingerprint", "y"),
    ):  # fmt: skip
        con.execute("UPDATE meta SET value = ? WHERE key = ?", (value, key))
    con.close()
    tool, model = compare(other, base).notes
    assert "0.0.9" in tool
    assert "tool_fingerprint" in tool
    assert "minilm and none" in model
    assert compare(other, base).empty


@pytest.mark.long
def test_damage_names_the_file_that_has_it(repo: GitRepo, base: Path, tmp_path: Path) -> None:
    whole = snapshot(repo, edited("docs/guide.md", ("tie the boats", "bind the boats"))).read_bytes()
    damaged = tmp_path / "damaged.sqlite"
    chance = random.Random(7)
    told_as_damage = 0
    for _ in range(20):
        content = bytearray(whole)
        start = chance.randrange(4096, len(content) - 3000)
        content[start : start + 3000] = chance.randbytes(3000)
        damaged.write_bytes(content)
        for pair in ((base, damaged), (damaged, base)):
            try:
                compare(*pair)
            except ArtifactCorrupt as error:
                told_as_damage += 1
                assert error.where == str(damaged)
                assert "graphrag-batch index" in error.next_step
    assert told_as_damage


def test_comparing_changes_neither_file_nor_folder(base: Path, tmp_path: Path) -> None:
    for name in ("a", "b"):
        (tmp_path / name).write_bytes(base.read_bytes())
    compare(tmp_path / "a", tmp_path / "b")
    assert {path.name for path in tmp_path.iterdir()} == {"a", "b"}
    assert (tmp_path / "a").read_bytes() == (tmp_path / "b").read_bytes() == base.read_bytes()
