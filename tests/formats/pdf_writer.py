"""A writer of small PDFs, byte for byte the same everywhere: what tests of the PDF reader read.

Places are in points from the top left, as a reader of the page measures. Text is in the fonts every viewer
has, or (`U`) in one without a picture whose characters are told by a ToUnicode table.
"""

from __future__ import annotations

from collections.abc import Sequence

WIDTH, HEIGHT = 595, 842
FONTS = {
    "R": "Helvetica", "B": "Helvetica-Bold", "I": "Helvetica-Oblique", "M": "Courier", "T": "Times-Roman",
}  # fmt: skip


class Page:
    """One page being drawn."""

    def __init__(self, *, rotate: int = 0) -> None:
        self.rotate = rotate
        self.content: list[bytes] = []
        self.annotations: list[str] = []
        self.unicode: set[str] = set()

    def text(self, x: float, y: float, text: str, font: str = "R", size: float = 10, **how: int) -> None:
        """A line whose base line is at `y`. `render=3` is invisible, `turn=1` reads upwards."""
        place = "0 1 -1 0" if how.get("turn") else "1 0 0 1"
        if font == "U":
            self.unicode |= set(text)
            shown = b"<" + b"".join(b"%04X" % ord(c) for c in text) + b">"
        else:
            raw = text.encode("cp1252")
            shown = (
                b"(" + b"".join(b"\\%03o" % c if c > 126 or c in b"()\\" else bytes([c]) for c in raw) + b")"
            )
        head = f"BT /{font} {size} Tf {how.get('render', 0)} Tr {place} {x} {HEIGHT - y} Tm "
        self.content.append(head.encode() + shown + b" Tj ET")

    def lines(self, x: float, y: float, lines: Sequence[str], font: str = "R", size: float = 10) -> float:
        """Lines under one another; returns where the next would stand."""
        for line in lines:
            if line:
                self.text(x, y, line, font, size)
            y += round(size * 1.25, 1)
        return y

    def rule(self, x0: float, y0: float, x1: float, y1: float) -> None:
        """A straight line."""
        self.content.append(f"{x0} {HEIGHT - y0} m {x1} {HEIGHT - y1} l S".encode())

    def grid(self, xs: Sequence[float], ys: Sequence[float]) -> None:
        """The rules of a table."""
        for y in ys:
            self.rule(xs[0], y, xs[-1], y)
        for x in xs:
            self.rule(x, ys[0], x, ys[-1])

    def image(self, x: float, y: float, width: float, height: float) -> None:
        """A grey picture, which holds no text."""
        self.content.append(f"q {width} 0 0 {height} {x} {HEIGHT - y - height} cm /X Do Q".encode())

    def link(self, x0: float, y0: float, x1: float, y1: float, uri: str) -> None:
        """A place that leads to an address."""
        rect = f"[{x0} {HEIGHT - y1} {x1} {HEIGHT - y0}]"
        self.annotations.append(
            f"<</Type/Annot/Subtype/Link/Rect{rect}/Border[0 0 0]/A<</S/URI/URI({uri})>>>>"
        )

    def note(self, x: float, y: float, text: str, author: str = "") -> None:
        """A comment that someone left on the page."""
        rect = f"[{x} {HEIGHT - y - 20} {x + 20} {HEIGHT - y}]"
        self.annotations.append(f"<</Type/Annot/Subtype/Text/Rect{rect}/Contents({text})/T({author})>>")


class Pdf:
    """A document being written. `outline` are (level, title, page from 1, y)."""

    def __init__(
        self, *pages: Page, outline: Sequence[tuple[int, str, int, float]] = (), **info: str
    ) -> None:
        self.pages = pages
        self.outline = outline
        self.lang = info.pop("lang", "")
        self.info = info
        self.objects: list[bytes] = []

    def _add(self, body: str | bytes) -> int:
        self.objects.append(body if isinstance(body, bytes) else body.encode("latin-1"))
        return len(self.objects)

    def _stream(self, data: bytes, more: str = "") -> int:
        return self._add(f"<<{more}/Length {len(data)}>>stream\n".encode() + data + b"\nendstream")

    def _fonts(self) -> str:
        head = "<</Type/Font/Subtype/Type1/Encoding/WinAnsiEncoding/BaseFont"
        made = [f"/{key} {self._add(f'{head}/{name}>>')} 0 R" for key, name in FONTS.items()]
        chars = sorted({c for page in self.pages for c in page.unicode})
        if chars:
            rows = "\n".join(f"<{ord(c):04X}> <{ord(c):04X}>" for c in chars)
            table = (
                "/CIDInit /ProcSet findresource begin begincmap\n1 begincodespacerange <0000> <FFFF> "
                f"endcodespacerange\n{len(chars)} beginbfchar\n{rows}\nendbfchar endcmap end"
            )
            unicode = self._stream(table.encode())
            child = self._add(
                "<</Type/Font/Subtype/CIDFontType2/BaseFont/Plain/CIDSystemInfo<</Registry(Adobe)"
                "/Ordering(Identity)/Supplement 0>>/DW 600/FontDescriptor<</Type/FontDescriptor"
                "/FontName/Plain/Flags 4/FontBBox[0 -200 600 800]/ItalicAngle 0/Ascent 800"
                "/Descent -200/CapHeight 700/StemV 80>>>>"
            )
            whole = self._add(
                f"<</Type/Font/Subtype/Type0/BaseFont/Plain/Encoding/Identity-H/DescendantFonts[{child} 0 R]"
                f"/ToUnicode {unicode} 0 R>>"
            )
            made.append(f"/U {whole} 0 R")
        return "".join(made)

    def _outline(self, pages: Sequence[int]) -> str:
        if not self.outline:
            return ""
        root = self._add(b"")
        ids = [self._add(b"") for _ in self.outline]
        parents, path = [], []
        for n, (level, *_) in enumerate(self.outline):
            del path[level - 1 :]
            parents.append(path[-1] if path else -1)
            path.append(n)

        def children(parent: int) -> str:
            own = [ids[n] for n, p in enumerate(parents) if p == parent]
            return f"/First {own[0]} 0 R/Last {own[-1]} 0 R/Count {len(own)}" if own else ""

        for n, (_, title, page, y) in enumerate(self.outline):
            same = [m for m, p in enumerate(parents) if p == parents[n]]
            after = same[same.index(n) + 1 :]
            parent = ids[parents[n]] if parents[n] >= 0 else root
            following = f"/Next {ids[after[0]]} 0 R" if after else ""
            body = (
                f"<</Title({title})/Parent {parent} 0 R{following}{children(n)}"
                f"/Dest[{pages[page - 1]} 0 R/XYZ 0 {HEIGHT - y} 0]>>"
            )
            self.objects[ids[n] - 1] = body.encode("latin-1")
        self.objects[root - 1] = f"<</Type/Outlines{children(-1)}>>".encode()
        return f"/Outlines {root} 0 R"

    def bytes(self) -> bytes:
        """The file."""
        self.objects = []
        fonts = self._fonts()
        picture = self._stream(
            b"\x80", "/Type/XObject/Subtype/Image/Width 1/Height 1/ColorSpace/DeviceGray/BitsPerComponent 8"
        )
        tree = self._add(b"")
        kids = []
        for page in self.pages:
            content = self._stream(b"\n".join(page.content))
            kids.append(
                self._add(
                    f"<</Type/Page/Parent {tree} 0 R/MediaBox[0 0 {WIDTH} {HEIGHT}]/Rotate {page.rotate}"
                    f"/Resources<</Font<<{fonts}>>/XObject<</X {picture} 0 R>>>>/Contents {content} 0 R"
                    f"/Annots[{''.join(page.annotations)}]>>"
                )
            )
        listed = "".join(f"{kid} 0 R " for kid in kids)
        self.objects[tree - 1] = f"<</Type/Pages/Kids[{listed}]/Count {len(kids)}>>".encode()
        lang = f"/Lang({self.lang})" if self.lang else ""
        root = self._add(f"<</Type/Catalog/Pages {tree} 0 R{self._outline(kids)}{lang}>>")
        info = self._add("<<" + "".join(f"/{key}({value})" for key, value in self.info.items()) + ">>")
        return self._file(root, info)

    def _file(self, root: int, info: int) -> bytes:
        made = b"%PDF-1.7\n"
        places = []
        for number, body in enumerate(self.objects, start=1):
            places.append(len(made))
            made += b"%d 0 obj\n" % number + body + b"\nendobj\n"
        table = b"".join(b"%010d 00000 n \n" % place for place in places)
        count = len(self.objects) + 1
        trailer = f"trailer<</Size {count}/Root {root} 0 R/Info {info} 0 R>>\nstartxref\n{len(made)}\n%%EOF\n"
        return made + b"xref\n0 %d\n0000000000 65535 f \n" % count + table + trailer.encode()


def bomb(levels: int, width: int) -> bytes:
    """A file of a few hundred bytes that draws itself `width` to the power of `levels` times."""
    made = Pdf()
    names = [f"{4 + n} 0 R" for n in range(levels + 1)]
    made._add("<</Type/Catalog/Pages 2 0 R>>")
    made._add("<</Type/Pages/Kids[3 0 R]/Count 1>>")
    box = "[0 0 600 800]"
    made._add(
        f"<</Type/Page/Parent 2 0 R/MediaBox{box}/Contents {names[0]}"
        f"/Resources<</XObject<</X {names[0]}>>>>>>"
    )
    for n in range(levels + 1):
        inner = f"/Resources<</XObject<</X {names[n + 1]}>>>>" if n < levels else ""
        data = b"/X Do " * width if inner else b"0 0 m 9 9 l S"
        made._stream(data, f"/Type/XObject/Subtype/Form/BBox{box}{inner}")
    return made._file(1, 1)
