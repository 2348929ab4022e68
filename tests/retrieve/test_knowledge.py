"""What the graph tells of entities, and of itself: graphs drawn by hand."""

from __future__ import annotations

import itertools
from collections import deque
from collections.abc import Callable
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.artifact import csr
from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.errors import NotFound
from graphrag_batch.retrieve.knowledge.doubts import doubts, orphans
from graphrag_batch.retrieve.knowledge.explain import Explain, explain
from graphrag_batch.retrieve.knowledge.frame import Knowledge
from graphrag_batch.retrieve.knowledge.lookup import SORTS, Lookup, lookup
from graphrag_batch.retrieve.knowledge.overview import community, overview
from graphrag_batch.retrieve.knowledge.routes import MOST_LENGTH, shortest
from graphrag_batch.retrieve.knowledge.wording import chain, sentence
from graphrag_batch.retrieve.walk import MOST_NEIGHBOURS, relation_weight
from tests.building import index
from tests.gitrepo import GitRepo
from tests.retrieve.drawn import draw, key

DOCS = {
    "docs/queue.md": ["Harbor is a job runner.", "Harbor uses Postgres to keep its queue, C++ and C#."],
    "docs/ship.md": ["Sails depends on Harbor since 2019.", "Anna owns Sails, and Mast was made in 2019."],
    "docs/alone.md": ["Nothing of note."],
}
TYPES = {
    "Harbor": "product", "Postgres": "product", "Sails": "product", "Anna": "person", "2019": "date",
    "Mast": "product", "C++": "product", "C#": "product", "Lost": "concept", "停機維護": "concept",
}  # fmt: skip
SAID = [
    ("Harbor", "uses", "Postgres", 0.8, "Harbor uses Postgres to keep its queue, C++ and C#."),
    ("Sails", "depends_on", "Harbor", 0.9, "Sails depends on Harbor since 2019."),
    ("Sails", "depends_on", "2019", 0.3, "Sails depends on Harbor since 2019."),
    ("Mast", "depends_on", "2019", 0.9, ""),
    ("Sails", "owned_by", "Anna", 0.4, "Anna owns Sails, and Mast was made in 2019."),
    ("Sails", "same_as", "Mast", 0.7, ""),
]


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    path = tmp_path_factory.mktemp("drawn") / "graph.sqlite"
    aliases = {"Postgres": ["PostgreSQL", "PG"], "Harbor": ["the runner"]}
    return Knowledge(draw(path, DOCS, TYPES, SAID, aliases, {"Harbor": "A job runner for teams."}))


def names(known: Knowledge, q: str = "", **more: object) -> list[str]:
    return [thing.name for thing in lookup(known, replace(Lookup(q), **more)).things]  # type: ignore[arg-type]


# ---- looking up -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("q", "first"),
    [
        ("Harbor", "Harbor"), ("harbor", "Harbor"), ("PG", "Postgres"), ("postgres", "Postgres"),
        ("job runner", "Harbor"), ("The Runner", "Harbor"), ("Postg", "Postgres"), ("C++", "C++"),
        ("C#", "C#"), ("docs/ship.md", "docs/ship.md"),
        ("old/docs/ship.md", "docs/ship.md"), ("維護", "停機維護"), (str(key("Anna")), "Anna"),
    ],
)  # fmt: skip
def test_an_entity_is_found_by_whatever_it_is_called(known: Knowledge, q: str, first: str) -> None:
    assert names(known, q)[0] == first


@pytest.mark.parametrize("sort", SORTS)
def test_every_order_has_all_of_them_once(known: Knowledge, sort: str) -> None:
    found = names(known, sort=sort, k=100)
    assert sorted(found) == sorted([*TYPES, *DOCS])
    if sort == "name":
        assert found == sorted(found, key=str.casefold)


def test_links_count_neighbours_whatever_the_direction(known: Knowledge) -> None:
    (thing,) = lookup(known, Lookup(names=("Sails",))).things
    assert thing.links == 5  # Harbor, 2019, Anna, Mast, and the document
    assert set(names(known, sort="links", k=2)) == {"docs/ship.md", "Sails"}


def test_without_history_since_lets_everything_through_and_says_so(known: Knowledge) -> None:
    found = lookup(known, Lookup("Harbor", since="2020-01-01"))
    assert found.things
    assert "no history" in found.notes[0]


def test_since_keeps_what_stands_or_is_named_in_files_that_changed(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.write("old.md", "# Old\n\nRead RFC 9110 and CVE-2021-44228 first.\n")
    repo.commit()
    repo.write("new.md", "# New\n\nRead RFC 9110 again.\n")
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        (moment,) = artifact.execute("SELECT time FROM history WHERE path = 'new.md'")[0]
        since = datetime.fromtimestamp(moment, UTC).isoformat()
        known = Knowledge(artifact)
        before, after = set(names(known, k=100)), set(names(known, k=100, since=since))
        assert names(known, sort="recent", k=100)[0] in after
    assert {"Old", "New", "RFC 9110", "CVE-2021-44228"} <= before
    assert after >= {"New", "RFC 9110"}
    assert not after & {"Old", "CVE-2021-44228"}


# ---- explaining -------------------------------------------------------------------------------


def test_edges_are_told_with_the_sentence_they_rest_on(known: Knowledge) -> None:
    told = {sentence(tie): tie for tie in explain(known, Explain("Harbor")).ties}
    assert list(told) == ["Harbor uses Postgres", "Sails depends_on Harbor"]
    said = told["Harbor uses Postgres"].said
    assert said is not None
    assert (said.path, said.line, said.text) == ("docs/queue.md", 2, DOCS["docs/queue.md"][1])
    assert told["Harbor uses Postgres"].confidence == 0.8


@pytest.mark.parametrize(
    ("way", "edges"),
    [
        ("out", {"Harbor uses Postgres"}),
        ("in", {"Sails depends_on Harbor"}),
        ("both", {"Harbor uses Postgres", "Sails depends_on Harbor"}),
    ],
)
def test_edges_may_be_asked_for_one_way(known: Knowledge, way: str, edges: set[str]) -> None:
    assert {sentence(tie) for tie in explain(known, Explain("Harbor", way=way)).ties} == edges


def test_mentions_are_told_as_sources_unless_asked_for(known: Knowledge) -> None:
    found = explain(known, Explain("Harbor"))
    assert {(one.path, one.line) for one in found.sources} == {
        ("docs/queue.md", 1), ("docs/queue.md", 2), ("docs/ship.md", 1),
    }  # fmt: skip
    asked = explain(known, Explain("Harbor", rels=("mentions",)))
    assert {sentence(tie) for tie in asked.ties} == {
        "docs/queue.md mentions Harbor", "docs/ship.md mentions Harbor",
    }  # fmt: skip
    assert all(tie.said is not None and "Harbor" in tie.said.text for tie in asked.ties)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("| name | why |\n|---|---|\n| RFC 9110 | http |\n| RFC 9111 | caches |\n", "| RFC 9111 | caches |"),
        ("- Read RFC 9110.\n- Then RFC 9111,\n  with care.\n- Stop.\n", "- Then RFC 9111, with care."),
        ("1. Read RFC 9110.\n2. Then RFC 9111.\n", "2. Then RFC 9111."),
        ("We read RFC 9110\nand then RFC 9111\nwith care.\n\nNothing.\n",
         "We read RFC 9110 and then RFC 9111 with care."),
    ],
)  # fmt: skip
def test_a_name_is_shown_in_its_row_item_or_paragraph(tmp_path: Path, text: str, told: str) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.write("a.md", f"# Rules\n\nFirst.\n\n{text}\nLast.\n")
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        (source,) = explain(Knowledge(artifact), Explain("RFC 9111")).sources
    assert source.text == told


def test_what_is_dated_alike_is_not_near(known: Knowledge) -> None:
    near = explain(known, Explain("Mast", hops=3, rels=("depends_on",))).near
    assert near == ()  # 2019 leads to Sails, but through a date
    ways = {chain(one.route) for one in explain(known, Explain("Mast", hops=2)).near}
    assert "Mast <-same_as- Sails -depends_on-> Harbor" in ways


def test_no_middle_leads_to_more_than_two_neighbours_and_the_rare_ones_come_first(tmp_path: Path) -> None:
    lines = {name: f"{name} is owned by Everybody now." for name in map("Part{}x".format, range(9))}
    lines |= {"Other": "Part0x and Other are owned by Zoe."}
    docs = {f"{n}.md": [line] for n, line in enumerate(lines.values())}
    said = [(name, "owned_by", "Everybody", 0.9, line) for name, line in lines.items() if name != "Other"]
    said += [(name, "owned_by", "Zoe", 0.9, lines["Other"]) for name in ("Part0x", "Other")]
    kinds = dict.fromkeys([*lines, "Everybody", "Zoe"], "product")
    known = Knowledge(draw(tmp_path / "a.sqlite", docs, kinds, said))
    near = explain(known, Explain("Part0x", hops=2)).near
    assert near[0].thing.name == "Other"
    assert [one.route[0].dst.name for one in near] == ["Zoe", "Everybody", "Everybody"]


def test_a_way_keeps_to_relations_and_direction(known: Knowledge) -> None:
    def way(start: str, to: str, **more: object) -> str | None:
        route = explain(known, replace(Explain(start, to=to), **more)).route  # type: ignore[arg-type]
        return None if route is None else chain(route)

    assert way("Sails", "Postgres") == "Sails -depends_on-> Harbor -uses-> Postgres"
    assert way("Postgres", "Sails") == "Postgres <-uses- Harbor <-depends_on- Sails"
    assert way("Postgres", "Sails", way="out") is None
    assert way("Sails", "Postgres", rels=("depends_on",)) is None
    assert way("Sails", "Sails") == ""
    assert way("Sails", "docs/alone.md") is None


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("Habor", "nearest: Harbor"), ("postgress", "nearest: Postgres"), ("", "by other words"),
        ("'; DROP TABLE entities; --", "by other words"), ("* OR name:", "by other words"),
        ("999999999999999999", "by other words"),
    ],
)  # fmt: skip
def test_unknown_names_get_the_nearest(known: Knowledge, name: str, told: str) -> None:
    with pytest.raises(NotFound, match="called so") as refused:
        explain(known, Explain(name))
    assert told in refused.value.next_step


def test_one_of_several_is_chosen_only_if_it_fits_best(tmp_path: Path) -> None:
    docs = {"a.md": ["Tide one."], "b.md": ["Tide two."]}
    known = Knowledge(
        draw(tmp_path / "a.sqlite", docs, {"Tide": "product", "tide": "concept", "TIDE": "work"})
    )
    assert explain(known, Explain("Tide")).thing.type == "product"
    assert [one.name for one in explain(known, Explain("tide")).others]
    with pytest.raises(NotFound, match="3 entities are called so") as refused:
        explain(known, Explain("tIDe"))
    assert str(key("Tide")) in refused.value.next_step


# ---- the whole --------------------------------------------------------------------------------


def test_the_overview_counts_what_there_is(known: Knowledge) -> None:
    found = overview(known)
    assert found.entities == {"product": 6, "document": 3, "concept": 2, "date": 1, "person": 1}
    assert found.relations["depends_on"] == 3
    assert (found.components, found.alone, found.apart) == (4, 3, 1)
    assert sum(one.size for one in found.communities) == len(TYPES) + len(DOCS) - 3
    for one in found.communities:
        members = community(known, str(one.id), k=100)
        assert len(members.members) == one.size
        assert members.members[0] == one.label
        assert sum(members.relations.values()) == one.links


def test_doubts_begin_with_what_may_be_one(known: Knowledge) -> None:
    found = doubts(known)
    assert [sentence(tie) for tie in found.ties] == [
        "Sails same_as Mast", "Sails depends_on 2019", "Sails owned_by Anna",
    ]  # fmt: skip
    assert [sentence(tie) for tie in doubts(known, below=0).ties] == ["Sails same_as Mast"]


def test_mentions_are_no_statements_to_doubt_unless_asked_for(known: Knowledge) -> None:
    assert not [tie for tie in doubts(known, below=1).ties if tie.rel == "mentions"]
    assert {tie.rel for tie in doubts(known, below=1, mentions=True).ties} >= {"mentions", "same_as", "uses"}


def test_orphans_are_what_has_no_edge_and_what_leads_nowhere(known: Knowledge) -> None:
    found = orphans(known)
    assert {thing.name for thing in found.things} == {"Lost", "停機維護", "docs/alone.md"}
    assert (found.alone, found.apart) == (3, 1)


@pytest.mark.parametrize(
    "ask",
    [
        lambda known, place: doubts(known, k=1, place=place),
        lambda known, place: orphans(known, k=1, place=place),
        lambda known, place: community(known, "0", k=2, place=place),
        lambda known, place: lookup(known, Lookup(k=4, cursor=place)),
        lambda known, place: explain(known, Explain("Sails", budget=1, cursor=place)),
    ],
)
def test_all_pages_together_are_the_whole(known: Knowledge, ask: Callable[..., object]) -> None:
    seen, place = [], ""
    for _ in itertools.count():
        page = ask(known, place)
        found = next(getattr(page, name) for name in ("ties", "things", "members") if hasattr(page, name))
        seen += [str(one) for one in found]
        place = page.cursor  # type: ignore[attr-defined]
        assert bool(place) == page.truncated  # type: ignore[attr-defined]
        if not place:
            break
    assert len(seen) == len(set(seen)) > 1
    with pytest.raises(NotFound, match="cursor"):
        ask(known, "AAAA")


def test_another_reading_of_the_same_file_gives_the_same_answers(known: Knowledge) -> None:
    again = Knowledge(known.artifact)
    assert overview(again) == overview(known)
    assert explain(again, Explain("Sails", hops=3)) == explain(known, Explain("Sails", hops=3))


# ---- hubs, ways -------------------------------------------------------------------------------


@pytest.fixture(scope="module")
def hub(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    """A thousand names that share a word, all used by one."""
    many = {f"Token n{n:04}": "product" for n in range(1000)}
    said = [("Token", "uses", name, 0.5, "") for name in many]
    path = tmp_path_factory.mktemp("hub") / "graph.sqlite"
    return Knowledge(draw(path, {"a.md": ["Nothing."]}, {**many, "Token": "product"}, said))


def test_a_hub_is_told_a_page_at_a_time_and_walked_through_by_nobody(hub: Knowledge) -> None:
    assert MOST_NEIGHBOURS < 1000
    found = explain(hub, Explain("Token", hops=3, budget=1000))
    assert found.totals == {"uses": 1000}
    assert 0 < len(found.ties) < 100
    assert found.truncated
    assert explain(hub, Explain("Token n0001", hops=3)).near == ()
    way = explain(hub, Explain("Token n0001", to="Token n0002"))
    assert chain(way.route or ()) == "Token n0001 <-uses- Token -uses-> Token n0002"
    assert "very many" in way.notes[0]


def test_what_shares_a_word_is_found_with_the_exact_name_first(hub: Knowledge) -> None:
    found = lookup(hub, Lookup("token"))
    assert found.things[0].name == "Token"
    assert found.total == 1001


edges = st.lists(
    st.tuples(st.integers(0, 9), st.integers(0, 9), st.sampled_from(("uses", "cites"))), max_size=25
)


@given(edges, st.sampled_from((frozenset(), frozenset({"uses"}))), st.sampled_from(("both", "out", "in")))
def test_a_way_is_as_short_as_any_and_its_edges_are_there(
    drawn: list[tuple[int, int, str]], rels: frozenset[str], way: str
) -> None:
    graph = csr.build(range(10), [(*edge, 0.5) for edge in set(drawn)])
    usable = [edge for edge in set(drawn) if not rels or edge[2] in rels]
    steps = {(a, b) for a, b, _ in usable if way != "in"} | {(b, a) for a, b, _ in usable if way != "out"}
    away, pending = {0: 0}, deque([0])
    while pending:
        at = pending.popleft()
        for other in sorted(b for a, b in steps if a == at and b not in away):
            away[other] = away[at] + 1
            pending.append(other)
    for end in range(10):
        found = shortest(graph, 0, end, rels, way=way)
        assert (None if found is None else len(found)) == (
            away.get(end) if away.get(end, 99) <= MOST_LENGTH else None
        )
        at = 0
        for src, dst, rel in found or ():
            assert (src, dst, rel) in usable
            at = dst if src == at else src
        assert found is None or at == end


def test_of_ways_as_short_the_surest_is_shown() -> None:
    graph = csr.build(range(5), [
        (0, 1, "cites", 1.0), (1, 4, "cites", 1.0), (0, 2, "uses", 0.4), (2, 4, "uses", 1.0),
        (0, 3, "uses", 0.9), (3, 4, "uses", 0.9),
    ])  # fmt: skip
    assert relation_weight("uses") > relation_weight("cites")
    assert shortest(graph, 0, 4, frozenset()) == [(0, 3, "uses"), (3, 4, "uses")]


def test_a_real_repository_is_known_too(odd_artifact: Artifact) -> None:
    known = Knowledge(odd_artifact)
    found = explain(known, Explain("HttpClient", to="take"))
    assert found.thing.path == "src/http/client.py"
    assert chain(found.route or ()) == (
        "HttpClient <-defines- src/http/client.py -depends_on-> src/http/pool.py -defines-> take"
    )
    assert [sentence(tie) for tie in found.ties] == [
        "src/http/client.py defines HttpClient", "src/http/client.py depends_on src/http/pool.py",
        "src/http/pool.py defines take",
    ]  # fmt: skip
    assert all(tie.said for tie in found.ties)
    assert (found.sources, found.near, found.totals) == ((), (), {})
    assert [sentence(tie) for tie in explain(known, Explain("HttpClient")).ties] == [
        "HttpClient defines HttpClient.send_request", "src/http/client.py defines HttpClient",
    ]  # fmt: skip


@pytest.mark.parametrize("asked", ["harbor", "the Harbor", "Der Harbor"])
def test_an_article_does_not_count_in_a_lookup(known: Knowledge, asked: str) -> None:
    assert explain(known, Explain(asked)).thing.name == "Harbor"


def test_a_name_is_found_without_the_article_that_it_has(tmp_path: Path) -> None:
    graph = draw(
        tmp_path / "g.sqlite", {"a.md": ["The lower deck is wet."]}, {"The lower deck": "concept"}, []
    )
    assert explain(Knowledge(graph), Explain("lower deck")).thing.name == "The lower deck"


def test_nothing_is_called_by_a_plural_that_nobody_wrote(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(
        "a.md",
        "# Locks\n\n- **Tide gauge**: An instrument that reads the water.\n\nEach tide gauge is read.\n",
    )
    repo.write("b.md", "# Quays\n\nThe tide gauge stands at the quay.\n")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        found = {row[0].lower() for row in artifact.execute("SELECT name FROM entities WHERE doc IS NULL")}
    assert "tide gauge" in found
    assert not any("tide gauges" in name for name in found)
