"""A page's tree as Markdown, block by block, with the places of its anchors. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable, Sequence

from lxml import etree

from graphrag_batch.formats import html_names as names
from graphrag_batch.formats.html_blocks import Block, join, quote, settle
from graphrag_batch.formats.html_code import code_text, fence, language_of
from graphrag_batch.formats.html_escape import MARK, guard_heading, guard_lines, link_target, link_text
from graphrag_batch.formats.html_inline import InlineConverter, Tags, append, target_of
from graphrag_batch.formats.html_lists import definitions, list_blocks
from graphrag_batch.formats.html_prune import class_names
from graphrag_batch.formats.html_table import table_blocks
from graphrag_batch.formats.html_tree import BLOCKS

NONE: Tags = frozenset()
_EDGES = re.compile(r" *\n *")
_BREAKS = re.compile(r" *\n *\n[ \n]*")
_SPACES = re.compile(r" {2,}")
_LINKED = re.compile(r"((?:\x02\d+\x03)*(?:#{1,6} )?)([^\n]+)\Z")
_NOTES = frozenset(
    ("note", "tip", "warning", "caution", "important", "danger", "info", "hint", "attention", "example")
)
_TITLE_LENGTH = 40


class Converter(InlineConverter):
    """Elements to blocks of Markdown."""

    def __init__(self, content: Sequence[etree._Element]) -> None:
        super().__init__()
        self.headings: list[tuple[int, str]] = []
        """Level and text of the headings met so far."""
        self._mixed = _with_blocks(content)
        self._blocks: dict[str, Callable[[etree._Element], list[Block]]] = {
            "pre": self._pre, "listing": self._pre, "xmp": self._pre, "plaintext": self._pre, "hr": self._hr,
            "blockquote": self._blockquote, "a": self._linked_blocks, "figure": self._boxed,
            "div": self._boxed, "aside": self._boxed, "section": self._boxed, "summary": self._summary,
            "ul": lambda e: list_blocks(self, e), "ol": lambda e: list_blocks(self, e),
            "menu": lambda e: list_blocks(self, e), "dir": lambda e: list_blocks(self, e),
            "dl": lambda e: definitions(self, e), "table": lambda e: table_blocks(self, e),
            **dict.fromkeys(("h1", "h2", "h3", "h4", "h5", "h6"), self._heading),
        }  # fmt: skip

    def is_block(self, element: etree._Element) -> bool:
        """Whether an element begins lines of its own."""
        return element.tag in BLOCKS or element in self._mixed

    def blocks(self, element: etree._Element) -> list[Block]:
        """What is in an element, settled."""
        made: list[Block] = []
        run: list[str] = [self.text(element.text, NONE)] if element.text else []
        for child in element:
            if not isinstance(child.tag, str):
                pass
            elif self.is_block(child):
                if run:
                    made += self.paragraph(run)
                    run = []
                made += self.block(child)
            else:
                append(run, self.node(child, NONE))
            if child.tail and (run or not child.tail.isspace()):
                run.append(self.text(child.tail, NONE))
        return settle([*made, *self.paragraph(run)] if run else made)

    def block(self, element: etree._Element) -> list[Block]:
        """One element that begins lines of its own, its anchor first."""
        mark = self.mark(element)
        made = self._blocks.get(element.tag, self.blocks)(element)
        return [Block("mark", mark), *made] if mark else made

    def any_block(self, element: etree._Element) -> list[Block]:
        """An element where blocks are expected."""
        return self.block(element) if self.is_block(element) else self.paragraph([self.node(element, NONE)])

    def strays(self, element: etree._Element, expected: Collection[str]) -> list[Block]:
        """What is in an element besides the elements expected there."""
        made = self.paragraph([self.text(element.text or "", NONE)])
        for child in element:
            if isinstance(child.tag, str) and child.tag not in expected:
                made += self.any_block(child)
            made += self.paragraph([self.text(child.tail or "", NONE)])
        return made

    def paragraph(self, run: Iterable[str]) -> list[Block]:
        """What stood in a line as a paragraph, or as several where empty lines part it."""
        text = "".join(run).strip()
        if not text:
            return []
        return [_paragraph(part) for part in (_BREAKS.split(text) if "\n" in text else (text,))]

    def _heading(self, element: etree._Element) -> list[Block]:
        text = guard_heading(self.inline(element, frozenset(("heading",))))
        shown = MARK.sub("", text).strip()
        if not shown:
            return [Block("mark", "".join(m[0] for m in MARK.finditer(text)))]
        level = int(element.tag[1]) if element.tag[0] == "h" else 1
        self.headings.append((level, _shown(element)))
        return [Block("heading", f"{'#' * level} {text}")]

    def _pre(self, element: etree._Element) -> list[Block]:
        marks = self.marks_in(element)
        text = code_text(element)
        waiting = [Block("mark", marks)] if marks else []
        return [*waiting, Block("fence", fence(text, language_of(element)))] if text.strip() else waiting

    def _hr(self, element: etree._Element) -> list[Block]:
        return [Block("rule", "***"), *self.blocks(element)]

    def _blockquote(self, element: etree._Element) -> list[Block]:
        return self._quoted(self.blocks(element))

    def _quoted(self, blocks: list[Block]) -> list[Block]:
        if not blocks or blocks[0].kind == "mark":
            return blocks
        return [Block("quote", quote(join(blocks)))]

    def _summary(self, element: etree._Element) -> list[Block]:
        blocks = self.blocks(element)
        return [self._bold(b) if b.kind == "text" else b for b in blocks]

    def _bold(self, block: Block) -> Block:
        shown = MARK.sub("", block.text)
        if "**" in shown or "](" in shown or "\n" in shown or shown.startswith("\\"):
            return block
        marks = "".join(m[0] for m in MARK.finditer(block.text))
        return Block("text", f"{marks}**{shown}**")

    def _boxed(self, element: etree._Element) -> list[Block]:
        """A part of the page; an admonition becomes a quotation that begins with its title."""
        if "class" not in element.attrib:
            return self.blocks(element)
        tokens = class_names(element)
        if "fragment" in tokens and element.find("div") is not None:  # Doxygen's code
            return self._pre(element)
        if "title" in tokens and self._titles_page(element):
            return self._heading(element)
        if "math" in tokens and not len(element):
            return self.paragraph([self.formula(element)])
        title = self._box_title(element, tokens)
        if title is None:
            boxed = not tokens.isdisjoint(("admonition", "admonitionblock", "themeadmonition"))
            return self._quoted(self.blocks(element)) if boxed else self.blocks(element)
        level = len(self.headings)
        text = self.paragraph([self.inline(title, frozenset(("heading",)))])
        parent, tail = title.getparent(), title.tail
        title.text, title.tail = None, None
        for child in list(title):
            title.remove(child)
        title.tag = "div"
        if tail:
            title.tail = tail
        del self.headings[level:], parent
        return self._quoted(settle([*(self._bold(b) for b in text), *self.blocks(element)]))

    def _titles_page(self, element: etree._Element) -> bool:
        """Whether an element is the title of a page of Doxygen's."""
        parent = element.getparent()
        return parent is not None and "headertitle" in class_names(parent)

    def _box_title(self, element: etree._Element, tokens: frozenset[str]) -> etree._Element | None:
        """The title of an admonition, or None where there is none or it is no admonition."""
        notes = tokens & _NOTES
        if tokens.isdisjoint(names.ADMONITIONS) and not notes:
            return None
        if (element.text or "").strip():
            return None
        for child in list(element)[:1]:
            if not isinstance(child.tag, str):
                return None
            if not class_names(child).isdisjoint(names.ADMONITION_TITLES):
                return child
            text = "".join(child.itertext()).strip().rstrip(":!").casefold()
            if len(text) <= _TITLE_LENGTH and text in notes:
                return child
        return None

    def _linked_blocks(self, element: etree._Element) -> list[Block]:
        """A link around blocks: its first line is linked."""
        blocks, href = self.blocks(element), target_of(element)
        for index, block in enumerate(blocks):
            match = _LINKED.match(block.text) if block.kind in ("text", "heading") else None
            if href and match and "](" not in match[2] and "<http" not in match[2]:
                blocks[index] = Block(block.kind, f"{match[1]}[{link_text(match[2])}]({link_target(href)})")
                break
        return blocks


def _paragraph(text: str) -> Block:
    text = _SPACES.sub(" ", _EDGES.sub("\n", text))
    if text[0] == "\x02" and not MARK.sub("", text).strip():
        return Block("mark", "".join(m[0] for m in MARK.finditer(text)))
    return Block("text", guard_lines(text))


def _shown(heading: etree._Element) -> str:
    """The words of a heading, without the sign that links to it."""
    signs = [e for e in heading.iter("a") if not any(c.isalnum() for text in e.itertext() for c in text)]
    parts: list[str] = [heading.text or ""]
    for event, node in etree.iterwalk(heading, events=("start", "end")):
        if node is heading:
            continue
        if node.tag in BLOCKS or node.tag == "br":
            parts.append(" ")
        if event == "start" and node not in signs:
            parts.append(node.text or "")
        elif event == "end":
            parts.append(node.tail or "")
    return " ".join("".join(parts).split())


def _with_blocks(content: Sequence[etree._Element]) -> set[etree._Element]:
    """Elements of lines that nevertheless hold blocks."""
    found: set[etree._Element] = set()
    for root in content:
        for element in root.iter(*BLOCKS):
            for above in element.iterancestors():
                if above.tag in BLOCKS or above in found:
                    break
                found.add(above)
    return found


def _without_idle_rules(blocks: list[Block]) -> list[Block]:
    """The blocks without rules that part nothing."""
    kept: list[Block] = []
    for block in blocks:
        if block.kind == "mark" or (block.kind == "rule" and (not kept or kept[-1].kind == "rule")):
            continue
        kept.append(block)
    return kept[:-1] if kept and kept[-1].kind == "rule" else kept


def convert(content: Sequence[etree._Element]) -> tuple[str, list[tuple[int, str]], list[tuple[int, str]]]:
    """Markdown of the elements, its anchors as (0-based line, name), its headings as (level, text)."""
    converter = Converter(content)
    blocks = settle([block for element in content for block in converter.block(element)])
    text = join(_without_idle_rules(blocks))
    anchors: list[tuple[int, str]] = []
    at, line = 0, 0
    for match in MARK.finditer(text):
        line += text.count("\n", at, match.start())
        at = match.start()
        anchors.append((line, converter.anchors[int(match[1])]))
    text = MARK.sub("", text)
    return f"{text}\n" if text else "", anchors, converter.headings
