"""Where links in prose lead."""

from __future__ import annotations

import pytest

from graphrag_batch.records import RawLink
from graphrag_batch.stages.link import Anchor, offers, resolve_links
from tests.stages.names import Offered

PATHS = [
    "README.md",
    "docs/index.md",
    "docs/guide/install.md",
    "docs/guide/Über uns.md",
    "docs/api.rst",
    "docs/api/README.md",
    "img/logo.png",
]
DOCS = {path: n + 1 for n, path in enumerate(PATHS)}
ANCHORS = {
    "README.md": [Anchor(101, "usage"), Anchor(105, "twice")],
    "docs/guide/install.md": [Anchor(102, "from-source")],
    "docs/api.rst": [Anchor(103, "quota limits-label"), Anchor(104, "twice"), Anchor(106, "quota")],
}
SYMBOLS = {
    "docs/index.md": [("Queue", 201), ("Queue.push", 202), ("push", 203), ("run", 204)],
    "img/logo.png": [("run", 205)],
}
OFFERS = [o for p, n in DOCS.items() for o in offers(n, p, ANCHORS.get(p, []), SYMBOLS.get(p, []))]


def _follow(target: str, source: str = "docs/guide/install.md") -> int | str | None:
    link = RawLink(DOCS[source], source, "markdown", None, 7, 0, 5, target, "text")
    found = resolve_links([link], Offered(OFFERS, {n: path for path, n in DOCS.items()}))
    return (found[0].url or found[0].dst) if found else None


@pytest.mark.parametrize(
    ("target", "path"),
    [
        ("../index.md", "docs/index.md"),
        ("../../README.md", "README.md"),
        ("./%C3%9Cber%20uns.md", "docs/guide/Über uns.md"),
        ("../api", "docs/api.rst"),
        ("../api/", "docs/api.rst"),
        ("../api.html", "docs/api.rst"),
        ("../index.md?raw=1", "docs/index.md"),
        ("/README.md", "README.md"),
        ("/api.html", "docs/api.rst"),
        ("docs/api.rst", "docs/api.rst"),
        ("../../readme.md", "README.md"),
        ("doc:../api", "docs/api.rst"),
        ("../../img/logo.png", "img/logo.png"),
    ],
)
def test_a_link_is_read_as_the_renderer_reads_it(target: str, path: str) -> None:
    assert _follow(target) == DOCS[path]


@pytest.mark.parametrize(
    ("target", "section"),
    [
        ("#from-source", 102),
        ("../../README.md#usage", 101),
        ("../../README.md#Usage", 101),
        ("ref:limits-label", 103),
        ("../api.rst#quota", 103),
        ("class:harbor.Queue", 201),
        ("meth:harbor.queue.Queue.push()", 202),
        ("func:~harbor.push", 203),
    ],
)
def test_a_fragment_or_label_leads_to_the_section(target: str, section: int) -> None:
    assert _follow(target) == section


def test_an_unknown_fragment_still_leads_to_the_page() -> None:
    assert _follow("../../README.md#nowhere") == DOCS["README.md"]


@pytest.mark.parametrize(
    ("target", "url"),
    [
        ("https://Example.org/A/?q=1#frag", "https://example.org/A?q=1"),
        ("//cdn.example.org/x.js", "https://cdn.example.org/x.js"),
        ("HTTP://example.org", "http://example.org"),
    ],
)
def test_a_link_out_of_the_tree_keeps_its_url(target: str, url: str) -> None:
    assert _follow(target) == url


@pytest.mark.parametrize(
    "target",
    ["", "#nowhere", "gone.md", "../../../../etc/passwd", "mailto:a@example.org", "javascript:alert(1)",
     "ref:twice", "ref:nowhere", "func:run", "class:Gone", "term:queue",
     "http://[::1", "https://", "install.md"],
)  # fmt: skip
def test_what_leads_nowhere_is_no_link(target: str) -> None:
    assert _follow(target) is None


def test_a_label_given_twice_means_the_one_in_its_own_document() -> None:
    assert _follow("ref:twice", "docs/api.rst") == 104


def test_a_label_that_two_sections_of_one_document_have_means_the_first() -> None:
    assert _follow("ref:quota", "docs/api.rst") == 103
    assert _follow("ref:quota", "README.md") is None
