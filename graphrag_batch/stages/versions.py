"""The versions of the stages: each to be raised whenever an equal input gives another output.

They stand here so that asking whether anything changed loads no stage, and compiles none of its expressions.
"""

from __future__ import annotations

ASSEMBLE_VERSION = 4
CHUNK_VERSION = 3
DEDUPE_VERSION = 1
GAZETTEER_VERSION = 2
IMPORTS_VERSION = 2
LANGUAGE_VERSION = 1
LEXEMES_VERSION = 1
LINK_VERSION = 4
MANIFESTS_VERSION = 2
MENTIONS_VERSION = 14
NAMES_VERSION = 3
OWNERS_VERSION = 1
PASSAGES_VERSION = 4
REDACT_VERSION = 6
RELATE_VERSION = 7
SETTLE_VERSION = 7
STATEMENTS_VERSION = 22

LANGUAGE_LIBRARIES = ("py3langid",)
"""What else decides which language a document is found to be in."""
