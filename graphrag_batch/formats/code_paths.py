"""Which language a path is written in: by file name, extension, and `#!` line."""

from __future__ import annotations

import re

# fmt: off
_EXTENSIONS = {
    "actionscript": "as", "ada": "adb ads ada", "agda": "agda", "apex": "cls trigger", "arduino": "ino",
    "asm": "asm s", "astro": "astro", "bash": "sh bash zsh ksh bats command", "beancount": "beancount",
    "bibtex": "bib", "bicep": "bicep bicepparam", "bitbake": "bb bbappend bbclass", "bsl": "bsl os",
    "c": "c h", "cairo": "cairo", "capnp": "capnp", "chatito": "chatito", "clarity": "clar",
    "clojure": "clj cljs cljc edn", "cmake": "cmake", "cobol": "cob cbl cobol cpy",
    "commonlisp": "lisp lsp cl asd", "cpon": "cpon",
    "cpp": "cpp cc cxx c++ hpp hh hxx h++ ipp inl tpp ixx cppm", "csharp": "cs csx", "css": "css",
    "cuda": "cu cuh", "d": "d di", "dart": "dart", "dockerfile": "dockerfile containerfile",
    "dtd": "dtd", "elisp": "el", "elixir": "ex exs", "elm": "elm", "embeddedtemplate": "erb ejs",
    "erlang": "erl hrl escript", "fennel": "fnl", "firrtl": "fir", "fish": "fish",
    "fortran": "f90 f95 f03 f08 f for f77", "fsharp": "fs fsx", "fsharp_signature": "fsi", "func": "fc",
    "gdscript": "gd", "gleam": "gleam", "glsl": "glsl vert frag geom comp tesc tese", "gn": "gn gni",
    "go": "go", "graphql": "graphql gql graphqls", "groovy": "groovy gradle gvy", "hack": "hack",
    "hare": "ha", "haskell": "hs", "haxe": "hx", "hcl": "hcl nomad", "heex": "heex leex",
    "hlsl": "hlsl hlsli fx", "html": "html htm xhtml", "hyprlang": "hl",
    "ini": "ini cfg conf desktop editorconfig", "ispc": "ispc", "janet": "janet", "java": "java",
    "javascript": "js mjs cjs jsx es6", "json": "json jsonc json5 geojson webmanifest",
    "jsonnet": "jsonnet libsonnet", "julia": "jl", "kdl": "kdl", "kotlin": "kt kts", "latex": "tex sty ltx",
    "linkerscript": "ld lds", "llvm": "ll", "lua": "lua", "luau": "luau", "magik": "magik",
    "make": "mk mak make", "markdown": "md markdown", "mermaid": "mmd mermaid", "netlinx": "axs axi",
    "nim": "nim nims", "ninja": "ninja", "nix": "nix", "nqc": "nqc", "objc": "m mm", "ocaml": "ml",
    "ocaml_interface": "mli", "odin": "odin", "pascal": "pas pp dpr lpr", "pem": "pem crt",
    "perl": "pl pm t", "pgn": "pgn", "php": "php php5 phtml phps", "po": "po pot", "pony": "pony",
    "powershell": "ps1 psm1 psd1", "prisma": "prisma", "properties": "properties", "proto": "proto",
    "purescript": "purs", "python": "py pyi pyw wsgi", "qmljs": "qml", "r": "r",
    "racket": "rkt rktl", "re2c": "re", "rego": "rego", "ron": "ron", "rst": "rst",
    "ruby": "rb rake gemspec ru", "rust": "rs", "scala": "scala sc sbt", "scheme": "scm ss sld",
    "scss": "scss", "smali": "smali", "smithy": "smithy", "solidity": "sol", "sparql": "rq sparql",
    "sql": "sql ddl dml pgsql", "squirrel": "nut", "starlark": "bzl star bazel", "svelte": "svelte",
    "swift": "swift", "tablegen": "td", "tcl": "tcl tk", "terraform": "tf tfvars", "thrift": "thrift",
    "toml": "toml", "tsx": "tsx", "twig": "twig", "typescript": "ts mts cts", "typst": "typ",
    "ungrammar": "ungram", "uxntal": "tal", "v": "v", "verilog": "sv svh vh", "vhdl": "vhd vhdl",
    "vim": "vim", "vue": "vue", "wast": "wast", "wat": "wat", "wgsl": "wgsl",
    "xml": "xml xsd xsl xslt svg plist csproj vcxproj pom", "yaml": "yaml yml", "yuck": "yuck",
    "zig": "zig zon",
}
_NAMES = {
    "bash": ".bashrc .bash_profile .bash_aliases .profile .zshrc .zprofile .zshenv PKGBUILD .envrc",
    "cmake": "CMakeLists.txt", "dockerfile": "Dockerfile Containerfile", "gitattributes": ".gitattributes",
    "gitignore": ".gitignore .dockerignore .npmignore .eslintignore .prettierignore .graphragignore",
    "gomod": "go.mod", "gosum": "go.sum", "groovy": "Jenkinsfile",
    "ini": ".editorconfig .gitconfig .npmrc .flake8 setup.cfg .coveragerc .pylintrc",
    "json": ".prettierrc .eslintrc .babelrc composer.lock Pipfile.lock flake.lock", "kconfig": "Kconfig",
    "make": "Makefile makefile GNUmakefile", "meson": "meson.build meson_options.txt",
    "pymanifest": "MANIFEST.in", "python": "SConstruct SConscript wscript", "qmldir": "qmldir",
    "readline": ".inputrc", "requirements": "requirements.txt constraints.txt",
    "ruby": "Gemfile Rakefile Podfile Vagrantfile Brewfile Fastfile Guardfile Capfile .irbrc",
    "starlark": "BUILD WORKSPACE Tiltfile BUILD.bazel WORKSPACE.bazel",
    "toml": "Pipfile Cargo.lock poetry.lock uv.lock pdm.lock", "xcompose": ".XCompose",
    "yaml": ".clang-format .clang-tidy .clangd", "vim": ".vimrc .gvimrc _vimrc", "r": ".Rprofile",
    "gn": ".gn",
}
_INTERPRETERS = {
    "bash": "sh bash zsh dash ksh ash bats", "python": "python pypy", "javascript": "node nodejs bun",
    "typescript": "deno ts-node tsx", "ruby": "ruby jruby", "perl": "perl", "php": "php",
    "lua": "lua luajit", "r": "Rscript", "fish": "fish", "tcl": "tclsh wish expect", "julia": "julia",
    "elixir": "elixir", "erlang": "escript", "make": "make", "groovy": "groovy", "scala": "scala",
    "powershell": "pwsh", "racket": "racket", "nix": "nix-shell", "haskell": "runhaskell runghc",
    "swift": "swift",
}
# fmt: on
_BY_EXTENSION = {ext: lang for lang, exts in _EXTENSIONS.items() for ext in exts.split()}
_BY_NAME = {name: lang for lang, names in _NAMES.items() for name in names.split()}
_BY_INTERPRETER = {name: lang for lang, names in _INTERPRETERS.items() for name in names.split()}

_SHEBANG = re.compile(r"#!\s*(?:\S*/)?env\s+(?:-\S+\s+)*(?:\w+=\S*\s+)*(\S+)|#!\s*(\S+)")
_MODELINE = re.compile(r"-\*-\s*(?:mode:\s*)?([\w+-]+)\s*(?:;.*)?-\*-")
_CPP_HEADER = re.compile(
    r"^\s*(#include <(?!\w+\.h>)\w+>|class\s+\w|namespace\s+[\w:]+\s*\{|template\s*<|using\s+\w|"
    r"public:|private:)",
    re.MULTILINE,
)
_OBJC_HEADER = re.compile(r"^\s*(@interface|@protocol|@class|@import|#import)\b", re.MULTILINE)
_MATLAB = re.compile(r"^\s*(%|function\b|classdef\b)", re.MULTILINE)
_PUPPET = re.compile(r"^\s*(class|define|node)\s+['\w:]+.*\{\s*$", re.MULTILINE)


def language_of(path: str, head: str) -> str | None:
    """The tree-sitter-language-pack name of the language of the file at `path`, or None.

    `head` is the beginning of its text (a few kilobytes serve): it decides for files without a
    telling name (`#!`) and for extensions that languages share (`.h`, `.m`, `.pp`).
    """
    name = path.rstrip('"').rsplit("/", 1)[-1]
    by_name = _BY_NAME.get(name) or _by_pattern(name)
    if by_name:
        return by_name
    extension = name.rsplit(".", 1)[-1] if "." in name.lstrip(".") else ""
    language = _BY_EXTENSION.get(extension) or _BY_EXTENSION.get(extension.lower())
    if language is None:
        return _by_first_line(head) if not extension or len(extension) > 4 else None
    return _shared(language, extension.lower(), head)


def _by_pattern(name: str) -> str | None:
    lower = name.lower()
    if lower.startswith(("dockerfile.", "containerfile.")):
        return "dockerfile"
    if lower.startswith("makefile."):
        return "make"
    if re.fullmatch(r"(.*[-_.])?(requirements|constraints)([-_.].*)?\.(txt|in)", lower):
        return "requirements"
    return None


def _by_first_line(head: str) -> str | None:
    line = head.split("\n", 1)[0]
    found = _SHEBANG.match(line)
    if found:
        program = (found.group(1) or found.group(2)).rsplit("/", 1)[-1]
        return _BY_INTERPRETER.get(program) or _BY_INTERPRETER.get(re.sub(r"[\d.]+$", "", program))
    mode = _MODELINE.search(line)
    return _BY_INTERPRETER.get(mode.group(1).lower()) if mode else None


def _shared(language: str, extension: str, head: str) -> str:
    """Tell apart languages that share an extension."""
    if extension == "h":
        return "objc" if _OBJC_HEADER.search(head) else "cpp" if _CPP_HEADER.search(head) else "c"
    if extension == "m" and not re.search(r"^\s*(#import|#include|@\w+)", head, re.MULTILINE):
        return "matlab" if _MATLAB.search(head) else language
    if extension == "pp" and _PUPPET.search(head):
        return "puppet"
    if extension == "v" and re.search(r"^\s*(module\s+\w+\s*[(#;]|`timescale|endmodule)", head, re.MULTILINE):
        return "verilog"
    if extension == "cls" and head.lstrip().startswith(("\\", "%")):
        return "latex"
    return language
