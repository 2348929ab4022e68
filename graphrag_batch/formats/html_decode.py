"""The text of an HTML file: which encoding it is in, and whether it is a page at all. Pure."""

from __future__ import annotations

import codecs
import re
from dataclasses import replace

from graphrag_batch.formats.decode import decode
from graphrag_batch.records import Decoded, Unreadable

_SEARCHED = 4096
_BOMS = (codecs.BOM_UTF8, codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE, codecs.BOM_UTF32_LE, codecs.BOM_UTF32_BE)
_DECLARED = re.compile(
    rb"<\?xml[^<>]{0,200}?\sencoding\s*=\s*[\"']([\w.:-]{1,40})|"
    rb"<meta\s[^<>]{0,500}?charset\s*=\s*[\"']?\s*([\w.:-]{1,40})",
    re.IGNORECASE,
)
# As browsers read the labels (https://encoding.spec.whatwg.org/#names-and-labels).
_LABELS = {
    "gb2312": "gb18030", "gbk": "gb18030", "x-gbk": "gb18030", "shift-jis": "cp932", "sjis": "cp932",
    "x-sjis": "cp932", "windows-31j": "cp932", "euc-kr": "cp949", "ks-c-5601-1987": "cp949",
    "big5-hkscs": "big5hkscs", "ascii": "cp1252", "us-ascii": "cp1252", "latin1": "cp1252", "l1": "cp1252",
    "iso-8859-1": "cp1252", "iso8859-1": "cp1252", "iso-8859-9": "cp1254", "tis-620": "cp874",
    "x-mac-roman": "mac-roman",
    "macintosh": "mac-roman", "utf8": "utf-8", "utf-16": "utf-8", "utf-16le": "utf-8", "utf-16be": "utf-8",
}  # fmt: skip
_KNOWN = re.compile(
    r"utf-8|gb18030|big5(?:hkscs)?|cp\d{3,4}|windows-\d{3,4}|iso-?8859-\d{1,2}|iso-2022-(?:jp|kr)|euc-jp|koi8-[ru]|mac-\w+"
)


def decode_html(raw: bytes) -> Decoded | Unreadable:
    """The text of `raw`: by its byte order mark, as UTF-8 if it is that, as it declares, or by a guess."""
    declared = "" if raw.startswith(_BOMS) or b"\0" in raw else declared_encoding(raw)
    if not declared or declared == "utf-8":
        return decode(raw)
    if not raw.isascii():
        made = decode(raw)
        if isinstance(made, Decoded) and made.encoding == "utf-8" and not made.warnings:
            return replace(made, warnings=(f"declared as {declared}, read as utf-8",))
    try:
        made = decode(raw.decode(declared).encode("utf-8"))
    except (UnicodeError, LookupError):
        return decode(raw)
    return made if isinstance(made, Unreadable) or declared == "utf-8" else replace(made, encoding=declared)


def declared_encoding(raw: bytes) -> str:
    """Python's name of the encoding that `raw` declares, "" where it declares none that browsers know."""
    found = _DECLARED.search(raw[:_SEARCHED])
    if found is None:
        return ""
    label = (found[1] or found[2]).decode("ascii").lower().replace("_", "-")
    name = _LABELS.get(label, label)
    return name if _KNOWN.fullmatch(name) else ""
