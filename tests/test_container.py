"""The container file and the compose file, as far as they can be held to something without a daemon."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
import yaml

from graphrag_batch.cli.main import cli

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / ".github" / "container"
REFERENCE = (ROOT / "REFERENCE.md").read_text(encoding="utf-8")


def instructions() -> list[tuple[str, str]]:
    """(name, rest) of each instruction, lines joined."""
    text = re.sub(r"(?m)^#.*\n", "", (FOLDER / "Containerfile").read_text(encoding="utf-8"))
    lines = re.sub(r"\\\n\s*", " ", text).splitlines()
    return [(line.partition(" ")[0], line.partition(" ")[2].strip()) for line in lines if line.strip()]


def copied() -> list[str]:
    """What is copied from the folder that the image is built of."""
    return [
        source
        for name, rest in instructions()
        if name == "COPY" and not rest.startswith("--from=")
        for source in shlex.split(rest)[:-1]
    ]


def test_the_image_runs_the_program_as_nobody_in_particular() -> None:
    last = dict(instructions())  # of each name the last one counts
    assert re.fullmatch(r"[1-9]\d*:[1-9]\d*", last["USER"])
    assert yaml.safe_load(last["ENTRYPOINT"]) == ["graphrag-batch"]
    assert last["HEALTHCHECK"] == "NONE"
    assert "PYTHONSAFEPATH=1" in last["ENV"]
    bases = {rest.partition(" ")[0] for name, rest in instructions() if name == "FROM"}
    assert len(bases) == 1
    assert re.fullmatch(r"docker\.io/library/python:3\.\d+-slim-\w+(@sha256:[0-9a-f]{64})?", bases.pop())


def test_what_is_copied_is_there_and_is_not_ignored() -> None:
    everything, *rules = (FOLDER / "Containerfile.dockerignore").read_text(encoding="utf-8").split()
    assert everything == "*"
    kept = {rule[1:] for rule in rules if rule.startswith("!")}
    assert kept == set(copied())
    assert all((ROOT / name).exists() for name in kept)


@pytest.mark.long
def test_compose_serves_read_only_and_to_this_machine_alone() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "check_jsonschema", "--builtin-schema", "vendor.compose-spec",
         FOLDER / "compose.yaml"],
        capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout
    [service] = yaml.safe_load((FOLDER / "compose.yaml").read_text(encoding="utf-8"))["services"].values()
    assert (FOLDER / service["build"]["context"] / service["build"]["dockerfile"]).samefile(
        FOLDER / "Containerfile"
    )
    assert [port.rpartition(":")[0].rpartition(":")[0] for port in service["ports"]] == ["127.0.0.1"]
    assert [volume["read_only"] for volume in service["volumes"]] == [True]
    assert service["read_only"] is True
    assert service["cap_drop"] == ["ALL"]
    context = cli.make_context("graphrag-batch", ["serve", "--help"], resilient_parsing=True)
    serve = cli.get_command(context, service["command"][0])
    assert serve is not None
    parsed = serve.make_context("serve", service["command"][1:], resilient_parsing=True).params
    assert parsed["http"] is not None


def test_readme_builds_the_image_from_this_file() -> None:
    assert "docker build -f .github/container/Containerfile -t graphrag-batch ." in REFERENCE
    assert "docker compose -f .github/container/compose.yaml up" in REFERENCE


@pytest.mark.slow
def test_what_is_copied_makes_the_whole_package(tmp_path: Path) -> None:
    source = tmp_path / "source"
    source.mkdir()
    for name in copied():
        ours = ROOT / name
        if ours.is_dir():
            shutil.copytree(ours, source / name, ignore=shutil.ignore_patterns("__pycache__"))
        else:
            shutil.copy(ours, source / name)
    words = [sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--wheel-dir", tmp_path, source]
    subprocess.run(words, check=True, capture_output=True)
    [wheel] = tmp_path.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        held = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = [path.relative_to(ROOT) for path in (ROOT / "graphrag_batch").rglob("*") if path.is_file()]
    litter = re.compile(r"(^|/)(\.|__pycache__/)")
    assert held == {path.as_posix() for path in files if not litter.search(path.as_posix())}
