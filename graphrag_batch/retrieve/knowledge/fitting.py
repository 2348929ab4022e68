"""Which of the entities that match words fit them best: by what their names say."""

from __future__ import annotations

from typing import TYPE_CHECKING

from graphrag_batch.retrieve.described import ALIASES, words_of
from graphrag_batch.stages.lexemes import query_terms

if TYPE_CHECKING:
    from collections.abc import Sequence

    from graphrag_batch.retrieve.knowledge.frame import Knowledge

_BATCH = 500
_NAMES = f"""SELECT id, type, name, {ALIASES}, doc IS NOT NULL
    FROM entities WHERE id IN ({{marks}})"""


def fitting(knowledge: Knowledge, nodes: Sequence[int], text: str) -> list[int]:
    """These nodes, first those that are named so and nothing else, members named so, then those whose names
    have all words, of each what is defined before what is named; then members of what is named so, sections
    and files with all words; last what has them in its description, or has not all. The order within is kept.
    """
    wanted = _words(text)
    if not wanted:
        return list(nodes)
    by_id = {int(knowledge.graph.ids[node]): node for node in nodes}
    key: dict[int, tuple[int, bool]] = {}
    ids = list(by_id)
    for first in range(0, len(ids), _BATCH):
        some = ids[first : first + _BATCH]
        for id_, kind, name, aliases, stands in knowledge.artifact.execute(
            _NAMES.format(marks=", ".join("?" * len(some))), some
        ):
            called = [name] if stands else [name, *words_of(aliases)]
            grade = min(_grade(kind, one, wanted) for one in called)
            key[by_id[id_]] = (grade, not stands or kind in ("document", "section"))
    return sorted(nodes, key=key.__getitem__)


def _grade(kind: str, name: str, wanted: list[str]) -> int:
    own, last = _words(name), _words(name.rpartition(".")[2])
    if own == wanted:
        return 0
    if not _holds(own, wanted):
        return 4
    if kind in ("document", "section") or not _holds(last, wanted):
        return 3
    return 1 if last == wanted else 2


def _holds(own: list[str], wanted: list[str]) -> bool:
    """Whether all words are there, of which the last may go on."""
    return set(wanted[:-1]) <= set(own) and any(word.startswith(wanted[-1]) for word in own)


def _words(text: str) -> list[str]:
    terms = query_terms(text)
    return [part for term in [term for term in terms if not term.stop] or terms for part in term.parts]
