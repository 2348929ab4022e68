"""Links and visible text of Markdown's inline content, with the places they stand at.

markdown-it gives inline tokens no positions, so the rules that make links, images and code spans
are wrapped to note theirs. Inline parsing is the dear part of Markdown: it runs only on content
that can hold a link, and on headings that hold markup.
"""

from __future__ import annotations

import html
import re
from collections.abc import Callable, Iterator, Sequence
from typing import Any, NamedTuple

from markdown_it import MarkdownIt
from markdown_it.rules_inline import StateInline, autolink, backtick, html_inline, image, link
from markdown_it.token import Token

from graphrag_batch.formats import plain

MAX_INLINE = 50_000
"""Longer content (generated tables, data) is not searched for links: the parser is not linear."""

_InlineRule = Callable[[StateInline, bool], bool]
_RULES: dict[str, _InlineRule] = {
    "link": link, "image": image, "autolink": autolink, "html_inline": html_inline, "backticks": backtick,
}  # fmt: skip
_MARKUP = re.compile(r"[\\`*_\[\]<&]")
_URL = re.compile(r"https?://[^\s<>\"'`\[\](){}|\\^]+(?:\([^\s<>\"'`\[\](){}]*\)[^\s<>\"'`\[\](){}|\\^]*)*")
_HTML_LINK = re.compile(
    r"<(?:a|img)\s(?:[^<>]{0,2000}?\s)??(?:href|src)\s*=\s*[\"']([^\"'<>]+)[\"'][^<>]*>", re.IGNORECASE
)
_HTML_ANCHOR = re.compile(
    r"<(?:a\s(?:[^<>]{0,500}?\s)??name|[a-z][\w-]*\s(?:[^<>]{0,500}?\s)??id)\s*=\s*[\"']?([^\"'\s<>]+)",
    re.IGNORECASE,
)
_TAG = re.compile(r"<[^<>]*>")
# Content whose only links are inline ones of plain text and target, beside code between single ticks: what
# the parser makes of it is plain too.
_SIMPLE = re.compile(
    r"(?:[^`\[\]\\<!]++|!(?!\[)|`[^`]++`(?!`)|\[[^`\[\]\\<!*_&]++\]\([^\s\x00-\x1f\x7f`\[\]\\<>()&]++\))*+"
)
_SIMPLE_PART = re.compile(r"`[^`]+`|\[([^\]`]+)\]\(([^)]+)\)")


class Found(NamedTuple):
    """A link at `start..end` of the content it was found in."""

    start: int
    end: int
    target: str
    text: str


class Taken:
    """Stretches of a source that are spoken for: by a link, or by code."""

    def __init__(self, size: int) -> None:
        self._mask = bytearray(size)

    def add(self, start: int, end: int) -> None:
        """Take `start..end`."""
        self._mask[start:end] = b"\1" * (end - start)

    def __contains__(self, at: int) -> bool:
        return self._mask[at] == 1


class _Parser(MarkdownIt):
    """CommonMark with tables, which keeps link targets as they are written."""

    def normalizeLink(self, url: str) -> str:
        return url

    def validateLink(self, url: str) -> bool:
        return bool(url)


def _noting(rule: _InlineRule) -> _InlineRule:
    """The rule, which also notes on its first token where it stands."""

    def noted(state: StateInline, silent: bool) -> bool:
        start, first = state.pos, len(state.tokens)
        if not rule(state, silent):
            return False
        if not silent:
            token = next((t for t in state.tokens[first:] if t.type != "text"), None)
            if token is not None:
                token.meta["span"] = (start, state.pos)
        return True

    return noted


def make_parser(*, jsx: bool = False) -> MarkdownIt:
    """The parser of Markdown, or of MDX, where indentation and tags do not end Markdown."""
    md = _Parser("commonmark", {"maxNesting": 60}).enable("table").disable("newline")
    for name, rule in _RULES.items():
        md.inline.ruler.at(name, _noting(rule))
    md.inline.terminator_re = re.compile(r"[\\`*_\[\]!<&]")
    plain.install(md)
    if jsx:
        md.disable(["code", "html_block"])
    return md


def visible_text(md: MarkdownIt, content: str) -> str:
    """What a reader sees of `content`, in one line."""
    if len(content) <= MAX_INLINE and _MARKUP.search(content):
        content = _visible(md.inline.parse(content, md, {}, []))
    return " ".join(content.split())


def _visible(tokens: Sequence[Token]) -> str:
    parts: list[str] = []
    for token in tokens:
        if token.type in ("text", "text_special", "code_inline"):
            parts.append(token.content)
        elif token.type == "image":
            parts.append(_visible(token.children or ()))
        elif token.type == "html_inline" and token.content.lower().startswith("<br"):
            parts.append(" ")
    return "".join(parts)


def may_link(content: str, has_references: bool) -> bool:
    """Whether a search for links can find anything in `content`."""
    return "](" in content or "<" in content or "://" in content or (has_references and "[" in content)


def find_links(md: MarkdownIt, content: str, env: dict[str, Any]) -> Iterator[Found]:
    """Links, images, automatic links, HTML links and bare URLs of inline content."""
    taken = Taken(len(content))
    if _SIMPLE.fullmatch(content):
        yield from _simple_links(content, taken)
    else:
        yield from _parsed_links(md, content, env, taken)
    if "<" in content:
        yield from (f for f in html_links(content) if f.start not in taken)
    if "://" in content:
        for match in _TAG.finditer(content):
            taken.add(*match.span())
        yield from (f for f in bare_urls(content) if f.start not in taken)


def _simple_links(content: str, taken: Taken) -> Iterator[Found]:
    for match in _SIMPLE_PART.finditer(content):
        taken.add(*match.span())
        if match[2]:
            yield Found(match.start(), match.end(), match[2], " ".join(match[1].split()))


def _parsed_links(md: MarkdownIt, content: str, env: dict[str, Any], taken: Taken) -> Iterator[Found]:
    tokens = md.inline.parse(content, md, env, [])
    for index, token in enumerate(tokens):
        if "span" not in token.meta:
            continue
        start, end = token.meta["span"]
        if token.type == "link_open":
            shown, target = tokens[index + 1 : _closing(tokens, index)], token.attrs["href"]
        elif token.type == "image":
            shown, target = [token], token.attrs["src"]
        else:
            shown, target = [], ""
        if token.type != "html_inline":
            taken.add(start, end)
        if target:
            yield Found(start, end, str(target), " ".join(_visible(shown).split()))


def _closing(tokens: Sequence[Token], index: int) -> int:
    return next((n for n in range(index, len(tokens)) if tokens[n].type == "link_close"), len(tokens))


def html_links(source: str) -> Iterator[Found]:
    """`href` and `src` of HTML tags; the text is what stands before `</a>`."""
    lower = source.lower()
    for match in _HTML_LINK.finditer(source):
        end = match.end()
        text = ""
        if match[0][1] in "aA" and (closing := lower.find("</a", end, end + 1000)) >= 0:
            text, end = plain_html(source[end:closing]), closing + len("</a>")
        yield Found(match.start(), min(end, len(source)), html.unescape(match[1]), text)


def html_anchors(source: str) -> list[str]:
    """The `id` and `name` attributes in HTML tags."""
    return _HTML_ANCHOR.findall(source) if "<" in source else []


def plain_html(source: str) -> str:
    """HTML without its tags, in one line."""
    return " ".join(html.unescape(_TAG.sub(" ", source)).split())


def bare_urls(source: str) -> Iterator[Found]:
    """URLs that stand in text as they are, without the punctuation that ends a sentence."""
    for match in _URL.finditer(source):
        url = match[0].rstrip(".,;:!?*_~")
        yield Found(match.start(), match.start() + len(url), url, url)
