"""What is taken for a secret and what is not, and what taking it out leaves as it was."""

from __future__ import annotations

import base64
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.config import FormatsConfig, RedactConfig
from graphrag_batch.formats import registry
from graphrag_batch.records import Decoded, Redaction
from graphrag_batch.stages.redact import Redacted, clean_line, redact
from tests.examples import examples
from tests.stages.secrets import Case, cases

TOKEN = "gh" + "p_R7kLm2Xq9Zt4Wv8Nb3Hc6Ys1Pd5Fg0JaTuEo"


def _decoded(case: Case) -> tuple[str, Decoded]:
    format = registry.format_of(case.path, case.raw)
    decoded = registry.decode(format, case.raw, FormatsConfig())
    assert isinstance(decoded, Decoded)
    return format, decoded


def _redacted(text: str, config: RedactConfig | None = None, format: str = "") -> Redacted:
    return redact(Decoded(text), config or RedactConfig(), format)


@pytest.mark.parametrize("case", cases("true"), ids=lambda case: case.path)
def test_a_secret_is_taken_out_and_told_by_its_kind(case: Case) -> None:
    format, decoded = _decoded(case)
    cleaned, found, _ = redact(decoded, RedactConfig(), format)
    whole = "\n".join([cleaned.text, cleaned.title or "", cleaned.meta])
    assert not [secret for secret in case.secrets if secret in whole]
    assert sorted(r.kind for r in found) == sorted(case.kinds)


@pytest.mark.parametrize("case", cases("false"), ids=lambda case: case.path)
def test_what_only_looks_like_a_secret_stays(case: Case) -> None:
    format, decoded = _decoded(case)
    assert redact(decoded, RedactConfig(), format) == (decoded, (), 0)


@pytest.mark.parametrize("case", cases("true"), ids=lambda case: case.path)
def test_lines_stay_lines_and_doing_it_again_changes_nothing(case: Case) -> None:
    format, decoded = _decoded(case)
    once = redact(decoded, RedactConfig(), format)
    assert once.decoded.text.count("\n") == decoded.text.count("\n")
    assert redact(once.decoded, RedactConfig(), format) == (once.decoded, (), 0)


def test_enough_cases_are_kept() -> None:
    assert len(cases("true")) >= 60
    assert len(cases("false")) >= 60


def test_quotes_and_syntax_stay_and_the_line_is_told() -> None:
    cleaned, found, _ = _redacted('a = 1\nb = {"password": "kestrel7Nest", "port": 1}\n')
    assert cleaned.text == 'a = 1\nb = {"password": "[redacted: password]", "port": 1}\n'
    assert found == (Redaction("password", 2),)


def test_a_block_leaves_its_lines_and_what_is_on_them_after_it() -> None:
    key = (
        "-----BEGIN RSA PRIV" + "ATE KEY-----\nMIIEowIBAAKCAQEAx7Kq2Lm9Zt\n-----END RSA PRIV" + "ATE KEY-----"
    )
    cleaned, found, _ = _redacted(f"before\n{key}, {TOKEN}\nafter {TOKEN}\n")
    assert cleaned.text == (
        "before\n[redacted: private-key]\n\n, [redacted: github-token]\nafter [redacted: github-token]\n"
    )
    assert found == (Redaction("private-key", 2), Redaction("github-token", 4), Redaction("github-token", 5))


def test_title_metadata_anchors_and_warnings_are_searched_too() -> None:
    meta = json.dumps({"a": [f"x {TOKEN}"], "password": "kestrel7Nest", TOKEN: 1, "n": 2})
    decoded = Decoded("Text.\n", title=f"Key {TOKEN}", meta=meta, anchors=((0, TOKEN),), warnings=(TOKEN,))
    cleaned, found, _ = redact(decoded, RedactConfig())
    assert TOKEN not in repr(cleaned)
    assert cleaned.title == "Key [redacted: github-token]"
    assert json.loads(cleaned.meta) == {
        "a": ["x [redacted: github-token]"], "password": "[redacted: password]",
        "[redacted: github-token]": 1, "n": 2,
    }  # fmt: skip
    assert sorted(r.kind for r in found) == ["github-token"] * 5 + ["password"]
    assert {r.line for r in found} == {1}
    assert redact(cleaned, RedactConfig()) == (cleaned, (), 0)


def test_what_redact_allow_names_in_full_stays() -> None:
    text = 'password = "kestrel7Nest"\ntoken = "x7Kq2Lm9Zt4Wv8Nb3Hc6Ys"\n'
    assert len(_redacted(text).found) == 2
    allowed = _redacted(text, RedactConfig(allow=("kestrel7N.*",)))
    assert "kestrel7Nest" in allowed.decoded.text
    assert [r.kind for r in allowed.found] == ["token"]
    assert allowed.allowed == 1
    assert len(_redacted(text, RedactConfig(allow=("kestrel",))).found) == 2  # a part is not the value


def test_nothing_is_taken_out_when_it_is_turned_off() -> None:
    assert _redacted(TOKEN, RedactConfig(enabled=False)).decoded.text == TOKEN


@pytest.mark.parametrize(
    ("format", "stays"),
    [("code:python", True), ("code:yaml", False), ("code:bash", False), ("markdown", False)],
)
def test_a_name_without_quotes_is_a_value_only_where_values_go_without(format: str, stays: bool) -> None:
    text = "password: kestrel7nest\n"
    assert ("kestrel7nest" in _redacted(text, format=format).decoded.text) == stays


@pytest.mark.parametrize("value", [r"glpat\-Qx7Lm2Vb9Nc4Zt8Kw1Rd", r"glpat\-Qx7Lm2\&Vb9Nc4\:Zt8Kw1Rd"])
def test_the_escapes_of_a_manual_page_do_not_hide_a_secret(value: str) -> None:
    text = f".TH X 1\nSet\n.B X\nto {value} or\n"
    redacted = _redacted(text, format="man")
    assert redacted.decoded.text == ".TH X 1\nSet\n.B X\nto [redacted: gitlab-token] or\n"
    assert redacted.found == (Redaction("gitlab-token", 4),)


def test_a_message_is_cleaned_like_a_text() -> None:
    assert clean_line(f"select.exclude: {TOKEN} is odd") == "select.exclude: [redacted: github-token] is odd"


# ---- laws -----------------------------------------------------------------------------------

_BEGIN, _END = "-----BEGIN PRIVATE " + "KEY-----", "-----END PRIVATE " + "KEY-----"
_PIECES = (
    TOKEN, "password", "secret_key", "token", "api_key", "auth", "Authorization: ", "Bearer ", "Basic ", "=",
    ": ", " = ", '"', "'", "`", "\\", "\\n", "\n", "://", "@", ":", "user", "x7Kq2Lm9Zt4Wv8Nb3Hc6Ys",
    "kestrel7Nest", "$",
     "{", "}", "(", ")", ",", "<", ">", "é", "密码", "\\_", _BEGIN, _END,
    "MIIEowIBAAKCAQEAx7Kq2Lm9Zt4Wv8Nb3",
    "eyJhbGciOiJIUzI1NiJ9", ".", "AKIA", "Private-Lines: 3", "[redacted: token]", "machine a login b ", "--",
    "export ", "curl -u ", "&sig=", "%2B", "5432:", "value", "|", "#", " ",
)  # fmt: skip
# What an expression that goes back and tries again would take hours for.
_ENDLESS = (
    "password=" * 2, 'password="', "eyJ-", "eyJeyJ.", "ghp_", "sk-", "a:b@", "://a:", "x" * 25, "x-",
    "Private-Lines: 9999\n", f"{_BEGIN}\nMIIE", "auth=(", "token >", "key:  ", "$6$a", "a:5432:b:",
)  # fmt: skip
_texts = st.lists(st.one_of(st.sampled_from(_PIECES), st.text(max_size=4)), max_size=30).map("".join)


@settings(max_examples=examples(300), deadline=None)
@given(_texts)
def test_whatever_the_text_it_keeps_its_lines_and_is_clean_after_once(text: str) -> None:
    text = text.replace("\r", "").replace("\0", "").encode("utf-8", "replace").decode()
    for format in ("", "code:python"):
        once = _redacted(text, format=format)
        assert once.decoded.text.count("\n") == text.count("\n")
        assert all(1 <= r.line <= text.count("\n") + 1 for r in once.found)
        assert (once.decoded.text == text) == (not once.found)
        assert redact(once.decoded, RedactConfig(), format) == (once.decoded, (), 0)


@settings(max_examples=examples(60), deadline=None)
@given(
    st.sampled_from(cases("true")),
    st.text(" \n.;|()<>#*é中", max_size=12),
    st.text(" \n.;|#*é中", max_size=12),
)
def test_what_stands_around_a_secret_does_not_hide_it(case: Case, before: str, after: str) -> None:
    format, decoded = _decoded(case)
    around = Decoded(f"{before}\n{decoded.text}\n{after}")
    cleaned = redact(around, RedactConfig(), format).decoded.text
    assert not [secret for secret in case.secrets if secret in cleaned and secret in decoded.text]


@settings(max_examples=examples(50), deadline=None)
@given(st.binary(min_size=30, max_size=60))
def test_whatever_the_bytes_of_a_token_it_goes(raw: bytes) -> None:
    body = base64.b32encode(raw).decode().rstrip("=")[:40]
    if len(set(body)) > 10:
        assert body not in _redacted("See gh" + f"p_{body}.").decoded.text


@pytest.mark.sample(12)
@pytest.mark.parametrize("piece", [*_PIECES, *_ENDLESS])
def test_a_long_line_of_whatever_is_done_with_soon(piece: str) -> None:
    text = piece * (200_000 // len(piece))
    assert _redacted(text).decoded.text.count("\n") == text.count("\n")


@pytest.mark.parametrize("at", [12, 25, 38])
def test_a_token_that_the_end_of_a_line_parts_in_a_pdf_is_found(at: int) -> None:
    token = "gh" + "p_R7kLm2Xq9Zt4Wv8Nb3Hc6Ys1Pd5Fg0Ja2Tu9Eo"
    text = f"It is {token[:at]} {token[at:]} until the year 2031.\n"
    assert redact(Decoded(text), RedactConfig(), "pdf").decoded.text == (
        "It is [redacted: github-token] until the year 2031.\n"
    )
    assert not redact(Decoded(text.replace(token[:4], "")), RedactConfig(), "pdf").found


@pytest.mark.parametrize("format", ["pdf", "docx"])
def test_a_password_and_a_value_that_the_end_of_a_line_parts_are_found(format: str) -> None:
    text = (
        "Use postgres://harbor:kestrel7\nNest@db.internal/x and api_key = x7Kq2Lm9Zt4W\nv8Nb3Hc6Ys7d then.\n"
    )
    redacted = redact(Decoded(text), RedactConfig(), format)
    assert redacted.decoded.text == (
        "Use postgres://harbor:[redacted: url-password]\n@db.internal/x and "
        "api_key = [redacted: api-key]\n then.\n"
    )
    plain = "See http://localhost:8080\nbob@harbor.org or http://harbor:port\nann@harbor.org.\n"
    assert not redact(Decoded(plain), RedactConfig(), format).found
