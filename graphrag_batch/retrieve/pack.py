"""Fitting hits into a budget of tokens, and the cursor that goes on where they stopped. Pure.

A cursor holds a place and the digests of what it belongs to; nothing is remembered between calls.
"""

from __future__ import annotations

import base64
import binascii
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace

from graphrag_batch.errors import ArtifactError, NotFound
from graphrag_batch.fingerprint import digest
from graphrag_batch.retrieve.reading import estimate_tokens
from graphrag_batch.retrieve.values import Hit, Query

# What a reader sees of a hit besides its snippet: place, section, ids, why.
HIT_TOKENS = 60
# An edge as a sentence, with two paths.
EDGE_TOKENS = 30
LEAST_SNIPPET, MOST_SNIPPET = 40, 400

_CURSOR = re.compile(r"(\d{1,6})\.(lexical|hybrid)\.([0-9a-f]{16})\.([0-9a-f]{16})")


@dataclass(frozen=True, slots=True)
class Place:
    """Where to go on: after `offset` hits of a search in `mode`."""

    offset: int = 0
    mode: str = ""


def snippet_tokens(query: Query) -> int:
    """How long each snippet may be so that `k` of them fit into the budget."""
    return max(LEAST_SNIPPET, min(MOST_SNIPPET, query.budget // max(1, query.k) - HIT_TOKENS))


def fill(count: int, make: Callable[[int], Hit], budget: int) -> tuple[list[Hit], int]:
    """(hits 0, 1, … while they fit, what is left of the budget); the first always comes, so that a
    search can go on."""
    hits: list[Hit] = []
    for number in range(count):
        hit = make(number)
        cost = estimate_tokens(hit.snippet) + HIT_TOKENS
        if hits and cost > budget:
            break
        budget -= cost
        hits.append(hit)
    return hits, max(0, budget)


def write_cursor(query: Query, artifact: str, place: Place) -> str:
    """A cursor for the rest of a query's hits in the artifact with this digest."""
    plain = f"{place.offset}.{place.mode}.{artifact[:16]}.{question(query)}"
    return base64.urlsafe_b64encode(plain.encode()).decode().rstrip("=")


def read_cursor(query: Query, artifact: str) -> Place:
    """Where a query's cursor goes on; the start without one. Raises NotFound for what is no cursor of
    this query, ArtifactError when the index has changed since."""
    if not query.cursor:
        return Place()
    try:
        padded = query.cursor + "=" * (-len(query.cursor) % 4)
        match = _CURSOR.fullmatch(base64.urlsafe_b64decode(padded.encode()).decode("ascii"))
    except (ValueError, binascii.Error):
        match = None
    again = "ask again without a cursor"
    if match is None:
        raise NotFound("this is no cursor", where=query.cursor[:80], next_step=again)
    if match[3] != artifact[:16]:
        raise ArtifactError("the index has changed since this cursor was made", next_step=again)
    if match[4] != question(query):
        what = "this cursor belongs to another query"
        raise NotFound(what, next_step="repeat the query as it was, or ask without a cursor")
    return Place(int(match[1]), match[2])


def question(query: Query) -> str:
    """What must stay the same for a cursor to go on. The budget may change: it moves no hit."""
    asked = replace(query, cursor="", budget=0)
    parts: Sequence[object] = (asked.text, asked.k, asked.hops, asked.rels, asked.kinds, asked.path)
    return digest(*(repr(part) for part in parts))[:16]
