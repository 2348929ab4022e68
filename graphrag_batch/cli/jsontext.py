"""Changing one member of a JSON text while every other character stays as the user wrote it."""

from __future__ import annotations

import json
import re
from dataclasses import dataclass
from json import JSONDecoder
from typing import Any

_SPACE = re.compile(r"[ \t\r\n]*")
_DECODER = JSONDecoder()


@dataclass(frozen=True, slots=True)
class Member:
    """One `"key": value` of an object: where its key begins, and where its value begins and ends."""

    key: str
    start: int
    value_start: int
    end: int


def members(text: str, at: int) -> list[Member]:
    """The members of the object whose `{` is at `at`. `text` must be JSON (ValueError otherwise)."""
    found: list[Member] = []
    position = _skip(text, at + 1)
    while text[position] != "}":
        key, after = _DECODER.raw_decode(text, position)
        value_start = _skip(text, _skip(text, after) + 1)
        _, end = _DECODER.raw_decode(text, value_start)
        found.append(Member(key, position, value_start, end))
        position = _skip(text, end)
        if text[position] == ",":
            position = _skip(text, position + 1)
    return found


def set_member(text: str, path: tuple[str, ...], value: Any) -> str:
    """`text` with `value` at `path`, objects made where they are missing. What is there already
    keeps its characters; new lines follow the indentation and line ends of the text."""
    at = _skip(text, 0)
    for depth, key in enumerate(path):
        inside = members(text, at)
        same = next((m for m in inside if m.key == key), None)
        rest = path[depth + 1 :]
        if same is None:
            return _insert(text, at, inside, key, _nest(rest, value), depth)
        if not rest:
            new = _dump(text, value, depth + 1)
            return text[: same.value_start] + new + text[same.end :]
        if text[same.value_start] != "{":
            raise ValueError(f"{key} is not an object")
        at = same.value_start
    return text


def remove_member(text: str, path: tuple[str, ...]) -> str:
    """`text` without the member at `path`, and without the object that held nothing else."""
    at = _skip(text, 0)
    cut: tuple[int, list[Member], int] | None = None
    for key in path:
        inside = members(text, at)
        index = next((n for n, m in enumerate(inside) if m.key == key), None)
        if index is None:
            return text
        if cut is None or len(inside) > 1:
            cut = (at, inside, index)
        at = inside[index].value_start
    return _cut(text, *cut) if cut else text


def _skip(text: str, position: int) -> int:
    found = _SPACE.match(text, position)
    return found.end() if found else position


def _nest(keys: tuple[str, ...], value: Any) -> Any:
    for key in reversed(keys):
        value = {key: value}
    return value


def _style(text: str) -> tuple[str | None, str]:
    """One step of indentation (None: all on one line) and the line end, as the text has them."""
    found = re.search(r"\n([ \t]+)\S", text)
    return (found[1] if found else None), ("\r\n" if "\r\n" in text else "\n")


def _dump(text: str, value: Any, depth: int) -> str:
    step, newline = _style(text)
    dumped = json.dumps(value, indent=step, ensure_ascii=False)
    return dumped.replace("\n", newline + (step or "") * depth)


def _insert(text: str, at: int, inside: list[Member], key: str, value: Any, depth: int) -> str:
    step, newline = _style(text)
    line = f"{json.dumps(key, ensure_ascii=False)}: {_dump(text, value, depth + 1)}"
    before, after = ("", "") if step is None else (newline + step * (depth + 1), newline + step * depth)
    if inside:
        end = inside[-1].end
        return f"{text[:end]},{before or ' '}{line}{text[end:]}"
    return f"{text[: at + 1]}{before}{line}{after}{text[_skip(text, at + 1) :]}"


def _cut(text: str, at: int, inside: list[Member], index: int) -> str:
    if index > 0:
        return text[: inside[index - 1].end] + text[inside[index].end :]
    if len(inside) > 1:
        return text[: inside[0].start] + text[inside[1].start :]
    return text[: at + 1] + text[_skip(text, inside[0].end) :]
