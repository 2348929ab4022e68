"""How `diff` looks: as text for a terminal, as markdown for a pull request's comment. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import click

from graphrag_batch.cli.console import shown
from graphrag_batch.measure.diff import Difference
from graphrag_batch.measure.matching import Row
from graphrag_batch.retrieve.described import share

GITHUB_LIMIT = 65_536
"""Characters that a comment on GitHub may have."""

_TITLES = {"duplicates": "copies", "skipped": "skipped paths"}
_GROUP_TITLES = {
    ("duplicates", "added"): "new copies",
    ("duplicates", "removed"): "no longer copies",
    ("duplicates", "changed"): "copies of another document",
    ("skipped", "added"): "newly skipped paths",
    ("skipped", "removed"): "paths no longer skipped",
    ("skipped", "changed"): "paths skipped for another reason",
}
# What a path is in the artifact that does not skip it.
_ELSEWHERE = {
    ("added", "indexed"): "was indexed",
    ("added", "absent"): "new",
    ("removed", "indexed"): "now indexed",
    ("removed", "absent"): "gone",
}
_COLUMNS = ("added", "removed", "changed", "moved")
# A renamed document is counted with what moved.
_COLUMN_OF = {"renamed": "moved"}
_MARKS = {"added": "+", "removed": "-", "changed": "~", "renamed": "→", "moved": "→"}
_COLOURS = {"added": "green", "removed": "red", "changed": "yellow", "renamed": "cyan", "moved": "cyan"}
_LONGEST = 160


@dataclass(frozen=True, slots=True)
class Side:
    """One of the two: as it was named, its artifact, and whether that is there afterwards."""

    name: str
    path: Path
    commit: str | None
    tree: str
    kept: bool

    @property
    def short(self) -> str:
        """The name with the commit or tree it stands for."""
        id_ = self.commit[:12] if self.commit else f"tree {self.tree[:12]}"
        return f"{self.name} ({id_})"

    def as_json(self, meta: dict[str, str]) -> dict[str, Any]:
        """As the JSON output has it; `artifact` is null where it was made for this comparison only."""
        return {
            "name": self.name,
            "commit": self.commit,
            "tree": self.tree,
            "artifact": str(self.path) if self.kept else None,
            "digest": meta["content_digest"],
            "tool_version": meta.get("tool_version", ""),
        }


# ---- one row ------------------------------------------------------------------------------------


def _described(kind: str, group: str, row: Row) -> tuple[list[str], str]:
    """(names: one, or the old and the new one; a remark) of one row."""
    describe = _DESCRIBE[kind]
    if "from" in row:
        old, new = describe(row["from"]), describe(row["to"])
        if old != new:
            return [old, new], ""
        above = [str(row[side].get("section") or "").rpartition(" › ")[0] for side in ("from", "to")]
        return [new], f"under {' → '.join(above)}"
    return [describe(row)], _remark(group, row)


def _remark(group: str, row: Row) -> str:
    if "changes" in row:
        what = [_change(name, *values) for name, values in row["changes"].items() if name != "id"]
        return ", ".join(what)
    if "elsewhere" in row:
        return f"{row['reason']}, {_ELSEWHERE[group, row['elsewhere']]}"
    return ""


def _change(name: str, old: Any, new: Any) -> str:
    """Short values in full; of others only that they differ."""
    if name == "mode":
        old, new = f"{old:o}", f"{new:o}"
    elif name == "similarity":
        old, new = share(old), share(new)
    values = f"{name} {old} → {new}"
    return name if name == "content" or isinstance(old, list) or len(values) > 80 else values


def _document(row: Row | str) -> str:
    return row if isinstance(row, str) else str(row["path"])


def _section(row: Row) -> str:
    line = row["line"][-1] if isinstance(row["line"], list) else row["line"]
    number = f" ({row['number']})" if row["number"] > 1 else ""
    return f"{row['path']}:{line} {row['section']}{number}"


def _entity(row: Row) -> str:
    if row["type"] == "document":
        return f"document {row['path']}"
    return f"{row['type']} {row['name']}" + (f" ({row['path']})" if row["path"] else "")


def _end(row: Row) -> str:
    """An end of a relation: sections and documents of one name are many, so with their path."""
    if row["type"] == "document":
        return str(row["path"])
    return f"{row['path']}#{row['name']}" if row["path"] else str(row["name"])


def _relation(row: Row) -> str:
    return f"{_end(row['src'])} {row['rel']} {_end(row['dst'])}"


def _copy(row: Row) -> str:
    return f"{row['path']} is a copy of {row['duplicate_of']} ({share(row['similarity'])} alike)"


_DESCRIBE = {
    "documents": _document,
    "sections": _section,
    "entities": _entity,
    "relations": _relation,
    "duplicates": _copy,
    "skipped": _document,
}


def _plain(text: str) -> str:
    """One short line that can be shown anywhere."""
    line = shown(text)
    return line if len(line) <= _LONGEST else f"{line[: _LONGEST - 1]}…"


# ---- both forms ---------------------------------------------------------------------------------


def _totals(difference: Difference) -> list[tuple[str, dict[str, int]]]:
    """(kind, count by column) of every kind."""
    return [
        (
            _TITLES.get(kind, kind),
            {_COLUMN_OF.get(name, name): number for name, number in groups.items()},
        )
        for kind, groups in difference.counts.items()
    ]


def _nothing(a: Side, b: Side) -> str:
    same = f"both have tree {a.tree[:12]}" if a.tree == b.tree else "the trees differ, the knowledge does not"
    return f"nothing changed: {same}"


def _filled(difference: Difference) -> Iterator[tuple[str, str, list[Row]]]:
    for kind, groups in difference.found.items():
        for group, rows in groups.items():
            if rows:
                yield kind, group, rows


def _first(rows: Sequence[Row], limit: int) -> tuple[Sequence[Row], str]:
    """The first rows, and what to say of the others."""
    if not limit or len(rows) <= limit:
        return rows, ""
    return rows[:limit], f"… and {len(rows) - limit} more (--limit 0 shows all)"


# ---- text ---------------------------------------------------------------------------------------


def text_lines(difference: Difference, a: Side, b: Side, limit: int) -> Iterator[str]:
    """The lines for a terminal: the totals, then the rows of each group."""
    yield click.style(_plain(f"{a.short} → {b.short}"), bold=True)
    if difference.empty:
        yield _nothing(a, b)
        return
    yield ""
    yield click.style(" " * 14 + "".join(name.rjust(9) for name in _COLUMNS), dim=True)
    for title, numbers in _totals(difference):
        yield title.ljust(14) + "".join(str(numbers.get(name, 0)).rjust(9) for name in _COLUMNS)
    last = ""
    for kind, group, rows in _filled(difference):
        if kind != last:
            yield ""
            yield click.style(_TITLES.get(kind, kind), bold=True)
            last = kind
        first, more = _first(rows, limit)
        for row in first:
            yield _text_line(kind, group, row)
        if more:
            yield click.style(f"  {more}", dim=True)


def _text_line(kind: str, group: str, row: Row) -> str:
    names, remark = _described(kind, group, row)
    line = f"  {click.style(_MARKS[group], fg=_COLOURS[group])} {' → '.join(map(_plain, names))}"
    return f"{line}  {click.style(_plain(remark), dim=True)}" if remark else line


# ---- markdown -----------------------------------------------------------------------------------


def markdown(difference: Difference, a: Side, b: Side, limit: int, most: int = GITHUB_LIMIT) -> str:
    """A comment of at most `most` characters: the totals, then a part to unfold for each group."""
    lines = [f"### Knowledge: {code(a.short)} → {code(b.short)}", ""]
    if difference.empty:
        lines.append(f"{_nothing(a, b).capitalize()}.")
    else:
        lines += [f"| | {' | '.join(_COLUMNS)} |", "| --- |" + " ---: |" * len(_COLUMNS)]
        for title, numbers in _totals(difference):
            lines.append(f"| {title} | {' | '.join(str(numbers.get(name, 0)) for name in _COLUMNS)} |")
    lines += [line for note in difference.notes for line in ("", f"> {escaped(note)}")]
    parts = [_details(kind, group, rows, limit) for kind, group, rows in _filled(difference)]
    return _capped("\n".join(lines) + "\n", parts, most)


def _details(kind: str, group: str, rows: list[Row], limit: int) -> list[str]:
    """The lines of one part: what opens it, the rows, what closes it."""
    first, more = _first(rows, limit)
    title = _GROUP_TITLES.get((kind, group), f"{kind} {group}").capitalize()
    body = [_markdown_line(kind, group, row) for row in first]
    return [
        f"\n<details><summary>{title}: {len(rows)}</summary>\n\n",
        *body,
        *([f"\n{more}\n"] if more else []),
        _CLOSE,
    ]


_CLOSE = "\n</details>\n"
_CUT = "\n… cut here: a comment on GitHub may have 65,536 characters. `graphrag-batch diff` shows all.\n"


def _capped(head: str, parts: list[list[str]], most: int) -> str:
    room = most - len(_CUT) - len(_CLOSE)
    text, size = [head], len(head)
    for part in parts:
        for n, line in enumerate(part):
            size += len(line)
            if size > room:
                return "".join([*text, *([_CLOSE] if n else []), _CUT])
            text.append(line)
    return "".join(text)


def _markdown_line(kind: str, group: str, row: Row) -> str:
    names, remark = _described(kind, group, row)
    line = f"- {' → '.join(map(code, names))}"
    return f"{line} · {code(remark)}\n" if remark else f"{line}\n"


def code(text: str) -> str:
    """A code span, in which nothing is markup, a mention or a reference."""
    line = _plain(text)
    ticks = max((len(run) for run in re.findall("`+", line)), default=0) + 1
    pad = " " if line.startswith("`") or line.endswith("`") or not line.strip() else ""
    return f"{'`' * ticks}{pad}{line}{pad}{'`' * ticks}"


def escaped(text: str) -> str:
    """Text in which no character is markup or makes a mention."""
    plain = text.replace("&", "&amp;").replace("<", "&lt;").replace("@", "&#64;")
    return re.sub(r"([\\`*_{}\[\]#+!|~>])", r"\\\1", plain)
