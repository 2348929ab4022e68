"""Word files for tests, written part by part: every byte is ours, so that a case is the same everywhere."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from xml.sax.saxutils import escape, quoteattr

SCHEMAS = "http://schemas.openxmlformats.org"
NAMESPACES = " ".join(
    f'xmlns:{name}="{uri}"'
    for name, uri in {
        "w": f"{SCHEMAS}/wordprocessingml/2006/main",
        "r": f"{SCHEMAS}/officeDocument/2006/relationships",
        "m": f"{SCHEMAS}/officeDocument/2006/math",
        "mc": f"{SCHEMAS}/markup-compatibility/2006",
        "wp": f"{SCHEMAS}/drawingml/2006/wordprocessingDrawing",
        "a": f"{SCHEMAS}/drawingml/2006/main",
        "wps": "http://schemas.microsoft.com/office/word/2010/wordprocessingShape",
        "v": "urn:schemas-microsoft-com:vml",
        "o": "urn:schemas-microsoft-com:office:office",
    }.items()
)
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
STYLES = {  # id -> (name, what else): as Word writes them in a German installation
    "Standard": ("Normal", ""),
    "Titel": ("Title", ""),
    "Untertitel": ("Subtitle", ""),
    "berschrift1": ("heading 1", '<w:pPr><w:outlineLvl w:val="0"/></w:pPr>'),
    "berschrift2": ("heading 2", '<w:pPr><w:outlineLvl w:val="1"/></w:pPr>'),
    "berschrift3": ("heading 3", '<w:pPr><w:outlineLvl w:val="2"/></w:pPr>'),
    "Zitat": ("Quote", ""),
    "Listing": ("Source Code", '<w:rPr><w:rFonts w:ascii="Consolas" w:hAnsi="Consolas"/></w:rPr>'),
    "Beschriftung": ("caption", ""),
    "Verzeichnis1": ("toc 1", ""),
    "Verzeichnis2": ("toc 2", ""),
}


def run(text: str, properties: str = "") -> str:
    """A run of text; a tab and a line break by their escapes."""
    inner = "<w:tab/>".join(
        "<w:br/>".join(f'<w:t xml:space="preserve">{escape(line)}</w:t>' for line in part.split("\n"))
        for part in text.split("\t")
    )
    return f"<w:r>{f'<w:rPr>{properties}</w:rPr>' if properties else ''}{inner}</w:r>"


def p(*content: str, style: str = "", properties: str = "", num: tuple[int, int] | None = None) -> str:
    """A paragraph; text becomes a run, what begins with `<` is XML already. `num` is (list, level)."""
    inner = "".join(c if c.startswith("<") else run(c) for c in content)
    marks = f'<w:pStyle w:val="{style}"/>' if style else ""
    if num is not None:
        marks += f'<w:numPr><w:ilvl w:val="{num[1]}"/><w:numId w:val="{num[0]}"/></w:numPr>'
    marks += properties
    return f"<w:p>{f'<w:pPr>{marks}</w:pPr>' if marks else ''}{inner}</w:p>"


def cell(*content: str, span: int = 1, merge: str = "") -> str:
    """A table cell. `merge` is restart or continue."""
    marks = f'<w:gridSpan w:val="{span}"/>' if span > 1 else ""
    marks += f'<w:vMerge w:val="{merge}"/>' if merge else ""
    inner = "".join(c if c.startswith("<") else p(c) for c in content) or "<w:p/>"
    return f"<w:tc>{f'<w:tcPr>{marks}</w:tcPr>' if marks else ''}{inner}</w:tc>"


def row(*cells: str, header: bool = False, properties: str = "") -> str:
    """A table row; text becomes a cell."""
    marks = properties + ("<w:tblHeader/>" if header else "")
    inner = "".join(c if c.startswith("<") else cell(c) for c in cells)
    return f"<w:tr>{f'<w:trPr>{marks}</w:trPr>' if marks else ''}{inner}</w:tr>"


def table(*rows: str) -> str:
    """A table."""
    return f"<w:tbl><w:tblPr/><w:tblGrid/>{''.join(rows)}</w:tbl>"


def field(instruction: str, shown: str) -> str:
    """A field that shows something: runs of XML, or text."""
    mark = '<w:r><w:fldChar w:fldCharType="{}"/></w:r>'
    return (
        mark.format("begin")
        + f'<w:r><w:instrText xml:space="preserve"> {escape(instruction)} </w:instrText></w:r>'
        + mark.format("separate")
        + (shown if shown.startswith("<") else run(shown))
        + mark.format("end")
    )


def level(n: int, form: str, text: str, more: str = "") -> str:
    """A level of a list definition."""
    indent = f'<w:pPr><w:ind w:left="{720 * (n + 1)}"/></w:pPr>'
    return (
        f'<w:lvl w:ilvl="{n}"><w:start w:val="1"/><w:numFmt w:val="{form}"/>{more}'
        f"<w:lvlText w:val={quoteattr(text)}/>{indent}</w:lvl>"
    )


def numbering(abstracts: dict[int, str], nums: dict[int, tuple[int, str]]) -> str:
    """numbering.xml: levels by definition, and (definition, overrides) by list."""
    body = "".join(
        f'<w:abstractNum w:abstractNumId="{n}">{lv}</w:abstractNum>' for n, lv in abstracts.items()
    )
    body += "".join(
        f'<w:num w:numId="{n}"><w:abstractNumId w:val="{a}"/>{more}</w:num>' for n, (a, more) in nums.items()
    )
    return part("numbering", body)


def styles(more: str = "", language: str = '<w:lang w:val="en-GB"/>') -> str:
    """styles.xml."""
    body = f"<w:docDefaults><w:rPrDefault><w:rPr>{language}</w:rPr></w:rPrDefault></w:docDefaults>"
    for style, (name, rest) in STYLES.items():
        default = ' w:default="1"' if style == "Standard" else ""
        body += f'<w:style w:type="paragraph"{default} w:styleId="{style}">'
        body += f'<w:name w:val="{name}"/>{rest}</w:style>'
    return part("styles", body + more)


def part(root: str, inner: str) -> str:
    """A part with all namespaces declared."""
    return f"{HEAD}<w:{root} {NAMESPACES}>{inner}</w:{root}>"


def notes(kind: str, texts: dict[int, str]) -> str:
    """footnotes.xml or endnotes.xml: paragraphs by id, with the two separators that Word puts first."""
    rule = "<w:p><w:r><w:{0}/></w:r></w:p>"
    body = f'<w:{kind} w:type="separator" w:id="-1">{rule.format("separator")}</w:{kind}>'
    body += (
        f'<w:{kind} w:type="continuationSeparator" w:id="0">{rule.format("continuationSeparator")}</w:{kind}>'
    )
    body += "".join(f'<w:{kind} w:id="{n}">{text}</w:{kind}>' for n, text in texts.items())
    return part(f"{kind}s", body)


def core(**values: str) -> str:
    """docProps/core.xml."""
    names = {"keywords": "cp:keywords", "created": "dcterms:created", "modified": "dcterms:modified"}
    body = "".join(
        f"<{(tag := names.get(name, f'dc:{name}'))}>{escape(text)}</{tag}>" for name, text in values.items()
    )
    return (
        f'{HEAD}<cp:coreProperties xmlns:cp="{SCHEMAS}/package/2006/metadata/core-properties" '
        f'xmlns:dc="http://purl.org/dc/elements/1.1/" xmlns:dcterms="http://purl.org/dc/terms/">'
        f"{body}</cp:coreProperties>"
    )


def package(body: str, links: dict[str, str] | None = None, **parts: str) -> bytes:
    """A Word file of a body and further parts (`styles`, `footnotes`, `header1`, `core` …); `links` are
    addresses by relationship id, for body and footnotes. Stored, all of one date: equal everywhere."""
    relations, files = "", {}
    outside = "".join(
        f'<Relationship Id="{name}" Type="{SCHEMAS}/x/hyperlink" '
        f'TargetMode="External" Target={quoteattr(target)}/>'
        for name, target in (links or {}).items()
    )
    for name, text in parts.items():
        kind = name.rstrip("0123456789")
        files["docProps/core.xml" if name == "core" else f"word/{name}.xml"] = text
        if name != "core":
            relations += f'<Relationship Id="p{name}" Type="{SCHEMAS}/x/{kind}" Target="{name}.xml"/>'
    listed = f'xmlns="{SCHEMAS}/package/2006/relationships"'
    files["word/document.xml"] = part("document", f"<w:body>{body}<w:sectPr/></w:body>")
    files["word/_rels/document.xml.rels"] = (
        f"{HEAD}<Relationships {listed}>{relations}{outside}</Relationships>"
    )
    if "footnotes" in parts and links:
        files["word/_rels/footnotes.xml.rels"] = f"{HEAD}<Relationships {listed}>{outside}</Relationships>"
    files["_rels/.rels"] = (
        f'{HEAD}<Relationships {listed}><Relationship Id="r1" Type="{SCHEMAS}/x/officeDocument" '
        'Target="word/document.xml"/></Relationships>'
    )
    return zipped({name: text.encode() for name, text in files.items()})


def zipped(files: dict[str, bytes], method: int = zipfile.ZIP_STORED) -> bytes:
    """A zip whose bytes follow from its members."""
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", method) as archive:
        for name in sorted(files):
            info = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            info.compress_type, info.create_system = method, 3
            archive.writestr(info, files[name])
    return made.getvalue()


def rewritten(made: bytes, change: Callable[[str, bytes], bytes]) -> bytes:
    """A zip whose members went through `change(name, content)`; one that comes out empty is left out."""
    with zipfile.ZipFile(io.BytesIO(made)) as archive:
        files = {name: change(name, archive.read(name)) for name in archive.namelist()}
    return zipped({name: content for name, content in files.items() if content})
