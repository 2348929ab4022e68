"""Which `.html` files are templates: source code of pages, kept as it is, rather than pages. Pure."""

from __future__ import annotations

import re

_SHOWN = re.compile(
    rb"<(pre|code|script|style|samp|textarea)\b.*?(?:</\1\s*>|\Z)|<!--.*?(?:-->|\Z)",
    re.IGNORECASE | re.DOTALL,
)
# Statements of Jinja, Django, Liquid, Twig; Handlebars, Go; ERB, EJS, ASP; PHP; FreeMarker; Angular, Vue.
_STATEMENT = re.compile(
    rb"\{%-?\+?\s*\w|\{\{\s*[#/^>]\s*\w|\{\{-?\s*(?:define|template|block|range|if|end|with|else|include)\b|<%|<\?(?:php|=)|"
    rb"<#(?:if|list|macro|include|assign)\b|\s\*ng(?:If|For)\b|\s(?:v-(?:if|for|model)|x-data|th:(?:text|each|if))\s*=|\s\[\([\w]+\)\]\s*=",
)
_VALUE = re.compile(rb"\{\{[^{}]+\}\}|\$\{[^{}]+\}")
_PAGE = re.compile(rb"<(?:!doctype|html|body)\b", re.IGNORECASE)


def is_template(head: bytes) -> bool:
    """Whether a file that begins with `head` is a template: a statement of a template language stands in it,
    or the place of a value in a fragment that is no whole page. What is shown as code does not count."""
    if b"{" not in head and b"<%" not in head and b"<?" not in head and b"-" not in head and b":" not in head:
        return False
    bare = _SHOWN.sub(b"", head)
    if _STATEMENT.search(bare):
        return True
    return not _PAGE.search(bare) and _VALUE.search(bare) is not None
