"""The artifact being served: opened when first needed, replaced when a new one is published, and the
model that loads beside it.

Every request passes through `Shelf.use`, one at a time: an apsw connection must not be used by two
threads at once. Opening and loading happen in the caller's thread, never in the event loop.
"""

from __future__ import annotations

import logging
import threading
from collections.abc import Callable, Collection, Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from graphrag_batch.artifact import header
from graphrag_batch.artifact.activity import Activity
from graphrag_batch.errors import ArtifactCorrupt, ArtifactError, ArtifactMissing, GraphragError
from graphrag_batch.records import Embedder
from graphrag_batch.retrieve.spelled import spelled_text
from graphrag_batch.retrieve.values import Query
from graphrag_batch.serve.checkout import Checkout
from graphrag_batch.serve.opened import Mark, Replaced, Served, Stamp, mark_of, open_verified, stamp_of

log = logging.getLogger(__name__)

Source = Path | Callable[[], Path | None] | Checkout
Loader = Callable[[Mapping[str, str], Collection[str]], tuple[Embedder | None, str]]
ModelKey = tuple[str, ...]

LOADING = "model loading"
INDEX_COMMAND = "graphrag-batch index"

# What comes of rows that are not as we write them, besides apsw's errors.
_NO_SENSE = (
    ArithmeticError, AssertionError, AttributeError, LookupError, MemoryError, RecursionError, TypeError,
    ValueError,
)  # fmt: skip

# How often to try again when another file is put in place while one is being opened.
_TRIES = 5


def load_model(meta: Mapping[str, str], named: Collection[str]) -> tuple[Embedder | None, str]:
    """The model that an artifact with this meta wants; or None and why answers will be lexical. `named` are
    the models that the settings of its repository name."""
    from graphrag_batch.retrieve.recorded import model_for

    return model_for(meta, named)


class Shelf:
    """Holds the artifact that `source` names: a path, a function that finds the current one, or a checkout,
    which also tells how far it has moved on. `name` is the project's, where several are served.

    `problem` says why what is current now is not what is served, None when it is.
    `degraded` says why answers are less than hybrid, "" when they are not.
    """

    def __init__(
        self,
        source: Source,
        *,
        load: Loader = load_model,
        index_command: str = INDEX_COMMAND,
        name: str = "",
    ) -> None:
        self.name = name
        self.checkout = source if isinstance(source, Checkout) else None
        self._find = _finder(source)
        self._load = load
        self._lock = threading.Lock()
        self._served: Served | None = None
        self._refused: Mark | None = None
        self._model: tuple[ModelKey, Embedder | None, str] | None = None
        self._loader: threading.Thread | None = None
        self.index_command = index_command
        self.problem: GraphragError | None = None
        self.degraded = LOADING
        self._said = ""

    @contextmanager
    def use(self) -> Iterator[Served]:
        """The current artifact, for this thread alone. Raises ArtifactMissing, or the ArtifactError
        that the file met when there is none older to fall back on, or ArtifactError where its rows lead to
        no answer; at the end ArtifactCorrupt, when the file was written to meanwhile, so that nothing read
        from it may be told."""
        with self._lock:
            served = self._current()
            try:
                yield served
            except Exception as error:
                # By name: apsw is not loaded before the first answer.
                made_up = isinstance(error, _NO_SENSE) or type(error).__module__.partition(".")[0] == "apsw"
                if served.sealed or not made_up:
                    raise
                raise _senseless(served, error) from error
            finally:
                if not served.intact():
                    raise self._drop(served)

    @property
    def opened(self) -> bool:
        """Whether there is an artifact to answer from."""
        return self._served is not None

    def begin(self) -> threading.Thread | None:
        """Opens the artifact, and gives the thread that loads its model, if there is one. Never raises: what
        went wrong is told in the answers."""
        try:
            with self.use():
                return self._loader
        except GraphragError as error:
            self._say(error)
            return None

    def glance(self) -> None:
        """Tells the log what keeps the artifact from being served, as far as its name and first bytes show:
        well under a millisecond. Never raises."""
        try:
            path = self._find()
            if path is None or stamp_of(path) is None:
                raise self._missing(path)
            header.check(path)
        except GraphragError as error:
            self._say(error)

    def _say(self, error: GraphragError) -> None:
        """Each trouble once."""
        if str(error) != self._said:
            name = f" of {self.name}" if self.name else ""
            log.warning("nothing%s can be served yet: %s", name, spelled_text(str(error)))
        self._said = str(error)

    def prepare(self) -> None:
        """Opens the artifact and waits for its model; for a background thread. Never raises."""
        loader = self.begin()
        if loader is not None:
            loader.join()

    def close(self) -> None:
        """Closes the artifact."""
        with self._lock:
            if self._served is not None:
                self._served.close()
                self._served = None

    def _current(self) -> Served:
        for _ in range(_TRIES):
            try:
                path = self._find()
            except GraphragError as error:
                return self._keep(error)
            stamp = stamp_of(path)
            if path is None or stamp is None:
                return self._keep(self._missing(path))
            if self._served is not None and self._served.is_at(stamp):
                self.problem, self._refused = None, None
                return self._served
            mark = mark_of(path, stamp)
            if self.problem is not None and self._refused == mark:
                return self._keep(self.problem, mark)
            try:
                new = open_verified(path, stamp)
            except Replaced:
                continue
            except GraphragError as error:
                if self._moved_from(stamp):
                    continue
                return self._keep(error, mark)
            self._swap(new)
            return new
        return self._keep(
            ArtifactError("replaced faster than it can be opened", next_step="ask again in a moment")
        )

    def _moved_from(self, stamp: Stamp) -> bool:
        try:
            return stamp_of(self._find()) != stamp
        except GraphragError:
            return True

    def _missing(self, path: Path | None) -> GraphragError:
        checkout = self.checkout
        if checkout is not None and not checkout.git_dir.is_dir():
            return ArtifactMissing(
                "the repository is gone",
                where=str(checkout.git_dir),
                next_step="start the server anew where the repository is now",
            )
        what = "the index file is not there" if path else "there is no index"
        doing = checkout.activity() if checkout is not None else None
        if doing is not None and doing.building:
            next_step = f"ask again in a moment: an index is being built ({builder(doing)})"
        else:
            next_step = f"run `{self.index_command}`"
        if doing is not None and doing.last_error:
            what += f"; the last build failed: {doing.last_error.splitlines()[0]:.300}"
        return ArtifactMissing(what, where=str(path) if path else "", next_step=next_step)

    def _keep(self, error: GraphragError, mark: Mark | None = None) -> Served:
        """The artifact served so far, if still whole, with the problem noted; else raises `error`. A
        file with this `mark` is not tried again."""
        self.problem, self._refused = error, mark
        if self._served is None:
            raise error.with_traceback(None)
        if not self._served.intact():
            self._drop(self._served)
            raise error.with_traceback(None)
        return self._served

    def _drop(self, served: Served) -> GraphragError:
        """Serves this file no more: another program has written to it."""
        served.close()
        self._served = None
        return ArtifactCorrupt(
            "written to by another program while it was served",
            where=str(served.path),
            next_step=f"run `{self.index_command} --full`",
        )

    def _swap(self, new: Served) -> None:
        old, self._served = self._served, new
        self.problem, self._refused = None, None
        if old is not None:
            old.close()
        if self._model is not None and self._model[0] == model_key(new.artifact.meta, self._named):
            self._attach()
            return
        # What was made without vectors waits for no model.
        told = new.artifact.meta.get("degraded_reason", "")
        self.degraded = told if told and new.artifact.meta.get("search_mode") != "hybrid" else LOADING
        self._loader = threading.Thread(target=self._fit, args=(new,), name="load-model", daemon=True)
        self._loader.start()

    def _fit(self, served: Served) -> None:
        """Loads the model, outside the lock so that answers go on meanwhile, and hands it over."""
        try:
            embedder, reason = self._load(served.artifact.meta, self._named)
        except Exception as error:
            log.exception("the embedding model did not load")
            embedder, reason = None, f"the embedding model did not load ({type(error).__name__}: {error})"
        with self._lock:
            key = model_key(served.artifact.meta, self._named)
            if self._served is not None and model_key(self._served.artifact.meta, self._named) == key:
                self._model = (key, embedder, reason)
                self._attach()

    @property
    def _named(self) -> Collection[str]:
        from graphrag_batch.artifact.named import named_models

        return named_models(self.checkout.common_dir if self.checkout else None)

    def _attach(self) -> None:
        """Hands the model to the searcher, and runs one query so that the first real one finds
        everything loaded."""
        assert self._served is not None
        assert self._model is not None
        _, self._served.searcher.meaning.embedder, self.degraded = self._model
        try:
            self._served.searcher.search(Query("warm up", k=1))
        except Exception as error:  # it will say so to whoever asks
            log.warning("the first query failed: %r", error)


def _senseless(served: Served, error: Exception) -> ArtifactError:
    """What rows that somebody made up may lead to cannot be foreseen."""
    return ArtifactError(
        f"no answer can be made of its rows ({type(error).__name__}: {error!s:.100})",
        where=str(served.path),
        next_step="`graphrag-batch verify FILE` tells whether the file is what it should be; if it is, this "
        "is a bug",
    )


def model_key(meta: Mapping[str, str], named: Collection[str]) -> ModelKey:
    """What decides which model an artifact wants, and whether it can be used."""
    from graphrag_batch.retrieve.recorded import wanted_model

    return wanted_model(meta, named)


def _finder(source: Source) -> Callable[[], Path | None]:
    if isinstance(source, Checkout):
        return source.artifact
    return source if callable(source) else lambda: source


def builder(doing: Activity) -> str:
    """Who builds, in words; "" when nobody does."""
    return f"process {doing.building[0]}, for {doing.building[1]:.0f} s" if doing.building else ""
