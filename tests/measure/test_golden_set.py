"""The golden set is in order: every page is annotated, every annotation fits, every name is used."""

from __future__ import annotations

import functools
from pathlib import Path
from typing import Any

import pytest
import yaml

from graphrag_batch.measure.golden import GOLD, Golden, read_golden
from graphrag_batch.textual import RELATIONS

GOLDEN = Path(__file__).parents[2] / "fixtures" / "golden"
HALVES = sorted(path.name for path in GOLDEN.iterdir() if path.is_dir() and any(path.iterdir()))
PROSE = (".md", ".rst", ".adoc")


@functools.cache
def half(name: str) -> Golden:
    return read_golden(GOLDEN / name)


@functools.cache
def annotated(note: Path) -> Any:
    return yaml.load(note.read_text(encoding="utf-8"), getattr(yaml, "CSafeLoader", yaml.SafeLoader))


@pytest.fixture(scope="module", params=HALVES)
def golden(request: pytest.FixtureRequest) -> Golden:
    return half(request.param)


def test_every_file_is_annotated_and_every_page_in_full(golden: Golden) -> None:
    assert golden.annotated == set(golden.files)
    assert golden.pages == {path for path in golden.files if path.endswith(PROSE)}
    assert len(golden.pages) >= 10
    assert len({path.partition("/")[0] for path in golden.pages}) >= 5


def test_there_are_enough_pages_in_all_and_those_of_each_part_are_its_own() -> None:
    pages = [path for part in HALVES for path in half(part).pages]
    assert len(pages) >= 60
    assert len(set(pages)) == len(pages)


def test_mentions_are_apart_and_in_order(golden: Golden) -> None:
    for one, other in zip(golden.mentions, golden.mentions[1:], strict=False):
        assert one.path != other.path or one.end <= other.start, (one, other)


def test_every_entity_is_named_somewhere_in_one_way_or_another(golden: Golden) -> None:
    used = {mention.entity for mention in golden.mentions}
    used |= {end for relation in golden.relations for end in (*relation.subjects, relation.object)}
    used |= {end for subject, _, object_ in golden.maybe for end in (subject, object_)}
    assert set(golden.types) <= used
    assert {relation.rel for relation in golden.relations} <= set(RELATIONS) - {"same_as", "refers_to"}


def test_ends_of_relations_stand_in_the_page_that_states_them(golden: Golden) -> None:
    named: dict[str, set[str]] = {}
    for mention in golden.mentions:
        named.setdefault(mention.path, set()).add(mention.entity)
    for relation in golden.relations:
        if relation.prose:
            about = golden.about.get(relation.path)
            known = named[relation.path] | {f"@page:{relation.path}", about}
            assert relation.object in known, relation
            assert relation.subjects & known, relation


@pytest.mark.sample(20)
@pytest.mark.parametrize("note", sorted(GOLDEN.rglob(f"*{GOLD}")), ids=lambda note: note.name)
def test_no_page_both_states_a_relation_and_leaves_it_open(note: Path) -> None:
    told = annotated(note)
    rows = [tuple(row[:3]) for row in (*told["relations"], *told["maybe"])]
    assert sorted(set(rows)) == sorted(rows)


@pytest.mark.parametrize("note", sorted(GOLDEN.rglob(f"*{GOLD}")), ids=lambda note: note.name)
def test_relations_quote_their_page(note: Path) -> None:
    page = note.with_name(note.name.removesuffix(GOLD)).read_text(encoding="utf-8")
    told = annotated(note)
    for *_, words in (*told["relations"], *told["maybe"]):
        assert " ".join(words.split()) in " ".join(page.split())
