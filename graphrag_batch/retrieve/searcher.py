"""From a question to an answer: the views of one artifact, fused, ordered, and packed.

`rank` says which views there are and what they weigh. Everything here is deterministic: the same
artifact, model and question give the same answer.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

import numpy as np

from graphrag_batch.errors import ArtifactError
from graphrag_batch.fingerprint import digest
from graphrag_batch.records import CHUNK_KINDS
from graphrag_batch.retrieve import pack, priors, rank, unseen
from graphrag_batch.retrieve.catalog import Floats, load_catalog
from graphrag_batch.retrieve.copies import Copies
from graphrag_batch.retrieve.dates import Changes, range_of
from graphrag_batch.retrieve.exact import ExactMatcher, is_symbol_like
from graphrag_batch.retrieve.expand import Expansion
from graphrag_batch.retrieve.found import Allowed, Found, let_through, only
from graphrag_batch.retrieve.globs import path_filter
from graphrag_batch.retrieve.hits import Hits
from graphrag_batch.retrieve.lexical import Lexical
from graphrag_batch.retrieve.related import MOST_EDGES, Surroundings
from graphrag_batch.retrieve.semantic import Meaning
from graphrag_batch.retrieve.values import Answer, Query
from graphrag_batch.stages.lexemes import query_terms

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.config import RetrievalConfig
    from graphrag_batch.records import Embedder

MOST_CHARACTERS = 8_000
MOST_SEEDS = 5
NO_WORDS = "the query holds no word to search for"
UNKNOWN_WORDS = "no word of the query occurs in the index: these are only close in meaning"
MIXED_KINDS = "a passage of several kinds counts as what most of it is: without kinds there may be more"
WEAK_MATCHES = "weak matches only: the index may hold no answer"
# A best score (without the path's prior) under this is seldom an answer: of 305 real queries to three
# trees 3 stay under it, of 30 about other things 27 do, or hold no word of the index.
WEAK_SCORE = 0.2
_NAMING = ("ident", "path", "quoted")
_NOTHING = np.zeros(0, dtype=np.float32)


class Searcher:
    """Searches one artifact. `meaning.embedder` may be set later; until then answers are lexical, and
    `meaning.degraded` may be set to say why."""

    def __init__(self, artifact: Artifact, embedder: Embedder | None, config: RetrievalConfig) -> None:
        self._artifact = artifact
        self.config = config
        self._catalog = load_catalog(artifact)
        self.meaning = Meaning(artifact, self._catalog, embedder)
        self._lexical = Lexical(artifact, self._catalog)
        self._exact = ExactMatcher(artifact, self._catalog)
        self._around = Surroundings(artifact, self._catalog)
        self._changes = Changes(artifact, self._catalog.paths)
        self._expansion = Expansion(artifact, self._catalog)
        self._copies = Copies(artifact, self._catalog)
        self._hits = Hits(artifact, self._catalog, self.meaning, self._copies)
        self._last: tuple[object, tuple[Found, list[rank.Ranked]]] | None = None

    def search(self, query: Query) -> Answer:
        """The best `k` hits within the budget, with the graph around them.

        Raises NotFound or ArtifactError for a cursor that cannot go on, NotFound for dates that are none.
        """
        range_of(query)
        mark = self.mark(query)
        place = pack.read_cursor(query, mark)
        lexical_only, reason = self._mode(place, _clean(query.text))
        mode = "lexical" if lexical_only else "hybrid"
        notes = self._notes(query)
        found, ranked = self._ranked(query, lexical_only)
        if not found.terms:
            return Answer((), search_mode=mode, degraded_reason=reason, notes=(*notes, NO_WORDS))
        rest = ranked[place.offset :]
        hits, left = pack.fill(len(rest), lambda n: self._hits.hit(query, found, rest[n]), query.budget)
        end = place.offset + len(hits)
        more = end < len(ranked)
        cursor = pack.write_cursor(query, mark, pack.Place(end, mode)) if more else ""
        # The graph comes once, and after the text.
        most = 0 if place.offset else min(MOST_EDGES, left // pack.EDGE_TOKENS)
        entities, edges = self._around.describe(found.near, hits, most) if most else ((), ())
        notes += self._doubts(found, ranked) if ranked else self._outside(query, lexical_only)
        if not place.offset:
            notes += tuple(unseen.notes_of(self._artifact, self._catalog, found, hits))
        return Answer(tuple(hits), entities, edges, mode, reason, more, cursor, notes)

    def _ranked(self, query: Query, lexical_only: bool) -> tuple[Found, list[rank.Ranked]]:
        """What was found and its order. The last question's is kept: its next page, or a smaller
        budget, needs no second search."""
        question = (replace(query, budget=0, cursor=""), lexical_only)
        if self._last is None or self._last[0] != question:
            found = self._find(query, lexical_only=lexical_only)
            by_formula = self.config.preset == "spec"
            order = self._rank_by_formula if by_formula else self._rank_chunks
            words = [word.text for word in found.lexical.words]
            fold = partial(self._copies.fold, partial(order, found), query.k, found.chunks, words)
            self._last = question, (found, fold() if found.terms else [])
        return self._last[1]

    # ---- what there is ----------------------------------------------------------------------

    def mark(self, query: Query) -> str:
        """What a cursor's answer depends on: it goes on in an artifact with the same."""
        names = ["content_digest", "vector_digest"]
        if query.since or query.until:
            names += ["history_digest", "history_uncommitted"]
        return digest(*(self._artifact.meta.get(name, "") for name in names))

    @cached_property
    def _priors(self) -> priors.Priors:
        return priors.Priors(self._catalog.paths)

    def _mode(self, place: pack.Place, text: str) -> tuple[bool, str]:
        """(whether to search lexically only, why). A cursor goes on in the mode it began in."""
        reason = self.meaning.why_not(text)
        if place.mode == "hybrid" and reason:
            raise ArtifactError(
                f"this cursor goes on a hybrid search: {reason}", next_step="ask again without a cursor"
            )
        lexical_only = bool(reason) or place.mode == "lexical"
        return lexical_only, reason or ("" if lexical_only else self.meaning.doubt())

    def _notes(self, query: Query) -> tuple[str, ...]:
        asked = range_of(query)
        notes = list(self._changes.notes(asked)) if asked is not None else []
        if query.path and not any(map(path_filter(query.path), self._catalog.paths)):
            notes.append(f"no indexed path matches {query.path!r}: outline lists what there is")
        known = self._around.relations
        notes += [
            f"no relation {rel!r} here; there are: {', '.join(known)}"
            for rel in query.rels
            if rel not in known
        ]
        notes += [
            f"no kind {kind!r}; there are: {', '.join(CHUNK_KINDS)}"
            for kind in query.kinds
            if kind not in CHUNK_KINDS
        ]
        return (*notes, *([MIXED_KINDS] if query.kinds else []))

    def _doubts(self, found: Found, ranked: Sequence[rank.Ranked]) -> tuple[str, ...]:
        """What a reader should know of hits that may be none."""
        if not ranked or found.exact.documents.any():
            return ()
        if not found.lexical.words and not found.lexical.path.any():
            return (UNKNOWN_WORDS,)
        # What a path alone says of a file is no doubt about it as an answer.
        bare = ranked[0].score * found.sure / float(found.scale[ranked[0].doc])
        weak = self.config.preset != "spec" and bare < WEAK_SCORE
        return (WEAK_MATCHES,) if weak else ()

    def _outside(self, query: Query, lexical_only: bool) -> tuple[str, ...]:
        """Whether a query that found nothing has hits outside of its filters."""
        filters = {
            "path": query.path,
            "kinds": ", ".join(query.kinds),
            "since": query.since,
            "until": query.until,
        }
        given = [f"{name} {value!r}" for name, value in filters.items() if value]
        if not given:
            return ()
        found, ranked = self._ranked(replace(query, path="", kinds=(), since="", until=""), lexical_only)
        what = "weak matches" if self._doubts(found, ranked) else "hits"
        return (f"nothing found with {', '.join(given)}: without there are {what}",) if ranked else ()

    def _allowed(self, query: Query) -> Allowed:
        chunks = self._catalog.telling.copy()
        if query.path:
            docs = np.fromiter(map(path_filter(query.path), self._catalog.paths), dtype=np.bool_)
            chunks &= docs[self._catalog.chunk_docs]
        if query.kinds:
            marks = ", ".join("?" * len(query.kinds))
            rows = self._artifact.execute(f"SELECT id FROM chunks WHERE kind IN ({marks})", query.kinds)
            of_kind = np.zeros_like(chunks)
            of_kind[self._catalog.chunks_of([row[0] for row in rows])] = True
            chunks &= of_kind
        if (asked := range_of(query)) is not None:
            chunks &= self._changes.within(asked)[self._catalog.chunk_docs]
        return Allowed(self._catalog.best_chunk_of_each(chunks.astype(np.float32)) > 0, chunks)

    # ---- the views, fused -------------------------------------------------------------------

    def _find(self, query: Query, *, lexical_only: bool) -> Found:
        text = _clean(query.text)
        terms = query_terms(text)
        telling = tuple(term for term in terms if not term.stop) or terms
        alone = is_symbol_like(terms)
        allowed = self._allowed(query)
        lexical = let_through(self._lexical.search(telling), allowed)
        exact = self._exact.search(text, terms, alone=alone)
        exact.documents = only(exact.documents, allowed.docs)
        near = None if lexical_only else self.meaning.near(text)
        vector, cosines = (near.vector, only(near.cosines, allowed.chunks)) if near else (None, None)
        believed = near.believed if near else 0.0
        found = Found(terms, lexical, exact, cosines, vector, _NOTHING, _NOTHING, allowed)
        best = float(cosines.max(initial=0.0)) * believed if cosines is not None else 0.0
        found.sure = rank.evidence(lexical.coverage, best, float(exact.documents.max(initial=0.0)))
        found.scale = self._priors.factors(priors.asked_for(text)) * np.float32(found.sure)
        if priors.is_question(text) and not any(term.kind in _NAMING for term in terms):
            found.scale[self._catalog.code] *= priors.CODE_FOR_QUESTION
        shares = rank.shares(
            names=alone,
            coverage=lexical.coverage,
            believed=believed,
            semantic=near is not None,
            foreign=1 - lexical.known if near and near.foreign else 0.0,
        )
        self._fuse(found, shares)
        self._expand(query, found, shares["graph"])
        return found

    def _fuse(self, found: Found, shares: Mapping[str, float]) -> None:
        """Fills `chunks` and `parts`: each view relative to its best, times its share, times `scale`."""
        by_chunk = {"lexical": rank.relative(found.lexical.chunks)}
        if found.cosines is not None:
            by_chunk["semantic"] = rank.relative(found.cosines, rank.SEMANTIC_FLOOR)
        found.chunks = np.sum([view * np.float32(shares[name]) for name, view in by_chunk.items()], axis=0)
        views = {name: self._catalog.best_chunk_of_each(view) for name, view in by_chunk.items()}
        if found.cosines is not None and shares["topic"]:
            views["topic"] = rank.relative(
                self._catalog.all_chunks_of_each(found.cosines), rank.SEMANTIC_FLOOR
            )
        views["coherence"] = rank.relative(self._catalog.several_chunks_of_each(found.chunks))
        for name in ("document", "path", "names"):
            views[name] = rank.relative(getattr(found.lexical, name))
        views["exact"] = found.exact.documents
        # Which passage of a document stands under the heading that was asked for; no document gains by it.
        found.chunks += found.lexical.begun * np.float32(rank.HEADING * shares["names"])
        exact = np.zeros_like(found.chunks)
        exact[list(found.exact.chunks)] = list(found.exact.chunks.values())
        found.chunks += only(exact, found.allowed.chunks) * np.float32(shares["exact"])
        found.parts = {name: view * found.scale * np.float32(shares[name]) for name, view in views.items()}

    def _expand(self, query: Query, found: Found, share: float) -> None:
        """Adds what the query names and where that leads; below all that was found, what is linked to it."""
        if not found.terms or query.hops < 1:
            return
        rels = frozenset(query.rels or self.config.rels)
        found.near = self._around.walk(self._seeds(found), query.hops, rels)
        self._lead(query, found, rels)
        linked = only(found.near.documents, found.allowed.docs) * found.scale * np.float32(share)
        total: Floats = np.sum(list(found.parts.values()), axis=0)
        found.parts["graph"] = rank.below(linked, total)

    def _lead(self, query: Query, found: Found, rels: frozenset[str]) -> None:
        """Adds what the query names, and where that leads."""
        total: Floats = np.sum(list(found.parts.values()), axis=0)
        led = self._expansion.expand(_clean(query.text), found.lexical, total, query.hops, rels)
        found.led = led
        for name, view in (("named", led.named), ("bridge", led.bridge)):
            if view.any():
                part = only(view, found.allowed.docs) * found.scale * np.float32(rank.LED[name])
                told = (total > 0) | (part >= rank.LEAST_TOLD)
                found.parts[name] = np.where(told, part, np.float32(0))

    def _seeds(self, found: Found) -> dict[int, float]:
        """Where walks begin: what the query names, and the best chunks of the best documents."""
        top = self._rank_documents(found, MOST_SEEDS)
        chunks = [self._spread(found, doc, 1)[0][0] for doc, _ in top]
        return self._around.seeds(found.exact.entities, chunks, [score for _, score in top])

    def _rank_documents(self, found: Found, most: int) -> list[tuple[int, float]]:
        """(document, score), best first."""
        total: Floats = np.sum(list(found.parts.values()), axis=0)
        return [(doc, float(total[doc])) for doc in rank.best(total, self._catalog.path_order, most)]

    def _spread(self, found: Found, doc: int, most: int) -> list[tuple[int, float]]:
        """(chunk, factor) of a document's best chunks that the filters let through."""
        first, last = int(self._catalog.first[doc]), int(self._catalog.first[doc + 1])
        stand_in = int(np.argmax(found.allowed.chunks[first:last]))
        spread = rank.spread(found.chunks[first:last], most, stand_in)
        return [(first + n, share) for n, share in spread]

    def _rank_chunks(self, found: Found, most: int) -> list[rank.Ranked]:
        """The `most` best chunks; the `most` best documents hold them."""
        chosen = [
            (-score * share, int(self._catalog.path_order[doc]), chunk, doc, share)
            for doc, score in self._rank_documents(found, most)
            for chunk, share in self._spread(found, doc, most)
        ]
        ranked = []
        for _, place, chunk, doc, share in sorted(chosen)[:most]:
            parts = {name: float(part[doc]) * share for name, part in found.parts.items() if part[doc]}
            ranked.append((place, rank.Ranked(chunk, doc, sum(parts.values()), parts)))
        # Once more by the sums that are shown: their last bits may differ from the array's.
        ranked.sort(key=lambda item: (-item[1].score, item[0], item[1].chunk))
        return [one for _, one in ranked]

    def _rank_by_formula(self, found: Found, most: int) -> list[rank.Ranked]:
        """The published formula: weights for meaning (words, where there are no vectors), for hops from
        what the query names or finds, and for the relations between."""
        weights, of = self.config.weights, self._catalog.chunk_docs
        near = found.near or self._around.walk(self._seeds(found), 0, frozenset())
        hop, relation = self._around.closeness(near)
        base = ("semantic", found.cosines) if found.cosines is not None else ("lexical", self._words(found))
        parts = {
            base[0]: base[1] * np.float32(weights.semantic),
            "hop": hop[of] * np.float32(weights.hop),
            "relation": relation[of] * np.float32(weights.relation),
        }
        keys = self._catalog.path_order[of] * len(of) + np.arange(len(of))
        total = only(np.sum(list(parts.values()), axis=0), found.allowed.chunks)
        best = []
        for chunk in rank.best(total, keys, most):
            own = {name: float(part[chunk]) for name, part in parts.items() if part[chunk]}
            best.append(rank.Ranked(chunk, int(of[chunk]), sum(own.values()), own))
        return best

    def _words(self, found: Found) -> Floats:
        return rank.relative(found.lexical.chunks) * np.float32(found.lexical.coverage)


def _clean(text: str) -> str:
    """A query that every layer can take: of bounded length, without NUL and half characters."""
    return text[:MOST_CHARACTERS].replace("\0", " ").encode("utf-8", "replace").decode("utf-8")
