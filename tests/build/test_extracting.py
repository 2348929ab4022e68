"""What a model reads of several documents at once."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from graphrag_batch.build import codec
from graphrag_batch.build.extracting import extracts
from graphrag_batch.config import Config, ExtractConfig
from graphrag_batch.formats import registry
from graphrag_batch.records import Document
from graphrag_batch.stages.language import language_of
from tests.build.test_text_hostile import proper_names

SPACY = replace(Config(), extract=ExtractConfig(ner="en_core_web_sm"))
# Prose that spans several batches of a model, some of them in the middle of a document; and none at all.
LONG = "The Ferry Office of Bergen, which Ingrid Solheim founded in 1962, relies on Redis. " * 220
GERMAN = (
    "# Hafen\n\nDer Hafen von Hamburg wird von der Hafenbehörde betrieben und nutzt die Datenbank Redis.\n"
)


def documents() -> list[Document]:
    texts = [
        "# Short\n\nAda Lovelace wrote to Charles Babbage in London.\n",
        GERMAN,
        f"# Long\n\n{LONG}\n\nIt is kept by the Port Authority.\n",
        "| Name | Owner |\n| --- | --- |\n" + "| The Tide Service | The Harbour Team of Oslo |\n" * 20,
        (Path(__file__).parents[2] / "ARCHITECTURE.md").read_text(encoding="utf-8")[:3000],
        "```\ncode alone\n```\n",
    ]
    read = [registry.read("markdown", text.encode()) for text in texts]
    return [replace(one, lang=language_of(one)) for one in read if isinstance(one, Document)]


@pytest.mark.long
def test_what_a_page_says_is_the_same_whatever_is_read_with_it() -> None:
    every = documents()
    alone = [next(iter(extracts([document], SPACY))) for document in every]
    assert alone.count(codec.NOTHING) == 1
    assert list(extracts(every, SPACY)) == alone
    assert list(extracts(every[::-1], SPACY)) == alone[::-1]
    assert list(extracts([], SPACY)) == []


def test_a_sentence_may_hold_any_number_of_names() -> None:
    page = registry.read("markdown", proper_names(1_500)["a.md"].encode())
    assert isinstance(page, Document)
    (made,) = extracts([replace(page, lang="en")], Config())
    found = codec.decode_extract(made)
    assert found is not None
    assert len(found.mentions) == 1_500
