"""Word files and notebooks through the whole path: from a commit to an answer."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import apsw
import pytest

from tests.building import index
from tests.cli.program import run as program
from tests.formats.docx_build import core, p, package, styles
from tests.formats.docx_cases import cases
from tests.formats.notebook_cases import book, code, stream, text
from tests.gitrepo import GitRepo

RULES = (
    p("Harbour rules", style="Titel")
    + p("Berths", style="berschrift1")
    + p('<w:bookmarkStart w:id="1" w:name="night"/>', "Lamps are lit at dusk on the outer berths.")
    + p("Fees", style="berschrift1")
    + p("A barge pays by weight.")
)
TIDES = book(
    text("# Tides", "", "High water comes twice."), code("springs = 2", outputs=[stream("two springs\n")])
)


def repository(path: Path) -> GitRepo:
    """Word files and a notebook, one of each that cannot be read, a page that links to them."""
    repo = GitRepo(path)
    keywords = core(keywords="berths; fees", creator="Ann Lee")
    repo.write("docs/rules.docx", package(RULES, styles=styles(), core=keywords))
    repo.write(
        "docs/locked.docx", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + "EncryptedPackage".encode("utf-16-le")
    )
    repo.write("docs/old.doc", b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1" + b"\0" * 600)
    repo.write("tides.ipynb", json.dumps(TIDES))
    repo.write(
        "README.md", "# Port\n\nSee [lamps](docs/rules.docx#night) and [springs](tides.ipynb#cell-2).\n"
    )
    repo.write(".graphrag.yaml", "embed:\n  model: none\n")
    repo.commit("Begin")
    return repo


def run(repo: GitRepo, *arguments: str) -> dict[str, Any]:
    """What a command prints with --json."""
    done = program(*arguments, "--json", cwd=repo.path)
    assert done.returncode == 0, done.stderr
    value = json.loads(done.stdout)
    assert isinstance(value, dict)
    return value


def test_a_question_finds_the_paragraph_in_a_word_file_and_the_cell_of_a_notebook(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    run(repo, "index")
    hit = run(repo, "query", "when are lamps lit on the outer berths")["hits"][0]
    assert (hit["path"], hit["section"]) == ("docs/rules.docx", "Harbour rules › Berths")
    assert "Lamps are lit at dusk" in hit["snippet"]
    assert hit["start_line"] <= 5 <= hit["end_line"]
    hit = run(repo, "query", "springs", "--path", "*.ipynb")["hits"][0]
    assert "```python cell=2\nsprings = 2\n" in hit["snippet"]


def test_what_a_word_file_says_of_itself_is_kept_and_what_is_locked_is_listed(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    report = index(repo)
    con = apsw.Connection(str(report.artifact), flags=apsw.SQLITE_OPEN_READONLY)
    row = con.execute("SELECT format, title, lang, tags, meta FROM docs WHERE path = 'docs/rules.docx'").get
    assert row[:2] == ("docx", "Harbour rules")
    assert json.loads(row[3]) == ["berths", "fees"]
    assert json.loads(row[4])["author"] == "Ann Lee"
    skipped = dict(con.execute("SELECT path, reason || ': ' || detail FROM skipped"))
    assert skipped["docs/locked.docx"] == "unreadable: encrypted"
    assert skipped["docs/old.doc"].startswith("binary")
    linked = con.execute(
        "SELECT e.name FROM relations r JOIN entities s ON s.id = r.src JOIN entities e ON e.id = r.dst "
        "WHERE r.rel = 'refers_to' AND s.name = 'Port' ORDER BY e.name"
    ).fetchall()
    assert linked == [("Berths",), ("Tides",)]


@pytest.mark.long
def test_a_word_file_that_changes_is_read_again_alone_and_the_build_equals_a_full_one(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    for name, raw in cases().items():
        repo.write(f"cases/{name}", raw)
    repo.commit("Add cases")
    index(repo)
    repo.write("docs/rules.docx", package(RULES + p("Ferries pay nothing."), styles=styles()))
    repo.commit("Change")
    report = index(repo)
    assert report.work["parsed"] == 1
    assert run(repo, "verify", "--rebuild")["ok"]
