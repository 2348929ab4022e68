"""Tables whose columns, or whose first cells, name a relation."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from itertools import groupby

from graphrag_batch.stages.statement.about import About
from graphrag_batch.stages.statement.pieces import is_nothing, outside, pieces, whole
from graphrag_batch.stages.statement.titles import Meaning, is_of_fields, is_term_column, meaning_of, plain
from graphrag_batch.textual import Passage, Span, Statement

_MOST_WORDS = 6
_PEOPLE = frozenset(
    ("name", "person", "engineer", "member", "who", "employee", "contact", "mitglied", "persona")
)
# What a column is called whose cells are parts of what the page is about.
_PARTS = frozenset(
    ("component", "part", "module", "subsystem", "submodule", "teil", "komponente", "baustein", "modul")
) | frozenset(("bestandteil", "parte", "componente", "módulo", "composant", "partie"))
_STAGES = re.compile(
    r"(?:rollout |release |deployment )?(?:stage|phase|step|ring|wave|milestone|iteration|sprint)s?|"
    r"phasen?|stufen?|schritte?|welle|etappe|ring|abschnitt|fases?|etapas?|pasos?|oleada|anillo|étapes?|vague|anneau"
)
_ORDINAL = re.compile(r"\(?\d{1,3}[.)]?")
_THINGS = _PARTS | frozenset(
    (
        "",
        "name",
        "system",
        "repository",
        "dienst",
        "anwendung",
        "servicio",
        "sistema",
        "système",
        "package",
        "software",
        "tool",
        "dependency",
        "service",
        "requirement",
    )
)


def of_table(
    cells: Sequence[Passage], kind: str, relations: tuple[str, ...], page: About
) -> Iterator[Statement]:
    """What a table says: of the first cell of each row, by the names of the other columns; of the document,
    where the first cells are keys ("Owner") or it lists requirements."""
    rows = [list(row) for _, row in groupby(cells, key=lambda cell: cell.row)]
    keys = [meaning_of(row[0].text, relations) if len(row) == 2 else None for row in rows]
    yield from _in_order(rows)
    told = sum(key is not None for key in keys)
    fields = len(rows[0]) == 2 and (rows[0][0].row > 0 or is_of_fields(rows[0][0].text))
    keyed = told > 1 or (told and fields) or (len(rows) <= 2 and keys[-1] is not None)
    for row, key in zip(rows, keys, strict=True):
        if row[0].row == 0 and not (keyed and key):
            continue
        if keyed and key:
            yield from _keyed(row, key, page)
        elif not is_nothing(row[0].text):
            yield from _row(row, kind, relations, page)


def _in_order(rows: Sequence[Sequence[Passage]]) -> Iterator[Statement]:
    """The stages that a first column names, or a second one after their numbers: one row after another."""
    before: Passage | None = None
    for row in rows:
        at = 1 if len(row) > 1 and _ORDINAL.fullmatch(row[0].text.strip()) else 0
        cell = row[at] if row else None
        if cell is None or row[0].row == 0 or not cell.text:
            continue
        staged = _STAGES.fullmatch(plain(cell.label)) or (at and _STAGES.fullmatch(plain(row[0].label)))
        named = staged and cell.text.count(" ") < _MOST_WORDS and not _ORDINAL.fullmatch(cell.text.strip())
        if named and before is not None:
            ends = (before.span(0, len(before.text)),), (cell.span(0, len(cell.text)),)
            place = ends[0][0][0], ends[1][0][1]
            yield Statement("precedes", *place, *ends, "stages", 0.6, "", cell.section)
        before = cell if named else None


def _keyed(row: Sequence[Passage], key: Meaning, page: About) -> Iterator[Statement]:
    values = _values(row[1])
    if not values or (key.turned and not page.name):
        return
    place = row[0].span(0, len(row[0].text))[0], row[1].span(0, len(row[1].text))[1]
    if key.turned and page.name:
        yield Statement(key.rel, *place, values, (page.name,), "key-table", 0.8, "", row[0].section)
    else:
        yield Statement(key.rel, *place, (), values, "key-table", 0.8, "document", row[0].section)


def _row(row: Sequence[Passage], kind: str, relations: tuple[str, ...], page: About) -> Iterator[Statement]:
    first = row[0]
    name = first.span(0, len(first.text))
    for cell in row[1:]:
        meaning = _meaning(first.label, cell.label, relations)
        values = _values(cell) if meaning else ()
        if meaning and values:
            subjects, objects = (values, (name,)) if meaning.turned else ((name,), values)
            place = name[0], cell.span(0, len(cell.text))[1]
            yield Statement(meaning.rel, *place, subjects, objects, "table", 0.85, "", first.section)
    if any(is_term_column(first.label, cell.label, code=_is_code(first)) for cell in row[1:] if cell.text):
        terms = _values(first) if len(whole(pieces(first.text, 0, len(first.text)), first)) > 1 else ()
        yield Statement("defines", *name, (), terms or (name,), "table", 0.75, "section", first.section)
    if page.name and (plain(first.label) in _PARTS or (kind == "parts" and plain(first.label) in _THINGS)):
        yield Statement("part_of", *name, (name,), (page.name,), "parts", 0.75, "", first.section)
    if page.name and kind == "owned" and plain(first.label) in _THINGS:
        yield Statement("owned_by", *name, (name,), (page.name,), "owned", 0.75, "", first.section)
    needed = {"requirements": "depends_on", "tools": "uses"}.get(kind)
    if needed and plain(first.label) in _THINGS:
        yield Statement(needed, *name, (), (name,), kind, 0.75, "document", first.section)


def _is_code(cell: Passage) -> bool:
    """Whether a cell holds names in code alone."""
    named = [(start, end) for start, end, mark in cell.marks if mark == "code"]
    return bool(named) and not re.search(r"\w", "".join(outside(cell.text, named)))


def _meaning(first: str, column: str, relations: tuple[str, ...]) -> Meaning | None:
    meaning = meaning_of(column, relations)
    if (
        meaning
        and meaning.rel == "owned_by"
        and plain(first) in _PEOPLE
        and plain(column) in ("team", "equipo")
    ):
        return Meaning("part_of", False)
    return meaning


def _values(cell: Passage) -> tuple[Span, ...]:
    found = whole(pieces(cell.text, 0, len(cell.text)), cell)
    parts = [p for p in found if cell.text.count(" ", *p) < _MOST_WORDS]
    return tuple(cell.span(*part) for part in parts if not is_nothing(cell.text[slice(*part)]))
