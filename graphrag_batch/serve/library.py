"""The projects being served, each on a shelf of its own."""

from __future__ import annotations

import threading
from collections.abc import Collection, Mapping

from graphrag_batch.records import Embedder
from graphrag_batch.serve.state import INDEX_COMMAND, Loader, Shelf, Source, load_model, model_key


class Library:
    """Shelves by the names of their projects; one that is alone may have none."""

    def __init__(self, shelves: Mapping[str, Shelf]) -> None:
        self.shelves = dict(shelves)

    @property
    def ready(self) -> bool:
        """Whether an artifact of each project is open."""
        return all(shelf.opened for shelf in self.shelves.values())

    def glance(self) -> None:
        """Tells the log at once what keeps a project from being served, as far as that shows at a glance."""
        for shelf in self.shelves.values():
            shelf.glance()

    def begin(self) -> bool:
        """Opens all artifacts; whether that went well. Why not is in the log."""
        for shelf in self.shelves.values():
            shelf.begin()
        return self.ready

    def prepare(self) -> None:
        """Opens all artifacts and waits for their models; for a background thread. Never raises."""
        loaders = [shelf.begin() for shelf in self.shelves.values()]
        for loader in loaders:
            if loader is not None:
                loader.join()

    def close(self) -> None:
        """Closes all artifacts."""
        for shelf in self.shelves.values():
            shelf.close()


def library_of(sources: Mapping[str, Source], commands: Mapping[str, str] | None = None) -> Library:
    """Shelves for what these sources name, by the names of projects; `commands` are what a reader is told to
    run where there is no index. A model that several artifacts want is loaded once."""
    commands = commands or {}
    load = load_model if len(sources) == 1 else _shared(load_model)
    names = {name: "" if len(sources) == 1 else name for name in sources}
    return Library(
        {
            name: Shelf(source, load=load, index_command=commands.get(name, INDEX_COMMAND), name=names[name])
            for name, source in sources.items()
        }
    )


def _shared(load: Loader) -> Loader:
    lock = threading.Lock()
    known: dict[tuple[str, ...], tuple[Embedder | None, str]] = {}

    def load_once(meta: Mapping[str, str], named: Collection[str]) -> tuple[Embedder | None, str]:
        with lock:
            key = model_key(meta, named)
            if key not in known:
                known[key] = load(meta, named)
            return known[key]

    return load_once
