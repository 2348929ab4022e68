"""What a statement imports, read from its text: (target as written, imported names)."""

from __future__ import annotations

import re
from collections.abc import Callable

Imports = list[tuple[str, str]]

_STRING = re.compile(r"\"((?:[^\"\\\n]|\\.)*)\"|'((?:[^'\\\n]|\\.)*)'|`([^`]*)`")
_HASH_COMMENT = re.compile(r"#[^\n]*")
_SLASH_COMMENT = re.compile(r"//[^\n]*|/\*.*?\*/", re.DOTALL)
_MAX_TARGET = 300


def imports_of(language: str, statement: str) -> Imports:
    """The imports of one statement; empty when it names nothing."""
    reader = _READERS.get(language, _generic)
    return [(t, n) for t, n in reader(statement[:20_000]) if t and len(t) <= _MAX_TARGET]


def _names(text: str, alias: str = "as") -> str:
    """`a, b as c` → `a, b`: the original names, in order."""
    parts = (part.split(f" {alias} ")[0].strip() for part in " ".join(text.split()).split(","))
    return ", ".join(part for part in parts if part)


def _strings(text: str) -> list[str]:
    return [next((g for g in m.groups() if g is not None), "") for m in _STRING.finditer(text)]


def _python(statement: str) -> Imports:
    text = " ".join(_HASH_COMMENT.sub("", statement).replace("\\\n", " ").split())
    found = re.match(r"from\s*(\.*\s*[\w.]*)\s*import\s*\(?(.*?)\)?$", text)
    if found:
        return [(found.group(1).replace(" ", ""), _names(found.group(2)))]
    plain = re.match(r"import\s+(.*)$", text)
    names = _names(plain.group(1)).split(", ") if plain else []
    return [(name, name) for name in names]


def _ecmascript(statement: str) -> Imports:
    strings = _strings(_SLASH_COMMENT.sub("", statement) if "/*" in statement else statement)
    if not strings:
        return []
    head = " ".join(statement.split())
    names = re.match(r"(?:import|export)\s+(?:type\s+|typeof\s+)?(.*?)\s*from\s*[\"'`]", head)
    bound = re.match(r"(?:import|const|let|var)\s+(.*?)\s*=\s*", head)
    inside = names.group(1) if names else bound.group(1) if bound else ""
    inside = re.sub(r"\*\s*as\s+|[{}]|\btype\s+", " ", inside).replace(":", " as ")
    return [(strings[-1], _names(re.sub(r"\s+", " ", inside)))]


def _go(statement: str) -> Imports:
    path = next(iter(_strings(statement)), "")
    alias = re.match(r"([\w.]+)\s", statement)
    return [(path, alias.group(1) if alias else path.rsplit("/", 1)[-1])]


def _dotted(statement: str) -> Imports:
    """`import static a.b.C;`, `import a.b.C as D`, `using X = A.B;`."""
    text = " ".join(statement.partition("\n")[0].split()).rstrip("; ")
    text = re.sub(
        r"^(global\s+)?(import|using|open|include)\s+"
        r"((static|struct|class|enum|func|protocol|let|var|typealias)\s+)?",
        "",
        text,
    )
    text = text.split(" = ")[-1].split(" as ")[0].strip()
    return [(text, re.split(r"[.\s]", text)[-1])]


def _scala(statement: str) -> Imports:
    text = " ".join(statement.split())
    found = re.match(r"import\s+([\w.`]+?)\.(\{.*\}|[\w*`]+)$", text)
    if not found:
        return _dotted(statement)
    return [(found.group(1), _names(found.group(2).strip("{} "), "=>"))]


def _rust(statement: str) -> Imports:
    text = " ".join(_SLASH_COMMENT.sub("", statement).split()).rstrip("; ")
    text = re.sub(r"^(#\[[^\]]*\]\s*)*(pub(\([^)]*\))?\s+)?", "", text)
    found = re.match(r"(use|mod|extern crate)\s+(.*)$", text)
    if not found:
        return []
    path, brace, names = found.group(2).partition("{")
    if brace:
        return [(path.rstrip(": "), _names(names.rsplit("}", 1)[0]))]
    path = path.split(" as ")[0].strip()
    return [(path, path.rsplit("::", 1)[-1])]


def _c(statement: str) -> Imports:
    found = re.search(r"\"([^\"\n]+)\"|(<[^>\n]+>)|@import\s+([\w.]+)", statement)
    return [(next(g for g in found.groups() if g), "")] if found else []


def _php(statement: str) -> Imports:
    if not re.match(r"use\b", statement):
        return _generic(statement)
    text = re.sub(r"^use\s+((function|const)\s+)?", "", " ".join(statement.split()).rstrip("; "))
    prefix, brace, names = text.partition("{")
    if brace:
        return [(prefix.rstrip("\\ "), _names(names.rstrip("} ")))]
    return [(name, name.rsplit("\\", 1)[-1]) for name in _names(text).split(", ")]


def _words(statement: str) -> Imports:
    """A keyword, a path, and perhaps names: `use Mail::Box qw(open close);`, `alias A.B, as: C`."""
    text = " ".join(statement.partition("\n")[0].split()).rstrip(";.")
    found = re.match(
        r"[\w.@-]+\s+(?:qualified\s+|safe\s+|type\s+|-?include\s+)?[\"']?([^\s,;()\"':]+(?:::?[\w:]+)?)(.*)$",
        text,
    )
    if not found:
        return []
    names = re.findall(
        r"\w[\w']*", re.sub(r"\b(qw|only|as|except|hiding|exposing|q)\b:?", " ", found.group(2))
    )
    return [(found.group(1).rstrip(":"), ", ".join(names))]


def _elixir(statement: str) -> Imports:
    text = " ".join(statement.split())
    found = re.match(r"\w+\s+([\w.]+?)\.?(?:\{(.*)\})?(?:,.*)?$", text)
    return [(found.group(1), _names(found.group(2) or ""))] if found else []


def _julia(statement: str) -> Imports:
    if statement.startswith("include"):
        return _generic(statement)
    text = re.sub(r"^(using|import)\s+", "", " ".join(statement.split()))
    module, colon, names = text.partition(":")
    if colon:
        return [(module.strip(), _names(names))]
    return [(name, name) for name in _names(text).split(", ")]


def _call(statement: str) -> Imports:
    """`library(dplyr)`, `require "x"`, `local a = require("a")`."""
    strings = _strings(statement)
    if strings:
        bound = re.match(r"(?:local\s+|const\s+|pub\s+)*([\w, ]+?)\s*=", statement)
        return [(strings[0], bound.group(1).removeprefix("const ").strip() if bound else "")]
    found = re.match(r"\w+\(\s*([\w.]+)", statement)
    return [(found.group(1), "")] if found else []


def _generic(statement: str) -> Imports:
    strings = _strings(statement)
    return [(strings[0], "")] if strings else _words(statement)


_READERS: dict[str, Callable[[str], Imports]] = {
    "python": _python,
    "starlark": _python,
    "javascript": _ecmascript,
    "typescript": _ecmascript,
    "tsx": _ecmascript,
    "go": _go,
    "java": _dotted,
    "kotlin": _dotted,
    "csharp": _dotted,
    "swift": _dotted,
    "scala": _scala,
    "rust": _rust,
    "c": _c,
    "cpp": _c,
    "cuda": _c,
    "arduino": _c,
    "objc": _c,
    "php": _php,
    "elixir": _elixir,
    "julia": _julia,
    "r": _call,
    "lua": _call,
    "luau": _call,
    "zig": _call,
    "haskell": _words,
}
