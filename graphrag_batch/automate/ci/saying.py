"""What GitHub's runner reads: values for later steps, and annotations. Pure.

Both have lines of a form that whoever names files could write too. So a value is fenced by a word that nobody
can guess, and what is printed is fenced from the runner until the annotations.
"""

from __future__ import annotations

from collections.abc import Mapping

LEVELS = ("notice", "warning", "error")
_MOST = 4_000


def assignments(values: Mapping[str, str], fence: str) -> str:
    """Lines for GITHUB_OUTPUT. `fence` is a word that no value holds. Raises ValueError where one does."""
    lines = []
    for name, value in values.items():
        if fence in value or fence in name:
            raise ValueError("the fence stands in a value")
        lines.append(f"{name}<<{fence}\n{value}\n{fence}\n")
    return "".join(lines)


def annotation(level: str, message: str, title: str = "", file: str = "", line: int = 0) -> str:
    """One line that the runner makes an annotation of; `level` is one of `LEVELS`, `line` 0 for none."""
    named = {"file": file, "line": str(line) if line and file else "", "title": title}
    properties = ",".join(f"{name}={_property(value)}" for name, value in named.items() if value)
    return f"::{level}{' ' * bool(properties)}{properties}::{_data(message[:_MOST])}"


def _data(text: str) -> str:
    return text.replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _data(text).replace(":", "%3A").replace(",", "%2C")
