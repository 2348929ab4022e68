"""What a language's query finds in one text, and the Document made of it."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.formats.code_data import LANGUAGES as DATA_LANGUAGES
from graphrag_batch.formats.code_data import keys_of
from graphrag_batch.formats.code_docs import (
    attribute_text,
    comment_text,
    first_paragraph,
    fold_signature,
    string_text,
    summary,
)
from graphrag_batch.formats.code_imports import imports_of
from graphrag_batch.formats.code_layout import (
    LONG_LINES,
    Found,
    Lines,
    gaps,
    innermost,
    lay_out,
    merged,
    module_blocks,
    nest,
    outermost,
    symbol_blocks,
)
from graphrag_batch.formats.code_names import body_node, name_of
from graphrag_batch.formats.code_rules import Rules
from graphrag_batch.records import Block, Document, Link, Section

if TYPE_CHECKING:
    from tree_sitter import Language, Node, Query, Tree

MAX_FOUND = 20_000

_UPPER = re.compile(r"^_{0,2}[A-Z][A-Z0-9_]*$")
_DECORATOR = re.compile(
    r"^((@(?!interface\b|implementation\b|protocol\b)[\w.]+(\([^()]*\))?|#?\[[^\[\]]*\])\s+)+"
)
_NOT_KINDS = {"name", "body"}
_OPENED = {"class", "struct", "interface", "enum", "trait", "module", "scope", "macro"}


@dataclass(frozen=True, slots=True)
class Grammar:
    """A language's grammar, its compiled query and its rules."""

    language: Language
    query: Query
    rules: Rules


class Offsets:
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


class Reader:
    """Collects what the query found in one text. One use only."""

    def __init__(self, language: str, grammar: Grammar, text: str, raw: bytes) -> None:
        self.language, self.rules, self.query = language, grammar.rules, grammar.query
        self.text = text
        self.lines = Lines(text)
        self.offsets = Offsets(raw, len(text))
        self.found: list[Found] = []
        self.imports: list[tuple[int, int]] = []
        self.imported: set[tuple[int, int]] = set()
        self.candidates: list[int] = []
        self.comments: list[tuple[int, int]] = []
        # line on which a whole-line comment or attribute ends → its span and whether it is a comment
        self.above: dict[int, tuple[int, int, bool]] = {}
        self.before: dict[int, int] = {}
        self.wraps: dict[int, tuple[int, int, str]] = {}

    def span(self, node: Node) -> tuple[int, int]:
        """Code points of `node` without white space at its end."""
        start, end = self.offsets.at(node.start_byte), self.offsets.at(node.end_byte)
        return start, max(start, start + len(self.text[start:end].rstrip()))

    def read(self, tree: Tree) -> bool:
        """Run the query and keep what it finds; False when that is more than `MAX_FOUND`."""
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
        if len(best) > MAX_FOUND:
            return False
        self.imports = outermost(self.imports)
        self.imported = set(self.imports)
        self.candidates = sorted(self.span(c[kind][0])[0] for _, kind, c in best.values() if kind != "scope")
        self.comments = outermost(self.comments)
        if self.language in DATA_LANGUAGES:
            self._keep_keys(tree)
        root = tree.root_node.id
        for node_id, (_, kind, captures) in best.items():
            if node_id != root:
                self._keep_definition(kind, captures)
        return True

    def _keep_keys(self, tree: Tree) -> None:
        """Keys of data as sections, with the comments above them."""
        for key in keys_of(self.language, tree.root_node, self.offsets.raw):
            start, end = self.span(key.node)
            if key.title and end > start:
                item = Found("section", key.title, start, end, start, end, dotted=False)
                item.outer = self._comment_above(start)[0]
                self.found.append(item)

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
        if kind == "constant" and (
            (self.rules.upper and not _UPPER.match(name)) or self.span(node) in self.imported
        ):
            return
        if not name and kind != "scope":
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
        header, said = self._description(item.start, node)
        if wrap is not None and kind != "constant" and self._alone(wrap[0], item.start):
            item.outer, item.outer_end = wrap[0], max(item.end, wrap[1])
            header = item.start if wrap[2] == "decorated_definition" else wrap[0]
        if body is not None and kind != "constant":
            item.body = max(item.start, self.offsets.at(body.start_byte))
            item.signature = self._signature(
                header, item.body if item.body > header else item.end, kind, False
            )
            if self.lines.number(item.end) - self.lines.number(item.start) > LONG_LINES:
                item.splits = self._statement_lines(body)
        else:
            item.signature = self._signature(header, item.end, kind, self.language != "sql")
        if kind == "scope" and (node.type in ("impl_item", "class_declaration", "instance") or not item.name):
            item.title = item.signature
        if kind != "constant":
            item.outer, doc = self._comment_above(item.outer)
            item.doc = said or doc
        else:
            item.doc = self._comment_above(self.lines.start(item.start))[1]

    def _alone(self, start: int, end: int) -> bool:
        """Whether no other definition starts in `start..end`."""
        return start <= end and bisect_left(self.candidates, start) == bisect_left(self.candidates, end)

    def _description(self, start: int, node: Node) -> tuple[int, str]:
        """Where the header starts after a description inside `node`, and what that says."""
        first = node.named_children[0] if node.named_child_count else None
        if first is None or first.type != "description":
            return start, ""
        end = self.span(first)[1]
        return end, first_paragraph(string_text(self.text[start:end]))

    def _signature(self, start: int, end: int, kind: str, open_ended: bool) -> str:
        """The header in `start..end` without its comments; of an `open_ended` one what opens it."""
        end = min(end, start + 4_000)
        header, position = "", start
        for first, last in self.comments[bisect_left(self.comments, (start, 0)) :]:
            if first >= end:
                break
            header, position = header + self.text[position:first], last
        header += self.text[position:end]
        if kind in _OPENED and "{" in header:
            header = header.partition("{")[0]
        elif kind == "module" or (kind in _OPENED and open_ended):
            header = header.partition("\n")[0]
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
                doc = attribute_text(attribute)
        return start, doc

    def _docstring(self, body: Node) -> str:
        """The first paragraph of the string that opens `body`, or nothing."""
        for statement in body.named_children[:3]:
            bare = statement.type == "expression_statement" and statement.named_child_count == 1
            child = statement.named_children[0] if bare else statement
            start, end = self.span(child)
            if child.type in ("string", "concatenated_string"):
                return first_paragraph(string_text(self.text[start:end]))
            if self.text.startswith("@moduledoc", start):
                return attribute_text(self.text[start:end])
            if child.type != "comment":
                return ""
        return ""

    def document(self, tree: Tree, encoding: str, warnings: tuple[str, ...]) -> Document:
        """Everything found, laid out."""
        nested = nest(
            merged(self.found, self.text) if self.rules.merge else self.found,
            self.rules.members,
            self.text,
        )
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

    def _links(self, sections: Sequence[Section], starts: Sequence[int]) -> Iterator[Link]:
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
        return (position if separate and position <= limit else 0), docstring or summary(said)
