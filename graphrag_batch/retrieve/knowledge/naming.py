"""From what somebody calls a thing to the entity that is meant, or to the nearest names that there are."""

from __future__ import annotations

import difflib
import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from graphrag_batch.errors import NotFound
from graphrag_batch.retrieve.described import ALIASES, words_of
from graphrag_batch.retrieve.finding import written
from graphrag_batch.retrieve.spelled import spelled
from graphrag_batch.stages.lexemes import Term, fts_quote, query_terms
from graphrag_batch.stages.names import norm as linked_norm

if TYPE_CHECKING:
    from collections.abc import Iterable

    from graphrag_batch.retrieve.knowledge.frame import Knowledge
    from graphrag_batch.retrieve.knowledge.values import Thing

Fit = tuple[bool, bool, bool, bool]

MOST_NAME = 1_000
MOST_TOLD = 200
MOST_SAME = 500
MOST_MATCHES = 2_000
MOST_WORDS = 16
MOST_SHOWN = 6
# So many times the links of the next make an entity the one that is meant.
CLEARLY = 3
_LEAST = 3
_CUT = "…"

# What a name may have in front, in the languages that are read; a lookup does without.
_ARTICLES = (
    "the", "a", "an", "der", "die", "das", "ein", "eine", "le", "la", "les", "un", "une", "el", "los", "las",
    "una",
)  # fmt: skip
_ARTICLE = re.compile(rf"(?:{'|'.join(_ARTICLES)}) +(?=\S)", re.IGNORECASE)

_ID = re.compile(r"\d{1,19}", re.ASCII)
_BY_ARTICLE = (
    f"SELECT id FROM entities WHERE norm IN ({', '.join('?' * (len(_ARTICLES) + 1))}) ORDER BY id LIMIT ?"
)
_BY_NORM = "SELECT id FROM entities WHERE norm = ? ORDER BY id LIMIT ?"
_BY_NAME = "SELECT entity FROM roots WHERE norm = ?"
_BEGUN = "SELECT id FROM entities WHERE substr(name, 1, length(?)) = ? ORDER BY id LIMIT ?"
_SECTIONS = """SELECT s.id, e.name, s.anchor FROM docs d JOIN sections s ON s.doc = d.id
    JOIN entities e ON e.id = s.id WHERE d.path = ?"""
_DOCUMENT = """SELECT e.id FROM docs d JOIN entities e ON e.doc = d.id AND e.type = 'document'
    WHERE d.path = ?"""
_MATCH = "SELECT rowid FROM entities_fts WHERE entities_fts MATCH ? ORDER BY rank, rowid LIMIT ?"
_CALLED = f"SELECT id, {ALIASES} FROM entities WHERE id IN ({{marks}})"
_ALIKE = "SELECT name FROM entities WHERE norm >= ? AND norm < ? ORDER BY norm, id LIMIT ?"
_LAST = "\U0010ffff"


def tidy(name: str) -> str:
    """A name of bounded length on one line, without what SQLite refuses."""
    plain = name[:MOST_NAME].replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
    return " ".join(plain.split())


def norm(name: str) -> str:
    """The form in which names are compared."""
    return tidy(name).casefold()


@dataclass(frozen=True, slots=True)
class Meant:
    """The node of the entity meant, others that are called the same, and what the reader is to know of the
    choice."""

    node: int
    others: tuple[int, ...] = ()
    notes: tuple[str, ...] = ()


def called(knowledge: Knowledge, name: str) -> list[int]:
    """The nodes of the entities that are called so, or have this id; best first: named so before having it as
    another name, sections last, in the same case before another, then by PageRank. Names of prose are
    compared in the form they were linked in (`stages.names.norm`), so `CVE-2019-1354` is `CVE 2019-1354`."""
    return [node for node, _, _ in _called(knowledge, name)]


def one(knowledge: Knowledge, name: str) -> Meant:
    """The entity meant: of several called so alike the one that is clearly the best known, or the only one
    that is defined; where none is called so, the only one that has these words in its name. Raises NotFound:
    for a name that nothing has, with the nearest; for one that several have alike, with their ids."""
    found = _called(knowledge, name)
    if not found:
        return _holding(knowledge, name)
    same = [thing for _, fit, thing in found if fit == found[0][1]]
    first = _clear(knowledge, same)
    if first is None:
        raise NotFound(
            f"{len(same)} entities are called so",
            where=clipped(name),
            next_step=f"give the id of one: {'; '.join(told(thing) for thing in same[:MOST_SHOWN])}",
        )
    node = next(node for node, _, thing in found if thing is first)
    return Meant(node, tuple(other for other, _, _ in found if other != node))


def _called(knowledge: Knowledge, name: str) -> list[tuple[int, Fit, Thing]]:
    path, name = tidy(spelled(name)), tidy(name)
    if _ID.fullmatch(name) and (nodes := knowledge.nodes_of([int(name)])):
        return [(node, (False,) * 4, thing) for node, thing in knowledge.things(nodes).items()]
    ask, linked = knowledge.artifact.execute, linked_norm(name)
    named = [row[0] for form in {norm(name), linked} if form for row in ask(_BY_NORM, (form, MOST_SAME))]
    known = [row[0] for row in ask(_BY_NAME, (linked,))] if linked else []
    placed = _placed(knowledge, name) | _documents(knowledge, path)
    nodes = knowledge.nodes_of(dict.fromkeys([*placed, *named, *known, *_other_names(knowledge, name)]))
    if not nodes and name.endswith(_CUT):
        nodes = knowledge.nodes_of(row[0] for row in ask(_BEGUN, (name[:-1], name[:-1], MOST_SAME)))
    if not nodes:
        bare = norm(_ARTICLE.sub("", name, count=1) if _ARTICLE.match(name) else name)
        forms = (bare, *(f"{article} {bare}" for article in _ARTICLES))
        nodes = knowledge.nodes_of(row[0] for row in ask(_BY_ARTICLE, (*forms, MOST_SAME)))
    things, plain = knowledge.things(nodes), norm(name)
    # The form that it was linked in may be that of another spelling, of a plural, say.
    own = {*named, *(thing.id for thing in things.values() if norm(thing.name) == plain)}
    found = [(node, _fit(thing, name, placed, thing.id in own), thing) for node, thing in things.items()]
    return sorted(found, key=lambda one: (one[1], -one[2].rank, one[0]))


def _clear(knowledge: Knowledge, same: list[Thing]) -> Thing | None:
    """The one of several called the same that is meant without doubt."""
    first, *others = sorted(same, key=lambda thing: -thing.links)
    most = max((thing.links for thing in others), default=0)
    if not others or first.links >= max(CLEARLY * most, CLEARLY):
        return first
    defined = [thing for thing in same if knowledge.defined(thing)]
    return defined[0] if len(defined) == 1 and CLEARLY * defined[0].links >= first.links else None


def _holding(knowledge: Knowledge, name: str) -> Meant:
    """The only entity whose name, or another name of it, has the words of this one."""
    plain = tidy(name)
    for beginning in (False, True) if len(plain) >= _LEAST and any(map(str.isalnum, plain)) else ():
        rows = knowledge.artifact.execute(
            _MATCH, (f"{{name aliases}} : {fts_quote(plain)}{'*' * beginning}", MOST_SAME)
        )
        things = knowledge.things(knowledge.nodes_of(row[0] for row in rows))
        telling = {node: thing for node, thing in things.items() if thing.type not in ("section", "document")}
        if beginning:
            telling = {node: thing for node, thing in telling.items() if _begins(thing, plain)}
        if len(telling) == 1:
            ((node, thing),) = telling.items()
            return Meant(node, notes=(f"nothing is called {clipped(name)}: this is {thing.name[:60]}, "
                                      "the only entity with it in its name",))  # fmt: skip
    near = nearest(knowledge, name)
    raise NotFound(
        "no entity is called so",
        where=clipped(name) or "the name",
        next_step=f"nearest: {', '.join(near)}" if near else "look for it by other words: entity_lookup(q=…)",
    )


def _begins(thing: Thing, name: str) -> bool:
    return any(norm(own).startswith(norm(name)) for own in (thing.name, *thing.aliases))


def clipped(name: str) -> str:
    """A name that somebody gave, as it is told back."""
    return tidy(name)[:MOST_TOLD]


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
    wanted = norm(name)[:MOST_TOLD]
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
    return sorted(key for key, aliases in called if wanted in map(norm, words_of(aliases)))


def _placed(knowledge: Knowledge, name: str) -> set[int]:
    """Ids of the sections that are meant by a path and a heading or anchor: `docs/http.md#Retries`."""
    found: set[int] = set()
    for at in [at for at, sign in enumerate(name) if sign == "#"][:MOST_WORDS]:
        title, cut = norm(name[at + 1 :].rstrip(_CUT)), name.endswith(_CUT)
        for key, own, anchor in knowledge.artifact.execute(_SECTIONS, (name[:at],)):
            same = norm(own).startswith(title) if cut else title in (norm(own), norm(anchor))
            found |= {key} if same and title else set()
    return found


def _documents(knowledge: Knowledge, path: str) -> set[int]:
    """Ids of the document at a path whose control characters are spelled: no name on one line is its own."""
    if "\\" not in path:
        return set()
    rows = knowledge.artifact.execute(_DOCUMENT, (written(knowledge.artifact, path),))
    return {row[0] for row in rows}


def _fit(thing: Thing, name: str, placed: set[int], own: bool) -> Fit:
    """How an entity is called so; the least is the best: a document by its path, a section by path and
    heading, then by its own name."""
    path = thing.id in placed or (thing.type == "document" and name == thing.path)
    same = name == thing.name if own else name in thing.aliases
    return not path, not own, thing.type == "section", not same


def _marks(rows: Iterable[Any]) -> str:
    return ", ".join("?" for _ in rows)
