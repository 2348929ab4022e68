"""What the columns of a table hold: type, how many different values, the range or examples. Pure."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

_INTEGER = re.compile(r"[-+]?(?:0|[1-9]\d*|[1-9]\d{0,2}(?:[,' ]\d{3})+)")
_NUMBER = re.compile(
    r"[-+]?(?:\d+(?:[.,]\d*)?|[.,]\d+|\d{1,3}(?:,\d{3})+\.\d+|\d{1,3}(?:[. ]\d{3})+,\d+)"
    r"(?:[eE][-+]?\d+)?\s?%?"
)
_DATE = re.compile(
    r"\d{4}-\d\d(?:-\d\d(?:[T ]\d\d:\d\d(?::\d\d(?:[.,]\d+)?)?\s?(?:Z|UTC|[-+]\d\d:?\d\d)?)?)?"
)
_OTHER_DATE = re.compile(
    r"\d{1,2}([./-])\d{1,2}\1(?:\d{4}|\d\d)(?: \d\d:\d\d(?::\d\d)?)?|\d\d:\d\d(?::\d\d)?"
)
_YEAR = re.compile(r"(?:1[5-9]|20|21)\d\d")
_BOOLEANS = frozenset({"true", "false", "yes", "no"})
_NOTHING = frozenset({"", "na", "n/a", "nan", "null", "none", "-"})
_LONGEST_VALUE = 64  # characters: no longer text is a number or a date
_ENOUGH = 12  # as many values are listed all
_EXAMPLES = 4
_LONGEST_EXAMPLE = 40


@dataclass(frozen=True, slots=True)
class Column:
    """One column. `values` is its range, its values if they are few, or examples."""

    name: str
    type: str
    distinct: int
    values: str


def is_value(cell: str) -> bool:
    """Whether a cell is a number or a date, not text."""
    if not cell or len(cell) > _LONGEST_VALUE:
        return False
    return any(pattern.fullmatch(cell) for pattern in (_NUMBER, _INTEGER, _DATE, _OTHER_DATE))


def is_year(cell: str) -> bool:
    """Whether a cell may be a year that heads a column."""
    return _YEAR.fullmatch(cell) is not None


def columns_of(header: Sequence[str], rows: Sequence[Sequence[str]], most: int) -> list[Column]:
    """The first `most` columns of `rows`, named by `header` as far as it goes. One pass over the cells."""
    width = min(most, max(map(len, rows), default=0))
    values: list[dict[str, None]] = [{} for _ in range(max(width, len(header[:most])))]
    for row in rows:
        for held, cell in zip(values, row, strict=False):
            held[cell] = None
    pairs = enumerate(values, 1)
    return [_column(name_of(header, number), held) for number, held in pairs]


def name_of(header: Sequence[str], number: int) -> str:
    """The name of a column (counted from 1), ours where the file gives none."""
    name = header[number - 1] if number <= len(header) else ""
    return name or f"column {number}"


def _column(name: str, held: dict[str, None]) -> Column:
    distinct = list(dict.fromkeys(cell.strip() for cell in held))
    filled = [value for value in distinct if value.lower() not in _NOTHING]
    kind = _type(filled)
    order = _order(kind, filled)
    if order is not None and len(filled) > 1:
        low, high = min(filled, key=order), max(filled, key=order)
        return Column(name, kind, len(distinct), f"{low} to {high}")
    shown = filled if len(filled) <= _ENOUGH else filled[:_EXAMPLES]
    said = ", ".join(_short(value) for value in shown)
    return Column(name, kind, len(distinct), f"{said}, …" if len(shown) < len(filled) else said)


def _type(values: Sequence[str]) -> str:
    """`empty`, `boolean`, `integer`, `number`, `date` or `text`: the narrowest that fits all values."""
    if not values:
        return "empty"
    if max(map(len, values)) > _LONGEST_VALUE:
        return "text"
    if all(value.lower() in _BOOLEANS for value in values):
        return "boolean"
    for name, patterns in _TYPES:
        if all(any(pattern.fullmatch(value) for pattern in patterns) for value in values):
            return "text" if name == "number" and _are_codes(values) else name
    return "text"


def _are_codes(values: Sequence[str]) -> bool:
    """Whether digits begin with a zero that no number would have (postcodes, telephone numbers)."""
    return any(len(value) > 1 and value.isdigit() and value[0] == "0" for value in values)


def _short(value: str) -> str:
    return value if len(value) <= _LONGEST_EXAMPLE else f"{value[:_LONGEST_EXAMPLE]}…"


def _amount(value: str) -> tuple[float, str]:
    """Numbers by size. The last of `.` and `,` is the decimal mark, but for a `,` before three digits."""
    digits = re.sub(r"[%'\s]", "", value)
    if "," in digits and (digits.rfind(".") > digits.rfind(",") or _INTEGER.fullmatch(digits)):
        digits = digits.replace(",", "")
    elif "," in digits:
        digits = digits.replace(".", "").replace(",", ".")
    return float(digits), value


def _order(kind: str, values: Sequence[str]) -> Callable[[str], tuple[float, str]] | None:
    """How values of this type are ordered; None where they are not (or day and month cannot be told)."""
    if kind in ("integer", "number"):
        return _amount
    if kind == "date" and all(_DATE.fullmatch(value) for value in values):
        return lambda value: (0.0, value)
    return None


_TYPES = (("integer", (_INTEGER,)), ("number", (_NUMBER, _INTEGER)), ("date", (_DATE, _OTHER_DATE)))
