"""The artifact being served: opened when first needed, replaced when a new one is published, and the
model that loads beside it.

Every request passes through `Shelf.use`, one at a time: an apsw connection must not be used by two
threads at once. Opening and loading happen in the caller's thread, never in the event loop.
"""

from __future__ import annotations

import logging
import os
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from graphrag_batch.config import Config, EmbedConfig, load_config
from graphrag_batch.errors import ArtifactMissing, GraphragError
from graphrag_batch.records import Embedder, Query

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.search import Searcher

log = logging.getLogger(__name__)

Source = Path | Callable[[], Path | None]
Loader = Callable[[EmbedConfig], Embedder]
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
    config: Config
    written: float


def load_model(config: EmbedConfig) -> Embedder:
    """The configured embedder. Raises ModelMissing or ConfigError."""
    from graphrag_batch import embedders

    return embedders.load(config)


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
        self._model: tuple[EmbedConfig, Embedder | None] | None = None
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
        if self._served is not None and stamp in (self._served.stamp, self._refused):
            return self._served
        if path is None or stamp is None:
            return self._keep(None, self._missing(path))
        try:
            self._swap(self._open(path, stamp))
        except GraphragError as error:
            return self._keep(stamp, error)
        assert self._served is not None
        return self._served

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
        from graphrag_batch.retrieve.search import Searcher

        artifact = open_artifact(path)
        try:
            config = load_config(artifact.meta["config"], where=f"{path} (meta.config)")
            searcher = Searcher(artifact, None, config.retrieval)
        except BaseException:
            artifact.close()
            raise
        return Served(path, stamp, artifact, searcher, config, path.stat().st_mtime)

    def _swap(self, new: Served) -> None:
        old, self._served = self._served, new
        self.problem, self._refused = "", None
        if old is not None:
            old.artifact.close()
        wanted = new.config.embed
        if self._model is not None and self._model[0] == wanted:
            self._attach(self._model[1])
            return
        self.degraded = LOADING
        self._loader = threading.Thread(target=self._fit, args=(wanted,), name="load-model", daemon=True)
        self._loader.start()

    def _fit(self, wanted: EmbedConfig) -> None:
        """Loads the model, outside the lock so that answers go on meanwhile, and hands it over."""
        embedder, reason = self._try_load(wanted)
        with self._lock:
            if self._served is None or self._served.config.embed != wanted:
                return
            self._model, self.degraded = (wanted, embedder), reason
            self._attach(embedder)

    def _try_load(self, wanted: EmbedConfig) -> tuple[Embedder | None, str]:
        if wanted.model == "none":
            return None, "the index has no vectors (embed.model: none)"
        try:
            return self._load(wanted), ""
        except GraphragError as error:
            return None, str(error)
        except Exception as error:
            log.exception("the embedding model did not load")
            return None, f"the embedding model did not load ({type(error).__name__}: {error})"

    def _attach(self, embedder: Embedder | None) -> None:
        """Hands the model to the searcher if the vectors were made by it, and runs one query so that
        the first real one finds everything loaded."""
        assert self._served is not None
        made_by = self._served.artifact.meta.get("model_fingerprint", "")
        if embedder is not None and embedder.fingerprint != made_by:
            self.degraded = "the index was made with other model weights; index again"
            return
        self._served.searcher.embedder = embedder
        self._served.searcher.search(Query("warm up", k=1))


def _stamp(path: Path | None) -> Stamp | None:
    """What changes when another file is put in place; None when there is none. About 3 µs."""
    if path is None:
        return None
    try:
        stat = os.stat(path)
    except OSError:
        return None
    return (str(path), stat.st_dev, stat.st_ino, stat.st_mtime_ns, stat.st_size)
