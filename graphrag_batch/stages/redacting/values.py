"""Whether a value is a secret, or only stands where one would: placeholders, words, names, expressions.

Values are UTF-8. The questions are asked of few values, so that they may cost a microsecond or two.
"""

from __future__ import annotations

import re

MARK = b"[redacted: "

# What stands for a value, or says that it is none. `EXAMPLE` is in every key that AWS documents.
_STANDS_FOR = re.compile(
    rb"\[redacted|example|placeholder|change[-_ ]?(?:me|this|it)|replace|your|dummy|sample|insert|todo|fixme"
    rb"|fake|not[-_]?(?:a[-_]?)?real|xxxx|\*\*\*|\.\.\.|\xe2\x80\xa6|\xe2\x80\xa2|%\(|%s|\$\{|\$\(|#\{|\{\{"
    rb"|\{%|<[a-z_]|environ|getenv|secrets?\.|vault:|^(?:env|ref|file|ssm|arn|op):"
    rb"|^(?:\$[A-Za-z_]\w*|%\w+%|\{.*\}|<.*>|\[.*\]|@\w+@|__\w+__)$",
    re.IGNORECASE,
)
# `$HOME/x`: what a shell's variable holds.
_VARIABLE = re.compile(rb"\$[A-Z_]{2,}(?![a-z])|\$[a-z_]{2,}[/.:@]")
_PIECES = re.compile(rb"[A-Z]?[a-z]+|[A-Z]+|[0-9]+")
_LETTERS = re.compile(rb"[A-Za-z]+")
# Parts of the values that documentation and tests put where a password goes.
_WORDS = frozenset(
    b"""a abc access account admin alice and api app application auth authentication bad bar basic baz
    bearer bob client code config connection correct credential credentials customer data database db
    default demo dev development django doe empty fastapi first flask foo foobar for github good guest
    hash hashed hello hidden host id in invalid is it jane john json jwt key keys local localhost login
    long me minio mongo mongodb my mysql name neo4j new no none null oauth of old open other out param
    pass passphrase passw passwd password passwords pg plain postgres postgresql private prod production
    public pw pwd qwerty rabbitmq random redis refresh reset role root safe second secret secrets secure
    service session set shh show some staging state str string strong super table temp test testing
    tests text the this tls to token tokens top type user username users valid value variable very weak
    with word world wrong xyz""".split()
)
_RUNS = re.compile(rb"[A-Z]?[a-z]{3,}|[A-Z]{4,}")
_VOWELS = re.compile(rb"[aeiouyAEIOUY]")
_HARD = re.compile(rb"[^aeiouy\W\d_]{5}|q[^u]|[jvx][bcdfgjkmnpqrstvwxz]|[bcdfgkpqtvwz]x", re.IGNORECASE)
# Where small letters go over into capitals: in letters alone, what a generator makes has many.
_TURN = re.compile(rb"[a-z][A-Z]")
_NO_ASCII = re.compile(rb"[\x80-\xff]+")
_UUID = re.compile(rb"[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}", re.IGNORECASE)
_PATH = re.compile(
    rb"[.~]{0,2}/[\w.-]|[A-Za-z]:[\\/]|[a-z][a-z0-9+.-]{1,20}:[/?]|mailto:|data:", re.IGNORECASE
)
_DOTTED = re.compile(rb"[A-Za-z_]\w*(?:(?:\.|::|->)[A-Za-z_]\w*)+")
_TYPE = re.compile(
    rb"(?:u?int|float|uint|[iuf]|str|string|bytes?|vec|base|utf|sha|md|aes|rsa|ed|oauth|http|[xv]|ipv?|level|step"
    rb"|pbkdf|argon|hs|rs|es|ps)_?\d{1,4}(?:_t)?",
    re.IGNORECASE,
)
_VERSION = re.compile(rb"[v^~<>=]{0,2}\d+(?:[._-]\d+)+(?:[.-]?[a-z]+\d*)?", re.IGNORECASE)
_BLANK_OR_CALL = re.compile(rb"\s|[(){}]")


def stands_for_another(value: bytes) -> bool:
    """Whether this is a placeholder: `<token>`, `${TOKEN}`, `changeme`, `xxxx`, an example's key."""
    return _STANDS_FOR.search(value) is not None or _VARIABLE.match(value) is not None


def is_password(value: bytes) -> bool:
    """Whether a value given for a password is one that somebody chose: not a word, a label, a placeholder, a
    name of something else. Real passwords that are plain words cannot be told from these, and stay."""
    if not 6 <= len(value) <= 400 or len(set(value)) < 4 or stands_for_another(value):
        return False
    if _BLANK_OR_CALL.search(value) or _PATH.match(value) or _DOTTED.fullmatch(value):
        return False
    if is_words(value) or _TYPE.fullmatch(value) or _VERSION.fullmatch(value):
        return False
    core = _NO_ASCII.sub(b"", value.strip(b":*?!.,;-_ "))
    has_mark = re.search(rb"[^A-Za-z0-9\-_. /]", core)
    return has_mark is not None or re.search(rb"[0-9].*[A-Za-z]|[A-Za-z].*[0-9]", core) is not None


def is_random(value: bytes, least: int = 16) -> bool:
    """Whether a value looks made by a generator: letters and digits without words, long enough."""
    if not least <= len(value) <= 4096 or stands_for_another(value) or _UUID.fullmatch(value):
        return False
    if _PATH.match(value) or _BLANK_OR_CALL.search(value) or _VERSION.fullmatch(value):
        return False
    if len(set(value)) < min(8, len(value) // 2) or not re.search(rb"[A-Za-z]", value):
        return False
    if not re.search(rb"[0-9]", value) and len(_TURN.findall(value)) * 5 < len(value):
        return False
    return not is_words(value) and _share_of_words(value) < 0.5


def is_random_letters(value: bytes) -> bool:
    """Whether a value of letters alone, twenty or more, is no word or name: it cannot be spoken."""
    if not 20 <= len(value) <= 400 or not value.isalpha() or not value.isascii() or len(set(value)) < 8:
        return False
    return not stands_for_another(value) and not is_words(value) and _share_of_words(value) < 0.5


def is_uuid(value: bytes) -> bool:
    """Whether this is a UUID: an identifier, unless its name says that it is a key."""
    return _UUID.fullmatch(value) is not None


def is_hex(value: bytes) -> bool:
    """Whether this is a hexadecimal digest by its form."""
    return len(value) in (32, 40, 56, 64, 96, 128) and not value.lower().strip(b"0123456789abcdef")


def _share_of_words(value: bytes) -> float:
    """How much of the letters and digits lies in runs that could be words."""
    total = sum(map(len, _PIECES.findall(value)))
    words = sum(len(r) for r in _RUNS.findall(value) if _VOWELS.search(r) and not _HARD.search(r))
    return words / total if total else 1.0


def is_words(value: bytes) -> bool:
    """Whether this is made of words that stand where a password would, with at most a short number."""
    if re.search(rb"[^A-Za-z0-9_. :/-]", value.rstrip(b"!?:*.")):
        return False
    digits = re.sub(rb"[^0-9]", b"", value)
    counted = digits in b"01234567890" or len(set(digits)) == 1
    if len(digits) > 4 and not counted:
        return False
    letters = _LETTERS.findall(value)
    return all(_made_of_words(part) for part in letters) and len(letters) <= 8


def _made_of_words(part: bytes) -> bool:
    if part.lower() in _WORDS:
        return True
    return all(piece.lower() in _WORDS for piece in _PIECES.findall(part))
