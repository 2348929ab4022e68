"""Which words of a corpus are its terms: by sums of what documents set apart, and nothing else."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.config import GazetteerConfig
from graphrag_batch.stages.gazetteer import choose, fold, term_of, weights
from graphrag_batch.textual import MARKS, Term

CONFIG = GazetteerConfig()


def _terms(*marked: tuple[str, str]) -> list[Term]:
    return [Term(surface, mark, n, n + len(surface)) for n, (surface, mark) in enumerate(marked)]


def test_a_document_adds_each_term_once_with_its_usual_surface_and_best_mark() -> None:
    found = weights(
        _terms(
            ("access control", "link"), ("Access Control", "heading"), ("access  control", "bold"),
            ("Consul", "bold"), ("CONSUL", "title"), ("consul", "code"), ("Node.js", "italic"),
        )
    )  # fmt: skip
    assert found == {
        "Consul": ("CONSUL", 7),
        "access control": ("access control", 6),
        "consul": ("consul", 3),
        "node.js": ("Node.js", 1),
    }


def test_a_small_word_is_a_term_only_where_it_names_something() -> None:
    marks = {mark for mark in MARKS if weights(_terms(("nginx", mark)))}
    assert marks == {"title", "term", "code", "link"}
    assert {mark for mark in MARKS if weights(_terms(("数据库", mark)))} == set(MARKS)


@pytest.mark.parametrize(
    "surface",
    """
    Introduction|Usage|Installation|Overview|Example|Note|See also|Getting Started|How to use|Next steps|FAQ
    What is this|the|return|true|get|README|Table of Contents|Release Notes|Einführung|Siehe auch|Inhalt
    Prérequis|Introducción|Véase también|Introdução|Introduzione|Inleiding|Wprowadzenie|Введение|Примеры
    はじめに|使い方|简介|安装|소개|사용법|of the cluster|cluster of|12|3.5|v|+|_
    app = FastAPI()|@app.get|https://example.com|key:value|user[0]|a, b|/docs|None|str|"x"|### x
    --force|a.x(1)
    """.strip().replace("\n    ", "|").split("|"),
)  # fmt: skip
def test_what_every_corpus_has_is_no_term(surface: str) -> None:
    assert not weights(_terms(*((surface, mark) for mark in MARKS)))
    assert choose([(fold(surface), 500, 3500)], CONFIG) == ()


def test_a_call_is_the_name_of_what_is_called_and_a_command_is_no_name() -> None:
    assert weights(_terms(("Depends()", "code"))) == weights(_terms(("Depends", "code")))
    assert not weights(_terms(("pip install flask", "code")))
    assert weights(_terms(("service mesh", "code"), ("service mesh", "link"))) == {
        "service mesh": ("service mesh", 2)
    }


def test_a_term_takes_enough_documents() -> None:
    rows = [
        ("service mesh", 2, 14),
        ("load balancer", 3, 3),
        ("nginx", 5, 15),
        ("pytest", 6, 6),
        ("Redis", 3, 9),
    ]
    assert set(choose(rows, CONFIG)) == {"load balancer", "pytest", "Redis"}
    assert set(choose(rows, GazetteerConfig(min_freq=1))) == {term for term, _, _ in rows}


def test_the_best_come_first_and_no_more_than_asked_for() -> None:
    rows = [
        ("Redis", 4, 4), ("Consul", 4, 28), ("role based access control", 4, 24), ("access policy", 4, 24),
        ("audit policy", 4, 24), ("Vault", 40, 280),
    ]  # fmt: skip
    best = ["Vault", "role based access control", "Consul", "access policy", "audit policy", "Redis"]
    assert list(choose(rows, CONFIG)) == best
    for topk in range(7):
        assert list(choose(rows, GazetteerConfig(mine_topk=topk))) == best[:topk]


def test_a_piece_of_a_phrase_is_no_term_unless_it_stands_alone_as_well() -> None:
    rows = [("role based access", 4, 24), ("role based access control", 4, 24), ("access control", 9, 50)]
    assert set(choose(rows, CONFIG)) == {"role based access control", "access control"}


_ROWS = st.dictionaries(
    st.one_of(
        st.sampled_from(
            ["service mesh", "Consul", "nginx", "role based access", "role based access control"]
        ),
        st.text(st.sampled_from(list("abcABé数1. -")), min_size=1, max_size=9),
    ),
    st.integers(1, 60).flatmap(lambda n: st.tuples(st.just(n), st.integers(n, 7 * n))),
    max_size=12,
).map(lambda rows: [(term, *counts) for term, counts in rows.items()])


@given(_ROWS, st.integers(0, 12), st.integers(0, 4), st.randoms(use_true_random=False))
def test_the_choice_depends_on_sums_alone(
    rows: list[tuple[str, int, int]], topk: int, least: int, random: object
) -> None:
    config = GazetteerConfig(mine_topk=topk, min_freq=least)
    chosen = choose(rows, config)
    random.shuffle(rows)  # type: ignore[attr-defined]
    assert choose(rows, config) == chosen
    assert len(chosen) <= topk
    assert len(set(chosen)) == len(chosen)


@given(_ROWS, st.integers(0, 11))
def test_one_document_more_moves_one_term_only(rows: list[tuple[str, int, int]], which: int) -> None:
    """Apart from pieces of it, whatever is chosen besides changes by one at most."""
    config = GazetteerConfig(mine_topk=4)
    before = set(choose(rows, config))
    changed = [
        (t, n + 1, w + 3) if i == which and " " not in t else (t, n, w) for i, (t, n, w) in enumerate(rows)
    ]
    assert len(before - set(choose(changed, config))) <= 1


@given(st.text(max_size=20))
def test_a_term_is_its_own_term(surface: str) -> None:
    term = term_of(surface)
    assert term_of(term) == term
    assert fold(term) == fold(" ".join(surface.split())) or not term
