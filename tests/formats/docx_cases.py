"""The Word files of fixtures/cases/docx and what a reader sees of them: python -m tests.formats.docx_cases"""

from __future__ import annotations

from collections.abc import Callable

from tests.formats.docx_build import (
    cell,
    core,
    field,
    level,
    notes,
    numbering,
    p,
    package,
    part,
    rewritten,
    row,
    run,
    styles,
    table,
)
from tests.formats.docx_words import visible_text
from tests.formats.golden import CASES, VISIBLE

FOLDER = CASES / "docx"
OUTLINE = numbering(
    {
        1: level(0, "decimal", "%1.", '<w:pStyle w:val="berschrift1"/>')
        + level(1, "decimal", "%1.%2", '<w:pStyle w:val="berschrift2"/>')
        + level(2, "lowerLetter", "%3)", '<w:pStyle w:val="berschrift3"/>'),
    },
    {1: (1, "")},
)
LISTS = numbering(
    {
        1: level(0, "decimal", "%1.") + level(1, "decimal", "%1.%2.") + level(2, "decimal", "%1.%2.%3."),
        2: level(0, "upperRoman", "%1.") + level(1, "lowerLetter", "%2)") + level(2, "lowerRoman", "(%3)"),
        3: level(0, "bullet", "\uf0b7") + level(1, "bullet", "o") + level(2, "bullet", "§"),
        4: level(0, "upperLetter", "Part %1:") + level(1, "decimal", "%1-%2", "<w:isLgl/>"),
        5: level(0, "chineseCounting", "第%1章") + level(1, "decimalZero", "%2."),
        6: level(0, "decimal", "%1)") + level(1, "decimal", "%2)", '<w:lvlRestart w:val="0"/>'),
    },
    {
        1: (1, ""),
        2: (2, ""),
        3: (3, ""),
        4: (4, ""),
        5: (5, ""),
        6: (6, ""),
        7: (1, '<w:lvlOverride w:ilvl="0"><w:startOverride w:val="7"/></w:lvlOverride>'),
    },
)
MONO = '<w:rFonts w:ascii="Courier New" w:hAnsi="Courier New"/>'


def headings() -> bytes:
    """A localised template: styles by English names under German ids, and by outline level alone."""
    own = (
        '<w:style w:type="paragraph" w:styleId="Autor"><w:name w:val="Author"/>'
        '<w:basedOn w:val="Titel"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Kapitel"><w:name w:val="Kapitel gross"/>'
        '<w:basedOn w:val="berschrift1"/></w:style>'
        '<w:style w:type="paragraph" w:styleId="Bodyish"><w:name w:val="Looks like one"/>'
        '<w:basedOn w:val="berschrift1"/><w:pPr><w:outlineLvl w:val="9"/></w:pPr></w:style>'
    )
    body = (
        p("Harbour rules", style="Titel")
        + p("As agreed in spring", style="Untertitel")
        + p("Ann Lee", style="Autor")
        + p("Nobody reads the words before the first heading.")
        + p("Berths", style="berschrift1")
        + p("Ships longer than ninety metres use the outer berths.")
        + p("Night ", run("berths", "<w:b/>"), style="berschrift2")
        + p("Lamps are lit at dusk.")
        + p("Dredging", properties='<w:outlineLvl w:val="2"/>')
        + p("Silt is cleared twice a year.")
        + p(style="berschrift1")
        + p("Fees", style="Kapitel")
        + p("This only looks like a heading.", style="Bodyish")
        + p("One heading\nover two lines #", style="berschrift2")
        + p("Fees are due on arrival.")
        + p("A sentence that somebody gave an outline level. " * 8, style="berschrift2")
    )
    return package(body, styles=styles(own), core=core(title="Document1", creator="Ann Lee"))


def numbered_headings() -> bytes:
    """Numbers that come from a list tied to the heading styles."""
    tied = (
        '<w:style w:type="paragraph" w:styleId="{0}"><w:name w:val="heading {1}"/><w:pPr><w:numPr>'
        '<w:numId w:val="1"/></w:numPr><w:outlineLvl w:val="{2}"/></w:pPr></w:style>'
    )
    own = "".join(tied.format(f"h{n}", n, n - 1) for n in (1, 2, 3))
    outline = OUTLINE
    for n in (1, 2, 3):
        outline = outline.replace(f"berschrift{n}", f"h{n}")
    body = (
        p("Scope", style="h1")
        + p("What this is about.")
        + p("Vessels", style="h2")
        + p("All that float.")
        + p("Cranes", style="h2")
        + p("All that lift.")
        + p("Mobile cranes", style="h3")
        + p("On wheels.")
        + p("Terms", style="h1")
        + p("Words used.")
        + p("Left without a number", style="h1", num=(0, 0))
        + p("As in an annex.")
        + p("Berth", style="h2")
        + p("A place for one ship.")
    )
    return package(body, styles=styles(own), numbering=outline)


def lists() -> bytes:
    """Numbers of many forms, restarted, continued, nested, interrupted."""
    items = [
        (1, 0, "Open the valve"), (1, 0, "Wait for pressure"), (1, 1, "two bar at least"),
        (1, 1, "never more than five"), (1, 2, "read the gauge"), (1, 0, "Close the valve"),
    ]  # fmt: skip
    body = p("Starting the pump", style="berschrift1") + "".join(p(t, num=(n, v)) for n, v, t in items)
    body += p("A paragraph of the list.", properties='<w:ind w:left="720"/>') + p("Log the time", num=(1, 0))
    body += p("A plain paragraph in between.") + p("The count goes on", num=(1, 0))
    body += p("It starts anew at seven", num=(7, 0)) + p("and eight", num=(7, 0))
    body += p("Clauses", style="berschrift1")
    body += "".join(
        p(t, num=(2, v)) for v, t in ((0, "Parties"), (1, "the owner"), (1, "the tenant"), (2, "if any"))
    )
    body += p("Term", num=(2, 0)) + p("one year", num=(2, 1))
    body += p("Parts", style="berschrift1")
    body += "".join(
        p(t, num=(4, v)) for v, t in ((0, "Hull"), (1, "keel"), (0, "Mast"), (1, "boom"), (1, "sail"))
    )
    body += "".join(p(t, num=(5, v)) for v, t in ((0, "总则"), (1, "目的"), (0, "附则")))
    body += "".join(p(t, num=(6, v)) for v, t in ((0, "alpha"), (1, "uno"), (0, "beta"), (1, "due goes on")))
    return package(body, styles=styles(), numbering=LISTS)


def bullets() -> bytes:
    """Bullets within bullets and numbers, code between steps, two lines in one item."""
    items = ((0, "crane"), (1, "jib"), (2, "pulley"), (1, "hook"), (0, "winch"))
    body = p("Parts of the quay") + "".join(p(t, num=(3, v)) for v, t in items)
    body += p("Install the tool", num=(1, 0)) + p("pip install harbour", style="Listing")
    body += (
        p("Start it\nand wait", num=(1, 0)) + p("a note on waiting", num=(3, 1)) + p("Stop it", num=(1, 0))
    )
    body += p("- typed by hand") + p("2. also typed by hand") + p(num=(3, 0)) + p("last", num=(3, 0))
    return package(body, styles=styles(), numbering=LISTS)


def tables() -> bytes:
    """Merged cells, header rows, pipes, tables in cells, and tables that only arrange the page."""
    inner = table(row("code", "A|1"), row("port", "Kiel"))
    body = p("Tariffs", style="berschrift1") + p("Table 1: what is charged", style="Beschriftung")
    body += table(
        row(cell("Ship", merge="restart"), cell("Fee", span=2), header=True),
        row(cell(merge="continue"), "summer", "winter", header=True),
        row(cell("Ferry", merge="restart"), "10 | 12", "14"),
        row(cell(merge="continue"), "11", cell(p("first"), p("second", num=(3, 0)), p("third", num=(3, 0)))),
        row(cell(), cell(), cell()),
        row("Barge", cell("by weight", span=2)),
    )
    body += table(
        row(cell("Places in all", span=2)),
        row("Place", "Details"),
        row("Quay 4", cell(p("see inside:"), inner, "<w:p/>")),
    )
    body += table(row(cell(p("Boxed remark", style="berschrift2"), p("In a box of one cell."))))
    body += table(row(cell(p("Left column."), p("More on the left.")), cell(p("Right column."))))
    body += table(row("short"), row("column"))
    body += p("After the tables.")
    return package(body, styles=styles(), numbering=LISTS)


def footnotes() -> bytes:
    """Footnotes and endnotes in text, in lists, in tables, one word long, with two paragraphs, with links."""
    foot = '<w:r><w:footnoteReference w:id="{}"/></w:r>'.format
    end = '<w:r><w:endnoteReference w:id="{}"/></w:r>'.format
    own = "<w:r><w:footnoteRef/></w:r>"
    texts = {
        2: p(own, " The tide table of the year before."),
        3: p(own, "Ibid."),
        4: p(own, "See ", '<w:hyperlink r:id="rL"><w:r><w:t>the survey</w:t></w:r></w:hyperlink>')
        + p("Second part."),
        7: p(own, "Never referred to."),
    }
    body = p("Tides", style="berschrift1") + p("High water", foot(2), " comes twice a day.", foot(3))
    body += p("Measure it", foot(4), num=(1, 0)) + p("Write it down", num=(1, 0))
    body += p("Springs are higher.", end(1)) + table(
        row("Place", "Metres"), row(cell(p("Kiel", foot(2))), "0.2")
    )
    body += p("Neaps", style="berschrift1") + p("Lower.")
    return package(
        body,
        {"rL": "https://example.org/survey"},
        styles=styles(),
        numbering=LISTS,
        footnotes=notes("footnote", texts),
        endnotes=notes("endnote", {1: p("By the moon.")}),
    )


def comments() -> bytes:
    """Comments are no text, but nothing vanishes: they follow it."""
    marked = '<w:comment w:id="{}" w:author="{}" w:date="2026-01-02T03:04:05Z">{}</w:comment>'.format
    made = part(
        "comments",
        marked(0, "Ann Lee", p("Should this be ", "five?")) + marked(1, "", p("Agreed.") + p("Done.")),
    )
    body = p("Retries", style="berschrift1")
    body += p(
        "The limit is ", '<w:commentRangeStart w:id="0"/>', "three attempts", '<w:commentRangeEnd w:id="0"/>',
        '<w:r><w:commentReference w:id="0"/></w:r>', " a minute.",
    )  # fmt: skip
    body += p("Then it stops.", '<w:r><w:commentReference w:id="1"/></w:r>')
    return package(body, styles=styles(), comments=made)


def revisions() -> bytes:
    """Every change as accepted: paragraphs joined, rows and moves gone from where they were."""
    who = 'w:id="9" w:author="Ann Lee"'
    gone = f'<w:del {who}><w:r><w:delText xml:space="preserve">{{}}</w:delText></w:r></w:del>'.format
    new = f"<w:ins {who}>{{}}</w:ins>".format
    joined = f"<w:rPr><w:del {who}/></w:rPr>"
    body = p("Crew", style="berschrift1") + p("The ", gone("old "), new(run("new ")), "captain sails.")
    body += p("This sentence ", properties=joined) + p("goes on here.")
    body += p(gone("A paragraph that is gone."), properties=joined) + p("The next one stays.")
    body += p(f"<w:moveFrom {who}>{run('Moved away. ')}</w:moveFrom>", "Stayed.")
    body += p(f"<w:moveTo {who}>{run('Moved away. ')}</w:moveTo>", "Arrived.")
    body += (
        p("first", num=(1, 0))
        + p(gone("second"), num=(1, 0), properties=joined)
        + p("now second", num=(1, 0))
    )
    body += table(row("Name", "Rank"), row("Gone", "Mate", properties=f"<w:del {who}/>"), row("Lena", "Cook"))
    body += p("sna", new(run("ke_ca")), "se")
    return package(body, styles=styles(), numbering=LISTS)


def boxes() -> bytes:
    """Text boxes once, though written twice; pictures by their alternative texts."""
    box = p("In the box, ", "once.") + p("Its second paragraph.")
    modern = f"<wps:wsp><wps:txbx><w:txbxContent>{box}</w:txbxContent></wps:txbx></wps:wsp>"
    drawn = f'<w:drawing><wp:inline><wp:docPr id="1" name="Box 1"/>{modern}</wp:inline></w:drawing>'
    old = f"<w:pict><v:shape><v:textbox><w:txbxContent>{box}</w:txbxContent></v:textbox></v:shape></w:pict>"
    both = (
        f'<w:r><mc:AlternateContent><mc:Choice Requires="wps">{drawn}</mc:Choice>'
        f"<mc:Fallback>{old}</mc:Fallback></mc:AlternateContent></w:r>"
    )
    picture = (
        '<w:r><w:drawing><wp:inline><wp:docPr id="2" name="P" descr="{}"/></wp:inline></w:drawing></w:r>'
    )
    legacy = f"<w:r><w:pict><v:shape alt='An old [map]'>{'<v:textbox><w:txbxContent>'}{p('Legend')}"
    legacy += "</w:txbxContent></v:textbox></v:shape></w:pict></w:r>"
    drawing = "<w:r><w:drawing><a:p><a:r><a:t>Drawn words</a:t></a:r></a:p></w:drawing></w:r>"
    body = p("Charts", style="berschrift1") + p("Beside the box.", both) + p("Text after it.")
    body += p(picture.format("A crane lifts a container&#10;Description automatically generated"))
    body += p("Figure 1: a crane", style="Beschriftung") + p(
        picture.format("image001.png"), "No words on that one."
    )
    body += p(legacy) + p(drawing) + table(row("Box in a cell", cell(p(both))))
    return package(body, styles=styles())


def links() -> bytes:
    """Addresses, bookmarks, fields that link, brackets in what is shown."""
    outside = '<w:hyperlink r:id="rA">{}</w:hyperlink>'.format
    inside = '<w:hyperlink w:anchor="{}">{}</w:hyperlink>'.format
    mark = '<w:bookmarkStart w:id="{0}" w:name="{1}"/>{2}<w:bookmarkEnd w:id="{0}"/>'.format
    body = p(mark(1, "Berths", run("Berths")), style="berschrift1")
    body += p(
        "See ", outside(run("the ") + run("port [north] office")), ", ", inside("_Ref77", run("below")), "."
    )
    body += p(field('HYPERLINK "https://example.org/a b (c)" \\l "top" \\o "a tip"', "a page"), " and more")
    body += p(
        '<w:hyperlink r:id="rA"><w:r><w:t>https://example.org/port</w:t></w:r></w:hyperlink>', " as it is."
    )
    body += p("Write to ", '<w:hyperlink r:id="rM"><w:r><w:t>ann@example.org</w:t></w:r></w:hyperlink>', ".")
    body += p(
        "The har", outside(run("bourmaste")), "r, ", outside(run("tide")), "s and un", outside(run("done"))
    )
    body += p('<w:hyperlink r:id="rGone"><w:r><w:t>Leads nowhere</w:t></w:r></w:hyperlink>')
    body += p(mark(2, "_Ref77", run("Fees")), mark(3, "_GoBack", ""), style="berschrift1")
    body += p("As ", field("REF _Ref77 \\h", "Fees"), " on page ", field("PAGEREF _Ref77 \\h", "12"), " say.")
    body += p(
        '<w:fldSimple w:instr=" HYPERLINK \\l &quot;Berths&quot; ">'
        "<w:r><w:t>Up again</w:t></w:r></w:fldSimple>"
    )
    addresses = {"rA": "https://example.org/port", "rM": "mailto:ann@example.org"}
    return package(body, addresses, styles=styles())


def contents() -> bytes:
    """Tables of contents, headers and footers are dropped from the text."""
    entry = '<w:hyperlink w:anchor="_Toc1"><w:r><w:t>{}</w:t></w:r></w:hyperlink>'.format
    gallery = '<w:sdtPr><w:docPartObj><w:docPartGallery w:val="Table of Contents"/></w:docPartObj></w:sdtPr>'
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'.format
    begun = f'{mark("begin")}<w:r><w:instrText>TOC \\o "1-3" \\h</w:instrText></w:r>{mark("separate")}'
    listed = (
        p("Contents")
        + p(begun, entry("Berths\t1"), style="Verzeichnis1")
        + p(entry("Fees\t2"))
        + p(mark("end"))
    )
    body = (
        p("Port handbook", style="Titel") + f"<w:sdt>{gallery}<w:sdtContent>{listed}</w:sdtContent></w:sdt>"
    )
    body += p(begun, "Berths again") + p("Fees again", mark("end")) + p("Fees\t2", style="Verzeichnis2")
    body += (
        p("Berths", style="berschrift1")
        + p("Where ships lie.")
        + p("Fees", style="berschrift1")
        + p("What it costs.")
    )
    body += p(
        '<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>TOC</w:instrText></w:r>',
        "never ended",
    )
    header = part("hdr", p("Port authority ", field("PAGE", "3")) + p("CONFIDENTIAL"))
    footer = part("ftr", p("Page ", field("PAGE", "3"), " of ", field("NUMPAGES", "9")))
    return package(body, styles=styles(), header1=header, header2=header, footer1=footer)


def code() -> bytes:
    """Code by style and by font, in lines and in words."""
    body = (
        p("Usage", style="berschrift1")
        + p("def berth(ship):", style="Listing")
        + p("    return ship.length > 90", style="Listing")
    )
    body += p(style="Listing") + p("print(`x`, '```', *args, a_b)", style="Listing")
    body += p(
        "Call ",
        run("harbour.open_berth()", MONO),
        " or set ",
        run("retry", MONO),
        "s to ",
        run("`5`", MONO),
        ".",
    )
    body += (
        p(run("$ harbour --help", MONO)) + p(run("usage: harbour [-h]\n\t--all", MONO)) + p("Then read on.")
    )
    body += table(row("Option", "Meaning"), row(cell(p(run("--all | -a", MONO))), "everything"))
    body += p("To be quoted.\nTwice.", style="Zitat")
    return package(body, styles=styles())


def escapes() -> bytes:
    """Text that only looks like Markdown."""
    lines = [
        "# no heading", "> no quotation", "- no item", "+ none", "3. no number", "4) none", "---", "***",
        "===", "~~~ no fence", "``` none", "| a | b |\n| --- | --- |",
        "[label]: no-definition", "<div>no block</div>",
        "!!! no admonition", "A *star* and **two**, 2*3*4, a * b",
        "_under_ and __init__ and snake_case_name and _private",
        "An [inline](link) and an ![image](too) and [^1] no note",
        "A `tick` and a \\* backslash, C:\\temp\\new",
        "List<String> and <b>bold</b>, AT&T and &amp; and a < b", "    indented text", "Setext\n======",
        "#hashtag and C#", "1986 was fine. 1986. was not", "___", "Name: ______ Date: ______",
        "<!-- no comment -->", "*args, **kwargs", "https://example.org/_a_/b_c*d* and _c_",
        "a\u00a0b soft\u00adhyphen",
    ]  # fmt: skip
    body = "".join(p(run(line)) for line in lines)
    body += p("# *no* more [than](a) title", style="berschrift1") + p(
        "1. Numbered by hand", style="berschrift2"
    )
    return package(body, styles=styles())


def characters() -> bytes:
    """Symbols, tabs, hyphens, raised digits, readings, hidden text, equations."""
    sym = '<w:r><w:sym w:font="{}" w:char="{}"/></w:r>'.format
    ruby = (
        "<w:r><w:ruby><w:rt><w:r><w:t>{}</w:t></w:r></w:rt><w:rubyBase><w:r><w:t>{}</w:t></w:r></w:rubyBase></w:ruby></w:r>"
    ).format
    half = "<m:f><m:num><m:r><m:t>a+b</m:t></m:r></m:num><m:den><m:r><m:t>2</m:t></m:r></m:den></m:f>"
    square = "<m:sSup><m:e><m:r><m:t>x</m:t></m:r></m:e><m:sup><m:r><m:t>2</m:t></m:r></m:sup></m:sSup>"
    root = "<m:rad><m:deg/><m:e><m:r><m:t>y</m:t></m:r></m:e></m:rad>"
    body = p(
        "Angle ", sym("Symbol", "F061"), ", tick ", sym("Wingdings", "F0FC"), ", odd ", sym("Nowhere", "F0AA")
    )
    body += p(run("ab", '<w:rFonts w:ascii="Symbol" w:hAnsi="Symbol"/>'), " in an old font; \uf0b7 pasted")
    body += p(
        "inter", "<w:r><w:softHyphen/></w:r>", "national, ", "twenty", "<w:r><w:noBreakHyphen/></w:r>", "four"
    )
    body += p("Name:\tLena\tKiel")
    body += p(
        "10",
        run("6", '<w:vertAlign w:val="superscript"/>'),
        " ships, CO",
        run("2", '<w:vertAlign w:val="subscript"/>'),
    )
    body += p("1", run("st", '<w:vertAlign w:val="superscript"/>'), " berth")
    body += p(ruby("とう", "東"), ruby("きょう", "京"), "へ")
    body += p(
        "Seen ", run("and hidden words", "<w:vanish/>"), "again ", run("not hidden", '<w:vanish w:val="0"/>')
    )
    body += p(
        f"<m:oMathPara><m:oMath>{half}<m:r><m:t>=</m:t></m:r>{square}<m:r><m:t>+</m:t></m:r>{root}</m:oMath></m:oMathPara>"
    )
    body += p("Page one.", '<w:r><w:br w:type="page"/></w:r>', "Page two.")
    return package(body, styles=styles())


def languages() -> bytes:
    """Text marked as Chinese in a template that says English."""
    marks = '<w:lang w:val="en-US" w:eastAsia="zh-CN" w:bidi="ar-SA"/>'
    body = p("港口规则", style="berschrift1") + p("长度超过九十米的船舶使用外侧泊位。夜间开灯。")
    body += p("مرفأ", style="berschrift1") + p("تضاء المصابيح عند الغسق.")
    body += p("Порт", style="berschrift1") + p("Фонари зажигают в сумерках.")
    body += p("港口管理局负责全部泊位的分配、收费和安全检查。")
    keywords = core(
        title="港口规则", creator="李安", keywords="港口; 泊位, berth", created="2026-01-02T03:04:05Z"
    )
    return package(body, styles=styles(language=marks), core=keywords)


def strict() -> bytes:
    """The strict dialect, whose namespaces differ."""
    made = package(p("Strict", style="berschrift1") + p("Saved as strict."), styles=styles())
    usual, other = b"http://schemas.openxmlformats.org/", b"http://purl.oclc.org/ooxml/"
    return rewritten(
        made,
        lambda _, content: content.replace(
            usual + b"wordprocessingml/2006/main", other + b"wordprocessingml/main"
        ).replace(usual + b"officeDocument/2006/relationships", other + b"officeDocument/relationships"),
    )


def controls() -> bytes:
    """Content controls around blocks, rows and words; old form fields."""
    block = "<w:sdt><w:sdtPr/><w:sdtContent>{}</w:sdtContent></w:sdt>".format
    check = (
        '<w:r><w:fldChar w:fldCharType="begin"><w:ffData><w:checkBox><w:checked/></w:checkBox></w:ffData>'
        "</w:fldChar></w:r>"
        '<w:r><w:instrText>FORMCHECKBOX</w:instrText></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r>'
    )
    body = block(p("Form", style="berschrift1") + p("Filled in by hand."))
    body += p("Name: ", block(run("Lena Roth")), " ", check, " member since ", field("FORMTEXT", "2019"))
    body += table(row("Field", "Value"), block(row("Port", block(cell("Kiel")))))
    body += p('<w:smartTag w:element="place"><w:r><w:t>Bremer</w:t></w:r></w:smartTag>', "haven")
    body += f'<w:customXml w:element="x">{p("Within custom XML.")}</w:customXml>'
    return package(body, styles=styles())


def only_margins() -> bytes:
    """A letterhead without a letter."""
    return package(
        p(), styles=styles(), header1=part("hdr", p("Port of Kiel")), footer1=part("ftr", p("Quay 4, Kiel"))
    )


MAKERS: tuple[Callable[[], bytes], ...] = (
    headings, numbered_headings, lists, bullets, tables, footnotes, comments, revisions, boxes, links,
    contents, code, escapes, characters, languages, strict, controls, only_margins,
)  # fmt: skip


def cases() -> dict[str, bytes]:
    """The files by name."""
    return {f"{make.__name__}.docx": make() for make in MAKERS}


def main() -> None:
    """Write every case, and beside it what is seen."""
    FOLDER.mkdir(parents=True, exist_ok=True)
    for name, raw in cases().items():
        (FOLDER / name).write_bytes(raw)
        (FOLDER / f"{name}{VISIBLE}").write_text(visible_text(raw), encoding="utf-8")


if __name__ == "__main__":
    main()
