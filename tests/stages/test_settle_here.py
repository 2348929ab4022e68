"""Within a document, a name means what the document says."""

from __future__ import annotations

from graphrag_batch.stages.settle import Known, settle
from graphrag_batch.textual import SHORTENED, Alias, Extract, RawMention

_PERSON, _PRODUCT, _CONCEPT = "person", "product", "concept"


class _Everywhere:
    """What the corpus knows: names alone, numbered in order."""

    def __init__(self, **known: str) -> None:
        self._known = {name.replace("_", " "): (n, kind) for n, (name, kind) in enumerate(known.items())}

    def name(self, surface: str) -> Known | None:
        return Known(*self._known[surface]) if surface in self._known else None

    def symbol(self, surface: str) -> Known | None:
        return None

    def document(self, path: str) -> Known | None:
        return None


def _meant(*surfaces: tuple[str, str], aliases: tuple[tuple[str, str], ...] = (), **known: str) -> list[int]:
    mentions = tuple(
        RawMention(10 * n, 10 * n + 9, surface, kind, "ner", 0.7, True)
        for n, (surface, kind) in enumerate(surfaces)
    )
    told = tuple(Alias(short, long, 0, 1) for short, long in aliases)
    extract = Extract(mentions=mentions, aliases=told)
    return [m.entity for m in settle(extract, (), (), 0, _Everywhere(**known)).mentions]


def test_a_last_name_means_the_person_named_in_full() -> None:
    known = {"Davis": _PERSON, "Miles_Davis": _PERSON, "Bette_Davis": _PERSON}
    miles, bette, last = ("Miles Davis", _PERSON), ("Bette Davis", _PERSON), ("Davis", _PERSON)
    assert _meant(miles, last, **known) == [1, 1]
    assert _meant(last, miles, last, **known) == [1, 1, 1]
    assert _meant(miles, last, bette, **known) == [1, 0, 2]
    assert _meant(miles, ("Davis", _PRODUCT), **known) == [1, 0]
    assert _meant(last, **known) == [0]
    assert _meant(("Miles Dewey Davis", _PERSON), last, **known) == [0]


def test_a_short_form_means_what_the_document_says_it_is_short_for() -> None:
    known = {"VM": _CONCEPT, "virtual_machine": _CONCEPT, "value_model": _CONCEPT}
    short = ("VM", _CONCEPT)
    machine, model = ("VM", "virtual machine"), ("VM", "value model")
    assert _meant(short, **known) == [0]
    assert _meant(short, aliases=(machine,), **known) == [1]
    assert _meant(short, aliases=(model, model), **known) == [2]
    assert _meant(short, aliases=(machine, model), **known) == [0]
    assert _meant(short, aliases=(("VM", "vending machine"),), **known) == [0]


def test_of_several_names_that_end_alike_the_first_of_the_text_is_meant() -> None:
    known = {"CNA": _PRODUCT, "OpenJS_CNA": _PRODUCT, "OpenJS_Foundation_CNA": _PRODUCT}
    both = ("OpenJS CNA", "OpenJS Foundation CNA")
    head = RawMention(20, 29, "CNA", _PRODUCT, "pattern", SHORTENED, False)
    for order in (both, both[::-1]):
        long = [RawMention(10 * n, 10 * n + 9, order[n], _PRODUCT, "pattern", 0.7, True) for n in (0, 1)]
        extract = Extract(mentions=(*long, head))
        meant = settle(extract, (), (), 0, _Everywhere(**known)).mentions
        assert [mention.entity for mention in meant if mention.start == 20] == [both.index(order[0]) + 1]
