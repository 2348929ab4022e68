"""Lists and definition lists of a page as Markdown. Pure."""

from __future__ import annotations

from typing import TYPE_CHECKING

from lxml import etree

from graphrag_batch.formats.html_blocks import Block, indent, join, settle
from graphrag_batch.formats.html_escape import MARK

if TYPE_CHECKING:
    from graphrag_batch.formats.html_convert import Converter

_LISTS = ("ul", "ol", "menu", "dir")
_MAX_NUMBER = 999_999_999  # CommonMark's


def list_blocks(converter: Converter, element: etree._Element) -> list[Block]:
    """A list with the numbers it shows. What stands between its items belongs to the item before."""
    ordered = element.tag == "ol"
    step = -1 if element.get("reversed") is not None else 1
    number = _number(element.get("start"), sum(1 for _ in element.iterchildren("li")) if step < 0 else 1)
    items: list[tuple[int, list[Block]]] = []
    _add(items, number, converter.paragraph([converter.text(element.text or "", frozenset())]))
    for child in element:
        if child.tag == "li":
            number = _number(child.get("value"), number)
            mark = converter.mark(child)
            items.append((number, [*([Block("mark", mark)] if mark else []), *converter.blocks(child)]))
            number += step
        elif isinstance(child.tag, str):
            _add(items, number, converter.any_block(child))
        _add(items, number, converter.paragraph([converter.text(child.tail or "", frozenset())]))
    return _rendered(items, ordered)


def _add(items: list[tuple[int, list[Block]]], number: int, blocks: list[Block]) -> None:
    if blocks and items:
        items[-1][1].extend(blocks)
    elif blocks:
        items.append((number, blocks))


def _rendered(items: list[tuple[int, list[Block]]], ordered: bool) -> list[Block]:
    lines: list[str] = []
    waiting: list[Block] = []
    for number, blocks in items:
        settled = settle([*waiting, *blocks])
        waiting = []
        if not settled or settled[0].kind == "mark":
            waiting = settled
            continue
        marker = f"{min(max(number, 0), _MAX_NUMBER)}. " if ordered else "- "
        lines.append(indent(join(settled, item=True), marker))
    return [*([Block("list", "\n".join(lines))] if lines else []), *waiting]


def _number(value: str | None, otherwise: int) -> int:
    try:
        return int(value) if value else otherwise
    except ValueError:
        return otherwise


def definitions(converter: Converter, element: etree._Element) -> list[Block]:
    """A definition list: `term`, then a line `: definition` for each that is a line; else bold terms and
    blocks."""
    made: list[Block] = []
    terms: list[Block] = converter.paragraph([converter.text(element.text or "", frozenset())])
    told: list[list[Block]] = []
    for child in element:
        if not isinstance(child.tag, str):
            continue
        if child.tag == "dt" and told:
            made += _defined(terms, told)
            terms, told = [], []
        mark = converter.mark(child)
        blocks = [Block("mark", mark)] if mark else []
        if child.tag == "dt":
            terms += [*blocks, *converter.blocks(child)]
        elif child.tag == "dd":
            told.append(settle([*blocks, *converter.blocks(child)]))
        else:
            told.append(settle(converter.any_block(child)))
        told += (
            [tail] if (tail := converter.paragraph([converter.text(child.tail or "", frozenset())])) else []
        )
    return [*made, *_defined(terms, told)]


def _defined(terms: list[Block], told: list[list[Block]]) -> list[Block]:
    terms = settle(terms)
    lines = all(b.kind == "text" and "\n" not in b.text for b in terms) and bool(terms)
    if lines and told and all(len(t) == 1 and t[0].kind == "text" and "\n" not in t[0].text for t in told):
        definitions = [f": {t[0].text}" for t in told]
        return [Block("text", "\n".join((*(t.text for t in terms), *definitions)))]
    bold = [_bold(t) if t.kind == "text" else t for t in terms]
    return settle([*bold, *(block for blocks in told for block in blocks)])


def _bold(term: Block) -> Block:
    shown = MARK.sub("", term.text)
    if "\n" in shown or shown[0] in "`\\*[" or "**" in shown or "](" in shown:
        return term
    marks = "".join(m[0] for m in MARK.finditer(term.text))
    return Block("text", f"{marks}**{shown}**")
