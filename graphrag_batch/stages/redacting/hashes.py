"""Hashes of passwords as files such as .htpasswd and shadow hold them, and the lines of .pgpass."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.redacting import values
from graphrag_batch.stages.redacting.span import Span

_HASH = re.compile(
    rb"\$(?:2[abxy]\$\d\d\$[./A-Za-z0-9]{53}|apr1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}"
    rb"|1\$[./A-Za-z0-9]{1,8}\$[./A-Za-z0-9]{22}|[56]\$(?:rounds=\d{1,9}\$)?[./A-Za-z0-9]{1,16}\$[./A-Za-z0-9]{43,86}"
    rb"|y\$[./A-Za-z0-9]{1,10}\$[./A-Za-z0-9]{1,90}\$[./A-Za-z0-9]{43}"
    rb"|argon2(?:id|i|d)\$v=\d{1,3}\$[mtp=,0-9]{5,40}\$[A-Za-z0-9+/]{10,90}\$[A-Za-z0-9+/]{20,180})"
)
_SHA = re.compile(rb"\{S?SHA\}[A-Za-z0-9+/]{24,60}={0,2}")
_PGPASS = re.compile(
    rb"^(?:[\w.*-]{1,100}|/[\w/.-]{1,100}):(?:\d{4,5}|\*):(?:[\w-]{1,64}|\*):(?:[\w-]{1,64}|\*):([^\s:]{4,200})$",
    re.MULTILINE,
)


def find_hashes(raw: bytes) -> Iterator[Span]:
    """Hashed passwords in `raw`."""
    for found in _HASH.finditer(raw):
        if not values.stands_for_another(found[0]):
            yield Span(*found.span(), "password-hash")


def find_in_password_files(raw: bytes) -> Iterator[Span]:
    """What stands in lines of .htpasswd and .pgpass, in `raw` that is of no format of its own."""
    for found in _SHA.finditer(raw) if b"SHA}" in raw else ():
        yield Span(*found.span(), "password-hash")
    has_port = b":5432:" in raw or b":*:" in raw
    for found in _PGPASS.finditer(raw) if has_port else ():
        if not values.stands_for_another(found[1]) and not values.is_words(found[1]):
            yield Span(*found.span(1), "password")
