"""What defines things in each language: one `Rules` per grammar that matters most.

A rule's `query` is in tree-sitter's query language. Capture names say what a node is:

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


_ANONYMOUS = "[(arrow_function) (function_expression) (generator_function)]"

_JAVASCRIPT = f"""
(class_declaration) @class
(variable_declarator name: (identifier) @name value: (class)) @class
(export_statement value: (class)) @class
(function_declaration) @function
(generator_function_declaration) @function
(method_definition) @function
(variable_declarator name: (identifier) @name value: {_ANONYMOUS}) @function
(pair key: (_) @name value: {_ANONYMOUS}) @function
(assignment_expression left: (_) @name right: {_ANONYMOUS}) @function
(export_statement value: {_ANONYMOUS}) @function
(variable_declarator name: (identifier) @name value: (object)) @scope
(pair key: (_) @name value: (object)) @scope
(program (lexical_declaration "const" (variable_declarator name: (identifier) @name) @constant))
(program (export_statement
  (lexical_declaration "const" (variable_declarator name: (identifier) @name) @constant)))
[(export_statement) (lexical_declaration) (variable_declaration) (expression_statement)] @wrap
(import_statement) @import
(export_statement source: (_)) @import
([(lexical_declaration (variable_declarator value: (call_expression function: (identifier) @_f)))
  (variable_declaration (variable_declarator value: (call_expression function: (identifier) @_f)))] @import
 (#eq? @_f "require"))
((call_expression function: (identifier) @_f arguments: (arguments (string))) @import (#eq? @_f "require"))
(call_expression function: (import) arguments: (arguments (string))) @import
"""

_ECMASCRIPT = (
    _JAVASCRIPT
    + f"""
(field_definition property: (_) @name value: {_ANONYMOUS}) @function
"""
)

_TYPESCRIPT = (
    _JAVASCRIPT
    + f"""
(abstract_class_declaration) @class
(interface_declaration) @interface
(enum_declaration) @enum
(type_alias_declaration) @type
(module) @module
(internal_module) @module
(function_signature) @function
(method_signature) @function
(abstract_method_signature) @function
(public_field_definition name: (_) @name value: {_ANONYMOUS}) @function
(ambient_declaration) @wrap
(decorator) @attribute
"""
)

_C = """
(function_definition declarator: (_) @name) @function
(declaration declarator: (function_declarator) @name) @function
(declaration declarator: (pointer_declarator declarator: (function_declarator)) @name) @function
(type_definition type: (struct_specifier body: (_) @body) declarator: (type_identifier) @name) @struct
(type_definition type: (union_specifier body: (_) @body) declarator: (type_identifier) @name) @struct
(type_definition type: (enum_specifier body: (_) @body) declarator: (type_identifier) @name) @enum
(type_definition declarator: (_) @name) @type
(struct_specifier name: (_) @name body: (_)) @struct
(union_specifier name: (_) @name body: (_)) @struct
(enum_specifier name: (_) @name body: (_)) @enum
(preproc_function_def) @macro
(preproc_def value: (_)) @constant
(translation_unit (declaration (type_qualifier)
  declarator: (init_declarator declarator: (identifier) @name)) @constant)
(declaration) @wrap
(preproc_include) @import
"""

_CPP = (
    """
(class_specifier name: (_) @name body: (_)) @class
(namespace_definition name: (_)) @module
(alias_declaration) @type
(concept_definition) @type
(field_declaration declarator: (function_declarator) @name) @function
(field_declaration declarator: (_ (function_declarator)) @name) @function
(template_declaration) @wrap
(field_declaration) @wrap
"""
    + _C
)

_OBJC = (
    """
(class_interface . (identifier) @name) @class
(class_implementation . (identifier) @name) @class
(protocol_declaration . (identifier) @name) @interface
(method_declaration) @function
(method_definition) @function
(module_import) @import
"""
    + _C
)

_JAVA_LIKE = """
(class_declaration) @class
(interface_declaration) @interface
(enum_declaration) @enum
(method_declaration) @function
(constructor_declaration) @function
"""

_HCL = """
(config_file (body (block . (identifier) @name) @block))
(body (attribute . (identifier) @name) @section)
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
(method_definition name: (method_name) @name) @function
(external (value_name) @name) @function
(value_specification (value_name) @name) @function
[(value_definition) (type_definition) (module_definition) (class_definition)] @wrap
(open_module) @import
(include_module) @import
"""

_LISP_HEAD = '(#match? @_d "^(c?defn?-?[a-z*-]*|defun[*]?|define[a-z*/-]*)$")'

_KEYS = frozenset({"table", "table_array_element"})

RULES: dict[str, Rules] = {
    "python": Rules(
        """
(class_definition body: (_) @body) @class
(function_definition body: (_) @body) @function
(type_alias_statement left: (_) @name) @type
(assignment left: (identifier) @name) @constant
(decorated_definition) @wrap
[(import_statement) (import_from_statement) (future_import_statement)] @import
""",
        upper=True,
        members=False,
        docstring=True,
    ),
    "javascript": Rules(_ECMASCRIPT, upper=True),
    "typescript": Rules(_TYPESCRIPT, upper=True),
    "tsx": Rules(_TYPESCRIPT, upper=True),
    "java": Rules(
        _JAVA_LIKE
        + """
(record_declaration) @class
(annotation_type_declaration) @interface
(compact_constructor_declaration) @function
(annotation_type_element_declaration) @function
(field_declaration declarator: (variable_declarator name: (_) @name)) @constant
(constant_declaration declarator: (variable_declarator name: (_) @name)) @constant
(import_declaration) @import
""",
        upper=True,
    ),
    "kotlin": Rules(
        """
(class_declaration (type_identifier) @name) @class
(object_declaration (type_identifier) @name) @class
(companion_object) @scope
(function_declaration (simple_identifier) @name) @function
(secondary_constructor) @function
(type_alias . (type_identifier) @name) @type
(property_declaration (variable_declaration . (simple_identifier) @name)) @constant
(import_header (identifier)) @import
""",
        upper=True,
    ),
    "go": Rules(
        """
(function_declaration) @function
(method_declaration) @function
(type_spec name: (_) @name type: (struct_type)) @struct
(type_spec name: (_) @name type: (interface_type)) @interface
(type_spec name: (_) @name) @type
(type_alias name: (_) @name) @type
(method_elem name: (_) @name) @function
(source_file (const_declaration (const_spec name: (_) @name) @constant))
(source_file (var_declaration (var_spec name: (_) @name) @constant))
(source_file (var_declaration (var_spec_list (var_spec name: (_) @name) @constant)))
(type_declaration) @wrap
(import_spec) @import
"""
    ),
    "rust": Rules(
        """
(function_item) @function
(function_signature_item) @function
(struct_item) @struct
(union_item) @struct
(enum_item) @enum
(trait_item) @trait
(impl_item type: (_) @name) @scope
(mod_item body: (_)) @module
(macro_definition) @macro
(type_item) @type
(associated_type) @type
(const_item) @constant
(static_item) @constant
(attribute_item) @attribute
[(use_declaration) (extern_crate_declaration)] @import
(mod_item !body) @import
"""
    ),
    "c": Rules(_C),
    "cpp": Rules(_CPP),
    "cuda": Rules(_CPP),
    "arduino": Rules(_CPP),
    "objc": Rules(_OBJC),
    "csharp": Rules(
        _JAVA_LIKE
        + """
(struct_declaration) @struct
(record_declaration) @class
(namespace_declaration) @module
(destructor_declaration) @function
(operator_declaration operator: _ @name) @function
(indexer_declaration) @function
(delegate_declaration) @type
(property_declaration accessors: (_) @body) @function
(local_function_statement) @function
(field_declaration (variable_declaration (variable_declarator name: (_) @name))) @constant
(using_directive) @import
""",
        upper=False,
    ),
    "ruby": Rules(
        """
(class) @class
(module) @module
(method) @function
(singleton_method) @function
(singleton_class value: (_)) @scope
(assignment left: (constant) @name) @constant
((call method: (identifier) @_f arguments: (argument_list (string))) @import
 (#any-of? @_f "require" "require_relative" "load" "autoload"))
"""
    ),
    "php": Rules(
        """
(class_declaration) @class
(interface_declaration) @interface
(trait_declaration) @trait
(enum_declaration) @enum
(function_definition) @function
(method_declaration) @function
(namespace_definition body: (_)) @module
(const_declaration (const_element . (name) @name)) @constant
[(namespace_use_declaration) (require_expression) (require_once_expression) (include_expression)
 (include_once_expression)] @import
"""
    ),
    "swift": Rules(
        """
(class_declaration "extension" name: (_) @name) @scope
(class_declaration "struct" name: (_) @name) @struct
(class_declaration "enum" name: (_) @name) @enum
(class_declaration name: (_) @name) @class
(protocol_declaration) @interface
(function_declaration) @function
(protocol_function_declaration) @function
(init_declaration) @function
(deinit_declaration) @function
(subscript_declaration) @function
(typealias_declaration) @type
(property_declaration name: (_) @name computed_value: (_) @body) @function
(source_file (property_declaration name: (_) @name) @constant)
(import_declaration) @import
"""
    ),
    "scala": Rules(
        """
(class_definition) @class
(object_definition) @class
(trait_definition) @trait
(enum_definition) @enum
(function_definition) @function
(function_declaration) @function
(given_definition name: (_)) @function
(type_definition) @type
(val_definition pattern: (identifier) @name) @constant
(import_declaration) @import
""",
        upper=True,
    ),
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
    "yaml": Rules(
        """
(document (block_node (block_mapping (block_mapping_pair key: (_) @name) @section)))
(document (flow_node (flow_mapping (flow_pair key: (_) @name) @section)))
""",
        dotted=False,
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
    "json": Rules("(document (object (pair key: (_) @name) @section))", dotted=False),
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
""",
        docstring=True,
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
    "ini": Rules("(section . (_) @name) @section", dotted=False),
    "cmake": Rules(
        """
(function_def (function_command (argument_list . (argument) @name))) @function
(macro_def (macro_command (argument_list . (argument) @name))) @macro
((normal_command (identifier) @_c) @import (#match? @_c "^([Ii]nclude|add_subdirectory|find_package)$"))
""",
        dotted=False,
    ),
}
