"""The rule for languages without one of their own: read from the names a grammar gives its nodes.

A node type is taken for a definition when its name is a defining word (`class`, `function`, …), bare
or followed by `definition`, `declaration` and the like, and the node has a name-like child.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from tree_sitter import Language

_KINDS = {
    "function": "function func fun fn proc procedure subroutine subprogram sub constructor destructor defun "
    "rpc intent slot lambda",
    "method": "method member",
    "class": "class object actor contract component",
    "struct": "struct record union model resource entity shape",
    "enum": "enum",
    "interface": "interface protocol service",
    "trait": "trait typeclass",
    "module": "module namespace package library program architecture",
    "type": "type typedef alias newtype",
    "macro": "macro modifier template rule task target",
    "constant": "constant const event error exception token",
}
_KIND_OF = {word: kind for kind, words in _KINDS.items() for word in words.split()}
# Words that, bare, name a use or a part of an expression rather than a definition.
_NOT_BARE = frozenset(
    {"object", "member", "component", "type", "constant", "const", "event", "error", "exception", "token"}
    | {"target", "package", "program", "modifier", "template", "resource", "entity", "lambda", "slot"}
    | {"intent", "shape", "alias", "model"}
)
_WEAK = frozenset({"item", "statement", "spec", "block"})
_SUFFIX = _WEAK | {"definition", "declaration", "decl", "def", "defn"}
_NOT = re.compile(
    r"parameter|argument|param|import|include|using|local|field|forward|formal|attribute|access|inherits|body|"
    r"call|case|list|expression|literal|identifier|name$|name_|reference|pattern|port|return|assign|generate|"
    r"component_d|fragment|static|assert|inner|header|constraint|user_defined|derived|signature|directive|"
    r"_interface_declaration$|class_property|value_item|class_item"
)
_IMPORT = re.compile(
    r"^(import|use|using|include|require|open|load|uses)"
    r"(_(statement|declaration|decl|directive|spec|command|definition))?$"
)
_COMMENT = re.compile(
    r"^(comment|.*(line|block|multiline|documentation|doc|js|html|sexp|bracket|slash|hash|module|statement)_"
    r"comment|comment_(line|block|statement)|haddock|line_comment_annot)$"
)


def _named(language: Language) -> list[str]:
    """Every visible named node type of the grammar, once, in the grammar's order."""
    ids = range(language.node_kind_count)
    kinds = (
        language.node_kind_for_id(i)
        for i in ids
        if language.node_kind_is_named(i) and language.node_kind_is_visible(i)
    )
    return list(dict.fromkeys(kind for kind in kinds if kind and kind.isidentifier()))


def comment_types(language: Language) -> list[str]:
    """The node types that are comments."""
    return [kind for kind in _named(language) if _COMMENT.match(kind)]


def kind_of(node_type: str, others: frozenset[str] = frozenset()) -> str | None:
    """The definition kind that a node type's name suggests, None when it suggests none.

    `others` are the grammar's node types: a `function_statement` beside a `function` is its header.
    """
    words = node_type.split("_")
    suffix = words[-1] if len(words) > 1 and words[-1] in _SUFFIX else ""
    stem = words[:-1] if suffix else words
    if _NOT.search(node_type) or (len(words) > 1 and not suffix) or (suffix in _WEAK and len(stem) > 1):
        return None
    if not suffix and node_type in _NOT_BARE:
        return None
    if suffix in _WEAK and "_".join(stem) in others:
        return None
    return next((_KIND_OF[word] for word in reversed(stem) if word in _KIND_OF), None)


def generic_query(language: Language) -> str:
    """A query (see `code_languages`) from the names of the grammar's node types."""
    lines = []
    node_types = _named(language)
    for node_type in node_types:
        kind = kind_of(node_type, frozenset(node_types))
        if _IMPORT.match(node_type):
            lines.append(f"({node_type}) @import")
        elif kind:
            lines.append(f"({node_type}) @{kind}")
        elif node_type in ("section", "chapter", "subsection"):
            lines.append(f"({node_type}) @section")
    return "\n".join(lines)
