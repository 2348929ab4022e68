"""The golden PDFs, drawn here; written to fixtures/cases/pdf by: python -m tests.formats.pdf_cases"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from graphrag_batch.config import FormatsConfig
from graphrag_batch.formats.registry import decode
from graphrag_batch.records import Decoded
from tests.formats import golden
from tests.formats.pdf_writer import Page, Pdf

FOLDER = golden.CASES / "pdf"

# What stands at the edge of every page, and is left out on purpose: case -> whole lines.
FURNITURE: dict[str, set[str]] = {
    "running": {"Harbour Handbook", "Chapter 2. Ropes", "Issue of the port authority"}
    | {f"Page {n} of 6" for n in range(1, 7)},
    "two_columns": {"1"},
    "pages": {str(n) for n in range(7, 11)},
}

_WORDS = """
    harbour lantern gravel meadow copper willow anchor basket candle ditch ember feather granite hollow island
    jacket kettle ladder marble needle orchard pebble quarry ribbon saddle timber umber valley wagon yarrow
"""
WORDS = _WORDS.split()


def prose(start: int, lines: int, words: int) -> list[str]:
    """Lines of made-up prose, each different."""
    return [" ".join(WORDS[(start + 7 * n + m * m) % 30] for m in range(words)) for n in range(lines)]


def headings() -> Pdf:
    page = Page()
    page.text(60, 60, "These lines stand before the first heading.")
    page.text(60, 100, "Keeping bees", "B", 20)
    y = page.lines(60, 130, ["A colony needs water, shelter and peace.", "It winters on its own stores."])
    page.text(60, y + 20, "Spring", "B", 14)
    y = page.lines(60, y + 42, ["Look for brood in March.", "Feed only if the combs are empty."])
    page.text(60, y + 20, "Swarms", "B", 14)
    y = page.lines(60, y + 42, ["A swarm hangs quietly for an hour.", "Take it at dusk."])
    page.text(60, y + 20, "A heading so long that it does", "B", 14)
    page.text(60, y + 38, "not end on its first line", "B", 14)
    page.lines(60, y + 60, ["The text under the long heading."])
    return Pdf(page, Title="bees-final.docx", Author="Ann Keeper", Keywords="bees, honey")


def numbered() -> Pdf:
    page = Page()
    y = 60.0
    for title, words in (
        ("1 Scope", "This part says what is covered."),
        ("1.1 Terms", "A berth is a place for a ship."),
        ("1.1.1 Older terms", "A hard is a landing place."),
        ("2 Duties", "The master reports on arrival."),
    ):
        page.text(60, y, title, "B", 10)
        page.text(60, y + 20, words)
        page.text(60, y + 32.5, "A second line follows it closely and says nothing new at all.")
        y += 66
    page.text(60, y, "2024 was a dry year, said the report of the committee on wells.")
    return Pdf(page)


def outline() -> Pdf:
    pages = [Page() for _ in range(3)]
    pages[0].text(60, 60, "Preface", "T", 11)
    pages[0].lines(60, 90, prose(1, 40, 9), "T", 11)
    pages[1].lines(60, 60, prose(4, 45, 9), "T", 11)
    pages[2].lines(60, 60, prose(9, 5, 9), "T", 11)
    pages[2].text(60, 150, "1. The first voyage", "T", 11)
    pages[2].lines(60, 170, prose(11, 4, 9), "T", 11)
    pages[2].text(60, 250, "Provisions", "T", 11)
    pages[2].lines(60, 270, prose(13, 4, 9), "T", 11)
    marks = [(1, "Preface", 1, 50.0), (1, "The first voyage", 3, 140.0), (2, "Provisions", 3, 240.0)]
    return Pdf(*pages, outline=marks, Title="Voyages", lang="en-GB")


def running() -> Pdf:
    pages = []
    for n in range(1, 7):
        page = Page()
        page.text(
            60, 40, "Harbour Handbook" if n % 2 else f"Chapter {1 + n // 4}. {'Ropes' if n > 3 else 'Tides'}"
        )
        page.lines(60, 80, prose(n, 20, 8))
        page.text(60, 345, f"This sentence closes page {n} of the handbook.")
        if n == 3:
            page.text(60, 760, "A remark at the foot of one page only.", size=8)
        page.text(60, 790, "Issue of the port authority", size=8)
        page.text(480, 790, f"Page {n} of 6", size=8)
        pages.append(page)
    return Pdf(*pages, Title="Harbour Handbook")


def pages() -> Pdf:
    """Page numbers alone, which do not begin with 1; numbers in the text are none."""
    made = []
    for n in range(4):
        page = Page()
        page.lines(60, 60, [*prose(n, 10, 8), "The sum of it all is written below:", f"{n * 17 + 3}"])
        page.text(290, 800, str(n + 7))
        made.append(page)
    return Pdf(*made)


def two_columns() -> Pdf:
    page = Page()
    page.text(110, 60, "On the Drying of Willow Baskets", "B", 18)
    left = [
        *prose(0, 10, 5),
        "the basket was kept in co-",
        "operation with a state-of-",
        "the-art kiln of the well-",
    ]
    right = ["known maker, who is well-known.", *prose(5, 12, 5)]
    for n, (a, b) in enumerate(zip(left, right, strict=True)):  # along the rows, against the reading order
        page.text(50, 100 + 12 * n, a)
        page.text(310, 100 + 12 * n, b)
    page.text(50, 290, "Results of the trial, in both columns at once", "B", 14)
    page.lines(50, 320, prose(2, 12, 5))
    page.lines(310, 320, prose(8, 12, 5))
    page.text(295, 800, "1")
    return Pdf(page)


def three_columns() -> Pdf:
    page = Page()
    page.text(50, 60, "Notices of the week", "B", 16)
    for n, x in enumerate((50, 225, 400)):
        page.text(x, 90, ("Lost", "Found", "For sale")[n], "B", 12)
        page.lines(x, 110, prose(n * 4, 14, 3))
    return Pdf(page)


def table() -> Pdf:
    first, second = Page(), Page()
    first.text(60, 60, "Rates", "B", 16)
    first.text(60, 85, "Table 1: what a berth costs")
    xs, rows = (
        (60, 180, 300, 420),
        [("Berth", "Length | beam", "Rate"), ("North", "12 m", "40"), ("South", "9 m", "31")],
    )
    first.grid(xs, [100, 120, 140, 160])
    for n, row in enumerate(rows):
        for x, cell in zip(xs, row, strict=False):
            first.text(x + 5, 114 + 20 * n, cell, "B" if n == 0 else "R")
    second.grid(xs, [60, 80, 110])
    for x, cell in zip(xs, ("West", "15 m", "55"), strict=False):
        second.text(x + 5, 74, cell)
    for x, cell in zip(xs, ("East, in", "7 m", "22"), strict=False):
        second.text(x + 5, 92, cell)
    second.text(65, 104, "summer only")
    second.text(60, 140, "Rates are for one night.")
    return Pdf(first, second)


def spans() -> Pdf:
    """A cell over two columns and one over two rows; a table without rules; a box that is no table."""
    page = Page()
    page.text(60, 50, "Stock", "B", 16)
    for y in (70, 90, 130):
        page.rule(60, y, 360, y)
    page.rule(160, 110, 360, 110)
    for x, top in ((60, 70), (160, 70), (360, 70)):
        page.rule(x, top, x, 130)
    page.rule(260, 90, 260, 130)
    page.text(65, 84, "Store")
    page.text(165, 84, "Sacks in spring and autumn")
    page.text(65, 114, "Barn")
    for x, y, cell in ((165, 104, "14"), (265, 104, "60"), (165, 124, "15"), (265, 124, "61")):
        page.text(x, y, cell)
    page.text(60, 170, "The mill grinds for these villages, as far as is known today.")
    for n, row in enumerate(
        (
            ("Village", "Sacks", "Miller"),
            ("Ash", "120", "Odd Job"),
            ("Birch", "85", "Ned"),
            ("Elm", "7", "Wat"),
        )
    ):
        for x, cell in zip((60, 200, 320), row, strict=True):
            page.text(x, 200 + 14 * n, cell)
    page.grid([60, 400], [280, 320])
    page.text(70, 300, "A warning in a box stays a paragraph.")
    return Pdf(page)


def lists() -> Pdf:
    page = Page()
    page.text(60, 60, "Packing", "B", 16)
    y = 90.0
    for x, mark, words in (
        (60, "•", "a coil of rope,"), (60, "•", "two lanterns, of which"), (74, "", "one is a spare,"),
        (80, "–", "oil for both,"), (80, "–", "wicks,"), (60, "•", "bread."),
    ):  # fmt: skip
        if mark:
            page.text(x, y, mark)
        page.text(x + 14 if mark else x, y, words)
        y += 12.5
    page.text(60, y + 12, "Then, in this order:")
    y += 36
    for mark, words in (
        ("1.", "Coil the rope."),
        ("2.", "Fill the lanterns and"),
        ("", "trim the wicks."),
        ("3.", "Go."),
    ):
        if mark:
            page.text(60, y, mark)
        page.text(76, y, words)
        y += 12.5
    page.text(60, y + 12, "(a) A letter in brackets marks an item too.")
    page.text(60, y + 40, "The last flood, which reached the church, came in the year")
    page.text(60, y + 52.5, "1987. It is marked on the door.")
    return Pdf(page)


def code() -> Pdf:
    page = Page()
    page.text(60, 60, "Counting", "B", 16)
    page.text(60, 90, "Call ")
    page.text(84, 90, "__count__()", "M")
    page.text(155, 90, "before anything else:")
    page.lines(
        80,
        115,
        ["def count(items):", "    total = 0", "    for item in items:", "        total += 1  # `one`"],
        "M",
        9,
    )
    page.lines(80, 172, ["    return total", "```"], "M", 9)
    page.text(60, 215, "The result is a number.")
    page.lines(60, 240, prose(3, 12, 9))
    return Pdf(page)


def lookalike() -> Pdf:
    page = Page()
    lines = [
        "# This is no heading", "> nor is this a quotation", "| nor | a table |", "|---|---|", "---",
        "text under which a rule seems to stand", "=====", "[no](link) and [none]: here",
        "*not strong* _nor this_ `nor code`",
        "<b>no tag</b> &amp; no entity \\* kept", "+ plus is no item", "```", "~~~", "1) is odd", "    deep",
    ]  # fmt: skip
    for n, line in enumerate(lines):
        page.text(60, 60 + 30 * n, line)
    page.text(60, 560, "# Pound #", "B", 16)
    page.text(60, 590, "The heading above begins and ends with a sign.")
    page.lines(60, 620, prose(1, 8, 9))
    return Pdf(page)


def links() -> Pdf:
    page = Page()
    page.text(60, 60, "See the guide to mooring (2nd edition) first.")
    page.link(77, 50, 180, 63, "https://example.com/a_(b)?x=1|2")
    page.text(60, 80, "https://example.com/plain is shown as it is.")
    page.link(60, 70, 173, 83, "https://example.com/plain")
    page.text(60, 100, "Write to the [master] at once.")
    page.link(105, 90, 146, 103, "mailto:master@example.com")
    page.note(300, 60, "Is this edition still sold?", "Ned")
    return Pdf(page)


def scripts() -> Pdf:
    page = Page()
    page.text(60, 60, "港口手册", "U", 20)
    page.text(60, 90, "所有船只必须在到达时报告。", "U")
    page.text(60, 104, "请在码头等候。", "U")
    page.text(60, 140, "第一章 总则", "U", 14)
    page.text(60, 160, "港の規則を読む。", "U")
    page.text(60, 174, "Правила порта для всех судов.", "U")
    page.text(60, 188, "선박은 도착을 알려야 한다.", "U")
    page.text(60, 202, "ﬁne oﬃce ﬂoor", "U")
    page.text(60, 216, "caf\u00e9 na\u00efve \u20ac 20", "R")
    return Pdf(page, lang="zh-CN")


def turned() -> Pdf:
    """A page on its side, one with a note up its margin, and one whose text lies unseen over the scan."""
    side, margin, scanned = Page(rotate=90), Page(), Page()
    for n, line in enumerate(["Tide table", *prose(2, 10, 8)]):
        side.text(60 + 14 * n, 700, line, "B" if n == 0 else "R", 16 if n == 0 else 10, turn=1)
    margin.text(30, 700, "Printed in the month of May", turn=1)
    margin.text(60, 60, "The margin", "B", 16)
    margin.lines(60, 90, prose(5, 10, 8))
    scanned.image(0, 0, 595, 842)
    for n, line in enumerate(prose(8, 10, 8)):
        scanned.text(60, 60 + 12.5 * n, line, render=3)
    return Pdf(side, margin, scanned)


def partly_scanned() -> Pdf:
    text, picture, blank = Page(), Page(), Page()
    text.text(60, 60, "Only this page was typed.")
    picture.image(0, 0, 595, 842)
    return Pdf(text, picture, blank)


def footnotes() -> Pdf:
    page = Page()
    page.text(60, 60, "Wells", "B", 16)
    y = page.lines(60, 90, prose(2, 6, 9))
    page.text(60, y, "The oldest well")
    page.text(131, y - 4, "1", size=6)
    page.text(137, y, "is dry.")
    page.image(60, y + 20, 200, 80)
    page.text(60, y + 115, "Figure 3. The well, seen from the road.", "I", 9)
    page.rule(60, 740, 200, 740)
    page.text(60, 752, "1", size=6)
    page.text(66, 755, "Dug in 1711, says the parish book.", size=8)
    return Pdf(page)


CASES: dict[str, Callable[[], Pdf]] = {
    case.__name__: case
    for case in (
        headings, numbered, outline, running, pages, two_columns, three_columns, table, spans, lists, code,
        lookalike, links, scripts, turned, partly_scanned, footnotes,
    )
}  # fmt: skip


def visible(name: str, raw: bytes) -> str:
    """The text as MuPDF gives it, in no order of ours, without what is left out on purpose."""
    import pymupdf

    flags = pymupdf.TEXT_PRESERVE_WHITESPACE | pymupdf.TEXT_MEDIABOX_CLIP
    with pymupdf.open(stream=raw, filetype="pdf") as doc:
        lines = [line for page in doc for line in page.get_text(flags=flags).split("\n")]
    return "\n".join(line for line in lines if line.strip() not in FURNITURE.get(name, set())) + "\n"


def markdown_path(case: Path) -> Path:
    """Where the Markdown of a case is kept."""
    return case.with_name(f"{case.name}{golden.MARKDOWN}")


def markdown(raw: bytes) -> str:
    """The Markdown made of a case, a line of its own before every page."""
    decoded = decode("pdf", raw, FormatsConfig())
    assert isinstance(decoded, Decoded)
    lines = decoded.text.split("\n")
    for number, line in reversed(list(enumerate(decoded.pages, start=1))):
        lines.insert(line, f"=== page {number} ===")
    return "\n".join(lines)


def main() -> None:
    """Write every case, and what is to be seen in it."""
    for name, case in CASES.items():
        raw = case().bytes()
        path = FOLDER / f"{name}.pdf"
        path.write_bytes(raw)
        path.with_name(f"{path.name}{golden.VISIBLE}").write_text(visible(name, raw), encoding="utf-8")
        markdown_path(path).write_text(markdown(raw), encoding="utf-8")


if __name__ == "__main__":
    main()
