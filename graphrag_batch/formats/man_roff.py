"""roff as text: escapes, special characters, strings, and the arguments of a macro. Pure."""

from __future__ import annotations

import re
from collections.abc import Mapping

_ESCAPE = re.compile(
    r"\\(?:"
    r'(?P<comment>["#].*)'
    r"|[fF](?:\(..|\[[^\]]{0,80}\]|[^\s\\(\[])"
    r"|\*(?:\((?P<string2>..)|\[(?P<stringn>[^\]\s]{0,80})[^\]]{0,80}\]|(?P<string1>[^(\[]))"
    r"|\((?P<char2>..)|\[(?P<charn>[^\]]{0,80})\]|C'(?P<charc>[^']{0,80})'"
    r"|s(?:[-+]?\(..|[-+]?\[[^\]]{0,80}\]|[-+]?'[^']{0,80}'|[-+]?[0-3]\d(?!\d)|[-+]?\d)"
    r"|[ngkmMVYO](?:[-+]?\(..|[-+]?\[[^\]]{0,80}\]|[-+]?[^(\[\s])"
    r"|N'(?P<code>\d{1,7})'"
    r"|[hvwxlLDbSHRXAZB]'[^']{0,80}'"
    r"|o'(?P<over>[^']{0,80})'"
    r"|(?P<kept>.)"
    r"|$)"
)
# What stands for itself after the backslash, by what it prints; any other letter prints nothing.
_KEPT = {
    "-": "-", "e": "\\", "\\": "\\", " ": " ", "~": " ", "0": " ", "t": " ", "'": "'", "`": "`", ".": ".",
    "_": "_", "E": "\\",
}  # fmt: skip
_CHARACTERS = {
    "aq": "'", "dq": '"', "lq": "“", "rq": "”", "oq": "‘", "cq": "’", "Bq": "„", "bq": "‚", "ga": "`",
    "ha": "^", "ti": "~", "rs": "\\", "sl": "/", "ba": "|", "br": "|", "or": "|", "bv": "|", "lb": "[",
    "rb": "]", "lB": "[", "rB": "]", "lC": "{", "rC": "}", "la": "<", "ra": ">", "at": "@", "sh": "#",
    "Do": "$", "ct": "¢", "Eu": "€", "Po": "£", "Ye": "¥", "em": "—", "en": "–", "hy": "-", "mi": "-",
    "pl": "+", "eq": "=", "bu": "•", "ci": "○", "sq": "□", "dg": "†", "dd": "‡", "sc": "§", "ps": "¶",
    "co": "©", "rg": "®", "tm": "™", "de": "°", "mu": "×", "di": "÷", "+-": "±", "<=": "≤", ">=": "≥",
    "!=": "≠", "==": "≡", "~~": "≈", "->": "→", "<-": "←", "ua": "↑", "da": "↓", "<>": "↔", "if": "∞",
    "*a": "α", "*b": "β", "*m": "μ", "*p": "π", "mc": "µ", "ss": "ß", "o/": "ø", "O/": "Ø", "AE": "Æ",
    "ae": "æ", "OE": "Œ", "oe": "œ", "oA": "Å", "oa": "å", "12": "½", "14": "¼", "34": "¾", "S1": "¹",
    "S2": "²", "S3": "³", "Fo": "«", "Fc": "»", "fo": "‹", "fc": "›", "r!": "¡", "r?": "¿", "no": "¬",
    "ul": "_", "ru": "_", "rn": "‾", "pc": "·", "f/": "⁄", "OK": "✓", "Of": "ª", "Om": "º", "Fn": "ƒ",
    "md": "⋅",
}  # fmt: skip
_ACCENTS = {
    "'": "\u0301",
    "`": "\u0300",
    "^": "\u0302",
    "~": "\u0303",
    ":": "\u0308",
    ",": "\u0327",
    "v": "\u030c",
}
_UNICODE = re.compile(r"u([0-9A-Fa-f]{4,6})(?:_([0-9A-Fa-f]{4,6}))*")
_ARGUMENT = re.compile(r'"((?:[^"]|"")*)"?|((?:[^\s\\]|\\.|\\$)+)', re.DOTALL)
_LONGEST_STRING = 24  # a reference of three characters makes no more
STRINGS = {"R": "®", "Tm": "™", "lq": "“", "rq": "”", "Aq": "'", "S": ""}


def plain(text: str, strings: Mapping[str, str] = STRINGS) -> str:
    """`text` as it is printed: fonts, sizes and motions gone, characters spelled out, comments left out."""
    if "\\" not in text:
        return text
    return _ESCAPE.sub(lambda found: _printed(found, strings), text)


def arguments(line: str) -> list[str]:
    """The arguments of a macro call, still with their escapes: words, or what stands in quotation marks."""
    line = re.split(r'\s\\"|^\\"', line, maxsplit=1)[0]
    return [
        (found[1].replace('""', '"') if found[1] is not None else found[2])
        for found in _ARGUMENT.finditer(line)
    ]


def short_string(text: str) -> str:
    """The value of a string that a page defines; none that could make the page grow."""
    value = plain(text.removeprefix('"'))
    return value if len(value) <= _LONGEST_STRING else ""


def _printed(found: re.Match[str], strings: Mapping[str, str]) -> str:
    if (kept := found["kept"]) is not None:
        return _KEPT.get(kept, "")
    name = found["string2"] or found["stringn"] or found["string1"]
    if name is not None:
        return strings.get(name, "")
    name = found["char2"] or found["charn"] or found["charc"]
    if name is not None:
        return _character(name)
    if found["code"] is not None:
        return _sound(int(found["code"]))
    return (found["over"] or "")[:1]


def _character(name: str) -> str:
    if name in _CHARACTERS:
        return _CHARACTERS[name]
    if (code := _UNICODE.fullmatch(name)) is not None:
        return "".join(_sound(int(part, 16)) for part in name[1:].split("_")) if code[1] else ""
    if len(name) == 2 and name[0] in _ACCENTS:
        return f"{name[1]}{_ACCENTS[name[0]]}"
    return name if len(name) > 2 or not name.isascii() else ""


def _sound(code: int) -> str:
    """A character that any text may hold."""
    return chr(code) if code >= 32 and not 0xD800 <= code <= 0xDFFF and code <= 0x10FFFF else ""
