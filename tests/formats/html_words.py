"""What a reader of a page sees, by the parser of the standard library: no tree, none of our rules.

In the cases, whoever wrote them marked with `data-boilerplate` what is no content.
"""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path

_HIDDEN = {"head", "script", "style", "template"}
_LINES = {
    "address", "article", "aside", "blockquote", "br", "button", "caption", "dd", "details", "div", "dl",
    "dt", "figcaption", "figure", "footer", "h1", "h2", "h3", "h4", "h5", "h6", "header", "hr", "label",
    "li", "main", "menu", "nav", "ol", "p", "pre", "rt", "section", "summary", "svg", "table", "td",
    "text", "textarea", "th", "tr", "ul", "xmp",
}  # fmt: skip
_VOID = {"br", "hr", "img", "input", "link", "meta", "source", "wbr"}
_ENCODINGS = {"shift_jis.html": "cp932", "utf16.html": "utf-16", "xhtml_latin1.xhtml": "latin-1"}


class _Words(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.shown: list[str] = []
        self.boilerplate: list[str] = []
        self._within: list[tuple[str, str]] = []  # (tag, why its text is not shown)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = dict(attrs)
        if self._within and self._within[-1][0] == tag:
            self._within.append(self._within[-1])
        elif tag in _HIDDEN and not self._within and given.get("type") != "math/tex":
            self._within.append((tag, "hidden"))
        elif "data-boilerplate" in given and not self._within and tag not in _VOID:
            self._within.append((tag, "boilerplate"))
        self.handle_data("\n" if tag in _LINES else "")
        if tag == "img" and given.get("alt"):
            self.handle_data(f" {given['alt']} ")

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_data("\n" if tag in _LINES else "")

    def handle_endtag(self, tag: str) -> None:
        if self._within and self._within[-1][0] == tag:
            self._within.pop()
        self.handle_data("\n" if tag in _LINES else "")

    def handle_data(self, data: str) -> None:
        if not self._within:
            self.shown.append(data)
        elif self._within[0][1] == "boilerplate":
            self.boilerplate.append(data)

    def unknown_decl(self, data: str) -> None:
        self.handle_data(data.removeprefix("CDATA["))


def read(case: Path) -> tuple[str, str]:
    """(what shows, what is boilerplate) of a case."""
    parser = _Words()
    parser.feed(case.read_bytes().decode(_ENCODINGS.get(case.name, "utf-8")))
    parser.close()
    return "".join(parser.shown).replace("\xad", ""), "".join(parser.boilerplate)
