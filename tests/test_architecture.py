"""The rooms and who may import whom, read from the source with `ast`."""

from __future__ import annotations

import ast
import functools
from pathlib import Path

import pytest

import graphrag_batch

PACKAGE = Path(graphrag_batch.__file__).parent

# Left may import right, never the reverse; rooms on one line never each other.
ORDER = [
    ["cli"],
    ["serve", "automate"],
    ["share", "measure"],
    ["build", "retrieve"],
    ["artifact"],
    ["stages", "source", "memo", "embedders", "taggers"],
    ["formats"],
    ["config"],
    ["records", "fingerprint", "temporary", "textual", "config_rules"],
    ["errors"],
]
RANK = {room: rank for rank, rooms in enumerate(ORDER) for room in rooms} | {"__main__": -1}

PURE = [
    "stages",
    "formats",
    "config",
    "config_rules",
    "records",
    "textual",
    "fingerprint",
    "source/plan",
    "source/select",
    "source/attributes",
    "source/wildmatch",
    "retrieve/rank",
]
IMPURE = {
    "os", "pathlib", "subprocess", "sqlite3", "apsw", "socket", "shutil", "tempfile", "random", "time",
    "threading", "importlib", "io", "glob", "secrets", "uuid", "locale",
}  # fmt: skip
# The wing that serves cannot reach what reads git, builds or writes.
FORBIDDEN_TO_SERVE = tuple(
    f"graphrag_batch.{name}"
    for name in ("build", "source", "artifact.write", "artifact.store", "memo", "share")
)
# Models behind an endpoint, and what is pulled from elsewhere.
OPEN_SOCKETS = (PACKAGE / "embedders" / "calling.py", PACKAGE / "share" / "fetch.py")
# Serves over HTTP, where it is told to.
LISTENS = PACKAGE / "serve" / "web.py"
HEAVY = {
    "onnxruntime",
    "tokenizers",
    "tree_sitter",
    "tree_sitter_language_pack",
    "mcp",
    "git",
    "ahocorasick_rs",
    "spacy",
    "pymupdf",
    "scipy",
    "graspologic_native",
}
# The server's own modules are only loaded to serve.
LOADED_TO_SERVE = {
    f"graphrag_batch.serve.{name}"
    for name in ("server", "toolbox", "tools", "graph_tools", "across", "calls", "models", "wire", "web")
}

HOLD_STATEMENTS = (ast.stmt, ast.ExceptHandler, ast.match_case)

FILES = sorted(PACKAGE.rglob("*.py"))


def _name(path: Path) -> str:
    parts = path.relative_to(PACKAGE).with_suffix("").parts
    return ".".join(("graphrag_batch", *(p for p in parts if p != "__init__")))


def _room(module: str) -> str:
    parts = module.split(".")
    return parts[1] if len(parts) > 1 else ""


@functools.cache
def _tree(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@functools.cache
def _known() -> dict[str, Path]:
    return {_name(path): path for path in FILES}


@functools.cache
def _imports(path: Path, *, top_only: bool = False) -> list[tuple[str, int]]:
    """Imported modules (absolute) with their lines; blocks under TYPE_CHECKING do not count."""
    tree, known = _tree(path), _known()
    package = _name(path) if path.name == "__init__.py" else _name(path).rpartition(".")[0]
    found: list[tuple[str, int]] = []
    pending: list[ast.AST] = list(tree.body)
    while pending:
        node = pending.pop()
        if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.dump(node.test):
            pending += node.orelse
            continue
        if isinstance(node, ast.Import):
            found += [(alias.name, node.lineno) for alias in node.names]
        elif isinstance(node, ast.ImportFrom):
            base = node.module or ""
            if node.level:
                above = package.split(".")[: len(package.split(".")) - node.level + 1]
                base = ".".join((*above, *([node.module] if node.module else [])))
            found.append((base, node.lineno))
            found += [(f"{base}.{a.name}", node.lineno) for a in node.names if f"{base}.{a.name}" in known]
        if not (top_only and isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)):
            pending += [child for child in ast.iter_child_nodes(node) if isinstance(child, HOLD_STATEMENTS)]
    return found


def test_imports_go_from_left_to_right() -> None:
    for path in FILES:
        room = _room(_name(path))
        for module, line in _imports(path):
            other = _room(module)
            if not module.startswith("graphrag_batch.") or room in ("", other) or other == "__version__":
                continue
            assert other in RANK, f"{path}:{line}: {other} has no place in the order"
            assert RANK[room] < RANK[other], f"{path}:{line}: {room} may not import {other}"


def test_stages_do_not_import_one_another() -> None:
    for path in (PACKAGE / "stages").rglob("*.py"):
        own = path.relative_to(PACKAGE / "stages").parts[0].removesuffix(".py")
        for module, line in _imports(path):
            if module.startswith("graphrag_batch.stages."):
                other = module.split(".")[2]
                # A stage's own sub-package carries its name (chunk, chunking).
                assert other.startswith(own) or own.startswith(other), f"{path}:{line}: imports {module}"


@pytest.mark.parametrize("place", PURE)
def test_pure_rooms_import_nothing_that_does_io(place: str) -> None:
    path = PACKAGE / place
    files = sorted(path.rglob("*.py")) if path.is_dir() else [path.with_suffix(".py")]
    assert files
    for file in files:
        source = file.read_text(encoding="utf-8").split("\n")
        for module, line in _imports(file):
            if source[line - 1] == "from io import BytesIO":  # bytes that a library reads as a file
                continue
            assert module.partition(".")[0] not in IMPURE, f"{file}:{line}: {module} in a pure room"
        for node in ast.walk(_tree(file)):
            if isinstance(node, ast.Attribute):
                assert node.attr not in ("now", "today", "utcnow"), f"{file}:{node.lineno}: reads a clock"


def test_only_one_module_runs_processes_in_the_wing_that_reads() -> None:
    for path in FILES:
        if _room(_name(path)) in ("source", "formats", "stages", "artifact", "retrieve", "serve"):
            runs = {m for m, _ in _imports(path)} & {"subprocess", "git"}
            assert not runs or path == PACKAGE / "source" / "command.py", f"{path} imports {runs}"


def test_two_modules_can_open_a_socket_to_others_and_one_can_listen() -> None:
    network = {"socket", "http", "urllib.request", "httpx", "requests", "aiohttp", "ftplib", "asyncio"}
    for path in FILES:
        found = {m for m, _ in _imports(path)} & network
        assert not found or path in (*OPEN_SOCKETS, LISTENS), path
    tree = _tree(LISTENS)
    calls = {node.attr for node in ast.walk(tree) if isinstance(node, ast.Attribute)}
    assert not calls & {"create_connection", "connect", "open_connection", "AsyncClient", "urlopen"}


def _reach(start: list[str]) -> set[str]:
    files = _known()
    seen: set[str] = set()
    pending = list(start)
    while pending:
        module = pending.pop()
        if module in seen or module not in files:
            continue
        seen.add(module)
        pending += [name for name, _ in _imports(files[module])]
        pending.append(module.rpartition(".")[0])
    return seen


def test_serving_cannot_reach_git_the_build_or_anything_that_writes() -> None:
    start = [_name(p) for p in FILES if _room(_name(p)) in ("serve", "retrieve")]
    start.append("graphrag_batch.cli.serve")  # what starts the server stays in its process
    reached = _reach(start)
    assert "graphrag_batch.artifact.read" in reached
    for module in reached:
        assert not module.startswith(FORBIDDEN_TO_SERVE), module


def test_heavy_libraries_are_loaded_inside_the_function_that_needs_them() -> None:
    for path in FILES:
        if _name(path) in LOADED_TO_SERVE:
            continue
        for module, line in _imports(path, top_only=True):
            assert module.partition(".")[0] not in HEAVY, f"{path}:{line}: {module} at the top"


def test_there_are_no_import_cycles() -> None:
    files = _known()
    edges = {
        name: {m for m, _ in _imports(path, top_only=True) if m in files and m != name}
        for name, path in files.items()
    }
    for name, targets in edges.items():  # `from package import module` also names the package
        edges[name] = {m for m in targets if not any(o.startswith(f"{m}.") for o in targets)}
    done: set[str] = set()

    def visit(name: str, trail: tuple[str, ...]) -> None:
        assert name not in trail, " -> ".join((*trail[trail.index(name) :], name))
        if name not in done:
            for other in sorted(edges[name]):
                visit(other, (*trail, name))
            done.add(name)

    for name in sorted(edges):
        visit(name, ())


def test_files_stay_under_400_lines() -> None:
    lines = {str(path): path.read_text(encoding="utf-8").count("\n") for path in FILES}
    assert not {path: number for path, number in lines.items() if number >= 400}


def test_functions_stay_under_60_lines() -> None:
    for path in FILES:
        for node in ast.walk(_tree(path)):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                assert length <= 60, f"{path}:{node.lineno}: {node.name} has {length} lines"


def _is_set(node: ast.expr) -> bool:
    """Whether an expression plainly is a set: its order is that of hashes, which differ from run to run."""
    if isinstance(node, ast.IfExp):
        return _is_set(node.body) or _is_set(node.orelse)
    if isinstance(node, ast.BinOp) and isinstance(node.op, ast.BitAnd | ast.BitOr | ast.Sub | ast.BitXor):
        return _is_set(node.left) or _is_set(node.right)
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
        return node.func.id in ("set", "frozenset")
    return isinstance(node, ast.Set | ast.SetComp)


def _walks_over_sets(tree: ast.AST) -> list[int]:
    """Lines where what comes of a set may come in the order of hashes."""
    # What these make of their argument has no order, or one of its own.
    unordered = {"sorted", "set", "frozenset", "any", "all", "sum", "max", "min", "len"}
    passed = {
        id(argument)
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in unordered
        for argument in node.args
    }
    lines = []
    for node in ast.walk(tree):
        if isinstance(node, ast.For) and _is_set(node.iter):
            lines.append(node.lineno)
        if isinstance(node, ast.ListComp | ast.GeneratorExp | ast.DictComp) and id(node) not in passed:
            lines += [node.lineno for one in node.generators if _is_set(one.iter)]
        if isinstance(node, ast.Call):
            name = getattr(node.func, "id", getattr(node.func, "attr", ""))
            if name in ("list", "tuple", "join", "fromkeys", "extend", "enumerate", "chain"):
                lines += [node.lineno for argument in node.args if _is_set(argument)]
    return lines


def test_nothing_that_is_built_comes_in_the_order_of_a_set() -> None:
    rooms = ("stages", "formats", "build", "taggers", "artifact", "source", "embedders", "records", "textual")
    found = {
        f"{_name(path)}:{line}"
        for path in FILES
        if _room(_name(path)) in rooms
        for line in _walks_over_sets(_tree(path))
    }
    assert not found


@pytest.mark.parametrize(
    "code",
    [
        "for a in {b for b in c}: d(a)",
        "e = [a for a in {*b} & c]",
        "for a in ({b} if c else ()): d(a)",
        "','.join({a, b})",
        "tuple(set(a) - b)",
        "dict.fromkeys(frozenset(a))",
    ],
)
def test_walks_over_sets_are_seen(code: str) -> None:
    assert _walks_over_sets(ast.parse(code))
    assert not _walks_over_sets(
        ast.parse("e = sorted({a, b}); f = any(x for x in {a}); g = {a for a in {b}}")
    )
