"""Sections of data (JSON, YAML, XML): the top-level keys, and those within what is large.

A file of several documents has a section for each, and so has a Kubernetes manifest, titled by kind and name.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING, NamedTuple

from graphrag_batch.formats.code_names import clean_name

if TYPE_CHECKING:
    from tree_sitter import Node

LANGUAGES = frozenset({"json", "yaml", "xml"})

# More brackets or elements open at once than this are no data that anybody wrote.
MAX_DEPTH = 200
_LARGE = 2_000  # bytes, from which a value is parted
_LISTS = frozenset({"paths", "jobs", "services", "definitions", "schemas", "responses"})
_LARGE_LIST = 300  # the same for values of these keys, which hold what people ask for by name
_SECTIONS = 2_000  # in one file; what has more at one level is no structure but rows
_DEEPEST = 6
_NAMES = ("name", "id", "title", "key", "$id")
_LONGEST = 200
_BRACKET = re.compile(r"[\[\]{}]")
_TAG = re.compile(r"<(/?)[A-Za-z_][^<>]*?(/?)>")
_PAIRS = frozenset({"pair", "block_mapping_pair", "flow_pair"})
_MAPPINGS = frozenset({"object", "block_mapping", "flow_mapping"})
_LISTED = frozenset({"array", "block_sequence", "flow_sequence"})
_WRAPPERS = frozenset({"block_node", "flow_node", "document", "block_sequence_item"})


class Key(NamedTuple):
    """A part of a file that a key names."""

    title: str
    node: Node


def too_deep(language: str, text: str) -> bool:
    """Whether more is open at once than a parser can be trusted with."""
    depth = 0
    for step in _steps(language, text):
        depth = max(0, depth + step)
        if depth > MAX_DEPTH:
            return True
    return False


def _steps(language: str, text: str) -> Iterator[int]:
    """Up and down: what is opened and closed, as it comes; nothing where there is not enough of it."""
    if language == "xml" and text.count("<") > MAX_DEPTH:
        yield from (0 if found[2] else -1 if found[1] else 1 for found in _TAG.finditer(text))
    elif language in ("json", "yaml", "toml") and text.count("[") + text.count("{") > MAX_DEPTH:
        yield from (1 if found[0] in "[{" else -1 for found in _BRACKET.finditer(text))


def keys_of(language: str, root: Node, raw: bytes) -> list[Key]:
    """The keys to make sections of, what holds others before these. `raw` is what was parsed."""
    reader = _Reader(raw)
    if language == "xml":
        elements = [node for node in root.named_children if node.type == "element"]
        found = [key for element in elements for key in reader.elements(element, 1)]
    else:
        documents = _documents(root)
        found = [
            key for n, node in enumerate(documents, 1) for key in reader.document(node, n, len(documents))
        ]
    return found if len(found) <= _SECTIONS else _top(root, found)


def _top(root: Node, found: list[Key]) -> list[Key]:
    """Of too many sections those that hold others, if they are few enough."""
    outer: list[Key] = []
    for key in found:
        if not outer or key.node.start_byte >= outer[-1].node.end_byte:
            outer.append(key)
    return outer if len(outer) <= _SECTIONS else []


def _documents(root: Node) -> list[Node]:
    """The documents of a file; none where the parser lost its way from the start."""
    kept = [node for node in root.named_children if node.type not in ("comment", "ERROR")]
    if root.type == "stream":
        return [node for node in kept if node.type == "document" and _bare(node).type != "document"]
    return kept if root.type != "ERROR" else []


def _bare(node: Node) -> Node:
    """The mapping, list or scalar itself, without what wraps it (anchors and tags among it)."""
    while node.type in _WRAPPERS:
        inner = [child for child in node.named_children if child.type not in ("comment", "anchor", "tag")]
        if not inner:
            return node
        node = inner[0]
    return node


class _Reader:
    """Finds keys in what was parsed of `raw`: asking a node for its text would copy much more than that."""

    def __init__(self, raw: bytes) -> None:
        self._raw = raw

    def document(self, node: Node, number: int, count: int) -> Iterator[Key]:
        body = _bare(node)
        title = self._manifest(body)
        if count == 1 and not title:
            yield from self._children(body, 1)
            return
        yield Key(
            title or self._name(body) or f"document {number}", node if node.type != "document" else body
        )
        if node.end_byte - node.start_byte > _LARGE:
            yield from self._children(body, 2)

    def _children(self, node: Node, depth: int) -> Iterator[Key]:
        """Keys of a mapping, items of a list, and what is below those that are large."""
        if depth > _DEEPEST:
            return
        if node.type in _MAPPINGS:
            for pair in node.named_children:
                key = pair.child_by_field_name("key") if pair.type in _PAIRS else None
                if key is not None:
                    yield from self._part(
                        Key(self._text(key), pair), pair.child_by_field_name("value"), depth
                    )
        elif node.type in _LISTED and node.end_byte - node.start_byte > _LARGE:
            items = [item for item in node.named_children if item.type != "comment"]
            if len(items) > _SECTIONS or (node.end_byte - node.start_byte) < 100 * len(items):
                return
            for number, item in enumerate(items):
                body = _bare(item)
                if body.type in _MAPPINGS or body.type in _LISTED:
                    yield from self._part(
                        Key(self._manifest(body) or self._name(body) or f"[{number}]", item), body, depth
                    )

    def _part(self, key: Key, value: Node | None, depth: int) -> Iterator[Key]:
        yield key
        if value is not None:
            limit = _LARGE_LIST if key.title in _LISTS else _LARGE
            if value.end_byte - value.start_byte > limit:
                yield from self._children(_bare(value), depth + 1)

    def _manifest(self, node: Node) -> str:
        """Kind and name of a Kubernetes manifest."""
        values = self._values(node, ("apiVersion", "kind", "metadata"))
        if "kind" not in values or "apiVersion" not in values:
            return ""
        name = self._name(_bare(values["metadata"])) if "metadata" in values else ""
        return f"{self._text(values['kind'])} {name}".strip()

    def _name(self, node: Node) -> str:
        """What a mapping says it is called."""
        values = self._values(node, _NAMES)
        found = (self._text(_bare(values[name])) for name in _NAMES if name in values)
        return next((text for text in found if text and "\n" not in text and len(text) <= 80), "")

    def _values(self, node: Node, names: tuple[str, ...]) -> dict[str, Node]:
        """The values of some of the first keys of a mapping."""
        values: dict[str, Node] = {}
        for pair in node.named_children[:40] if node.type in _MAPPINGS else ():
            key, value = (pair.child_by_field_name(name) for name in ("key", "value"))
            if key is not None and value is not None and (name := self._text(key)) in names:
                values.setdefault(name, value)
        return values

    def _text(self, node: Node) -> str:
        """A key or a scalar as it reads."""
        raw = self._raw[node.start_byte : min(node.end_byte, node.start_byte + _LONGEST)]
        return clean_name("", raw.decode("utf-8", "replace"), dotted=False)

    def elements(self, node: Node, depth: int) -> Iterator[Key]:
        """The elements within an XML element, and what is below those that are large."""
        content = next((child for child in node.named_children if child.type == "content"), None)
        elements = [child for child in content.named_children if child.type == "element"] if content else []
        if len(elements) > _SECTIONS or depth > _DEEPEST:
            return
        for element in elements:
            yield Key(self._element_title(element), element)
            if element.end_byte - element.start_byte > _LARGE:
                yield from self.elements(element, depth + 1)

    def _element_title(self, element: Node) -> str:
        """The name of an element, and what its attributes call it."""
        tag = element.named_children[0]
        name, said = "", ""
        for child in tag.named_children[:20]:
            parts = [self._text(part) for part in child.named_children] if child.type == "Attribute" else []
            if child.type == "Name":
                name = self._text(child)
            elif (
                len(parts) == 2
                and parts[0].rpartition(":")[2] in (*_NAMES, "ref", "path", "class")
                and not said
            ):
                said = parts[1]
        return f"{name} {said}".strip()
