"""Names as the corpus offers them, kept in a dictionary."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from graphrag_batch.records import Offer


class Offered:
    """What names mean, given all offers and the path of every document; `asked` is what was asked for."""

    def __init__(self, offers: Iterable[Offer], paths: Mapping[int, str]) -> None:
        self._found: dict[tuple[str, str], list[int]] = {}
        self._paths = paths
        self.asked: set[tuple[str, str]] = set()
        for kind, name, id_ in offers:
            self._found.setdefault((kind, name), []).append(id_)

    def find(self, kind: str, name: str) -> Sequence[int]:
        self.asked.add((kind, name))
        return sorted(set(self._found.get((kind, name), [])))

    def path(self, doc: int) -> str:
        return self._paths[doc]
