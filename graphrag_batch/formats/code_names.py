"""How a definition is named: from its node, and from the language's way of writing names."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Node

MAX_NAME = 120

_NAME_LIKE = re.compile(
    r"(^|_)(identifier|name|symbol|word|ident|atom|constant|variable|ID|IDENTIFIER|string|header|spec|key|path)$",
    re.IGNORECASE,
)
_HEADER = re.compile(
    r"(statement|header|declarator|specification|heading|signature|subprogram|designator|clause)$"
)
_BODY = re.compile(
    r"(^|_)(body|block|declarations|declaration_list|statements|structure|do_block|recipe|raw_text|"
    r"compound_statement|computed_property|accessor_list|fields_definition|values_definition|selection_set)$",
    re.IGNORECASE,
)
_GENERIC = re.compile(r"<[^<>]*>|\[[^\[\]]*\]")
_QUOTES = "\"'`"


def _text(node: Node) -> str:
    return (node.text or b"").decode("utf-8", "replace")


def name_node(node: Node) -> Node | None:
    """The child that names `node`: field `name`, the end of its `declarator` chain, or the first
    name-like child, looking one level into a header."""
    for field in ("name", "declarator", "function_name", "identifier"):
        found = node.child_by_field_name(field)
        if found is not None:
            return declared(found)
    for child in node.named_children[:12]:
        if _NAME_LIKE.search(child.type):
            return child
    for child in node.named_children[:3]:
        if _HEADER.search(child.type):
            return name_node(child)
    return None


def declared(node: Node) -> Node:
    """The innermost declarator: `*f(int)` → `f`."""
    while True:
        inner = node.child_by_field_name("declarator")
        if inner is None and node.type in ("reference_declarator", "parenthesized_declarator", "signature"):
            inner = node.named_children[0] if node.named_child_count else None
        if inner is None:
            return node
        node = inner


def body_node(node: Node) -> Node | None:
    """The body of a definition, so that what comes before it is the signature."""
    body = node.child_by_field_name("body")
    if body is not None:
        return body
    for field in ("value", "right", "rhs", "definition"):
        value = node.child_by_field_name(field)
        body = value.child_by_field_name("body") if value is not None else None
        if body is not None:
            return body
    for child in reversed(node.named_children[-6:]):
        if _BODY.search(child.type):
            return child
    return None


def clean_name(language: str, raw: str, dotted: bool) -> str:
    """`raw` as a part of a qualified name; empty when it is none.

    Generic arguments go, and where names are `dotted`, `::`, `:`, `->`, `\\` and `/` become dots.
    """
    name = " ".join(raw.split())
    if language in ("latex", "typst", "cobol"):
        name = name.strip("{}=. ")
    if not dotted:
        return name.strip(_QUOTES)[:MAX_NAME]
    if "operator" not in name:
        name = name.strip(_QUOTES)
        for _ in range(4):
            name = _GENERIC.sub("", name)
        name = re.split(r"[(\s{=<]", name, maxsplit=1)[0] if language != "objc" else name
        name = re.sub(r"::|->|\\|(?<=\w):(?=\w)", ".", name)
    if language in ("javascript", "typescript", "tsx"):
        name = re.sub(r"^(module\.exports|exports|this|window|self)\.(?=.)", "", name)
        name = name.replace(".prototype.", ".").replace("?.", ".")
    return name.strip(".,;:&*").strip()[:MAX_NAME]


def go_receiver(node: Node) -> str:
    """`(l *Letter)` → `Letter`; `(b Stack[T])` → `Stack`; nothing for a plain function."""
    receiver = node.child_by_field_name("receiver")
    if receiver is None:
        return ""
    inside = _GENERIC.sub("", _text(receiver)).strip("() ")
    return inside.split()[-1].lstrip("*") if inside else ""


def objc_selector(node: Node) -> str:
    """`- (BOOL)sendTo:(id)to times:(int)n` → `sendTo:times:`."""
    parts = []
    for child in node.named_children:
        text = _text(child)
        if child.type == "identifier":
            parts.append(text)
        elif child.type == "method_parameter":
            parts.append(":")
    return "".join(parts)


_WORDLESS = {
    "init_declaration": "init",
    "deinit_declaration": "deinit",
    "subscript_declaration": "subscript",
    "indexer_declaration": "this",
    "companion_object": "Companion",
    "secondary_constructor": "constructor",
    "constructor_definition": "constructor",
    "export_statement": "default",
    "media_statement": "",
    "supports_statement": "",
}


def name_of(language: str, node: Node, captured: Node | None, dotted: bool) -> str:
    """The name of a definition within its parent, dotted where the text says so, or empty."""
    if node.type in ("media_statement", "supports_statement"):
        return " ".join(_text(node).split("{")[0].split())[:MAX_NAME]
    if language in {"hcl", "terraform"}:
        return _hcl_name(node)
    if language == "dart" and "constructor" in (constructor := node.named_children[0]).type:
        match = re.search(r"([\w.]+)\s*\(", _text(constructor))
        return match.group(1).rsplit(".", 1)[-1] if match else ""
    if language == "objc" and node.type in ("method_declaration", "method_definition"):
        return objc_selector(node)
    found = declared(captured) if captured is not None else None
    if node.type == "singleton_class":
        return ""
    if found is None and node.type not in _WORDLESS:
        found = name_node(node)
    if found is None:
        return _WORDLESS.get(node.type, "")
    name = clean_name(language, _text(found), dotted)
    if language == "kotlin" and (receiver_type := node.child_by_field_name("receiver")) is not None:
        return f"{clean_name(language, _text(receiver_type), dotted)}.{name}"
    if language == "make" and name.startswith("."):
        return ""
    if language == "go" and node.type == "method_declaration":
        receiver = go_receiver(node)
        return f"{receiver}.{name}" if receiver else name
    if node.type == "destructor_declaration":
        return f"~{name}"
    if node.type == "operator_declaration":
        return f"operator{name}"
    return name


def _hcl_name(node: Node) -> str:
    """`resource "aws_s3_bucket" "mail"` → `resource.aws_s3_bucket.mail`."""
    parts = []
    for child in node.named_children:
        if child.type not in ("identifier", "string_lit"):
            break
        parts.append(_text(child).strip(_QUOTES))
    return ".".join(parts)[:MAX_NAME]
