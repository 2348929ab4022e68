"""From what somebody calls a thing to the entity that is meant, or to the nearest names that there are."""

from __future__ import annotations

import difflib
import json
import re
from typing import TYPE_CHECKING, Any

from graphrag_batch.errors import NotFound
from graphrag_batch.stages.lexemes import Term, fts_quote, query_terms

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphrag_batch.retrieve.knowledge.frame import Knowledge
    from graphrag_batch.retrieve.knowledge.values import Thing

MOST_NAME = 200
MOST_SAME = 500
MOST_MATCHES = 2_000
MOST_WORDS = 16
MOST_SHOWN = 6

_ID = re.compile(r"\d{1,19}", re.ASCII)
_BY_NORM = "SELECT id FROM entities WHERE norm = ? ORDER BY id LIMIT ?"
_MATCH = "SELECT rowid FROM entities_fts WHERE entities_fts MATCH ? ORDER BY rank, rowid LIMIT ?"
_CALLED = "SELECT id, aliases FROM entities WHERE id IN ({marks})"
_ALIKE = "SELECT name FROM entities WHERE norm >= ? AND norm < ? ORDER BY norm, id LIMIT ?"
_LAST = "\U0010ffff"


def tidy(name: str) -> str:
    """A name of bounded length on one line, without what SQLite refuses."""
    plain = name[:MOST_NAME].replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
    return " ".join(plain.split())


def norm(name: str) -> str:
    """The form in which names are compared."""
    return tidy(name).casefold()


def called(knowledge: Knowledge, name: str) -> list[int]:
    """The nodes of the entities that are called exactly so, or have this id; best first: named so before
    having it as another name, in the same case before another, sections last, then by PageRank."""
    name = tidy(name)
    if _ID.fullmatch(name) and (nodes := knowledge.nodes_of([int(name)])):
        return nodes
    named = [row[0] for row in knowledge.artifact.execute(_BY_NORM, (norm(name), MOST_SAME))]
    nodes = knowledge.nodes_of(dict.fromkeys([*named, *_other_names(knowledge, name)]))
    things, own = knowledge.things(nodes), set(knowledge.nodes_of(named))
    return sorted(nodes, key=lambda node: (_fit(things[node], name, node in own), -things[node].rank, node))


def one(knowledge: Knowledge, name: str) -> tuple[int, list[int]]:
    """(the entity meant, others that are called the same). Raises NotFound: for a name that nothing has, with
    the nearest; for one that several have alike, with their ids."""
    nodes = called(knowledge, name)
    if not nodes:
        near = nearest(knowledge, name)
        raise NotFound(
            "no entity is called so",
            where=tidy(name) or "the name",
            next_step=f"nearest: {', '.join(near)}"
            if near
            else "look for it by other words: entity_lookup(q=…)",
        )
    things = knowledge.things(nodes)
    own = norm(name)
    fits = [_fit(things[node], tidy(name), norm(things[node].name) == own) for node in nodes]
    same = [things[node] for node, fit in zip(nodes, fits, strict=True) if fit == fits[0]]
    if len(same) > 1:
        raise NotFound(
            f"{len(same)} entities are called so",
            where=tidy(name),
            next_step=f"give the id of one: {'; '.join(told(thing) for thing in same[:MOST_SHOWN])}",
        )
    return nodes[0], nodes[1:]


def told(thing: Thing) -> str:
    """An entity in a few words: id, type, name and place."""
    place = f" {thing.path}:{thing.line}" if thing.path else ""
    return f"{thing.id} ({thing.type} {thing.name[:60]}{place})"


def matching(knowledge: Knowledge, text: str, most: int = MOST_MATCHES) -> list[int]:
    """The nodes of entities in whose names, aliases or description all words of `text` occur, those that
    match best first; where none has all, those that have any."""
    words, parts = _words(text)
    for expression in dict.fromkeys((" AND ".join(words), " OR ".join(parts))):
        if expression:
            rows = knowledge.artifact.execute(_MATCH, (expression, most))
            if nodes := knowledge.nodes_of(row[0] for row in rows):
                return nodes
    return []


def nearest(knowledge: Knowledge, name: str, most: int = 5) -> tuple[str, ...]:
    """Names that are spelled alike, then those that share words."""
    wanted = norm(name)
    if not wanted:
        return ()
    rows: list[Any] = []
    for start in dict.fromkeys((wanted[:4], wanted[:2], wanted[:1])):
        rows += knowledge.artifact.execute(_ALIKE, (start, start + _LAST, MOST_SAME))
    matches = knowledge.things(matching(knowledge, name, 4 * most))
    shared = [thing.name for thing in matches.values()]
    names = {norm(row[0]): row[0] for row in [*rows, *((name,) for name in shared)]}
    alike = [names[close] for close in difflib.get_close_matches(wanted, names, n=most, cutoff=0.7)]
    found = dict.fromkeys(tidy(name) for name in [*alike, *shared])
    return tuple(list(found)[:most])


def _words(text: str) -> tuple[list[str], list[str]]:
    """(what is asked for, each a FTS5 string, never syntax, the last of which may go on; its parts)."""
    terms = query_terms(tidy(text))
    telling = ([term for term in terms if not term.stop] or list(terms))[:MOST_WORDS]
    words = [fts_quote(term) for term in telling]
    if words and telling[-1].kind in ("word", "ident"):
        words[-1] += "*"
    parts = [
        fts_quote(part if term.kind != "cjk" else Term("cjk", part, (part,)))
        for term in telling
        for part in term.parts
    ]
    return words, list(dict.fromkeys(parts[: 2 * MOST_WORDS]))


def _other_names(knowledge: Knowledge, name: str) -> list[int]:
    """Ids of entities that have the name among their aliases."""
    if not any(map(str.isalnum, name)):
        return []
    rows = knowledge.artifact.execute(_MATCH, (f"aliases : {fts_quote(name)}", MOST_SAME))
    wanted = norm(name)
    called = knowledge.artifact.execute(_CALLED.format(marks=_marks(rows)), [row[0] for row in rows])
    return sorted(key for key, aliases in called if wanted in map(norm, json.loads(aliases)))


def _fit(thing: Thing, name: str, own: bool) -> tuple[bool, bool, bool, bool]:
    """How an entity is called so; the least is the best: a document by its path, then by its own name."""
    path = thing.type == "document" and name == thing.path
    same = name == thing.name if own else name in thing.aliases
    return not path, not own, not same, thing.type == "section"


def _marks(rows: Iterable[Any]) -> str:
    return ", ".join("?" for _ in rows)
