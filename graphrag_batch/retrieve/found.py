"""What the views say about one question, on its way from search to ranking."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from graphrag_batch.retrieve.catalog import Floats
    from graphrag_batch.retrieve.exact import Exact
    from graphrag_batch.retrieve.expand import Expanded
    from graphrag_batch.retrieve.lexical import LexicalViews
    from graphrag_batch.retrieve.related import Related
    from graphrag_batch.stages.lexemes import Term


@dataclass(frozen=True, slots=True, eq=False)
class Allowed:
    """What the filters let through: (documents,) and (chunks,). A document without chunks never is."""

    docs: NDArray[np.bool_]
    chunks: NDArray[np.bool_]


@dataclass(slots=True, eq=False)
class Found:
    """What the views say about one question. `chunks` (chunks,) says how well each chunk answers,
    to be compared within a document; `parts` (documents,) are shares of each document's score, already
    multiplied with `scale` (documents,): its prior, and how `sure` an answer can be."""

    terms: tuple[Term, ...]
    lexical: LexicalViews
    exact: Exact
    cosines: Floats | None
    vector: NDArray[np.float32] | None
    chunks: Floats
    scale: Floats
    allowed: Allowed
    parts: dict[str, Floats] = field(default_factory=dict)
    near: Related | None = None
    led: Expanded | None = None
    sure: float = 0.0


def let_through(views: LexicalViews, allowed: Allowed) -> LexicalViews:
    """The views, with nothing of what the filters keep out."""
    return replace(
        views,
        chunks=only(views.chunks, allowed.chunks),
        document=only(views.document, allowed.docs),
        path=only(views.path, allowed.docs),
        names=only(views.names, allowed.docs),
        begun=only(views.begun, allowed.chunks),
    )


def only(view: Floats, allowed: NDArray[np.bool_]) -> Floats:
    """A view that says nothing where it is not allowed to."""
    return np.where(allowed, view, np.float32(0))
