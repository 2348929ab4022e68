"""The artifact being served: opened when first needed, replaced when a new one is published, and the
model that loads beside it.

Every request passes through `Shelf.use`, one at a time: an apsw connection must not be used by two
threads at once. Opening and loading happen in the caller's thread, never in the event loop.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch.errors import ArtifactMissing, GraphragError
from graphrag_batch.records import Embedder, Query

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.searcher import Searcher

log = logging.getLogger(__name__)

Source = Path | Callable[[], Path | None]
Loader = Callable[[Mapping[str, str]], tuple[Embedder | None, str]]
ModelKey = tuple[str, ...]
Stamp = tuple[str, int, int, int, int]

LOADING = "model loading"
INDEX_COMMAND = "graphrag-batch index"


@dataclass(frozen=True, slots=True)
class Served:
    """One opened artifact. `written` is when its file was last written, in seconds since the epoch."""

    path: Path
    stamp: Stamp
    artifact: Artifact
    searcher: Searcher
    written: float


def load_model(meta: Mapping[str, str]) -> tuple[Embedder | None, str]:
    """The model that an artifact with this meta wants; or None and why answers will be lexical."""
    from graphrag_batch.retrieve.recorded import model_for

    return model_for(meta)


class Shelf:
    """Holds the artifact that `source` (a path, or a function that finds the current one) names.

    `problem` says why the newest file could not be opened while an older one is still served.
    `degraded` says why answers are less than hybrid, "" when they are not.
    """

    def __init__(
        self, source: Source, *, load: Loader = load_model, index_command: str = INDEX_COMMAND
    ) -> None:
        self._find = source if callable(source) else lambda: source
        self._load = load
        self._lock = threading.Lock()
        self._served: Served | None = None
        self._refused: Stamp | None = None
        self._model: tuple[ModelKey, Embedder | None, str] | None = None
        self._loader: threading.Thread | None = None
        self.index_command = index_command
        self.problem = ""
        self.degraded = LOADING

    @contextmanager
    def use(self) -> Iterator[Served]:
        """The current artifact, for this thread alone. Raises ArtifactMissing, or the ArtifactError
        that the file met when there is none older to fall back on."""
        with self._lock:
            yield self._current()

    def prepare(self) -> None:
        """Opens the artifact and waits for its model; for a background thread. Never raises: what
        went wrong is told in the answers."""
        try:
            with self.use():
                loader = self._loader
        except GraphragError as error:
            log.info("nothing to serve yet: %s", error)
            return
        if loader is not None:
            loader.join()

    def close(self) -> None:
        """Closes the artifact."""
        with self._lock:
            if self._served is not None:
                self._served.artifact.close()
                self._served = None

    def _current(self) -> Served:
        path = self._find()
        stamp = _stamp(path)
        if path is None or stamp is None:
            return self._keep(None, self._missing(path))
        if self._served is not None and stamp == self._served.stamp:
            self.problem = ""
            return self._served
        if self._served is not None and stamp == self._refused:
            return self._served
        try:
            new = self._open(path, stamp)
        except GraphragError as error:
            return self._keep(stamp, error)
        self._swap(new)
        return new

    def _missing(self, path: Path | None) -> GraphragError:
        where = str(path) if path else ""
        return ArtifactMissing("there is no index yet", where=where, next_step=f"run `{self.index_command}`")

    def _keep(self, stamp: Stamp | None, error: GraphragError) -> Served:
        """The artifact served so far, with the problem noted; without one, raises `error`."""
        self.problem, self._refused = str(error), stamp
        if self._served is None:
            raise error
        return self._served

    def _open(self, path: Path, stamp: Stamp) -> Served:
        from graphrag_batch.artifact.read import open_artifact
        from graphrag_batch.retrieve.recorded import recorded_config
        from graphrag_batch.retrieve.searcher import Searcher

        artifact = open_artifact(path)
        try:
            searcher = Searcher(artifact, None, recorded_config(artifact.meta).retrieval)
            return Served(path, stamp, artifact, searcher, path.stat().st_mtime)
        except BaseException:
            artifact.close()
            raise

    def _swap(self, new: Served) -> None:
        old, self._served = self._served, new
        self.problem, self._refused = "", None
        if old is not None:
            old.artifact.close()
        if self._model is not None and self._model[0] == _model_key(new):
            self._attach()
            return
        self.degraded = LOADING
        self._loader = threading.Thread(target=self._fit, args=(new,), name="load-model", daemon=True)
        self._loader.start()

    def _fit(self, served: Served) -> None:
        """Loads the model, outside the lock so that answers go on meanwhile, and hands it over."""
        try:
            embedder, reason = self._load(served.artifact.meta)
        except Exception as error:
            log.exception("the embedding model did not load")
            embedder, reason = None, f"the embedding model did not load ({type(error).__name__}: {error})"
        with self._lock:
            if self._served is not None and _model_key(self._served) == _model_key(served):
                self._model = (_model_key(served), embedder, reason)
                self._attach()

    def _attach(self) -> None:
        """Hands the model to the searcher, and runs one query so that the first real one finds
        everything loaded."""
        assert self._served is not None
        assert self._model is not None
        _, self._served.searcher.embedder, self.degraded = self._model
        self._served.searcher.search(Query("warm up", k=1))


def _model_key(served: Served) -> ModelKey:
    """What decides which model an artifact wants, and whether it can be used."""
    meta = served.artifact.meta
    return tuple(meta.get(name, "") for name in ("search_mode", "degraded_reason", "model_fingerprint"))


def _stamp(path: Path | None) -> Stamp | None:
    """What changes when another file is put in place; None when there is none. About 3 µs."""
    if path is None:
        return None
    try:
        stat = os.stat(path)
    except OSError:
        return None
    return (str(path), stat.st_dev, stat.st_ino, stat.st_mtime_ns, stat.st_size)
