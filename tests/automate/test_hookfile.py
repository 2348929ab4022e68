"""Blocks go into other people's hooks and come out again, to the byte."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.automate.decide import HOOKS
from graphrag_batch.automate.hookfile import insert, is_damaged, is_shell, remove, replace
from graphrag_batch.automate.scripts import ON_PATH, Command, block, command_in, find_block, script

COMMANDS = [ON_PATH, Command(b"'/opt/it'\"'\"'s here/python'", b" -P -m graphrag_batch")]
TOP = Path(__file__).parent.parent.parent / "hooks"

lines = st.sampled_from(
    [b"#!/bin/sh", b"#!/usr/bin/env bash\r", b"", b"exit 0", b"\xff\xfe", b"# >>> other >>>"]
)
contents = st.one_of(st.binary(), st.lists(lines).map(b"\n".join), st.lists(lines).map(b"\r\n".join))


@given(contents, st.sampled_from(HOOKS), st.sampled_from(COMMANDS))
def test_what_is_put_in_comes_out_to_the_byte(content: bytes, hook: str, command: Command) -> None:
    inserted = insert(content, block(hook, command, own=False))
    assert find_block(hook, inserted) is not None
    assert remove(hook, inserted) == content


@given(contents, st.sampled_from(HOOKS))
def test_a_newer_block_takes_the_place_of_the_old(content: bytes, hook: str) -> None:
    old, new = (block(hook, command, own=False) for command in COMMANDS)
    replaced = replace(hook, insert(content, old), new)
    assert replaced == insert(content, new)
    assert remove(hook, replaced) == content


@pytest.mark.parametrize("hook", HOOKS)
def test_a_file_of_ours_that_holds_nothing_else_is_no_file_afterwards(hook: str) -> None:
    assert remove(hook, script(hook, ON_PATH)) is None
    assert remove(hook, script(hook, ON_PATH) + b"echo mine\n") == b"#!/bin/sh\necho mine\n"


@pytest.mark.parametrize("hook", HOOKS)
def test_the_scripts_to_copy_are_what_install_writes_save_the_command(hook: str) -> None:
    copied = (TOP / hook).read_bytes()
    assert copied == script(hook, ON_PATH)
    assert len(copied.splitlines()) <= 20
    assert (TOP / hook).stat().st_mode & 0o111
    for command in COMMANDS:
        assert command_in(hook, script(hook, command)) == command


def test_every_script_belongs_to_a_hook() -> None:
    assert {path.name for path in TOP.iterdir()} == set(HOOKS)


@pytest.mark.parametrize(
    ("content", "shell"),
    [
        (b"#!/bin/sh\nexit\n", True),
        (b"#! /bin/bash -eu\n", True),
        (b"#!/usr/bin/env -S bash -e\n", True),
        (b"#!/usr/bin/env zsh\n", True),
        (b"#!C:/Git/bin/sh.exe\n", True),
        (b"echo no first line\n", True),
        (b"", True),
        (b"#!/bin/sh\necho caf\xe9\n", True),
        (b"#!/bin/sh\r\nexit\r\n", False),  # "sh\r" is no program
        (b"#!/usr/bin/env python3\n", False),
        (b"#!/usr/bin/perl\n", False),
        (b"#!/usr/bin/env fish\n", False),
        (b'#!/bin/sh\n"exec" "python3" "$0"\n', False),
        (b"#!/bin/sh\n''':'\n", False),
        (b'#!/bin/sh\n# Tcl goes on here \\\nexec tclsh "$0" "$@"\n', False),
        (b'#!/bin/sh\nexec awk -f "$0"\n', False),
        (b'#!/bin/sh\nexec "${0%/*}/other" "$@"\n', True),
        (b'#!/bin/sh\nexec "$0.local" "$@"\n', True),
        (b"\x7fELF\x02\x00\x00", False),
        (b"#!", False),
    ],
)
def test_only_a_shell_script_takes_lines_of_sh(content: bytes, shell: bool) -> None:
    assert is_shell(content) is shell


def test_half_a_block_is_not_touched() -> None:
    whole = script("post-commit", ON_PATH)
    assert not is_damaged("post-commit", whole)
    assert is_damaged("post-commit", whole[: whole.index(b"# <<<")])


def test_what_stands_between_half_a_block_and_a_whole_one_stays() -> None:
    whole = block("post-commit", ON_PATH, own=False)
    half = whole[: whole.index(b") || :")]
    assert remove("post-commit", half + b"echo mine\n" + whole + b"echo more\n") == (
        half + b"echo mine\necho more\n"
    )
    assert is_damaged("post-commit", half + b"echo mine\n" + whole)
