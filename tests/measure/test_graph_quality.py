"""The graph's quality, on golden sets small enough to count by hand."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_batch.errors import NotFound
from graphrag_batch.measure.golden import Golden, read_golden
from graphrag_batch.measure.graph_quality import (
    Found,
    FoundMention,
    FoundRelation,
    MentionReport,
    Node,
    score_mentions,
)
from graphrag_batch.measure.graph_relations import RelationReport, score_relations

PAGE = """---
title: Heron
---
# Heron

Heron (HRN) needs Otter.
It was made by Ann in Ulm.
Otter is a store. Heron does not use Moss.
"""
GOLD = """about: Heron
mentions:
- [4, 1, Heron, Heron]
- [6, 1, Heron, Heron]
- [6, 1, HRN, Heron]
- [6, 1, Otter, Otter]
- [7, 1, It, Heron, ref]
- [7, 1, Ann, Ann]
- [7, 1, Ulm, Ulm]
- [8, 1, Otter, Otter]
- [8, 1, Heron, Heron]
- [8, 1, Moss, Moss]
relations:
- [Heron, depends_on, Otter, needs Otter]
- [., defines, Otter, Otter is a store]
maybe:
- [Ann, located_in, Ulm, Ann in Ulm]
"""
TYPES = "Heron: product\nOtter: product\nMoss: product\nAnn: person\nUlm: location\n"
HERON, OTTER, ANN, ULM, MOSS, DOC, SECTION = range(1, 8)
IDS = {"Heron": HERON, "Otter": OTTER, "Ann": ANN, "Ulm": ULM, "Moss": MOSS}
NODES = {
    **{id_: Node((name,)) for name, id_ in IDS.items()},
    DOC: Node(("Birds", "a.md"), "a.md"),
    SECTION: Node(("Heron",), "a.md", PAGE.index("# Heron")),
}


@pytest.fixture
def golden(tmp_path: Path) -> Golden:
    (tmp_path / "a.md").write_text(PAGE)
    (tmp_path / "a.md.gold.yaml").write_text(GOLD)
    (tmp_path / "entities.yaml").write_text(TYPES)
    return read_golden(tmp_path)


def perfect(golden: Golden) -> list[FoundMention]:
    """What the annotation says, as if it had been found."""
    return [
        FoundMention(m.path, m.start, m.end, m.surface, m.type, IDS[m.entity], m.reference)
        for m in golden.mentions
    ]


def relations(golden: Golden, *rows: FoundRelation) -> RelationReport:
    found = Found(perfect(golden), rows, NODES)
    return score_relations(golden, found, score_mentions(golden, found.mentions).owners)


def told(subject: int, rel: str, object_: int) -> FoundRelation:
    return FoundRelation(subject, rel, object_, structural=False)


def exact(report: MentionReport) -> tuple[float, float]:
    return report.exact.precision, report.exact.recall


def test_a_set_is_its_pages_without_what_was_written_beside_them(golden: Golden) -> None:
    assert list(golden.files) == ["a.md"]
    assert all(PAGE[m.start : m.end] == m.surface for m in golden.mentions)
    assert golden.mentions[4][:4] == ("a.md", PAGE.index("It was"), PAGE.index("It was") + 2, "It")


def test_what_was_annotated_is_all_right(golden: Golden) -> None:
    report = score_mentions(golden, perfect(golden))
    assert exact(report) == (1.0, 1.0)
    assert report.typed.f1 == report.overlap.f1 == report.references.f1 == report.pairs.f1 == 1.0
    assert report.accuracy == report.varied == 1.0
    assert report.by_type["person"].as_json() == {
        "precision": 1.0, "recall": 1.0, "f1": 1.0, "gold": 1, "found": 1, "right": 1, "recalled": 1
    }  # fmt: skip
    assert [report.missing, report.wrong, report.mistyped, report.mislinked] == [[]] * 4


def test_nothing_found_is_never_wrong_and_recalls_nothing(golden: Golden) -> None:
    report = score_mentions(golden, [])
    assert exact(report) == (1.0, 0.0)
    assert report.exact.f1 == 0.0
    assert len(report.missing) == 9
    assert relations(golden).prose[:3] == (2, 0, 0)


def test_shifted_spans_overlap_and_are_not_exact(golden: Golden) -> None:
    shifted = [m._replace(end=m.end + 1) for m in perfect(golden)]
    report = score_mentions(golden, shifted)
    assert exact(report) == (0.0, 0.0)
    assert report.overlap.f1 == 1.0
    assert report.references.right == 0


def test_a_wrong_type_counts_for_both_types(golden: Golden) -> None:
    found = [m._replace(type="location") if m.surface == "Ann" else m for m in perfect(golden)]
    report = score_mentions(golden, found)
    assert report.exact.f1 == 1.0
    assert report.typed.right == 8
    assert report.by_type["person"].recall == 0.0
    assert report.by_type["location"].precision == 0.5
    assert [(g.type, f.type) for g, f in report.mistyped] == [("person", "location")]


def test_front_matter_and_files_without_mentions_are_not_counted(golden: Golden) -> None:
    extra = [
        FoundMention("a.md", PAGE.index("Heron"), PAGE.index("Heron") + 5, "Heron", "product", HERON, False),
        FoundMention("b.md", 0, 5, "Heron", "product", HERON, False),
    ]
    assert exact(score_mentions(golden, [*perfect(golden), *extra])) == (1.0, 1.0)


def test_splitting_an_entity_costs_the_mentions_that_went_astray(golden: Golden) -> None:
    found = [m._replace(entity=99) if m.surface == "HRN" else m for m in perfect(golden)]
    report = score_mentions(golden, found)
    assert report.accuracy == 8 / 9
    assert report.varied == 3 / 4
    assert report.pairs.precision == 1.0
    assert report.pairs.recall == 4 / 7  # of Heron's four mentions six pairs, three left; Otter's one
    assert [(g.surface, f.entity) for g, f in report.mislinked] == [("HRN", 99)]


def test_merging_two_entities_costs_the_smaller(golden: Golden) -> None:
    found = [m._replace(entity=HERON) if m.surface == "Otter" else m for m in perfect(golden)]
    report = score_mentions(golden, found)
    assert report.accuracy == 7 / 9
    assert report.pairs.recall == 1.0
    assert report.pairs.precision == 7 / 15
    assert report.owners[HERON] == "Heron"


def test_a_reference_is_right_if_it_means_what_it_stands_for(golden: Golden) -> None:
    found = [m._replace(entity=OTTER) if m.reference else m for m in perfect(golden)]
    report = score_mentions(golden, found)
    assert report.references.right == 0
    assert report.exact.f1 == report.accuracy == 1.0


def test_relations_are_right_by_entity_and_direction(golden: Golden) -> None:
    report = relations(golden, told(HERON, "depends_on", OTTER), told(DOC, "defines", OTTER))
    assert report.prose == (2, 2, 2, 2)
    assert report.by_relation["depends_on"].f1 == 1.0
    assert report.missing == report.wrong == []

    report = relations(golden, told(OTTER, "depends_on", HERON))
    assert report.prose == (2, 1, 0, 0)
    assert report.wrong == [("Otter", "depends_on", "Heron")]
    assert ("Heron", "depends_on", "Otter") in report.missing


@pytest.mark.parametrize(
    ("row", "found", "right"),
    [
        (told(DOC, "depends_on", OTTER), 1, 1),  # the page is about Heron
        (told(SECTION, "depends_on", OTTER), 1, 1),  # its heading names it
        (told(SECTION, "defines", OTTER), 1, 1),
        (told(HERON, "uses", MOSS), 1, 0),  # what the page denies
        (told(ANN, "located_in", ULM), 0, 0),  # left open
        (told(ULM, "located_in", ANN), 1, 0),
        (told(HERON, "uses", 99), 0, 0),  # something that no page names
        (told(HERON, "same_as", OTTER), 0, 0),
        (told(SECTION, "mentions", OTTER), 0, 0),
        (FoundRelation(SECTION, "part_of", DOC, structural=True), 0, 0),
        (told(DOC, "defines", MOSS), 1, 0),
    ],
)
def test_what_counts_and_what_is_right(golden: Golden, row: FoundRelation, found: int, right: int) -> None:
    report = relations(golden, row)
    assert report.prose[1:3] == (found, right)
    assert report.prose.recalled == right


def test_two_rows_for_one_statement_recall_it_once(golden: Golden) -> None:
    report = relations(golden, told(HERON, "depends_on", OTTER), told(DOC, "depends_on", OTTER))
    assert report.prose == (2, 2, 2, 1)


def test_relations_are_scored_from_each_confidence_on(golden: Golden) -> None:
    report = relations(
        golden,
        told(HERON, "depends_on", OTTER)._replace(confidence=0.55),
        told(DOC, "defines", OTTER)._replace(confidence=0.32),
        told(ULM, "located_in", ANN)._replace(confidence=0.45),  # wrong
        told(ANN, "located_in", ULM)._replace(confidence=0.2),  # left open
        told(HERON, "uses", 99)._replace(confidence=0.5),  # something that no page names
    )
    counted = {level.confidence: (*level.prose[1:], level.strict.found) for level in report.by_confidence}
    assert counted == {
        0.0: (3, 2, 2, 5), 0.3: (3, 2, 2, 4), 0.35: (2, 1, 1, 3), 0.4: (2, 1, 1, 3), 0.5: (1, 1, 1, 2),
        0.6: (0, 0, 0, 0),
    }  # fmt: skip
    assert all(level.prose.gold == level.strict.gold == 2 for level in report.by_confidence)


def test_what_a_manifest_says_is_scored_apart(golden: Golden, tmp_path: Path) -> None:
    (tmp_path / "go.mod").write_text("require moss v1\n")
    (tmp_path / "go.mod.gold.yaml").write_text("about: Heron\nrelations:\n- [., depends_on, Moss, moss v1]\n")
    golden = read_golden(tmp_path)
    nodes = {**NODES, 8: Node(("go.mod",), "go.mod"), 9: Node(("moss",))}
    found = Found(perfect(golden), [told(8, "depends_on", 9), told(8, "uses", 9)], nodes)
    report = score_relations(golden, found, score_mentions(golden, found.mentions).owners)
    assert report.files == (1, 2, 1, 1)
    assert report.prose.found == 0
    assert report.wrong == [("Heron", "uses", "Moss")]


@pytest.mark.parametrize(
    ("name", "text", "complaint"),
    [
        ("a.md.gold.yaml", "mentions:\n- [6, 2, Otter, Otter]", "not 2 times in line 6"),
        ("a.md.gold.yaml", "mentions:\n- [6, 1, Heron, Heroine]", "'Heroine' is in no entities.yaml"),
        ("a.md.gold.yaml", "mentions:\n- [6, 1, Heron]", "not an annotation"),
        ("a.md.gold.yaml", "relations:\n- ['@page:b.md', uses, Otter, x]", "no page"),
        ("a.md.gold.yaml", "mentions: [", "not valid YAML"),
        ("entities.yaml", "Heron: bird", "Heron is no bird"),
        ("b.md.gold.yaml", "relations: []", "not an annotation"),
    ],
)
def test_an_annotation_that_does_not_fit_its_page_is_named(
    golden: Golden, tmp_path: Path, name: str, text: str, complaint: str
) -> None:
    (tmp_path / name).write_text(text)
    with pytest.raises(NotFound, match=complaint) as failure:
        read_golden(tmp_path)
    assert name in failure.value.where


def test_a_folder_without_annotations_is_refused(tmp_path: Path) -> None:
    with pytest.raises(NotFound, match="no page is annotated"):
        read_golden(tmp_path)
