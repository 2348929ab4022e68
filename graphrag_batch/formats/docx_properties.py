"""What a Word file says of itself: title, author, subject, keywords, dates, and in which language it is."""

from __future__ import annotations

import re
from typing import Any

from graphrag_batch.formats.docx_context import Context
from graphrag_batch.formats.docx_package import Element, Package

_CORE = {
    "title": "title", "creator": "author", "subject": "subject", "description": "description",
    "category": "category", "created": "created", "modified": "modified",
    "contentStatus": "status", "version": "version",
}  # fmt: skip
_SEPARATORS = re.compile(r"[;,\n]")
# What programs put there when nobody names the document.
_NO_TITLE = re.compile(
    r"(?:microsoft )?word(?: document)?|document\s*\d*|untitled.*|microsoft word - .*|"
    r"dokument\s*\d*|powerpoint presentation|slide \d+|template|title|\S+\.(?:dot|doc|rtf|odt)\w?",
    re.IGNORECASE,
)
_TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8})*")
# Properties that are labels and settings of programs.
_MACHINE = re.compile(
    r"MSIP_|_|ContentTypeId|AppVersion|DocSecurity|HyperlinksChanged|LinksUpToDate|ScaleCrop|ShareDoc|"
    r"MTWinEqns|GrammarlyDocumentId|MediaServiceImageTags",
)
_LONGEST = 1_000


def properties(package: Package) -> dict[str, Any]:
    """The document's properties under the names that front matter uses; keywords are `tags`."""
    relations = package.relations("").values()
    parts = {r.kind: r.target for r in relations if not r.external}
    meta: dict[str, Any] = {}
    for name, text in _custom(package.optional(parts.get("custom-properties", ""))):
        meta[name] = text
    core = package.optional(parts.get("core-properties", "") or "docProps/core.xml")
    for element in core if core is not None else ():
        name = element.tag.rpartition("}")[2]
        text = " ".join((element.text or "").split())[:_LONGEST]
        if text and name == "keywords":
            meta["tags"] = [tag for tag in (part.strip() for part in _SEPARATORS.split(text)) if tag]
        elif text and name in _CORE:
            meta[_CORE[name]] = text
    return meta


def _custom(root: Element | None) -> list[tuple[str, str]]:
    """Properties that people or programs added; labels for machines are left out."""
    found = []
    for element in root if root is not None else ():
        name = (element.get("name") or "").strip()
        text = " ".join("".join(element.itertext()).split())
        if name and text and len(text) <= _LONGEST and not _MACHINE.match(name):
            found.append((name.lower(), text))
    return found


def title_of(meta: dict[str, Any]) -> str | None:
    """The title among the properties, if somebody gave it one."""
    title = meta.get("title", "")
    return title if title and not _NO_TITLE.fullmatch(title) else None


def language(context: Context, text: str) -> str:
    """The language (BCP 47) that the text is marked with, "" where no mark fits its script.

    Word marks a run for Western, East Asian and right-to-left text at once, whatever it holds: templates say
    `en-US` of text in any language, so a mark counts only for the script it is for.
    """
    kind = _script(text)
    marked = context.languages[kind]
    default = context.styles.languages.get(kind, "")
    if default:
        marked[default] += context.runs - marked.total()
    fitting = [(count, lang) for lang, count in marked.items() if _fits(lang, kind, text)]
    return max(fitting, default=(0, ""))[1]


def _script(text: str) -> str:
    """Which of Word's three kinds of marks is for most letters of a text."""
    sample = text[:_SAMPLE]
    east, right = _count(_EAST_ASIAN, sample), _count(_RIGHT_TO_LEFT, sample)
    letters = _count(_LETTER, sample)
    return "eastAsia" if 3 * east > letters else "bidi" if 2 * right > letters else "val"


def _count(letters: re.Pattern[str], text: str) -> int:
    return sum(map(len, letters.findall(text)))


def _fits(lang: str, kind: str, text: str) -> bool:
    if not _TAG.fullmatch(lang):
        return False
    base = lang.partition("-")[0].lower()
    if kind != "val":
        return base in _EASTERN if kind == "eastAsia" else base in _RIGHTWARD
    sample = text[:_SAMPLE]
    return (2 * _count(_LATIN, sample) > _count(_LETTER, sample)) == (base not in _NOT_LATIN)


_SAMPLE = 6_000
_LETTER = re.compile(r"[^\W\d_]+")
_LATIN = re.compile(r"[A-Za-z\u00c0-\u024f\u1e00-\u1eff]+")
_EAST_ASIAN = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af\uf900-\ufaff]+")
_RIGHT_TO_LEFT = re.compile(r"[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]+")
_EASTERN = ("zh", "ja", "ko", "yue")
_RIGHTWARD = ("ar", "he", "fa", "ur", "ps", "ckb", "yi", "sd", "ug", "dv")
# Languages that `w:val` marks and that are written in other letters.
_NOT_LATIN = (
    "ru", "uk", "be", "bg", "mk", "sr", "kk", "ky", "mn", "tg", "tt", "el", "hy", "ka", "hi", "bn", "ta",
    "te", "th", "mr", "gu", "kn", "ml", "pa", "si", "km", "lo", "my", "am", "ti", "ne",
)  # fmt: skip
