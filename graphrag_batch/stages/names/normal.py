"""The normal form of a name: what two ways of writing one name have in common, and what keeps two names
apart."""

from __future__ import annotations

import re
import unicodedata

_LONGEST = 200
# What is longer before white space and the like are folded is not looked at.
_MOST = 2_000

# What most names are: needs no more than lower case.
_PLAIN = re.compile(r"(?!the )[A-Za-z]{2,}(?: [A-Za-z]{2,})*", re.IGNORECASE)
_INVISIBLE = re.compile(
    "[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180e\u200b-\u200f\u202a-\u202e\u2060-\u206f\ufe00-\ufe0f\ufeff]"
)
_LIKE = str.maketrans(
    dict.fromkeys("‘’‚‛ʼ`´", "'") | dict.fromkeys("“”„‟«»", '"') | dict.fromkeys("‐‑‒–—−", "-")
)
_EDGE = "\"',;:!?|*=~…·•‹› 。、，；：！？「」『』《》【】"
_PAIRS = {"(": ")", "[": "]", "{": "}", "<": ">"}
_CLOSERS = {closer: opener for opener, closer in _PAIRS.items()}

_POSSESSIVE = re.compile(r"(?<=\w)'s\Z")
_ARTICLE = re.compile(r"the (?=.{4})")
_VARIABLE = re.compile(r"\$\{?(\w+)\}?\Z")
# The identifier that some Markdown gives headings.
_ATTRIBUTES = re.compile(r" ?\{:? ?[#.][^{}]*\}\Z")
_INITIALS = re.compile(r"(?<![\w.])(?:[^\W\d_]\. ?){2,}(?!\w)")
# Names in code, of files, options, hosts: letters after a dot, or a sign of such.
_CODE = re.compile(r"[/\\_@=#]|::|\A-|\.[^\W\d]")
_BODIES = re.compile(r"\A(iso|iec|ieee)(?:[/ -](?:iso|iec|ieee))+[ -]?(?=\d)")
_VERSION = re.compile(r"(?<=[\w)] )(?:version |ver\.? ?|release |v\.? ?)(?=\d)")
_OWN_VERSION = re.compile(r"\Av(?=\d+\.\d)")
_NUMBERED = re.compile(r"(?<!\w)([^\W\d_]{2,})[ -]?(?=\d)")
_HYPHEN = re.compile(r"(?<=[^\W\d_]{2})-(?=[^\W\d_]{2})")


def norm(surface: str) -> str:
    """The normal form of a name; "" for what is none. `norm(norm(x)) == norm(x)`.

    Case, width, white space and invisible characters are folded; quotes, brackets and punctuation around the
    name, a possessive and a leading "the" come off. `ISO/IEC 27001`, `ISO-27001` and `ISO27001` are one,
    as are `role-based` and `role based`, `U.S.` and `US`, `$HOME` and `HOME`; `C`, `C#`, `C++`, `.NET`,
    `Node.js`, `user_id` and `--force` stay as they are.
    """
    if _PLAIN.fullmatch(surface) and len(surface) <= _LONGEST and surface.isascii():
        return surface.lower()
    if len(surface) > _MOST:
        return ""
    text, before = surface, None
    while text != before:  # each step takes away what the next may uncover
        before = text
        text = _step(text)
        if _PLAIN.fullmatch(text) and text.isascii():
            break
    return text if len(text) <= _LONGEST and any(map(str.isalnum, text)) else ""


def _step(text: str) -> str:
    if not text.isascii():
        text = _INVISIBLE.sub("", unicodedata.normalize("NFKC", text)).translate(_LIKE)
    text = " ".join(text.casefold().split())[: _LONGEST + 1]
    text = _unwrapped(text)
    if text.startswith("the "):
        text = _ARTICLE.sub("", text, count=1)
    if "." in text:
        text = _INITIALS.sub(_joined, text)
    if text.startswith("i"):
        text = _BODIES.sub(r"\1 ", text)
    if _CODE.search(text):
        return text
    if any(map(str.isdigit, text)):
        if "v" in text or "release" in text:
            text = _OWN_VERSION.sub("", _VERSION.sub("", text))
        text = _NUMBERED.sub(r"\1 ", text)
    return _HYPHEN.sub(" ", text) if "-" in text else text


def _unwrapped(text: str) -> str:
    """Without what stands around a name but is no part of it."""
    text = text.strip(_EDGE)
    if text.endswith("'s"):
        text = _POSSESSIVE.sub("", text)
    if text.endswith("}"):
        text = _ATTRIBUTES.sub("", text)
    if text.endswith("()"):
        return text[:-2]
    if text.endswith((".", "-")) and not _INITIALS.search(text):
        text = text.rstrip(".- ")
    if text[:1] in _PAIRS and (text[-1:] == _PAIRS[text[0]] or _PAIRS[text[0]] not in text):
        return text[1:].removesuffix(_PAIRS[text[0]])
    if text[-1:] in _CLOSERS and _CLOSERS[text[-1]] not in text:
        return text[:-1]
    variable = _VARIABLE.match(text) if text.startswith("$") else None
    return variable[1] if variable else text


def _joined(initials: re.Match[str]) -> str:
    letters = initials[0].replace(".", "").replace(" ", "")
    return letters + " " if initials[0].endswith(" ") else letters
