"""Which reader reads a file, and the doors to them all: `decode`, then `parse`. They never raise.

Two steps, since secrets are taken out of the text in between: `decode` makes text of bytes (Markdown, where
the format is no text), `parse` finds the structure in it.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import get_args

from graphrag_batch.config import FormatsConfig
from graphrag_batch.formats.code_paths import language_of
from graphrag_batch.formats.decode import decode as decode_text
from graphrag_batch.formats.families import EXTENSIONS, FAMILIES, family_of
from graphrag_batch.formats.html_template import is_template
from graphrag_batch.formats.readers import converter_of, parser_of
from graphrag_batch.records import Decoded, Document, Unreadable

_TEXT_NAMES = re.compile(
    r"(readme|licen[cs]e|copying|copyright|notice|authors|contributors|maintainers|changelog|changes|"
    r"history|news|install|todo|thanks|credits|codeowners|version)([-_.][a-z0-9]+)?",
)
_MANUAL = re.compile(r"[1-9n][a-z]{0,4}|man|mdoc|roff|troff")
_MACROS = re.compile(rb"^[.'](?:\\\"|TH |Dd |SH |Sh |so )", re.MULTILINE)
_HEAD_BYTES = 4096


def format_of(path: str, head: bytes) -> str:
    """The format of a file from its path and its first bytes: the name of a family, or `code:LANGUAGE`.
    Text of no known kind is `text`."""
    name = path.strip('"').rpartition("/")[2].lower()
    stem, dot, extension = name.rpartition(".")
    if dot and stem and extension in EXTENSIONS and name != "cmakelists.txt":
        format = EXTENSIONS[extension]
        return "code:html" if format == "html" and is_template(head[:_HEAD_BYTES]) else format
    if _MANUAL.fullmatch(name.removesuffix(".in").rpartition(".")[2]) and _MACROS.search(head[:_HEAD_BYTES]):
        return "man"
    if not dot and _TEXT_NAMES.fullmatch(name):
        return "text"
    language = language_of(path.strip('"'), head[:_HEAD_BYTES].decode("utf-8", "replace"))
    return f"code:{language}" if language else "text"


def decode(format: str, raw: bytes, options: FormatsConfig) -> Decoded | Unreadable:
    """The text of `raw` read as `format`, or why there is none. Never raises."""
    family = family_of(format)
    decoded = _converted(format, raw, options) if family.converted else decode_text(raw)
    if isinstance(decoded, Decoded) and not decoded.text.strip():
        return Unreadable("empty")
    return decoded


def parse(format: str, decoded: Decoded) -> Document:
    """The Document of decoded text. Never raises: one bad file never stops a batch, nor loses its text."""
    try:
        return parser_of(format)(decoded)
    except Exception as error:
        warning = f"read as plain text: the {format} parser failed ({type(error).__name__})"
        return parser_of("text")(replace(decoded, warnings=(*decoded.warnings, warning)))


def read(format: str, raw: bytes, options: FormatsConfig | None = None) -> Document | Unreadable:
    """`decode`, then `parse`: for those who need no secrets taken out in between."""
    decoded = decode(format, raw, options or FormatsConfig())
    return decoded if isinstance(decoded, Unreadable) else parse(format, decoded)


def _converted(format: str, raw: bytes, options: FormatsConfig) -> Decoded | Unreadable:
    """What is no text, converted; text that its converter stumbles over, as it is."""
    family = family_of(format)
    try:
        return converter_of(format)(raw, options)
    except ImportError:
        if not family.extra:
            raise
        return Unreadable("needs-extra", f"graphrag-batch[{family.extra}]")
    except Exception as error:
        problem = f"the {format} reader failed ({type(error).__name__})"
        if family.binary:
            return Unreadable("unreadable", problem)
        decoded = decode_text(raw)
        if isinstance(decoded, Unreadable):
            return decoded
        return replace(decoded, warnings=(*decoded.warnings, f"read as it is: {problem}"))


def format_names() -> list[str]:
    """Every format there is a reader for."""
    return [*(name for name in FAMILIES if name != "code"), *(f"code:{name}" for name in _languages())]


def missing_extras() -> dict[str, list[str]]:
    """What must be installed (as pip names it) -> the formats that cannot be read without it."""
    missing: dict[str, list[str]] = {}
    for name, family in FAMILIES.items():
        made = decode(name, b"", FormatsConfig()) if family.extra else None
        if isinstance(made, Unreadable) and made.reason == "needs-extra":
            missing.setdefault(made.detail, []).append(name)
    return missing


def _languages() -> list[str]:
    from tree_sitter_language_pack import SupportedLanguage  # carries a hundred grammars

    return sorted(get_args(SupportedLanguage))
