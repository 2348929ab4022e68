"""Questions whose answer is on a page that they do not name: over the page that they do name, to what that
says."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.retrieve.bridges import MOST_MENTIONS
from graphrag_batch.retrieve.cues import cue, wanted
from graphrag_batch.retrieve.values import Answer, Hit, Query
from tests.building import index
from tests.cli.program import run
from tests.gitrepo import GitRepo
from tests.retrieve.conftest import Ask, make_searcher, paths

FIRST = [
    "Ada",
    "Bo",
    "Carl",
    "Dora",
    "Emil",
    "Frida",
    "Gustav",
    "Hanna",
    "Ivar",
    "Jonas",
    "Karin",
    "Lars",
    "Maja",
    "Nora",
]
LAST = ["Aker", "Berg", "Dahl", "Eide", "Foss", "Grav", "Holm", "Krog", "Lund", "Moen"]
CROWD = [f"{first} {last}sen" for first in FIRST for last in LAST]
PLAYS = {
    "plays/lantern.md": (
        "# The Copper Lantern\n\nThe Copper Lantern is a play from Bergen, written by Olav Tveit and directed"
        " by Ida Falk. Its music was composed by Nils Strand.\n\nIt was first seen on [a small stage]"
        "(../stages/loft.md).\n"
    ),
    "plays/seven.md": "# Seven Gates\n\nSeven Gates is a play directed by David Reed.\n",
    "plays/crowd.md": "# The Crowd\n\nOn stage are " + ", ".join(CROWD) + ". It was directed by Ida Falk.\n",
    "people/ida.md": "# Ida Falk\n\nIda Falk is the daughter of Ruth Berg. She grew up near the sea.\n",
    "people/ruth.md": "# Ruth Berg\n\nShe taught chemistry.\n",
    "people/olav.md": "# Olav Tveit\n\nHe lived by a lake.\n",
    "people/nils.md": "# Nils Strand\n\nHe kept bees.\n",
    "people/reed.md": "# David Reed (painter)\n\nHe travelled all his life.\n",
    "places/bergen.md": "# Bergen\n\nA town between mountains.\n",
    "stages/loft.md": "# The attic theatre\n\nForty seats under a roof.\n",
    "words.md": "# Words\n\nOrion\n: Orion is the scheduler that Team Blue maintains.\n\nVega\n: A star.\n",
    "teams/blue.md": "# Team Blue\n\nCall the desk at night.\n",
    "services/orchard.md": (
        "# Orchard\n\nOrchard counts the trees of a garden. It was announced together with Beacon.\n\n"
        "## Requirements\n\n- Ledger\n"
    ),
    "services/ledger.md": "# Ledger\n\nBooks are kept here.\n",
    "services/beacon.md": "# Beacon\n\nA light is kept here.\n",
    **{
        f"people/{name[:-3]}.md": f"# {name}\n\nThis director of plays, born in Bergen, was a child.\n"
        for name in CROWD
    },
}
NO_MODEL = {".graphrag.yaml": "embed: {model: none}\n"}


@pytest.fixture(scope="module")
def plays(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Ask]:
    repo = GitRepo(tmp_path_factory.mktemp("plays") / "repo")
    repo.write_all(PLAYS | NO_MODEL)
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        searcher = make_searcher(artifact)
        yield lambda text, **options: searcher.search(Query(text, **({"budget": 10**6} | options)))


def bridged(answer: Answer) -> list[Hit]:
    """Hits that stand where they do by what a named page says, best first."""
    return sorted(
        (hit for hit in answer.hits if "bridge" in hit.components), key=lambda hit: -hit.components["bridge"]
    )


@pytest.mark.parametrize(
    ("question", "path", "why"),
    [
        ("Where was the director of The Copper Lantern born?", "people/ida.md", "Ida Falk (directed by)"),
        ("Where was the author of the copper lantern born?", "people/olav.md", "Olav Tveit (written by)"),
        ("Who was the composer of The Copper Lantern?", "people/nils.md", "Nils Strand (composed by)"),
        ("Is the stage of The Copper Lantern large?", "stages/loft.md", "The attic theatre (stage)"),
    ],
)
def test_the_page_that_a_named_page_tells_of_comes_right_after_it(
    plays: Ask, question: str, path: str, why: str
) -> None:
    answer = plays(question)
    assert paths(answer)[:2] == ["plays/lantern.md", path]
    assert answer.hits[0].why.endswith("named in the question")
    assert answer.hits[1].why.endswith(f"The Copper Lantern mentions {why}")


def test_what_no_page_is_about_is_gone_on_from_where_it_is_defined(plays: Ask) -> None:
    found = next(hit for hit in bridged(plays("Who is the owner of Orion?")) if hit.path == "teams/blue.md")
    assert found.why.endswith("Words mentions Team Blue (maintains)")


def test_a_query_need_not_be_a_question(plays: Ask) -> None:
    assert paths(plays("director of The Copper Lantern"))[:2] == ["plays/lantern.md", "people/ida.md"]


def test_the_edges_shown_lead_from_hit_to_hit(plays: Ask) -> None:
    answer = plays("Where was the director of The Copper Lantern born?", k=3, budget=4_000)
    known = {entity["id"]: entity for entity in answer.entities}
    edges = [(known[edge["src"]], edge["rel"], known[edge["dst"]]) for edge in answer.edges]
    assert ("The Copper Lantern", "mentions", "Ida Falk") in [
        (a["name"], rel, b["name"]) for a, rel, b in edges
    ]
    assert {end["path"] for a, _, b in edges for end in (a, b)} <= set(paths(answer))


def test_a_comparison_goes_on_from_both_names(plays: Ask) -> None:
    answer = plays("Which play has the older director, Seven Gates or The Copper Lantern?")
    assert set(paths(answer)[:2]) == {"plays/seven.md", "plays/lantern.md"}
    assert set(paths(answer)[2:4]) == {"people/reed.md", "people/ida.md"}


def test_a_title_may_say_more_than_the_name(plays: Ask) -> None:
    answer = plays("Where did the director of Seven Gates die?")
    assert paths(answer)[:2] == ["plays/seven.md", "people/reed.md"]


def test_what_everything_mentions_comes_after_what_little_does(plays: Ask) -> None:
    found = [hit.path for hit in bridged(plays("Is The Copper Lantern older than other plays?", k=50))]
    assert found.index("people/olav.md") < found.index("places/bergen.md")


def test_each_hop_goes_one_page_further(plays: Ask) -> None:
    question = "Who was the mother of the director of The Copper Lantern?"
    assert "people/ruth.md" not in {hit.path for hit in bridged(plays(question, hops=1, k=50))}
    further = next(hit for hit in bridged(plays(question, hops=2, k=50)) if hit.path == "people/ruth.md")
    assert "Ida Falk mentions Ruth Berg (daughter of)" in further.why


@pytest.mark.parametrize(
    ("rels", "found"),
    [
        ((), {"services/ledger.md", "services/beacon.md"}),
        (("mentions",), {"services/ledger.md", "services/beacon.md"}),
        (("depends_on",), {"services/ledger.md"}),
        (("owned_by",), set()),
    ],
)
def test_relations_that_are_asked_for_hold_for_the_step(
    plays: Ask, rels: tuple[str, ...], found: set[str]
) -> None:
    answer = plays("What must be running before Orchard?", rels=rels, k=50)
    assert {hit.path for hit in bridged(answer)} == found


@pytest.mark.parametrize(
    "query",
    [
        "where was the director born?",
        "which plays are there?",
        "let the test of The Copper Lantern pass on slow machines again",
        "Lantern",
        "the",
    ],
)
def test_a_query_that_asks_of_no_name_is_answered_as_without_the_graph(plays: Ask, query: str) -> None:
    answer = plays(query, k=50)
    assert not bridged(answer)
    assert all("named" not in hit.components for hit in answer.hits)


def test_without_hops_nothing_is_added(plays: Ask) -> None:
    answer = plays("Where was the director of The Copper Lantern born?", hops=0)
    assert not [hit for hit in answer.hits if {"named", "bridge", "graph"} & set(hit.components)]


def test_of_a_page_full_of_names_the_first_are_looked_at(plays: Ask) -> None:
    assert len(CROWD) > MOST_MENTIONS
    answer = plays("Where was the director of The Crowd born?", k=1_000)
    assert 50 < len(bridged(answer)) <= MOST_MENTIONS


def test_filters_hold_for_what_is_drawn_in(plays: Ask) -> None:
    answer = plays("Where was the director of The Copper Lantern born?", path="plays/*")
    assert paths(answer)[0] == "plays/lantern.md"
    assert all(path.startswith("plays/") for path in paths(answer))


@pytest.mark.long
def test_the_step_is_worth_what_is_measured_on_a_labelled_set(tmp_path: Path) -> None:
    beir = tmp_path / "beir"
    beir.mkdir()
    rows = []
    for path, text in PLAYS.items():
        title, _, body = text.removeprefix("# ").partition("\n\n")
        rows.append(json.dumps({"_id": path, "title": title, "text": body}))
    (beir / "corpus.jsonl").write_text("\n".join(rows))
    (beir / "queries.jsonl").write_text(
        '{"_id": "1", "text": "Where was the director of The Copper Lantern born?"}'
    )
    (beir / "qrels.tsv").write_text("q\td\ts\n1\tplays/lantern.md\t1\n1\tpeople/ida.md\t1\n")
    GitRepo(tmp_path / "repo").commit()

    def recall(hops: int) -> float:
        options = ("--model", "none", "--ner", "none", "--hops", str(hops), "--json")
        done = run("eval", "--beir", str(beir), *options, cwd=tmp_path / "repo")
        return float(json.loads(done.stdout)["recall@5"])

    assert (recall(0), recall(1)) == (0.5, 1.0)


@pytest.mark.parametrize(
    ("asked", "text", "name", "words"),
    [
        ("director", "A film directed by Ann Lee and filmed in Rome.", "Ann Lee", "directed by"),
        ("father", "She was the youngest daughter of Karl Holm.", "Karl Holm", "daughter of"),
        ("husband", "In 1918 Karl Holm married her.", "Karl Holm", "married"),
        ("director", "It was directed by chance. Ann Lee saw it.", "Ann Lee", ""),
        ("director", "A play directed by J. R. Lee.", "Lee", "directed by J. R."),
        ("owner", "Ledger is maintained by Team Blue.", "Team Blue", "maintained by"),
        ("colour", "It was painted by Ann Lee.", "Ann Lee", ""),
    ],
)
def test_a_cue_is_in_the_sentence_of_the_mention(asked: str, text: str, name: str, words: str) -> None:
    start = text.index(name)
    found = cue(wanted([(asked, 3.0)]), text, start, start + len(name))
    assert found.words == words
    assert bool(found.score) == bool(words)


def test_the_nearest_name_has_the_cue_most() -> None:
    text = "Written by Lee Hall and directed by Ann Lee with music composed by Nils Strand."
    told = {
        name: cue(wanted([("composer", 3.0)]), text, text.index(name), text.index(name) + len(name)).score
        for name in ("Lee Hall", "Ann Lee", "Nils Strand")
    }
    assert max(told, key=lambda name: told[name]) == "Nils Strand"


@given(st.text(), st.integers(0, 50), st.integers(0, 20), st.lists(st.tuples(st.text(), st.floats(0, 20))))
def test_any_text_gives_a_cue_in_bounds(
    text: str, start: int, length: int, words: list[tuple[str, float]]
) -> None:
    start = min(start, len(text))
    assert 0 <= cue(wanted(words), text, start, min(len(text), start + length)).score <= 1
