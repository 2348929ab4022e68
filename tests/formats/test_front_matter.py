import json

import pytest

from graphrag_batch.formats.frontmatter import read_front_matter
from graphrag_batch.formats.registry import read as parse
from graphrag_batch.records import Document


@pytest.mark.parametrize(
    "text",
    [
        "no mark\n---\n",
        "---\nnever: closed\n",
        "---\n\nblank: first\n---\n",
        "----\ntitle: x\n----\n",
        "---\njust a sentence\n---\n",
        "---\n- a\n- list\n---\n",
        " ---\ntitle: x\n---\n",
        "--- title\nx: y\n---\n",
        "---",
    ],
)
def test_what_is_no_front_matter_stays_text(text: str) -> None:
    assert read_front_matter(text).last == 0


@pytest.mark.parametrize(
    ("yaml", "tags"),
    [
        ("tags: [a, b]", ("a", "b")),
        ("tags: a, b c", ("a", "b c")),
        ("tags:\n- 1\n- 2.5\n- [nested]", ("1", "2.5")),
        ("keywords: [k]\ntags: t", ("t", "k")),
        ("tags: null", ()),
        ("tags: true", ()),
        ("tags: {a: b}", ()),
    ],
)
def test_tags_come_as_a_list_or_with_commas(yaml: str, tags: tuple[str, ...]) -> None:
    assert read_front_matter(f"---\n{yaml}\n---\n").tags == tags


@pytest.mark.parametrize(
    ("yaml", "value"),
    [
        ("x: 2024-05-06", "2024-05-06"),
        ("x: 2024-05-06T07:08:09Z", "2024-05-06T07:08:09+00:00"),
        ("x: .inf", "inf"),
        ("x: !!set {b, a}", ["a", "b"]),
        ("x: !!binary aGk=", "b'hi'"),
        ("x: {1: y, null: z}", {"1": "y", "None": "z"}),
        ('x: "\\ud800 \\0"', None),
    ],
)
def test_any_value_becomes_json(yaml: str, value: object) -> None:
    meta = json.loads(read_front_matter(f"---\n{yaml}\n---\n").meta)
    if value is not None:
        assert meta == {"x": value}
    json.dumps(meta, ensure_ascii=False).encode("utf-8")


@pytest.mark.parametrize(
    "body",
    [
        "a: " + "[" * 5000,
        "x: &x [*x]",
        "a: &a [1,1,1,1,1,1,1,1,1]\n"
        + "".join(
            f"{c}: &{c} [{','.join(['*' + p] * 9)}]\n" for p, c in zip("abcdefgh", "bcdefghi", strict=True)
        ),
        "a: &a {k: 1}\n"
        + "".join(
            f"{c}: &{c} {{<<: [{','.join(['*' + p] * 9)}]}}\n"
            for p, c in zip("abcdefgh", "bcdefghi", strict=True)
        ),
        "x: 2024-13-45",
        "x: !!python/object:os.system {}",
        "? [a]\n: b",
    ],
    ids=["brackets", "cycle", "laughs", "merges", "date", "object", "list-key"],
)
def test_hostile_front_matter_is_a_warning(body: str) -> None:
    document = parse("markdown", f"---\nkey: v\n{body}\n---\n\n# Title\n".encode())
    assert isinstance(document, Document)
    assert document.warnings == ("front matter is not valid YAML",)
    assert document.meta == "{}"
    assert (document.blocks[0].kind, document.title) == ("metadata", "Title")


def test_the_title_of_the_front_matter_wins() -> None:
    document = parse("markdown", b"---\ntitle: 2024\n---\n# Heading\n")
    assert isinstance(document, Document)
    assert document.title == "2024"
    assert document.sections[0].title == "Heading"


def test_empty_front_matter_is_metadata() -> None:
    document = parse("markdown", b"---\n---\ntext\n")
    assert isinstance(document, Document)
    assert [b.kind for b in document.blocks] == ["metadata", "paragraph"]
