"""Values and messages reach GitHub's runner as they are, whatever stands in them."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.automate.ci.runner import Runner
from graphrag_batch.automate.ci.saying import annotation, assignments
from graphrag_batch.errors import GraphragError
from tests.automate.runner_files import annotations_in, read_assignments

TEXT = st.text(st.characters(exclude_categories=["Cs"]), max_size=40)


@given(st.dictionaries(st.sampled_from(["digest", "reason", "artifact-path"]), TEXT))
def test_every_value_comes_back_line_for_line(values: dict[str, str]) -> None:
    text = assignments(values, "end-of-it-4711")
    read = read_assignments(text.encode())
    assert {name: value.split("\n") for name, value in values.items()} == {
        name: value.split("\n") for name, value in read.items()
    }


def test_a_value_cannot_close_its_fence(tmp_path: Path) -> None:
    out = tmp_path / "output"
    runner = Runner({"GITHUB_ACTIONS": "true", "GITHUB_OUTPUT": str(out)})
    runner.set_outputs({"reason": "x\nend-0\nmode=evil\nmode<<end-0\nfull\nend-0", "mode": "full"})
    assert read_assignments(out.read_bytes())["mode"] == "full"
    with pytest.raises(ValueError, match="fence"):
        assignments({"reason": "a\nend\nb"}, "end")


@given(TEXT, TEXT, st.integers(0, 9))
def test_an_annotation_is_one_line_and_says_what_it_was_given(message: str, file: str, line: int) -> None:
    text = annotation("warning", message, "graphrag-batch", file, line)
    assert text.isprintable() or not {"\n", "\r"} & set(text)
    [found] = annotations_in(text)
    expected = {"title": "graphrag-batch"} | ({"file": file} if file else {})
    expected |= {"line": str(line)} if line and file else {}
    assert found == ("warning", expected, message)


def test_outside_of_github_nothing_is_written(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    runner = Runner({"GITHUB_OUTPUT": str(tmp_path / "o"), "GITHUB_STEP_SUMMARY": str(tmp_path / "s")})
    runner.set_outputs({"a": "b"})
    runner.summarise("text")
    with runner.fenced():
        runner.annotate("warning", "mind the gap", "a.md", 3)
    assert not list(tmp_path.iterdir())
    assert capsys.readouterr().err == "warning: a.md:3: mind the gap\n"


def test_what_is_printed_inside_the_fence_is_no_command(capsys: pytest.CaptureFixture[str]) -> None:
    runner = Runner({"GITHUB_ACTIONS": "true"})
    error = GraphragError("wrong\nsetting", where=".graphrag.yaml:3")
    with pytest.raises(SystemExit, match="1"), runner.fenced():
        raise error
    captured = capsys.readouterr()
    opened, closed, told = captured.err.splitlines()
    word = opened.removeprefix("::stop-commands::")
    assert len(word) == 32
    assert closed == f"::{word}::"
    assert annotations_in(told) == [
        (
            "error",
            {"file": ".graphrag.yaml", "line": "3", "title": "graphrag-batch"},
            ".graphrag.yaml:3: wrong\nsetting",
        )
    ]


@pytest.mark.parametrize("content", [None, "", "[]", "{", "[" * 20_000, '{"a": "\\ud800"}'])
def test_a_payload_that_cannot_be_read_is_as_if_there_were_none(tmp_path: Path, content: str | None) -> None:
    path = tmp_path / "event.json"
    if content is not None:
        path.write_text(content)
    environment = {"GITHUB_ACTIONS": "true", "GITHUB_EVENT_NAME": "push", "GITHUB_EVENT_PATH": str(path)}
    assert Runner(environment).situation().bases == ()
    path.write_text(json.dumps({"before": "a" * 40}))
    assert Runner(environment).situation().bases == ("a" * 40,)
    if hasattr(os, "mkfifo"):
        path.unlink()
        os.mkfifo(path)
        assert Runner(environment).situation().bases == ()
