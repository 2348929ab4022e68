"""The numbers of a Word file's lists and headings, counted as Word counts them.

A paragraph only says that it is in list 7 on level 2; what stands before it (`2.1.`, `iv)`, a bullet)
follows from the definitions in numbering.xml and from every paragraph numbered before.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from graphrag_batch.formats.docx_package import Element, W

_VAL = f"{W}val"
_LEVELS = 9
_PLACEHOLDER = re.compile(r"%([1-9])")
_ROMAN = (
    (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"),
    (10, "x"), (9, "ix"), (5, "v"), (4, "iv"), (1, "i"),
)  # fmt: skip
_HAN = "〇一二三四五六七八九"
_RUSSIAN = "абвгдежзиклмнопрстуфхцчшщыэюя"
_MOST = 100_000  # a larger number is written in digits


@dataclass(slots=True)
class Level:
    """One level of a list: the form of its numbers and the text around them."""

    start: int = 1
    form: str = "decimal"
    text: str = ""
    restart: int | None = None
    legal: bool = False
    style: str = ""
    indent: int = 0


@dataclass(slots=True)
class _List:
    """A `w:num`: levels of its own or of the definition it shares counters with."""

    abstract: str
    levels: dict[int, Level]
    starts: dict[int, int]
    begun: bool = False


@dataclass(slots=True)
class Numbering:
    """Every list of a file, and where each stands."""

    lists: dict[str, _List] = field(default_factory=dict)
    counters: dict[str, dict[int, int]] = field(default_factory=dict)

    def level(self, num: str, level: int) -> Level | None:
        """The definition of a level, if the list has one."""
        found = self.lists.get(num)
        return found.levels.get(level) if found is not None else None

    def level_of_style(self, num: str, style: str) -> int | None:
        """The level that a paragraph style is tied to."""
        found = self.lists.get(num)
        levels = found.levels.items() if found is not None else ()
        return next((n for n, level in levels if level.style == style), None)

    def next(self, num: str, level: int) -> str | None:
        """The number of the next paragraph on this level, as it is shown; "" for a bullet, None for none."""
        found = self.lists.get(num)
        if found is None or level not in found.levels:
            return None
        counters = self.counters.setdefault(found.abstract, {})
        if not found.begun:
            found.begun = True
            for n in found.starts:
                counters.pop(n, None)
        own = found.levels[level]
        counters[level] = counters[level] + 1 if level in counters else found.starts.get(level, own.start)
        for deeper in range(level + 1, _LEVELS):
            below = found.levels.get(deeper)
            if below is None or below.restart is None or 0 < below.restart <= level + 1:
                counters.pop(deeper, None)
        if own.form == "bullet":
            return ""
        return _label(found, counters, own) or None


def _label(found: _List, counters: dict[int, int], own: Level) -> str:
    def number(match: re.Match[str]) -> str:
        n = int(match[1]) - 1
        level = found.levels.get(n, Level())
        value = counters.get(n, found.starts.get(n, level.start))
        return format_number(value, "decimal" if own.legal else level.form)

    return _PLACEHOLDER.sub(number, own.text).strip()


def format_number(value: int, form: str) -> str:
    """A number in one of Word's forms (ECMA-376, ST_NumberFormat); the rare ones as decimals."""
    if value < 1 or value > _MOST or form == "none":
        return "" if form == "none" else str(value)
    if form in ("lowerLetter", "upperLetter"):
        letters = chr(97 + (value - 1) % 26) * min((value - 1) // 26 + 1, 50)
        return letters.upper() if form == "upperLetter" else letters
    if form in ("lowerRoman", "upperRoman"):
        return _roman(value).upper() if form == "upperRoman" else _roman(value)
    if form == "decimalZero":
        return f"{value:02}"
    if form == "ordinal":
        suffix = "th" if value % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(value % 10, "th")
        return f"{value}{suffix}"
    if form in ("russianLower", "russianUpper") and value <= len(_RUSSIAN):
        letter = _RUSSIAN[value - 1]
        return letter.upper() if form == "russianUpper" else letter
    if form in _HAN_FORMS and value < 100:
        return _han(value)
    if form == "decimalEnclosedCircle" and value <= 20:
        return chr(0x245F + value)
    return str(value)


_HAN_FORMS = (
    "chineseCounting", "chineseCountingThousand", "japaneseCounting", "ideographDigital", "taiwaneseCounting",
    "taiwaneseCountingThousand", "koreanDigital2",
)  # fmt: skip


def _roman(value: int) -> str:
    parts = []
    for unit, letters in _ROMAN:
        count, value = divmod(value, unit)
        parts.append(letters * count)
    return "".join(parts)


def _han(value: int) -> str:
    tens, ones = divmod(value, 10)
    head = "" if not tens else "十" if tens == 1 else f"{_HAN[tens]}十"
    return head + (_HAN[ones] if ones or not tens else "")


def read_numbering(root: Element | None, style_lists: dict[str, str]) -> Numbering:
    """The lists of numbering.xml. `style_lists` says which list a numbering style names."""
    numbering = Numbering()
    if root is None:
        return numbering
    abstracts: dict[str, Element] = {
        a.get(f"{W}abstractNumId", ""): a for a in root.iterfind(f"{W}abstractNum")
    }
    nums: dict[str, Element] = {n.get(f"{W}numId", ""): n for n in root.iterfind(f"{W}num")}
    levels: dict[str, dict[int, Level]] = {}
    for num_id, num in nums.items():
        abstract = _abstract_of(num, nums, abstracts, style_lists)
        if abstract not in levels:
            levels[abstract] = _levels(abstracts.get(abstract))
        own, starts = levels[abstract], {}
        for override in num.iterfind(f"{W}lvlOverride"):
            n = whole(override.get(f"{W}ilvl"), 0)
            if (lvl := override.find(f"{W}lvl")) is not None:
                own = own | {n: _level(lvl)}
            if (start := override.find(f"{W}startOverride")) is not None:
                starts[n] = whole(start.get(_VAL), 1)
        numbering.lists[num_id] = _List(abstract, own, starts)
    return numbering


def _abstract_of(
    num: Element, nums: dict[str, Element], abstracts: dict[str, Element], style_lists: dict[str, str]
) -> str:
    """The definition that a list uses: through a numbering style, where that is what it names."""
    abstract = ""
    for _ in range(3):
        abstract = value_of(num, "abstractNumId")
        link = value_of(abstracts.get(abstract), "numStyleLink")
        num = nums.get(style_lists.get(link, ""))
        if num is None:
            break
    return abstract


def _levels(abstract: Element | None) -> dict[int, Level]:
    found = abstract.iterfind(f"{W}lvl") if abstract is not None else ()
    return {whole(lvl.get(f"{W}ilvl"), 0): _level(lvl) for lvl in found}


def _level(lvl: Element) -> Level:
    restart = value_of(lvl, "lvlRestart")
    indent = lvl.find(f"{W}pPr/{W}ind")
    return Level(
        start=whole(value_of(lvl, "start"), 0),
        form=value_of(lvl, "numFmt") or "decimal",
        text=value_of(lvl, "lvlText"),
        restart=whole(restart, 0) if restart else None,
        legal=is_on(lvl.find(f"{W}isLgl")),
        style=value_of(lvl, "pStyle"),
        indent=whole(indent.get(f"{W}left") or indent.get(f"{W}start"), 0) if indent is not None else 0,
    )


def value_of(parent: Element | None, name: str) -> str:
    """`w:val` of a child, "" where there is none."""
    child = parent.find(W + name) if parent is not None else None
    return child.get(_VAL, "") if child is not None else ""


def is_on(element: Element | None) -> bool:
    """Whether a switch such as `w:b` is there and on."""
    return element is not None and element.get(_VAL, "1").lower() not in ("0", "false", "off", "none")


def whole(text: str | None, otherwise: int) -> int:
    """A whole number of at most six digits, or `otherwise`."""
    text = (text or "").partition(".")[0]
    return int(text) if re.fullmatch(r"-?[0-9]{1,6}", text) else otherwise
