"""What arrived, checked before anybody relies on it. All here happens in a folder of this pull alone.

An artifact is believed when it is, to the byte, what its manifest says; when its rows, its full text and all
its digests fit together; and when, where this clone has its tree, it knows just the files of that tree. Of
one without a manifest the graph and the copies are made again, too: nobody vouches for the tables that have
no digest. Somebody who may write where artifacts are published could still give a text other words: only
`verify --rebuild`, or an attestation of who made the file, tells that.
"""

from __future__ import annotations

import os
from pathlib import Path

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.target import Target, target_of
from graphrag_batch.config import CONFIG_PATH
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError, ArtifactForeign, ManifestError
from graphrag_batch.records import Progress
from graphrag_batch.share.claims import differing, is_vouched_for
from graphrag_batch.share.manifest import Manifest
from graphrag_batch.share.packing import decompress, sum_of
from graphrag_batch.source.git import Repository, Revision

_SHOWN = 3
# Of the files of a tree that this clone does not have, or of its own: with fewer, a build has all to do
# anyway, and every other project has a licence or an empty file that this one has too.
_IN_COMMON = 0.25
_AGAIN = "publish it again, or name another source; graphrag-batch index builds one here"


def unpacked(file: Path, manifest: Manifest, folder: Path, where: str, progress: Progress) -> Path:
    """The artifact in a published file, with the size and the sum its manifest says. Raises ManifestError; no
    more is ever written than that size."""
    _check_sum(sum_of(file), manifest.size, manifest.sha256, where)
    target = folder / "artifact.sqlite"
    found = (manifest.size, manifest.sha256)
    if manifest.compression:
        found = _decompress(file, target, manifest.sqlite_size, where, progress)
        file.unlink()
    else:
        os.replace(file, target)
    _check_sum(found, manifest.sqlite_size, manifest.sqlite_sha256, where)
    return target


def check(artifact: Path, manifest: Manifest, repository: Repository, target: Target, where: str) -> None:
    """Raises ArtifactError or ManifestError unless the artifact is what it and its manifest claim, as far as
    that can be told here. Takes about as long as making its full text."""
    try:
        with open_artifact(artifact) as opened:
            meta, snapshot = opened.meta, opened.snapshot()
    except ArtifactError as error:
        raise type(error)(error.what, where=where, next_step=_AGAIN) from error
    if wrong := differing(manifest, meta):
        raise ManifestError(
            f"the artifact and its manifest say different things ({', '.join(wrong)})",
            where=where,
            next_step=_AGAIN,
        )
    _check_tree(manifest, snapshot, repository, target, where)
    problems = verify(artifact).problems
    if not is_vouched_for(manifest):
        from graphrag_batch.build.proof import corpus_problems  # all stages, for what is seldom pulled

        problems = (*problems, *corpus_problems(artifact))
    if problems:
        more = f" and {len(problems) - _SHOWN} more" if len(problems) > _SHOWN else ""
        raise ArtifactCorrupt(f"{'; '.join(problems[:_SHOWN])}{more}", where=where, next_step=_AGAIN)


def _check_tree(
    manifest: Manifest,
    snapshot: dict[str, tuple[int, str]],
    repository: Repository,
    target: Target,
    where: str,
) -> None:
    """The tree that it says it is of has just its files, and under the settings in that tree it has its
    fingerprint. Where that tree is not in this clone, enough of its files are."""
    if not repository.has(manifest.tree):
        known = {entry.blob for entry in target.entries if entry.path != CONFIG_PATH}
        theirs = {blob for path, (_, blob) in snapshot.items() if path != CONFIG_PATH}
        if len(known & theirs) < min(len(known), len(theirs)) * _IN_COMMON:
            raise ArtifactForeign(
                "hardly a file of it is in this repository, so it is another's, or of no use",
                where=where,
                next_step="name another source, or run graphrag-batch index",
            )
        return
    entries = {entry.path: (entry.mode, entry.blob) for entry in repository.list_tree(manifest.tree)}
    if snapshot != entries:
        raise ArtifactCorrupt(
            f"it does not know the files of the tree {manifest.tree[:12]} that it says it is of",
            where=where,
            next_step=_AGAIN,
        )
    commit = manifest.commit
    if commit and repository.has(commit) and repository.resolve(commit).tree != manifest.tree:
        raise ArtifactCorrupt(
            f"its tree is not that of the commit {commit[:12]}", where=where, next_step=_AGAIN
        )
    if manifest.fingerprint == target.identity.fingerprint:
        own = target_of(repository, Revision(None, manifest.tree, source="tree")).identity
        if own.fingerprint != manifest.fingerprint:
            raise ArtifactCorrupt(
                "it was not made with the settings in its tree", where=where, next_step=_AGAIN
            )


def _decompress(file: Path, target: Path, size: int, where: str, progress: Progress) -> tuple[int, str]:
    try:
        return decompress(file, target, size, progress)
    except ArtifactCorrupt as error:
        raise ManifestError(error.what, where=where, next_step=_AGAIN) from None
    except ArtifactError:
        raise ManifestError(
            f"it unpacks to more than the {size:,} bytes its manifest says", where=where, next_step=_AGAIN
        ) from None


def _check_sum(found: tuple[int, str], size: int, sha256: str, where: str) -> None:
    if found[0] != size:
        raise ManifestError(
            f"it has {found[0]:,} bytes where its manifest says {size:,}", where=where, next_step=_AGAIN
        )
    if found[1] != sha256:
        raise ManifestError(
            f"its sha256 is {found[1][:16]}… where its manifest says {sha256[:16]}…",
            where=where,
            next_step=_AGAIN,
        )
