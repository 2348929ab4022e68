"""Fusion and order: from several weak views of the same documents to one ranking. Pure.

A view gives each document a number: `document` BM25 of the whole file, `lexical` that of its best
chunk, `semantic` the cosine of its best window, `topic` the mean of its chunks' cosines (only as far as the
query's words are foreign to the index), `coherence` its three best chunks (words and meaning,
each halved), `path` and `names` the rarity of the query's words found in its path, or in its headings
and the names it defines, `exact` a name, path, heading or quotation as written. Each is divided by its own
best, weighted, and added up. For a question, `named` adds the documents that it names by their titles, and
`bridge` those that these mention in a sentence that has the question's own words (`expand`, which says
nothing where nothing is named). `graph` adds what a walk from the best hits leads to, `below` them all.
`priors` then multiplies tests by .8 and changelogs, lock files, licences and translations by .5, unless the
query asks for them, and code by .6 for a question in words that names none.

nDCG@10, commit subject → changed files, with one set of weights (`python bench/ranking.py`):

    all views              .608 flask   .606 pre-commit   .587 httpx   mean .600
    without vectors        .603         .575              .556         .578
    without document       .605         .589              .590         .595
    without lexical        .596         .601              .590         .596
    without coherence      .594         .589              .584         .589
    without path           .587         .599              .559         .582
    without names          .625         .602              .593         .607
    without exact          .608         .604              .582         .598

requests .595, fastapi .477. A walk changes none of these: as one view among the others it moved 37 of 1,075
queries, 23 up and 14 down in nDCG@10, most of them by one place, as parting near ties does. Of 30 questions
to a JavaScript project's pages, with which `HEADING` was picked, 27 have their section among the first three
hits, without it 25; of 35 to the pages of two others 34, with it and without.

2wiki101 (questions in two steps), recall@5: .671 without the graph; with it .973 where spaCy reads the
names (and .965 where not, measured earlier). No language model anywhere but for the vectors.

scifact (claims → abstracts) .737; pages asked for in twelve languages .525. With about 200 queries a
set, differences under .01 are noise.

The weights are round numbers picked by hand with these sets and three others (a JavaScript and two Go
trees) in view: mean of the seven .674. A grid search that leaves one set out at a time picks other
weights, and scores .664 on the sets left out: do not fit finer. Moving the weight of document, lexical,
semantic, coherence, path or names by a sixth to a third moved a mean of eight sets by .002 at most.
On eight sets the prior on tests is worth .014, the others together .018. Measured once the weights
stood: fastapi .476 (without vectors .450), black .643, a Rust tree .596 (without `path` .501, but without
vectors .618).
Tried and left out, because they gain nothing that lasts: reciprocal ranks, z-scores, weights by
confidence in each view, presence instead of BM25, file size, test ↔ source pairs, a folder's other files.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

Floats = NDArray[np.float32]

SENTENCE = {
    "document": 0.6,
    "lexical": 0.3,
    "semantic": 0.45,
    "topic": 0.4,
    "coherence": 0.65,
    "path": 0.6,
    "names": 0.5,
    "exact": 0.7,
    "graph": 0.1,
}
SYMBOL = SENTENCE | {"semantic": 0.2, "exact": 3.0}

# On top of all shares, which make 1 together: what a question names, and what that leads to.
LED = {"named": 0.6, "bridge": 0.6}

# Cosines below this share of the best one say nothing.
SEMANTIC_FLOOR = 0.3
# Words that cover less of the query than this count less (half of all questions cover .6 or more).
ENOUGH_COVERAGE = 0.4
# Cosines, on MiniLM's scale, for unrelated and for clearly related text.
UNRELATED, RELATED = 0.2, 0.6
# How much louder meaning speaks where all words of a query are foreign to the index.
FOREIGN = 3.0
# A guess is better than nothing, as long as it looks like one.
LEAST_EVIDENCE = 0.01
# What headings and names say for the chunk they begin, among its document's, of what they say for that.
HEADING = 0.25
# What comes below the least that was found has at most this much of its score.
LESS = 0.9
# The least score that three digits show.
LEAST_TOLD = 0.0005
# Each further chunk of one document counts this much less.
DAMPING = 0.7


@dataclass(frozen=True, slots=True)
class Ranked:
    """A chunk (by position) with its document's position, its score, and the parts that make it up. `copies`
    are the positions of other documents that hold the same passage."""

    chunk: int
    doc: int
    score: float
    parts: dict[str, float]
    copies: tuple[int, ...] = ()


def relative(view: Floats, floor: float = 0.0) -> Floats:
    """A view with its best at 1 and what is below `floor` times the best at 0; all 0 stays so."""
    best = float(view.max(initial=0.0))
    if best <= 0:
        return np.zeros_like(view)
    scaled: Floats = np.maximum(view / best - floor, 0) / (1 - floor)
    return scaled


def shares(
    *, names: bool, coverage: float, believed: float, semantic: bool, foreign: float = 0.0
) -> dict[str, float]:
    """How much of a document's score each view may make up: together at most 1.

    `names` when the query names things (`exact.is_symbol_like`); `coverage` in 0..1 is how much of the
    query any chunk holds as words; `believed` in 0..1 is how far vectors are to be believed for this
    query, `semantic` whether there are any; `foreign` in 0..1 is the share of the query that no chunk holds
    as words though the model can read it, as in a question in another language than the documents'. A view
    with little to say may say less: it is relative to its own best, and would otherwise speak as loudly of
    a poor match as of a good one.
    """
    weights = dict(SYMBOL if names else SENTENCE)
    weights["semantic"] *= believed * (1 + FOREIGN * foreign) if semantic else 0.0
    weights["topic"] *= believed * foreign if semantic else 0.0
    whole = sum(weights.values())
    heard = min(1.0, coverage / ENOUGH_COVERAGE) * (1 - foreign / 2)
    weights |= {"lexical": weights["lexical"] * heard, "document": weights["document"] * heard}
    return {name: weight / whole for name, weight in weights.items()}


def evidence(coverage: float, cosine: float, exact: float) -> float:
    """How sure an answer can be at all, in 0..1, whatever its best hit's lead over the others: the share
    of the query found as words, nearness in meaning, or an exact match, any of which may do."""
    meaning = min(1.0, max(0.0, (cosine - UNRELATED) / (RELATED - UNRELATED)))
    return max(LEAST_EVIDENCE, 1 - (1 - coverage) * (1 - meaning) * (1 - min(1.0, exact)))


def below(view: Floats, found: Floats) -> Floats:
    """What a view says of documents of which nothing is `found`: at most that, and less than the least that
    is found of any other, so that it adds to what was found and never changes its order. What would be told
    as a score of 0.000 adds nothing."""
    added: Floats = np.where(found > 0, np.float32(0), view)
    least = float(found[found > 0].min(initial=np.inf))
    most = float(added.max(initial=0.0))
    lowered: Floats = added if most < least else added * np.float32(LESS * least / most)
    return np.where(lowered < LEAST_TOLD, np.float32(0), lowered)


def best(total: Floats, keys: NDArray[np.intp], most: int) -> list[int]:
    """Positions of the `most` highest positive totals, highest first, ties by `keys`."""
    found = np.flatnonzero(total > 0)
    if 0 < most < len(found):
        threshold = np.partition(total[found], len(found) - most)[len(found) - most]
        found = found[total[found] >= threshold]
    order = np.lexsort((keys[found], -total[found]))[:most]
    positions: list[int] = found[order].tolist()
    return positions


def spread(local: Floats, most: int, stand_in: int = 0) -> list[tuple[int, float]]:
    """(index, factor) of a document's best chunks, best first: the best has the document's whole score,
    each further one a share for what it holds itself, damped once more for each one before it.
    Where no chunk holds anything, `stand_in` stands for the document."""
    ordered = np.argsort(-local, kind="stable")[:most]
    best = float(local[ordered[0]])
    if best <= 0:
        return [(stand_in, 1.0)]
    held = [(int(n), float(local[n]) / best) for n in ordered]
    return [(n, share * DAMPING**place) for place, (n, share) in enumerate(held) if share > 0]
