"""What documents are compared by, and which of several copies counts."""

from __future__ import annotations

import itertools
import random

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.build.duplicates import similarities
from graphrag_batch.config import DedupeConfig
from graphrag_batch.formats import registry
from graphrag_batch.records import Document, Sketch
from graphrag_batch.stages import dedupe
from tests.examples import examples

WORDS = [
    f"{a}{b}" for a in ("har", "bo", "ti", "ke", "lun", "mo") for b in ("bour", "at", "de", "el", "ar", "ss")
]


def prose(words: int, seed: int = 1) -> str:
    """Paragraphs of so many words."""
    pick = random.Random(seed)
    lines = [" ".join(pick.choices(WORDS, k=min(50, words - n))) for n in range(0, words, 50)]
    return "\n\n".join(f"{line}." for line in lines) + "\n"


def sketch(text: str, format: str = "markdown", min_words: int = 30) -> Sketch:
    document = registry.read(format, text.encode())
    assert isinstance(document, Document)
    found = dedupe.sketch(document, DedupeConfig(min_words=min_words))
    assert found is not None
    return found


def alike(one: str, other: str) -> float:
    """How alike two texts are; 0 where only equals are compared and these are none."""
    a, b = sketch(one), sketch(other)
    if not (a.signature and b.signature):
        return float(a.form == b.form)
    return similarities(a.signature, [b.signature])[0]


@given(st.lists(st.integers(0, 2**32 - 1), min_size=1, max_size=300))
@settings(max_examples=examples(30), deadline=None)
def test_a_signature_is_the_one_of_datasketch(hashes: list[int]) -> None:
    from datasketch import MinHash  # brings scipy, which is long to import

    theirs = MinHash(
        dedupe.PERMUTATIONS,
        permutations=dedupe.permutations(),
        scheme="affine32",
        hashfunc=lambda value: value,
    )
    theirs.update_batch(hashes)
    ours = dedupe.signature(np.array(hashes, dtype=np.uint32))
    assert np.frombuffer(ours, "<u4").tolist() == theirs.hashvalues.tolist()


def test_long_text_is_hashed_in_parts_to_the_same_end(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = sketch(prose(3000))
    monkeypatch.setattr(dedupe, "_AT_ONCE", 7)
    assert sketch(prose(3000)) == whole


@pytest.mark.parametrize(
    ("change", "least", "most"),
    [
        (lambda text: text.replace(" ", "\n"), 1, 1),
        (lambda text: text.upper(), 1, 1),
        (lambda text: text.replace("\n\n", "\n\n```python\nprint('between')\n```\n\n"), 1, 1),
        (lambda text: "---\ntitle: Another\n---\n" + text, 1, 1),
        (lambda text: text.replace("boat ", "[boat](../elsewhere/boat.md) "), 0.9, 1),
        (lambda text: text.replace("boat ", "barge ", 3), 0.9, 0.999),
        (lambda text: text + prose(400, seed=2), 0.35, 0.65),
        (lambda text: prose(400, seed=3), 0, 0.05),
    ],
    ids=["lines", "case", "code", "front matter", "links", "three words", "twice as long", "another"],
)
def test_likeness_is_that_of_the_words_of_prose(change, least: float, most: float) -> None:
    text = prose(400)
    assert least <= alike(text, change(text)) <= most


def test_paragraphs_in_another_order_are_as_alike() -> None:
    paragraphs = prose(1000).split("\n\n")
    assert alike("\n\n".join(paragraphs), "\n\n".join(reversed(paragraphs))) > 0.99


def test_pages_that_share_their_code_alone_have_nothing_in_common() -> None:
    code = "```python\n" + "\n".join(f"value_{n} = compute({n}, 'a', 'b')" for n in range(200)) + "\n```\n"
    assert alike(prose(100, seed=1) + code, prose(100, seed=2) + code) < 0.1


def test_scripts_without_spaces_are_compared_letter_by_letter() -> None:
    pick = random.Random(4)
    text = "".join(pick.choices("港船錨帆櫂潮風波岸島燈塔漁網鈎舟", k=400))
    assert alike(f"{text}\n", f"{text[:200]}新{text[200:]}\n") > 0.9
    assert alike(f"{text}\n", f"{''.join(reversed(text))}\n") < 0.3


@pytest.mark.parametrize(
    ("format", "one", "other", "equal"),
    [
        ("markdown", "# Usage\n\nTo do.\n", "#  Usage\nTo do.\n\n", True),
        ("markdown", "# Usage\n\nTo do.\n", "# Usage\n\nTo do!\n", False),
        ("code:python", "def f(a):\n    return a + 1\n" * 30, "def f(a):\n  return a + 1\n" * 30, True),
        ("code:python", "def f(a):\n    return a + 1\n" * 30, "def f(a):\n    return a - 1\n" * 30, False),
    ],
)
def test_short_texts_and_code_are_copies_of_their_equals_alone(
    format: str, one: str, other: str, equal: bool
) -> None:
    a, b = sketch(one, format), sketch(other, format)
    assert a.signature == b.signature == b""
    assert (a.form == b.form) is equal


def test_what_is_long_enough_has_a_signature_and_equal_ones_one_form() -> None:
    assert sketch(prose(30)).signature
    assert not sketch(prose(29)).signature
    assert sketch(prose(29), min_words=29).signature
    assert sketch(prose(40)) == sketch(prose(40).upper())


def test_a_blank_document_is_compared_with_nothing() -> None:
    assert dedupe.sketch(Document("text", " \n"), DedupeConfig()) is None


def test_signatures_that_agree_in_a_band_share_a_key_and_no_other() -> None:
    signature = np.arange(dedupe.PERMUTATIONS, dtype="<u4")
    other = signature + np.uint32(1)
    width = dedupe.PERMUTATIONS // dedupe.BANDS
    other[width : 2 * width] = signature[width : 2 * width]
    keys, others = dedupe.band_keys(signature.tobytes()), dedupe.band_keys(other.tobytes())
    assert set(keys) & set(others) == {keys[1]} == {others[1]}
    assert len(set(keys)) == dedupe.BANDS
    assert dedupe.band_keys(b"") == []


IN_ORDER = [
    "guide.md",
    "docs/a.md",
    "docs/guide.md",
    "docs/en/guide.md",
    "docs/deep/down/guide.md",
    "docs/de/guide.md",
    "i18n/zh-Hans/guide.md",
    "old/a.md",
    "docs/a.bak.md",
    "docs/guide-old.md",
    "tests/guide.md",
    "docs/v1.2/guide.md",
    "node_modules/pack/guide.md",
]


def test_copies_are_told_from_what_they_are_copied_from() -> None:
    for one, other in itertools.combinations(IN_ORDER[:7], 2):
        assert dedupe.preference(one) < dedupe.preference(other), (one, other)
    for path in IN_ORDER[7:]:
        assert all(dedupe.preference(first) < dedupe.preference(path) for first in IN_ORDER[:7]), path


@pytest.mark.parametrize(
    "path", ["docs/builder/a.md", "holder/a.md", "docs/id-cards/a.md", "my-old-house.md"]
)
def test_a_name_that_only_begins_alike_is_no_copy(path: str) -> None:
    assert dedupe.preference(path)[:2] == (False, False)
