"""Source code of every language of tree-sitter-language-pack: text → Document, cut at definitions.

A syntax error gives a partial result, and what cannot be read in bounds becomes one `code` block
with a warning; nothing here raises on any text.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cache
from typing import TYPE_CHECKING

from graphrag_batch.formats.code_data import too_deep
from graphrag_batch.formats.code_generic import comment_types, generic_query
from graphrag_batch.formats.code_languages import RULES
from graphrag_batch.formats.code_paths import language_of
from graphrag_batch.formats.code_reader import MAX_FOUND, Grammar, Reader
from graphrag_batch.formats.code_rules import Rules
from graphrag_batch.records import Block, Decoded, Document

if TYPE_CHECKING:
    from tree_sitter import Language, Tree

__all__ = ["language_of", "parse_code", "read_code"]

MAX_BYTES = 2_000_000
MAX_AVERAGE_LINE = 1_000
MINIFIED_FROM = 20_000
# Bytes handed to the parser at a time, and how many of its progress reports it may make (dense but
# sound files make up to 28 a kilobyte): a limit that is the same on every machine, unlike a clock's.
SLICE = 1 << 16
REPORTS_PER_KB = 60
REPORTS = 2_000

# Grammars' scanners keep stacks of indentation and open quotes in a kilobyte, and some write past it.
MAX_INDENTS = 160
_INDENT = re.compile(r"^[ \t]+", re.MULTILINE)
_NESTED_MARKERS = re.compile(r"^[ \t]*(?:(?:[-?:>+*]|\d+[.)])[ \t]*){100}", re.MULTILINE)
_REPEATED = re.compile(r"([^\n]{2,12}?)\1{79}")
_LAYOUT = frozenset(
    {
        "python",
        "starlark",
        "yaml",
        "haskell",
        "purescript",
        "elm",
        "agda",
        "fsharp",
        "fsharp_signature",
        "nim",
    }
    | {"scala", "gdscript", "bitbake", "markdown", "rst", "org", "gleam", "typst", "beancount", "tablegen"}
)
_FRAGILE = frozenset({"perl", "agda", "typst"})
_SURROGATE = re.compile("[\ud800-\udfff]")
_SEQUENCE_AREA = re.compile(rb"^[^\n]{1,6}", re.MULTILINE)


@cache
def _grammar(name: str) -> Grammar:
    """The grammar and compiled query of one language; loads that language alone."""
    from tree_sitter import Query
    from tree_sitter_language_pack import get_language

    language = get_language(name)  # type: ignore[arg-type]
    rules = RULES.get(name) or Rules(generic_query(language))
    comments = "\n".join(f"({kind}) @comment" for kind in comment_types(language))
    return Grammar(language, Query(language, f"{rules.query}\n{comments}"), rules)


def read_code(decoded: Decoded, language: str) -> Document:
    """The Document of source text in `language`; see `parse_code`."""
    return parse_code(language, decoded.text, decoded.encoding, decoded.warnings)


def parse_code(language: str, text: str, encoding: str, warnings: tuple[str, ...]) -> Document:
    """The `Document` of source `text` in `language` (a grammar's name in the language pack).

    Pure: equal arguments give equal results. Never raises on any text; raises LookupError for a
    language that the pack does not have.
    """
    grammar = _grammar(language)
    raw = _SURROGATE.sub("\ufffd", text).encode()  # one code point of three bytes for another
    tree, problem = None, _too_deep(language, text)
    if not problem:
        tree, problem = _tree(grammar.language, _prepared(language, raw))
    if tree is None:
        return _plain(language, text, encoding, (*warnings, problem))
    reader = Reader(language, grammar, text, raw)
    if not reader.read(tree):
        return _plain(language, text, encoding, (*warnings, f"more than {MAX_FOUND} definitions"))
    return reader.document(tree, encoding, warnings)


def _prepared(language: str, raw: bytes) -> bytes:
    """The bytes to parse: every offset of `raw` stays. Some grammars' scanners loop for ever on a
    last line without a line end (perl), or on text in the first six columns (cobol, where they hold
    sequence numbers only)."""
    if language == "cobol":
        raw = _SEQUENCE_AREA.sub(lambda found: b" " * len(found.group()), raw)
    return raw + b"\n"


def _too_deep(language: str, text: str) -> str:
    """Why `text` is nested too deep for the grammar's scanner, or nothing."""
    if too_deep(language, text):
        return "nested too deep: structure not read"
    if language in _LAYOUT and len(set(_INDENT.findall(text))) > MAX_INDENTS:
        return "indented too deep: structure not read"
    if language in ("yaml", "markdown") and _NESTED_MARKERS.search(text):
        return "nested too deep: structure not read"
    if language in _FRAGILE and _REPEATED.search(text):
        return "nested too deep: structure not read"
    return ""


def _plain(language: str, text: str, encoding: str, warnings: tuple[str, ...]) -> Document:
    end = len(text.rstrip())
    blocks = (Block("code", 0, end, -1),) if end else ()
    return Document(f"code:{language}", text, blocks=blocks, encoding=encoding, warnings=warnings)


def _tree(language: Language, raw: bytes) -> tuple[Tree | None, str]:
    """The syntax tree, or None and the reason: too large, minified, or too much work."""
    from tree_sitter import Parser

    if len(raw) > MAX_BYTES:
        return None, f"more than {MAX_BYTES} bytes: structure not read"
    if len(raw) > MINIFIED_FROM and len(raw) > MAX_AVERAGE_LINE * (raw.count(b"\n") + 1):
        return None, "minified: structure not read"
    reports = 0
    limit = REPORTS + REPORTS_PER_KB * (len(raw) >> 10)

    def too_many(*_: object) -> bool:
        nonlocal reports
        reports += 1
        return reports > limit

    parse: Callable[..., Tree] = Parser(language).parse
    try:
        return parse(lambda at, _: raw[at : at + SLICE], progress_callback=too_many), ""
    except ValueError:
        return None, "too much work for the parser: structure not read"
