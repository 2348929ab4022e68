"""Copies: each document that is one, or all but, and which of its like counts.

Documents of equal content have one *form*; the best of them, by `preference`, stands for all. Forms whose
signatures agree in a band (table `bands`) are compared with one another. A document is a duplicate of the
best among its form's and those of the forms it is like: direct likeness alone, so that nothing depends on
what came first, and a row for each copy, however many are equal.

After a change the forms that gained or lost a document, and those like them, are looked at again; nobody
else can be concerned. A build from nothing is the same call with everything changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from itertools import chain
from typing import TYPE_CHECKING, Any

from graphrag_batch.stages.dedupe import band_keys, preference

if TYPE_CHECKING:
    from graphrag_batch.artifact.write import ArtifactWriter
    from graphrag_batch.build.facts import Rows
    from graphrag_batch.build.work import Work

Row = tuple[Any, ...]
Member = tuple[str, int]
"""(path, id) of a document."""

# With more forms than this to look at, reading all rows at once is faster than one by one.
BULK = 500

_HELD = "SELECT form, lang, signature FROM sketches WHERE doc IN (SELECT doc FROM temp.chosen)"
_ALL = "SELECT s.form, s.lang, s.signature, d.path, d.id FROM sketches s JOIN docs d ON d.id = s.doc"
_ROWS = "SELECT * FROM duplicates WHERE doc IN (SELECT doc FROM temp.chosen)"


class DuplicateStage:
    """Brings the table `duplicates` up to date: `leave` before rows of documents go, `update` at the end."""

    def __init__(self, writer: ArtifactWriter, work: Work, threshold: float) -> None:
        self._writer = writer
        self._work = work
        self._threshold = threshold
        self._left: dict[int, Form] = {}
        self._before: set[Row] = set()

    def leave(self, docs: Sequence[int]) -> None:
        """Notes what documents hold, while their rows are still there."""
        if docs:
            self._writer.choose(docs)
            self._left = _forms(self._writer.execute(_HELD))
            self._before = set(self._writer.execute(_ROWS))

    def update(self, arrived: Sequence[int]) -> None:
        """Makes the table that of the documents there are now. `arrived` are those whose rows are new;
        what left has been noted."""
        self._writer.choose(arrived)
        came = _forms(self._writer.execute(_HELD))
        touched = {**self._left, **came}
        world = World(self._writer, self._threshold, touched)
        self._change_bands(world, came, frozenset(arrived))
        looked_at = set(touched).union(*(world.alike(form) for form in touched))
        there = [form for form in sorted(looked_at) if world.members(form)]
        self._work.add("compared", len(there))
        self._writer.choose(doc for form in there for _, doc in world.members(form))
        before = self._before.union(self._writer.execute(_ROWS))
        after = set(chain.from_iterable(world.rows(form) for form in there))
        self._writer.change("duplicates", before - after, after - before)

    def _change_bands(self, world: World, came: Mapping[int, Form], arrived: frozenset[int]) -> None:
        gone = [form for form in self._left if not world.members(form)]
        new = [
            form
            for form in came
            if form not in self._left and all(doc in arrived for _, doc in world.members(form))
        ]
        rows = [
            {(key, form) for form in forms for key in band_keys(known[form][1])}
            for forms, known in ((gone, self._left), (new, came))
        ]
        world.change_bands(*rows)
        self._writer.change("bands", *rows)


Form = tuple[str, bytes]
"""(language, signature) of a form."""


def _forms(rows: Iterable[Row]) -> dict[int, Form]:
    return {form: (lang, signature) for form, lang, signature in rows}


class World:
    """The forms there are and the documents that have them, as the stored `rows` say. `known` forms need
    not be among them."""

    def __init__(self, rows: Rows, threshold: float, known: Mapping[int, Form]) -> None:
        self._rows = rows
        self._threshold = threshold
        self._forms: dict[int, Form] = dict(known)
        self._members: dict[int, list[Member]] = {}
        self._bands: dict[int, set[int]] = {}
        self._alike: dict[int, dict[int, float]] = {}
        self._whole = len(known) > BULK
        if self._whole:
            self._read_all()

    def members(self, form: int) -> list[Member]:
        """The documents of a form, the best first."""
        if form not in self._members:
            sql = "SELECT d.path, d.id FROM sketches s JOIN docs d ON d.id = s.doc WHERE s.form = ?"
            found = [] if self._whole else self._rows.execute(sql, (form,))
            self._members[form] = sorted(((path, doc) for path, doc in found), key=_order)
        return self._members[form]

    def alike(self, form: int) -> dict[int, float]:
        """The other forms that are like one → how alike they are."""
        if form not in self._alike:
            self._alike[form] = self._compare(form)
        return self._alike[form]

    def rows(self, form: int) -> list[Row]:
        """The rows of the documents of a form that are duplicates."""
        members = self.members(form)
        bests = {self.members(other)[0]: share for other, share in self.alike(form).items()}
        best = min([members[0], *bests], key=_order)
        return [(doc, best[1], bests.get(best, 1.0)) for _, doc in members if doc != best[1]]

    def change_bands(self, removed: Iterable[tuple[int, int]], added: Iterable[tuple[int, int]]) -> None:
        """Takes notice of bands that are about to go and come."""
        for key, form in removed:
            self._sharing(key).discard(form)
        for key, form in added:
            self._sharing(key).add(form)

    def _compare(self, form: int) -> dict[int, float]:
        lang, signature = self._forms[form]
        others = set().union(*map(self._sharing, band_keys(signature))) - {form}
        near = [other for other in sorted(others) if may_be_one(lang, self._form(other)[0])]
        shares = similarities(signature, [self._form(other)[1] for other in near])
        return {other: share for other, share in zip(near, shares, strict=True) if share >= self._threshold}

    def _form(self, form: int) -> Form:
        if form not in self._forms:
            sql = "SELECT form, lang, signature FROM sketches WHERE form = ? LIMIT 1"
            self._forms |= _forms(self._rows.execute(sql, (form,)))
        return self._forms[form]

    def _sharing(self, key: int) -> set[int]:
        if key not in self._bands:
            sql = "SELECT form FROM bands WHERE key = ?"
            found = [] if self._whole else self._rows.execute(sql, (key,))
            self._bands[key] = {form for (form,) in found}
        return self._bands[key]

    def _read_all(self) -> None:
        for form, lang, signature, path, doc in self._rows.execute(_ALL):
            self._forms[form] = (lang, signature)
            self._members.setdefault(form, []).append((path, doc))
        for members in self._members.values():
            members.sort(key=_order)
        for key, form in self._rows.execute("SELECT key, form FROM bands"):
            self._bands.setdefault(key, set()).add(form)


def _order(member: Member) -> tuple[Any, ...]:
    return preference(member[0])


def may_be_one(lang: str, other: str) -> bool:
    """Whether texts said to be in these languages may be copies: not of two that are known."""
    return not (lang and other) or lang == other


def similarities(signature: bytes, others: Sequence[bytes]) -> list[float]:
    """How much of the runs of words that either has both have, as estimated from signatures."""
    if not others:
        return []
    import numpy as np

    own, rest = (np.frombuffer(raw, dtype="<u4") for raw in (signature, b"".join(others)))
    shares: list[float] = (rest.reshape(len(others), -1) == own).mean(axis=1).tolist()
    return shares
