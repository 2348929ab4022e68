"""On the command line: what is known of documents besides their text, and what was taken out of it."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.cli.main import cli, main
from tests.building import index
from tests.formats.pdf_cases import CASES
from tests.gitrepo import GitRepo

TOKEN = "gh" + "p_R7kLm2Xq9Zt4Wv8Nb3Hc6Ys1Pd5Fg0JaTuEo"
PLAN = f"""---
title: The plan
tags: [harbour, Plan]
category: policies
security: restricted
source: https://example.org/plan
---
# Plan

The harbour will be sold to nobody at all, and that is the whole of it.

password: kestrel7Nest, {TOKEN}
"""


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({
        ".graphrag.yaml": "embed: {model: none}\n", "docs/plan.md": PLAN,
        "docs/hafen.md": "# Der Hafen\n\nDer Hafen ist nicht groß, aber er ist für alle da und nie zu.\n",
        "docs/minato.md": "# 港\n\nこの港は小さいですが、すべての人のために開かれています。\n",
        "a.py": "def f():\n    pass\n",
    })  # fmt: skip
    repo.commit()
    index(repo)
    return repo


def run(repo: GitRepo, *words: str) -> Result:
    result = CliRunner().invoke(cli, [words[0], "--repo", str(repo.path), *words[1:]])
    assert result.exit_code == 0, result.output
    return result


def asked(repo: GitRepo, *words: str) -> Any:
    return json.loads(run(repo, *words, "--json").stdout)


def test_the_outline_of_a_file_tells_what_is_known_of_it(repo: GitRepo) -> None:
    found = asked(repo, "outline", "docs/plan.md")
    assert (found["title"], found["entries"][0]["title"]) == ("The plan", "Plan")
    about = found["about"]
    assert about | {"size": 0} == {
        "format": "markdown", "lang": "en", "tags": ["harbour", "Plan", "policies"], "size": 0,
        "source": "https://example.org/plan", "security": "restricted", "words": len(PLAN.split()) + 2,
        "blob": repo.run("rev-parse", "HEAD:docs/plan.md"), "encoding": "utf-8", "warnings": [],
        "redacted": [
            {"line": 12, "kind": "github-token", "count": 1}, {"line": 12, "kind": "password", "count": 1},
        ],
        "copy_of": "", "similarity": 0,
    }  # fmt: skip
    shown = run(repo, "outline", "docs/plan.md")
    assert "(security: restricted)" in shown.stderr
    assert "(redacted: github-token on line 12, password on line 12)" in shown.stderr


def test_hits_and_files_of_a_restricted_document_are_marked_and_no_others(repo: GitRepo) -> None:
    hits = asked(repo, "query", "harbour nobody")["hits"]
    assert {(hit["path"], hit["security"]) for hit in hits} == {("docs/plan.md", "restricted")}
    assert "[restricted]" in run(repo, "query", "harbour nobody").stdout
    files = {e["path"]: e["security"] for e in asked(repo, "outline", "docs")["entries"]}
    assert files == {"docs/plan.md": "restricted", "docs/hafen.md": "", "docs/minato.md": ""}


def test_status_counts_languages_and_says_where_secrets_were(repo: GitRepo) -> None:
    found = asked(repo, "status")
    assert found["languages"] == {"de": 1, "en": 1, "ja": 1}
    assert found["redacted"] == {"github-token": 1, "password": 1}
    assert found["redacted_at"] == [
        {"path": "docs/plan.md", "line": 12, "kind": kind, "count": 1}
        for kind in ("github-token", "password")
    ]
    shown = run(repo, "status").stdout
    assert "languages de 1, en 1, ja 1" in shown
    assert "redacted  2 secrets: github-token 1, password 1" in shown


def test_index_says_how_many_secrets_of_which_kind_were_taken_out_each_time(repo: GitRepo) -> None:
    for mode in ("reused", "full"):
        report = asked(repo, "index", *(["--full"] if mode == "full" else []))
        assert (report["mode"], report["redacted"]) == (mode, {"github-token": 1, "password": 1})
    assert "redacted: 2 secrets (github-token 1, password 1)" in run(repo, "index").stderr


def test_words_are_counted_where_no_blanks_part_them(repo: GitRepo) -> None:
    with open_artifact(Path(index(repo).artifact)) as artifact:
        words = dict(artifact.execute("SELECT path, words FROM docs"))
    assert 20 <= words["docs/minato.md"] <= 32
    assert words["docs/hafen.md"] == 17


def test_a_secret_in_the_settings_is_in_no_error_and_no_note_of_it(
    repo: GitRepo, capsys: pytest.CaptureFixture[str]
) -> None:
    repo.write(".graphrag.yaml", f"select: {{restricted: {TOKEN}}}\n")
    repo.commit()
    with pytest.raises(SystemExit):
        main(["index", "--repo", str(repo.path)])
    assert (
        "select.restricted must be mark or exclude, not '[redacted: github-token]'" in capsys.readouterr().err
    )
    last = json.loads(CliRunner().invoke(cli, ["status", "--repo", str(repo.path), "--json"]).stdout)[
        "last_error"
    ]
    assert "[redacted: github-token]" in last
    for file in (repo.path / ".git" / "graphrag").rglob("*"):
        assert not file.is_file() or TOKEN.encode() not in file.read_bytes()


def test_the_outline_of_a_pdf_says_on_which_pages_its_sections_are(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "voyage.pdf": CASES["outline"]().bytes()})
    repo.commit()
    index(repo)
    lines = run(repo, "outline", "voyage.pdf").stdout.splitlines()[1:]
    assert [re.sub(r"^ *\d+-\d+ +", "", line) for line in lines] == [
        "Preface pp. 1–3", "1. The first voyage p. 3", "Provisions p. 3",
    ]  # fmt: skip
    entries = asked(repo, "outline", "voyage.pdf")["entries"]
    assert [entry["pages"] for entry in entries] == [[1, 3], [3, 3], [3, 3]]


ROWS = "berth,length\n" + "".join(f"berth{n},{n * 7}\n" for n in range(60))


def test_hits_in_a_table_and_its_outline_say_how_many_rows_are_left_out(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({
        ".graphrag.yaml": "embed: {model: none}\n", "berths.csv": ROWS, "few.csv": ROWS[:40],
        "open.md": "# Berths\n\n```\nA berth without end.\n",
    })  # fmt: skip
    repo.commit()
    index(repo)
    left_out = "rows not indexed: 10 of 60 (formats.table.rows)"
    told = {hit["path"]: hit["warnings"] for hit in asked(repo, "query", "berth length")["hits"]}
    assert told == {"berths.csv": [left_out], "few.csv": [], "open.md": []}
    assert f"; {left_out}\n" in run(repo, "query", "berth length").stdout
    assert f"(warnings: {left_out})" in run(repo, "outline", "berths.csv").stderr
    assert "never closed" in run(repo, "outline", "open.md").stderr
