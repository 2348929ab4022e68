"""Terms are found where they stand, and nowhere within other words; and the full-text index knows the texts
that hold one."""

from __future__ import annotations

import sys
import unicodedata

import apsw
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from graphrag_batch.artifact.schema import DERIVED
from graphrag_batch.stages.gazetteer import Matcher, fold, phrase, term_of
from graphrag_batch.stages.lexemes import cjk, ident


def _found(terms: list[str], text: str) -> list[str]:
    return [text[start:end] for start, end, _ in Matcher(terms).find(text)]


@pytest.mark.parametrize(
    ("term", "text", "found"),
    [
        ("access control", "Access Control and access\ncontrol.", ["Access Control", "access\ncontrol"]),
        ("access control", "accesscontrol, access controls, an access-control list", []),
        ("C", "C, C++ and C# differ; so do C and c.", ["C", "C"]),
        ("c++", "C++ (not C++11, nor XC++) and c++", ["C++", "c++"]),
        ("c#", "C# is not F#, and not C#x", ["C#"]),
        (".net", "On .NET, not ASP.NET or internet", [".NET"]),
        ("node", "node.js and NodeJS are not a node. A node", ["node", "node"]),
        ("node.js", "Node.js, node.js's and node.jsx", ["Node.js", "node.js"]),
        ("Go", "We go on. They use Go here. Go there; (Go) is", ["Go"]),
        ("React", "They react to React, REACT and ReactJS.", ["React", "REACT"]),
        ("React", "React is first in its sentence", ["React"]),
        ("Express", "Express delivery. With Express, routes are short.", ["Express"]),
        ("Depends", "Depends on it. See Depends, which depends.", ["Depends"]),
        ("nginx", "Nginx and nginx, not nginx_conf, nginx.conf or xnginx", ["Nginx", "nginx"]),
        ("sha256", "SHA256 sums, not sha256sum", ["SHA256"]),
        ("max_size", "MAX_SIZE or max_size, not my_max_size", ["MAX_SIZE", "max_size"]),
        ("cache", "--cache, no-cache", ["cache"]),
        ("数据库", "使用数据库的人", ["数据库"]),
        ("flask应用", "一个Flask应用程序", ["Flask应用"]),
        ("Docker", "使用Docker部署", ["Docker"]),
        ("도커", "도커를 쓴다", ["도커"]),
        ("カ", "ガ と カ\u3099", []),
        ("größe", "Die GRÖßE, Größen", ["GRÖßE"]),
        ("cafe", "cafe\u0301 cafe", ["cafe"]),
        ("istanbul", "İstanbul", ["İstanbul"]),
        ("ﬁ", "ß ﬁ ﬁx", ["ﬁ"]),
        ("it’s me", "IT'S ME", ["IT'S ME"]),
        ("שלום עולם", "אמר שלום עולם!", ["שלום עולם"]),
        ("red hat", "xred hat, Red Hat", ["Red Hat"]),
    ],
)
def test_a_term_is_found_at_the_borders_of_words(term: str, text: str, found: list[str]) -> None:
    assert _found([term], text) == found


@pytest.mark.parametrize(
    ("terms", "text", "found"),
    [
        (["node", "node.js", "node.js server"], "A Node.js server, a Node.js", ["Node.js server", "Node.js"]),
        (["red hat", "hat trick"], "xred hat trick", ["hat trick"]),
        (["a b", "b c d"], "a b c d", ["a b"]),
        (["Consul", "consul"], "a consul and a Consul", ["consul", "Consul"]),
        (["", " ", "x y"], "x y", ["x y"]),
        ([], "nothing", []),
    ],
)
def test_of_terms_that_overlap_the_leftmost_and_longest_stands(
    terms: list[str], text: str, found: list[str]
) -> None:
    assert _found(terms, text) == found


@pytest.mark.long
def test_a_line_of_five_million_characters_is_searched_to_its_end() -> None:
    """With a hit at every step: what looked back at all of the line each time would take days."""
    line = "they use Go now and " * 250_000
    found = Matcher(["Go", "use go", "gopher"]).find(line)
    assert len(found) == 250_000
    assert found[-1][1] == len(line) - len(" now and ")


@pytest.mark.parametrize("term", ['"; DROP TABLE x; --', "NEAR(a b)", "a* OR b", "text:x", "{a b}:c", "^x"])
def test_a_term_that_looks_like_a_query_is_text(term: str) -> None:
    index = _index([f"before {term} after", "neither"])
    assert Matcher([term]).find(f"before {term} after")
    assert _rows(index, phrase(term)) == {0}


_ALPHABET = st.one_of(
    st.sampled_from(list("abcABC01 ._-+#'&\n")),
    st.sampled_from(
        list("éÉßİıſKΣσςäÄﬁ①²½ａＡ－ 한국어数据库データﾃﾞ\u3099\u0301\u200bไทยабвЖ🚀🧑ⓐ\u02b9ݐᎠꭰ\ue000")
    ),
    st.sampled_from(list("\u3099\u0301\u200b\u02b9\ue000\u1161")),
    st.characters(exclude_categories=["Cs"], exclude_characters="\0"),
)
_TEXTS = st.text(_ALPHABET, max_size=30)


@given(_TEXTS, st.integers(0, 30), st.integers(1, 12), st.booleans())
@example("使用node.js框架", 2, 7, False)
@example("第3章 sha256数据", 4, 8, False)
@example("ΑΣ and more", 0, 2, True)
@example("KUBE ", 0, 4, True)
@example("q\u0301 q", 0, 1, False)
def test_the_index_finds_every_text_that_a_term_is_found_in(text: str, at: int, size: int, up: bool) -> None:
    cut = text[at : at + size].strip()
    term = fold(cut.upper() if up else cut)
    query = phrase(term)
    if query is not None and Matcher([term]).find(text):
        assert _rows(_index(["", text]), query) == {1}


@given(st.lists(_TEXTS, max_size=6), _TEXTS)
def test_what_is_found_is_the_term_and_overlaps_nothing(terms: list[str], text: str) -> None:
    last = 0
    matcher = Matcher(map(fold, terms))
    for start, end, surface in matcher.find(text, 7):
        assert start >= last
        assert surface == text[start - 7 : end - 7]
        assert fold(surface) in map(fold, map(fold, terms))
        last = end
    assert Matcher(reversed([*map(fold, terms)])).find(text) == matcher.find(text)


def test_folding_keeps_every_character_in_its_place() -> None:
    everything = "".join(map(chr, range(sys.maxunicode + 1)))
    folded = fold(everything)
    assert len(folded) == len(everything)
    assert fold(folded) == folded
    assert all(fold(c) == f for c, f in zip(everything[:0x3000], folded[:0x3000], strict=True))


@pytest.mark.long
def test_the_tokenizer_splits_where_terms_may_end_and_folds_as_they_do() -> None:
    """Every character that folding changes, and every separator, alone: what `phrase` relies on."""
    others = [c for c in map(chr, range(0x80, sys.maxunicode + 1)) if not "\ud800" <= c <= "\udfff"]
    told = [c for c in others if fold(c) != c or unicodedata.category(c)[0] in "PSZ"]
    index = _index([f"quick{c}zoom" for c in told])
    for number, character in enumerate(told):
        if fold(character) != character and (query := phrase(f"quick{fold(character)}zoom")) is not None:
            assert number in _rows(index, query), hex(ord(character))
    starts, quick = _rows(index, phrase("quick")), Matcher(["quick"])
    for number, character in enumerate(told):
        assert number in starts or not quick.find(f"quick{character}zoom"), hex(ord(character))


@pytest.mark.parametrize(
    ("surface", "term"),
    [
        ("Access  Control", "access control"),
        ("React", "React"),
        ("GitHub", "Github"),
        ("eBPF", "Ebpf"),
        ("nginx", "nginx"),
        ("C++", "c++"),
        (".NET", ".net"),
        ("数据库", "数据库"),
        ("Introduction", ""),
        ("See also", ""),
        ("Getting Started", ""),
        ("Weitere Informationen zum", ""),
        ("はじめに", ""),
        ("the", ""),
        ("get", ""),
        ("Go", "Go"),
        ("tags", ""),
        ("C#", "c#"),
        ("F#", "f#"),
        ("AT&T", "at&t"),
        ("Depends()", "Depends"),
        ("of access", ""),
        ("2024", ""),
        ("x", ""),
        ("X", ""),
        ("R", "R"),
        ("!!!", ""),
        ("a" * 81, ""),
    ],
)
def test_what_can_be_a_term(surface: str, term: str) -> None:
    assert term_of(surface) == term


def _index(texts: list[str]) -> apsw.Connection:
    con = apsw.Connection(":memory:")
    con.execute(DERIVED["chunks_fts"])
    rows = [(n, text, ident(text), cjk(text)) for n, text in enumerate(texts)]
    with con:
        con.executemany(
            "INSERT INTO chunks_fts (rowid, text, ident, cjk, path) VALUES (?, ?, ?, ?, '')", rows
        )
    return con


def _rows(con: apsw.Connection, query: str | None) -> set[int]:
    assert query is not None
    return {row for (row,) in con.execute("SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?", (query,))}
