"""Whatever name of an entity is printed opens it."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.errors import NotFound
from graphrag_batch.retrieve.knowledge.explain import Explain, explain
from graphrag_batch.retrieve.knowledge.frame import Knowledge
from graphrag_batch.retrieve.knowledge.lookup import Lookup, lookup
from graphrag_batch.retrieve.knowledge.naming import called
from graphrag_batch.retrieve.knowledge.wording import label
from graphrag_batch.serve.state import Shelf
from tests.building import index
from tests.cli.program import run
from tests.gitrepo import GitRepo
from tests.retrieve.drawn import draw, key
from tests.serve.conftest import call

ODD = [
    "CVE-2019-1354", "POL-12", "SHA-1", "`pkg-config`", "Fatima El-Sayed", "ISO/IEC 27001", "RFC 9110",
    "`X-Forwarded-For`", "`user_id`", "`--force-with-lease`", "`Node.js`", "`C++`", "`$HOME`", "U.S. Bank",
    "Jean-Luc O’Brien", "https://example.com/a/very/long/address/that/goes/on/and/on/until/it/is/cut/off?q=1",
    "`std::vector<int>`", "`retry()`", "2024-05-01", "v2.10.3", "Zürich-Süd AG",
]  # fmt: skip
FILES = {
    ".graphrag.yaml": "embed: {model: none}\n",
    "notes.md": "# Notes\n\n" + "\n\n".join(f"We read {name} with care in {name}." for name in ODD) + "\n",
    "more.md": "# C# notes\n\n## The (very) odd — heading, with *signs*: and {braces}\n\nText.\n\n"
    f"## {'Long ' * 60}heading\n\nText of POL-12.\n\n| name | why |\n|---|---|\n"
    + "".join(f"| **{name}** | odd |\n" for name in ODD),
    "CODEOWNERS": "* @acme/core-team\n*.md fatima.el-sayed@example.com\n",
    "src/odd.py": "class SHA1:\n    x = 1\n\n\ndef pkg_config():\n    return 'SHA-1'\n",
    "package.json": '{"name": "odd-names", "dependencies": {"left-pad": "^1.3.0", "@scope/a-b": "2"}}\n',
}


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = GitRepo(tmp_path_factory.mktemp("odd") / "repo")
    for path, text in FILES.items():
        repo.write(path, text)
    repo.commit()
    index(repo)
    return repo


@pytest.fixture(scope="module")
def artifact(repo: GitRepo) -> Path:
    return next((repo.path / ".git/graphrag/artifacts").glob("*.sqlite"))


def test_every_entity_is_found_by_each_name_that_is_printed(artifact: Path) -> None:
    with open_artifact(artifact) as opened:
        known = Knowledge(opened)
        things = known.things(range(len(known.graph.ids)))
        assert {"CVE-2019-1354", "POL-12", "SHA-1", "pkg-config"} <= {thing.name for thing in things.values()}
        lost = [
            (thing.type, name)
            for node, thing in things.items()
            for name in (thing.name, label(thing), *thing.aliases)
            if node not in called(known, name)
        ]
    assert not lost


def test_agents_find_every_entity_by_its_name(artifact: Path) -> None:
    with open_artifact(artifact) as opened:
        names = [name for (name,) in opened.execute("SELECT DISTINCT name FROM entities ORDER BY name")]
    for first in range(0, len(names), 50):
        found = call(Shelf(artifact), "entity_lookup", ready=False, names=names[first : first + 50])
        assert found.structured_content.get("missing", {}) == {}


@pytest.mark.parametrize("name", ["CVE-2019-1354", "POL-12", "pkg-config", "more.md#C# notes"])
def test_people_open_an_entity_by_its_name(repo: GitRepo, name: str) -> None:
    done = run("explain", name, "--json", cwd=repo.path)
    assert done.returncode == 0, done.stderr
    thing = json.loads(done.stdout)["thing"]
    assert name in (thing["name"], f"{thing['path']}#{thing['name']}")
    way = run("explain", "notes.md", "--to", name, cwd=repo.path)
    assert way.returncode == 0, way.stderr


# ---- which of several -------------------------------------------------------------------------

TIDES = [f"Line {n} of TIDE and of nothing else." for n in range(9)]


@pytest.fixture(scope="module")
def tides(tmp_path_factory: pytest.TempPathFactory) -> Knowledge:
    docs = {f"{n}.md": [line] for n, line in enumerate(TIDES)} | {
        "z.md": ["Tide with Samuel Colvin, Ann Lee and Ann Poe, and a Moonshot."]
    }
    kinds = {"TIDE": "product", "Tide": "concept", "Samuel Colvin": "person", "Ann Lee": "person"}
    kinds |= {"Ann Poe": "person", "Moonshot": "product"}
    return Knowledge(draw(tmp_path_factory.mktemp("tides") / "a.sqlite", docs, kinds))


def test_of_several_called_so_the_one_with_most_links_is_meant(tides: Knowledge) -> None:
    found = explain(tides, Explain("tiDe"))
    assert found.thing.name == "TIDE"
    assert [one.name for one in found.others] == ["Tide"]


@pytest.mark.parametrize(("name", "meant"), [("Samuel", "Samuel Colvin"), ("Moons", "Moonshot")])
def test_the_only_entity_with_the_words_is_taken_and_said(tides: Knowledge, name: str, meant: str) -> None:
    found = explain(tides, Explain(name))
    assert found.thing.id == key(meant)
    assert found.notes == (f"nothing is called {name}: this is {meant}, the only entity with it in its name",)


def test_a_word_that_several_names_have_is_refused(tides: Knowledge) -> None:
    with pytest.raises(NotFound, match="no entity is called so") as refused:
        explain(tides, Explain("Ann"))
    assert {"Ann Lee", "Ann Poe"} == set(refused.value.next_step.removeprefix("nearest: ").split(", "))


def test_a_definition_is_meant_before_a_mention_of_the_same_name(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.write("a.py", "class Buoy:\n    pass\n")
    repo.write("n.md", "# N\n\nThe BUOY service. Ask BUOY.\n\n## M\n\nWe saw the BUOY again.\n")
    repo.write("b/c.py", "class Sail:\n    pass\n")
    repo.write("d/e.py", "class Sail:\n    pass\n")
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as opened:
        known = Knowledge(opened)
        found = explain(known, Explain("buoy"))
        assert found.thing.type == "class"
        assert found.others
        with pytest.raises(NotFound, match="2 entities are called so"):
            explain(known, Explain("Sail"))


# ---- words ------------------------------------------------------------------------------------


def test_words_find_what_is_named_so_before_its_members_and_files(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    methods = "".join(f"    def step{n}(self):\n        return {n}\n\n" for n in range(4))
    repo.write("src/retry_policy.py", f"class RetryPolicy:\n{methods}")
    repo.write(
        "src/other.py", "class RetryPolicyError(Exception):\n    pass\n\n\ndef retry():\n    return 1\n"
    )
    repo.write("docs/a.md", "# Why a retry needs some policy\n\nText.\n")
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as opened:
        found = [thing.name for thing in lookup(Knowledge(opened), Lookup("retry policy")).things]
        assert found[:2] == ["RetryPolicy", "RetryPolicyError"]
        assert {"RetryPolicy.step0", "Why a retry needs some policy"} <= set(found[2:])
        again = [thing.name for thing in lookup(Knowledge(opened), Lookup("policy retry")).things]
        assert again[0] in ("RetryPolicy", "RetryPolicyError")
