"""The graph: what becomes an entity, what a relation, and on what evidence."""

from __future__ import annotations

from graphrag_batch.records import ResolvedLink
from graphrag_batch.stages.relate import (
    DOC,
    POPULARITY,
    DocNode,
    Graph,
    SectionNode,
    SymbolNode,
    relate,
    relations_of,
    url_entity,
    url_id,
)

PAGE = DocNode(1, "docs/a.md", "Guide", 11)
MODULE = DocNode(2, "src/b.py", "b.py", 21, "Does b.")
SECTIONS = [
    SectionNode(101, 1, None, "Guide", "guide", 11, 0, 7),
    SectionNode(102, 1, 101, "Install", "install", 12, 40, 50),
    SectionNode(201, 2, None, "Job", "", 21, 0, 9),
    SectionNode(202, 2, 201, "run", "", 22, 30, 37),
]
SYMBOLS = [
    SymbolNode(301, 2, 201, "Job", "Job", "class", "A job.", 21, 0, 90),
    SymbolNode(302, 2, 202, "run", "Job.run", "method", "", 22, 30, 90),
    SymbolNode(303, 2, 201, "LIMIT", "Job.LIMIT", "constant", "", 21, 10, 20),
    SymbolNode(304, 2, None, "VERSION", "VERSION", "constant", "", 21, 95, 99),
]
LINKS = [
    ResolvedLink(1, 102, 12, 50, 60, "refers_to", 302),
    ResolvedLink(1, 102, 12, 70, 80, "refers_to", 302),
    ResolvedLink(1, 101, 11, 5, 9, "cites", None, "https://example.org/rfc"),
    ResolvedLink(1, 101, 11, 5, 9, "refers_to", 101),
    ResolvedLink(2, 202, 22, 33, 35, "depends_on", 1),
]


def _graph(*, backwards: bool = False) -> Graph:
    """The parts of both documents together."""
    total = Graph()
    for doc in (PAGE, MODULE):
        rows = [[row for row in table if row.doc == doc.id] for table in (SECTIONS, SYMBOLS, LINKS)]
        part = relate(doc, *(each[::-1] if backwards else each for each in rows))
        assert part == relate(doc, *rows)
        for name in ("entities", "evidence"):
            getattr(total, name).extend(getattr(part, name))
        total.urls |= part.urls
    return total


def _edges() -> dict[tuple[int, int, str], int]:
    return {(src, dst, rel): count for src, dst, rel, _, count, _ in relations_of(_graph().evidence)}


def test_sections_are_part_of_their_parents_and_documents() -> None:
    edges = _edges()
    assert (101, 1, "part_of") in edges
    assert (102, 101, "part_of") in edges


def test_a_definition_stands_for_its_section() -> None:
    edges = _edges()
    assert (2, 301, "defines") in edges
    assert (301, 302, "defines") in edges
    assert (302, 301, "part_of") in edges
    # What has no section of its own belongs to the one around it.
    assert (301, 303, "defines") in edges
    assert (2, 304, "defines") in edges
    assert not {201, 202} & {end for src, dst, _ in edges for end in (src, dst)}


def test_links_are_counted_and_a_link_to_oneself_is_none() -> None:
    edges = _edges()
    assert edges[(102, 302, "refers_to")] == 2
    assert edges[(101, url_id("https://example.org/rfc"), "cites")] == 1
    assert (2, 1, "depends_on") in edges
    assert all(src != dst for src, dst, _ in edges)


def test_every_relation_has_evidence_in_a_chunk() -> None:
    graph = _graph()
    assert {row[:3] for row in relations_of(graph.evidence)} == {row[:3] for row in graph.evidence}
    assert all(row[3] in (11, 12, 21, 22) for row in graph.evidence)


def test_every_end_of_a_relation_is_an_entity_or_an_outside_resource() -> None:
    graph = _graph()
    ids = {row[0] for row in graph.entities} | graph.urls.keys()
    assert {end for row in graph.evidence for end in row[:2]} <= ids
    assert set(graph.urls.values()) == {"https://example.org/rfc"}


def test_an_outside_resource_is_an_entity_of_no_document() -> None:
    row = url_entity("https://example.org/rfc", 3)
    assert row[:3] == (url_id("https://example.org/rfc"), "url", "https://example.org/rfc")
    assert (row[POPULARITY], row[DOC]) == (3, None)


def test_all_evidence_of_a_document_begins_at_its_own_entities() -> None:
    for doc in (PAGE, MODULE):
        rows = [[row for row in table if row.doc == doc.id] for table in (SECTIONS, SYMBOLS, LINKS)]
        part = relate(doc, *rows)
        assert {row[0] for row in part.evidence} <= {row[0] for row in part.entities}


def test_the_order_of_the_rows_does_not_matter() -> None:
    assert _graph(backwards=True) == _graph()
