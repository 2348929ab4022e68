"""Which entities of a graph matter most: what is named from several documents of prose or code, then what is
named from one or none, last what is left out of short lists (`told`); each by PageRank. And which communities
are beside the point."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import numpy as np

from graphrag_batch.retrieve.priors import is_test
from graphrag_batch.retrieve.walk import QUIET

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphrag_batch.retrieve.knowledge.frame import Knowledge

# Hundreds of keys, rules and cells in a file say nothing of what a repository is about.
DATA = frozenset({"table"}) | {
    f"code:{language}"
    for language in ("css", "gitattributes", "gitignore", "gosum", "ini", "json", "properties", "scss",
                     "toml", "xml", "yaml")
}  # fmt: skip
_MINIFIED = re.compile(r"[.-]min\.(?:js|mjs|cjs)\Z")
# What lies outside of a repository.
_OUTSIDE = ("host", "url")
# Named from so many documents, an entity comes before those that are named from fewer.
SEVERAL = 2


def told(knowledge: Knowledge) -> NDArray[np.bool_]:
    """(nodes,) whether an entity is worth telling among the most important: not what stands in data, style
    sheets or minified scripts, or is named in these alone; no name of one letter, no date or number."""
    quiet = np.isin(knowledge.types, [n for n, kind in enumerate(knowledge.type_names) if kind in QUIET])
    short = knowledge.nodes_of(row[0] for row in knowledge.artifact.execute(_SHORT))
    found = ~(quiet | _in_data(knowledge))
    found[(knowledge.docs == 0) & (named_from(knowledge) == 0)] = False
    found[short] = False
    return found


def beside(knowledge: Knowledge) -> NDArray[np.bool_]:
    """(communities,) whether a community is of prose and code for less than a half: the rest is what is not
    worth telling (`told`), what tests read and do, and addresses outside."""
    rows = knowledge.artifact.execute("SELECT id, path FROM docs ORDER BY id")
    tests = np.array([key for key, path in rows if is_test(path)], dtype=np.int64)
    outside = [n for n, kind in enumerate(knowledge.type_names) if kind in _OUTSIDE]
    off = ~knowledge.told | np.isin(knowledge.docs, tests) | np.isin(knowledge.types, outside)
    of = knowledge.community
    size, those = np.bincount(of[of >= 0]), np.bincount(of[(of >= 0) & off], minlength=of.max(initial=-1) + 1)
    found: NDArray[np.bool_] = 2 * those > size
    return found


def named_from(knowledge: Knowledge) -> NDArray[np.int64]:
    """(nodes,) how many other documents of prose or code name or use an entity."""
    docs = np.unique(knowledge.docs, return_inverse=True)[1].astype(np.int64)
    src, dst = knowledge.sources, knowledge.graph.indices.astype(np.int64)
    kept = (
        (knowledge.docs[src] != 0) & (knowledge.docs[src] != knowledge.docs[dst]) & ~_in_data(knowledge)[src]
    )
    pairs = np.unique(dst[kept] * (len(docs) + 1) + docs[src][kept])
    counts: NDArray[np.int64] = np.bincount(pairs // (len(docs) + 1), minlength=len(knowledge.docs))
    return counts


_SHORT = "SELECT id FROM entities WHERE length(name) < 2"


def _in_data(knowledge: Knowledge) -> NDArray[np.bool_]:
    """(nodes,) whether an entity stands in a file of data."""
    rows = knowledge.artifact.execute("SELECT id, format, path FROM docs ORDER BY id")
    ids = [key for key, format_, path in rows if format_ in DATA or _MINIFIED.search(path)]
    found: NDArray[np.bool_] = np.isin(knowledge.docs, np.array(ids, dtype=np.int64))
    return found
