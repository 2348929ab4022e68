"""The documentation is checked: what exists is in it, and what it shows comes out."""

from __future__ import annotations

import json
import re
import shlex
import subprocess
from pathlib import Path

import click
import pytest

from graphrag_batch import __version__
from graphrag_batch.cli.main import COMMANDS, cli
from graphrag_batch.config import SelectConfig, setting_names
from graphrag_batch.serve.graph_tools import GraphTools
from graphrag_batch.serve.tools import Tools
from graphrag_batch.source.git import Repository
from graphrag_batch.source.select import select
from tests.building import fixture_repo, index
from tests.cli.program import run, run_process

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")
REFERENCE = (ROOT / "REFERENCE.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"```console\n(.*?)```", re.S)
GRAPH_BLOCK = re.compile(r"## The knowledge graph\n.*?```sh\n(.*?)\n```", re.S)
SHARED_OPTIONS = {"repo", "artifact", "as_json"}


def _rows(first_column: str) -> str:
    """The README's table row that begins with this."""
    return next((line for line in README.split("\n") if line.startswith(f"| `{first_column}")), "")


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_its_options_are_in_the_readme(name: str) -> None:
    command = cli.get_command(None, name)  # type: ignore[arg-type]
    assert isinstance(command, click.Command)
    row = _rows(name)
    assert row, f"{name} has no row"
    for parameter in command.params:
        if parameter.name not in SHARED_OPTIONS:
            spelled = (
                parameter.opts[0]
                if isinstance(parameter, click.Option)
                else str(parameter.human_readable_name)
            )
            assert spelled in row, f"{name}: {spelled}"


@pytest.mark.parametrize("name", setting_names())
def test_every_setting_is_in_the_readme(name: str) -> None:
    assert f"`{name}`" in README


def test_every_tool_and_argument_is_in_the_readme() -> None:
    tools = {name: fn for kind in (Tools, GraphTools) for name, fn in vars(kind).items() if name[0] != "_"}
    assert {"hybrid_query", "read", "outline", "status", "explain_entity"} <= set(tools)
    for name, fn in tools.items():
        row = " ".join(line for line in README.split("\n") if line.startswith(f"| `{name}` |"))
        assert row, name
        code = fn.__code__
        for argument in code.co_varnames[1 : code.co_argcount]:
            assert f"`{argument}`" in row, f"{name}: {argument}"


def test_the_first_screen_leads_from_a_clone_to_an_answer() -> None:
    block = README[: README.index("## What")].partition("```sh\n")[2].partition("```")[0]
    steps = ["git clone ", "pipx install ", "cd ", "graphrag-batch index", "graphrag-batch query "]
    assert [line.startswith(step) for line, step in zip(block.splitlines(), steps, strict=True)] == [True] * 5
    assert README[: README.index(block)].count("\n") < 12


def _anchors(text: str) -> set[str]:
    """What links can name in a page; no two headings may have the same."""
    titles = re.findall(r"(?m)^#+ (.*)$", re.sub(r"(?ms)^```.*?^```$", "", text))
    anchors = [re.sub(r"[^\w\- ]", "", title.lower()).replace(" ", "-") for title in titles]
    assert len(set(anchors)) == len(anchors)
    return set(anchors)


def test_every_link_of_the_readme_and_the_reference_leads_to_a_heading() -> None:
    pages = {"README.md": README, "REFERENCE.md": REFERENCE}
    for page, text in pages.items():
        for name, anchor in re.findall(r"\]\(([A-Z]*\.?m?d?)#([^)]+)\)", text):
            assert anchor in _anchors(pages[name or page]), f"{page}: {name}#{anchor}"
    sections = re.findall(r"(?m)^## (.*)$", re.sub(r"(?ms)^```.*?^```$", "", REFERENCE))
    for title in sections:
        assert f"[{title}](REFERENCE.md#" in README
        assert f"[{title}](#" in REFERENCE


def test_the_readme_is_what_a_newcomer_reads() -> None:
    assert len(README.encode()) < 32_000, "what only some need belongs into REFERENCE.md"


def test_the_changelog_names_this_version() -> None:
    assert f"## [{__version__}]" in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8")


def commands_of(block: str) -> list[tuple[str, str]]:
    """(command, output) pairs of one console block."""
    parts = (part.partition("\n") for part in re.split(r"^\$ ", block, flags=re.M)[1:])
    return [(command, output.strip()) for command, _, output in parts]


def normal(text: str) -> list[str]:
    """Output without what differs from run to run: times, ids, decimals, the folder."""
    text = re.sub(r"\d+\.\d+", "#", text)
    text = re.sub(r"\b[0-9a-f]{8,40}\b", "#", text)
    text = re.sub(r"/\S*?/\.git/", "…/.git/", text)
    return [line.rstrip() for line in text.strip().split("\n")]


def run_block(command: str, cwd: Path) -> str:
    """What a reader's terminal shows for one command of the README."""
    first, *words = shlex.split(command)
    assert first == "graphrag-batch"
    done = run_process(*words, cwd=cwd, together=True, NO_COLOR="1")
    assert done.returncode == 0, command
    return done.stdout


def test_the_transcript_of_the_readme_comes_out(tmp_path: Path) -> None:
    blocks = [pair for block in BLOCK.findall(README) for pair in commands_of(block)]
    assert len(blocks) >= 4
    repo = fixture_repo(tmp_path / "repo")
    for command, expected in blocks:
        assert normal(run_block(command, repo.path)) == normal(expected), (
            f"run `python -m tests.transcript`: {command}"
        )
    for command in GRAPH_BLOCK.search(README)[1].splitlines():  # type: ignore[index]
        asked = run(*shlex.split(command, comments=True)[1:], cwd=repo.path)
        assert (asked.returncode, bool(asked.stdout)) == (0, True), command


@pytest.mark.skipif(not (ROOT / ".git").exists(), reason="counts what this repository tracks")
def test_the_readme_says_how_many_files_the_demo_indexes() -> None:
    said = re.search(r"embeds this repository, about ([\d,]+) files", README)
    assert said, "how large the demo is"
    ignores = {".graphragignore": (ROOT / ".graphragignore").read_text(encoding="utf-8")}
    with Repository.open(ROOT) as repository:
        kept = select(repository.list_tree(repository.resolve().tree), SelectConfig(), ignores, {}).kept
    assert not [
        entry.path for entry in kept if entry.path.startswith(("fixtures/cases/", "fixtures/golden/"))
    ]
    assert int(said[1].replace(",", "")) == pytest.approx(len(kept), rel=0.25)


def test_the_mcp_entry_is_json_that_runs(tmp_path: Path) -> None:
    repo = fixture_repo(tmp_path / "repo")
    shown = json.loads(run_block("graphrag-batch init --print-mcp", repo.path))
    server = shown["mcpServers"]["graphrag-batch"]
    index(repo, vectors=False)
    done = subprocess.run(
        [server["command"], *server["args"]], stdin=subprocess.DEVNULL, timeout=60, check=False
    )
    assert done.returncode == 0
