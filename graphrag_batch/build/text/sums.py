"""What documents hold of names and terms, in sum: the only thing that entities of text are made from, so that
they are the same whatever came first."""

from __future__ import annotations

import posixpath
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from graphrag_batch.stages import gazetteer, names
from graphrag_batch.textual import FAINT, SHORTENED, SURE, UNTOLD

if TYPE_CHECKING:
    from graphrag_batch.build.facts import Facts, Tables
    from graphrag_batch.textual import RawMention

Row = tuple[Any, ...]

_FRAME = re.compile(r"(?:^|/)_?(?:layouts?|includes?|partials?|templates?)/", re.IGNORECASE)

TERM = "term"
"""The type, in the table `names`, of a name that is only set apart: it counts when the gazetteer holds it."""
TITLE, ALIAS = "title", "alias"
"""Those of a document's title, and of names that a text says are one."""
WEAK = "name"
"""That of a weak mention: a name counts when `SEEN` documents have it."""
SEEN = 2
NAMED = "named"
"""That of a strong mention of which nothing else is told."""
UNTYPED = frozenset({TERM, TITLE, ALIAS, WEAK, NAMED})

norm_of = lru_cache(maxsize=1 << 18)(names.norm)


class Held(NamedTuple):
    """What one document holds: names (norm, surface, type), terms (term, weight), pairs (short, long)."""

    names: frozenset[tuple[str, str, str]]
    terms: tuple[tuple[str, int], ...]
    pairs: frozenset[tuple[str, str]]
    anchor: str


def held(found: Facts) -> Held:
    """What a document adds to the sums."""
    extract = found.extract
    named = {(norm_of(r.name), r.name, "product") for r in found.requirements}
    named |= {(norm_of(o), o, _owner_type(o)) for rule in found.owner_rules for o in rule.owners}
    if extract is None:
        return Held(frozenset(_sound(named)), (), frozenset(), "")
    named |= {
        (norm_of(m.surface), m.surface, _said(m) if m.strong else WEAK)
        for m in extract.mentions
        if m.found != "reference" and m.score > FAINT and (m.strong or m.score != SHORTENED)
    }
    weights = gazetteer.weights(extract.terms)
    # The gazetteer knows plurals that nobody wrote; nothing is called so.
    unwritten = {" ".join(term.surface.split()) for term in extract.terms if term.start == term.end}
    unwritten -= {" ".join(term.surface.split()) for term in extract.terms if term.start < term.end}
    surfaces = {surface for surface, _ in weights.values()} - unwritten
    named |= {(norm_of(surface), surface, TERM) for surface in surfaces}
    pairs = {(norm_of(alias.short), norm_of(alias.long)) for alias in extract.aliases}
    named |= {(norm_of(s), s, ALIAS) for alias in extract.aliases for s in (alias.short, alias.long)}
    title = norm_of(found.doc.title) if _is_page(found.doc.path, found.doc.title) else ""
    named |= {(title, found.doc.title, TITLE)}
    return Held(
        frozenset(_sound(named)),
        tuple(sorted((term, weight) for term, (_, weight) in weights.items())),
        frozenset(pair for pair in pairs if all(pair) and pair[0] != pair[1]),
        title,
    )


def _said(mention: RawMention) -> str:
    """The type that a strong mention gives a name; marked as a guess where nothing tells it."""
    if mention.score >= SURE:
        return mention.type
    if mention.score > UNTOLD:
        return f"{mention.type}{names.GUESS}"
    return NAMED if mention.type == "concept" else f"{mention.type}{names.UNTOLD}"


def _is_page(path: str, title: str) -> bool:
    """Whether a title names what its document is about: a frame of pages has that of the site, and what has
    none is called by its file."""
    return title != posixpath.basename(path) and not _FRAME.search(path)


def _sound(named: Iterable[tuple[str, str, str]]) -> Iterator[tuple[str, str, str]]:
    return (name for name in named if name[0])


def _owner_type(owner: str) -> str:
    return "organization" if "/" in owner else "person"


@dataclass(slots=True)
class Sums:
    """How the sums change."""

    names: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    terms: Counter[str] = field(default_factory=Counter)
    weights: Counter[str] = field(default_factory=Counter)
    pairs: Counter[tuple[str, str]] = field(default_factory=Counter)
    anchors: Counter[tuple[str, int]] = field(default_factory=Counter)

    def count(self, doc: int, holds: Held, by: int) -> None:
        """Adds what a document holds (`by` 1), or takes it out (-1)."""
        (self.names.update if by > 0 else self.names.subtract)(holds.names)
        for term, weight in holds.terms:
            self.terms[term] += by
            self.weights[term] += by * weight
        for pair in holds.pairs:
            self.pairs[pair] += by
        if holds.anchor:
            self.anchors[holds.anchor, doc] += by

    def moves_terms(self) -> bool:
        """Whether the counts of some term change."""
        return any(self.terms.values()) or any(self.weights.values())

    def apply(self, tables: Tables) -> set[str]:
        """Brings the tables up to date; returns the names of which something changed."""
        _add(tables, "names", {key: (by,) for key, by in self.names.items()})
        terms = self.terms.keys() | self.weights.keys()
        _add(tables, "terms", {(term,): (self.terms[term], self.weights[term]) for term in terms})
        _add(tables, "pairs", {key: (by,) for key, by in self.pairs.items()})
        gone = [key for key, by in self.anchors.items() if by < 0]
        come = [key for key, by in self.anchors.items() if by > 0]
        tables.change("anchors", gone, come)
        changed = {norm for (norm, *_), by in self.names.items() if by}
        changed |= {norm for (norm, _), by in self.anchors.items() if by}
        return changed | {norm for pair, by in self.pairs.items() if by for norm in pair}


_COLUMNS = {"names": ("norm", "surface", "type"), "terms": ("term",), "pairs": ("short", "long")}


def _add(tables: Tables, table: str, changes: dict[Row, tuple[int, ...]]) -> None:
    """Adds numbers to those that the table holds under each key; a row whose first number is none goes."""
    changes = {key: by for key, by in changes.items() if any(by)}
    before = dict(_held_under(tables, table, changes))
    gone, come = [], []
    for key, by in changes.items():
        old = before.get(key)
        if old is not None:
            gone.append((*key, *old))
        new = tuple(a + b for a, b in zip(old or (0,) * len(by), by, strict=True))
        if new[0]:
            come.append((*key, *new))
    tables.change(table, gone, come)


def _held_under(tables: Tables, table: str, keys: Iterable[Row]) -> Iterator[tuple[Row, Row]]:
    if not tables.execute(f"SELECT 1 FROM {table} LIMIT 1"):
        return
    columns = _COLUMNS[table]
    where = " AND ".join(f"{column} = ?" for column in columns)
    for key in keys:
        for row in tables.execute(f"SELECT * FROM {table} WHERE {where}", key):
            yield key, row[len(columns) :]
