"""action.yml, the workflows and what is written of them, by the schemas of their hosts and rules of ours."""

from __future__ import annotations

import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click
import pytest
import yaml

from graphrag_batch.automate.ci.findings import FAIL_ON
from graphrag_batch.cli.ci import ci_group

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
ACTION = ROOT / "action.yml"
WORKFLOWS = sorted((ROOT / ".github" / "workflows").glob("*.yml"))
REFERENCE = (ROOT / "REFERENCE.md").read_text(encoding="utf-8")
CHAPTER = REFERENCE.partition("\n## In CI\n")[2].partition("\n## ")[0]
YAML_BLOCKS = re.findall(r"```yaml\n(.*?)```", CHAPTER, re.S)
PINNED = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")


def loaded(path: Path) -> Any:
    return yaml.safe_load(path.read_text(encoding="utf-8"))


def steps() -> Iterator[tuple[Path, dict[str, Any]]]:
    for path in (ACTION, *WORKFLOWS):
        value = loaded(path)
        for job in value.get("jobs", {"": value.get("runs")}).values():
            for step in job["steps"]:
                yield path, step


def check(schema: str, *paths: Path) -> None:
    words = [
        sys.executable,
        "-m",
        "check_jsonschema",
        "--builtin-schema",
        f"vendor.{schema}",
        *map(str, paths),
    ]
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.mark.long
def test_all_files_are_what_their_hosts_read(tmp_path: Path) -> None:
    workflow, pipeline = tmp_path / "index.yml", tmp_path / "gitlab.yml"
    for path, block in zip((workflow, pipeline), YAML_BLOCKS, strict=True):
        path.write_text(block, encoding="utf-8")
    check("github-actions", ACTION)
    check("github-workflows", *WORKFLOWS, workflow)
    check("gitlab-ci", pipeline)
    check("dependabot", ROOT / ".github" / "dependabot.yml")


def test_zizmor_finds_nothing() -> None:
    zizmor = Path(sys.executable).with_name("zizmor")
    if not zizmor.exists():
        pytest.skip("zizmor has no wheel for this machine")
    done = subprocess.run(
        [zizmor, "--offline", "--no-progress", "--persona=auditor", ROOT / "action.yml", ROOT / ".github"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout + done.stderr


def test_no_expression_is_inside_a_script() -> None:
    found = [(path.name, step["run"]) for path, step in steps() if "run" in step]
    assert len(found) > 5
    assert not [place for place in found if "${{" in place[1]]


def test_what_others_made_is_pinned_by_its_commit_with_the_version_beside_it() -> None:
    for path in (ACTION, *WORKFLOWS):
        for line in path.read_text(encoding="utf-8").splitlines():
            name = re.match(r"\s*(?:- )?uses: (\S+)(.*)", line)
            if name and name[1] != "./":
                assert PINNED.fullmatch(name[1]), line
                assert re.fullmatch(r" # v\d+\.\d+\.\d+", name[2]), line
    pins = {step["uses"] for _, step in steps() if "uses" in step and step["uses"] != "./"}
    assert len(pins) == len({pin.partition("@")[0] for pin in pins})  # one version of each
    assert set(re.findall(r"uses: (actions/\S+)", CHAPTER)) <= pins


@pytest.mark.parametrize("path", WORKFLOWS, ids=lambda path: path.name)
def test_a_workflow_may_do_what_it_must_and_ends(path: Path) -> None:
    workflow = loaded(path)
    assert workflow["permissions"] == {}
    for job in workflow["jobs"].values():
        assert job["permissions"]
        assert 0 < job["timeout-minutes"] <= 120
        for step in job["steps"]:
            if step.get("uses", "").startswith("actions/checkout@"):
                assert step["with"]["persist-credentials"] is False


def test_the_action_only_calls_the_program() -> None:
    found = {step["id"]: step for step in loaded(ACTION)["runs"]["steps"] if "run" in step}
    assert set(found) == {"install", "plan", "run"}
    for name in ("plan", "run"):
        assert found[name]["run"] == f'"$PYTHON" -m graphrag_batch ci {name}'
        assert found[name]["env"]["PYTHONSAFEPATH"] == "1"
    token = {"GITHUB_TOKEN": "${{ inputs.token }}"}
    assert found["run"]["env"] == found["plan"]["env"] | token


def test_every_variable_of_the_action_is_an_option_of_both_commands() -> None:
    [step] = [step for step in loaded(ACTION)["runs"]["steps"] if step.get("id") == "plan"]
    given = {name for name in step["env"] if name.startswith("GRAPHRAG_CI_")}
    for name in ("run", "plan", "restore"):
        command = ci_group.get_command(None, name)  # type: ignore[arg-type]
        assert command is not None
        assert given <= {option.envvar for option in command.params if isinstance(option, click.Option)}


def test_readme_tells_of_every_input_output_and_option() -> None:
    action = loaded(ACTION)
    rows = "\n".join(line for line in CHAPTER.splitlines() if line.startswith("|"))
    for name in action["inputs"]:
        assert re.search(rf"(?m)^\| [^|]*`{name}`", rows), name
    for name in (*action["outputs"], *FAIL_ON):
        assert f"`{name}`" in CHAPTER, name
    command = ci_group.get_command(None, "run")  # type: ignore[arg-type]
    assert command is not None
    [row] = [line for line in README.splitlines() if line.startswith("| `ci run")]
    for option in command.params:
        if option.name not in ("repo", "as_json"):
            assert option.opts[0] in row, option.name
