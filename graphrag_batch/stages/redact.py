"""Secrets out of decoded text, before anything is stored, embedded or remembered. Pure.

Lines stay lines: what replaces a secret has as many line ends as the secret had, so that line numbers keep
their meaning.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from graphrag_batch.records import Decoded, Redaction

if TYPE_CHECKING:
    from graphrag_batch.config import RedactConfig

REDACT_VERSION = 1
_PRIVATE_KEY = re.compile(
    r"-----BEGIN ([A-Z0-9 ]{0,40}PRIVATE KEY(?: BLOCK)?)-----([\s\S]{0,20000}?)-----END \1-----"
)


def redact(decoded: Decoded, config: RedactConfig) -> tuple[Decoded, tuple[Redaction, ...]]:
    """The text without its secrets, and where which kind of secret stood. The number of lines stays."""
    if not config.enabled:
        return decoded, ()
    text, found = decoded.text, []
    for match in reversed(list(_PRIVATE_KEY.finditer(text))):
        found.append(Redaction("private-key", text.count("\n", 0, match.start()) + 1))
        mark = "[redacted: private-key]" + "\n" * match[0].count("\n")
        text = text[: match.start()] + mark + text[match.end() :]
    return replace(decoded, text=text), tuple(sorted(found, key=lambda r: (r.line, r.kind)))
