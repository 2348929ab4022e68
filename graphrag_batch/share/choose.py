"""Which of the artifacts that were published is the best to start from, and why."""

from __future__ import annotations

from dataclasses import dataclass, field

from graphrag_batch.artifact.schema import FEATURE_VERSION, FORMAT_VERSION
from graphrag_batch.build.identity import Identity, is_complete
from graphrag_batch.build.target import Target
from graphrag_batch.errors import ManifestError, NotPublished
from graphrag_batch.share.manifest import Manifest
from graphrag_batch.share.sources.source import Desk, Offer, Source
from graphrag_batch.source.git import Repository

MOST_COMMITS = 20_000
"""Ancestors farther away are not looked for."""
MOST_RELATIVES = 24

_VECTORS_ONLY = "made by another version of the tool or with other settings, so only its vectors can be used"


@dataclass(frozen=True, slots=True)
class Choice:
    """What is to be pulled. `distance` is how many commits it is behind, None where that is not known;
    `ancestor` whether this clone knows it for one (or for the very tree)."""

    offer: Offer
    manifest: Manifest
    distance: int | None
    reason: str
    ancestor: bool


@dataclass(slots=True)
class Lineage:
    """The commits that a revision goes back to: `places` are how many are newer, by the id of each commit and
    each tree, whole and its first twelve digits."""

    places: dict[str, int] = field(default_factory=dict)

    def place(self, manifest: Manifest) -> int | None:
        """How near a published artifact is: 0 is the very tree, None no ancestor."""
        found = [self.places[key] for key in (manifest.tree, manifest.commit) if key in self.places]
        return min(found, default=None)


def lineage_of(repository: Repository, target: Target) -> Lineage:
    """By one call of git."""
    lineage = Lineage()
    commit = target.revision.commit
    pairs = repository.ancestors(commit, MOST_COMMITS) if commit else []
    # The commit itself comes first, and its tree may be known without it.
    for place, ids in ((0, (target.tree,)), *enumerate(pairs)):
        for id_ in ids:
            lineage.places.setdefault(id_, place)
            lineage.places.setdefault(id_[:12], place)
    return lineage


def choose(
    source: Source, repository: Repository, target: Target, desk: Desk, *, own: bool = False
) -> Choice:
    """The nearest of what a source offers, of use here: the very tree first, then the nearest ancestor, then
    what else this clone knows; where it is too shallow to know, or the source is the repository's `own`, the
    newest.

    One that an index can start from comes before one that has only vectors to give. Raises NotPublished, with
    what was there and why it is of no use; ManifestError where nothing there can be read.
    """
    lineage = lineage_of(repository, target)
    seen = _read(source, lineage, target.identity, desk)
    usable = [found for found in seen if _use(found[1], target.identity) is not None]
    near = [(place, found) for found in usable if (place := lineage.place(found[1])) is not None]
    if near:
        place, (offer, manifest) = min(
            near, key=lambda item: (_use(item[1][1], target.identity) != "", item[0])
        )
        return _ancestor(repository, target, offer, manifest, place)
    other = _unrelated(source, repository, target, usable, own)
    if other is not None:
        return other
    raise _nothing(source, repository, target, seen, usable)


def _use(manifest: Manifest, identity: Identity) -> str | None:
    """What an artifact is good for here: "" for all, else what is to be said of that; None for nothing."""
    if manifest.format_version != FORMAT_VERSION:
        return None
    complete = is_complete({"search_mode": manifest.search_mode, "model": manifest.model})
    same = manifest.fingerprint == identity.fingerprint and manifest.feature_version == FEATURE_VERSION
    if same and complete:
        return ""
    if manifest.model_fingerprint != identity.model or not manifest.counts.get("vectors", 0):
        return None
    return "it lacks some of its vectors, so only those it has can be used" if same else _VECTORS_ONLY


# ---- reading manifests ------------------------------------------------------------------------


def _read(source: Source, lineage: Lineage, identity: Identity, desk: Desk) -> list[tuple[Offer, Manifest]]:
    """The manifests worth reading, in the source's order: those whose names tell an ancestor, the nearest
    first, until one can be built on; then others, which may be of an ancestor's tree all the same."""
    offers = source.offers()
    hinted = sorted(
        (offer for offer in offers if offer.hint in lineage.places),
        key=lambda offer: lineage.places[offer.hint],
    )
    rest = [offer for offer in offers if offer.hint not in lineage.places]
    found: dict[str, Manifest] = {}
    problems: list[ManifestError] = []
    left = source.reading.most
    for offer in hinted[:left]:
        _read_one(source, offer, desk, found, problems)
        left -= 1
        manifest = found.get(offer.name)
        if manifest and lineage.place(manifest) is not None and _use(manifest, identity) == "":
            left = min(left, source.reading.more) if lineage.place(manifest) else 0
            break
    for offer in _likely(rest, source, left):
        _read_one(source, offer, desk, found, problems)
    if not found and problems:
        raise problems[0]
    return [(offer, found[offer.name]) for offer in offers if offer.name in found]


def _likely(offers: list[Offer], source: Source, most: int) -> list[Offer]:
    """As many as may be read, those of the default branch first where branches are told."""
    if most and len(offers) > most and any(offer.branch for offer in offers):
        default = source.default_branch()
        offers = sorted(offers, key=lambda offer: offer.branch != default)
    return offers[:most]


def _read_one(
    source: Source, offer: Offer, desk: Desk, found: dict[str, Manifest], problems: list[ManifestError]
) -> None:
    try:
        found[offer.name] = source.manifest(offer, desk)
    except ManifestError as error:  # another may do
        problems.append(error)


# ---- reasons ----------------------------------------------------------------------------------


def _ancestor(repository: Repository, target: Target, offer: Offer, manifest: Manifest, place: int) -> Choice:
    if not place:
        reason = _joined("the same tree was published", _use(manifest, target.identity))
        return Choice(offer, manifest, 0, reason, True)
    apart = repository.apart(manifest.commit, target.revision.commit or "") if manifest.commit else None
    distance = apart[1] if apart and not apart[0] else place
    reason = f"the nearest ancestor that was published, {distance} commit{'s' * (distance != 1)} before"
    return Choice(offer, manifest, distance, _joined(reason, _use(manifest, target.identity)), True)


def _unrelated(
    source: Source,
    repository: Repository,
    target: Target,
    usable: list[tuple[Offer, Manifest]],
    own: bool,
) -> Choice | None:
    """What is no ancestor, as far as this clone knows, and yet of this repository."""
    best_first = sorted(usable, key=lambda found: _use(found[1], target.identity) != "")
    if not repository.shallow:
        for offer, manifest in best_first[:MOST_RELATIVES]:
            if manifest.commit and repository.has(manifest.commit):
                reason = "no ancestor was published; this is the newest of another branch that was"
                return Choice(offer, manifest, None, _joined(reason, _use(manifest, target.identity)), False)
        if not own or not best_first:
            return None
        offer, manifest = best_first[0]
        reason = "no ancestor was published; this is the newest that was, of a commit that is gone"
        return Choice(offer, manifest, None, _joined(reason, _use(manifest, target.identity)), False)
    default = source.default_branch() if any(offer.branch for offer, _ in usable) else ""
    for offer, manifest in best_first:
        if manifest.project == target.config.project and (not offer.branch or offer.branch == default):
            branch = f" of {default}" if offer.branch else ""
            reason = f"this clone is shallow, so ancestors are not known; this is the newest{branch}"
            return Choice(offer, manifest, None, _joined(reason, _use(manifest, target.identity)), False)
    return None


def _joined(reason: str, note: str | None) -> str:
    return f"{reason}; {note}" if note else reason


def _nothing(
    source: Source,
    repository: Repository,
    target: Target,
    seen: list[tuple[Offer, Manifest]],
    usable: list[tuple[Offer, Manifest]],
) -> NotPublished:
    count = f"{len(seen)} artifact{'s' * (len(seen) != 1)}"
    if usable:
        what = f"{count} there, but none of a commit that {_name(target)} goes back to"
        advice = (
            "git fetch, if it was published for newer commits; else publish for this branch, or check the "
        )
        advice += "source: it may be another repository's"
        if repository.shallow:
            what = f"{count} there, but none of this tree or this project, and this clone is shallow"
            advice = "git fetch --unshallow, or publish for this branch"
        return NotPublished(what, where=source.place, next_step=advice)
    why = ", ".join(dict.fromkeys(_why_not(manifest, target.identity) for _, manifest in seen))
    return NotPublished(
        f"{count} there, and none of use here: {why}",
        where=source.place,
        next_step="publish with this version of graphrag-batch and these settings, or build one here with "
        "graphrag-batch index",
    )


def _why_not(manifest: Manifest, identity: Identity) -> str:
    if manifest.format_version != FORMAT_VERSION:
        return f"in format {manifest.format_version}, where this version reads {FORMAT_VERSION}"
    if manifest.model_fingerprint != identity.model:
        return f"made with another model ({manifest.model or 'none'})"
    return f"made by another version ({manifest.tool_version}) or with other settings, without vectors"


def _name(target: Target) -> str:
    return (target.revision.commit or target.tree)[:12]
