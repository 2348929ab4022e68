"""action.yml as GitHub's runner would run it: its own `run:` blocks in bash, with the runner's files.

Of other people's actions only what they move is done here: folders to and from the cache, what is uploaded.
"""

from __future__ import annotations

import json
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml

from tests.automate.expressions import expand, holds
from tests.automate.runner_files import read_assignments
from tests.building import clean_env
from tests.cli.program import run
from tests.gitrepo import GitRepo

ROOT = Path(__file__).parent.parent.parent
ACTION = yaml.safe_load((ROOT / "action.yml").read_text(encoding="utf-8"))
BASH = shutil.which("bash")


@dataclass
class Cache:
    """GitHub's cache: entries by branch and key, the oldest first, never written again."""

    entries: list[tuple[str, str, Path]] = field(default_factory=list)

    def restore(self, scopes: list[str], key: str, prefixes: list[str], path: Path) -> str:
        """Fills `path` from the best entry; returns its key."""
        for wanted in (key, *prefixes):
            for scope in scopes:
                for branch, name, kept in reversed(self.entries):
                    if branch == scope and (name == wanted or (wanted != key and name.startswith(wanted))):
                        shutil.copytree(kept, path, dirs_exist_ok=True)
                        return name
        return ""

    def save(self, scope: str, key: str, path: Path, room: Path) -> None:
        """Keeps what lies in `path`, unless the branch has such an entry."""
        if not any((branch, name) == (scope, key) for branch, name, _ in self.entries):
            kept = room / str(len(self.entries))
            shutil.copytree(path, kept)
            self.entries.append((scope, key, kept))


@dataclass
class Forge:
    """The server's side: a bare repository, the cache, and the artifacts that runs uploaded."""

    room: Path
    bare: GitRepo
    api: str
    cache: Cache = field(default_factory=Cache)
    uploads: list[dict[str, Any]] = field(default_factory=list)
    jobs: int = 0

    def checkout(self, commit: str, depth: int = 1) -> Path:
        """What actions/checkout leaves: one commit, no branch, `depth` commits of history (0: all)."""
        self.jobs += 1
        folder = self.room / f"job{self.jobs}" / "work"
        repo = GitRepo(folder)
        allowed = ("-c", "protocol.file.allow=always")
        depths = (f"--depth={depth}",) if depth else ()
        refs = () if depth else ("+refs/heads/*:refs/remotes/origin/*",)
        repo.run(*allowed, "fetch", "-q", "--no-tags", *depths, self.bare.path.as_uri(), commit, *refs)
        repo.run("checkout", "-q", "--detach", commit)
        return folder


@dataclass
class Done:
    """What a job left: `outputs` are the action's, `ran` the steps that ran, `log` what they said."""

    code: int
    outputs: dict[str, str]
    steps: dict[str, dict[str, Any]]
    ran: list[str]
    log: str
    summary: str
    uploaded: Path | None


@dataclass
class Job:
    """One job that uses the action. `environment` are GITHUB_ variables besides the usual ones.

    With `bash` its steps run in one; else what they call, and they call nothing else, runs in this process,
    which is quicker.
    """

    forge: Forge
    workspace: Path
    environment: dict[str, str]
    event: dict[str, Any]
    python: str = sys.executable
    bash: bool = False

    def run(self, **inputs: str) -> Done:
        """Runs all steps, `inputs` being spelled with underscores."""
        given = {name.replace("_", "-"): value for name, value in inputs.items()}
        assert set(given) <= set(ACTION["inputs"]), given
        values = {name: about["default"] for name, about in ACTION["inputs"].items()} | given
        return _Running(self, values).run()


class _Running:
    def __init__(self, job: Job, inputs: dict[str, str]) -> None:
        self.job = job
        self.room = job.workspace.parent
        self.temp = self.room / "temp"
        self.temp.mkdir(exist_ok=True)
        github = {"token": "a-token", "action_path": str(ROOT)}
        self.steps: dict[str, dict[str, Any]] = {}
        self.contexts: dict[str, Any] = {"inputs": inputs, "github": github, "steps": self.steps}
        self.contexts["inputs"] = {name: expand(value, self.contexts) for name, value in inputs.items()}
        self.log, self.summary = "", self.room / "summary"
        self.uploaded: Path | None = None
        self.ran: list[str] = []

    def run(self) -> Done:
        code = 0
        for number, step in enumerate(ACTION["runs"]["steps"]):
            name = step.get("id") or step["uses"].partition("@")[0]
            if code or not holds(step.get("if", "'always'"), self.contexts):
                continue
            self.ran.append(name)
            outputs: dict[str, str] = {}
            if "uses" in step:
                values = {key: expand(value, self.contexts) for key, value in step.get("with", {}).items()
                          if isinstance(value, str)}  # fmt: skip
                outputs = self._uses(step["uses"].partition("@")[0], values)
            elif name == "install":
                outputs = {"python": self.job.python}
            else:
                code, outputs = self._runs(number, step)
            self.steps[name] = {"outputs": outputs}
        promised = {name: expand(about["value"], self.contexts) for name, about in ACTION["outputs"].items()}
        summary = self.summary.read_text(encoding="utf-8") if self.summary.exists() else ""
        return Done(code, promised, self.steps, self.ran, self.log, summary, self.uploaded)

    def _runs(self, number: int, step: dict[str, Any]) -> tuple[int, dict[str, str]]:
        assert step["shell"] == "bash"
        output, script, event = (
            self.room / f"output{number}",
            self.room / f"{number}.sh",
            self.room / "event.json",
        )
        event.write_text(json.dumps(self.job.event), encoding="utf-8")
        output.write_bytes(b"")
        script.write_text(step["run"], encoding="utf-8")
        files = {
            "GITHUB_OUTPUT": str(output), "GITHUB_STEP_SUMMARY": str(self.summary),
            "GITHUB_EVENT_PATH": str(event), "RUNNER_TEMP": str(self.temp), "GITHUB_ACTION_PATH": str(ROOT),
            "GITHUB_WORKSPACE": str(self.job.workspace), "GITHUB_API_URL": self.job.forge.api,
        }  # fmt: skip
        given = {name: expand(value, self.contexts) for name, value in step.get("env", {}).items()}
        folder = self.job.workspace / expand(step.get("working-directory", "."), self.contexts)
        environment = {**GITHUB, **self.job.environment, **files, **given}
        if not self.job.bash:
            python, *words = shlex.split(step["run"])
            assert (python, *words[:2]) == ("$PYTHON", "-m", "graphrag_batch")
            called = run(*words[2:], cwd=folder, **environment)
            self.log += called.stderr + called.stdout
            return called.returncode, read_assignments(output.read_bytes())
        done = subprocess.run(
            [str(BASH), "--noprofile", "--norc", "-eo", "pipefail", str(script)],
            cwd=folder, env=clean_env(**environment),
            stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
            check=False,
        )  # fmt: skip
        self.log += done.stdout
        return done.returncode, read_assignments(output.read_bytes())

    def _uses(self, action: str, values: dict[str, str]) -> dict[str, str]:
        step: Callable[[dict[str, str]], dict[str, str]] = {
            "actions/setup-python": lambda _: {"python-path": self.job.python},
            "actions/cache/restore": self._restore,
            "actions/cache/save": self._save,
            "actions/upload-artifact": self._upload,
            "actions/attest-build-provenance": self._attest,
        }[action]
        return step(values)

    def _scopes(self) -> list[str]:
        mine = self.job.environment["GITHUB_REF"]
        base = self.job.environment.get("GITHUB_BASE_REF")
        return list(dict.fromkeys([mine, *([f"refs/heads/{base}"] if base else []), "refs/heads/main"]))

    def _restore(self, values: dict[str, str]) -> dict[str, str]:
        prefixes = values["restore-keys"].split("\n")
        found = self.job.forge.cache.restore(self._scopes(), values["key"], prefixes, Path(values["path"]))
        return {"cache-hit": str(found == values["key"]).lower() if found else "", "cache-matched-key": found}

    def _save(self, values: dict[str, str]) -> dict[str, str]:
        room = self.job.forge.room / "cache"
        self.job.forge.cache.save(self._scopes()[0], values["key"], Path(values["path"]), room)
        return {}

    def _upload(self, values: dict[str, str]) -> dict[str, str]:
        source, target = Path(values["path"]), self.room / "uploaded"
        files = [path for path in source.rglob("*") if path.is_file()]
        shown = [p for p in files if not any(part.startswith(".") for part in p.relative_to(source).parts)]
        assert files == shown, "hidden files are not uploaded"
        assert files, "nothing to upload"
        shutil.copytree(source, target)
        self.uploaded = target
        self.job.forge.uploads.append({"name": values["name"], "path": target, "job": self.job})
        return {}

    def _attest(self, values: dict[str, str]) -> dict[str, str]:
        assert os.path.isfile(values["subject-path"])
        return {}


GITHUB = {
    "GITHUB_ACTIONS": "true", "CI": "true", "GITHUB_REPOSITORY": "ann/harbor", "RUNNER_OS": "Linux",
    "GITHUB_SERVER_URL": "https://github.com",
}  # fmt: skip
