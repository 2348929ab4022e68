"""Hits that are copies of one another take one place: the passage once, with the other paths beside it.

Documents are copies by what the build found (table `duplicates`); passages of theirs are the same when their
text is, or nearly, and the one shown holds all of the query's words that the other does. So what only a
copy says is still found in the copy.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection
from dataclasses import replace
from functools import cached_property
from typing import TYPE_CHECKING

from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.retrieve.snippet import words_in

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.catalog import Catalog, Floats
    from graphrag_batch.retrieve.rank import Ranked

# The share of the shorter passage's words that the other must hold too.
SAME = 0.8
# A passage that answers this much better than another says something that the other does not.
BETTER = 1.1
_EQUAL = """SELECT DISTINCT doc FROM chunks WHERE doc IN (SELECT value FROM json_each(?))
    AND digest = (SELECT digest FROM chunks WHERE id = ?)"""
# With more of these in a copy than in the original, the query means the copy.
_NAMED = ("exact", "path")

Order = Callable[[int], list["Ranked"]]


class Copies:
    """The copies among the documents of one artifact."""

    def __init__(self, artifact: Artifact, catalog: Catalog) -> None:
        self._artifact = artifact
        self._catalog = catalog

    def fold(self, order: Order, most: int, chunks: Floats, words: Collection[str]) -> list[Ranked]:
        """The `most` best that are not the same passage. `order` gives the best so many; `chunks` is how well
        each chunk answers, `words` those of the query."""
        if not self._original:
            return order(most)
        asked = most
        while True:
            ranked = order(asked)
            kept = _Folding(self._artifact, self._catalog, self._original, chunks, words).fold(ranked)
            if len(kept) >= most or len(ranked) < asked:
                return kept[:most]
            asked *= 2

    def places(self, one: Ranked) -> tuple[str, ...]:
        """The other paths where the passage of a hit stands: those folded into it, and all copies of its
        document that hold its text."""
        family = self._families.get(self._original.get(one.doc, one.doc), [])
        chunk = int(self._catalog.chunk_ids[one.chunk])
        ids = canonical_json([int(self._catalog.doc_ids[doc]) for doc in family])
        equal = [row[0] for row in self._artifact.execute(_EQUAL, (ids, chunk))] if family else []
        docs = {*one.copies, *self._catalog.docs_of(equal).tolist()} - {one.doc}
        return tuple(sorted(self._catalog.paths[doc] for doc in docs))

    @cached_property
    def _families(self) -> dict[int, list[int]]:
        """Document at the end → it and all that are copies of it."""
        families: dict[int, list[int]] = {}
        for doc, original in self._original.items():
            families.setdefault(original, [original]).append(doc)
        return families

    @cached_property
    def _original(self) -> dict[int, int]:
        """Document → the one at the end of what it is a copy of (positions)."""
        rows = self._artifact.execute("SELECT doc, duplicate_of FROM duplicates ORDER BY doc")
        docs, others = (self._catalog.docs_of([row[n] for row in rows]).tolist() for n in (0, 1))
        of: dict[int, int] = dict(zip(docs, others, strict=True))
        found: dict[int, int] = {}
        for doc in of:
            trail: dict[int, None] = {}
            at = doc
            while at in of and at not in found:
                if at in trail:
                    raise ValueError("copies of one another in a circle")
                trail[at] = None
                at = of[at]
            found |= dict.fromkeys(trail, found.get(at, at))
        return found


class _Folding:
    """One list of hits."""

    def __init__(
        self,
        artifact: Artifact,
        catalog: Catalog,
        original: dict[int, int],
        chunks: Floats,
        words: Collection[str],
    ) -> None:
        self._artifact = artifact
        self._catalog = catalog
        self._original = original
        self._chunks = chunks
        self._words = words
        self._texts: dict[int, tuple[str, frozenset[str], frozenset[str]]] = {}

    def fold(self, ranked: list[Ranked]) -> list[Ranked]:
        """Each passage once, in order."""
        kept: dict[int, Ranked] = {}
        families: dict[int, list[int]] = {}
        for place, one in enumerate(ranked):
            family = families.setdefault(self._original.get(one.doc, one.doc), [])
            for other in family:
                shown = self._one_of(kept[other], one)
                if shown is not None:
                    kept[other] = shown
                    break
            else:
                family.append(place)
                kept[place] = one
        # One that took the place of its copy may score less.
        return sorted(kept.values(), key=lambda one: -one.score)

    def _one_of(self, first: Ranked, second: Ranked) -> Ranked | None:
        """Both as one hit, where that loses nothing."""
        if first.doc == second.doc:
            return None
        shown, other = (second, first) if self._is_meant(second, first) else (first, second)
        if not self._says_all_of(shown, other):
            return None
        copies = dict.fromkeys((*shown.copies, other.doc, *other.copies))
        return replace(shown, copies=tuple(copies))

    def _is_meant(self, one: Ranked, better: Ranked) -> bool:
        """Whether to show the original in place of the copy that scores better."""
        return one.doc not in self._original and all(
            one.parts.get(name, 0) >= better.parts.get(name, 0) for name in _NAMED
        )

    def _says_all_of(self, shown: Ranked, other: Ranked) -> bool:
        text, words, held = self._passage(shown.chunk)
        other_text, other_words, other_held = self._passage(other.chunk)
        if text == other_text:
            return True
        common = len(words & other_words)
        return (
            common >= SAME * min(len(words), len(other_words))
            and other_held <= held
            and float(self._chunks[other.chunk]) <= BETTER * float(self._chunks[shown.chunk])
        )

    def _passage(self, chunk: int) -> tuple[str, frozenset[str], frozenset[str]]:
        """Text of a chunk, its words, and those of the query that it holds."""
        if chunk not in self._texts:
            sql = "SELECT text FROM chunks WHERE id = ?"
            text = self._artifact.execute(sql, (int(self._catalog.chunk_ids[chunk]),))[0][0]
            words = frozenset(re.findall(r"\w+", text.casefold()))
            self._texts[chunk] = text, words, words_in(text, self._words)
        return self._texts[chunk]
