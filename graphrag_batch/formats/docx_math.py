"""Equations of a Word file in one line: `(a+b)/c`, `x^2`, `√(y)`."""

from __future__ import annotations

from graphrag_batch.formats.docx_package import Element, W

_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_TEXTS = (f"{_M}t", f"{W}t")


def math_text(element: Element) -> str:
    """The text of an equation. Every character of it is kept, in order of reading."""
    return " ".join("".join(_read(element)).split())


def _read(element: Element) -> list[str]:
    tag = element.tag
    if tag in _TEXTS:
        return [element.text or ""]
    if tag == f"{_M}f":
        return [_group(element, "num"), "/", _group(element, "den")]
    if tag == f"{_M}rad":
        degree = _part(element, "deg")
        return [f"{degree}√" if degree else "√", "(", _part(element, "e"), ")"]
    if tag == f"{_M}d":
        opening, closing, between = _marks(element)
        return [opening, between.join(_inside(e) for e in element.iterfind(f"{_M}e")), closing]
    if tag == f"{_M}m":
        rows = element.iterfind(f"{_M}mr")
        return ["; ".join(", ".join(_inside(e) for e in row.iterfind(f"{_M}e")) for row in rows)]
    if tag == f"{_M}nary":
        char = element.find(f"{_M}naryPr/{_M}chr")
        sign = char.get(f"{_M}val", "") if char is not None else "∫"
        return [sign, *_scripts(element), " ", _part(element, "e")]
    if tag in (f"{_M}sSup", f"{_M}sSub", f"{_M}sSubSup", f"{_M}sPre"):
        return [_part(element, "e"), *_scripts(element)]
    return [text for child in element for text in _read(child)]


def _scripts(element: Element) -> list[str]:
    return [
        mark + (f"({text})" if len(text) > 1 else text)
        for name, mark in (("sub", "_"), ("sup", "^"))
        if (text := _part(element, name))
    ]


def _marks(element: Element) -> tuple[str, str, str]:
    marks = []
    for name, usual in (("begChr", "("), ("endChr", ")"), ("sepChr", "|")):
        char = element.find(f"{_M}dPr/{_M}{name}")
        marks.append(char.get(f"{_M}val", "") if char is not None else usual)
    return marks[0], marks[1], marks[2]


def _group(element: Element, name: str) -> str:
    text = _part(element, name)
    return text if len(text) < 2 or text.isalnum() else f"({text})"


def _part(element: Element, name: str) -> str:
    child = element.find(_M + name)
    return _inside(child) if child is not None else ""


def _inside(element: Element) -> str:
    return "".join(text for child in element for text in _read(child)).strip()
