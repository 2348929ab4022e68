"""The files and the log of the machine that runs this: what GitHub's runner hands over and reads back."""

from __future__ import annotations

import json
import os
import secrets
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from graphrag_batch.artifact.header import read_start
from graphrag_batch.automate.ci.saying import annotation, assignments
from graphrag_batch.automate.ci.situation import Situation, situation_of
from graphrag_batch.errors import EXIT_EXPECTED, GraphragError

FOLDER = "graphrag-index"
MOST_BYTES = 32_000_000
"""No payload of an event is longer (GitHub sends 25 MB at most)."""


class Runner:
    """This process's host, as its environment tells of it. Elsewhere than on GitHub nothing is written."""

    def __init__(self, environment: Mapping[str, str] | None = None) -> None:
        self._environment = os.environ if environment is None else environment
        self.github = bool(self._environment.get("GITHUB_ACTIONS"))

    def situation(self) -> Situation:
        """What is built, and why. A payload that cannot be read is as if there were none."""
        return situation_of(self._environment, self._event())

    def folder(self) -> Path:
        """Where an index is published unless somebody says otherwise: on GitHub not in the checkout;
        elsewhere there, as other hosts keep nothing else."""
        room = self._environment.get("RUNNER_TEMP") if self.github else None
        return Path(room, FOLDER) if room else Path(FOLDER)

    def _event(self) -> Any:
        try:
            return json.loads(read_start(Path(self._environment["GITHUB_EVENT_PATH"]), MOST_BYTES))
        except (KeyError, OSError, ValueError, RecursionError):
            return None

    def set_outputs(self, values: Mapping[str, str]) -> None:
        """Hands values to later steps, where there are any."""
        self._append("GITHUB_OUTPUT", assignments(values, f"end-{secrets.token_hex(16)}"))

    def summarise(self, markdown: str) -> None:
        """Shows it on the page of the run, where there is one."""
        self._append("GITHUB_STEP_SUMMARY", markdown)

    def annotate(self, level: str, message: str, file: str = "", line: int = 0) -> None:
        """Shows a message beside the code on GitHub, elsewhere as a line for people."""
        if self.github:
            self._print(annotation(level, message, "graphrag-batch", file, line))
        else:
            place = f"{file}{f':{line}' if line else ''}: " if file else ""
            self._print(f"{level}: {place}{message}")

    @contextmanager
    def fenced(self) -> Iterator[None]:
        """While inside, the runner obeys nothing that is printed: names of files and what a repository holds
        may look like its commands. For the same reason an expected failure is an annotation on GitHub, and
        nothing else is said of it."""
        word = secrets.token_hex(16)
        try:
            if self.github:
                self._print(f"::stop-commands::{word}")
            try:
                yield
            finally:
                if self.github:
                    self._print(f"::{word}::")
        except GraphragError as error:
            if not self.github:
                raise
            from graphrag_batch.stages.redact import clean_line  # many expressions, for failures alone

            file, _, line = error.where.rpartition(":")
            named = (file, int(line)) if file and line.isdecimal() else ("", 0)
            self.annotate("error", clean_line(str(error)), *named)
            raise SystemExit(EXIT_EXPECTED) from error

    def _append(self, variable: str, text: str) -> None:
        path = self._environment.get(variable)
        if self.github and path:
            with open(path, "a", encoding="utf-8", errors="backslashreplace", newline="\n") as file:
                file.write(text)

    def _print(self, line: str) -> None:
        print(line, file=sys.stderr, flush=True)
