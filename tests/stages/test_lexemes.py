"""What full-text search can find: the index and the query make their words by the same rules."""

from __future__ import annotations

import apsw
import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.artifact.schema import DERIVED
from graphrag_batch.stages.lexemes import Term, cjk, fold, fts_quote, ident, path_words, query_terms


@pytest.mark.parametrize(
    ("name", "parts"),
    [
        ("HTTPServer2", "http server 2"),
        ("get_userId", "user id"),
        ("parseURLs", "parse urls"),
        ("userIDs", "user ids"),
        ("sha256", "sha 256"),
        ("utf8", "utf 8"),
        ("OAuth2Session", "oauth auth 2 session"),
        ("S3Client", "s3 client"),
        ("IList", "ilist list"),
        ("self.urlFor(x)", "url for"),
        ("x-myHTTPHeader_2x", "my http header"),
        ("flask.json.JSONProvider", "json provider"),
        ("ПолучитьДанные", "получить данные"),
        ("größeÄndern", "größe ändern"),
        ("ＨｔｔｐServer", "http server httpserver"),
        ("ＡＰＩ", "api"),
        ("Flask応用do_it", "flask do"),
        ("第3章", "3"),
    ],
)
def test_a_name_is_split_where_the_tokenizer_does_not(name: str, parts: str) -> None:
    assert ident(name) == parts


@pytest.mark.parametrize(
    "text",
    [
        "plain words here",
        "user_id",
        "--no-cache-dir",
        "os.path.join",
        "MAX_LENGTH",
        "__init__",
        "3.14",
        "2024-01-02",
        "v1.2.3",
        "k8s",
        "i18n",
        "a3f5c9d2e1",
        "e.g.",
        "Ünïcode",
        "",
    ],
)
def test_what_the_text_column_already_holds_adds_nothing(text: str) -> None:
    assert ident(text) == ""


def test_parts_are_counted_once_per_occurrence() -> None:
    assert ident("sendFile then SendFile and sendfile").split().count("send") == 2


@pytest.mark.parametrize(
    ("text", "pairs"),
    [
        ("機械学習", "機械 械学 学習"),
        ("the 猫 sat", "猫"),
        ("한국어 문서", "한국 국어 문서"),
        ("ภาษาไทย", "ภา าษ ษา าไ ไท ทย"),
        ("ที่", "ท"),
        ("ｶﾞｷﾞ", "ガギ"),
        ("𠀀𠀁𠀂", "𠀀𠀁 𠀁𠀂"),
        ("ascii, ελληνικά, русский, العربية", ""),
    ],
)
def test_scripts_without_spaces_give_overlapping_pairs(text: str, pairs: str) -> None:
    assert cjk(text) == pairs


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("src/flask/my_app.py", "src flask my app py"),
        ("lib/HTTPServer.java", "lib HTTPServer java http server"),
        ("docs/日本語.md", "docs 日本語 md 日本 本語"),
        ('"caf\\303\\251/read me.txt"', "caf read me txt"),
    ],
)
def test_a_path_is_its_names_and_their_parts(path: str, words: str) -> None:
    assert path_words(path) == words


def test_a_question_is_read_into_what_to_look_for() -> None:
    terms = query_terms(
        'How does Flask\'s url_for treat "blueprint prefix" in src/flask/app.py, 機械学習 command-line C++?'
    )
    assert [(term.kind, term.text, term.stop) for term in terms] == [
        ("word", "How", True),
        ("word", "does", True),
        ("word", "Flask", False),
        ("ident", "url_for", False),
        ("word", "treat", False),
        ("quoted", "blueprint prefix", False),
        ("word", "in", True),
        ("path", "src/flask/app.py", False),
        ("cjk", "機械学習", False),
        ("phrase", "command-line", False),
        ("word", "C++", False),
    ]
    by_text = {term.text: term.parts for term in terms}
    assert by_text["url_for"] == ("url", "for")
    assert by_text["src/flask/app.py"] == ("src", "flask", "app", "py")
    assert by_text["機械学習"] == ("機械", "械学", "学習")


@pytest.mark.parametrize(
    ("text", "kind", "parts"),
    [
        ("helpers.py", "path", ("helpers", "py")),
        ("https://example.org/a_b", "path", ("https", "example", "org", "a", "b")),
        ("Foo::bar_baz", "ident", ("foo", "bar", "baz")),
        ("Class#method", "ident", ("class", "method")),
        ("asyncio.run()", "ident", ("asyncio", "run")),
        ("sha256", "ident", ("sha", "256")),
        ("l'application", "word", ("application",)),
        ("हिन्दी", "word", ("हिन्दी",)),
        ("ＡＰＩ", "word", ("api",)),
    ],
)
def test_one_term_is_of_one_kind(text: str, kind: str, parts: tuple[str, ...]) -> None:
    (term,) = query_terms(text)
    assert (term.kind, term.parts) == (kind, parts)


def test_either_or_is_two_words_and_a_repeated_word_is_one_term() -> None:
    assert [term.text for term in query_terms("client/server Client")] == ["client", "server"]


def test_contractions_are_function_words_and_possessives_are_not() -> None:
    assert [(term.text, term.stop) for term in query_terms("don't server's")] == [
        ("don", True),
        ("server", False),
    ]


# ---- against the real full-text index ------------------------------------------------------------


def index(*texts: str) -> apsw.Connection:
    db = apsw.Connection(":memory:")
    db.execute(DERIVED["chunks_fts"])
    rows = [(n, text, ident(text), cjk(text), path_words(text)) for n, text in enumerate(texts)]
    db.executemany("INSERT INTO chunks_fts(rowid, text, ident, cjk, path) VALUES (?, ?, ?, ?, ?)", rows)
    return db


def matches(term: Term) -> str:
    if term.kind == "cjk":
        return f"cjk : {fts_quote(term)}"
    parts = " AND ".join(map(fts_quote, term.parts))
    return f"{fts_quote(term)} OR ({parts})"


PROBES = [
    ("def get_user_by_id(x): ...", "user id"),
    ("class HTTPServer2: pass", "http server"),
    ("class HTTPServer2: pass", "HTTPServer2"),
    ("uses SHA-256 digests", "sha256"),
    ("self.app.url_for(name)", "url_for"),
    ("the parseURLs helper", "url"),
    ("日本語の文書を検索する", "文書"),
    ("日本語の文書を検索する", "語"),
    ("ที่อยู่ของร้าน", "อยู่"),
    ("한국어 문서를 찾는다", "문서"),
    ("ＡＰＩ の設計", "api"),
    ("the api design", "ＡＰＩ"),
    ("Flaskアプリを作る", "flask"),
    ("Flaskアプリを作る", "アプリ"),
    ("cafe\u0301 noir", "café"),
    ("ПолучитьДанные()", "данные"),
    ("Ελληνικά κείμενα", "κείμενα"),
    ("نص عربي قصير", "عربي"),
    ("हिन्दी में पाठ", "हिन्दी"),
    ("written in C++ or C#", "C++"),
    ('say "so" twice', '"say so"'),
]


@pytest.mark.parametrize(("text", "query"), PROBES)
def test_the_index_finds_what_the_query_asks(text: str, query: str) -> None:
    db = index("nothing of the kind", text)
    for term in query_terms(query):
        assert db.execute(
            "SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?", (matches(term),)
        ).fetchall() == [(1,)]


@given(st.text(max_size=60) | st.text('"*^():-+{}AND OR NOT NEAR\0ab', max_size=40))
def test_no_question_is_full_text_syntax(text: str) -> None:
    db = index("some text")
    for term in query_terms(text):
        db.execute("SELECT rowid FROM chunks_fts WHERE chunks_fts MATCH ?", (fts_quote(term),)).fetchall()


@given(st.text(st.sampled_from("abC_.- 1éП日本ｱＡ\u0301"), max_size=40))
def test_every_name_is_found_by_itself(text: str) -> None:
    db = index(text)
    for term in query_terms(text):
        assert db.execute(
            "SELECT count(*) FROM chunks_fts WHERE chunks_fts MATCH ?", (matches(term),)
        ).fetchall() == [(1,)]


@given(st.text(max_size=60))
def test_composed_and_decomposed_text_give_the_same_words(text: str) -> None:
    assert fold(fold(text)) == fold(text)
    assert cjk(text) == cjk(fold(text))
