"""What decides a parser's output besides the bytes: versions, of our code and of libraries.

Apart from the parsers, so that asking whether anything has to be parsed loads none of them.
"""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from graphrag_batch.fingerprint import stage_fingerprint

# Raise a number when equal bytes give another Document.
PARSE_VERSION: dict[str, int] = {"markdown": 1, "mdx": 1, "rst": 1, "text": 1, "code": 1}
DECODE_VERSION = 1

# Libraries whose version can change what a parser makes of the same bytes.
_LIBRARIES: dict[str, tuple[str, ...]] = {
    "markdown": ("markdown-it-py", "mdurl", "pyyaml"),
    "mdx": ("markdown-it-py", "mdurl", "pyyaml"),
    "rst": (),
    "text": (),
    "code": ("tree-sitter", "tree-sitter-language-pack"),
}
_DECODING = ("charset-normalizer",)


def parse_version(format: str) -> int:
    """Version of the parser of `format`: it changes when equal bytes give another Document."""
    return PARSE_VERSION[format.partition(":")[0]]


@cache
def parser_fingerprint(format: str) -> str:
    """Identity of everything that decides what `parse(format, raw)` returns for given bytes."""
    family = format.partition(":")[0]
    libraries = (*_LIBRARIES[family], *_DECODING)
    versions = [f"{name}=={_installed(name)}" for name in libraries]
    return stage_fingerprint("parse", parse_version(format), format, str(DECODE_VERSION), *versions)


def fingerprint_of_all() -> str:
    """Identity of all parsers together."""
    return stage_fingerprint("parsers", 1, {name: parser_fingerprint(name) for name in PARSE_VERSION})


@cache
def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
