"""Golden sets: pages, and what people found in them (fixtures/golden/README.md says how they are written).

A set is a folder that is one tree. Beside `PAGE` lies `PAGE.gold.yaml`; files `entities.yaml` list the
entities with their types. Neither is part of the tree.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

import yaml

from graphrag_batch.errors import NotFound
from graphrag_batch.textual import ENTITY_TYPES

GOLD = ".gold.yaml"
ENTITIES = "entities.yaml"
HERE = "."
PAGE = "@page:"
"""A page as the end of a relation: this, and its path."""

_FRONT_MATTER = re.compile(r"---\n.*?\n(?:---|\.\.\.)\n", re.DOTALL)
_LOADER: Any = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_NEXT = "correct the annotation (fixtures/golden/README.md says how it is written)"


class GoldMention(NamedTuple):
    """A name in a page; `start..end` are code points. A `reference` only refers ("it")."""

    path: str
    start: int
    end: int
    surface: str
    type: str
    entity: str
    reference: bool


class GoldRelation(NamedTuple):
    """What a page states. Each of `subjects` (an entity, or a page and what it is about) will do. `prose` is
    not set for manifests and the like, whose names are not annotated."""

    subjects: frozenset[str]
    rel: str
    object: str
    path: str
    prose: bool


@dataclass(slots=True)
class Golden:
    """A golden set. `files` are the tree; `about` says what a page is about; `maybe` are relations (subject,
    relation, object) that are neither right nor wrong. `annotated` are the files with an annotation, `pages`
    those whose mentions are; `asides` are the ends of their front matter."""

    files: dict[str, bytes] = field(default_factory=dict)
    types: dict[str, str] = field(default_factory=dict)
    about: dict[str, str] = field(default_factory=dict)
    mentions: list[GoldMention] = field(default_factory=list)
    relations: list[GoldRelation] = field(default_factory=list)
    maybe: set[tuple[str, str, str]] = field(default_factory=set)
    pages: set[str] = field(default_factory=set)
    annotated: set[str] = field(default_factory=set)
    asides: dict[str, int] = field(default_factory=dict)


def read_golden(folder: Path) -> Golden:
    """The set in a folder. Raises NotFound, naming the file, for an annotation that does not fit its page."""
    golden = Golden()
    notes: dict[str, Any] = {}
    for path in sorted(folder.rglob("*")):
        name = path.relative_to(folder).as_posix()
        if path.is_dir():
            continue
        if path.name == ENTITIES:
            _add_types(golden, _yaml(path), path)
        elif name.endswith(GOLD):
            notes[name.removesuffix(GOLD)] = _yaml(path)
        else:
            golden.files[name] = path.read_bytes().replace(b"\r\n", b"\n")
    if not notes:
        raise NotFound(f"no page is annotated here (PAGE{GOLD})", where=str(folder), next_step=_NEXT)
    for name, note in notes.items():
        where = str(folder / (name + GOLD))
        try:
            _add_page(golden, name, note, where)
        except (TypeError, ValueError, KeyError, AttributeError) as error:
            raise NotFound(f"not an annotation: {error!r}", where=where, next_step=_NEXT) from error
    return golden


def _yaml(path: Path) -> Any:
    try:
        return yaml.load(path.read_text(encoding="utf-8"), _LOADER) or {}
    except yaml.YAMLError as error:
        raise NotFound(f"not valid YAML: {error}", where=str(path), next_step=_NEXT) from error


def _add_types(golden: Golden, types: Mapping[str, str], path: Path) -> None:
    for name, kind in types.items():
        if kind not in ENTITY_TYPES or golden.types.setdefault(str(name), kind) != kind:
            raise NotFound(f"{name} is no {kind}", where=str(path), next_step=_NEXT)


def _add_page(golden: Golden, path: str, note: Mapping[str, Any], where: str) -> None:
    golden.annotated.add(path)
    text = golden.files[path].decode("utf-8")
    if "about" in note:
        golden.about[path] = _entity(golden, note["about"], where)
    if "mentions" in note:
        golden.pages.add(path)
        golden.mentions += _mentions(golden, path, text, note["mentions"], where)
        if front := _FRONT_MATTER.match(text):
            golden.asides[path] = front.end()
    for subject, rel, object_, _words in note.get("relations") or ():
        subjects = _subjects(golden, subject, path, where)
        made = GoldRelation(subjects, rel, _entity(golden, object_, where), path, "mentions" in note)
        golden.relations.append(made)
    for subject, rel, object_, _words in note.get("maybe") or ():
        for one in _subjects(golden, subject, path, where):
            golden.maybe.add((one, rel, _entity(golden, object_, where)))


def _mentions(golden: Golden, path: str, text: str, rows: Any, where: str) -> Iterator[GoldMention]:
    begins = [0, *(match.end() for match in re.finditer("\n", text))]
    for line, nth, surface, entity, *reference in rows:
        start = begins[line - 1] - 1
        for _ in range(nth):
            start = text.find(surface, start + 1)
        if start < 0 or (line < len(begins) and start >= begins[line]):
            raise NotFound(f"{surface!r} is not {nth} times in line {line}", where=where, next_step=_NEXT)
        name = _entity(golden, entity, where)
        kind = golden.types[name]
        yield GoldMention(path, start, start + len(surface), surface, kind, name, bool(reference))


def _subjects(golden: Golden, name: str, path: str, where: str) -> frozenset[str]:
    if name.startswith(PAGE):
        if name.removeprefix(PAGE) not in golden.files:
            raise NotFound(f"no page {name}", where=where, next_step=_NEXT)
        return frozenset({name})
    if name == HERE:
        return frozenset({PAGE + path, golden.about.get(path, PAGE + path)})
    return frozenset({_entity(golden, name, where)})


def _entity(golden: Golden, name: Any, where: str) -> str:
    if name not in golden.types:
        raise NotFound(f"{name!r} is in no {ENTITIES}", where=where, next_step=_NEXT)
    return str(name)
