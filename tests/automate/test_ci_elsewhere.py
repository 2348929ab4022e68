"""`ci` where there is no GitHub: GitLab, Jenkins, anybody's shell."""

from __future__ import annotations

import json
import os
import shutil
from pathlib import Path

import pytest

from graphrag_batch.cli.ci_report import MOST, ROWS
from graphrag_batch.cli.diff import side_of
from graphrag_batch.cli.diffshow import GITHUB_LIMIT, markdown
from graphrag_batch.measure.diff import compare
from tests.building import index
from tests.cli.program import Done, run
from tests.gitrepo import GitRepo

ELSEWHERE = dict.fromkeys(
    ("GITHUB_ACTIONS", "GITHUB_OUTPUT", "GITHUB_STEP_SUMMARY", "GITLAB_CI", "JENKINS_URL"), ""
)
SETTINGS = "project: harbor\nembed: {model: none}\nextract: {enabled: false}\n"


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": SETTINGS, "a.md": "# A\n\nTides.\n", "b.md": "# B\n\nCranes.\n"})
    repo.commit("Begin")
    return repo


WAS_HERE = "the very tree was here already, so nobody was asked"


def ci(repo: GitRepo, *words: str, **environment: str) -> Done:
    done = run("ci", *words, cwd=repo.path, **{**ELSEWHERE, **environment})
    assert done.returncode == 0, done.stderr
    return done


def edited(repo: GitRepo, text: str = "# A\n\nSprings.\n") -> str:
    repo.write("a.md", text)
    repo.run("add", "a.md")
    return repo.commit("Edit", add=False)


def test_a_job_of_gitlab_starts_from_the_folder_that_its_cache_kept(repo: GitRepo, tmp_path: Path) -> None:
    first = repo.head
    ci(repo, "run", GITLAB_CI="true", CI_COMMIT_REF_NAME="main", CI_DEFAULT_BRANCH="main")
    second = edited(repo)
    job = repo.clone(tmp_path / "job", "--depth=1")
    shutil.copytree(repo.path / "graphrag-index", job.path / "graphrag-index")
    gitlab = {
        "GITLAB_CI": "true", "CI_MERGE_REQUEST_IID": "3", "CI_MERGE_REQUEST_DIFF_BASE_SHA": first,
        "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH": "ann/harbor", "CI_PROJECT_PATH": "ann/harbor",
    }  # fmt: skip
    done = ci(job, "run", "--json", "--summary", "summary.md", **gitlab)
    told = json.loads(done.stdout)
    assert (told["mode"], told["files_changed"], told["commit"]) == ("incremental", 1, second)
    names = {path.name for path in (job.path / "graphrag-index").iterdir()}
    assert names == {f"harbor-{second[:12]}.sqlite", f"harbor-{second[:12]}.manifest.json", "manifest.json"}
    summary = (job.path / "summary.md").read_text(encoding="utf-8")
    assert f"started from | {first[:12]}" in summary
    assert "`a.md`" in summary


@pytest.mark.long
def test_a_workspace_that_jenkins_keeps_goes_on_where_it_was(repo: GitRepo) -> None:
    first = repo.head
    ci(repo, "run", JENKINS_URL="https://ci.example.com/")
    edited(repo)
    jenkins = {"JENKINS_URL": "https://ci.example.com/", "GIT_PREVIOUS_SUCCESSFUL_COMMIT": first}
    done = ci(repo, "run", "--json", "--summary", "summary.md", **jenkins)
    assert json.loads(done.stdout)["mode"] == "incremental"
    assert "Compared with the build before." in (repo.path / "summary.md").read_text(encoding="utf-8")
    done = ci(repo, "run", "--json", **jenkins)
    assert json.loads(done.stdout)["started"] == f"{repo.head[:12]}: {WAS_HERE}"


def test_without_a_host_a_run_compares_with_the_commit_before(repo: GitRepo) -> None:
    ci(repo, "run")
    edited(repo)
    done = ci(repo, "run", "--out", "../out", "--summary", "../summary.md")
    assert done.stdout.strip().endswith("manifest.json")
    assert "Compared with the commit before." in (repo.path.parent / "summary.md").read_text(encoding="utf-8")
    assert repo.run("status", "--porcelain").strip() == "?? graphrag-index/"  # of the first run


def test_restore_lets_the_next_index_start_from_what_was_published(repo: GitRepo, tmp_path: Path) -> None:
    ci(repo, "run", "--out", str(tmp_path / "published"))
    edited(repo)
    job = repo.clone(tmp_path / "job")
    done = ci(job, "restore", "--from", str(tmp_path / "published"), "--json")
    assert json.loads(done.stdout)["source"] == str(tmp_path / "published")
    report = json.loads(run("index", "--json", cwd=job.path).stdout)
    assert (report["mode"], report["work"]["parsed"]) == ("incremental", 1)


def test_where_nothing_was_published_everything_is_built(repo: GitRepo, tmp_path: Path) -> None:
    done = ci(repo, "restore", "--from", str(tmp_path / "nowhere"))
    assert "no index from" in done.stderr
    assert "starts from nothing" in done.stderr


def test_a_variable_says_what_an_option_says(repo: GitRepo) -> None:
    repo.write("key.md", "# Key\n\ntoken: ghp_" + "a1B2c3D4e5F6" * 3 + "\n")
    repo.commit("Add a key")
    done = run("ci", "run", "--json", cwd=repo.path, **ELSEWHERE, GRAPHRAG_CI_FAIL_ON="skipped redacted")
    assert done.returncode == 1
    [finding] = json.loads(done.stdout)["findings"]
    assert (finding["kind"], finding["file"], finding["line"], finding["failed"]) == (
        "redacted",
        "key.md",
        3,
        True,
    )
    assert done.stderr.splitlines()[-1].startswith("error: key.md:3: a secret")


@pytest.mark.skipif(os.name == "nt", reason="no such file")
def test_settings_without_an_end_are_read_no_further_than_the_limit(repo: GitRepo) -> None:
    done = run("ci", "plan", "--config", "/dev/zero", cwd=repo.path, **ELSEWHERE)
    assert done.returncode == 1
    assert "longer than 1,000,000 bytes" in done.stderr


def test_a_summary_takes_no_more_room_than_it_is_given(repo: GitRepo) -> None:
    """A comment on GitHub has a mark before it and a table above the changes, so the changes get less."""
    before = index(repo)
    for page in range(30):
        repo.write(f"docs/{'long-' * 20}{page}.md", f"# {'Long ' * 20}{page}\n\nText.\n")
    repo.commit("Write much")
    sides = [side_of("base", Path(before.artifact)), side_of("head", Path(index(repo).artifact))]
    difference = compare(*(side.path for side in sides))
    whole = markdown(difference, *sides, ROWS)
    assert len(whole) > 10_000
    for most in (1_500, 5_000, 9_999):
        text = markdown(difference, *sides, ROWS, most)
        assert len(text) <= most
        assert "cut here" in text
        assert text.count("<details>") == text.count("</details>")
    assert MOST + len(f"<!-- graphrag-batch: {'n' * 100} -->\n") <= GITHUB_LIMIT


def test_plan_tells_what_would_be_done_and_does_nothing(repo: GitRepo) -> None:
    done = ci(repo, "plan", "--publish", "release")
    assert done.stdout.splitlines()[0].split() == ["index", repo.head[:12]]
    assert "publishing as release is for GitHub" in done.stderr
    assert not (repo.path / "graphrag-index").exists()
    assert not (repo.path / ".git" / "graphrag").exists()
