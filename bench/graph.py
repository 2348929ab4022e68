"""What it costs to ask the graph, on one that is made up.

    python bench/graph.py [--nodes 100000] [--edges 300000] [--artifact PATH]

Makes an artifact of so many entities in clusters, all of which share a word, with a hub that is linked to
every one of them, and times each measure and each question: processor seconds of the first call, then of the
second. With `--artifact` that one is asked, about its most important entities.
"""

from __future__ import annotations

import argparse
import resource
import tempfile
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.fingerprint import id63
from graphrag_batch.retrieve.knowledge.doubts import doubts, orphans
from graphrag_batch.retrieve.knowledge.explain import Explain, explain
from graphrag_batch.retrieve.knowledge.frame import Knowledge
from graphrag_batch.retrieve.knowledge.lookup import Lookup, lookup
from graphrag_batch.retrieve.knowledge.overview import community, overview

RELATIONS = ("uses", "depends_on", "located_in")
TYPES = ("product", "person", "concept", "date")
MEASURES = (
    "graph",
    "types",
    "rank",
    "both",
    "component",
    "community",
    "modularity",
    "betweenness",
    "clustering",
)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--nodes", type=int, default=100_000)
    parser.add_argument("--edges", type=int, default=300_000)
    parser.add_argument("--artifact", type=Path)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = options.artifact or Path(folder) / "graph.sqlite"
        if not options.artifact:
            make(path, options.nodes, options.edges)
        with open_artifact(path) as artifact:
            ask(Knowledge(artifact))
    print(f"memory {resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:.0f} MB")


def make(path: Path, nodes: int, edges: int) -> None:
    """An artifact of clusters of sixty entities, four edges of five within them, the first linked to all."""
    random = np.random.default_rng(1)
    src = random.integers(0, nodes, edges)
    near = src // 60 * 60 + random.integers(0, 60, edges)
    far = (random.pareto(1.0, edges) * 10).astype(np.int64)
    dst = np.where(random.random(edges) < 0.8, near, far) % nodes
    ids = [id63("entity", f"token {n}") for n in range(nodes)]
    pairs = {(a, b): n for n, (a, b) in enumerate(zip(src.tolist(), dst.tolist(), strict=True)) if a != b}
    relations = [
        (ids[a], ids[b], RELATIONS[(a + b) % 3], 0.3 + n % 60 / 100, 1, "{}") for (a, b), n in pairs.items()
    ]
    relations += [(ids[0], one, "defines", 0.9, 1, "{}") for one in ids[1:]]
    entities = [
        (key, TYPES[n % 4], f"Token {n}", f"token {n}", "[]", "One of many.", 0, None, None, None, "definite")
        for n, key in enumerate(ids)
    ]
    with ArtifactWriter(path) as writer:
        writer.change("entities", [], entities)
        writer.change("relations", [], relations)
        writer.finish({"tree": "0" * 40, "commit": "", "model_fingerprint": ""}, 0)


def ask(known: Knowledge) -> None:
    """Times every measure and question."""
    for name in MEASURES:
        timed(name, lambda name=name: getattr(known, name))
    nodes, edges = len(known.graph.ids), len(known.graph.indices)
    print(f"{nodes} entities, {edges} edges, modularity {known.modularity:.2f}")
    first, *_, last = [str(thing.id) for thing in lookup(known, Lookup(sort="rank", k=50)).things]
    word = lookup(known, Lookup(k=1)).things[0].name.split()[0]
    timed("look up a word that all share", lambda: lookup(known, Lookup(word)))
    timed("look up all by name", lambda: lookup(known, Lookup(sort="name")))
    timed("explain the first", lambda: explain(known, Explain(first, hops=3)))
    timed("explain another", lambda: explain(known, Explain(last, hops=3)))
    timed("the way between the two", lambda: explain(known, Explain(last, to=first)))
    timed("overview", lambda: overview(known))
    timed("a community", lambda: community(known, first))
    timed("doubts", lambda: doubts(known))
    timed("orphans", lambda: orphans(known))


def timed(name: str, call: Callable[[], Any]) -> None:
    """Prints what the first and the second call cost."""
    seconds = []
    for _ in range(2):
        begun = time.process_time()
        call()
        seconds.append(time.process_time() - begun)
    print(f"{name:<30} {seconds[0]:7.3f} {seconds[1]:7.3f}")


if __name__ == "__main__":
    main()
