"""What a run of `ci` hands to later steps, and how its summary looks. Pure."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from graphrag_batch.automate.ci.findings import Finding
from graphrag_batch.build.work import BuildReport
from graphrag_batch.cli.diffshow import GITHUB_LIMIT, Side, code, escaped, markdown
from graphrag_batch.measure.diff import Difference
from graphrag_batch.share.publish import Published

Compared = tuple[Difference, Side, Side, str]
"""What changed, from which side to which, and what the first side is."""

MOST = GITHUB_LIMIT - 300
"""Characters of a summary, which is a comment as well: there a mark of ours comes first."""

ROWS = 20
"""So many of each group of changes are shown."""


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a run. `published` is None where the run failed before; `started` says what it began with,
    `place` where the index is published, "" for nowhere. `failed` are the findings it fails over."""

    report: BuildReport
    meta: Mapping[str, str]
    published: Published | None
    started: str
    place: str
    findings: Sequence[Finding] = ()
    failed: Sequence[Finding] = ()
    notes: Sequence[str] = ()
    compared: Compared | None = None

    @property
    def texts(self) -> tuple[int, int]:
        """How many of the texts that have a vector were embedded, and how many were known."""
        embedded = self.report.work["embedded"]
        held: int = json.loads(self.meta["counts"])["vectors"]
        return embedded, max(0, held - embedded)

    @property
    def changed(self) -> int:
        """How many files differ from what was started from."""
        return sum(self.report.files[name] for name in ("added", "modified", "deleted", "renamed"))


def outputs(result: Result) -> dict[str, str]:
    """What the action promises, by name."""
    report, published = result.report, result.published
    embedded, reused = result.texts
    return {
        "artifact-path": str(published.artifact) if published else "",
        "manifest-path": str(published.manifest_path) if published else "",
        "digest": report.digest,
        "commit": report.commit or "",
        "mode": report.mode,
        "reason": report.reason,
        "files-changed": str(result.changed),
        "chunks-embedded": str(embedded),
        "chunks-reused": str(reused),
        "seconds": f"{report.seconds['total']:.2f}",
    }


def summary(result: Result, most: int = MOST) -> str:
    """Markdown of at most `most` characters: a table, what is to be known, and what changed in the
    knowledge."""
    head = "\n".join(
        (
            f"### {code(result.meta.get('project') or 'graphrag-batch')} at "
            f"{code((result.report.commit or result.report.tree)[:12])}",
            "",
            "| index | |",
            "| --- | --- |",
            *(f"| {name} | {value} |" for name, value in _rows(result)),
            "",
            *(f"- **{_level(finding, result)}**: {_told(finding)}" for finding in result.findings),
            *(f"- {escaped(note)}" for note in result.notes),
            "",
        )
    )[: most // 2]
    if result.compared is None:
        return head
    difference, a, b, what = result.compared
    told = f"{head}\nCompared with {escaped(' '.join(what.split()))}.\n\n"
    return told + markdown(difference, a, b, ROWS, most - len(told))


def _rows(result: Result) -> list[tuple[str, str]]:
    report, files, published = result.report, result.report.files, result.published
    changes = [f"{files[name]} {name}" for name in ("added", "modified", "deleted", "renamed") if files[name]]
    kept = json.loads(result.meta["counts"])["docs"]
    embedded, reused = result.texts
    rows = [
        ("files", f"{', '.join(changes) or 'no change'}; {kept:,} indexed, {files['skipped']:,} skipped"),
        ("texts", f"{embedded:,} embedded, {reused:,} reused"),
        ("build", f"{report.mode}: {escaped(report.reason)}"),
        ("started from", escaped(result.started)),
        ("search", report.search_mode),
        ("digest", code(report.digest)),
        ("seconds", f"{report.seconds['total']:.2f}"),
    ]
    if published:
        size = f"{published.manifest.size / 1e6:.1f} MB"
        rows.append(
            ("file", f"{code(published.manifest.file)}, {size}{f', {result.place}' * bool(result.place)}")
        )
    return rows


def _level(finding: Finding, result: Result) -> str:
    return "error" if finding in result.failed else "warning" if finding.kind else "note"


def _told(finding: Finding) -> str:
    line = f":{finding.line}" if finding.line else ""
    place = f"{code(finding.file + line)}: " if finding.file else ""
    return place + escaped(" ".join(finding.message.split()))
