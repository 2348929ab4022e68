"""What the value of a setting must satisfy beyond its type. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any


def _is_expression(text: str) -> bool:
    try:
        re.compile(text)
    except (re.error, RecursionError, OverflowError):
        return False
    return True


def _is_weight(value: float) -> bool:
    return 0 <= value < float("inf")


def _is_inside(path: str) -> bool:
    return (
        not re.match(r"[/\\]|[A-Za-z]:", path) and ".." not in re.split(r"[/\\]", path) and "\0" not in path
    )


def _is_relation(text: str) -> bool:
    return re.fullmatch(r"\s*[a-z][a-z_]{0,39}\s*=\s*[^\s,=][^,=]*(,\s*[^\s,=][^,=]*)*", text) is not None


def _is_address(text: str) -> bool:
    return not text or re.fullmatch(r"https?://[^\s/?#@]+(/[^\s?#@]*)?", text) is not None


# Dotted key -> (test, what is wanted).
RULES: dict[str, tuple[Callable[[Any], bool], str]] = {
    "select.max_bytes": (lambda v: v > 0, "a positive number of bytes"),
    "select.restricted": (lambda v: v in ("mark", "exclude"), "mark or exclude"),
    "formats.max_bytes": (lambda v: v > 0, "a positive number of bytes"),
    "formats.table.rows": (lambda v: v >= 0, "zero or more"),
    "redact.allow": (lambda v: all(map(_is_expression, v)), "regular expressions that compile"),
    "chunk.target_tokens": (lambda v: 20 <= v <= 8000, "between 20 and 8000"),
    "chunk.max_tokens": (lambda v: 40 <= v <= 16000, "between 40 and 16000"),
    "chunk.overlap": (lambda v: 0 <= v <= 0.5, "between 0 and 0.5"),
    "chunk.faq_tokens": (lambda v: 40 <= v <= 16000, "between 40 and 16000"),
    "chunk.procedure_tokens": (lambda v: 40 <= v <= 16000, "between 40 and 16000"),
    "dedupe.threshold": (lambda v: 0.7 <= v <= 1, "between 0.7 and 1"),
    "dedupe.min_words": (lambda v: v >= 5, "five or more"),
    "extract.ner": (lambda v: v.strip() == v != "", "a model's name, or none"),
    "extract.relations": (lambda v: all(map(_is_relation, v)), "relations such as `supersedes = replaces`"),
    "extract.regex.version": (lambda v: v == "1", "1"),
    "extract.names.accept": (lambda v: 0 < v <= 1, "above 0, at most 1"),
    "extract.names.doubt": (lambda v: 0 < v <= 1, "above 0, at most 1"),
    "extract.gazetteer.mine_topk": (lambda v: v >= 0, "zero or more"),
    "extract.gazetteer.min_freq": (lambda v: v >= 1, "one or more"),
    "embed.model": (lambda v: v.strip() == v != "", "a model's name"),
    "embed.dim": (lambda v: 0 <= v <= 8192, "between 0 (the model's own) and 8192"),
    "embed.endpoint": (_is_address, "empty, or an http(s):// address without a name, password or query"),
    "embed.quantize": (lambda v: v == "int8", "int8"),
    "retrieval.k": (lambda v: 1 <= v <= 1000, "between 1 and 1000"),
    "retrieval.hops": (lambda v: 0 <= v <= 3, "between 0 and 3"),
    "retrieval.preset": (lambda v: v in ("measured", "spec"), "measured or spec"),
    "retrieval.weights.semantic": (_is_weight, "a number from 0 up"),
    "retrieval.weights.hop": (_is_weight, "a number from 0 up"),
    "retrieval.weights.relation": (_is_weight, "a number from 0 up"),
    "memo.max_mb": (lambda v: v >= 1, "one or more megabytes"),
    "watch.dir": (_is_inside, "a folder of the repository, relative to its root"),
    "watch.debounce_ms": (lambda v: 0 <= v <= 60_000, "between 0 and 60000 milliseconds"),
}
