"""`eval --graph`, as a command: pages that people annotated against what is read out of them."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.cli.program import run
from tests.gitrepo import GitRepo

PAGE = "# Errors\n\nErrors are told by `ERR_CODE`, as RFC 9457 has it. RFC 9457 replaces RFC 7807.\n"
GOLD = """mentions:
- [3, 1, ERR_CODE, ERR_CODE]
- [3, 1, RFC 9457, RFC 9457]
- [3, 2, RFC 9457, RFC 9457]
- [3, 1, RFC 7807, RFC 7807]
relations:
- [RFC 7807, precedes, RFC 9457, RFC 9457 replaces RFC 7807]
maybe:
- [., cites, RFC 9457, as RFC 9457 has it]
"""
TYPES = "ERR_CODE: api\nRFC 9457: standard\nRFC 7807: standard\n"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    made = tmp_path / "golden"
    made.mkdir()
    (made / "errors.md").write_text(PAGE)
    (made / "errors.md.gold.yaml").write_text(GOLD)
    (made / "entities.yaml").write_text(TYPES)
    return made


def test_annotated_pages_are_indexed_and_compared_by_one_command(small: GitRepo, folder: Path) -> None:
    out = folder.parent / "verdicts.tsv"
    done = run("eval", "--graph", str(folder), "--run", str(out), "--json", cwd=small.path)
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)
    assert figures["pages"] == 1
    assert figures["mentions"]["exact"]["recall"] == 1.0
    assert figures["mentions"]["by_type"]["standard"]["f1"] == 1.0
    assert figures["links"]["accuracy"] == 1.0
    assert figures["relations"]["prose"]["recall"] == 1.0
    assert figures["relations"]["left_open"] == 1
    assert figures["relations"]["unknown"] == 0
    levels = {level["confidence"]: level for level in figures["relations"]["by_confidence"]}
    assert levels[0.0]["recall"] == 1.0
    assert levels[0.0]["strict_precision"] < levels[0.0]["precision"]
    assert "missing" not in out.read_text()
    assert "open relation\t\t@page:errors.md\tcites\tRFC 9457\n" in out.read_text()
    assert small.run("status", "--porcelain") == ""


def test_people_get_a_table_and_what_does_not_agree(small: GitRepo, folder: Path) -> None:
    text = GOLD.replace("- [3, 1, RFC 7807, RFC 7807]", "- [3, 1, RFC, RFC 7807]").replace("precedes", "uses")
    (folder / "errors.md.gold.yaml").write_text(text)
    done = run("eval", "--graph", str(folder), cwd=small.path)
    assert done.returncode == 0, done.stderr
    table = {line[:16].strip(): line.split() for line in done.stdout.splitlines() if line.strip()}
    assert table["standard"][-2:] == ["3", "3"]
    assert {"mentions", "references", "relations", "uses"} <= table.keys()
    assert "linking accuracy" in done.stdout
    assert "not scored: 1 that the annotation leaves open" in done.stdout
    assert "  >= 0.5 " in done.stdout
    assert "wrong mention: errors.md:3  RFC 7807  standard" in done.stderr
    assert "missing relation: RFC 7807  uses  RFC 9457" in done.stderr


def test_a_set_brings_its_own_configuration(small: GitRepo, folder: Path) -> None:
    (folder / ".graphrag.yaml").write_text("embed:\n  model: none\nextract:\n  enabled: false\n")
    done = run("eval", "--graph", str(folder), "--json", cwd=small.path)
    assert json.loads(done.stdout)["mentions"]["exact"]["found"] == 0


def test_one_of_three_ways_to_measure_must_be_chosen(small: GitRepo, folder: Path) -> None:
    done = run("eval", "--graph", str(folder), "--beir", str(folder), cwd=small.path)
    assert done.returncode == 2
    assert "--graph DIR" in done.stderr
