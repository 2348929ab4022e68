"""Which paths a build looks at, and what becomes of each.

Those that changed; all of them where the rules that select paths did, or where there is no base. A path
that is not looked at keeps what it has, since that depends on its mode, its blob, its name and those rules.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from graphrag_batch.build.target import not_followed, read_texts
from graphrag_batch.config import IGNORE_NAME
from graphrag_batch.records import Skip, TreeEntry
from graphrag_batch.source.select import select

if TYPE_CHECKING:
    from graphrag_batch.artifact.write import ArtifactWriter
    from graphrag_batch.build.base import Base
    from graphrag_batch.build.target import Target

ATTRIBUTES_NAME = ".gitattributes"
# Reasons that come from a blob's content and so hold as long as the blob does; a blob that was
# out of reach is asked for again.
_BLOB_REASONS = {"too-large", "binary", "lfs-pointer", "empty", "unreadable", "restricted"}


@dataclass(slots=True)
class Scope:
    """`todo`: entries to read. `leaving`: paths whose documents go (or come anew). `before`, `skips`: how the
    paths looked at were skipped, and are, as far as that is known without reading."""

    todo: list[TreeEntry] = field(default_factory=list)
    leaving: list[str] = field(default_factory=list)
    before: list[Skip] = field(default_factory=list)
    skips: list[Skip] = field(default_factory=list)
    problems: tuple[str, ...] = ()


def scope_of(writer: ArtifactWriter, base: Base, target: Target) -> Scope:
    """What there is to do; `writer` holds the rows of the base."""
    plan = base.plan
    looked_at = [*plan.added, *plan.modified, *(pair.new for pair in plan.renamed)]
    gone = [entry.path for entry in (*plan.deleted, *(pair.old for pair in plan.renamed))]
    paths = [*(entry.path for entry in looked_at), *gone]
    if base.path is None or any(_is_rule(path) for path in paths):
        looked_at, rules = target.entries, [entry for entry in target.entries if _is_rule(entry.path)]
    else:
        looked_at += _out_of_reach(writer, {*paths})
        rules = sorted(_recorded_rules(writer), key=lambda entry: entry.path)
    texts = read_texts(target.repository, rules)
    selection = select(
        looked_at, target.config.select, _named(texts, IGNORE_NAME), _named(texts, ATTRIBUTES_NAME)
    )
    ignores = [entry for entry in rules if _is_named(entry.path, IGNORE_NAME)]
    settings = [target.settings] if target.settings else []
    scope = Scope(
        skips=list(selection.skipped), problems=(*not_followed(settings + ignores), *selection.problems)
    )
    _sort_out(scope, writer, selection.kept, gone)
    return scope


def _sort_out(scope: Scope, writer: ArtifactWriter, kept: Sequence[TreeEntry], gone: Iterable[str]) -> None:
    skipped = [skip.path for skip in scope.skips]
    scope.leaving += [path for path in (*gone, *skipped) if _document(writer, path)]
    for path in (*gone, *skipped):
        scope.before += _skip(writer, path)
    for entry in kept:
        known = _skip(writer, entry.path)
        scope.before += known
        document = _document(writer, entry.path)
        if document == (entry.mode, entry.blob):
            continue
        if document:
            scope.leaving.append(entry.path)
        held = [
            s for s in known if (s.mode, s.blob) == (entry.mode, entry.blob) and s.reason in _BLOB_REASONS
        ]
        if held:
            scope.skips += held
        else:
            scope.todo.append(entry)


def _document(writer: ArtifactWriter, path: str) -> tuple[int, str] | None:
    found = writer.execute("SELECT mode, blob FROM docs WHERE path = ?", (path,))
    return (found[0][0], found[0][1]) if found else None


def _skip(writer: ArtifactWriter, path: str) -> list[Skip]:
    sql = "SELECT path, mode, blob, reason, detail FROM skipped WHERE path = ?"
    return [Skip(*row) for row in writer.execute(sql, (path,))]


def _out_of_reach(writer: ArtifactWriter, but: set[str]) -> list[TreeEntry]:
    """Paths whose blobs were asked for in vain, and may be there now."""
    sql = "SELECT path, mode, blob FROM skipped WHERE reason = 'unavailable' ORDER BY path"
    return [TreeEntry(*row) for row in writer.execute(sql) if row[0] not in but]


def _recorded_rules(writer: ArtifactWriter) -> Iterator[TreeEntry]:
    for name in (IGNORE_NAME, ATTRIBUTES_NAME):
        chosen = f"path GLOB '*{name}*'"  # a quoted path goes on with its quote
        # By the index on paths first: it is much smaller than the rows.
        sql = f"""SELECT path, mode, blob FROM docs WHERE id IN (SELECT id FROM docs WHERE {chosen})
            UNION ALL SELECT path, mode, blob FROM skipped WHERE {chosen}"""
        for row in writer.execute(sql):
            if _is_named(row[0], name):
                yield TreeEntry(*row)


def _is_rule(path: str) -> bool:
    return _is_named(path, IGNORE_NAME) or _is_named(path, ATTRIBUTES_NAME)


def _is_named(path: str, name: str) -> bool:
    bare = path[1:-1] if path.startswith('"') else path
    return bare == name or bare.endswith(f"/{name}")


def _named(texts: dict[str, str], name: str) -> dict[str, str]:
    return {path: text for path, text in texts.items() if _is_named(path, name)}
