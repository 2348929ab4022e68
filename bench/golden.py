"""Golden pages as text with marks: how they are written, and read again.

    python bench/golden.py split DRAFTS GOLDEN     # drafts to pages, annotations and entities.yaml
    python bench/golden.py show PAGE…              # pages with their marks

A draft is a page with marks, then a line `=====`, then `about: NAME` and relations, `maybe ` before those not
to be scored: `SUBJECT | rel | OBJECT | words of the page`. Marks, outside of fenced code:

    {Kestrel}             an entity of the world's `entities.txt`, by name or by alias
    {the Agent|Kestrel Agent}
    {30 minutes:date}     an entity called as it is written, of this type
    {it>Kestrel}          a reference

`entities.txt` in each folder of drafts has lines `NAME = type = alias; alias`. Other files are copied.
Fails, naming file and line, where a mark names no entity or words are not in the page.
"""

from __future__ import annotations

import argparse
import re
import shutil
import sys
from pathlib import Path
from typing import Any

import yaml

from graphrag_batch.textual import ENTITY_TYPES, RELATIONS

GOLD = ".gold.yaml"
ENTITIES = "entities.yaml"
_BORDER = "\n=====\n"
_MARK = re.compile(r"\{([^{}]+)\}")
_CODE = re.compile(r"^(```|~~~)[^\0]*?^\1[ ]*$|^\.\. code-block::.*\n(?:[ \t]+.*\n|[ \t]*\n)+", re.MULTILINE)


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(required=True, dest="command")
    split = commands.add_parser("split")
    split.add_argument("drafts", type=Path)
    split.add_argument("golden", type=Path)
    show = commands.add_parser("show")
    show.add_argument("pages", type=Path, nargs="+")
    options = parser.parse_args()
    if options.command == "split":
        for folder in sorted(path.parent for path in options.drafts.rglob("entities.txt")):
            _World(folder).write(options.golden / folder.relative_to(options.drafts))
    else:
        for page in options.pages:
            print(shown(page))


class _World:
    """A folder of drafts that share their entities."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.types: dict[str, str] = {}
        self.names: dict[str, str] = {}
        for line in (folder / "entities.txt").read_text(encoding="utf-8").splitlines():
            if line.strip():
                name, kind, *aliases = (part.strip() for part in line.split(" = "))
                self.add(name, kind)
                for alias in (name, *(a.strip() for a in ";".join(aliases).split(";") if a.strip())):
                    if self.names.setdefault(alias.casefold(), name) != name:
                        sys.exit(f"{folder}: {alias} is two entities")

    def add(self, name: str, kind: str) -> None:
        if kind not in ENTITY_TYPES or self.types.setdefault(name, kind) != kind:
            sys.exit(f"{self.folder}: {name} is no {kind}")

    def write(self, target: Path) -> None:
        for path in sorted(self.folder.rglob("*")):
            if path.is_file() and path.name != "entities.txt" and self._nearest(path):
                where = target / path.relative_to(self.folder)
                where.parent.mkdir(parents=True, exist_ok=True)
                text = path.read_text(encoding="utf-8")
                if _BORDER in text:
                    page, gold = self.split(text, str(path))
                    where.write_text(page, encoding="utf-8")
                    where.with_name(where.name + GOLD).write_text(_written(gold), encoding="utf-8")
                else:
                    shutil.copyfile(path, where)
        listed = yaml.safe_dump(self.types, allow_unicode=True, width=110)
        (target / ENTITIES).write_text(listed, encoding="utf-8")

    def _nearest(self, path: Path) -> bool:
        """Whether no folder between has entities of its own."""
        between = path.parents[: path.parents.index(self.folder)]
        return not any((folder / "entities.txt").exists() for folder in between)

    def split(self, draft: str, where: str) -> tuple[str, dict[str, Any]]:
        marked, _, notes = draft.partition(_BORDER)
        page, mentions = self._unmarked(marked + "\n", where)
        gold: dict[str, Any] = {"mentions": mentions, "relations": [], "maybe": []}
        for line in filter(None, map(str.strip, notes.splitlines())):
            if line.startswith("about: "):
                gold["about"] = self.entity(line[7:], where)
                continue
            kind, text = ("maybe", line[6:]) if line.startswith("maybe ") else ("relations", line)
            gold[kind].append(self._relation(text, page, f"{where}: {line}"))
        return page, gold

    def _relation(self, line: str, page: str, where: str) -> list[str]:
        subject, rel, object_, words = (part.strip() for part in line.split(" | ", 3))
        if rel not in RELATIONS:
            sys.exit(f"{where}: no relation")
        if " ".join(words.split()) not in " ".join(page.split()):
            sys.exit(f"{where}: not the page's words")
        return [self.entity(subject, where), rel, self.entity(object_, where), words]

    def entity(self, name: str, where: str) -> str:
        """The entity of a name or alias; "." and "@path" are pages."""
        if name == "." or name.startswith("@page:") or name in self.types:
            return name
        if name.casefold() in self.names:
            return self.names[name.casefold()]
        return sys.exit(f"{where}: {name} is no entity")

    def _unmarked(self, marked: str, where: str) -> tuple[str, list[list[Any]]]:
        fences = [match.span() for match in _CODE.finditer(marked)]
        page, mentions, last = "", [], 0
        for mark in _MARK.finditer(marked):
            if any(start <= mark.start() < end for start, end in fences):
                continue
            page += marked[last : mark.start()]
            line = page.count("\n") + 1
            surface, entity, *rest = self._read(mark[1], f"{where}:{line}")
            start = len(page)
            page += surface
            last = mark.end()
            mentions.append((start, surface, entity, *rest))
        page += marked[last:]
        return page, [[*_place(page, start, surface), surface, *rest] for start, surface, *rest in mentions]

    def _read(self, mark: str, where: str) -> tuple[str, ...]:
        surface, _, kind = mark.rpartition(":")
        if surface and kind in ENTITY_TYPES:
            name = " ".join(surface.split())
            self.add(name, kind)
            return surface, name
        for border, rest in (("|", ()), (">", ("ref",))):
            surface, found, name = mark.partition(border)
            if found:
                return surface, self.entity(name, where), *rest
        return mark, self.entity(" ".join(mark.split()), where)


def _place(page: str, start: int, surface: str) -> tuple[int, int]:
    """(line, which occurrence of `surface` beginning in that line)."""
    line = page.rfind("\n", 0, start) + 1
    nth, at = 1, page.find(surface, line)
    while at < start:
        nth, at = nth + 1, page.find(surface, at + 1)
    return page.count("\n", 0, start) + 1, nth


def _written(gold: dict[str, Any]) -> str:
    """The annotation, a line for each mention and relation."""
    lines = [f"about: {_flow(gold['about'])}"] if "about" in gold else []
    for key in ("mentions", "relations", "maybe"):
        lines += [f"{key}:", *(f"- {_flow(row)}" for row in gold[key])] if gold[key] else [f"{key}: []"]
    return "\n".join(lines) + "\n"


def _flow(value: Any) -> str:
    text = yaml.safe_dump(value, default_flow_style=True, allow_unicode=True, width=10**6)
    return text.removesuffix("\n").removesuffix("\n...")


def shown(page: Path) -> str:
    """The page with its marks, then what is said of it."""
    text = page.read_text(encoding="utf-8")
    gold = yaml.safe_load(page.with_name(page.name + GOLD).read_text(encoding="utf-8"))
    begins = [0, *(match.end() for match in re.finditer("\n", text))]
    for line, nth, surface, entity, *ref in reversed(gold["mentions"]):
        start = begins[line - 1] - 1
        for _ in range(nth):
            start = text.index(surface, start + 1)
        name = "" if entity == surface else f"{'>' if ref else '|'}{entity}"
        text = f"{text[:start]}{{{surface}{name}}}{text[start + len(surface) :]}"
    lines = [f"about: {gold['about']}"] if "about" in gold else []
    lines += [" | ".join(row) for row in gold["relations"]]
    lines += ["maybe " + " | ".join(row) for row in gold["maybe"]]
    return text + _BORDER[1:] + "\n".join(lines)


if __name__ == "__main__":
    main()
