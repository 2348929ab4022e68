"""What can be read of drawings in a Word file: alternative text, text boxes, diagrams, charts."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.formats.docx_context import Context
from graphrag_batch.formats.docx_package import Element, R, W

_MC = "{http://schemas.openxmlformats.org/markup-compatibility/2006}"
_WP = "{http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing}"
_A = "{http://schemas.openxmlformats.org/drawingml/2006/main}"
_C = "{http://schemas.openxmlformats.org/drawingml/2006/chart}"
_DGM = "{http://schemas.openxmlformats.org/drawingml/2006/diagram}"
_M = "{http://schemas.openxmlformats.org/officeDocument/2006/math}"
_V = "{urn:schemas-microsoft-com:vml}"
_O = "{urn:schemas-microsoft-com:office:office}"
_BOX, _ALTERNATE, _CHOICE, _FALLBACK = (
    f"{W}txbxContent",
    f"{_MC}AlternateContent",
    f"{_MC}Choice",
    f"{_MC}Fallback",
)
_SEEN = (_BOX, f"{W}t", f"{_WP}docPr", f"{_M}t")
_MADE_BY_MACHINE = re.compile(
    r"\s*(?:Description (?:automatically )?generated(?: with \w+ confidence)?|"
    r"AI-generated content may be incorrect)\.?\s*"
)
_FILE = re.compile(r"\S*\.(?:png|jpe?g|gif|bmp|tiff?|emf|wmf|svg|webp)", re.IGNORECASE)
_MOST = 500  # texts of one chart


def branch_of(alternate: Element) -> Element:
    """The one branch of alternate content that is read: the first that holds anything to see."""
    branches = [*alternate.iterfind(_CHOICE), *alternate.iterfind(_FALLBACK)]
    for branch in branches:
        if next(branch.iter(*_SEEN), None) is not None:
            return branch
    return branches[0] if branches else ()


def alternative_of(drawing: Element) -> str:
    """The alternative text of a picture, in one line; "" where there is none but a file's name."""
    found = [e.get("descr") or e.get("title") or "" for e in drawing.iter(f"{_WP}docPr")]
    found += [e.get("alt") or "" for e in drawing.iter(f"{_V}shape", f"{_V}rect", f"{_V}group")]
    texts = (" ".join(_MADE_BY_MACHINE.sub(" ", text).split()) for text in found)
    return next((text for text in texts if text and not _FILE.fullmatch(text)), "")


def text_boxes(drawing: Element) -> Iterator[Element]:
    """The contents of the text boxes in a drawing, each once."""
    for child in drawing:
        if child.tag == _BOX:
            yield child
        else:
            yield from text_boxes(branch_of(child) if child.tag == _ALTERNATE else child)


def drawn_texts(context: Context, drawing: Element) -> list[str]:
    """The texts of diagrams and charts, which are parts of their own, and of shapes that hold plain text."""
    texts: list[str] = []
    for element in drawing.iter(f"{_DGM}relIds", f"{_C}chart", f"{_A}p", f"{_O}OLEObject", f"{_V}textpath"):
        if element.tag == f"{_A}p":
            texts.append("".join(t.text or "" for t in element.iter(f"{_A}t")))
        elif element.tag == f"{_V}textpath":
            texts.append(element.get("string") or "")
        elif element.tag == f"{_O}OLEObject":
            context.left_out["embedded objects"] += 1
        else:
            relation = context.relations.get(element.get(f"{R}dm") or element.get(f"{R}id") or "")
            if relation is not None and not relation.external:
                texts += _part_texts(context.package.optional(relation.target))
    return [text for text in (" ".join(t.split()) for t in texts) if text]


def _part_texts(root: Element | None) -> list[str]:
    """The paragraphs of a diagram; of a chart its titles, series and categories."""
    texts: dict[str, None] = {}
    for element in root.iter(f"{_A}p", f"{_C}strCache") if root is not None else ():
        if element.tag == f"{_A}p":
            texts["".join(t.text or "" for t in element.iter(f"{_A}t"))] = None
        else:
            texts |= {value.text or "": None for value in element.iter(f"{_C}v")}
        if len(texts) > _MOST:
            break
    return list(texts)
