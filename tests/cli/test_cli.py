"""The command line as a person and a script meet it."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from datetime import datetime
from pathlib import Path

import pytest

from graphrag_batch.cli.main import COMMANDS, cli
from graphrag_batch.cli.template import config_template
from graphrag_batch.config import setting_names
from tests.building import fixture_repo, index
from tests.cli.program import run, run_process
from tests.gitrepo import GitRepo


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = fixture_repo(tmp_path_factory.mktemp("cli") / "repo")
    index(repo)
    return repo


@pytest.mark.parametrize("name", COMMANDS)
def test_the_list_of_commands_says_what_each_command_says_itself(name: str) -> None:
    command = cli.get_command(None, name)  # type: ignore[arg-type]
    assert command is not None
    assert command.name == name
    done = run(name, "--help")
    assert done.returncode == 0
    assert done.stdout.startswith("Usage:")


def test_help_imports_nothing_heavy() -> None:
    code = (
        "import sys\nfrom graphrag_batch.cli.main import main\n"
        "try:\n    main(['--help'])\nexcept SystemExit:\n    pass\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = set(done.stderr.split())
    assert "click" in loaded
    assert not loaded & {
        "numpy",
        "git",
        "apsw",
        "yaml",
        "onnxruntime",
        "mcp",
        "tokenizers",
        "tree_sitter",
        "rich",
    }


@pytest.mark.parametrize(
    "args",
    [
        ("index",), ("status",), ("query", "how often is a job retried"), ("outline", "docs"),
        ("verify",), ("doctor",), ("init", "--dry-run"),
    ],
)  # fmt: skip
def test_json_is_one_object_on_stdout_and_nothing_else(
    repo: GitRepo, args: tuple[str, ...], capfd: pytest.CaptureFixture[str]
) -> None:
    # Libraries in C write where Python does not look: that must come out empty.
    done = run(*args, "--json", cwd=repo.path)
    assert done.returncode == 0, done.stderr
    assert isinstance(json.loads(done.stdout), dict)
    assert "Traceback" not in done.stderr
    assert capfd.readouterr().out == ""


def test_json_of_the_real_process_is_one_object_too(small: GitRepo) -> None:
    done = run_process("index", "--full", "--json", cwd=small.path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["mode"] == "full"


def test_index_reports_the_contract(repo: GitRepo) -> None:
    report = json.loads(run("index", "--json", cwd=repo.path).stdout)
    assert report["mode"] == "reused"
    assert {"artifact", "commit", "tree", "mode", "reason", "digest", "files", "work", "seconds"} <= set(
        report
    )
    assert {"added", "modified", "deleted", "renamed", "unchanged", "skipped"} == set(report["files"])


def test_status_reports_the_contract_and_how_far_it_is_behind(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", "# A\n\nText.\n")
    repo.commit()
    index(repo)
    repo.write("a.md", "# A\n\nOther text.\n")
    repo.commit()
    repo.write("a.md", "# A\n\nNot committed.\n")
    status = json.loads(run("status", "--json", cwd=repo.path).stdout)
    assert (status["behind"], status["dirty"], status["current"], status["last_error"]) == (
        1,
        True,
        False,
        "",
    )
    assert {"commit", "tree", "artifact", "digest", "format", "model", "counts", "search_mode"} <= set(status)


def test_a_query_answers_with_places_and_the_lines_of_the_file(repo: GitRepo) -> None:
    answer = json.loads(run("query", "how often is a job retried", "-k", "3", "--json", cwd=repo.path).stdout)
    hit = answer["hits"][0]
    assert hit["path"] == "docs/guides/retries.md"
    lines = (repo.path / hit["path"]).read_text().split("\n")
    shown = hit["snippet"].split("\n")
    assert lines[hit["snippet_line"] - 1 : hit["snippet_line"] - 1 + len(shown)] == shown
    assert sum(hit["components"].values()) == pytest.approx(hit["score"], abs=1e-4)


def _empty_repository(folder: Path) -> Path:
    return GitRepo(folder / "empty").path


def _bad_config(folder: Path) -> Path:
    repo = GitRepo(folder / "bad")
    repo.write(".graphrag.yaml", "chunk:\n  target_token: 3\n")
    repo.commit()
    return repo.path


def _plain_folder(folder: Path) -> Path:
    (folder / "plain").mkdir()
    return folder / "plain"


@pytest.mark.parametrize(
    ("make", "args", "says"),
    [
        (_plain_folder, ("index",), "no git repository"),
        (_plain_folder, ("query", "x"), "no git repository"),
        (_empty_repository, ("index",), "no commit yet"),
        (_empty_repository, ("query", "x"), "nothing is indexed here yet"),
        (_empty_repository, ("verify",), "nothing is indexed here yet"),
        (_empty_repository, ("verify", "missing.sqlite"), "missing.sqlite"),
        (_bad_config, ("index",), "did you mean chunk.target_tokens"),
        (_bad_config, ("index", "--rev", "mian"), "did you mean main"),
    ],
)
def test_an_expected_failure_says_what_where_and_the_next_command(
    make, args: tuple[str, ...], says: str, tmp_path: Path
) -> None:
    done = run(*args, "--json", cwd=make(tmp_path))
    assert done.returncode == 1
    assert says in done.stderr
    assert "next:" in done.stderr
    assert "Traceback" not in done.stderr
    assert json.loads(done.stdout)["error"]


@pytest.mark.parametrize(
    "args",
    [
        ("nothing",),
        ("index", "--nothing"),
        ("query",),
        ("query", ""),
        ("query", " ", "\t"),
        ("eval",),
        ("query", "x", "--since", "yesterday"),
    ],
)
def test_wrong_usage_exits_with_two(args: tuple[str, ...], tmp_path: Path) -> None:
    done = run(*args, cwd=tmp_path)
    assert done.returncode == 2
    assert "Usage:" in done.stderr
    assert done.stdout == ""


INTERRUPTED = """
import sys
from graphrag_batch.__main__ import main

class Impatient:
    def find_spec(name, *_):
        if name == "graphrag_batch.cli.main":
            raise KeyboardInterrupt

sys.meta_path.insert(0, Impatient)
main()
"""


def test_an_interrupt_while_the_program_is_loaded_is_one_like_any_other() -> None:
    done = subprocess.run(
        [sys.executable, "-c", INTERRUPTED], capture_output=True, text=True, check=False, timeout=60
    )
    assert (done.returncode, done.stderr) == (130, "interrupted\n")


def test_wrong_usage_in_json_says_where_help_is(tmp_path: Path) -> None:
    done = run("query", "x", "--until", "2024-13-01", "--json", cwd=tmp_path)
    said = json.loads(done.stdout)
    assert "YYYY-MM-DD" in said["error"]
    assert said["next"] == "graphrag-batch query --help"


def test_a_question_that_begins_like_an_option_is_told_how_to_be_asked(small: GitRepo) -> None:
    for args in (("query", "--moon"), ("query", "tide", "--path"), ("query", "--moon of the tide", "--json")):
        done = run(*args, cwd=small.path)
        assert done.returncode == 2
        assert "goes after `--`" in done.stderr
    assert "a.md" in run("query", "--", "--moon", cwd=small.path).stdout


@pytest.mark.parametrize("question", ["zebra quartz", "moon zebra quartz xylophone"])
def test_what_a_reader_must_know_of_the_hits_comes_before_them(tmp_path: Path, question: str) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({"a.md": "# Tide\n\nThe moon.\n", "b.md": "# Sun\n\nThe sun.\n"})
    repo.commit()
    index(repo)
    said = run_process("query", question, cwd=repo.path, together=True).stdout
    assert said.startswith("note: ")
    assert "1. " in said


def test_a_hit_says_which_lines_are_shown_where_these_are_not_the_lines_of_its_place(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    tail = "".join(f"\nThe harbor has a quay number {n} for ships and boats.\n" for n in range(20))
    long = f"# Tide\n\nThe moon pulls the sea.\n{tail}"
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "a.md": long, "b.md": "# Sun\n\nA star.\n"})
    repo.commit()
    index(repo)
    said = run("query", "moon", "--budget", "60", cwd=repo.path).stdout.split("\n")
    numbers = [int(line.split()[0]) for line in said[2:] if re.match(r" +\d+ ", f"{line} ")]
    assert said[0].startswith("1. a.md:1-43 ")
    assert said[1].endswith(f"; shown: lines {numbers[0]}-{numbers[-1]}")
    assert "shown:" not in run("query", "star", cwd=repo.path).stdout


def test_the_last_failure_shows_in_status_until_a_build_succeeds(tmp_path: Path) -> None:
    path = _bad_config(tmp_path)
    assert run("index", cwd=path).returncode == 1
    assert "target_token" in json.loads(run("status", "--json", cwd=path).stdout)["last_error"]
    repo = GitRepo(path)
    repo.write(".graphrag.yaml", "")
    repo.commit()
    assert run("index", cwd=path).returncode == 0
    assert json.loads(run("status", "--json", cwd=path).stdout)["last_error"] == ""


def test_a_setting_of_similar_tools_is_told_to_have_no_effect_and_is_none_of_ours(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", "sqlite: {path: a.sqlite}\nembed: {model: none}\n")
    repo.commit()
    assert "sqlite.path has no effect" in run("index", cwd=repo.path).stderr
    assert not (repo.path / "a.sqlite").exists()
    assert "sqlite.path" not in setting_names()
    assert "sqlite" not in config_template()


def test_indexing_leaves_the_worktree_and_the_index_as_they_were(tmp_path: Path) -> None:
    repo = fixture_repo(tmp_path / "repo")
    (repo.path / "README.md").write_text("edited\n")
    before = repo.run("status", "--porcelain"), (repo.path / ".git" / "index").read_bytes()
    assert run("index", cwd=repo.path).returncode == 0
    assert (repo.run("status", "--porcelain"), (repo.path / ".git" / "index").read_bytes()) == before


@pytest.mark.parametrize("args", [("query", "moon"), ("outline",), ("query", "moon", "--json")])
def test_an_answer_from_another_tree_than_heads_says_so(small: GitRepo, args: tuple[str, ...]) -> None:
    old = small.run("rev-parse", "HEAD")
    assert "index is at" not in run(*args, cwd=small.path).stderr
    small.run("commit", "--allow-empty", "-q", "-m", "Same tree")
    assert "index is at" not in run(*args, cwd=small.path).stderr
    small.write("a.md", "# Tide\n\nThe sun.\n")
    new = small.commit()
    done = run(*args, cwd=small.path)
    assert done.returncode == 0
    assert f"the index is at {old[:7]}, HEAD is at {new[:7]}: run graphrag-batch index" in done.stderr
    elsewhere = run(*args, "--artifact", str(artifact_of(small)), cwd=small.path)
    assert "index is at" not in elsewhere.stderr


def artifact_of(repo: GitRepo) -> Path:
    return Path(json.loads(run("status", "--json", cwd=repo.path).stdout)["artifact"])


def test_settings_that_are_not_committed_are_named_and_change_nothing(small: GitRepo) -> None:
    before = json.loads(run("index", "--json", cwd=small.path).stdout)
    small.write(".graphrag.yaml", "embed: {model: none}\r\n")
    assert "note:" not in run("index", cwd=small.path).stderr
    small.write(".graphrag.yaml", "embed: {model: none}\nselect: {exclude: ['*.md']}\n")
    done = run("index", "--json", cwd=small.path)
    assert ".graphrag.yaml differs from the committed one" in done.stderr
    assert json.loads(done.stdout)["digest"] == before["digest"]
    assert "note:" not in run("index", "--rev", "main", cwd=small.path).stderr
    small.run("rm", "-q", "--cached", ".graphrag.yaml")
    small.run("commit", "-q", "-m", "Without settings")
    assert ".graphrag.yaml is not committed" in run("index", cwd=small.path).stderr


def test_a_revision_mistyped_is_no_failure_to_remember(small: GitRepo) -> None:
    assert run("index", "--rev", "mian", cwd=small.path).returncode == 1
    status = json.loads(run("status", "--json", cwd=small.path).stdout)
    assert (status["last_error"], status["last_error_at"]) == ("", "")


def test_a_failure_is_remembered_with_its_time(tmp_path: Path) -> None:
    path = _bad_config(tmp_path)
    run("index", cwd=path)
    status = json.loads(run("status", "--json", cwd=path).stdout)
    assert datetime.fromisoformat(status["last_error_at"]).tzinfo is not None
    assert f"({status['last_error_at']})" in run("status", cwd=path).stderr


def test_an_index_with_nothing_to_do_says_one_line(small: GitRepo) -> None:
    done = run("index", cwd=small.path)
    assert done.stderr.startswith("reused: ")
    assert not {"files:", "work:"} & set(done.stderr.split())
    assert done.stdout.strip() == str(artifact_of(small))


def test_status_words_one_commit_and_a_bare_tree_rightly(small: GitRepo) -> None:
    tree = small.run("rev-parse", "HEAD^{tree}")
    small.write("a.md", "# Other\n")
    small.commit()
    assert "1 commit behind HEAD" in run("status", cwd=small.path).stdout
    assert run("index", "--rev", tree, cwd=small.path).returncode == 0
    assert f"none (tree {tree[:12]})" in run("status", cwd=small.path).stdout


def test_a_folder_that_is_not_there_is_told_from_one_without_a_repository(tmp_path: Path) -> None:
    done = run("index", "--repo", str(tmp_path / "nope"))
    assert done.returncode == 1
    assert "no such folder" in done.stderr
    assert "no git repository" in run("index", "--repo", str(tmp_path)).stderr


def test_a_command_mistyped_is_answered_with_the_nearest(tmp_path: Path) -> None:
    done = run("indx", cwd=tmp_path)
    assert done.returncode == 2
    assert "did you mean index?" in done.stderr


def test_a_file_that_is_no_artifact_is_answered_with_what_every_command_takes(small: GitRepo) -> None:
    done = run("verify", str(small.path / "a.md"), cwd=small.path)
    assert done.returncode == 1
    assert "--artifact" not in done.stderr
    assert "graphrag-batch index" in done.stderr


def test_outline_takes_an_absolute_path_inside_the_repository(small: GitRepo) -> None:
    whole = run("outline", cwd=small.path).stdout
    assert run("outline", str(small.path), cwd=small.path).stdout == whole
    assert run("outline", str(small.path / "a.md"), cwd=small.path).stdout.startswith("Tide\n")
    outside = run("outline", str(small.path.parent), cwd=small.path)
    assert outside.returncode == 1


def test_outline_of_nothing_names_a_command_and_not_a_tool(small: GitRepo) -> None:
    done = run("outline", "zzz/", cwd=small.path)
    assert done.returncode == 1
    assert "outline()" not in done.stderr
    assert "graphrag-batch outline" in done.stderr


def test_outline_shows_two_levels_of_folders_and_three_of_a_file_with_lines_first(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all(
        {".graphrag.yaml": "embed: {model: none}\n", "a/b/c/deep.md": "# A\n## B\n### C\n#### D\n"}
    )
    repo.commit()
    index(repo)
    assert run("outline", cwd=repo.path).stdout.split()[:4] == [".", "a/", "b/", "(+1)"]
    assert run("outline", "a/b/c/deep.md", cwd=repo.path).stdout.split("\n") == [
        "A", "  1-4  A", "  2-4    B", "  3-4      C (+1)", "",
    ]  # fmt: skip


def test_a_hit_without_a_section_leaves_no_gap(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "plain.txt": "The moon pulls the tide.\n"})
    repo.commit()
    index(repo)
    first = run("query", "moon", cwd=repo.path).stdout.split("\n")[0]
    assert re.fullmatch(r"1\. plain\.txt:1-1( {2}\S.*)? {2}[\d.]+", first)
    assert "   " not in first


def test_a_corpus_whose_ids_are_paths_is_read_as_such_files_even_outside_a_repository(tmp_path: Path) -> None:
    beir = tmp_path / "beir"
    beir.mkdir()
    docs = {
        "src/retry.py": "def backoff(attempt):\n    return 2 ** attempt\n",
        "docs/moon.md": "# Moon\n\nTides follow the moon.\n",
        "package-lock.json": '{"name": "harbor", "lockfileVersion": 3}',
    }
    rows = [json.dumps({"_id": key, "title": key, "text": text}) for key, text in docs.items()]
    (beir / "corpus.jsonl").write_text("\n".join(rows))
    queries = {"q1": "backoff", "q2": "moon tides", "q3": "lockfileVersion"}
    asked = [json.dumps({"_id": key, "text": text}) for key, text in queries.items()]
    (beir / "queries.jsonl").write_text("\n".join(asked))
    judged = "".join(f"{q}\t{doc}\t1\n" for q, doc in zip(queries, docs, strict=True))
    (beir / "qrels.tsv").write_text(f"query-id\tcorpus-id\tscore\n{judged}")
    done = run("eval", "--beir", str(beir), "--json", cwd=tmp_path)
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["ndcg@10"] == 1.0
