"""Links in the text that is shown, as their words: spans may begin or end within one. Pure; linear."""

from __future__ import annotations

import re
from collections.abc import Callable

_BRACKETED = (
    r"(?<!\w)!?\[(?P<text>[^\[\]\n]{1,400})\](?:\([^()\s]{0,800}(?:\s\"[^\"]{0,200}\")?\)|\[[^\[\]]{0,200}\])"
)
_MARKDOWN = re.compile(_BRACKETED)
# What is left of a link whose beginning or end is not shown.
_MARKDOWN_CUT = re.compile(
    r"\A(?P<before>[^\[\]\n]{1,400})\]\([^()\s]{0,800}\)"
    r"|(?<!\w)!?\[(?P<after>[^\[\]()]{1,400})(?:\]\([^()\s]{0,800})?\Z"
)
_ASCIIDOC = re.compile(
    r"<<[^<>,]{1,300}(?:,\s*(?P<shown>[^<>]{1,300}?))?>>"
    r"|\b(?:xref|link|mailto):[^\s\[\]]{1,500}\[(?P<label>[^\[\]]{0,400})\]"
    r"|\bhttps?://[^\s\[\]<>\"]{1,500}\[(?P<text>[^\[\]]{1,400})\]"
    r"|\(\(\([^()]{1,300}\)\)\)|(?<![$\w(])\(\((?P<index>[^()]{1,300})\)\)(?!\))"
)
_ASCIIDOC_CUT = re.compile(r"\s?(?:<<[^<>]{0,300}…?|\(\(\(?[^()]{0,300}…?)\Z|\A[^<>\s]{0,300}>>")
_RST = re.compile(r"(?::[\w:+-]{1,40}:)?`(?P<text>[^`<>]{1,300}?)\s*(?:<[^`<>]{1,500}>)?`_{0,2}(?!\w)")
_RST_CUT = re.compile(r"\s?<[^`<>]{1,500}>`_{0,2}|(?::[\w:+-]{1,40}:)?`(?=[^`]{0,300}\Z)")


def _words(found: re.Match[str]) -> str:
    return next((words for words in found.groups() if words), "")


def _reader(whole: re.Pattern[str], cut: re.Pattern[str]) -> Callable[[str], str]:
    return lambda text: cut.sub(_words, whole.sub(_words, text))


_READERS: dict[str, tuple[str, Callable[[str], str]]] = {
    "markdown": ("[", _reader(_MARKDOWN, _MARKDOWN_CUT)),
    "asciidoc": ("[<(", _reader(_ASCIIDOC, _ASCIIDOC_CUT)),
    "rst": ("`", _reader(_RST, _RST_CUT)),
}
_READERS |= dict.fromkeys(("mdx", "notebook", "html", "docx", "pdf"), _READERS["markdown"])


def without_links(text: str, format: str) -> str:
    """The text of a document of this format with the words of its links alone; of code and data, as it is."""
    reader = _READERS.get(format)
    if reader is None or not any(sign in text for sign in (*reader[0], "](", ">>")):
        return text
    return reader[1](text)
