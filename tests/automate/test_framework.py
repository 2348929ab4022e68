"""The pre-commit framework, the real program: `.pre-commit-hooks.yaml`, and our hooks beside its own."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
import yaml

from graphrag_batch.automate.decide import HOOKS as ALL_HOOKS
from tests.automate.hooked import CONFIG, builds, head, hooked, indexed, last_error, log_of, run_hook_command
from tests.gitrepo import GitRepo, clean_environment

HOOKS = [hook for hook in ALL_HOOKS if hook != "post-applypatch"]  # which the framework does not know
MANIFEST = Path(__file__).parent.parent.parent / ".pre-commit-hooks.yaml"
PATH = os.pathsep.join([os.path.dirname(sys.executable), os.environ.get("PATH", os.defpath)])


@pytest.fixture(scope="module")
def ours(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    """A git copy of what the framework reads of this repository."""
    made = GitRepo(tmp_path_factory.mktemp("ours"))
    shutil.copy(MANIFEST, made.path)
    made.commit()
    return made


def configuration(ours: GitRepo) -> str:
    """With the language overridden, so that nothing is downloaded: `graphrag-batch` is on PATH."""
    hooks = [{"id": f"graphrag-batch-{hook}", "language": "system"} for hook in HOOKS]
    return yaml.safe_dump(
        {
            "default_install_hook_types": HOOKS,
            "repos": [{"repo": str(ours.path), "rev": ours.head, "hooks": hooks}],
        }
    )


def environment(tmp_path: Path) -> dict[str, str]:
    return {"PATH": PATH, "PRE_COMMIT_HOME": str(tmp_path / "home"), "PRE_COMMIT_COLOR": "never"}


def pre_commit(repo: GitRepo, *arguments: str, env: dict[str, str]) -> str:
    done = subprocess.run(
        [sys.executable, "-P", "-m", "pre_commit", *arguments],
        cwd=repo.path,
        env=clean_environment() | env,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


def test_the_manifest_offers_every_hook_at_its_stage_and_no_other() -> None:
    offered = yaml.safe_load(MANIFEST.read_text())
    assert [hook["id"] for hook in offered] == [f"graphrag-batch-{hook}" for hook in HOOKS]
    for hook, name in zip(offered, HOOKS, strict=True):
        assert hook["stages"] == [name]
        assert hook["entry"] == f"graphrag-batch hook run {name}"
        assert (hook["always_run"], hook["pass_filenames"], hook["require_serial"]) == (True, False, True)
        assert (hook["language"], hook["verbose"]) == ("python", False)


def save(repo: GitRepo, path: str, env: dict[str, str]) -> None:
    repo.write(path, f"# {path}\n")
    repo.run("add", "-A")
    repo.commits += 1
    repo.run("commit", "-q", "-m", f"Add {path}", env=env)


def installed(ours: GitRepo, tmp_path: Path, env: dict[str, str]) -> GitRepo:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({".graphrag.yaml": CONFIG, ".pre-commit-config.yaml": configuration(ours)})
    assert pre_commit(repo, "install", env=env).count("installed at") == len(HOOKS)
    return repo


@pytest.mark.long
def test_installed_by_the_framework_a_commit_is_indexed(ours: GitRepo, tmp_path: Path) -> None:
    env = environment(tmp_path)
    repo = installed(ours, tmp_path, env)
    repo.run("add", "-A")
    repo.write(".graphrag.yaml", CONFIG + "# not staged\n")  # the framework puts this aside meanwhile
    repo.run("commit", "-q", "-m", "One", env=env)
    assert indexed(repo) == head(repo), log_of(repo)
    assert any(line.startswith("pre-commit: ") for line in builds(repo))
    assert (repo.path / ".graphrag.yaml").read_text().endswith("# not staged\n")


@pytest.mark.slow
def test_installed_by_the_framework_the_index_follows(ours: GitRepo, tmp_path: Path) -> None:
    env = environment(tmp_path)
    repo = installed(ours, tmp_path, env)
    save(repo, "a.md", env)
    repo.run("checkout", "-q", "-b", "side", env=env)
    save(repo, "b.md", env)
    repo.run("checkout", "-q", "main", env=env)
    assert indexed(repo) == head(repo), log_of(repo)
    save(repo, "c.md", env)
    repo.run("rebase", "-q", "side", env=env)
    assert indexed(repo) == head(repo), log_of(repo)
    assert "post-checkout: " in log_of(repo)
    assert "post-rewrite: " in log_of(repo)
    assert last_error(repo) == ""


@pytest.mark.slow
def test_installed_after_ours_it_calls_ours(ours: GitRepo, tmp_path: Path) -> None:
    env = environment(tmp_path)
    repo = hooked(tmp_path / "repo")
    repo.write(".pre-commit-config.yaml", "repos: []\n")
    pre_commit(repo, "install", "-t", "pre-commit", "-t", "post-commit", env=env)
    assert "called by the pre-commit framework" in run_hook_command(repo, "status").stdout
    repo.run("add", "-A")
    repo.run("commit", "-q", "-m", "One", env=env)
    assert indexed(repo) == head(repo)
    run_hook_command(repo, "uninstall")
    left = {path.name for path in (repo.path / ".git/hooks").iterdir() if path.suffix != ".sample"}
    assert left == {"pre-commit", "post-commit"}
    assert b"graphrag" not in (repo.path / ".git/hooks/post-commit").read_bytes()
