"""Which parser reads a file, and the one door to them all: `parse` never raises."""

from __future__ import annotations

import re
from dataclasses import replace
from functools import cache
from importlib.metadata import PackageNotFoundError, version
from typing import get_args

from graphrag_batch.fingerprint import stage_fingerprint
from graphrag_batch.formats.code import CODE_VERSION, language_of, parse_code
from graphrag_batch.formats.decode import DECODE_VERSION, Decoded, decode
from graphrag_batch.formats.markdown import MARKDOWN_VERSION, parse_markdown
from graphrag_batch.formats.rst import RST_VERSION, parse_rst
from graphrag_batch.formats.text import TEXT_VERSION, parse_text
from graphrag_batch.records import Document, Unreadable

PARSE_VERSION: dict[str, int] = {
    "markdown": MARKDOWN_VERSION,
    "mdx": MARKDOWN_VERSION,
    "rst": RST_VERSION,
    "text": TEXT_VERSION,
    "code": CODE_VERSION,
}
# Libraries whose version can change what a parser makes of the same bytes.
_LIBRARIES: dict[str, tuple[str, ...]] = {
    "markdown": ("markdown-it-py", "mdurl", "pyyaml"),
    "mdx": ("markdown-it-py", "mdurl", "pyyaml"),
    "rst": (),
    "text": (),
    "code": ("tree-sitter", "tree-sitter-language-pack"),
}
_DECODING = ("charset-normalizer",)

_EXTENSIONS: dict[str, str] = {
    **dict.fromkeys(("md", "markdown", "mdown", "mkd", "mkdn", "mdwn", "qmd", "rmd", "mdc"), "markdown"),
    "mdx": "mdx",
    **dict.fromkeys(("rst", "rest"), "rst"),
    **dict.fromkeys(("txt", "text", "log", "adoc", "asciidoc", "asc"), "text"),
}
_TEXT_NAMES = re.compile(
    r"(readme|licen[cs]e|copying|copyright|notice|authors|contributors|maintainers|changelog|changes|"
    r"history|news|install|todo|thanks|credits|codeowners|version)([-_.][a-z0-9]+)?",
)
_HEAD_BYTES = 4096


def format_of(path: str, head: bytes) -> str:
    """The format of a file from its path and its first bytes: `markdown`, `mdx`, `rst`, `text` or
    `code:LANGUAGE`. Text of no known kind is `text`."""
    name = path.strip('"').rpartition("/")[2].lower()
    stem, dot, extension = name.rpartition(".")
    if dot and stem and extension in _EXTENSIONS and name != "cmakelists.txt":
        return _EXTENSIONS[extension]
    if not dot and _TEXT_NAMES.fullmatch(name):
        return "text"
    language = language_of(path.strip('"'), head[:_HEAD_BYTES].decode("utf-8", "replace"))
    return f"code:{language}" if language else "text"


def parse(format: str, raw: bytes) -> Document | Unreadable:
    """The Document of `raw` read as `format`, or why it has none. Never raises."""
    decoded = decode(raw)
    if isinstance(decoded, Unreadable):
        return decoded
    if not decoded.text.strip():
        return Unreadable("empty")
    try:
        return _parse(format, decoded)
    except Exception as error:  # one bad file never stops a batch, nor loses its text
        warning = f"read as plain text: the {format} parser failed ({type(error).__name__})"
        return _parse("text", replace(decoded, warnings=(*decoded.warnings, warning)))


def _parse(format: str, decoded: Decoded) -> Document:
    text, encoding, warnings = decoded.text, decoded.encoding, decoded.warnings
    family, _, language = format.partition(":")
    if family == "code":
        return parse_code(language, text, encoding, warnings)
    if family == "rst":
        return parse_rst(text, encoding=encoding, warnings=warnings)
    if family == "text":
        return parse_text(text, encoding=encoding, warnings=warnings)
    if family in ("markdown", "mdx"):
        return parse_markdown(text, jsx=family == "mdx", encoding=encoding, warnings=warnings)
    raise ValueError(f"no such format: {format}")


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


def format_names() -> list[str]:
    """Every format there is a parser for."""
    return [*(name for name in PARSE_VERSION if name != "code"), *(f"code:{name}" for name in _languages())]


def _languages() -> list[str]:
    from tree_sitter_language_pack import SupportedLanguage  # carries a hundred grammars

    return sorted(get_args(SupportedLanguage))


@cache
def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
