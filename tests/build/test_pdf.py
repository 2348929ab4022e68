"""PDFs through the whole build: pages that can be cited; what happens without the library that reads them."""

import json
import sys
from functools import partial
from pathlib import Path

import apsw
import pytest

from graphrag_batch.build.work import BuildReport
from tests.building import index
from tests.cli.program import run as program
from tests.formats.pdf_cases import CASES
from tests.gitrepo import GitRepo


def repository(path: Path) -> GitRepo:
    repo = GitRepo(path)
    for name in ("outline", "two_columns", "table"):
        repo.write(f"papers/{name}.pdf", CASES[name]().bytes())
    repo.write("README.md", "# Papers\n\nSee [the rates](papers/table.pdf#page=2).\n")
    repo.commit("Add papers")
    return repo


def rows(report: BuildReport, sql: str) -> list[tuple[object, ...]]:
    con = apsw.Connection(str(report.artifact), flags=apsw.SQLITE_OPEN_READONLY)
    return list(con.execute(sql))


def test_sections_and_chunks_know_their_pages(tmp_path: Path) -> None:
    report = index(repository(tmp_path / "repo"))
    sections = rows(
        report,
        "SELECT s.title, s.page_start, s.page_end FROM sections s JOIN docs d ON d.id = s.doc "
        "WHERE d.path = 'papers/outline.pdf' ORDER BY s.start_line",
    )
    assert sections == [("Preface", 1, 3), ("1. The first voyage", 3, 3), ("Provisions", 3, 3)]
    formats = rows(report, "SELECT path, format, title FROM docs WHERE format = 'pdf' ORDER BY path")
    assert formats[-1] == ("papers/two_columns.pdf", "pdf", "On the Drying of Willow Baskets")


@pytest.mark.long
def test_a_link_to_a_page_leads_to_the_section_there(tmp_path: Path) -> None:
    repo = repository(tmp_path / "repo")
    repo.write("README.md", "# Papers\n\nSee [provisions](papers/outline.pdf#page=3).\n")
    repo.commit("Link")
    linked = rows(
        index(repo),
        "SELECT e.name FROM relations r JOIN entities e ON e.id = r.dst JOIN entities s ON s.id = r.src "
        "WHERE r.rel = 'refers_to' AND s.name = 'Papers'",
    )
    assert linked == [("Preface",)]


@pytest.mark.long
def test_without_the_extra_pdfs_are_skipped_with_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = repository(tmp_path / "repo")
    (tmp_path / "pymupdf.py").write_text(
        "raise ModuleNotFoundError('No module named pymupdf', name='pymupdf')\n"
    )
    with monkeypatch.context() as without:  # in this process, and in the one that it starts
        without.syspath_prepend(tmp_path)
        for name in [name for name in sys.modules if name.split(".")[0] == "pymupdf"]:
            without.delitem(sys.modules, name)
        run = partial(program, cwd=repo.path, PYTHONPATH=str(tmp_path))
        indexed = run("index", "--json")
        assert indexed.returncode == 0, indexed.stderr
        assert json.loads(indexed.stdout)["files"]["skipped"] == 3
        assert "skipped   3 paths (3 need graphrag-batch[pdf])" in run("status").stdout
        assert json.loads(run("status", "--json").stdout)["lacking"] == {"graphrag-batch[pdf]": 3}
        assert "3 skipped in all (3 need graphrag-batch[pdf])" in run("index", "--full").stderr
        doctor = json.loads(run("doctor", "--json").stdout)
        assert doctor["missing"] == [{"formats": ["pdf"], "install": "pip install 'graphrag-batch[pdf]'"}]
        assert "pip install 'graphrag-batch[pdf]'" in run("doctor").stdout
        outline = run("outline", "papers/table.pdf")
        assert "graphrag-batch[pdf]" in outline.stdout + outline.stderr
    assert "installed now: graphrag-batch index" in program("status", cwd=repo.path).stdout


@pytest.mark.long
def test_a_reader_that_cannot_be_loaded_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    repo = repository(tmp_path / "repo")
    (tmp_path / "broken").mkdir()
    (tmp_path / "broken" / "pymupdf.py").write_text("raise ImportError('no libGL')\n")
    with monkeypatch.context() as broken:
        broken.syspath_prepend(tmp_path / "broken")
        without = index(repo)
    assert rows(without, "SELECT DISTINCT reason FROM skipped") == [("needs-extra",)]
    repaired = index(repo, full=True)
    assert rows(repaired, "SELECT count(*) FROM docs WHERE format = 'pdf'") == [(3,)]
    assert rows(repaired, "SELECT path FROM skipped") == []
