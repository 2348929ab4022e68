"""Entities by name, by words, by type: which there are, best first."""

from __future__ import annotations

import base64
import binascii
import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

import numpy as np

from graphrag_batch.errors import NotFound
from graphrag_batch.fingerprint import digest
from graphrag_batch.retrieve.dates import Changes, range_of
from graphrag_batch.retrieve.knowledge.fitting import fitting
from graphrag_batch.retrieve.knowledge.naming import called, matching, nearest, tidy
from graphrag_batch.retrieve.knowledge.values import Found
from graphrag_batch.retrieve.reading import estimate_tokens
from graphrag_batch.retrieve.values import Query

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from graphrag_batch.retrieve.knowledge.frame import Knowledge
    from graphrag_batch.retrieve.knowledge.values import Thing

SORTS = ("relevance", "rank", "links", "name", "recent")
MOST_NAMES = 50
MOST_FILTERED = 20_000
_CURSOR = re.compile(r"(\d{1,9})\.([0-9a-f]{8})", re.ASCII)
_DOCS = "SELECT DISTINCT entity, doc FROM mentions WHERE entity IN ({marks})"
_TIMES = "SELECT d.id, h.time FROM docs d JOIN history h ON h.path = d.path"
_BATCH = 500


@dataclass(frozen=True, slots=True)
class Lookup:
    """What is looked for: words `q`, or `names` to be found exactly, or, with neither, whatever there is.
    `type` is one of the entities' types, `since` an ISO date: only what stands or is named in a document
    that changed then or later. `sort` is one of `SORTS`, "" for `relevance`, which without words or names is
    what matters most (`prominence`); at most `k` come, as many
    as fit into `budget` tokens."""

    q: str = ""
    names: tuple[str, ...] = ()
    type: str = ""
    sort: str = ""
    since: str = ""
    k: int = 20
    budget: int = 4000
    cursor: str = ""


def lookup(knowledge: Knowledge, asked: Lookup) -> Found:
    """The entities asked for, `k` at a time. Raises NotFound for what is no date, type, order or
    cursor."""
    if asked.sort not in ("", *SORTS):
        raise NotFound(
            f"{asked.sort[:40]!r} is no order", where="sort", next_step=f"one of {', '.join(SORTS)}"
        )
    nodes, missing = _asked_for(knowledge, asked)
    nodes = _of_type(knowledge, nodes, asked.type)
    nodes, notes = _since(knowledge, nodes, asked)
    nodes = _sorted(knowledge, nodes, asked)
    mark = marked(knowledge, asked.q, *asked.names, asked.type, asked.sort, asked.since)
    start = resumed(asked.cursor, mark, len(nodes))
    things = _fitting(knowledge.things(nodes[start : start + asked.k]).values(), asked.budget)
    end = start + len(things)
    more = end < len(nodes)
    return Found(
        things=tuple(things),
        total=len(nodes),
        missing=missing,
        truncated=more,
        cursor=cursor(end, mark) if more else "",
        notes=notes,
    )


def _fitting(things: Iterable[Thing], budget: int) -> list[Thing]:
    """As many as fit, but one at least."""
    fit: list[Thing] = []
    for thing in things:
        budget -= cost_of(thing)
        if fit and budget < 0:
            break
        fit.append(thing)
    return fit


def cost_of(thing: Thing) -> int:
    """About how many tokens an entity takes; an id alone takes ten."""
    return estimate_tokens(f"{thing.name} {thing.path} {thing.description} {' '.join(thing.aliases)}") + 40


def marked(knowledge: Knowledge, *question: str) -> str:
    """What a cursor belongs to: this question in this artifact."""
    meta = knowledge.artifact.meta
    known = (meta["content_digest"], meta.get("history_digest", ""), meta.get("history_uncommitted", ""))
    return digest(*known, *question)[:8]


def cursor(place: int, mark: str) -> str:
    """A cursor that goes on at this place."""
    return base64.urlsafe_b64encode(f"{place}.{mark}".encode()).decode().rstrip("=")


def resumed(given: str, mark: str, total: int) -> int:
    """The place to go on at; 0 without a cursor. Raises NotFound for one of another question or index."""
    if not given:
        return 0
    try:
        plain = base64.urlsafe_b64decode(given + "=" * (-len(given) % 4)).decode("ascii")
    except (ValueError, binascii.Error):
        plain = ""
    found = _CURSOR.fullmatch(plain)
    if not found or found[2] != mark or int(found[1]) >= total:
        raise NotFound(
            "this cursor does not belong to this question (the index may have changed)",
            where=given[:40],
            next_step="ask again without a cursor",
        )
    return int(found[1])


def _asked_for(knowledge: Knowledge, asked: Lookup) -> tuple[Sequence[int], dict[str, tuple[str, ...]]]:
    missing: dict[str, tuple[str, ...]] = {}
    if asked.names:
        nodes: dict[int, None] = {}
        for name in asked.names[:MOST_NAMES]:
            here = called(knowledge, name)
            nodes |= dict.fromkeys(here)
            if not here:
                missing[tidy(name)] = nearest(knowledge, name)
        return list(nodes), missing
    if asked.q.strip():
        exact = called(knowledge, asked.q)
        matched = fitting(knowledge, matching(knowledge, asked.q), tidy(asked.q))
        found = list(dict.fromkeys([*exact, *matched]))
        if not found:
            missing[tidy(asked.q)] = nearest(knowledge, asked.q)
        return found, missing
    return range(len(knowledge.graph.ids)), missing


def _of_type(knowledge: Knowledge, nodes: Sequence[int], kind: str) -> Sequence[int]:
    if not kind:
        return nodes
    if kind not in knowledge.type_names:
        near = difflib.get_close_matches(kind.lower(), knowledge.type_names, n=1)
        meant = f"did you mean {near[0]}? There are" if near else "one of"
        raise NotFound(
            f"there is no entity of type {kind[:40]!r} in this index",
            where="type",
            next_step=f"{meant} {', '.join(knowledge.type_names)}" if knowledge.type_names else "",
        )
    code = knowledge.type_names.index(kind)
    chosen = np.asarray(nodes, dtype=np.int64)
    kept: list[int] = chosen[knowledge.types[chosen] == code].tolist()
    return kept


def _since(
    knowledge: Knowledge, nodes: Sequence[int], asked: Lookup
) -> tuple[Sequence[int], tuple[str, ...]]:
    """The nodes with a document that changed then; what the reader must know of it."""
    wanted = range_of(Query("", since=asked.since))
    if wanted is None:
        return nodes, ()
    docs = knowledge.artifact.execute("SELECT id, path FROM docs ORDER BY id")
    changes = Changes(knowledge.artifact, [path for _, path in docs])
    inside = {key for (key, _), changed in zip(docs, changes.within(wanted), strict=True) if changed}
    notes = changes.notes(wanted)
    if len(nodes) > MOST_FILTERED:
        nodes = knowledge.best(nodes)[:MOST_FILTERED]
        notes = (*notes, f"looked at the {MOST_FILTERED} best only: give q or type")
    of = _docs_of(knowledge, nodes)
    return [node for node in nodes if not of[node].isdisjoint(inside)], notes


def _docs_of(knowledge: Knowledge, nodes: Sequence[int]) -> dict[int, set[int]]:
    """The documents that each entity stands in, or is named in."""
    of = {node: {int(knowledge.docs[node])} - {0} for node in nodes}
    by_id = {int(knowledge.graph.ids[node]): node for node in nodes}
    ids = sorted(by_id)
    for first in range(0, len(ids), _BATCH):
        some = ids[first : first + _BATCH]
        rows = knowledge.artifact.execute(_DOCS.format(marks=", ".join("?" * len(some))), some)
        for entity, doc in rows:
            of[by_id[entity]].add(doc)
    return of


def _sorted(knowledge: Knowledge, nodes: Sequence[int], asked: Lookup) -> list[int]:
    sort = asked.sort or "relevance"
    if sort == "relevance":
        return list(nodes) if asked.q.strip() or asked.names else knowledge.prominent(nodes)
    best = knowledge.best(nodes)
    if sort == "links":
        return sorted(best, key=lambda node: -int(knowledge.both.degree[node]))
    if sort == "name":
        names = dict(knowledge.artifact.execute("SELECT id, name FROM entities"))
        by_node = {node: names[int(knowledge.graph.ids[node])] for node in best}
        return sorted(best, key=lambda node: (by_node[node].casefold(), by_node[node]))
    if sort == "recent":
        times = dict(knowledge.artifact.execute(_TIMES))
        of = _docs_of(knowledge, best[:MOST_FILTERED])
        last = {node: max((times.get(doc, 0) for doc in docs), default=0) for node, docs in of.items()}
        return sorted(best, key=lambda node: -last.get(node, 0))
    return best
