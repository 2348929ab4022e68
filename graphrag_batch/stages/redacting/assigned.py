"""Values given to names that tell of secrets: in code, settings, headers, URLs, command lines.

Driven by the few letters that all such names hold. At each place they occur one expression is tried, every
part of which is bounded, so that the time is linear.
"""

from __future__ import annotations

import base64
import re
from collections.abc import Iterator
from urllib.parse import unquote_to_bytes

from graphrag_batch.stages.redacting import values
from graphrag_batch.stages.redacting.span import Span

# Names that end in a key are many; these say of what.
_KEYS = rb"""api access secret private signing signature encryption encrypt master account auth shared license
    licence storage webhook jwt session cookie app application client deploy crypto hmac aes subscription
    service server admin root security authentication functions? host""".split()
_SUFFIX = (
    rb"(?:[_-]?(?:\d{1,3}|b64|base64|prod|production|dev|development|test|testing|staging|stage|live|local|value"
    rb"|str|string|default|hex|raw|plain|old|new|current|previous))?"
)
# What may stand between the name and its value: closing quotes, the type, the mark.
_LINK = (
    rb"(?:\\?[\"'`]|\]){0,3}[ \t]{0,20}"
    rb"(?:(?P<mark>=>|:=|===?|=|:[ \t]{0,8}[A-Za-z_][\w.\[\]|?]{0,40} =(?= )|:)[ \t]{0,20}"
    rb"|(?P<call>[,(])\s{0,40}(?=[\"'])"
    rb"|(?P<tag>>)"
    rb"|,?\s{1,60}-?[ \t]{0,10}[\"']?(?:value|default|content)[\"']?[ \t]{0,10}(?P<pair>[=:])[ \t]{0,20})"
)
_VALUE = (
    (
        rb"(?:[brfuBRFU@]{0,2}(?:\"(?P<double>(?:[^\"\\\n]|\\[^\n])*{most})\""
        rb"|'(?P<single>(?:[^'\\\n]|\\[^\n])*{most})'"
        rb"|\\\"(?P<escaped>(?:[^\"\\\n]|\\[^\n\"])*{most})\\\""
        rb"|`(?P<tick>[^`\n]*{most})`)"
        rb"|(?P<bare>[^\s\"'`,;&<>(){{}}\[\]|\\]*{most})(?P<stop>[\s\"'&;,<|)\\]|$))"
    )
    .replace(b"*{most}", b"{1,512}+")
    .replace(b"{{}}", b"{}")
)
# How names go on from the letters that they are found by.
_NEEDLES = {
    b"pass": re.compile(rb"pass(?:word|wd|phrase|code)?(?:s(?!\w))?", re.IGNORECASE),
    b"pwd": re.compile(rb"pwd", re.IGNORECASE),
    b"secret": re.compile(rb"secrets?", re.IGNORECASE),
    b"token": re.compile(rb"token", re.IGNORECASE),
    b"key": re.compile(rb"key", re.IGNORECASE),
}
_GIVEN = re.compile(_SUFFIX + _LINK + _VALUE, re.IGNORECASE)
_KEY_NAME = re.compile(rb"(?:%s)[_.\- ]?$" % b"|".join(_KEYS), re.IGNORECASE)
_NO_TOKEN = re.compile(
    rb"(?:(?<![A-Za-z])|(?<=[a-z])(?=[A-Z]))(?i:page|next|prev|previous|continuation|cursor|sync|csrf|xsrf|idempotency"
    rb"|client_?request|sub|stop|eos|bos|pad|unk|public|publishable|start|end)[_.\- ]?$",
)
_PUBLIC = re.compile(rb"(?:public|publishable|anon)[_.\- ]?(?:api[_.\- ]?)?$", re.IGNORECASE)
_FLAG = re.compile(
    rb"(?:pass(?:word|wd|phrase)?|pwd|secret|token|(?<=api[-_])key)[ \t]{1,4}"
    rb"[\"']?([^\s\"'`<>|;-][^\s\"'`<>|;]{0,400})",
    re.IGNORECASE,
)
_FLAG_NAME = re.compile(rb"--[\w-]{0,40}$|(?:^|\n)(?:ENV|ARG)[ \t]{1,8}\w{0,60}$")
_BLANKS = rb"[ \t\n]{1,20}"
_NETRC = re.compile(
    rb"(?:machine|login|account)%b\S{1,200}%b(?:login%b\S{1,200}%b)?$" % (_BLANKS, _BLANKS, _BLANKS, _BLANKS)
)
_NETRC_VALUE = re.compile(rb"password%b([^\s`\"'<>\\]{3,200})" % _BLANKS)
_HEADER = re.compile(
    rb"auth(?:orization)?[\"'`\]]{0,2}[ \t]{0,8}(?:=>|[:=,])[ \t]{0,8}\\?[\"'`]?"
    rb"(?:(?P<scheme>Basic|Bearer|Token|ApiKey|Key|GenieKey|OAuth|Splunk|Bot)[ \t]{1,4})?"
    rb"(?P<value>[A-Za-z0-9._~+/-]{8,4096}+={0,2}+)(?![\w(\[{.])",
    re.IGNORECASE,
)
_PAIR = re.compile(
    rb"auth[ \t]{0,4}=?[ \t]{0,4}\(\s{0,20}[\"']([^\"'\n]{1,100})[\"']"
    rb"\s{0,4},\s{0,20}[\"']([^\"'\n]{1,200})[\"']",
    re.IGNORECASE,
)
_CURL = re.compile(rb"[ \t](?:-u|--user|--proxy-user)[ =]{0,2}[\"']?([^\s:\"'\\]{1,100}):([^\s\"'\\]{3,200})")
_URL = re.compile(rb"://([^\s:/@\"'<>?#]{0,100}):([^\s/@\"'<>]{1,200})@[\w\[$<{%.-]")
# The same, with the end of a line in the password.
_PARTED_URL = re.compile(
    rb"://([^\s:/@\"'<>?#]{1,100}):([^\s/@\"'<>]{1,200})[ \n]([^\s/@\"'<>]{1,200})@[\w\[]"
)
_PORT = re.compile(rb"\d{1,5}[^\w]?")
# `proxypass`, `home-pass`: letters that only say what they are.
_SOMEBODYS = re.compile(rb"[A-Za-z@_-]*(?:pass|pw|secret)[A-Za-z@_-]*", re.IGNORECASE)
_SIGNATURE = re.compile(rb"[?&;]sig=([A-Za-z0-9%+/]{20,200}={0,2})")
_NO_PASSWORD = re.compile(rb"(?:com|by|sur|tres|en|im)$")
_AZURE = re.compile(rb"(?:account|shared_?access)_?$")
# A name in capitals with `=` at once is a setting of a shell, `--name=` an option, `?name=` a part of a URL.
_SETTING = re.compile(rb"(?:^|[\s\"'(;])[A-Z][A-Z0-9_]*=$|(?:--|[?&;])[\w-]+=$")
_NO_LITERAL = re.compile(rb"-?[\d.]+$|[!*&@]")
_IDENTIFIER = re.compile(rb"[A-Za-z_][A-Za-z0-9_]*")
_BEFORE = 80
_NAME = b"abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_.- "
_GROUPS = ("double", "single", "escaped", "tick", "bare")


def find_assigned(raw: bytes, low: bytes, is_code: bool) -> Iterator[Span]:
    """Secret values in `raw`; `low` is the same in small letters. In code, what is not quoted is a name."""
    for needle in _NEEDLES:
        at = low.find(needle)
        while at >= 0:
            yield from _assigned(raw, needle, at, is_code)
            at = low.find(needle, at + len(needle))
    at = low.find(b"auth")
    while at >= 0:
        yield from _header(raw, at)
        at = low.find(b"auth", at + 4)


def find_in_addresses(raw: bytes, low: bytes) -> Iterator[Span]:
    """Passwords in URLs and on curl's command line; signatures of shared links."""
    if b"@" in raw:
        for found in _URL.finditer(raw):
            if _is_url_password(found[1], found[2]):
                yield Span(*found.span(2), "url-password")
    if b"curl" in low:
        for found in _CURL.finditer(raw):
            if _is_url_password(found[1], found[2]):
                yield Span(*found.span(2), "password")
    if b"&" in raw and b"sig=" in low:
        for found in _SIGNATURE.finditer(raw):
            if values.is_random(found[1]):
                yield Span(*found.span(1), "azure-sas")


def find_in_parted_addresses(raw: bytes) -> Iterator[Span]:
    """Passwords in URLs that the end of a line parts: such as could be chosen, so that no port before an
    address of mail is one."""
    for found in _PARTED_URL.finditer(raw) if b"@" in raw else ():
        whole = found[2] + found[3]
        if not _PORT.fullmatch(found[2]) and values.is_password(whole):
            yield Span(found.start(2), found.end(3), "url-password")


def secret_kind(name: str, value: str) -> str | None:
    """Which kind of secret `value` is, given to `name` in data; None where it is none."""
    raw = f'{name}="{value}"'.encode()
    if b"\n" in raw or len(value) > 500 or '"' in value:
        return None
    span = next(find_assigned(raw, raw.lower(), False), None)
    return span.kind if span else None


def _assigned(raw: bytes, needle: bytes, at: int, is_code: bool) -> Iterator[Span]:
    name_end = _NEEDLES[needle].match(raw, at)
    found = _GIVEN.match(raw, name_end.end()) if name_end else None
    if found is None:
        if needle != b"pwd":
            yield from _spaced(raw, at)
        return
    name = _name_before(raw, at)
    if _PUBLIC.search(name):
        return
    group = next(g for g in _GROUPS if found[g] is not None)
    start, end = found.span(group)
    value, kind = found[group], _kind(needle, name, found[group])
    if not kind or (group == "bare" and not _is_literal(raw, found, is_code)):
        return
    if _is_secret(needle, kind, value) or (group != "bare" and values.is_random_letters(value)):
        yield Span(start, end, kind)


def _name_before(raw: bytes, at: int) -> bytes:
    """What of the name stands before the letters that were found."""
    head = raw[max(0, at - 40) : at]
    return head[len(head.rstrip(_NAME)) :]


def _kind(needle: bytes, name: bytes, value: bytes) -> str | None:
    """What is given to a name with these letters, `name` before them; None where that is no secret."""
    lower = name.lower()
    if needle in (b"pass", b"pwd"):
        return None if _NO_PASSWORD.search(lower) else "password"
    if needle == b"token":
        return None if _NO_TOKEN.search(name) else "token"
    if b"aws" in lower and (needle == b"secret" or b"secret" in lower):
        return "aws-secret-key"
    if needle == b"secret":
        return "secret"
    if not _KEY_NAME.search(name):
        return None
    if _AZURE.search(lower) and value.endswith(b"="):
        return "azure-key"
    return "api-key" if b"api" in lower else "secret-key"


def _is_literal(raw: bytes, found: re.Match[bytes], is_code: bool) -> bool:
    """Whether a value without quotes is one, and not an expression of some language."""
    value, stop, start = found["bare"], found["stop"], found.start("bare")
    if found["call"] is not None or stop == b")":
        return False
    if found["tag"] is not None:
        return bool(stop == b"<")
    at_once = raw[start - 1] == ord("=")
    if at_once and _SETTING.search(raw[max(0, found.start() - _BEFORE) : start]):
        return True
    is_name = _IDENTIFIER.fullmatch(value) is not None
    if is_code or is_name or stop == b",":
        if values.is_random(value, 20 if not is_name else 24) or values.is_hex(value):
            return True
        # `f(password=other2, x)` goes on with an argument, `password: this7one, user: bob` with a sentence.
        is_argument = stop == b"," and found["mark"] != b":"
        return not is_code and not is_argument and (at_once or b":" in (found["mark"], found["pair"]))
    return _NO_LITERAL.match(value) is None


def _is_secret(needle: bytes, kind: str, value: bytes) -> bool:
    if needle in (b"pass", b"pwd"):
        return values.is_password(value)
    if kind == "api-key" and values.is_uuid(value):
        return True
    if values.is_hex(value):
        return not values.stands_for_another(value)
    return values.is_random(value, 12)


def _spaced(raw: bytes, at: int) -> Iterator[Span]:
    """`--password VALUE`, `ENV PASSWORD VALUE`, and `.netrc`."""
    netrc = _NETRC_VALUE.match(raw, at)
    if netrc and _NETRC.search(raw, max(0, at - 500), at):
        if values.is_password(netrc[1]) or values.is_random(netrc[1], 12):
            yield Span(*netrc.span(1), "password")
        return
    flag = _FLAG.match(raw, at)
    if flag and _FLAG_NAME.search(raw[max(0, at - _BEFORE) : at]):
        is_password = raw[at : at + 1] in b"pP"
        if values.is_random(flag[1], 12) or (is_password and values.is_password(flag[1])):
            yield Span(*flag.span(1), "password" if is_password else "token")


def _header(raw: bytes, at: int) -> Iterator[Span]:
    pair = _PAIR.match(raw, at)
    if pair:
        if values.is_password(pair[2]) or values.is_random(pair[2]):
            yield Span(*pair.span(2), "password")
        return
    found = _HEADER.match(raw, at)
    if not found:
        return
    value, scheme = found["value"], (found["scheme"] or b"").lower()
    if scheme == b"basic" or not scheme:
        password = _basic(value)
        if password is not None:
            if _is_url_password(b"", password):
                yield Span(*found.span("value"), "basic-auth")
            return
    if values.is_random(value, 20) or (values.is_hex(value) and not values.stands_for_another(value)):
        yield Span(*found.span("value"), "bearer-token" if scheme == b"bearer" else "token")


def _basic(value: bytes) -> bytes | None:
    """The password in `user:password` as base64; None where it is not that."""
    try:
        plain = base64.b64decode(value + b"=" * (-len(value) % 4), validate=True)
        plain.decode()
    except ValueError:
        return None
    user, _, password = plain.partition(b":")
    is_pair = user and password and plain.isascii() and plain.decode().isprintable()
    return password if is_pair else None


def _is_url_password(user: bytes, password: bytes) -> bool:
    """Looser than elsewhere: between `:` and `@` nothing else stands but a password or its placeholder."""
    plain = unquote_to_bytes(password)
    if password == user or len(plain) < 3 or values.stands_for_another(plain):
        return False
    return not values.is_words(plain) and not _SOMEBODYS.fullmatch(plain)
