"""What GitHub's runner makes of the files and lines that a step leaves: written after its documentation."""

from __future__ import annotations

import re
from urllib.parse import unquote


def read_assignments(raw: bytes) -> dict[str, str]:
    """The values in GITHUB_OUTPUT or GITHUB_ENV. Fails on a line that is no part of one."""
    values: dict[str, str] = {}
    lines = raw.decode().split("\n")
    at = 0
    while at < len(lines) - 1:
        name, opened, fence = lines[at].partition("<<")
        if not opened or "=" in name:
            name, equals, value = lines[at].partition("=")
            assert equals, f"no assignment: {lines[at]!r}"
            values[name] = value
            at += 1
            continue
        end = lines.index(fence, at + 1)
        values[name] = "\n".join(lines[at + 1 : end])
        at = end + 1
    assert lines[-1] == ""
    return values


def annotations_in(log: str) -> list[tuple[str, dict[str, str], str]]:
    """(level, properties, message) of the annotations among a log's lines, but for those that were printed
    while commands were stopped."""
    found, stopped = [], ""
    for line in log.split("\n"):
        if stopped:
            stopped = "" if line == f"::{stopped}::" else stopped
            continue
        if line.startswith("::stop-commands::"):
            stopped = line.removeprefix("::stop-commands::")
            continue
        command = re.fullmatch(r"::(notice|warning|error)(?: ([^:]*))?::(.*)", line, re.S)
        if command:
            pairs = (pair.partition("=") for pair in (command[2] or "").split(",") if pair)
            found.append((command[1], {name: _plain(value) for name, _, value in pairs}, _plain(command[3])))
    return found


def _plain(text: str) -> str:
    for code in ("%0D", "%0A", "%3A", "%2C"):
        text = text.replace(code, unquote(code))
    return text.replace("%25", "%")
