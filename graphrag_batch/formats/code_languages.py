"""What defines things in each language: the rules of the grammars that matter most (see `code_rules`)."""

from __future__ import annotations

from graphrag_batch.formats.code_languages_more import MORE_RULES
from graphrag_batch.formats.code_languages_rare import RARE_RULES
from graphrag_batch.formats.code_rules import Rules

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

RULES: dict[str, Rules] = {
    **RARE_RULES,
    **MORE_RULES,
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
(class_declaration "interface" (type_identifier) @name) @interface
(class_declaration "enum" (type_identifier) @name) @enum
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
}
