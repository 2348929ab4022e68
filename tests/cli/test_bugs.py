"""What the program writes down of its own bugs: enough to mend them, and nobody's secrets."""

from __future__ import annotations

import sys
from pathlib import Path

import click
import pytest

from graphrag_batch.cli.main import cli
from tests.cli.program import run


@click.command("stumble", context_settings={"ignore_unknown_options": True})
@click.argument("words", nargs=-1)
def stumble(words: tuple[str, ...]) -> None:
    """A command that has a bug, and quotes what it was given."""
    raise ZeroDivisionError(f"over {words} and {words[0].replace('/x', '/x/manifest.json')!r}")


@pytest.mark.parametrize("option", ["", "--json"])
@pytest.mark.parametrize(
    ("argument", "left"),
    [
        ("s3://ann:sekret@host:abc/x", "s3://…@host:abc/x"),
        ("https://ann:se/sekret@host/x", "https://…@host/x"),
        ("https://ann:se?k#sekret@host/x", "https://…"),
        ("https://ann:se sekret@host/x", "https://…@host/x"),
        ("https://sekret@host/x", "https://…@host/x"),
        ("https://host/x?X-Amz-Signature=sekret&by=sekret", "https://host/x?…"),
        ("https://host/x?at=ann@sekret&by=sekret", "https://…"),
        ("--url=https://host/x#token=sekret", "--url=https://host/x#…"),
        ("https://host/x", "https://host/x"),
    ],
)
def test_the_log_of_a_bug_tells_what_was_asked_without_its_secrets(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path, argument: str, left: str, option: str
) -> None:
    monkeypatch.setitem(cli.table, "stumble", ("stumbling", "stumble", ""))
    monkeypatch.setitem(sys.modules, "graphrag_batch.cli.stumbling", sys.modules[__name__])
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    done = run("stumble", argument, *([option] if option else []))
    (log,) = tmp_path.glob("graphrag-batch-*.log")
    assert (done.returncode, str(log) in done.stderr, "bug: ZeroDivisionError" in done.stderr) == (
        3,
        True,
        True,
    )
    assert "sekret" not in done.stdout + done.stderr
    asked = log.read_text(encoding="utf-8").splitlines()[1]
    assert asked.startswith(f"['stumble', '{left}'")
    assert "sekret" not in log.read_text(encoding="utf-8")
