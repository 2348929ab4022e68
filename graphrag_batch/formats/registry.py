"""Which parser reads a file, and the one door to them all: `parse` never raises."""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

from graphrag_batch.formats.code_paths import language_of
from graphrag_batch.formats.decode import Decoded, decode
from graphrag_batch.formats.versions import PARSE_VERSION
from graphrag_batch.records import Document, Unreadable

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
    """The parsers are loaded when first needed: most builds parse nothing, and none parses all."""
    text, encoding, warnings = decoded.text, decoded.encoding, decoded.warnings
    family, _, language = format.partition(":")
    if family == "code":
        from graphrag_batch.formats.code import parse_code

        return parse_code(language, text, encoding, warnings)
    if family == "rst":
        from graphrag_batch.formats.rst import parse_rst

        return parse_rst(text, encoding=encoding, warnings=warnings)
    if family == "text":
        from graphrag_batch.formats.text import parse_text

        return parse_text(text, encoding=encoding, warnings=warnings)
    if family in ("markdown", "mdx"):
        from graphrag_batch.formats.markdown import parse_markdown

        return parse_markdown(text, jsx=family == "mdx", encoding=encoding, warnings=warnings)
    raise ValueError(f"no such format: {format}")


def format_names() -> list[str]:
    """Every format there is a parser for."""
    return [*(name for name in PARSE_VERSION if name != "code"), *(f"code:{name}" for name in _languages())]


def _languages() -> list[str]:
    from tree_sitter_language_pack import SupportedLanguage  # carries a hundred grammars

    return sorted(get_args(SupportedLanguage))
