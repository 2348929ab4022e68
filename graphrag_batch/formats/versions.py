"""What decides a parser's output besides the bytes: the version of our code, and which libraries.

Data alone, apart from the parsers, so that asking whether anything has to be parsed loads none of
them. Which version of a library is installed is looked up by the build: that is IO.
"""

from __future__ import annotations

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


def libraries_of(format: str) -> tuple[str, ...]:
    """The distributions whose version can change what the parser of `format` makes of the same bytes."""
    return (*_LIBRARIES[format.partition(":")[0]], *_DECODING)
