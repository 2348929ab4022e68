"""What sentences say: relation, direction and ends; and what is denied, asked or only possible.

The sentences are in `sentences/`."""

from __future__ import annotations

import pytest

from graphrag_batch.config import ExtractConfig
from graphrag_batch.records import Block, Document
from graphrag_batch.stages.mentions import mentions
from graphrag_batch.stages.passages import passages
from graphrag_batch.stages.statements import statements
from graphrag_batch.textual import Passage, Tagged, Token
from tests.stages.saying import lines, of_sentence, paragraph, table, tagger


@pytest.mark.parametrize(("sentence", "said"), [*table("english"), *table("english_parsed")])
def test_a_parsed_sentence_says(sentence: str, said: list[str]) -> None:
    assert lines(sentence, of_sentence(sentence, parsed=True)) == said


@pytest.mark.parametrize(("sentence", "said"), [*table("english"), *table("english_unparsed")])
def test_a_sentence_that_nothing_parsed_says_the_same(sentence: str, said: list[str]) -> None:
    found = of_sentence(sentence, parsed=False)
    assert lines(sentence, found) == said
    assert all(one.confidence < 0.8 for one in found)


@pytest.mark.parametrize(
    ("lang", "sentence", "said"),
    [
        (lang, *case)
        for lang, name in (("de", "german"), ("es", "spanish"), ("fr", "french"))
        for case in table(name)
    ],
)
def test_other_languages_say_it_in_their_words(lang: str, sentence: str, said: list[str]) -> None:
    assert lines(sentence, of_sentence(sentence, parsed=False, lang=lang)) == said


@pytest.mark.parametrize("parsed", [True, False], ids=["parsed", "not parsed"])
@pytest.mark.parametrize(
    "hedged",
    [
        "Envoy may use Consul.",
        "Envoy can optionally use Consul.",
        "Envoy could use Consul.",
        "Envoy plans to use Consul.",
    ],
)
def test_what_is_only_possible_counts_for_less(hedged: str, parsed: bool) -> None:
    (plain,) = of_sentence("Envoy uses Consul.", parsed=parsed)
    (weaker,) = of_sentence(hedged, parsed=parsed)
    assert weaker.rel == "uses"
    assert weaker.confidence <= plain.confidence * 0.6


@pytest.mark.parametrize("parsed", [True, False], ids=["parsed", "not parsed"])
def test_names_far_apart_count_for_less(parsed: bool) -> None:
    far = "Envoy, in the very many clusters of the two regions that we still run by hand, uses Consul."
    near = {s.rel: s.confidence for s in of_sentence("Envoy uses Consul.", parsed=parsed)}
    assert all(s.confidence < near["uses"] for s in of_sentence(far, parsed=parsed) if s.rel == "uses")
    assert of_sentence(far, parsed=True)


@pytest.mark.parametrize("parsed", [True, False], ids=["parsed", "not parsed"])
def test_relations_of_ones_own_are_found_in_all_forms_of_their_verbs(parsed: bool) -> None:
    own = ("supersedes = outranks", "mirrors = mirrors, syncs from")
    text = "Kraft outranks Solr. Solr is outranked by Flink. Merlin syncs from Osprey. It never mirrors Rook."
    found = [s for s in of_sentence(text, parsed=parsed, relations=own) if s.rel in ("supersedes", "mirrors")]
    assert lines(text, found) == ["Flink supersedes Solr", "Kraft supersedes Solr", "Merlin mirrors Osprey"]


def test_spans_are_those_of_the_document() -> None:
    text = "Intro.\n\n> Kestrel `uses`\n> Redis.\n"
    at = text.index("Kestrel")
    # "Kestrel uses Redis." with the markup left out.
    places = ((0, at), (8, text.index("uses")), (12, text.index("uses") + 5), (13, text.index("Redis")))
    passage = Passage("quote", -1, "Kestrel uses Redis.", places)
    (said,) = statements(Document("markdown", text), [passage], [None], ExtractConfig())
    assert lines(text, [said]) == ["Kestrel uses Redis"]
    assert text[said.start : said.end] == text[at : text.index(".", at) + 1]


def test_a_name_in_code_font_is_one_name_whatever_the_parser_says() -> None:
    text = "The my-odd name/thing uses the other-odd thing."
    marks = ((4, 21, "code"), (31, 46, "code"))
    passage = paragraph(text)._replace(marks=marks)
    (tagged,) = tagger().tag([text])
    (said,) = statements(Document("text", text, lang="en"), [passage], [tagged], ExtractConfig())
    assert lines(text, [said]) == ["my-odd name/thing uses other-odd thing"]


@pytest.mark.parametrize("word", ["document", "policy", "guide"])
def test_a_page_that_speaks_of_itself_is_the_one_meant(word: str) -> None:
    text = f"The {word} complies with ISO 27001. The Platform team maintains this {word}."
    heading = Passage("heading", -1, "Kestrel", ((0, len(text) + 1),))
    document = Document("markdown", f"{text}\nKestrel", lang="en")
    (tagged,) = tagger().tag([text])
    for reading in (tagged, None):
        found = statements(document, [paragraph(text), heading], [reading, None], ExtractConfig())
        assert [s.of for s in found if s.rel in ("cites", "owned_by")] == ["document", "document"]


def test_an_item_that_begins_with_a_person_and_an_organisation_says_where_they_belong() -> None:
    text = "Astrid Kolberg, Hallin Institute: the buoy"
    names = ((0, 14, "PERSON"), (16, 32, "ORG"))
    passage = paragraph(text)._replace(kind="item")
    for entities, said in ((names, ["Astrid Kolberg part_of Hallin Institute"]), (names[:1], [])):
        found = statements(Document("text", text), [passage], [Tagged((), (), entities)], ExtractConfig())
        assert lines(text, found) == said


def test_an_enumeration_counts_up_to_a_limit() -> None:
    names = ", ".join(f"Item{i}" for i in range(10_000))
    text = f"The stack consists of {names} and Last."
    (unparsed,) = (s for s in of_sentence(text, parsed=False) if s.rel == "part_of")
    assert 1 <= len(unparsed.subjects) <= 32


def test_a_parse_without_sense_is_read_without_harm() -> None:
    text = "uses uses uses uses"
    # Every token hangs from the next, the last from the first.
    tokens = tuple(Token(5 * i, 5 * i + 4, "conj", (i + 1) % 4) for i in range(4))
    tagged = Tagged(tokens, ((0, 4), (0, 0)), ())
    statements(Document("text", text), [paragraph(text)], [tagged], ExtractConfig())


@pytest.mark.long
def test_ten_thousand_clauses_in_one_sentence_take_their_time_once() -> None:
    """Each piece of 400 tokens is read by itself: what a piece costs does not grow with the sentence."""
    few, many = 40, 2_000
    per_clause = []
    for number in (few, many):
        text = "Kafka uses Redis and " * number
        tokens = []
        for i in range(number):
            at, base = i * 21, 4 * i
            verb = base + 1
            tokens += [
                Token(at, at + 5, "nsubj", verb),
                Token(at + 6, at + 10, "conj" if i else "ROOT", 1),
                Token(at + 11, at + 16, "dobj", verb),
                Token(at + 17, at + 20, "cc", 1),
            ]
        tagged = Tagged(tuple(tokens), ((0, len(tokens)),), ())
        found = statements(Document("text", text), [paragraph(text)], [tagged], ExtractConfig())
        per_clause.append(sum(len(s.subjects) * len(s.objects) for s in found) / number)
    assert per_clause[0] == per_clause[1] == 1


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "text",
    [
        "A" * 300_000,
        "The key is " + "aB9_xQ-Z" * 30_000,
        "-".join(f"Anna{n}" for n in range(20_000)),
        "\u200b".join(f"Anna{n}" for n in range(20_000)),
        "Of The " * 20_000,
        "Anna de la " * 20_000,
    ],
    ids=lambda text: text[:12],
)
def test_words_and_names_without_an_end_are_read_in_linear_time(text: str) -> None:
    document = Document("text", text, lang="en", blocks=(Block("paragraph", 0, len(text), -1),))
    prose = passages(document)
    tagged: list[Tagged | None] = [None] * len(prose)
    named = mentions(document, prose, tagged, ExtractConfig())
    assert statements(document, prose, tagged, ExtractConfig(), named) == ()
