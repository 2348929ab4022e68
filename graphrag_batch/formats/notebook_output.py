"""What a notebook's code printed, shortened to what is worth a search."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator
from typing import Any

from graphrag_batch.formats.inline import plain_html
from graphrag_batch.formats.notebook_text import without_pictures

MAX_LINES = 20
"""Lines of one output that are kept."""
MAX_CELL_LINES = 60
MAX_LINE = 500
_MAX_TEXT = 200_000  # characters that are looked at
_ANSI = re.compile(r"\x1b(?:\[[0-?]*[ -/]*[@-~]|\][^\x07\x1b]*(?:\x07|\x1b\\)|[@-Z\\-_])")
_CONTROL = re.compile(r"[\x00-\x08\x0b\x0c\x0e-\x1f\x7f]")
# What Python prints of objects that show themselves in another way.
_OBJECT = re.compile(r"<[\w.]+[^<>\n]* at 0x[0-9a-fA-F]+>|<IPython\.[\w.]+ object>|<Figure size [^<>\n]*>")
_HTML_BLOCK = re.compile(r"</(?:p|div|tr|li|h[1-6]|table|ul|ol)\s*>|<br\s*/?>", re.IGNORECASE)
_WITHIN_WORDS = re.compile(r"</?(?:b|i|u|s|em|strong|span|font|mark|small|big|wbr)\b[^<>]*>", re.IGNORECASE)
_HIDDEN_HTML = re.compile(r"<(style|script)\b.*?(?:</\1\s*>|\Z)", re.IGNORECASE | re.DOTALL)
_TEXTS = ("text/plain", "text/markdown", "text/latex", "text/html")
_OLD = {"text": "text/plain", "html": "text/html", "latex": "text/latex", "svg": "image/svg+xml"}


def cell_output(outputs: list[Any], left_out: Counter[str]) -> list[str]:
    """The lines of a cell's outputs that are kept; what is not is added to `left_out`."""
    lines: list[str] = []
    for output in _joined_streams(outputs):
        lines += _output_lines(output, left_out)
    more = len(lines) - MAX_CELL_LINES
    if more > 1:
        left_out["lines of output"] += more
        lines = [*lines[:MAX_CELL_LINES], f"… {more} lines left out"]
    return lines


def _joined_streams(outputs: list[Any]) -> Iterator[dict[str, Any]]:
    """The outputs, with what was printed in several goes as one."""
    printed: list[str] = []
    for output in outputs:
        if not isinstance(output, dict):
            continue
        if output.get("output_type") == "stream":
            printed.append(_joined(output.get("text")))
            continue
        if printed:
            yield {"output_type": "stream", "text": printed}
            printed = []
        yield output
    if printed:
        yield {"output_type": "stream", "text": printed}


def _output_lines(output: dict[str, Any], left_out: Counter[str]) -> list[str]:
    kind = output.get("output_type")
    if kind == "stream":
        return _shortened(_joined(output.get("text")), left_out)
    if kind in ("error", "pyerr"):
        return _error(output, left_out)
    data = output.get("data") if isinstance(output.get("data"), dict) else None
    if data is None:  # nbformat 2 and 3
        data = {
            _OLD.get(key, f"image/{key}"): v
            for key, v in output.items()
            if key in _OLD or key in ("png", "jpeg")
        }
    if any(str(mime).startswith(("image/", "video/", "audio/")) for mime in data):
        left_out["pictures"] += 1
    for mime in _TEXTS:
        text = _joined(data.get(mime))
        if mime == "text/html":
            text = _html_text(text)
        if text.strip() and not _OBJECT.fullmatch(text.strip()):
            return _shortened(text, left_out)
    return []


def _error(output: dict[str, Any], left_out: Counter[str]) -> list[str]:
    """An error by its name and message; where it came about is left out."""
    name, value = _joined(output.get("ename")), _joined(output.get("evalue"))
    traceback = output.get("traceback")
    if isinstance(traceback, list) and traceback:
        left_out["lines of output"] += sum(str(part).count("\n") + 1 for part in traceback)
    return _shortened(f"{name}: {value}" if name and value else name or value, left_out)


def _shortened(text: str, left_out: Counter[str]) -> list[str]:
    """The first lines of what a terminal would show of `text`."""
    if len(text) > _MAX_TEXT:
        left_out["characters of output"] += len(text) - _MAX_TEXT
        text = text[:_MAX_TEXT]
    text, pictures = without_pictures(_ANSI.sub("", text).replace("\r\n", "\n"))
    if pictures:
        left_out["pictures"] += pictures
    lines = [_CONTROL.sub("", line.rstrip("\r").rpartition("\r")[2]).rstrip() for line in text.split("\n")]
    while lines and not lines[-1]:
        lines.pop()
    while lines and not lines[0]:
        lines.pop(0)
    more = len(lines) - MAX_LINES
    if more > 1:
        left_out["lines of output"] += more
        lines = [*lines[:MAX_LINES], f"… {more} lines left out"]
    return [_line(line, left_out) for line in lines]


def _line(line: str, left_out: Counter[str]) -> str:
    if len(line) <= MAX_LINE:
        return line
    left_out["characters of output"] += len(line) - MAX_LINE
    return f"{line[:MAX_LINE]} … {len(line) - MAX_LINE} characters left out"


def _html_text(source: str) -> str:
    """HTML as lines of text: only for outputs that have no other form."""
    source = _WITHIN_WORDS.sub("", _HIDDEN_HTML.sub(" ", source[:_MAX_TEXT]))
    lines = (plain_html(line) for line in _HTML_BLOCK.split(source))
    return "\n".join(line for line in lines if line)


def _joined(value: Any) -> str:
    if isinstance(value, list):
        return "".join(part for part in value if isinstance(part, str))
    return value if isinstance(value, str) else ""
