"""The expressions of GitHub that action.yml uses, and no others: names, strings, comparisons, logic."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any

_TOKEN = re.compile(r"\s*(?:('(?:[^']|'')*')|([A-Za-z_][\w-]*(?:\.[\w-]+)*)|(&&|\|\||==|!=|!|\(|\)))")
Contexts = Mapping[str, Any]


def expand(text: str, contexts: Contexts) -> str:
    """A value of the action with its `${{ … }}` filled in."""
    return re.sub(r"\$\{\{(.*?)\}\}", lambda found: _shown(evaluate(found[1], contexts)), text)


def holds(condition: str, contexts: Contexts) -> bool:
    """Whether a step with this `if` runs, all before it having gone well."""
    return bool(evaluate(condition, contexts))


def evaluate(text: str, contexts: Contexts) -> Any:
    """The value of one expression. Fails on what it does not know, as the runner would be empty there."""
    tokens, at = [], 0
    while text[at:].strip():
        found = _TOKEN.match(text, at)
        assert found, f"cannot be evaluated: {text!r}"
        tokens.append(found[0].strip())
        at = found.end()
    value = _either(tokens, contexts)
    assert not tokens, f"left over in {text!r}: {tokens}"
    return value


def _either(tokens: list[str], contexts: Contexts) -> Any:
    value = _both(tokens, contexts)
    while tokens[:1] == ["||"]:
        tokens.pop(0)
        other = _both(tokens, contexts)
        value = value or other
    return value


def _both(tokens: list[str], contexts: Contexts) -> Any:
    value = _compared(tokens, contexts)
    while tokens[:1] == ["&&"]:
        tokens.pop(0)
        other = _compared(tokens, contexts)
        value = other if value else value
    return value


def _compared(tokens: list[str], contexts: Contexts) -> Any:
    value = _one(tokens, contexts)
    if tokens[:1] in (["=="], ["!="]):
        equal = tokens.pop(0) == "=="
        return (str(value).lower() == str(_one(tokens, contexts)).lower()) is equal
    return value


def _one(tokens: list[str], contexts: Contexts) -> Any:
    token = tokens.pop(0)
    if token == "!":
        return not _one(tokens, contexts)
    if token == "(":
        value = _either(tokens, contexts)
        assert tokens.pop(0) == ")"
        return value
    if token.startswith("'"):
        return token[1:-1].replace("''", "'")
    value = contexts
    for name in token.split("."):
        assert isinstance(value, Mapping), f"no such name: {token}"
        if name not in value and token.startswith("steps."):
            return ""  # a step that did not run, or did not set it
        value = value[name]
    return value


def _shown(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)
