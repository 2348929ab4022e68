"""What whoever runs this should know of the index that was made, by kind; each kind can be made to fail."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.errors import ArtifactError

FAIL_ON = {
    "invalid": "an earlier index was found and cannot be trusted (damaged, or not what it claims to be)",
    "degraded": "there are no vectors, or only those of a stub: answers come from words alone",
    "skipped": "files that should be read could not be (damaged, or a reader or an object is missing)",
    "redacted": "secrets stand where the base has none",
}
"""What a run can fail on, and what it means. Without the kind, a warning is all that comes of it."""

_UNREAD = ("needs-extra", "unavailable", "unreadable")
_SKIPPED = f"""SELECT path, reason, detail FROM skipped
    WHERE reason IN ({", ".join(f"'{reason}'" for reason in _UNREAD)}) ORDER BY path"""
_REDACTED = """SELECT path, kind, min(line), sum(count) FROM redactions JOIN docs ON docs.id = doc
    GROUP BY path, kind ORDER BY path, kind"""
_EXAMPLES = 5


@dataclass(frozen=True, slots=True)
class Finding:
    """`kind` is one of `FAIL_ON`, or "" for what is only to be known; `file` and `line` are the place, where
    there is one (line 0: the whole file)."""

    kind: str
    message: str
    file: str = ""
    line: int = 0


def findings_of(artifact: Path, base: Path | None) -> list[Finding]:
    """What is to be told of a new index; secrets are compared with those in `base`, if that can be opened.
    Raises ArtifactError where the new one cannot."""
    with open_artifact(artifact) as opened:
        return [*_degraded(opened.meta), *_skipped(opened), *_redacted(opened, _secrets_of(base))]


def failing(findings: Iterable[Finding], fail_on: Iterable[str]) -> list[Finding]:
    """Those that the run fails over."""
    kinds = set(fail_on)
    return [finding for finding in findings if finding.kind in kinds]


def _degraded(meta: Mapping[str, str]) -> list[Finding]:
    reason = meta.get("degraded_reason", "").partition("\n")[0]
    if not reason or meta.get("model") == "none":  # then nobody wants more
        return []
    return [Finding("degraded", f"the index is less than it should be: {reason}")]


def _skipped(artifact: Artifact) -> list[Finding]:
    rows = artifact.execute(_SKIPPED)
    if not rows:
        return []
    first = [f"{path} ({detail or reason})" for path, reason, detail in rows[:_EXAMPLES]]
    return [Finding("skipped", f"{_many(len(rows), 'file')} could not be read: {_listed(first, len(rows))}")]


def _redacted(artifact: Artifact, known: Mapping[tuple[str, str], int]) -> list[Finding]:
    """A place for each file and kind: a secret that only moved within its file is none that came."""
    new = [
        (str(path), str(kind), int(line))
        for path, kind, line, count in artifact.execute(_REDACTED)
        if count > known.get((path, kind), 0)
    ]
    told = [Finding("redacted", f"a secret ({kind}) was taken out", path, line) for path, kind, line in new]
    if len(told) <= _EXAMPLES:
        return told
    rest = f"secrets were taken out of {_many(len({path for path, *_ in new}), 'file')} in all"
    return [*told[:_EXAMPLES], Finding("redacted", rest)]


def _secrets_of(artifact: Path | None) -> dict[tuple[str, str], int]:
    """(path, kind) -> number of secrets in an earlier index."""
    if artifact is not None:
        with suppress(ArtifactError), open_artifact(artifact) as opened:
            return {(str(path), str(kind)): int(n) for path, kind, _, n in opened.execute(_REDACTED)}
    return {}


def _listed(names: list[str], total: int) -> str:
    return ", ".join(names) + (f" and {total - len(names)} more" if total > len(names) else "")


def _many(number: int, what: str) -> str:
    return f"{number:,} {what}{'s' * (number != 1)}"
