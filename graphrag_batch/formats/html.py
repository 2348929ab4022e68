"""HTML pages to Markdown: the content without what surrounds it on every page. Pure.

Never crashes on markup, never hangs on it, and says what it could not read as a page.
"""

from __future__ import annotations

import re

from lxml import etree

from graphrag_batch.config import FormatsConfig, HtmlConfig
from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.formats.frontmatter import FrontMatter, read_front_matter
from graphrag_batch.formats.html_code import fence
from graphrag_batch.formats.html_convert import convert
from graphrag_batch.formats.html_decode import decode_html
from graphrag_batch.formats.html_escape import escape_text, guard_lines
from graphrag_batch.formats.html_main import content_of
from graphrag_batch.formats.html_meta import choose_title, read_meta
from graphrag_batch.formats.html_tree import flatten, parse_page, plain_words, repair
from graphrag_batch.records import Decoded, Unreadable

_WBR = re.compile(r"</?wbr\b[^<>]*>", re.IGNORECASE)
_REFRESH = re.compile(r"url\s*=\s*[\"']?\s*([^\"'\s>]+)", re.IGNORECASE)


def convert_html(raw: bytes, options: FormatsConfig) -> Decoded | Unreadable:
    """The page as Markdown with its title, language, metadata and anchors."""
    decoded = decode_html(raw)
    if isinstance(decoded, Unreadable):
        return decoded
    front = read_front_matter(decoded.text)
    lines = decoded.text.split("\n")
    page = _page("\n".join(lines[front.last :]), decoded, options.html)
    return _with_front_matter(page, front, "\n".join(lines[: front.last])) if front.last else page


def _page(source: str, decoded: Decoded, options: HtmlConfig) -> Decoded:
    warnings = list(decoded.warnings)
    if "<wbr" in source.lower():
        source = _WBR.sub("", source)
    root = parse_page(source)
    if root is None:
        return _without_tree(source, decoded)
    meta = read_meta(root)
    repair(root)
    refresh = _refresh(root)
    if flatten(root):
        warnings.append("nested too deeply: the innermost parts were read as plain text")
    text, anchors, headings = convert(content_of(root, meta.get("title", ""), options, warnings))
    if not text.strip() and refresh:
        text, anchors = f"[{escape_text(refresh, in_link=True)}](<{refresh}>)\n", []
    title = choose_title(meta, headings)
    shown = {key: value for key, value in meta.items() if key != "site"}
    return Decoded(
        text,
        encoding=decoded.encoding,
        warnings=tuple(warnings),
        title=title,
        lang=meta.get("lang", ""),
        meta=canonical_json(shown),
        anchors=tuple(anchors),
    )


def _refresh(root: etree._Element) -> str:
    """Where a page that only leads elsewhere leads."""
    for element in root.iter("meta"):
        if (element.get("http-equiv") or "").lower() == "refresh":
            found = _REFRESH.search(element.get("content") or "")
            return re.sub(r"[<>\\\s]", "", found[1]) if found else ""
    return ""


def _without_tree(source: str, decoded: Decoded) -> Decoded:
    text = guard_lines(escape_text(plain_words(source)))
    if not text.strip():
        return Decoded("", decoded.encoding, decoded.warnings)
    warning = "nested too deeply, or too many attributes, to be read as a page: read as plain text"
    return Decoded(f"{text}\n", decoded.encoding, (*decoded.warnings, warning))


def _with_front_matter(page: Decoded, front: FrontMatter, source: str) -> Decoded:
    """A page of a site generator: what stands above it stays, as code, and names it."""
    block = fence(source.strip("\n"), front.info) + "\n\n"
    shift = block.count("\n")
    return Decoded(
        block + page.text,
        encoding=page.encoding,
        warnings=(*page.warnings, *front.warnings),
        title=front.title or page.title,
        lang=front.lang or page.lang,
        meta=front.meta if front.meta != "{}" else page.meta,
        anchors=tuple((line + shift, name) for line, name in page.anchors),
    )
