"""Source code of every language of tree-sitter-language-pack: text → Document, cut at definitions.

A syntax error gives a partial result, and what cannot be read in bounds becomes one `code` block
with a warning; nothing here raises on any text.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.formats.code_docs import comment_text, first_paragraph, fold_signature, string_text
from graphrag_batch.formats.code_generic import comment_types, generic_query
from graphrag_batch.formats.code_imports import imports_of
from graphrag_batch.formats.code_languages import RULES, Rules
from graphrag_batch.formats.code_layout import (
    LONG_LINES,
    Found,
    Lines,
    gaps,
    innermost,
    lay_out,
    module_blocks,
    nest,
    symbol_blocks,
)
from graphrag_batch.formats.code_names import body_node, name_of
from graphrag_batch.formats.code_paths import language_of
from graphrag_batch.records import Block, Document, Link

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query, Tree

__all__ = ["CODE_VERSION", "language_of", "parse_code"]

CODE_VERSION = 1

MAX_BYTES = 4_000_000
MAX_AVERAGE_LINE = 1_000
MINIFIED_FROM = 20_000
MAX_FOUND = 20_000
# Bytes handed to the parser at a time, and how many of its progress reports it may make per kilobyte
# (and at least): a limit that is the same on every machine, as a clock's would not be.
SLICE = 1 << 16
REPORTS_PER_KB = 400
REPORTS = 40_000

_UPPER = re.compile(r"^_{0,2}[A-Z][A-Z0-9_]*$")
_LICENCE = re.compile(r"copyright|licen[cs]e|SPDX-|all rights reserved", re.IGNORECASE)
_PRAGMA = re.compile(r"^\W*(-\*-|vim:|frozen_string_literal|eslint|@ts-|coding[:=]|shellcheck|!)")
_DECORATOR = re.compile(r"^(@[\w.]+(\([^()]*\))?\s+)+")
_NOT_KINDS = {"name", "body"}
_OPENED = {"class", "struct", "interface", "enum", "trait", "module", "scope"}


@dataclass(frozen=True, slots=True)
class _Grammar:
    language: Language
    query: Query
    rules: Rules


@lru_cache(maxsize=None)
def _grammar(name: str) -> _Grammar:
    """The grammar and compiled query of one language; loads that language alone."""
    from tree_sitter import Query
    from tree_sitter_language_pack import get_language

    language = get_language(name)  # type: ignore[arg-type]
    rules = RULES.get(name) or Rules(generic_query(language))
    comments = "\n".join(f"({kind}) @comment" for kind in comment_types(language))
    return _Grammar(language, Query(language, f"{rules.query}\n{comments}"), rules)


def parse_code(language: str, text: str, encoding: str, warnings: tuple[str, ...]) -> Document:
    """The `Document` of source `text` in `language` (a grammar's name in the language pack).

    Pure: equal arguments give equal results. Never raises on any text; raises LookupError for a
    language that the pack does not have.
    """
    grammar = _grammar(language)
    raw = text.encode("utf-8", "surrogatepass")
    tree, problem = _tree(grammar.language, raw)
    if tree is None:
        return _plain(language, text, encoding, (*warnings, problem))
    reader = _Reader(language, grammar, text, raw)
    reader.read(tree)
    if len(reader.found) > MAX_FOUND:
        return _plain(language, text, encoding, (*warnings, f"more than {MAX_FOUND} definitions"))
    return reader.document(tree, encoding, warnings)


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
    parser = Parser(language)
    if len(raw) <= SLICE:
        return parser.parse(raw), ""
    reports = 0
    limit = max(REPORTS, REPORTS_PER_KB * (len(raw) >> 10))

    def too_many(*_: object) -> bool:
        nonlocal reports
        reports += 1
        return reports > limit

    parse: Callable[..., Tree] = parser.parse
    try:
        return parse(lambda at, _: raw[at : at + SLICE], progress_callback=too_many), ""
    except ValueError:
        return None, "too much work for the parser: structure not read"


class _Offsets:
    """Byte offsets to code points: the identity for ASCII, else counts at every kilobyte."""

    _CONTINUATION = bytes(range(0x80, 0xC0))

    def __init__(self, raw: bytes, length: int) -> None:
        self.raw = raw
        self.ascii = len(raw) == length
        self.counts = [0]
        for at in range(0, 0 if self.ascii else len(raw), 1024):
            self.counts.append(self.counts[-1] + self._characters(at, at + 1024))

    def _characters(self, start: int, end: int) -> int:
        return len(self.raw[start:end].translate(None, self._CONTINUATION))

    def at(self, byte: int) -> int:
        """The code point offset of a byte offset at a character's edge."""
        if self.ascii:
            return byte
        block = byte >> 10
        return self.counts[block] + self._characters(block << 10, byte)


class _Reader:
    """Collects what the query found in one text. One use only."""

    def __init__(self, language: str, grammar: _Grammar, text: str, raw: bytes) -> None:
        self.language, self.rules, self.query = language, grammar.rules, grammar.query
        self.text = text
        self.lines = Lines(text)
        self.offsets = _Offsets(raw, len(text))
        self.found: list[Found] = []
        self.imports: list[tuple[int, int]] = []
        self.comments: list[tuple[int, int]] = []
        # line on which a whole-line comment or attribute ends → its span and whether it is a comment
        self.above: dict[int, tuple[int, int, bool]] = {}
        self.before: dict[int, int] = {}
        self.wraps: dict[int, tuple[int, int, str]] = {}

    def span(self, node: Node) -> tuple[int, int]:
        """Code points of `node` without white space at its end."""
        start, end = self.offsets.at(node.start_byte), self.offsets.at(node.end_byte)
        return start, max(start, start + len(self.text[start:end].rstrip()))

    def read(self, tree: Tree) -> None:
        """Run the query and keep what it finds, in order of position."""
        from tree_sitter import QueryCursor

        best: dict[int, tuple[int, str, dict[str, list[Node]]]] = {}
        for pattern, captures in QueryCursor(self.query).matches(tree.root_node):
            for kind, nodes in captures.items():
                if kind in _NOT_KINDS or kind[0] == "_":
                    continue
                if kind in ("comment", "attribute"):
                    self._keep_line(nodes[0], kind)
                elif kind == "wrap":
                    self._keep_wrap(nodes[0])
                elif kind == "import":
                    self.imports.append(self.span(nodes[0]))
                elif nodes[0].id not in best or best[nodes[0].id][0] > pattern:
                    best[nodes[0].id] = (pattern, kind, captures)
        self.imports = _outermost(self.imports)
        self.comments.sort()
        root = tree.root_node.id
        if len(best) > MAX_FOUND:
            best = dict(list(best.items())[: MAX_FOUND + 1])
        for node_id, (_, kind, captures) in best.items():
            if node_id != root:
                self._keep_definition(kind, captures)

    def _keep_line(self, node: Node, kind: str) -> None:
        start, end = self.span(node)
        if kind == "comment":
            self.comments.append((start, end))
        else:
            self.before[end] = start
        if end > start and self.lines.opens(start):
            self.above[self.lines.number(end - 1)] = (start, end, kind == "comment")

    def _keep_wrap(self, node: Node) -> None:
        """Remember the largest wrapper by where its text ends (punctuation not counted)."""
        start, end = self.span(node)
        key = start + len(self.text[start:end].rstrip(";, \n\t"))
        if key not in self.wraps or self.wraps[key][0] > start:
            self.wraps[key] = (start, end, node.type)

    def _keep_definition(self, kind: str, captures: dict[str, list[Node]]) -> None:
        node = captures[kind][0]
        named = captures.get("name")
        name = name_of(self.language, node, named[0] if named else None, self.rules.dotted)
        if not name or (kind == "constant" and self.rules.upper and not _UPPER.match(name)):
            return
        body = captures["body"][0] if "body" in captures else body_node(node)
        start, end = self.span(node)
        if body is not None:
            end = max(end, self.span(body)[1])
        item = Found(kind, name, start, end, start, end, dotted=self.rules.dotted)
        item.run = node.type in self.rules.runs
        self._enclose(item, kind, node, body)
        if self.rules.docstring and body is not None:
            item.doc = self._docstring(body) or item.doc
        self.found.append(item)

    def _enclose(self, item: Found, kind: str, node: Node, body: Node | None) -> None:
        """Fill what surrounds `item`: wrapper, comment above, body, signature, split points."""
        wrap = self.wraps.get(item.start + len(self.text[item.start : item.end].rstrip(";, \n\t")))
        header = item.start
        if wrap is not None and wrap[0] <= item.start and kind != "constant":
            item.outer, item.outer_end = wrap[0], max(item.end, wrap[1])
            header = item.start if wrap[2] == "decorated_definition" else wrap[0]
        if body is not None and kind != "constant":
            item.body = max(item.start, self.offsets.at(body.start_byte))
            item.signature = self._signature(header, item.body if item.body > header else item.end, kind)
            if self.lines.number(item.end) - self.lines.number(item.start) > LONG_LINES:
                item.splits = self._statement_lines(body)
        else:
            item.signature = self._signature(header, item.end, kind)
        if kind == "scope" and node.type in ("impl_item", "class_declaration", "instance"):
            item.title = item.signature
        if kind != "constant":
            item.outer, item.doc = self._comment_above(item.outer)
        else:
            item.doc = self._comment_above(self.lines.start(item.start))[1]

    def _signature(self, start: int, end: int, kind: str) -> str:
        end = min(end, start + 4_000)
        header, position = "", start
        for first, last in self.comments[bisect_left(self.comments, (start, 0)) :]:
            if first >= end:
                break
            header, position = header + self.text[position:first], last
        header += self.text[position:end]
        if kind in _OPENED and "{" in header:
            header = header.partition("{")[0]
        return fold_signature(_DECORATOR.sub("", header))

    def _statement_lines(self, body: Node) -> list[int]:
        """Where the statements of a body start, for those that start a line."""
        starts = (self.offsets.at(child.start_byte) for child in body.named_children)
        return [self.lines.start(start) for start in starts if self.lines.opens(start)]

    def _comment_above(self, start: int) -> tuple[int, str]:
        """The start of the comments and attributes right above `start`, and what they say."""
        line = self.lines.start(start)
        while (edge := line + len(self.text[line:start].rstrip())) in self.before:
            start = self.before[edge]
        if not self.lines.opens(start):
            return start, ""
        column = start - self.lines.start(start)
        texts: list[str] = []
        attributes: list[str] = []
        while True:
            entry = self.above.get(self.lines.number(start) - 1)
            if entry is None or entry[0] - self.lines.start(entry[0]) != column:
                break
            said = self.text[entry[0] : entry[1]]
            if said.startswith("#!") or (self.language == "rust" and said.startswith(("//!", "/*!"))):
                break
            start = entry[0]
            (texts if entry[2] else attributes).append(said)
        said = "\n".join(comment_text(part) for part in reversed(texts))
        doc = first_paragraph(said)
        for attribute in reversed(attributes):
            if not doc and re.match(r"@\w*doc\s|[\"']", attribute):
                doc = first_paragraph(string_text(re.sub(r"^@\w+\s+", "", attribute)))
        return start, doc

    def _docstring(self, body: Node) -> str:
        """The first paragraph of the string that opens `body`, or nothing."""
        for child in body.named_children[:3]:
            if child.type == "expression_statement" and child.named_child_count == 1:
                child = child.named_children[0]
            if child.type in ("string", "concatenated_string"):
                start, end = self.span(child)
                return first_paragraph(string_text(self.text[start:end]))
            if child.type != "comment":
                return ""
        return ""

    def document(self, tree: Tree, encoding: str, warnings: tuple[str, ...]) -> Document:
        """Everything found, laid out."""
        nested = nest(merged(self.found, self.text) if self.rules.merge else self.found, self.rules.members)
        layout = lay_out(self.text, self.lines, nested)
        starts = [section.start for section in layout.sections]
        lead, summary = self._leading(tree.root_node, starts[0] if starts else len(self.text))
        blocks: list[Block] = []
        for start, end, section in gaps(layout.sections, len(self.text)):
            if section < 0:
                blocks += module_blocks(self.text, self.lines, start, end, self.imports, lead)
            else:
                kind, splits = layout.kinds[section], layout.splits[section]
                blocks += symbol_blocks(self.text, self.lines, start, end, kind, section, splits)
        return Document(
            format=f"code:{self.language}",
            text=self.text,
            sections=tuple(layout.sections),
            blocks=tuple(blocks),
            links=tuple(self._links(layout.sections, starts)),
            definitions=tuple(layout.definitions),
            meta=canonical_json({"summary": summary} if summary else {}),
            encoding=encoding,
            warnings=warnings,
        )

    def _links(self, sections: list[Any], starts: list[int]) -> Iterable[Link]:
        for start, end in self.imports:
            section = innermost(sections, starts, start)
            for target, names in imports_of(self.language, self.text[start:end]):
                yield Link(start, end, target, names, section)

    def _leading(self, root: Node, limit: int) -> tuple[int, str]:
        """Where the free-standing comment (or docstring) at the top ends, and its first paragraph."""
        spans = [span for span in self.comments[:50] if span[1] <= limit]
        docstring = ""
        if self.rules.docstring:
            first = next((c for c in root.named_children[:20] if c.type != "comment"), None)
            if first is not None and (docstring := self._docstring(root)):
                spans = sorted([*spans, self.span(first)])
        position = 0
        said: list[str] = []
        for start, end in spans:
            between = self.text[position:start]
            if between.strip():
                break
            if said and "\n\n" in between:
                said.append("")
            said.append(comment_text(self.text[start:end]))
            position = end
        after = self.text[position:]
        separate = not after.strip() or after.lstrip(" \t").startswith(("\n\n", "\n \n"))
        return (position if separate and position <= limit else 0), docstring or _summary(said)


def _summary(comments: list[str]) -> str:
    """The first paragraph that is neither a licence nor an editor's line."""
    text = "\n".join(comments)
    for paragraph in re.split(r"\n\s*\n", text):
        kept = "\n".join(line for line in paragraph.split("\n") if not _PRAGMA.match(line))
        said = first_paragraph(kept)
        if said and not _LICENCE.search(said):
            return said
    return ""


def _outermost(spans: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Spans in order, without those that lie within another."""
    result: list[tuple[int, int]] = []
    for start, end in sorted(spans, key=lambda s: (s[0], -s[1])):
        if not result or start >= result[-1][1]:
            result.append((start, end))
    return result


def merged(found: list[Found], text: str) -> list[Found]:
    """Neighbouring functions of one name (equations, clauses, a signature before them) as one."""
    result: list[Found] = []
    for item in sorted(found, key=lambda f: (f.outer, -f.outer_end)):
        last = result[-1] if result else None
        if (
            last is not None
            and last.kind == item.kind == "function"
            and last.name == item.name
            and last.outer_end <= item.outer
            and not text[last.outer_end : item.outer].strip()
        ):
            last.end = last.outer_end = item.outer_end
            last.doc = last.doc or item.doc
            continue
        result.append(item)
    return result
