"""Which name a name is one with, and what the entity of several names is called."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from graphrag_batch.config import NamesConfig
from graphrag_batch.stages.names.form import form
from graphrag_batch.stages.names.kinds import is_acronym, main_type
from graphrag_batch.stages.names.scoring import ONE, limits, paired, score
from graphrag_batch.stages.names.values import EntityFields, Link, NameStat, Score

_MOST_ALIASES = 32
# These hold for one name only: what has two versions is neither of them, and two expansions are two things.
_SINGLE = frozenset({"version", "initials", "surname"})


def preference(name: NameStat) -> tuple[bool, bool, bool, int, str]:
    """The strict total order of names; a link leads to a greater one. First are expansions before acronyms,
    then names without a version, then titles of documents, then the longer, then the later by text."""
    return (
        not is_acronym(name), not form(name.norm).version, bool(name.anchors), len(name.norm), name.norm,
    )  # fmt: skip


def link(name: NameStat, others: Sequence[NameStat], config: NamesConfig) -> Link:
    """The name that `name` is one with, among `others` (those that share a block with it, in any order).

    Only more preferred names are targets, so that following links always ends. Where a rule names several
    that are not one another (a second version, another expansion), none is the target and all are doubts.
    """
    least = config.doubt * ONE
    near = [other for other in others if other.norm != name.norm and limits(name, other)[1] >= least]
    if not near:
        return Link(name.norm)
    own = preference(name)
    better = [(score(name, other), other) for other in near if preference(other) > own]
    barred = _barred(name, better, others)
    sure = [
        (told.total, preference(other), told, other.norm)
        for told, other in better
        if told.total >= config.accept and other.norm not in barred
    ]
    target, told = max(sure)[2:][::-1] if sure else (name.norm, None)
    doubts = sorted(
        (other.norm, doubt)
        for doubt, other in better
        if doubt.total >= config.doubt
        and other.norm != target
        and (doubt.total < config.accept or other.norm in barred)
    )
    return Link(target, told, tuple(doubts))


def _barred(
    name: NameStat, better: Sequence[tuple[Score, NameStat]], others: Sequence[NameStat]
) -> frozenset[str]:
    """Names that a rule would choose, but others with as much right."""
    barred: set[str] = set()
    for rule in _SINGLE:
        chosen = [other for told, other in better if told.rule == rule]
        if len({form(other.norm).squashed for other in chosen}) > 1 or (
            rule == "version" and _has_rivals(name, others)
        ):
            barred.update(other.norm for other in chosen)
    pairs = sorted(
        ((paired(name, other), other.norm) for told, other in better if told.rule == "pair"), reverse=True
    )
    if pairs:
        barred.update(other.norm for told, other in better if told.rule in _SINGLE)
    if len(pairs) > 1:  # of several expansions the one that twice as many documents give
        barred.update(norm for n, norm in pairs if n < pairs[0][0] or 2 * pairs[1][0] > pairs[0][0])
    return frozenset(barred)


def _has_rivals(name: NameStat, others: Sequence[NameStat]) -> bool:
    own = form(name.norm)
    return any(form(o.norm).base == own.base and form(o.norm).version != own.version for o in others)


def entity_of(cluster: Sequence[NameStat]) -> EntityFields:
    """What the entity of these names is called, in whatever order they come.

    `type`: what most documents say (kinds.main_type), "concept" if none says anything. `name`: the surface of
    most documents, of equals the longest, then the first by text. `norm`: that of the most preferred name.
    `aliases`: the other surfaces, 32 at most, most documents first.
    """
    surfaces: Counter[str] = Counter()
    for name in cluster:
        for surface, _, documents in name.surfaces:
            surfaces[surface] += documents
    root = max(cluster, key=preference)
    ranked = sorted(surfaces, key=lambda s: (-surfaces[s], -len(s), s)) or [root.norm]
    return EntityFields(main_type(*cluster), ranked[0], root.norm, tuple(ranked[1 : _MOST_ALIASES + 1]))
