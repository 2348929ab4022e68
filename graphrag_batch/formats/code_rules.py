"""How the rules of a language are written (`code_languages`, `code_languages_more`).

A `Rules.query` is in tree-sitter's query language. Capture names say what a node is:

    @function @class @interface @struct @enum @trait @module @type @constant @macro
                 a definition of that kind (`Definition.kind`)
    @scope       gives its members a qualified name and a section, is no definition itself
    @section     a section that defines nothing (a key, a style rule, a build stage)
    @name @body  of the definition in the same pattern
    @wrap        a node that belongs to the definition it ends with (decorators, `export`, `template`)
    @attribute   a line that belongs to the definition below it, as its comment does
    @import      a statement that names other files or modules

Where two patterns match one node the first counts. Languages that are not here follow the generic
rule of `code_generic`.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Rules:
    """How to read one language.

    `dotted`: `::`, `:` and the like in names separate the parts of a qualified name.
    `upper`: constants count only in UPPER_CASE. `members`: constants inside classes count.
    `runs`: node types whose section lasts until the next one of them.
    `merge`: neighbours of one name are one definition (equations, clauses).
    `docstring`: the first string of a body is its documentation.
    """

    query: str
    dotted: bool = True
    upper: bool = False
    members: bool = True
    runs: frozenset[str] = frozenset()
    merge: bool = False
    docstring: bool = False
