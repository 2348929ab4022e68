"""The rules of rarer languages whose node names tell the generic rule too little (see `code_rules`)."""

from __future__ import annotations

from graphrag_batch.formats.code_rules import Rules

RARE_RULES: dict[str, Rules] = {
    "elm": Rules(
        """
(module_declaration name: (_) @name) @module
(type_alias_declaration name: (_) @name) @type
(type_declaration name: (_) @name) @type
(file (type_annotation name: (_) @name) @function)
(file (value_declaration (function_declaration_left . (_) @name)) @function)
(import_clause) @import
""",
        merge=True,
        runs=frozenset({"module_declaration"}),
    ),
    "purescript": Rules(
        """
(data name: (_) @name) @type
(newtype name: (_) @name) @type
(class_declaration) @trait
(signature name: (_) @name) @function
(function name: (_) @name) @function
(import) @import
""",
        merge=True,
    ),
    "fsharp": Rules(
        """
(named_module name: (_) @name) @module
(module_defn . (_) @name) @module
(type_definition (_ (type_name) @name)) @type
(function_or_value_defn (function_declaration_left . (_) @name)) @function
(member_defn (method_or_prop_defn name: (_) @name)) @method
(import_decl) @import
"""
    ),
    "ada": Rules(
        """
(subprogram_body (_ name: (_) @name)) @function
(subprogram_declaration (_ name: (_) @name)) @function
(package_declaration name: (_) @name) @module
(package_body name: (_) @name) @module
(full_type_declaration . (identifier) @name) @type
(with_clause) @import
"""
    ),
    "pascal": Rules(
        """
(defProc header: (declProc name: (_) @name)) @function
(declProc name: (_) @name) @function
(declType name: (_) @name) @type
(program (moduleName) @name) @module
(unit (moduleName) @name) @module
(declUses) @import
"""
    ),
    "erlang": Rules(
        """
(fun_decl (function_clause name: (_) @name)) @function
(record_decl name: (_) @name) @struct
(pp_define) @macro
[(pp_include) (pp_include_lib)] @import
""",
        dotted=False,
        merge=True,
    ),
    "verilog": Rules(
        """
(module_declaration (module_header (simple_identifier) @name)) @module
(class_declaration . (_) @name) @class
(function_body_declaration . (_) @name) @function
(task_body_declaration . (_) @name) @function
"""
    ),
    "cobol": Rules(
        """
(program_definition (identification_division (program_name) @name)) @module
(paragraph_header) @section @name
""",
        dotted=False,
        runs=frozenset({"paragraph_header"}),
    ),
    "llvm": Rules("(fn_define (function_header name: (_) @name)) @function", dotted=False),
    "janet": Rules(
        """
(extra_defs name: (_) @name) @function
(def name: (_) @name) @constant
""",
        dotted=False,
    ),
    "clarity": Rules(
        """
(function_definition (_ (function_signature . (identifier) @name))) @function
(constant_definition (identifier) @name) @constant
""",
        dotted=False,
    ),
    "rego": Rules("(rule (rule_head . (var) @name)) @function", merge=True),
    "latex": Rules(
        """
(chapter text: (_) @name) @section
(section text: (_) @name) @section
(subsection text: (_) @name) @section
(subsubsection text: (_) @name) @section
""",
        dotted=False,
    ),
    "org": Rules("(section headline: (headline item: (_) @name)) @section", dotted=False),
    "typst": Rules("(section (heading) @name) @section", dotted=False),
}
