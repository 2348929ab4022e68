"""How much work an edit causes: asserted as counts, never as time."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.build.documents import BATCH
from graphrag_batch.build.work import BuildReport
from tests.building import clean_env, index, index_from_nothing
from tests.gitrepo import GitRepo

GUIDE = """# Guide

## Install

Run the installer and wait until it says that it is done.

## Configure

The number of workers is set in `harbor.toml` under `[queue]`.
"""


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    repo = GitRepo(tmp_path / "repo")
    repo.write("docs/guide.md", GUIDE)
    repo.write("docs/other.md", "# Other\n\nA page about something else altogether.\n")
    repo.write("src/queue.py", "def push(job):\n    return job\n\n\ndef pop():\n    return None\n")
    repo.commit()
    index(repo)
    return repo


def test_a_build_with_nothing_to_do_loads_none_of_what_builds(repo: GitRepo) -> None:
    code = (
        "import sys\nfrom graphrag_batch.cli.main import main\n"
        "try:\n    main(['index', '--json'])\nexcept SystemExit as end:\n    assert not end.code\n"
        "print(*sorted(sys.modules), file=sys.stderr)"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=repo.path,
        env=clean_env(),
        capture_output=True,
        text=True,
        check=True,
    )
    assert json.loads(done.stdout)["mode"] == "reused"
    loaded = set(done.stderr.split())
    assert "graphrag_batch.build.run" in loaded
    stages = {name for name in loaded if name.startswith("graphrag_batch.stages.")}
    assert stages <= {"graphrag_batch.stages.versions"}
    assert not loaded & {"graphrag_batch.build.execute", "graphrag_batch.memo", "multiprocessing", "numpy"}


def _ran(report: BuildReport) -> dict[str, int]:
    """What a build did, but for reading the commits that came."""
    return {name: count for name, count in report.work.items() if count and name != "commits_read"}


def test_editing_one_paragraph_parses_one_file_and_embeds_one_chunk(repo: GitRepo) -> None:
    repo.write("docs/guide.md", GUIDE.replace("is done", "has finished"))
    repo.commit()
    report = index(repo)
    assert report.mode == "incremental"
    assert (report.work["parsed"], report.work["chunked"], report.work["assembled"]) == (1, 1, 1)
    assert report.work["embedded"] == 1
    assert report.work["linked"] == 1
    assert report.files["modified"] == 1


def test_a_minified_script_is_not_read_unless_the_settings_ask_for_it(repo: GitRepo) -> None:
    repo.write("js/library-min.js", "function a(b){return b};" * 100)
    repo.commit()
    report = index(repo)
    assert report.work["parsed"] == 0
    with open_artifact(Path(report.artifact)) as artifact:
        found = artifact.execute("SELECT path, reason, detail FROM skipped")
    assert [tuple(row) for row in found] == [("js/library-min.js", "generated", "minified")]
    repo.write(".graphrag.yaml", "select: {generated: true}\n")
    repo.commit()
    with open_artifact(Path(index(repo).artifact)) as artifact:
        (reasons,) = zip(*artifact.execute("SELECT reason FROM skipped"), strict=True)
    assert reasons == ("configuration",)


def test_a_drawing_in_encoded_letters_is_not_read_as_prose(repo: GitRepo) -> None:
    repo.write("plan.drawio", "<mxfile><diagram>" + "pVfLkts2EPwaHZ" * 90 + "</diagram></mxfile>\n")
    repo.write("open.drawio", '<mxfile><diagram><mxCell value="Pump house"/></diagram></mxfile>\n')
    repo.commit()
    report = index(repo)
    assert report.work["parsed"] == 1
    with open_artifact(Path(report.artifact)) as artifact:
        found = artifact.execute("SELECT path, reason FROM skipped")
    assert [tuple(row) for row in found] == [("plan.drawio", "binary")]


def test_a_rename_parses_and_embeds_nothing(repo: GitRepo) -> None:
    repo.rename("docs/guide.md", "manual/handbook.md")
    repo.commit()
    report = index(repo)
    assert (report.work["parsed"], report.work["chunked"], report.work["embedded"]) == (0, 0, 0)
    assert report.work["assembled"] == 1
    assert report.files["renamed"] == 1
    assert report.digest == index_from_nothing(repo, repo.path / ".git" / "fresh", vectors=False).digest


def test_a_revert_does_nothing_again(repo: GitRepo) -> None:
    before = index(repo)
    repo.write("docs/guide.md", GUIDE.replace("is done", "has finished"))
    repo.commit()
    index(repo)
    repo.write("docs/guide.md", GUIDE)
    repo.commit()
    report = index(repo)
    assert report.digest == before.digest
    assert report.mode == "reused"
    assert _ran(report) == {}


def test_going_back_reads_nothing_of_the_tree_but_its_settings(repo: GitRepo) -> None:
    before = index(repo)
    tree, commit = repo.run("rev-parse", "HEAD:docs"), repo.head
    repo.write("docs/guide.md", GUIDE.replace("is done", "has finished"))
    repo.commit()
    index(repo)
    repo.run("update-ref", "HEAD", commit)
    (repo.path / ".git" / "objects" / tree[:2] / tree[2:]).unlink()  # so that nobody can list it
    report = index(repo)
    assert (report.mode, report.digest, report.artifact) == ("reused", before.digest, before.artifact)
    assert report.files["unchanged"] == 3


def test_a_deletion_reads_nothing(repo: GitRepo) -> None:
    repo.remove("docs/other.md")
    repo.commit()
    report = index(repo)
    assert report.files["deleted"] == 1
    assert _ran(report) == {"named": 1}  # its title


def test_an_unchanged_tree_is_reused_and_the_commit_is_stamped(repo: GitRepo) -> None:
    before = index(repo)
    assert before.mode == "reused"
    repo.run("commit", "-q", "--allow-empty", "-m", "Nothing")
    after = index(repo)
    assert (after.mode, after.artifact, after.digest) == ("reused", before.artifact, before.digest)
    assert after.commit != before.commit


def test_a_chunk_setting_rechunks_but_does_not_parse(repo: GitRepo) -> None:
    repo.write(".graphrag.yaml", "chunk: {target_tokens: 20, max_tokens: 40}\n")
    repo.commit()
    report = index(repo)
    assert (report.mode, report.reason) == ("full", "the configuration changed")
    assert report.work["parse_reused"] == 3
    assert report.work["parsed"] == 0
    assert report.work["chunked"] == 3


def test_a_retrieval_setting_touches_no_other_document(repo: GitRepo) -> None:
    repo.write(".graphrag.yaml", "retrieval: {k: 3}\n")
    repo.commit()
    assert index(repo).work["parsed"] == 0
    repo.write(".graphrag.yaml", "retrieval: {k: 4}\n")
    repo.commit()
    report = index(repo)
    assert (report.mode, report.work["parsed"], report.work["assembled"]) == ("incremental", 0, 0)


def test_full_starts_from_nothing_but_remembers(repo: GitRepo) -> None:
    before = index(repo)
    report = index(repo, full=True)
    assert (report.mode, report.reason) == ("full", "a full build was asked for")
    assert (report.work["parsed"], report.work["embedded"]) == (0, 0)
    assert report.work["assembled"] == 3
    assert (report.digest, report.vector_digest) == (before.digest, before.vector_digest)


def test_linked_worktrees_share_the_memo_and_not_the_pointer(repo: GitRepo, tmp_path: Path) -> None:
    repo.run("worktree", "add", "-q", "-b", "side", str(tmp_path / "side"))
    side = GitRepo(tmp_path / "side")
    side.write("docs/new.md", "# New\n\nOnly on the side branch.\n")
    side.commit()
    report = index(side)
    assert (report.mode, report.work["parsed"]) == ("incremental", 1)
    assert index(repo).artifact != report.artifact
    assert index(repo).mode == "reused"


def test_without_a_model_nothing_is_cut_for_one_and_text_is_served(repo: GitRepo) -> None:
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.commit()
    report = index(repo)
    assert (report.search_mode, report.work["embedded"]) == ("lexical", 0)
    assert "embed.model is none" in report.degraded_reason
    with open_artifact(Path(report.artifact)) as artifact:
        counts = json.loads(artifact.meta["counts"])
    assert (counts["chunk_windows"], counts["vectors"]) == (0, 0)
    assert counts["chunks"] > 0


def test_an_artifact_without_vectors_is_built_on_where_none_are_wanted_and_only_there(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({"a.md": "# A\n\nWords.\n", "b.md": "# B\n\nMore words.\n"})
    repo.commit()
    assert index(repo, vectors=False).mode == "full"
    repo.write("a.md", "# A\n\nOther words.\n")
    repo.commit()
    again = index(repo, vectors=False)
    assert (again.mode, again.work["assembled"]) == ("incremental", 1)
    whole = index(repo)
    assert (whole.mode, whole.search_mode, whole.digest) == ("full", "hybrid", again.digest)


def test_what_many_files_hold_alike_is_made_once_though_several_batches_want_it(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    pages = ["# One\n\nThe first page.\n", "# Two\n\nThe second page.\n", "# Three\n\nThe third page.\n"]
    ended = [page.replace("\n", "\r\n") for page in pages]  # other bytes, the same document
    repo.write_all({f"{n:03}.md": (pages + ended)[n % 6] for n in range(4 * BATCH)})
    repo.commit()
    work = index(repo, vectors=False).work
    assert (work["parsed"], work["chunked"], work["sketched"]) == (6, 3, 3)
    assert (work["parse_reused"], work["chunk_reused"], work["sketch_reused"]) == (3 * 6, 3 * 3, 3 * 3)
    assert work["assembled"] == 4 * BATCH
