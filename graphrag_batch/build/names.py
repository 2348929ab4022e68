"""What names mean in the corpus, and who asked: how a change finds the documents it concerns.

Everything a document can be found by is an *offer* (name → id), kept in the table `offers` under the hash of
its name. While a document's links are resolved, the hash of every name asked for is noted, found or not, and
kept in `asked`. When offers come or go, exactly the documents that asked for one of those names are resolved
again. Since a resolver knows other documents by asking alone, no dependency can be forgotten; two names with
one hash only cause a document too many to be looked at.
"""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

import xxhash

if TYPE_CHECKING:
    from graphrag_batch.build.facts import Rows
    from graphrag_batch.records import Offer

# With more documents than this to resolve, reading all offers at once is faster than one by one.
BULK = 500


def key_of(kind: str, name: str) -> int:
    """63 bits of a name's hash."""
    return xxhash.xxh3_64_intdigest(f"{kind}\0{name}".encode("utf-8", "surrogatepass")) >> 1


def keyed(offers: Iterable[Offer]) -> set[tuple[int, int]]:
    """Offers as rows of the table: (key, id)."""
    return {(key_of(kind, name), id_) for kind, name, id_ in offers}


class World:
    """The names of all documents (records.Names), as the stored `rows` have them.

    `asked` holds the keys asked for since it was last emptied, again and again as they were; `resolving` is
    how many documents will ask.
    """

    def __init__(self, rows: Rows, resolving: int) -> None:
        self.asked: list[int] = []
        self._rows = rows
        self._keys: dict[tuple[str, str], int] = {}
        self._found: dict[int, Sequence[int]] = {}
        self._paths: dict[int, str] = {}
        self._whole = resolving > BULK
        if self._whole:
            self._read_all()

    def find(self, kind: str, name: str) -> Sequence[int]:
        """The ids offered under this name, ascending."""
        key = self._keys.get((kind, name)) or self._keys.setdefault((kind, name), key_of(kind, name))
        self.asked.append(key)
        found = self._found.get(key)
        if found is None:
            found = () if self._whole else self._read(key)
            self._found[key] = found
        return found

    def path(self, doc: int) -> str:
        """The path of a document found by name."""
        if doc not in self._paths:
            self._paths[doc] = self._rows.execute("SELECT path FROM docs WHERE id = ?", (doc,))[0][0]
        return self._paths[doc]

    def _read(self, key: int) -> Sequence[int]:
        rows = self._rows.execute("SELECT id FROM offers WHERE key = ? ORDER BY id", (key,))
        return [id_ for (id_,) in rows]

    def _read_all(self) -> None:
        found: dict[int, list[int]] = {}
        for key, id_ in self._rows.execute("SELECT key, id FROM offers ORDER BY key, id"):
            found.setdefault(key, []).append(id_)
        self._found.update(found)
        self._paths.update(self._rows.execute("SELECT id, path FROM docs"))


def packed(keys: Iterable[int]) -> bytes:
    """Keys as a value of `asked`: ascending, each once, eight bytes each."""
    ordered = array("q", sorted(set(keys)))
    if sys.byteorder == "big":
        ordered.byteswap()
    return ordered.tobytes()


def askers(rows: Sequence[tuple[int, bytes]], changed: Iterable[int]) -> Iterator[int]:
    """Which documents of `asked` (doc, keys) asked for one of the changed keys."""
    if not rows:
        return
    import numpy as np

    wanted = np.array(sorted(changed), dtype="<i8")
    if not len(wanted):
        return
    keys = np.frombuffer(b"".join([raw for _, raw in rows]), dtype="<i8")
    ends = np.cumsum([len(raw) // 8 for _, raw in rows])
    nearest = wanted[np.minimum(np.searchsorted(wanted, keys), len(wanted) - 1)]
    hits = np.flatnonzero(nearest == keys)
    for place in sorted({*np.searchsorted(ends, hits, side="right").tolist()}):
        yield rows[place][0]
