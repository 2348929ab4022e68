"""`eval` and `verify --rebuild`, as commands."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests import forked
from tests.building import clean_env, fixture_repo, index
from tests.cli.program import run
from tests.cli.test_cli import artifact_of
from tests.gitrepo import GitRepo


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = fixture_repo(tmp_path_factory.mktemp("measuring") / "repo")
    index(repo)
    return repo


@pytest.mark.long
def test_cases_are_measured_by_one_command(repo: GitRepo) -> None:
    cases = Path(__file__).parent.parent.parent / "fixtures" / "questions.jsonl"
    figures = json.loads(run("eval", "--cases", str(cases), "--json", cwd=repo.path).stdout)
    assert figures["queries"] == len(cases.read_text().splitlines())
    assert figures["recall@5"] >= 0.8


def test_a_beir_folder_is_indexed_and_measured_by_one_command(tmp_path: Path) -> None:
    beir = tmp_path / "beir"
    beir.mkdir()
    docs = {
        "d/1": "Tides follow the moon.",
        "d 2": "Bread rises because yeast makes gas.",
        "3": "Iron rusts in air.",
    }
    rows = [json.dumps({"_id": key, "title": "", "text": text}) for key, text in docs.items()]
    (beir / "corpus.jsonl").write_text("\n".join(rows))
    (beir / "queries.jsonl").write_text(
        '{"_id": "q1", "text": "why does bread rise"}\n{"_id": "q2", "text": "moon tides"}'
    )
    (beir / "qrels.tsv").write_text("query-id\tcorpus-id\tscore\nq1\td 2\t1\nq2\td/1\t1\n")
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "# A\n")
    repo.commit()
    out = tmp_path / "run.tsv"
    done = run("eval", "--beir", str(beir), "--run", str(out), "--json", cwd=repo.path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["ndcg@10"] == 1.0
    assert {line.split("\t")[0] for line in out.read_text().splitlines()} == {"q1", "q2"}
    assert repo.run("status", "--porcelain") == ""


def test_cases_without_a_question_are_an_error(small: GitRepo, tmp_path: Path) -> None:
    cases = tmp_path / "cases.jsonl"
    cases.write_text("\n")
    done = run("eval", "--cases", str(cases), cwd=small.path)
    assert done.returncode == 1
    assert "no question" in done.stderr
    assert str(cases) in done.stderr


def test_eval_names_what_was_not_found_and_answers_that_are_not_indexed(
    small: GitRepo, tmp_path: Path
) -> None:
    cases = tmp_path / "cases.jsonl"
    rows = [
        {"query": "what moves the moon", "path": "a.md", "section": "Tide"},
        {"query": "what moves the moon", "path": "a.md", "section": "C# by the sea"},
        {"query": "where is the moon", "path": "gone.md"},
        *({"query": f"unknown {n}", "path": "a.md"} for n in range(25)),
    ]
    cases.write_text("\n".join(map(json.dumps, rows)))
    done = run("eval", "--cases", str(cases), "--json", cwd=small.path)
    missed = json.loads(done.stdout)["missed"]
    assert missed == ["where is the moon", *(f"unknown {n}" for n in range(19))]
    assert [line for line in done.stderr.split("\n") if "warning:" in line] == [
        "warning: a case wants gone.md, which is not in the index"
    ]
    shown = run("eval", "--cases", str(cases), cwd=small.path)
    assert "missed: where is the moon\n" in shown.stderr
    assert "missed: and 6 more" in shown.stderr
    assert "missed" not in shown.stdout


def verify_watched(repo: GitRepo, *args: str) -> tuple[subprocess.CompletedProcess[str], list[str]]:
    """`verify --rebuild`, and the temporary folders it made, told by Python's own audit."""
    code = (
        "import os, sys\n"
        "def audit(event, arguments):\n"
        "    made = event == 'os.mkdir' and os.path.basename(os.path.dirname(arguments[0])) == 'temporary'\n"
        "    if made or event == 'tempfile.mkdtemp': print('made', arguments[0], file=sys.stderr)\n"
        "sys.addaudithook(audit)\n"
        "from graphrag_batch.cli.main import main\nmain(['verify', '--rebuild', *sys.argv[1:]])"
    )
    done = forked.run(
        [sys.executable, "-c", code, *args],
        cwd=repo.path, env=clean_env(), capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done, re.findall(r"(?m)^made (.*)$", done.stderr)


def test_a_rebuild_is_made_in_the_git_directory_and_leaves_nothing(small: GitRepo, tmp_path: Path) -> None:
    room = small.path / ".git" / "graphrag"
    before = sorted(path.name for path in room.iterdir())
    done, made = verify_watched(small)
    assert done.returncode == 0, done.stderr
    assert [Path(folder).parent for folder in made] == [room / "temporary"]
    assert "vectors: checked against their own digest, not computed again" in done.stderr
    assert "rebuilt digest:" in done.stdout
    assert sorted(path.name for path in room.iterdir()) == before
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(artifact_of(small).read_bytes())
    shutil.rmtree(room)
    assert verify_watched(small, str(copy))[0].returncode == 0
    assert not room.exists()


def test_a_rebuild_goes_elsewhere_where_the_git_directory_takes_no_folder(
    small: GitRepo, tmp_path: Path
) -> None:
    room = small.path / ".git" / "graphrag"
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(artifact_of(small).read_bytes())
    shutil.rmtree(room)
    room.write_text("in the way")
    done, made = verify_watched(small, str(copy))
    assert done.returncode == 0, done.stderr
    assert len(made) == 1
    assert not Path(made[0]).exists()
    assert room.read_text() == "in the way"
