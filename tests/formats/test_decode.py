import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.formats.decode import Decoded, decode
from graphrag_batch.records import Unreadable

GERMAN = "Übergröße für Jäger, natürlich schön.\n"
RUSSIAN = "Привет, это обычный текст на русском языке.\n"
JAPANESE = "これは日本語で書かれたテキストです。\n"
CHINESE = "这是一个用中文写的文本文件。\n"


@pytest.mark.parametrize(
    ("raw", "text", "encoding"),
    [
        (b"plain", "plain", "utf-8"),
        (b"\xef\xbb\xbfmarked", "marked", "utf-8"),
        ("é".encode("utf-16"), "é", "utf-16-le"),
        (b"\xfe\xff" + "é".encode("utf-16-be"), "é", "utf-16-be"),
        (b"\xff\xfe\0\0" + "é".encode("utf-32-le"), "é", "utf-32-le"),
        (b"\0\0\xfe\xff" + "é".encode("utf-32-be"), "é", "utf-32-be"),
        ("no mark at all".encode("utf-16-le"), "no mark at all", "utf-16-le"),
        ("no mark at all".encode("utf-16-be"), "no mark at all", "utf-16-be"),
        (GERMAN.encode("cp1252"), GERMAN, "cp1252"),
        (RUSSIAN.encode("cp1251"), RUSSIAN, "cp1251"),
        (RUSSIAN.encode("koi8_r"), RUSSIAN, "koi8_r"),
        (JAPANESE.encode("cp932"), JAPANESE, "cp932"),
        (JAPANESE.encode("euc_jp"), JAPANESE, "euc_jp"),
        (CHINESE.encode("gb18030"), CHINESE, "gb18030"),
        ("© 2019 Foo\n".encode("latin-1"), "© 2019 Foo\n", "cp1252"),
        ((CHINESE * 9).encode()[:-5], (CHINESE * 9)[:-3] + "\ufffd", "utf-8"),
    ],
)
def test_text_is_read_in_its_encoding(raw: bytes, text: str, encoding: str) -> None:
    decoded = decode(raw)
    assert isinstance(decoded, Decoded)
    assert (decoded.text, decoded.encoding) == (text, encoding)


@pytest.mark.parametrize("raw", [GERMAN.encode("cp1252"), "ab".encode("utf-16-le"), b"\xff\xfea"])
def test_a_guess_or_a_repair_is_warned_of(raw: bytes) -> None:
    decoded = decode(raw)
    assert isinstance(decoded, Decoded)
    assert len(decoded.warnings) == 1


@pytest.mark.parametrize(
    "raw",
    [
        b"a\0b",
        b"\x7fELF\x02\x01\x01" + b"\0" * 9,
        bytes(range(256)),
        b"\x89PNG\r\n\x1a\n\0\0",
        b"\xef\xbb\xbfa\0",
    ],
)
def test_binary_content_is_refused(raw: bytes) -> None:
    result = decode(raw)
    assert isinstance(result, Unreadable)
    assert result.reason == "binary"


def test_every_line_end_becomes_a_line_feed() -> None:
    decoded = decode(b"a\r\nb\rc\nd\x0be\x0cf\xc2\x85g\xe2\x80\xa8h\r")
    assert isinstance(decoded, Decoded)
    assert decoded.text == "a\nb\nc\nd\x0be\x0cf\x85g\u2028h\n"


@given(st.binary(max_size=200))
def test_nothing_fails_and_no_surrogate_comes_out(raw: bytes) -> None:
    decoded = decode(raw)
    if isinstance(decoded, Decoded):
        decoded.text.encode("utf-8")
        assert "\r" not in decoded.text
        assert "\0" not in decoded.text


@given(st.text(alphabet=st.characters(exclude_characters="\r\0\ufeff", exclude_categories=["Cs"])))
def test_utf8_is_kept_as_it_is(text: str) -> None:
    assert decode(text.encode()) == Decoded(text, "utf-8")
