"""The index to start from: the newest of those that were published, if it proves to be what it claims."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from graphrag_batch.artifact.store import Store
from graphrag_batch.automate.ci.findings import Finding
from graphrag_batch.errors import ArtifactError, ArtifactForeign, ManifestError, NotPublished, ShareError
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.share.pull import Pulled, pull
from graphrag_batch.source.git import Repository

MOST_BYTES = 8 << 30
TIMEOUT = 900.0


@dataclass(frozen=True, slots=True)
class Restored:
    """`pulled` is what there is to start from (None: nothing), from `source`. `findings` tell of what was
    there and is not used; `notes` of what was not there."""

    pulled: Pulled | None = None
    source: str = ""
    findings: tuple[Finding, ...] = ()
    notes: tuple[str, ...] = ()


def restore(
    repository: Repository,
    store: Store,
    sources: Sequence[str],
    *,
    rev: str,
    name: str,
    progress: Progress = no_progress,
    tell: Callable[[str], None] = lambda _: None,
) -> Restored:
    """Takes the first usable index that the `sources` (as `pull` names them) have for `rev`. `tell` hears who
    is waited for.

    Never fails over one of them: a source that is not there is a note, one that does not verify a finding.
    """
    findings: list[Finding] = []
    notes: list[str] = []
    for source in sources:
        try:
            pulled = pull(
                repository,
                store,
                source,
                rev=rev,
                name=name if source.startswith("github-artifact:") else None,
                timeout=TIMEOUT,
                max_bytes=MOST_BYTES,
                own=True,
                progress=progress,
                tell=tell,
            )
        except ArtifactForeign as error:
            notes.append(f"the index in {source} is not used: {error.what}")
        except (ArtifactError, ManifestError) as error:
            findings.append(Finding("invalid", f"the index in {source} is not used: {error.what}"))
        except NotPublished as error:
            notes.append(f"no index in {source}: {error.what}")
        except ShareError as error:
            notes.append(f"no index from {source}: {_line(error)}")
        else:
            return Restored(pulled, source, tuple(findings), tuple(notes))
    return Restored(None, "", tuple(findings), tuple(notes))


def folder_source(out: Path) -> list[str]:
    """The folder that an earlier run published to, if anything is in it."""
    return [str(out)] if out.is_dir() and any(out.iterdir()) else []


def _line(error: ShareError | ArtifactError) -> str:
    return f"{error.what} ({error.where})" if error.where else error.what
