"""Which entities are told of first, of a repository that is full of data."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.retrieve.knowledge.explain import Explain, explain
from graphrag_batch.retrieve.knowledge.frame import Knowledge
from graphrag_batch.retrieve.knowledge.lookup import Lookup, lookup
from graphrag_batch.retrieve.knowledge.overview import MOST_TOP, overview
from tests.building import index
from tests.gitrepo import GitRepo

LINKED = "\n".join(f"See [{n}](../data/document.json) and [style](../site.css)." for n in range(20))
FILES = {
    ".graphrag.yaml": "embed: {model: none}\n",
    "data/document.json": json.dumps({f"section{n}": {"text": "word " * 40} for n in range(80)}, indent=1),
    "site.css": "".join(f".rule{n} {{ color: red; }}\n" for n in range(50)),
    "icon.svg": "<svg>" + "".join(f'<g id="part{n}"><path d="M0 0"/></g>\n' for n in range(40)) + "</svg>",
    "lib/tide.min.js": ";".join(f"function I{n}(e){{return I{n + 1}(e)}}" for n in range(40)),
    "lib/tide.js": "function I(e) {\n  return I(e);\n}\n",
    "src/harbor.py": "class Harbor:\n    def open(self):\n        return 1\n",
    "src/boat.py": "from src.harbor import Harbor\n\n\nclass Boat(Harbor):\n    pass\n",
    "src/__init__.py": "",
    **{f"docs/{n}.md": f"# Page {n}\n\nA `Harbor` since 2019, 12 MB. {LINKED}\n" for n in range(4)},
}  # fmt: skip


@pytest.fixture(scope="module")
def known(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    repo = GitRepo(tmp_path_factory.mktemp("data") / "repo")
    repo.write_all(FILES)
    repo.commit()
    return Knowledge(open_artifact(Path(index(repo).artifact)))


def test_data_and_single_letters_are_not_among_the_most_important(known: Knowledge) -> None:
    best = known.things(known.best(range(len(known.graph.ids)))[:MOST_TOP]).values()
    assert {"data/document.json", "site.css"} <= {thing.path for thing in best}  # PageRank alone
    top = overview(known).top
    assert {thing.path.partition("/")[0] for thing in top} <= {"src", "docs", "lib"}
    assert top[0].path == "src/harbor.py"
    assert not {thing.name for thing in top} & {"I", "2019", "12 MB", "tide.min.js"}


def test_communities_of_data_and_tests_come_after_those_of_prose_and_code(tmp_path: Path) -> None:
    kept = {name: text for name, text in FILES.items() if not name.startswith(("docs/", "site.css"))}
    cases = "".join(f"def test_tide_{n}():\n    assert {n}\n\n\n" for n in range(60))
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(
        {**kept, "tests/test_tide.py": cases, "guide.md": "# Guide\n\n## Mooring\n\nA `Harbor`.\n"}
    )
    repo.commit()
    known = Knowledge(open_artifact(Path(index(repo).artifact)))
    groups = overview(known).communities
    places = [one.label.path.split("/")[0] for one in groups]
    first = len(places) - 3
    assert set(places[:first]) == {"src", "lib"}
    assert places[first:] == ["data", "tests", "icon.svg"]  # the largest first, here as there
    assert max(one.size for one in groups[:first]) < min(one.size for one in groups[first:])


def test_keys_and_rules_in_data_are_near_nothing(known: Knowledge) -> None:
    near = explain(known, Explain("docs/0.md#Page 0", hops=2)).near
    assert {one.thing.path.partition("/")[0] for one in near} == {"docs"}


def test_a_list_without_a_question_ends_with_them(known: Knowledge) -> None:
    everything = lookup(known, Lookup(k=10_000, budget=10_000_000))
    assert len(everything.things) == everything.total == len(known.graph.ids)
    assert {"Harbor", "harbor.py"} <= {thing.name for thing in everything.things[:4]}
    data = [thing.path.endswith((".json", ".css", ".svg", ".min.js")) for thing in everything.things]
    first = data.index(True)
    assert not {"Harbor", "Boat", "Page 0"} & {thing.name for thing in everything.things[first:]}
    assert {"2019", "I"} <= {thing.name for thing in everything.things[first:]}
