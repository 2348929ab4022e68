from __future__ import annotations

import json
import subprocess
import sys

import pytest

from graphrag_batch.formats.code import language_of, parse_code
from graphrag_batch.formats.code_imports import imports_of
from graphrag_batch.records import Document
from tests.formats.test_code_laws import check_code_laws


def read(language: str, text: str) -> Document:
    document = parse_code(language, text, "utf-8", ())
    check_code_laws(document)
    return document


def qualnames(document: Document) -> list[str]:
    return [d.qualname for d in document.definitions]


@pytest.mark.parametrize(
    ("path", "head", "language"),
    [
        ("src/a.py", "", "python"),
        ("a.PY", "", "python"),
        ("web/App.tsx", "", "tsx"),
        ("a.d.ts", "", "typescript"),
        ("Dockerfile", "", "dockerfile"),
        ("docker/Dockerfile.dev", "", "dockerfile"),
        ("Makefile", "", "make"),
        ("CMakeLists.txt", "", "cmake"),
        ("requirements-dev.txt", "", "requirements"),
        ("bin/run", "#!/usr/bin/env python3\n", "python"),
        ("bin/run", "#! /usr/bin/env -S node --flag\n", "javascript"),
        ("hooks/pre-push", "#!/bin/sh\n", "bash"),
        ("bin/run", "plain words\n", None),
        ("notes.txt", "", None),
        ("a.unknown", "", None),
        ("a.h", "int f(void);\n", "c"),
        ("a.h", "#include <vector>\nnamespace a {\n}\n", "cpp"),
        ("a.h", "@interface A : B\n@end\n", "objc"),
        ("a.m", "#import <A.h>\n", "objc"),
        ("a.m", "% Adds.\nfunction y = f(x)\n", "matlab"),
        ("main.v", "module top(input a);\n", "verilog"),
        ("main.v", "module main\n\nfn main() {\n}\n", "v"),
        (".gitignore", "", "gitignore"),
    ],
)
def test_the_language_follows_from_name_and_beginning(path: str, head: str, language: str | None) -> None:
    assert language_of(path, head) == language


@pytest.mark.parametrize(
    ("language", "statement", "expected"),
    [
        ("python", "import a.b as c, d", [("a.b", "a.b"), ("d", "d")]),
        ("python", "from . import x", [(".", "x")]),
        ("python", "from ..a import (\n    b as c,  # why\n    d,\n)", [("..a", "b, d")]),
        ("python", "from a import *", [("a", "*")]),
        ("javascript", "import d, { a as b } from './m'", [("./m", "d, a")]),
        ("javascript", "const { a } = require('./m')", [("./m", "a")]),
        ("javascript", "import './m'", [("./m", "")]),
        ("typescript", "import type { A } from 'm'", [("m", "A")]),
        ("typescript", "export * from './m'", [("./m", "*")]),
        ("go", 'log "github.com/x/log"', [("github.com/x/log", "log")]),
        ("java", "import static a.B.c;", [("a.B.c", "c")]),
        ("rust", "pub use a::{self, B as C};", [("a", "self, B")]),
        ("rust", "mod inner;", [("inner", "inner")]),
        ("c", "#include <stdio.h>", [("<stdio.h>", "")]),
        ("c", '#include "a/b.h"', [("a/b.h", "")]),
        ("csharp", "using X = A.B;", [("A.B", "B")]),
        ("php", r"use A\{B, C as D};", [("A", "B, C")]),
        ("haskell", "import qualified Data.Map as M", [("Data.Map", "M")]),
        ("scala", "import a.b.{C, D => E}", [("a.b", "C, D")]),
        ("python", "import", []),
    ],
)
def test_an_import_gives_its_target_as_written(
    language: str, statement: str, expected: list[tuple[str, str]]
) -> None:
    assert imports_of(language, statement) == expected


def test_a_decorator_and_a_comment_above_belong_to_the_definition() -> None:
    document = read("python", "x = 1\n\n# Why.\n@d\ndef f():\n    return 1\n")
    assert (document.sections[0].start_line, document.definitions[0].start_line) == (3, 5)
    assert document.definitions[0].doc == "Why."


def test_a_comment_apart_does_not_belong_to_the_definition() -> None:
    document = read("python", "# Apart.\n\ndef f():\n    return 1\n")
    assert document.sections[0].start_line == 3
    assert document.definitions[0].doc == ""
    assert [b.kind for b in document.blocks] == ["comment", "symbol"]
    assert json.loads(document.meta) == {"summary": "Apart."}


def test_a_licence_is_not_the_summary() -> None:
    document = read("go", "// Copyright somebody.\n\n// Package a does it.\npackage a\n")
    assert json.loads(document.meta) == {"summary": "Package a does it."}


def test_a_signature_keeps_defaults_and_drops_comments() -> None:
    text = 'def f(\n    a: int = 1,  # one\n    b: str = "#",\n) -> dict[str, int]:\n    """Doc."""\n'
    assert (
        read("python", text).definitions[0].signature == 'def f(a: int = 1, b: str = "#") -> dict[str, int]'
    )


def test_conditional_and_nested_definitions_count() -> None:
    text = (
        "try:\n    def a(): pass\nexcept E:\n    def a(): pass\n"
        "if X:\n    class B:\n        if Y:\n            def c(self): pass\n"
    )
    assert qualnames(read("python", text)) == ["a", "a", "B", "B.c"]


def test_constants_count_at_module_level_only() -> None:
    text = "A = 1\nb = 2\nclass C:\n    D = 3\ndef f():\n    E = 4\nif A:\n    F: int = 5\n"
    assert qualnames(read("python", text)) == ["A", "C", "f", "F"]


def test_a_long_function_is_cut_between_statements_and_stays_one_section() -> None:
    body = "".join(f"    x{i} = call(\n        {i},\n    )\n" for i in range(60))
    document = read("python", f"def f():\n{body}")
    assert len(document.sections) == 1
    assert len(document.blocks) > 2
    assert all(b.section == 0 for b in document.blocks)
    assert all(document.text[b.start :].lstrip().startswith("x") for b in document.blocks[1:])


def test_offsets_are_code_points() -> None:
    text = "# é한😀 " + "ü" * 3000 + "\ndef f():\n    return '😀'\n\n\ndef g():\n    pass\n"
    document = read("python", text)
    assert [text[d.start : d.end].partition("(")[0] for d in document.definitions] == ["def f", "def g"]


def test_a_syntax_error_gives_a_partial_result() -> None:
    document = read("javascript", "function good() { return 1; }\nfunction ( {{{\nclass A { m() {} }\n")
    assert "good" in qualnames(document)


@pytest.mark.sample(3)
@pytest.mark.parametrize(
    ("language", "text", "warning"),
    [
        ("python", "x = " + "(" * 10_000 + ")" * 10_000 + "\n", "minified"),
        ("javascript", "function a(b){return b+1};" * 40_000, "minified"),
        ("python", "def f(): pass\n" * 25_000, "more than"),
        ("yaml", "- " * 3_000 + "\n", "nested too deep"),
        ("yaml", "".join(" " * i + "k:\n" for i in range(900)), "indented too deep"),
        ("perl", "`${" * 300, "nested too deep"),
        ("typst", "[" * 1_200, "nested too deep"),
        ("javascript", "x = 1;\n" * 300_000, "more than 2000000 bytes"),
    ],
)
def test_what_cannot_be_read_in_bounds_is_kept_whole_with_a_warning(
    language: str, text: str, warning: str
) -> None:
    document = read(language, text)
    assert len(document.warnings) == 1
    assert warning in document.warnings[0]
    assert [(b.kind, b.section) for b in document.blocks] == [("code", -1)]


@pytest.mark.long
def test_endless_recovery_is_given_up() -> None:
    document = read("cpp", "a<b<\n" * 20_000)
    assert document.warnings == ("too much work for the parser: structure not read",)


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("python", "x = (\n" + "(\n" * 10_000 + ")\n" * 10_000 + ")\n"),
        ("javascript", "function f(){\n" * 3_000 + "}\n" * 3_000),
        ("javascript", "const a = [\n" + "  1,\n" * 50_000 + "];\n"),
        ("cobol", "#\n" * 50),
        ("perl", "F#"),
    ],
)
def test_deep_and_huge_texts_are_read_in_bounds(language: str, text: str) -> None:
    assert len(read(language, text).sections) <= 32


def test_only_the_grammar_that_is_asked_for_is_loaded() -> None:
    program = """
import sys
from graphrag_batch.formats.code import parse_code
assert not any(m.startswith("tree_sitter") for m in sys.modules)
parse_code("rust", "fn f() {}", "utf-8", ())
print([m for m in sys.modules if ".bindings." in m])
"""
    shown = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert shown.stdout.strip() == "['tree_sitter_language_pack.bindings.rust']"


def test_a_language_that_is_not_there_is_refused() -> None:
    with pytest.raises(LookupError):
        parse_code("klingon", "x", "utf-8", ())
