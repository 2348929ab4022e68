"""The rules of scripting, functional, data, style and build languages (see `code_rules`)."""

from __future__ import annotations

from graphrag_batch.formats.code_rules import Rules

_HCL = """
(config_file (body (block . (identifier) @name) @block))
(config_file (body (attribute . (identifier) @name) @section))
((block . (identifier) @_b (body (attribute . (identifier) @_s) @import))
 (#eq? @_b "module") (#eq? @_s "source"))
"""

_CSS = """
(stylesheet (rule_set (selectors) @name) @section)
(media_statement) @section
(media_statement (block (rule_set (selectors) @name) @section))
(keyframes_statement (keyframes_name) @name) @section
(supports_statement) @section
(import_statement) @import
"""

_OCAML = """
(let_binding pattern: (value_name) @name (parameter)) @function
(let_binding pattern: (value_name) @name body: [(fun_expression) (function_expression)]) @function
(compilation_unit (value_definition (let_binding pattern: (value_name) @name) @constant))
(structure (value_definition (let_binding pattern: (value_name) @name) @constant))
(type_binding name: (_) @name) @type
(exception_definition (constructor_declaration (constructor_name) @name)) @type
(module_binding (module_name) @name) @module
(module_type_definition (module_type_name) @name) @interface
(class_binding (class_name) @name) @class
(method_definition (method_name) @name) @function
(external (value_name) @name) @function
(value_specification (value_name) @name) @function
[(value_definition) (type_definition) (module_definition) (class_definition)] @wrap
(open_module) @import
(include_module) @import
"""

_LISP_HEAD = '(#match? @_d "^(c?defn?-?[a-z*-]*|defun[*]?|define[a-z*/-]*)$")'

_KEYS = frozenset({"table", "table_array_element"})

MORE_RULES: dict[str, Rules] = {
    "bash": Rules(
        """
(function_definition) @function
(program (variable_assignment name: (variable_name) @name) @constant)
(program (declaration_command (variable_assignment name: (variable_name) @name)) @constant)
((command name: (command_name) @_c argument: (_)) @import (#any-of? @_c "source" "."))
""",
        dotted=False,
        upper=True,
    ),
    "lua": Rules(
        """
(function_declaration) @function
(assignment_statement (variable_list . name: (_) @name)
  (expression_list . value: (function_definition body: (_)? @body))) @function
(field name: (_) @name value: (function_definition)) @function
(assignment_statement (variable_list . name: (_) @name)
  (expression_list . value: (table_constructor))) @scope
(field name: (_) @name value: (table_constructor)) @scope
(variable_declaration) @wrap
((variable_declaration (assignment_statement (expression_list value: (function_call name: (_) @_f)))) @import
 (#eq? @_f "require"))
((function_call name: (_) @_f) @import (#any-of? @_f "require" "dofile"))
"""
    ),
    "elixir": Rules(
        """
((call target: (identifier) @_d (arguments . (_) @name) (do_block) @body) @module
 (#any-of? @_d "defmodule" "defimpl"))
((call target: (identifier) @_d (arguments . (_) @name) (do_block) @body) @interface
 (#eq? @_d "defprotocol"))
((call target: (identifier) @_d
  (arguments . [(identifier) @name (call target: (_) @name)
    (binary_operator left: [(identifier) @name (call target: (_) @name)])])) @macro
 (#any-of? @_d "defmacro" "defmacrop"))
((call target: (identifier) @_d
  (arguments . [(identifier) @name (call target: (_) @name)
    (binary_operator left: [(identifier) @name (call target: (_) @name)])])) @function
 (#any-of? @_d "def" "defp" "defguard" "defguardp" "defdelegate"))
((unary_operator operand: (call target: (identifier) @_a)) @attribute
 (#any-of? @_a "doc" "spec" "impl" "typedoc" "deprecated" "since"))
((call target: (identifier) @_i (arguments)) @import (#any-of? @_i "alias" "import" "require" "use"))
""",
        merge=True,
        docstring=True,
    ),
    "haskell": Rules(
        """
(data_type name: (_) @name) @type
(newtype name: (_) @name) @type
(type_synomym name: (_) @name) @type
(class name: (_) @name) @trait
(instance name: (_) @name) @scope
(function name: (_) @name) @function
(declarations (signature name: (_) @name) @function)
(class_declarations (signature name: (_) @name) @function)
(declarations (bind name: (_) @name) @function)
(import) @import
""",
        merge=True,
    ),
    "sql": Rules(
        """
(create_table (object_reference) @name) @struct
(create_view (object_reference) @name) @struct
(create_materialized_view (object_reference) @name) @struct
(create_type (object_reference) @name) @type
(create_function . (keyword_create) (object_reference) @name) @function
(create_trigger . (keyword_create) . (_) . (object_reference) @name) @function
(create_index column: (_) @name) @constant
(create_schema (identifier) @name) @module
(create_sequence (object_reference) @name) @constant
(statement) @wrap
"""
    ),
    "r": Rules(
        """
(binary_operator lhs: (_) @name rhs: (function_definition body: (_) @body)) @function
(program (binary_operator lhs: (identifier) @name) @constant)
((call function: (identifier) @_f arguments: (arguments . (argument value: (string) @name))) @class
 (#any-of? @_f "setClass" "setRefClass" "R6Class"))
((call function: (identifier) @_f arguments: (arguments . (argument))) @import
 (#any-of? @_f "library" "require" "source" "requireNamespace"))
""",
        dotted=False,
        upper=True,
    ),
    "perl": Rules(
        """
(package_statement name: (_) @name) @module
(class_statement name: (_) @name) @class
(subroutine_declaration_statement) @function
(method_declaration_statement) @function
(use_statement) @import
(require_expression) @import
""",
        runs=frozenset({"package_statement", "class_statement"}),
    ),
    "dart": Rules(
        """
(class_definition) @class
(mixin_declaration (identifier) @name) @class
(extension_declaration name: (_) @name) @class
(enum_declaration) @enum
(type_alias . (type_identifier) @name) @type
(_ (method_signature) @function . (function_body) @body)
(_ (function_signature) @function . (function_body) @body)
(declaration (constructor_signature)) @function
(declaration (function_signature)) @function
(program (static_final_declaration_list (static_final_declaration . (identifier) @name) @constant))
(import_or_export) @import
(annotation) @attribute
""",
    ),
    "css": Rules(_CSS, dotted=False),
    "scss": Rules(
        _CSS
        + """
(mixin_statement) @macro
(function_statement) @function
(stylesheet (declaration (property_name) @name) @constant)
[(use_statement) (forward_statement)] @import
""",
        dotted=False,
    ),
    "hcl": Rules(_HCL.replace("@block", "@struct")),
    "terraform": Rules(_HCL.replace("@block", "@struct")),
    "proto": Rules(
        """
(message (message_name) @name) @struct
(enum (enum_name) @name) @enum
(service (service_name) @name) @interface
(rpc (rpc_name) @name) @function
(import) @import
"""
    ),
    "make": Rules(
        """
(rule (targets) @name) @function
(define_directive) @macro
(makefile (variable_assignment name: (_) @name) @constant)
(include_directive) @import
""",
        dotted=False,
        upper=True,
    ),
    "dockerfile": Rules(
        """
(from_instruction as: (_) @name) @section
(from_instruction (image_spec) @name) @section
(arg_instruction name: (_) @name) @constant
""",
        dotted=False,
        runs=frozenset({"from_instruction"}),
    ),
    "zig": Rules(
        """
(Decl (FnProto function: (IDENTIFIER) @name) (Block)? @body) @function
(Decl (VarDecl variable_type_function: (IDENTIFIER) @name
  (ErrorUnionExpr (SuffixExpr (ContainerDecl))))) @struct
(source_file (Decl (VarDecl variable_type_function: (IDENTIFIER) @name)) @constant)
(TestDecl . (_) @name) @function
((Decl (VarDecl (ErrorUnionExpr (SuffixExpr (BUILTINIDENTIFIER) @_f)))) @import (#eq? @_f "@import"))
""",
    ),
    "ocaml": Rules(_OCAML),
    "ocaml_interface": Rules(
        """
(type_binding name: (_) @name) @type
(exception_definition (constructor_declaration (constructor_name) @name)) @type
(module_binding (module_name) @name) @module
(module_type_definition (module_type_name) @name) @interface
(class_binding (class_name) @name) @class
(external (value_name) @name) @function
(value_specification (value_name) @name) @function
[(type_definition) (module_definition) (class_definition)] @wrap
(open_module) @import
"""
    ),
    "julia": Rules(
        """
(module_definition) @module
(function_definition (signature) @name) @function
(assignment . (call_expression) @name) @function
(assignment . (identifier) @name (arrow_function_expression)) @function
(struct_definition (type_head) @name) @struct
(abstract_definition (type_head) @name) @type
(primitive_definition (type_head) @name) @type
(macro_definition (signature) @name) @macro
(const_statement (assignment . (identifier) @name)) @constant
(_ (string_literal) @attribute . [(function_definition) (struct_definition) (macro_definition)
  (abstract_definition) (module_definition) (assignment)])
[(using_statement) (import_statement)] @import
((call_expression . (identifier) @_f) @import (#eq? @_f "include"))
"""
    ),
    "toml": Rules(
        """
(document (pair . (_) @name) @section)
(table . (_) @name) @section
(table_array_element . (_) @name) @section
""",
        dotted=False,
        runs=_KEYS,
    ),
    # sections by `code_data`
    "json": Rules("", dotted=False),
    "yaml": Rules("", dotted=False),
    "xml": Rules("", dotted=False),
    "graphql": Rules(
        """
(object_type_definition (name) @name) @struct
(object_type_extension (name) @name) @struct
(input_object_type_definition (name) @name) @struct
(interface_type_definition (name) @name) @interface
(enum_type_definition (name) @name) @enum
(union_type_definition (name) @name) @type
(scalar_type_definition (name) @name) @type
(directive_definition (name) @name) @macro
(operation_definition (name) @name) @function
(fragment_definition (fragment_name) @name) @function
"""
    ),
    "clojure": Rules(
        f"(list_lit . (sym_lit) @_d . (sym_lit) @name {_LISP_HEAD}) @function",
        dotted=False,
    ),
    "scheme": Rules(
        f"(list . (symbol) @_d . [(symbol) @name (list . (symbol) @name)] {_LISP_HEAD}) @function",
        dotted=False,
    ),
    "racket": Rules(
        f"(list . (symbol) @_d . [(symbol) @name (list . (symbol) @name)] {_LISP_HEAD}) @function",
        dotted=False,
    ),
    "commonlisp": Rules(
        f"""
(defun (defun_header function_name: (_) @name)) @function
(list_lit . (sym_lit) @_d . (sym_lit) @name {_LISP_HEAD}) @function
""",
        dotted=False,
    ),
    "nix": Rules(
        """
(binding attrpath: (_) @name expression: (function_expression)) @function
(binding attrpath: (_) @name expression: [(attrset_expression) (rec_attrset_expression)]) @scope
""",
        dotted=False,
    ),
    "vue": Rules(
        """
(script_element (start_tag (tag_name) @name)) @section
(style_element (start_tag (tag_name) @name)) @section
(template_element (start_tag (tag_name) @name)) @section
""",
        dotted=False,
    ),
    "svelte": Rules(
        """
(script_element (start_tag (tag_name) @name)) @section
(style_element (start_tag (tag_name) @name)) @section
""",
        dotted=False,
    ),
    "ini": Rules("(section (section_name (text) @name)) @section", dotted=False),
    "cmake": Rules(
        """
(function_def (function_command (argument_list . (argument) @name))) @function
(macro_def (macro_command (argument_list . (argument) @name))) @macro
((normal_command (identifier) @_c) @import (#match? @_c "^([Ii]nclude|add_subdirectory|find_package)$"))
""",
        dotted=False,
    ),
}
