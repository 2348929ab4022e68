"""Entities and relations: by id, and where a document or section went elsewhere, by that."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Hashable, Iterable
from typing import Any, NamedTuple

from graphrag_batch.artifact.pair import A, B, Pair
from graphrag_batch.measure.matching import Groups, Matches, Row, changes, pair_off
from graphrag_batch.stages.relate import MENTIONS

_FIELDS = ("type", "name", "aliases", "description")
_COLUMNS = """{e}.id, {e}.type, {e}.name, {e}.aliases, {e}.description, {e}.doc, {e}.section,
    coalesce({e}_d.path, ''), coalesce({e}_s.breadcrumb, '')"""
_PLACES = """LEFT JOIN {schema}.docs {e}_d ON {e}_d.id = {e}.doc
    LEFT JOIN {schema}.sections {e}_s ON {e}_s.id = {e}.section"""
_ONLY = f"""SELECT {_COLUMNS.format(e="e")} FROM {{here}}.entities e
    {_PLACES.format(schema="{here}", e="e")}
    WHERE e.id NOT IN (SELECT id FROM {{there}}.entities)"""
_BOTH = f"""SELECT {_COLUMNS.format(e="a")}, {_COLUMNS.format(e="b")}
    FROM {A}.entities a CROSS JOIN {B}.entities b USING (id)
    {_PLACES.format(schema=A, e="a")} {_PLACES.format(schema=B, e="b")}
    WHERE a.section IS NOT b.section
       OR (a.type, a.name, a.aliases, a.description) <> (b.type, b.name, b.aliases, b.description)"""


class _Entity(NamedTuple):
    """`section` is the breadcrumb of the section `section_id`."""

    id: int
    type: str
    name: str
    aliases: str
    description: str
    doc: int | None
    section_id: int | None
    path: str
    section: str


def entities(pair: Pair, matches: Matches) -> Groups:
    """Added, removed, changed (type, name, aliases or description) and moved (only the place differs)."""
    gone = sorted((_Entity(*row) for row in pair.rows(_ONLY.format(here=A, there=B))), key=_order)
    come = sorted((_Entity(*row) for row in pair.rows(_ONLY.format(here=B, there=A))), key=_order)
    both = [(_Entity(*row[:9]), _Entity(*row[9:])) for row in pair.rows(_BOTH)]
    elsewhere = _elsewhere(gone, come, matches)
    matches.entities |= {old.id: new.id for old, new in elsewhere}
    changed, moved = [], []
    for old, new in sorted(both + elsewhere, key=lambda pair: _order(pair[1])):
        what = _changes(old, new)
        where = changes(("id", "path", "section", "name"), _place(old), _place(new))
        if what:
            changed.append({**_row(new), "changes": where | what})
        elif where.keys() - {"name"}:
            moved.append({"from": _row(old), "to": _row(new)})
    return {
        "added": [_row(entity) for entity in come],
        "removed": [_row(entity) for entity in gone],
        "changed": changed,
        "moved": moved,
    }


def _order(entity: _Entity) -> tuple[bool, str, str, str, int]:
    # What lies in no file (a URL) comes last.
    return not entity.path, entity.path, entity.type, entity.name, entity.id


def _row(entity: _Entity) -> Row:
    return {
        "id": entity.id,
        "type": entity.type,
        "name": entity.name,
        "path": entity.path,
        "section": entity.section,
    }


def _place(entity: _Entity) -> tuple[Any, ...]:
    return entity.id, entity.path, entity.section, entity.name


def _changes(old: _Entity, new: _Entity) -> dict[str, list[Any]]:
    return changes(_FIELDS, _values(old, new), _values(new, old))


def _values(entity: _Entity, other: _Entity) -> tuple[Any, ...]:
    """What counts as the entity's own: not what a document is called by because of where it lies."""
    aliases, name = json.loads(entity.aliases), entity.name
    if entity.type == "document" and entity.path != other.path:
        by_place = (entity.path, entity.path.rpartition("/")[2])
        aliases = [alias for alias in aliases if alias not in by_place]
        name = "" if name in by_place and other.name == other.path.rpartition("/")[2] else name
    return entity.type, name, aliases, entity.description


def _elsewhere(gone: list[_Entity], come: list[_Entity], matches: Matches) -> list[tuple[_Entity, _Entity]]:
    """Pairs of a removed and an added entity that are one: a document renamed, or the entity of a
    section (or of a definition there) that went elsewhere. Taken out of both lists."""
    arrived = set(matches.sections.values())

    def place(entity: _Entity) -> Hashable | None:
        if entity.section_id is not None:
            return "section", matches.sections.get(entity.section_id, entity.section_id)
        return ("doc", matches.docs.get(entity.doc, entity.doc)) if entity.doc is not None else None

    def there(entity: _Entity) -> Hashable | None:
        if entity.section_id is not None:
            return "section", entity.section_id
        return ("doc", entity.doc) if entity.doc is not None else None

    pairs = pair_off(
        gone, come,
        lambda e: (at, e.type, _called(e)) if (at := place(e)) else None,
        lambda e: (at, e.type, _called(e)) if (at := there(e)) else None,
    )  # fmt: skip
    # Of a section that went elsewhere under another name, the entity has that name; where there is no choice.
    lone_old = _lone((place(e), e.type) for e in gone if e.section_id in matches.sections)
    lone_new = _lone((there(e), e.type) for e in come if e.section_id in arrived)
    lone = lone_old & lone_new
    return pairs + pair_off(
        gone, come,
        lambda e: key if (key := (place(e), e.type)) in lone else None,
        lambda e: key if (key := (there(e), e.type)) in lone else None,
    )  # fmt: skip


def _called(entity: _Entity) -> str:
    # A document is its file, whatever its title.
    return "" if entity.type == "document" else entity.name


def _lone(keys: Iterable[Hashable]) -> set[Hashable]:
    return {key for key, times in Counter(keys).items() if times == 1}


# ---- relations ----------------------------------------------------------------------------------

# What a page mentions changes with every line: its entities are compared, and what is said of them.
# A relation of one artifact in the other: its ends may have other ids there.
_IN_OTHER = """o.src = coalesce((SELECT value FROM temp.{ids} WHERE key = r.src), r.src)
    AND o.dst = coalesce((SELECT value FROM temp.{ids} WHERE key = r.dst), r.dst) AND o.rel = r.rel"""
_ENDS = """s.id, s.type, s.name, coalesce(sd.path, ''), d.id, d.type, d.name, coalesce(dd.path, '')"""
_NAMES = """LEFT JOIN {schema}.entities s ON s.id = {r}.src LEFT JOIN {schema}.docs sd ON sd.id = s.doc
    LEFT JOIN {schema}.entities d ON d.id = {r}.dst LEFT JOIN {schema}.docs dd ON dd.id = d.doc"""
_RELATIONS_ONLY = f"""SELECT r.rel, {_ENDS} FROM {{here}}.relations r
    {_NAMES.format(schema="{here}", r="r")}
    WHERE r.rel <> '{MENTIONS}' AND NOT EXISTS (SELECT 1 FROM {{there}}.relations o WHERE {_IN_OTHER})"""
_RELATIONS_BOTH = f"""SELECT o.rel, {_ENDS}, r.count, r.confidence, o.count, o.confidence
    FROM {A}.relations r CROSS JOIN {B}.relations o ON {_IN_OTHER}
    {_NAMES.format(schema=B, r="o")}
    WHERE r.rel <> '{MENTIONS}' AND (r.count, r.confidence) <> (o.count, o.confidence)"""


def relations(pair: Pair, matches: Matches) -> Groups:
    """By their ends and kind; changed where they are founded on more or less than before."""
    pair.note("forward", iter(matches.entities.items()))
    pair.note("backward", ((new, old) for old, new in matches.entities.items()))

    def only(here: str, there: str, ids: str) -> list[Row]:
        rows = pair.rows(_RELATIONS_ONLY.format(here=here, there=there, ids=ids))
        return sorted((_relation(row) for row in rows), key=_relation_order)

    changed = []
    for row in pair.rows(_RELATIONS_BOTH.format(ids="forward")):
        what = changes(("count", "confidence"), row[9:11], row[11:])
        changed.append({**_relation(row), "changes": what})
    return {
        "added": only(B, A, "backward"),
        "removed": only(A, B, "forward"),
        "changed": sorted(changed, key=_relation_order),
    }


def _relation(row: tuple[Any, ...]) -> Row:
    names = ("id", "type", "name", "path")
    ends = (dict(zip(names, row[at : at + 4], strict=True)) for at in (1, 5))
    return {"src": next(ends), "rel": row[0], "dst": next(ends)}


def _relation_order(row: Row) -> tuple[Any, ...]:
    ends = (row[end][name] for end in ("src", "dst") for name in ("path", "name", "id"))
    return (*ends, row["rel"])
