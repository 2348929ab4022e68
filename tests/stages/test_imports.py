"""Which files a source file imports."""

from __future__ import annotations

import pytest

from graphrag_batch.records import RawLink
from graphrag_batch.stages.imports import offers, package_offers, resolve_imports
from tests.stages.names import Offered

PATHS = [
    "src/app/core.py", "src/app/json/tools.py", "src/app/util.py", "tests/test_core.py", "scripts/run.py",
    "web/src/main.ts", "web/src/client.ts", "web/src/view.tsx", "web/src/lib/index.ts",
    "java/src/com/acme/Job.java", "java/src/com/acme/Queue.java", "other/com/acme/Job.java",
    "rust/src/lib.rs", "rust/src/queue.rs", "rust/src/net/mod.rs", "rust/src/net/tcp.rs",
    "go/cmd/main.go", "go/queue/queue.go", "go/queue/queue_test.go", "go/queue/worker.go",
    "c/include/harbor/job.h", "c/src/job.c", "c/src/local.h", "styles/main.scss", "styles/_colors.scss",
]  # fmt: skip
DOCS = {path: n + 1 for n, path in enumerate(PATHS)}
# Empty __init__.py files are no documents, but they make packages.
PACKAGES = ["src/app/__init__.py", "src/app/json/__init__.py"]
OFFERS = [offer for path, n in DOCS.items() for offer in offers(n, path)]
OFFERS += [offer for n, path in enumerate(PACKAGES) for offer in package_offers(900 + n, path)]


def _imports(source: str, language: str, target: str, names: str = "") -> list[str]:
    link = RawLink(DOCS[source], source, f"code:{language}", None, 7, 0, 5, target, names)
    by_id = {n: path for path, n in DOCS.items()}
    found = resolve_imports([link], Offered(OFFERS, by_id))
    return sorted(by_id[r.dst] for r in found if r.dst is not None)


@pytest.mark.parametrize(
    ("source", "target", "names", "paths"),
    [
        ("tests/test_core.py", "app.core", "", ["src/app/core.py"]),
        ("tests/test_core.py", "app", "core, util", ["src/app/core.py", "src/app/util.py"]),
        ("tests/test_core.py", "app.core", "Core as C", ["src/app/core.py"]),
        ("src/app/core.py", ".util", "helper", ["src/app/util.py"]),
        ("src/app/core.py", ".", "util", ["src/app/util.py"]),
        ("src/app/json/tools.py", "..util", "x", ["src/app/util.py"]),
        ("src/app/json/tools.py", "..", "core", ["src/app/core.py"]),
        # A library is not the package of the same last name.
        ("src/app/core.py", "json", "", []),
        ("src/app/core.py", "json.tools", "", []),
        ("src/app/core.py", "core", "", []),
        ("src/app/core.py", "app.core", "", []),
    ],
)
def test_python_modules_are_found_by_package_ancestry(
    source: str, target: str, names: str, paths: list[str]
) -> None:
    assert _imports(source, "python", target, names) == paths


@pytest.mark.parametrize(
    ("source", "language", "target", "paths"),
    [
        ("web/src/main.ts", "typescript", "./client", ["web/src/client.ts"]),
        ("web/src/main.ts", "typescript", "./client.js", ["web/src/client.ts"]),
        ("web/src/main.ts", "typescript", "./view", ["web/src/view.tsx"]),
        ("web/src/main.ts", "typescript", "./lib", ["web/src/lib/index.ts"]),
        ("web/src/lib/index.ts", "javascript", "../client", ["web/src/client.ts"]),
        ("web/src/main.ts", "typescript", "react", []),
        ("java/src/com/acme/Queue.java", "java", "com.acme.Job", ["java/src/com/acme/Job.java"]),
        ("rust/src/queue.rs", "rust", "crate::net::tcp::Stream", ["rust/src/net/tcp.rs"]),
        ("rust/src/lib.rs", "rust", "net", ["rust/src/net/mod.rs"]),
        ("rust/src/net/mod.rs", "rust", "self::tcp", ["rust/src/net/tcp.rs"]),
        ("rust/src/net/tcp.rs", "rust", "std::io", []),
        ("rust/src/net/tcp.rs", "rust", "::", []),
        ("go/cmd/main.go", "go", "example.org/harbor/go/queue", ["go/queue/queue.go", "go/queue/worker.go"]),
        ("go/cmd/main.go", "go", "fmt", []),
        ("c/src/job.c", "c", '"local.h"', ["c/src/local.h"]),
        ("c/src/job.c", "c", "harbor/job.h", ["c/include/harbor/job.h"]),
        ("c/src/job.c", "c", "stdio.h", []),
        ("styles/main.scss", "scss", "colors", ["styles/_colors.scss"]),
        ("scripts/run.py", "markdown", "app", []),
    ],
)
def test_other_languages_are_read_as_their_tools_do(
    source: str, language: str, target: str, paths: list[str]
) -> None:
    assert _imports(source, language, target) == paths
