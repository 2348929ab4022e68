"""The program as its users call it: in a process of its own, or in this one where nothing but what it says
and does is asked for."""

from __future__ import annotations

import contextlib
import io
import os
import subprocess
import sys
from pathlib import Path
from unittest import mock

from graphrag_batch.cli.main import main
from tests import forked
from tests.building import clean_env

Done = subprocess.CompletedProcess[str]


def run_process(*args: str, cwd: Path | None = None, together: bool = False, **env: str) -> Done:
    """The real program, in a process of its own; `together`: what it says on both streams, as it comes."""
    return forked.run(
        [sys.executable, "-m", "graphrag_batch", *args],
        cwd=cwd, env=clean_env(**env), text=True, check=False, stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.STDOUT if together else subprocess.PIPE,
    )  # fmt: skip


def run(*args: str, cwd: Path | None = None, **env: str) -> Done:
    """The same entry point in this process, which has the libraries loaded."""
    out, err = (io.TextIOWrapper(io.BytesIO(), encoding="utf-8") for _ in range(2))
    with (
        open(os.devnull, encoding="utf-8") as nothing,
        contextlib.chdir(cwd or Path.cwd()),
        mock.patch.dict(os.environ, clean_env(**env), clear=True),
        mock.patch.object(sys, "stdin", nothing),
        contextlib.redirect_stdout(out),
        contextlib.redirect_stderr(err),
    ):
        try:
            main(args)
        except SystemExit as ended:
            code = ended.code
    said, told = (_text(stream) for stream in (out, err))
    return subprocess.CompletedProcess(args, code if isinstance(code, int) else 1, said, told)


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    assert isinstance(stream.buffer, io.BytesIO)
    return stream.buffer.getvalue().decode()
