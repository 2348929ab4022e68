"""Entities of text after any history of edits are those of a build from nothing, to the row."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.stages.names import BLOCK_LIMIT
from tests.build.edits import Edits, histories
from tests.building import index
from tests.examples import examples
from tests.gitrepo import GitRepo

# The gazetteer is so small, and so easily entered, that terms come and go with every other edit.
SETTINGS = """embed: {model: none}
extract: {gazetteer: {mine_topk: 5, min_freq: 2}, names: {accept: .8, doubt: .4}}
"""
SENTENCES = [
    "The **Ferry Scheduler** uses `ferry_queue` and Postgres 16.",
    "Role-Based Access Control (RBAC) protects the Ferry Scheduler.",
    "RBAC is a model of access control.",
    "Postgres depends on ZooKeeper. It is owned by Ada Quill.",
    "See [Harbour Gate](gate.md) and [Role-Based Access Control](access.md).",
    "We comply with ISO/IEC 27001, with ISO 27001, and with RFC 9110.",
    "Set `HARBOUR_TOKEN` and pass `--dry-run` to `harbour.sync()`.",
    "The Harbour Gate is a service of the Port Authority in Lisbon.",
    "Harbour Gates are closed at night. The harbour gate opens at dawn.",
    "**Kestrel** does not use ZooKeeper; Kestrel may use Redis or Kafka.",
    "**kestrel** is written small here, and Kestrels are birds.",
    "Read src/app.py before you call `sync_all` or harbour.sync.",
    "`sync_all` replaces `sync_one`. The Zookeper is misspelt here.",
    "港口网关使用 **调度器**。**调度器** 连接 Postgres。",
    "The **C#** client is newer than the **C++** one; `Node.js` and **.NET** use neither C nor **C#**.",
    "An Access Control List (ACL) is no Agent Control Layer (ACL), nor is an ACL a list.",
    "Agent Control Layer (RBAC) and Role-Based Access Control (ACL) contradict what others say.",
    "KESTREL and KestRel are shouted; the FERRY SCHEDULER and RBACs too. The kestrel is not.",
    "**İstanbul**, **ΟΔΟΣ** and **Straße** are places; so are **istanbul**, **οδος** and **STRASSE**.",
    "\U0001f6a2 **Ferry\u200b Scheduler** and **שער הנמל** met Ada Quill, Quill and A. Quill; "
    "**caf\u00e9** and **cafe\u0301** too.",
    "```\nFerry Scheduler uses Redis\n```",
]
# As many names with one key as are compared, and some more.
QUAYS = [f"Quay Registry of Wharf {chr(65 + n // 26)}{chr(97 + n % 26)}en" for n in range(BLOCK_LIMIT + 4)]
CONFIGS = [
    SETTINGS,
    SETTINGS.replace("mine_topk: 5", "mine_topk: 50"),
    SETTINGS.replace("min_freq: 2", "min_freq: 1"),
    SETTINGS.replace("accept: .8, doubt: .4", "accept: .95, doubt: .2"),
    "embed: {model: none}\nextract: {enabled: false}\n",
]
HEADINGS = ["Kestrel", "Ferry Scheduler", "Requirements", "See also", "Harbour Gate", "RBAC", "调度器"]
TITLES = ["Harbour Gate", "Kestrel", "Role-Based Access Control", "ZooKeeper", "Postgres", "Notes", "调度器"]
PAGES = ["a.md", "b.md", "access.md", "gate.md", "docs/c.md", "docs/d.md", "docs/e.md"]
OTHERS = {
    "src/app.py": [
        "def sync_all():\n    return 1\n",
        "class Kestrel:\n    def sync_all(self):\n        pass\n",
    ],
    "harbour.py": ["def sync():\n    pass\n", "sync = 1\n"],
    "requirements.txt": ["kestrel>=2.1\nredis==5.0\n", "redis==5.1\n"],
    "package.json": ['{"dependencies": {"kestrel": "^1.0.0"}}\n'],
    "go.mod": ["module x\n\nrequire github.com/port/kestrel v1.2.0\n"],
    "CODEOWNERS": ["* @port/harbour\n/docs/ @ada\n", "*.md @ada @grace\n"],
    ".github/CODEOWNERS": ["/docs/ @port/quay\n", "* @port/harbour\n/docs/ @ada\n"],
    "docs/CODEOWNERS": ["* @port/harbour\n/docs/ @ada\n"],
}
OWNERS = [name for name in OTHERS if name.endswith("CODEOWNERS")]

pages = st.sampled_from(PAGES)
texts = st.tuples(
    st.sampled_from(["", *TITLES]),
    st.lists(st.sampled_from([*SENTENCES, *(f"\n## {heading}\n" for heading in HEADINGS)]), max_size=7),
).map(
    lambda parts: (f"# {parts[0]}\n\n" if parts[0] else "") + "\n".join(parts[1]) + "\n\nAll else is text.\n"
)


class TextHistory(Edits):
    """Edits of pages that share names; after every build everything found in text is found again."""

    def __init__(self) -> None:
        super().__init__(self.settled(SETTINGS))

    def is_edited(self, path: str) -> bool:
        return path in PAGES or path in OTHERS or path == "many.md"

    @initialize(files=st.dictionaries(pages, texts, min_size=3))
    def begin(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            self.write(name, text)

    @rule(name=pages, text=texts)
    def write(self, name: str, text: str) -> None:
        self.repo.write(name, text)

    @rule(name=st.sampled_from(list(OTHERS)), number=st.integers(0, 1))
    def write_other(self, name: str, number: int) -> None:
        self.repo.write(name, OTHERS[name][number % len(OTHERS[name])])

    @rule(files=st.dictionaries(pages, texts, min_size=2))
    def write_several(self, files: dict[str, str]) -> None:
        for name, text in files.items():
            self.repo.write(name, text)

    @rule(number=st.integers(BLOCK_LIMIT - 3, BLOCK_LIMIT + 4), name=st.sampled_from(["b.md", "many.md"]))
    def name_many(self, number: int, name: str) -> None:
        self.repo.write(name, "".join(f"- the **{quay}**\n" for quay in QUAYS[:number]))

    @rule(old=st.sampled_from(OWNERS), new=st.sampled_from([*OWNERS, "a.md"]))
    @precondition(lambda self: set(OWNERS) & set(self.files()))
    def move_owners(self, old: str, new: str) -> None:
        if old in self.files():
            self.repo.rename(old, new)

    @rule(name=pages, change=st.sampled_from([str.upper, str.lower, str.title]))
    def change_case(self, name: str, change: Callable[[str], str]) -> None:
        if name in self.files():
            self.repo.write(name, change((self.repo.path / name).read_text()))

    @rule(text=st.sampled_from(CONFIGS))
    def configure(self, text: str) -> None:
        self.repo.write(".graphrag.yaml", self.settled(text))

    @staticmethod
    def settled(text: str) -> str:
        """The configuration to use in place of this one."""
        return text

    @rule(data=st.data(), new=pages)
    @precondition(lambda self: self.files())
    def rename(self, data: st.DataObject, new: str) -> None:
        self.repo.rename(data.draw(st.sampled_from(self.files())), new)


TestTextHistory = TextHistory.TestCase
TestTextHistory.settings = histories(examples(20, least=2), 8)


@pytest.mark.slow
@pytest.mark.timeout(3600)
class TestLongTextHistories(TextHistory.TestCase):  # type: ignore[name-defined,misc]
    settings = histories(60, 40)


class TaggedHistory(TextHistory):
    """The same, with a model that tells people and places."""

    @staticmethod
    def settled(text: str) -> str:
        return text.replace("extract: {", "extract: {ner: en_core_web_sm, ")


@pytest.mark.slow
@pytest.mark.timeout(3600)
class TestLongTaggedHistories(TaggedHistory.TestCase):  # type: ignore[name-defined,misc]
    settings = histories(15, 25)


def test_the_text_of_a_small_corpus_makes_the_entities_one_expects(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({
        ".graphrag.yaml": SETTINGS,
        "access.md": f"# Role-Based Access Control\n\n{SENTENCES[1]}\n",
        "a.md": f"# Notes\n\n{SENTENCES[0]}\n{SENTENCES[2]}\n",
        "b.md": f"# More\n\n{SENTENCES[0]}\n{SENTENCES[11]}\n",
        "src/app.py": OTHERS["src/app.py"][0],
        "requirements.txt": OTHERS["requirements.txt"][0],
        "CODEOWNERS": OTHERS["CODEOWNERS"][0],
    })  # fmt: skip
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        ask = artifact.execute
        meant = dict(ask("SELECT m.surface, e.name FROM mentions m JOIN entities e ON e.id = m.entity"))
        told = set(
            ask("""SELECT a.name, r.rel, b.name FROM relations r JOIN entities a ON a.id = r.src
            JOIN entities b ON b.id = r.dst WHERE r.rel IN ('uses', 'depends_on', 'owned_by')""")
        )
        versions = [meta for (meta,) in ask("SELECT meta FROM relations WHERE rel = 'depends_on'")]
    assert meant["RBAC"] == "Role-Based Access Control"  # the page of that title
    assert meant["sync_all"] == "sync_all"  # the function
    assert ("requirements.txt", "depends_on", "redis") in told
    assert '{"version":["==5.0"]}' in versions
    assert {("More", "owned_by", "@port/harbour"), ("app.py", "owned_by", "@port/harbour")} <= told


def test_an_entity_is_described_by_its_definition_without_markup(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    glossary = (
        "# Words\n\nDemurrage\n: A fee for **containers** kept too long.\n\nLay day\n: A day in port.\n"
    )
    repo.write_all({".graphrag.yaml": SETTINGS, "words.md": glossary})
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        described = dict(artifact.execute("SELECT name, description FROM entities WHERE doc IS NULL"))
    assert described["Demurrage"] == "Demurrage: A fee for containers kept too long."


def test_the_title_of_a_frame_of_pages_names_no_entity(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    frame = "<html><head><title>Kestrel</title></head><body><p>A page around every page.</p></body></html>"
    repo.write_all({
        ".graphrag.yaml": SETTINGS,
        "_layouts/default.html": frame,
        "a.md": "# About\n\nWe use `Kestrel` and **Kestrel** a lot.\n",
        "b.md": "# More\n\nOf **Kestrel**, and of Kestrel alone.\n",
    })  # fmt: skip
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        named = "SELECT e.doc FROM mentions m JOIN entities e ON e.id = m.entity WHERE m.surface = 'Kestrel'"
        assert set(artifact.execute(named)) == {(None,)}
