"""spaCy's small English model, from the package that the extra installs."""

from __future__ import annotations

import random
import subprocess
import sys

import pytest

from graphrag_batch.config import ExtractConfig
from graphrag_batch.errors import ModelMissing
from graphrag_batch.taggers import fingerprint_of, require, tagger_for
from graphrag_batch.taggers.pieces import LONGEST, pieces
from graphrag_batch.taggers.spacy_model import folder_of, installs
from graphrag_batch.textual import Tagged, Tagger

SMALL = ExtractConfig(ner="en_core_web_sm")
SENTENCES = [
    "Ada Lovelace wrote to Charles Babbage in London on 10 July 1843.",
    "The scheduler depends on PostgreSQL, and it no longer uses Redis.",
    "Nordhavn Lines was founded by Ingrid Solheim; its ferries run from Bergen to Stavanger.",
    "Short.",
    "",
    "🚢 مرفأ 港口 — a harbour with emoji and three scripts.",
    "Restart the service before you apply the patch, or the queue may fill.",
]


@pytest.fixture(scope="module")
def tagger() -> Tagger:
    found = tagger_for(SMALL)
    assert found is not None
    return found


def tag(tagger: Tagger, *texts: str) -> list[Tagged]:
    return list(tagger.tag(texts))


def test_none_is_no_tagger() -> None:
    assert tagger_for(ExtractConfig()) is None
    assert fingerprint_of(ExtractConfig()) == ""
    require(ExtractConfig())


def test_it_finds_names_sentences_and_what_depends_on_what(tagger: Tagger) -> None:
    text = f"{SENTENCES[0]} {SENTENCES[1]}"
    (found,) = tag(tagger, text)
    words = [text[token.start : token.end] for token in found.tokens]
    assert [(text[a:b], label) for a, b, label in found.entities][:3] == [
        ("Ada Lovelace", "PERSON"),
        ("Charles Babbage", "PERSON"),
        ("London", "GPE"),
    ]
    assert [words[a] for a, _ in found.sentences] == ["Ada", "The"]
    wrote = words.index("wrote")
    assert (found.tokens[wrote].dep, found.tokens[wrote].head) == ("ROOT", wrote)
    subject = found.tokens[words.index("Lovelace")]
    assert (subject.dep, subject.head) == ("nsubj", wrote)
    negation = [t for t in found.tokens if t.dep == "neg"]
    assert [text[t.start : t.end] for t in negation] == ["no"]


def test_an_answer_is_the_same_whatever_else_is_in_the_batch(tagger: Tagger) -> None:
    alone = [tag(tagger, text)[0] for text in SENTENCES]
    many = SENTENCES * 30
    shuffled = list(range(len(many)))
    random.Random(7).shuffle(shuffled)
    together = tag(tagger, *(many[n] for n in shuffled))
    assert len(together) == len(many)
    assert all(answer == alone[n % len(SENTENCES)] for n, answer in zip(shuffled, together, strict=True))


@pytest.mark.long
def test_what_it_finds_is_what_the_library_itself_finds(tagger: Tagger) -> None:
    import spacy  # takes a second, and not every run of the tests comes here

    nlp = spacy.load(folder_of(SMALL.ner), exclude=["attribute_ruler", "lemmatizer"])
    texts = [*SENTENCES, " ".join(SENTENCES), *(" ".join(SENTENCES[n:]) for n in range(1, 6)), "\n ", "a b"]
    for text, found in zip(texts, tagger.tag(texts), strict=True):
        doc = nlp(text)
        assert found.entities == tuple((e.start_char, e.end_char, e.label_) for e in doc.ents)
        tokens = [(t.idx, t.idx + len(t), t.dep_, t.head.i) for t in doc]
        assert [tuple(token) for token in found.tokens] == tokens
        assert found.sentences == tuple((s.start, s.end) for s in doc.sents)


def test_its_fingerprint_is_told_without_loading_it(tagger: Tagger) -> None:
    assert fingerprint_of(SMALL) == tagger.fingerprint
    program = (
        "import sys\nfrom graphrag_batch.config import ExtractConfig\nfrom graphrag_batch import taggers\n"
        "taggers.fingerprint_of(ExtractConfig(ner='en_core_web_sm'))\nassert 'spacy' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", program], check=True)


@pytest.mark.parametrize("name", ["en_core_web_lg", "no model", "../somewhere", "json"])
def test_a_model_that_is_not_here_is_named_with_what_to_do(name: str) -> None:
    with pytest.raises(ModelMissing) as raised:
        require(ExtractConfig(ner=name))
    assert "pip install 'graphrag-batch[ner]'" in str(raised.value)
    assert (f"python -m spacy download {name}" in str(raised.value)) == name.isidentifier()
    assert "commit extract.ner: none" in str(raised.value)


def test_the_extra_is_all_that_its_own_model_needs() -> None:
    assert installs(SMALL.ner) == "pip install 'graphrag-batch[ner]'"


def test_a_long_text_is_read_in_parts_and_answered_as_one(tagger: Tagger) -> None:
    text = " ".join(SENTENCES[:3] * 60)
    assert len(text) > 8_000
    (found,) = tag(tagger, text)
    names = [text[a:b] for a, b, label in found.entities if label == "PERSON"]
    assert names.count("Ada Lovelace") == 60
    assert [t.start for t in found.tokens] == sorted(t.start for t in found.tokens)
    assert all(0 <= t.head < len(found.tokens) for t in found.tokens)
    assert [a for a, _ in found.sentences][1:] == [b for _, b in found.sentences][:-1]


@pytest.mark.parametrize(
    "text", ["a" * 30_000, "Ada Lovelace. " * 3_000, "one two " * 5_000, "é\u200b" * 9_000, ""]
)
def test_parts_make_up_the_text(text: str) -> None:
    parts = list(pieces(["before", text], 4_000))
    assert [part.number for part in parts] == [0, *[1] * (len(parts) - 1)]
    assert "".join(part.text for part in parts[1:]) == text
    assert all(len(part.text) <= 4_000 for part in parts)
    at = 0
    for part in parts[1:]:
        assert part.start == at
        at += len(part.text)


def test_of_a_line_of_five_megabytes_the_beginning_is_read() -> None:
    assert sum(len(part.text) for part in pieces(["name " * 1_000_000], 4_000)) <= LONGEST


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "text", ["(" * 3_000, "http://" + "a/" * 2_000, "\u202e\u200f\u200d" * 500, "'" * 2_000]
)
def test_odd_text_is_answered(tagger: Tagger, text: str) -> None:
    (found,) = tag(tagger, text)
    assert all(0 <= t.start < t.end <= len(text) for t in found.tokens)
