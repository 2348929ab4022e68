"""Where links lead is a matter of the whole corpus: whatever changes, the links it concerns follow, and no
other document is looked at."""

from __future__ import annotations

import shutil
from pathlib import Path

import apsw
import pytest
from hypothesis import strategies as st
from hypothesis.stateful import initialize, precondition, rule

from graphrag_batch.build import facts
from graphrag_batch.build.names import BULK, World
from graphrag_batch.build.proof import corpus_problems, reading
from graphrag_batch.build.text.settling import Settling
from tests.build.edits import Edits, histories
from tests.building import index, index_from_nothing
from tests.examples import examples
from tests.gitrepo import GitRepo

# With one of these the links of another change: files appear under other names, labels and definitions come
# twice, folders become packages, nearer candidates for an import come and go.
CONTENTS = {
    ".md": [
        "# A\n\nSee [b](b.md#part), [d](d/), [gone](gone.md) and <https://example.org/x>.\n",
        "# B\n\n## Part\n\nSee [a](/a.md), [c](d/e/c.rst#part) and <https://example.org/y>.\n",
        "# B\n\n## Other\n\n## Part\n\nNothing leads away.\n\n## Part\n",
        "# Code\n\nSee [core](app/core.py), [B](B.md#other) and [home](../a.md#a).\n",
    ],
    ".rst": [
        ".. _part:\n\nTitle\n=====\n\nSee :ref:`part`, :ref:`other`, :doc:`/d/index` and :class:`Job`.\n",
        "Title\n=====\n\nSee :ref:`part`, :func:`app.core.run` and :meth:`Job.run`.\n\n.. _other:\n\nX\n-\n",
        "Part\n====\n\nNo label here, and `a link <https://example.org/x>`_.\n",
    ],
    ".py": [
        "",
        "from app import core, sub\nimport core\n\n\nclass Job:\n    def run(self):\n        return 1\n",
        "from . import core\nfrom .sub.core import run\nfrom ..app import core\n\ndef run():\n    pass\n",
        "import app.core\nimport app.sub.core\n\nLIMIT = 1\n",
    ],
    ".js": ["import { x } from './x'\nimport y from '../web/y.js'\n", "export const x = 1\n"],
    ".ts": ["import { x } from './y'\nexport const z = 2\n"],
    ".h": ['#include "job.h"\n#include "sub/job.h"\nint a(void);\n', "int b(void);\n"],
    ".go": ['package main\n\nimport "example.org/m/go/q"\n\nfunc Main() {}\n', "package q\n\nfunc Do() {}\n"],
    ".rs": ["mod net;\nuse crate::net::Stream;\n\npub fn f() {}\n", "pub struct Stream;\n"],
    ".java": ["package acme;\n\nimport acme.Job;\n\nclass Job {}\n"],
}  # fmt: skip
NAMES = [
    "a.md", "b.md", "B.md", "d/index.md", "d/README.md", "d/b.md", "d/e/c.rst", "d/e/b.rst", "e.rst",
    "app/__init__.py", "app/core.py", "app/sub/__init__.py", "app/sub/core.py", "lib/app/__init__.py",
    "lib/app/core.py", "core.py", "web/x.js", "web/x.ts", "web/y.js", "web/x/index.js", "c/job.h",
    "go/q/a.go", "go/q/b_test.go", "go/main.go", "r/src/lib.rs", "r/src/net.rs", "r/src/net/mod.rs",
    "c/sub/job.h", "j/acme/Job.java", "j/x/acme/Job.java", "j/acme/Use.java",
]  # fmt: skip

names = st.sampled_from(NAMES)
numbers = st.integers(0, 3)


class LinkHistory(Edits):
    """Edits of files that link to one another; after every build all links are resolved anew and compared."""

    def __init__(self) -> None:
        super().__init__("embed: {model: none}\n")

    def is_edited(self, path: str) -> bool:
        return Path(path).suffix in CONTENTS

    @initialize(files=st.dictionaries(names, numbers, min_size=8, max_size=20))
    def begin(self, files: dict[str, int]) -> None:
        for name, number in files.items():
            self.write(name, number)

    @rule(name=names, number=numbers)
    def write(self, name: str, number: int) -> None:
        texts = CONTENTS[Path(name).suffix]
        self.repo.write(name, texts[number % len(texts)])

    @rule(data=st.data(), new=names)
    @precondition(lambda self: self.files())
    def rename(self, data: st.DataObject, new: str) -> None:
        self.repo.rename(data.draw(st.sampled_from(self.files())), new)

    @rule(data=st.data())
    @precondition(lambda self: self.files())
    def change_case(self, data: st.DataObject) -> None:
        old = data.draw(st.sampled_from(self.files()))
        path = Path(old)
        self.repo.rename(old, str(path.with_name(path.stem.swapcase() + path.suffix)))

    @rule(
        folder=st.sampled_from(["", "d/", "app/", "lib/"]), text=st.sampled_from(["", "core.py\n", "b.*\n"])
    )
    def ignore(self, folder: str, text: str) -> None:
        self.repo.write(f"{folder}.graphragignore", text)


# fmt: off
PAGES = {
    "a.md": "# A\n\nSee [b](b.md#part) and <https://example.org/only>.\n",
    "c.md": "# C\n\nNothing leads away.\n",
    "e.rst": "E\n=\n\nSee :ref:`spot` and :class:`Job`.\n",
    "app/use.py": "from app import core\n\n\ndef use():\n    return core\n",
    "web/x.js": "import { y } from './y'\nexport const x = y\n",
}
B = "# B\n\n## Part\n\nText.\n"
SPOT = ".. _spot:\n\nSpot\n====\n\nText.\n"
JOB = "class Job:\n    def run(self):\n        return 1\n"
Y = "export const y = 1\n"
MOVES: dict[str, tuple[dict[str, str], dict[str, str | None], int]] = {
    # name: what is there besides PAGES, what changes (None: goes), how many documents are resolved again
    "a paragraph is edited": ({"b.md": B}, {"c.md": "# C\n\nOther words.\n"}, 1),
    "a paragraph of a page others link to is edited": ({"b.md": B}, {"b.md": B + "\nMore.\n"}, 1),
    "a page appears that a broken link meant": ({}, {"b.md": B}, 2),
    "a page appears that nobody meant": ({}, {"z.md": B}, 1),
    "a page that is linked to goes": ({"b.md": B}, {"b.md": None}, 1),
    "a linked heading gets another name": ({"b.md": B}, {"b.md": "# B\n\n## Else\n"}, 2),
    "a heading that nobody links to gets another name": ({"b.md": B + "\n## X"}, {"b.md": B + "\n## Y"}, 1),
    "a page changes the case of its name": ({"b.md": B}, {"b.md": None, "B.md": B}, 2),
    "a label comes twice": ({"s.rst": SPOT}, {"t.rst": SPOT}, 2),
    "a label is the only one again": ({"s.rst": SPOT, "t.rst": SPOT}, {"t.rst": None}, 1),
    "a definition comes twice": ({"j.py": JOB}, {"k.py": JOB}, 2),
    "a definition is the only one again": ({"j.py": JOB, "k.py": JOB}, {"k.py": None}, 1),
    "a section loses its definition": ({"j.py": JOB}, {"j.py": "class Work:\n    pass\n"}, 2),
    "an empty __init__.py makes a package": ({"app/core.py": JOB}, {"app/__init__.py": ""}, 1),
    "an __init__.py is no longer empty": ({"app/core.py": JOB, "app/__init__.py": ""},
                                          {"app/__init__.py": "X = 1\n"}, 2),
    "a package stops being one": ({"app/core.py": JOB, "app/__init__.py": ""}, {"app/__init__.py": None}, 1),
    "a module that is imported appears": ({"app/__init__.py": ""}, {"app/core.py": JOB}, 3),
    "a nearer candidate appears": ({"web/y/index.js": Y}, {"web/y.js": Y}, 2),
    "a nearer candidate goes": ({"web/y/index.js": Y, "web/y.js": Y}, {"web/y.js": None}, 1),
    "the last page that cites a resource goes": ({}, {"a.md": None}, 0),
    "another page cites a resource": ({}, {"c.md": "# C\n\n<https://example.org/only>\n"}, 1),
    "what links lead to is ignored": ({"b.md": B}, {".graphragignore": "b.md\n"}, 1),
}
# fmt: on


@pytest.mark.sample(6)
@pytest.mark.parametrize("name", MOVES)
def test_only_the_documents_that_a_change_concerns_are_resolved_again(name: str, tmp_path: Path) -> None:
    besides, changes, linked = MOVES[name]
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", **PAGES, **besides})
    repo.commit()
    index(repo)
    for path, content in changes.items():
        if content is None:
            repo.remove(path)
        else:
            repo.write(path, content)
    repo.commit()
    report = index(repo)
    assert (report.mode, report.work["linked"]) == ("incremental", linked)
    assert report.digest == index_from_nothing(repo, tmp_path / "fresh").digest
    assert corpus_problems(Path(report.artifact)) == ()


def test_names_mean_the_same_read_one_by_one_or_all_at_once(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({**PAGES, "b.md": B, "B.md": B, "app/core.py": JOB, "app/__init__.py": "", "s.rst": SPOT})
    repo.commit()
    with reading(Path(index(repo, vectors=False).artifact)) as rows:
        docs = [doc for (doc,) in rows.execute("SELECT id FROM docs")]
        few, all_ = World(rows, 1), World(rows, BULK + 1)
        one_by_one, at_once = Settling(rows, few), Settling(rows, all_)
        for found in facts.read(rows, docs):
            assert one_by_one.contribution(found) == at_once.contribution(found)
            assert few.asked == all_.asked


def test_what_is_wrong_with_a_graph_is_found(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({**PAGES, "b.md": B, "app/core.py": JOB, "app/__init__.py": ""})
    repo.commit()
    report = index(repo, vectors=False)
    for table in (
        "offers", "asked", "entities", "relations", "evidence", "mentions", "names", "terms", "roots",
    ):  # fmt: skip
        broken = tmp_path / f"{table}.sqlite"
        shutil.copy(report.artifact, broken)
        con = apsw.Connection(str(broken))
        key = con.execute(f"SELECT name FROM pragma_table_info('{table}') LIMIT 1").get
        con.execute(f"DELETE FROM {table} WHERE {key} = (SELECT max({key}) FROM {table})")
        con.close()
        assert table in [problem.split(":")[0] for problem in corpus_problems(broken)]


TestLinkHistory = LinkHistory.TestCase
TestLinkHistory.settings = histories(examples(20, least=2), 8)


@pytest.mark.slow
@pytest.mark.timeout(3600)
class TestLongLinkHistories(LinkHistory.TestCase):  # type: ignore[name-defined,misc]
    settings = histories(60, 40)
