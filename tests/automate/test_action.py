"""The action, without GitHub: its own steps in bash, with the runner's files, against a local git server."""

from __future__ import annotations

import json
import re
import sqlite3
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.automate.action import ACTION, BASH, ROOT, Done, Forge, Job
from tests.automate.github_server import LOGIN, GitHub, github
from tests.automate.runner_files import annotations_in, read_assignments
from tests.building import clean_env
from tests.gitrepo import GitRepo

needs_bash = pytest.mark.skipif(BASH is None, reason="the action's steps are for bash")

ZERO = "0" * 40
SETTINGS = "project: harbor\nembed: {model: none}\nextract: {enabled: false}\n"
PAGES = {f"docs/{n}.md": f"# Page {n}\n\nBerth {n} is free.\n" for n in range(4)}


@pytest.fixture
def origin(tmp_path: Path) -> GitRepo:
    """What people push from: one commit on main."""
    repo = GitRepo(tmp_path / "origin")
    repo.write_all({".graphrag.yaml": SETTINGS, **PAGES})
    repo.commit("Begin")
    return repo


@pytest.fixture
def hub() -> Iterator[GitHub]:
    """GitHub's API, with nothing in it."""
    with github() as hub:
        yield hub


@pytest.fixture
def forge(tmp_path: Path, origin: GitRepo, hub: GitHub) -> Forge:
    """The server that they push to."""
    bare = GitRepo(tmp_path / "bare.git", bare=True)
    bare.run("config", "uploadpack.allowAnySHA1InWant", "true")
    push(origin, bare)
    return Forge(tmp_path / "forge", bare, hub.url)


def push(origin: GitRepo, bare: GitRepo, *refs: str) -> None:
    origin.run("push", "-q", "--force", bare.path.as_uri(), *(refs or ("main",)))


def pushed(
    forge: Forge, commit: str, before: str | None, *, branch: str = "main", depth: int = 1, **more: Any
) -> Job:
    """A job of `on: push`."""
    event = {"before": before, "forced": False, "repository": {"default_branch": "main"}, **more}
    environment = {
        "GITHUB_EVENT_NAME": "push", "GITHUB_REF": f"refs/heads/{branch}", "GITHUB_REF_NAME": branch,
        "GITHUB_REF_TYPE": "branch", "GITHUB_SHA": commit,
    }  # fmt: skip
    event = {name: value for name, value in event.items() if value is not None}
    return Job(forge, forge.checkout(commit, depth), environment, event)


def pulling(forge: Forge, merge: str, base: str, *, fork: bool = False, depth: int = 1) -> Job:
    """A job of `on: pull_request`, at the merge that GitHub makes for it."""
    head = {"repo": {"full_name": "mallory/harbor" if fork else "ann/harbor"}}
    event = {"pull_request": {"number": 7, "base": {"sha": base, "ref": "main"}, "head": head}}
    environment = {
        "GITHUB_EVENT_NAME": "pull_request", "GITHUB_REF": "refs/pull/7/merge", "GITHUB_REF_NAME": "7/merge",
        "GITHUB_BASE_REF": "main", "GITHUB_REF_TYPE": "branch", "GITHUB_SHA": merge,
    }  # fmt: skip
    return Job(forge, forge.checkout(merge, depth), environment, event)


def branch_with_a_page(origin: GitRepo, forge: Forge) -> tuple[str, str]:
    """(merge, base) of a pull request that adds a page, while main moved on."""
    origin.run("switch", "-qc", "topic")
    origin.write("docs/new.md", "# New\n\nCranes lift.\n")
    origin.commit("Add a page")
    origin.run("switch", "-q", "main")
    origin.write("docs/0.md", "# Page 0\n\nBerth 0 is taken.\n")
    base = origin.commit("Edit a page")
    origin.run("switch", "-q", "--detach", "main")
    origin.run("merge", "-q", "--no-ff", "-m", "Merge", "topic")
    merge = origin.head
    push(origin, forge.bare, "main", "topic", "HEAD:refs/pull/7/merge")
    origin.run("switch", "-q", "main")
    return merge, base


def digest_in(path: str) -> str:
    with sqlite3.connect(path) as con:
        return str(con.execute("SELECT value FROM meta WHERE key = 'content_digest'").fetchone()[0])


def bytes_of(done: Done) -> bytes:
    return Path(done.outputs["artifact-path"]).read_bytes()


def checked(done: Done) -> Done:
    assert done.code == 0, done.log
    return done


@needs_bash
def test_a_push_is_indexed_published_and_told(origin: GitRepo, forge: Forge) -> None:
    job = pushed(forge, origin.head, None)
    job.bash = True
    done = checked(job.run(publish="cache"))
    assert done.ran == ["python", "install", "plan", "cache", "run", "actions/cache/save"]
    out = done.outputs
    assert (out["mode"], out["commit"], out["files-changed"]) == ("full", origin.head, "4")
    assert out["digest"] == digest_in(out["artifact-path"])
    assert json.loads(Path(out["manifest-path"]).read_text())["content_digest"] == out["digest"]
    assert (out["chunks-embedded"], out["chunks-reused"]) == ("0", "0")
    assert re.fullmatch(r"\d+\.\d\d", out["seconds"])
    assert out["reason"] == "there is no artifact to start from"
    assert "| files | 4 added; 4 indexed, 1 skipped |" in done.summary
    assert GitRepo(forge.checkout(origin.head)).run("status", "--porcelain") == ""
    assert (done.steps["plan"]["outputs"]["publish"], len(forge.cache.entries)) == ("cache", 1)


@pytest.mark.long
def test_the_next_push_starts_from_the_cache_even_in_a_clone_of_one_commit(
    origin: GitRepo, forge: Forge
) -> None:
    first = origin.head
    checked(pushed(forge, first, ZERO).run(publish="cache"))
    origin.write("docs/1.md", "# Page 1\n\nBerth 1 is closed.\n")
    second = origin.commit("Edit")
    push(origin, forge.bare)
    done = checked(pushed(forge, second, first).run(publish="cache"))
    assert (done.outputs["mode"], done.outputs["files-changed"]) == ("incremental", "1")
    assert f"started from | {first[:12]}" in done.summary
    assert "~ " not in done.summary
    assert "`docs/1.md`" in done.summary
    assert "the clone is shallow" in done.summary
    forge.cache.entries, kept = [], forge.cache.entries
    fresh = checked(pushed(forge, second, first).run(publish="none"))
    assert fresh.outputs["mode"] == "full"
    assert bytes_of(fresh) == bytes_of(done)
    forge.cache.entries = kept
    again = checked(pushed(forge, second, first).run(publish="cache"))
    assert (again.outputs["mode"], again.outputs["digest"]) == ("reused", done.outputs["digest"])
    assert "actions/cache/save" not in again.ran
    assert [key.rpartition("-")[2] for _, key, _ in forge.cache.entries] == [
        origin.run("rev-parse", f"{commit}^{{tree}}") for commit in (first, second)
    ]


@pytest.mark.long
@pytest.mark.parametrize("before", ["the lost commit", ZERO, None])
def test_a_rewritten_branch_starts_from_what_there_is(
    origin: GitRepo, forge: Forge, before: str | None
) -> None:
    origin.write("docs/1.md", "# Page 1\n\nGone with the rewrite.\n")
    lost = origin.commit("To be lost")
    push(origin, forge.bare)
    checked(pushed(forge, lost, ZERO).run(publish="cache"))
    origin.run("reset", "-q", "--hard", "HEAD^")
    origin.write("docs/2.md", "# Page 2\n\nBerth 2 is closed.\n")
    rewritten = origin.commit("Instead")
    push(origin, forge.bare)
    event_before = lost if before == "the lost commit" else before
    job = pushed(forge, rewritten, event_before, forced=True, depth=0)
    done = checked(job.run(publish="cache"))
    assert (done.outputs["mode"], done.outputs["files-changed"]) == ("incremental", "2")
    fresh = checked(pushed(forge, rewritten, None).run(publish="none"))
    assert fresh.outputs["digest"] == done.outputs["digest"]


@pytest.mark.long
def test_a_pull_request_is_compared_with_its_base(origin: GitRepo, forge: Forge) -> None:
    merge, base = branch_with_a_page(origin, forge)
    checked(pushed(forge, base, ZERO).run(publish="cache"))
    shallow = checked(pulling(forge, merge, base).run(publish="none"))
    deep = checked(pulling(forge, merge, base, depth=0).run(publish="none"))
    for done in (shallow, deep):
        assert (done.outputs["mode"], done.outputs["files-changed"]) == ("incremental", "1")
        assert "`docs/new.md`" in done.summary
        assert "`docs/0.md`" not in done.summary
    assert "Compared with the base of the pull request." in deep.summary
    assert "Compared with the nearest index that was published." in shallow.summary


@pytest.mark.long
def test_what_a_pull_request_saves_is_not_what_main_starts_from(origin: GitRepo, forge: Forge) -> None:
    merge, base = branch_with_a_page(origin, forge)
    checked(pulling(forge, merge, base, fork=True).run(publish="cache"))
    assert len(forge.cache.entries) == 1
    assert checked(pushed(forge, base, ZERO).run(publish="cache")).outputs["mode"] == "full"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("environment", "event"),
    [
        ({"GITHUB_EVENT_NAME": "schedule"}, {"schedule": "0 3 * * *"}),
        ({"GITHUB_EVENT_NAME": "workflow_dispatch"}, {"inputs": {}}),
        ({"GITHUB_EVENT_NAME": "merge_group"}, {"merge_group": {"base_sha": "f" * 40}}),
        ({"GITHUB_EVENT_NAME": "push", "GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": "v1"}, {"before": ZERO}),
    ],
)
def test_every_event_has_its_index(
    origin: GitRepo, forge: Forge, environment: dict[str, str], event: dict[str, Any]
) -> None:
    origin.run("tag", "-a", "-m", "One", "v1")
    push(origin, forge.bare, "main", "v1")
    environment = {"GITHUB_REF": "refs/heads/main", "GITHUB_SHA": origin.head, **environment}
    done = checked(Job(forge, forge.checkout(origin.head), environment, event).run(rev="HEAD"))
    assert done.outputs["commit"] == origin.head
    assert done.uploaded is not None
    assert sorted(path.suffix for path in done.uploaded.iterdir()) == [".json", ".json", ".sqlite"]


@pytest.mark.long
def test_a_damaged_index_is_not_started_from(origin: GitRepo, forge: Forge) -> None:
    first = checked(pushed(forge, origin.head, ZERO).run(publish="cache"))
    [(_, _, kept)] = forge.cache.entries
    [file] = kept.glob("*.sqlite")
    raw = bytearray(file.read_bytes())
    raw[5000] ^= 1
    file.write_bytes(raw)
    done = checked(pushed(forge, origin.head, ZERO).run(publish="cache"))
    assert (done.outputs["mode"], done.outputs["digest"]) == ("full", first.outputs["digest"])
    [(level, _, message)] = [a for a in annotations_in(done.log) if a[0] != "notice"]
    assert level == "warning"
    assert "sha256" in message
    job = pushed(forge, origin.head, ZERO)
    strict = job.run(publish="cache", fail_on="invalid")
    assert strict.code == 1
    assert [a[0] for a in annotations_in(strict.log) if a[0] != "notice"] == ["error"]
    assert strict.outputs["artifact-path"] == ""
    assert "actions/cache/save" not in strict.ran
    assert not list(job.workspace.glob(".git/graphrag/artifacts/*.sqlite"))  # nor was anything built


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("kind", "path", "content"),
    [
        ("redacted", "docs/key.md", "# Key\n\ntoken: ghp_" + "a1B2c3D4e5F6" * 3 + "\n"),
        ("skipped", "docs/broken.docx", b"PK\x03\x04 no zip"),
        ("degraded", ".graphrag.yaml", SETTINGS.replace("none", "stub")),
    ],
)
def test_what_is_wrong_is_told_and_fails_where_that_is_asked(
    origin: GitRepo, forge: Forge, kind: str, path: str, content: str | bytes
) -> None:
    origin.write(path, content)
    commit = origin.commit("Add what is wrong")
    push(origin, forge.bare)
    lenient = checked(pushed(forge, commit, ZERO).run(publish="artifact"))
    assert [a[0] for a in annotations_in(lenient.log) if a[0] != "notice"] == ["warning"]
    strict = pushed(forge, commit, ZERO).run(publish="artifact", fail_on=f"invalid, {kind}")
    assert (strict.code, strict.uploaded) == (1, None)
    assert [a[0] for a in annotations_in(strict.log) if a[0] != "notice"] == ["error"]
    assert "- **error**: " in strict.summary
    assert "ghp_a1" not in strict.log + strict.summary


@pytest.mark.long
def test_a_secret_that_the_base_has_is_no_news(origin: GitRepo, forge: Forge) -> None:
    origin.write("docs/key.md", "# Key\n\ntoken: ghp_" + "a1B2c3D4e5F6" * 3 + "\n")
    known = origin.commit("Add a key")
    push(origin, forge.bare)
    checked(pushed(forge, known, ZERO).run(publish="cache"))
    origin.write("docs/1.md", "# Page 1\n\nBerth 1 is closed.\n")
    commit = origin.commit("Edit")
    push(origin, forge.bare)
    checked(pushed(forge, commit, known).run(publish="cache", fail_on="redacted"))


@pytest.mark.long
def test_settings_can_be_required_and_are_never_set(origin: GitRepo, forge: Forge) -> None:
    origin.write("ci/required.yaml", "embed: {model: none}\nredact: {enabled: true}\nselect:\n")
    commit = origin.commit("Require")
    push(origin, forge.bare)
    checked(pushed(forge, commit, ZERO).run(config="ci/required.yaml"))
    origin.write(".graphrag.yaml", SETTINGS + "redact: {enabled: false}\n")
    commit = origin.commit("Loosen")
    push(origin, forge.bare)
    done = pushed(forge, commit, ZERO).run(config="ci/required.yaml")
    assert (done.code, done.ran[-1]) == (1, "plan")
    [(level, _, message)] = annotations_in(done.log)
    assert level == "error"
    assert "redact.enabled is False where True is required" in message


def test_wrong_settings_are_told_at_their_line(origin: GitRepo, forge: Forge) -> None:
    origin.write(".graphrag.yaml", 'project: harbor\n"embeds\\n::error::x": {}\n')
    commit = origin.commit("Mistype")
    push(origin, forge.bare)
    done = pushed(forge, commit, ZERO).run()
    assert done.code == 1
    [(level, where, message)] = annotations_in(done.log)
    assert (level, where["file"], where["line"]) == ("error", ".graphrag.yaml", "2")
    assert "unknown setting embeds\n::error::x" in message


NASTY = '$(touch pwned)`touch pwned`";touch pwned;#\n::error::x'


WISHES = ["rev", "base", "config", "artifact_name", "publish", "fail_on", "comment", "attest"]


@pytest.mark.sample(1)
@needs_bash
@pytest.mark.parametrize("names", [WISHES, ["base"]], ids=["all", "base"])
def test_no_input_is_ever_a_command(origin: GitRepo, forge: Forge, names: list[str]) -> None:
    job = pushed(forge, origin.head, ZERO)
    job.bash = True
    done = job.run(**{"publish": "none", **dict.fromkeys(names, NASTY)})
    assert not list(job.workspace.parent.rglob("pwned"))
    assert not [a for a in annotations_in(done.log) if a[2] == "x"]
    assert (done.code != 0) == (names != ["base"])
    assert ("so nothing is compared with it" in done.summary) == (names == ["base"])


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", [wish for wish in WISHES if wish != "base"])
def test_an_input_that_means_nothing_is_refused(origin: GitRepo, forge: Forge, name: str) -> None:
    done = pushed(forge, origin.head, ZERO).run(**{"publish": "none", name: NASTY})
    assert (done.code in (1, 2), done.ran[-1]) == (True, "plan")
    assert not [a for a in annotations_in(done.log) if a[2] == "x"]


@pytest.mark.long
def test_only_what_changed_is_embedded(origin: GitRepo, forge: Forge) -> None:
    origin.write(".graphrag.yaml", "project: harbor\nextract: {enabled: false}\n")
    first = origin.commit("Choose the default model")
    push(origin, forge.bare)
    full = checked(pushed(forge, first, ZERO).run(publish="cache"))
    assert (full.outputs["chunks-embedded"], full.outputs["chunks-reused"]) == ("4", "0")
    origin.write("docs/1.md", "# Page 1\n\nBerth 1 is closed for the winter.\n")
    second = origin.commit("Edit")
    push(origin, forge.bare)
    done = checked(pushed(forge, second, first).run(publish="cache", fail_on="degraded"))
    assert (done.outputs["chunks-embedded"], done.outputs["chunks-reused"]) == ("1", "3")


@pytest.mark.long
@needs_bash
def test_no_module_is_taken_from_the_checkout_and_no_name_is_a_command(origin: GitRepo, forge: Forge) -> None:
    for name in ("click.py", "yaml.py", "graphrag_batch/__init__.py", "apsw.py"):
        origin.write(name, "raise SystemExit('taken from the checkout')\n")
    origin.write("docs/::error::evil.docx", b"PK\x03\x04 no zip")
    commit = origin.commit("Plant")
    push(origin, forge.bare)
    job = pushed(forge, commit, ZERO)
    job.bash = True
    done = checked(job.run(publish="none"))
    assert "taken from the checkout" not in done.log
    assert [a[0] for a in annotations_in(done.log)] == ["notice", "warning"]


# ---- installing --------------------------------------------------------------------------------------

STAND_IN = """#!/bin/sh
# Python as far as the step goes: makes an environment that holds itself, and notes what is installed.
if [ "$2" = venv ]; then
  mkdir -p "$3/bin"
  cp "$0" "$3/bin/python"
else
  printf '%s\\n' "$@" > "$NOTED"
fi
"""


@needs_bash
@pytest.mark.parametrize(
    ("version", "extras", "installed"),
    [
        ("", "", "{action}"),
        ("", "ner,pdf", "{action}[ner,pdf]"),
        ("0.1.0", "", "graphrag-batch==0.1.0"),
        ("0.1.0", "ner", "graphrag-batch[ner]==0.1.0"),
        ("1; touch pwned", "$(touch pwned)", "graphrag-batch[$(touch pwned)]==1; touch pwned"),
    ],
)
def test_what_is_installed(tmp_path: Path, version: str, extras: str, installed: str) -> None:
    python, noted, output = tmp_path / "python", tmp_path / "noted", tmp_path / "output"
    python.write_text(STAND_IN)
    python.chmod(0o755)
    environment = {
        "PYTHON": str(python), "VERSION": version, "EXTRAS": extras, "RUNNER_TEMP": str(tmp_path),
        "GITHUB_ACTION_PATH": "/an action", "GITHUB_OUTPUT": str(output), "NOTED": str(noted),
    }  # fmt: skip
    run_install(environment)
    assert noted.read_text().splitlines()[-1] == installed.format(action="/an action")
    made = read_assignments(output.read_bytes())["python"]
    assert Path(made).parent == tmp_path / "graphrag-batch" / "bin"
    assert not list(tmp_path.rglob("pwned"))


@needs_bash
@pytest.mark.slow
def test_the_action_installs_itself_and_works(origin: GitRepo, forge: Forge, tmp_path: Path) -> None:
    output = tmp_path / "output"
    run_install(
        {"PYTHON": sys.executable, "VERSION": "", "EXTRAS": "", "RUNNER_TEMP": str(tmp_path),
         "GITHUB_ACTION_PATH": str(ROOT), "GITHUB_OUTPUT": str(output)}
    )  # fmt: skip
    job = pushed(forge, origin.head, ZERO)
    job.python, job.bash = read_assignments(output.read_bytes())["python"], True
    assert job.python != sys.executable
    done = checked(job.run(publish="artifact", fail_on="invalid,degraded,skipped,redacted"))
    assert (done.outputs["mode"], done.outputs["commit"]) == ("full", origin.head)


def run_install(environment: dict[str, str]) -> None:
    [step] = [step for step in ACTION["runs"]["steps"] if step.get("id") == "install"]
    assert step["shell"] == "bash"
    done = subprocess.run(
        [str(BASH), "--noprofile", "--norc", "-eo", "pipefail", "-c", step["run"]],
        env=clean_env(**environment), capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr


# ---- with GitHub's API -----------------------------------------------------------------------------


@pytest.mark.long
def test_one_comment_is_kept_up_to_date(origin: GitRepo, forge: Forge, hub: GitHub) -> None:
    for _ in range(120):
        hub.add_comment("ann", "Looks good.")
    fake = hub.add_comment("mallory", "<!-- graphrag-batch: graphrag-batch -->\nTrust me.")
    merge, base = branch_with_a_page(origin, forge)
    job = pulling(forge, merge, base)
    done = checked(job.run(publish="none", comment="true"))
    [mine] = [each for each in hub.comments.values() if each["user"]["login"] == LOGIN]
    assert mine["body"] == "<!-- graphrag-batch: graphrag-batch -->\n" + done.summary
    origin.write("docs/3.md", "# Page 3\n\nBerth 3 is closed.\n")
    commit = origin.commit("More")
    push(origin, forge.bare, "main", "HEAD:refs/pull/7/merge")
    again = checked(pulling(forge, commit, base).run(publish="none", comment="true"))
    assert [e["body"] for e in hub.comments.values() if e["user"]["login"] == LOGIN] == [
        "<!-- graphrag-batch: graphrag-batch -->\n" + again.summary
    ]
    assert done.summary != again.summary
    assert hub.comments[fake]["body"].endswith("Trust me.")
    assert {token for _, _, token in hub.requests} == {"Bearer a-token"}


@pytest.mark.long
@pytest.mark.parametrize("fork", [True, False])
def test_where_no_comment_may_be_made_the_run_goes_on(
    origin: GitRepo, forge: Forge, hub: GitHub, fork: bool
) -> None:
    hub.may.clear()
    merge, base = branch_with_a_page(origin, forge)
    done = checked(
        pulling(forge, merge, base, fork=fork).run(publish="artifact", comment="true", attest="true")
    )
    assert hub.comments == {}
    assert any("comment" in message for level, _, message in annotations_in(done.log) if level == "notice")
    assert ("actions/attest-build-provenance" in done.ran) == (not fork)
    assert done.uploaded is not None
    posts = [path for method, path, _ in hub.requests if method == "POST"]
    assert bool(posts) == (not fork)


@pytest.mark.long
def test_a_run_starts_from_what_an_earlier_run_uploaded_and_never_from_a_fork(
    origin: GitRepo, forge: Forge, hub: GitHub
) -> None:
    first = checked(pushed(forge, origin.head, ZERO).run())
    assert first.uploaded is not None
    hub.add_artifact("graphrag-batch", first.uploaded)
    origin.write("docs/1.md", "# Page 1\n\nBerth 1 is closed.\n")
    commit = origin.commit("Edit")
    push(origin, forge.bare)
    forked = checked(pushed(forge, commit, ZERO, branch="topic").run(publish="none"))
    evil = checked(pushed(forge, commit, ZERO, branch="topic").run(publish="artifact"))
    assert evil.uploaded is not None
    hub.add_artifact("graphrag-batch", evil.uploaded, fork=True)
    done = checked(pushed(forge, commit, ZERO).run())
    assert (done.outputs["mode"], done.outputs["files-changed"]) == ("incremental", "1")
    assert done.outputs["digest"] == forked.outputs["digest"]


@pytest.mark.long
def test_without_leave_to_read_artifacts_everything_is_built_and_that_is_said(
    origin: GitRepo, forge: Forge, hub: GitHub
) -> None:
    hub.may.clear()
    done = checked(pushed(forge, origin.head, ZERO).run(publish="artifact", fail_on="invalid"))
    assert done.outputs["mode"] == "full"
    told = [message for level, _, message in annotations_in(done.log) if level == "notice"]
    assert any("github-artifact:ann/harbor" in message for message in told)


@pytest.mark.long
def test_another_projects_index_is_no_base(origin: GitRepo, forge: Forge) -> None:
    checked(pushed(forge, origin.head, ZERO).run(publish="cache"))
    for page in PAGES:
        origin.write(page, f"# Other\n\nWords of {page}, all of them new.\n")
    commit = origin.commit("Rewrite all")
    push(origin, forge.bare)
    done = checked(pushed(forge, commit, ZERO).run(publish="cache", fail_on="invalid"))
    assert done.outputs["mode"] == "full"
    assert "- the index in " in done.summary


@pytest.mark.long
def test_a_release_takes_the_index_and_gives_it_to_the_next_run(
    origin: GitRepo, forge: Forge, hub: GitHub
) -> None:
    checked(pushed(forge, origin.head, ZERO).run(publish="release"))
    origin.write("docs/1.md", "# Page 1\n\nBerth 1 is closed.\n")
    second = origin.commit("Edit")
    push(origin, forge.bare)
    done = checked(pushed(forge, second, ZERO).run(publish="release"))
    assert done.outputs["mode"] == "incremental"
    assert set(hub.releases) == {"graphrag-batch"}
    assert hub.releases["graphrag-batch"]["prerelease"] is True
    names = [name for _, name, _ in hub.assets.values()]
    assert sorted(names) == sorted(
        [f"harbor-{c[:12]}{suffix}" for c in (second, origin.run("rev-parse", "HEAD^"))
         for suffix in (".sqlite.zst", ".manifest.json")] + ["manifest.json"]
    )  # fmt: skip
    assert "in the release graphrag-batch" in done.summary
    tagged = pushed(forge, second, ZERO)
    tagged.environment |= {"GITHUB_REF_TYPE": "tag", "GITHUB_REF_NAME": "v1", "GITHUB_REF": "refs/tags/v1"}
    checked(tagged.run(publish="release"))
    assert hub.releases["v1"].get("prerelease") is None


@pytest.mark.long
def test_a_release_keeps_the_newest_ten(origin: GitRepo, forge: Forge, hub: GitHub) -> None:
    hub.releases["graphrag-batch"] = {}
    for number in range(12):
        for suffix in (".sqlite.zst", ".manifest.json"):
            hub.assets[hub.number()] = ("graphrag-batch", f"harbor-{number:012d}{suffix}", b"{}")
    hub.assets[hub.number()] = ("graphrag-batch", "notes.txt", b"mine")
    checked(pushed(forge, origin.head, ZERO).run(publish="release"))
    names = {name for _, name, _ in hub.assets.values()}
    kept = {
        f"harbor-{number:012d}{suffix}"
        for number in range(3, 12)
        for suffix in (".sqlite.zst", ".manifest.json")
    }
    new = {f"harbor-{origin.head[:12]}{suffix}" for suffix in (".sqlite.zst", ".manifest.json")}
    assert names == kept | new | {"notes.txt", "manifest.json"}


@pytest.mark.long
def test_a_release_bears_an_upload_that_breaks_off(origin: GitRepo, forge: Forge, hub: GitHub) -> None:
    hub.breaking = {".sqlite.zst"}
    checked(pushed(forge, origin.head, ZERO).run(publish="release"))
    [raw] = [raw for _, name, raw in hub.assets.values() if name.endswith(".sqlite.zst")]
    assert raw != b"half"
    assert len(hub.assets) == 3


@pytest.mark.long
def test_a_release_that_may_not_be_made_fails_and_says_what_it_takes(
    origin: GitRepo, forge: Forge, hub: GitHub
) -> None:
    hub.may.clear()
    done = pushed(forge, origin.head, ZERO).run(publish="release")
    assert done.code == 1
    [error] = [message for level, _, message in annotations_in(done.log) if level == "error"]
    assert "contents" in error
