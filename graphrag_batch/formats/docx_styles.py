"""What a Word file's styles say of paragraphs: heading or not, numbered, code, quotation, language."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graphrag_batch.formats.docx_numbers import value_of, whole
from graphrag_batch.formats.docx_package import Element, W

_VAL = f"{W}val"
# Word keeps the English names of its own styles in every language; other writers translate them.
_HEADING = re.compile(
    r"(?:heading|überschrift|titre|título|titolo|заголовок|标题|標題|見出し|제목|kop|rubrik|overskrift|otsikko|"
    r"nagłówek|nadpis|címsor|başlık|naslov|antraštė)\s*([1-9])",
    re.IGNORECASE,
)
_CODE = re.compile(
    r"(?:source ?code|code|code ?block|code ?listing|listing|preformatted(?: text)?|html preformatted|"
    r"verbatim|macro text|console|terminal|command ?line|program ?listing|plaintext code)"
    r"(?: ?\(?block\)?)?(?: char)?",
    re.IGNORECASE,
)
_QUOTE = re.compile(r"(?:intense )?quote|quotations?|block ?(?:text|quote)|zitat|citation", re.IGNORECASE)
_CONTENTS = re.compile(r"(?:toc|contents) ?(?:[1-9]|heading)|table of contents", re.IGNORECASE)
_MONOSPACE = re.compile(
    r"courier|consolas|monaco|menlo|lucida console|(?:\b|[a-z])mono\b|monospace|inconsolata|source code|"
    r"fira code|cascadia|andale|fixed(?:sys)?\b|terminal|typewriter|\bcode\b",
    re.IGNORECASE,
)
_DEEPEST = 20  # styles that follow one another by basedOn

LANGUAGES = ("val", "eastAsia", "bidi")
HEADING_CAP = 300
"""Characters beyond which a paragraph is no heading, whatever its outline level."""


@dataclass(frozen=True, slots=True)
class Style:
    """A paragraph or character style with all it takes from those it is based on. `outline` is 0 for the
    top level, None for body text; `role` is title, code, quote, contents or ""."""

    outline: int | None = None
    role: str = ""
    num: str = ""
    level: int | None = None
    mono: bool = False
    indent: int = 0
    hidden: bool = False


_PLAIN = Style()


@dataclass(slots=True)
class Styles:
    """The styles of a file by their ids."""

    found: dict[str, Element] = field(default_factory=dict)
    known: dict[str, Style] = field(default_factory=dict)
    default: str = ""
    mono: bool = False
    languages: dict[str, str] = field(default_factory=dict)

    def get(self, style: str) -> Style:
        """A style by its id; the default paragraph style for "" and for one that is not there."""
        if style not in self.found:
            style = self.default
        known = self.known.get(style)
        if known is None:
            known = self.known[style] = self._resolve(style)
        return known

    def get_character(self, style: str) -> Style:
        """A character style by its id."""
        return self.get(style) if style in self.found else _PLAIN

    def _resolve(self, style: str) -> Style:
        made = _PLAIN
        for element in reversed(self._chain(style)):
            made = _over(made, element)
        return made

    def _chain(self, style: str) -> list[Element]:
        chain: list[Element] = []
        while style in self.found and len(chain) < _DEEPEST:
            element = self.found[style]
            if element in chain:
                break
            chain.append(element)
            style = value_of(element, "basedOn")
        return chain


def _over(base: Style, element: Element) -> Style:
    """A style based on `base`."""
    name = value_of(element, "name").strip()
    pPr, rPr = element.find(f"{W}pPr"), element.find(f"{W}rPr")
    # A subtitle, an author's name and the like may be based on the title.
    outline, role = base.outline, "" if base.role == "title" else base.role
    level = whole(value_of(pPr, "outlineLvl"), -1)
    if heading := _HEADING.fullmatch(name):
        outline = int(heading[1]) - 1
    if 0 <= level <= 9:
        outline = level if level < 9 else None
    if found := _role(name):
        role = found
    num, place = base.num, base.level
    if pPr is not None and (numbered := pPr.find(f"{W}numPr")) is not None:
        num = value_of(numbered, "numId") or num
        ilvl = value_of(numbered, "ilvl")
        place = whole(ilvl, 0) if ilvl else place
    fonts = monospace(rPr)
    return Style(
        outline=outline,
        role=role,
        num=num,
        level=place,
        mono=base.mono if fonts is None else fonts,
        indent=indent_of(pPr, base.indent),
        hidden=base.hidden or (rPr is not None and rPr.find(f"{W}vanish") is not None),
    )


def _role(name: str) -> str:
    lower = name.lower()
    if lower in ("title", "titel", "titre", "título", "titolo", "заголовок", "标题", "標題", "表題", "제목"):
        return "title"
    if _CODE.fullmatch(name):
        return "code"
    if _QUOTE.fullmatch(name):
        return "quote"
    return "contents" if _CONTENTS.fullmatch(name) else ""


def monospace(rPr: Element | None) -> bool | None:
    """Whether run properties name a font of fixed width; None where they name none."""
    fonts = rPr.find(f"{W}rFonts") if rPr is not None else None
    name = fonts.get(f"{W}ascii") or fonts.get(f"{W}hAnsi") if fonts is not None else None
    return is_monospace(name) if name else None


def is_monospace(font: str) -> bool:
    """Whether all letters of a font are of one width, as far as its name tells."""
    return _MONOSPACE.search(font) is not None


def languages_of(rPr: Element | None) -> dict[str, str]:
    """The languages that run properties give Western (`val`), East Asian and right-to-left text."""
    lang = rPr.find(f"{W}lang") if rPr is not None else None
    named = {kind: lang.get(W + kind, "") for kind in LANGUAGES} if lang is not None else {}
    return {kind: name for kind, name in named.items() if name}


def indent_of(pPr: Element | None, otherwise: int) -> int:
    """Twentieths of a point that a paragraph is indented by."""
    indent = pPr.find(f"{W}ind") if pPr is not None else None
    if indent is None:
        return otherwise
    return whole(indent.get(f"{W}left") or indent.get(f"{W}start"), otherwise)


def read_styles(root: Element | None) -> Styles:
    """The styles of styles.xml."""
    styles = Styles()
    if root is None:
        return styles
    for element in root.iterfind(f"{W}style"):
        style = element.get(f"{W}styleId", "")
        styles.found.setdefault(style, element)
        if element.get(f"{W}type") == "paragraph" and element.get(f"{W}default") in ("1", "true", "on"):
            styles.default = style
    defaults = root.find(f"{W}docDefaults/{W}rPrDefault/{W}rPr")
    normal = styles.get("")
    # Where all text is of fixed width, that is no sign of code.
    styles.mono = bool(monospace(defaults)) or normal.mono
    own = styles.found.get(styles.default)
    styles.languages = languages_of(defaults) | languages_of(own.find(f"{W}rPr") if own is not None else None)
    return styles


def style_lists(root: Element | None) -> dict[str, str]:
    """Which list each numbering style names."""
    found = {}
    for element in root.iterfind(f"{W}style") if root is not None else ():
        if element.get(f"{W}type") == "numbering":
            num = element.find(f"{W}pPr/{W}numPr/{W}numId")
            if num is not None:
                found[element.get(f"{W}styleId", "")] = num.get(_VAL, "")
    return found
