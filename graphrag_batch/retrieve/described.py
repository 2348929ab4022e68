"""What the artifact knows of a document besides its text."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact

_DOC = """SELECT d.format, d.lang, d.tags, d.source, d.security, d.words, d.size, d.blob, d.encoding,
    d.warnings, coalesce(o.path, ''), coalesce(x.similarity, 0.0)
    FROM docs d LEFT JOIN duplicates x ON x.doc = d.id LEFT JOIN docs o ON o.id = x.duplicate_of
    WHERE d.id = ?"""
_LANGUAGES = """SELECT lang, count(*) FROM docs WHERE lang != '' GROUP BY lang
    ORDER BY count(*) DESC, lang"""
_PLACES = """SELECT path, line, kind, count FROM redactions JOIN docs ON docs.id = doc
    ORDER BY path, line, kind LIMIT ?"""
_REDACTED = "SELECT line, kind, count FROM redactions WHERE doc = ? ORDER BY line, kind"

MOST_WORDS = 1_000_000
"""Characters of a list of words."""


@dataclass(frozen=True, slots=True)
class Taken:
    """Secrets of one kind that were taken out of a line (1 for those of the title or the metadata)."""

    line: int
    kind: str
    count: int


@dataclass(frozen=True, slots=True)
class Described:
    """A document: `lang` is a BCP 47 tag or "", `source` where it comes from, by its own words, `blob` git's
    id of its bytes, `size` their number; `warnings` say what was repaired or guessed. `copy_of` is the path
    of the document that this one is a copy of, "" for none, `similarity` how alike they are (1: equal
    words)."""

    format: str
    lang: str
    tags: tuple[str, ...]
    source: str
    security: str
    words: int
    size: int
    blob: str
    encoding: str
    warnings: tuple[str, ...]
    redacted: tuple[Taken, ...]
    copy_of: str = ""
    similarity: float = 0.0


def described(artifact: Artifact, doc: int) -> Described:
    """What is known of this document, which exists."""
    format_, lang, tags, source, security, words, size, blob, encoding, warnings, copy_of, similarity = (
        artifact.execute(_DOC, (doc,))[0]
    )
    redacted = tuple(Taken(*row) for row in artifact.execute(_REDACTED, (doc,)))
    return Described(
        format_, lang, words_of(tags), source, security, words, size, blob, encoding,
        words_of(warnings), redacted, copy_of, similarity,
    )  # fmt: skip


ALIASES = f"substr(aliases, 1, {MOST_WORDS + 1})"
"""What `words_of` looks at of the names that an entity has beside its own, in SQL."""


def words_of(text: str) -> tuple[str, ...]:
    """The words that a column holds as a list in JSON. Raises ValueError for what is none, or no list that
    anything we write is as long as."""
    found = json.loads(text) if len(text) <= MOST_WORDS else None
    if not isinstance(found, list) or not all(isinstance(word, str) for word in found):
        raise ValueError("no list of words")
    return tuple(found)


def languages(artifact: Artifact) -> dict[str, int]:
    """How many documents are in which language, most first; those in none (code, data) are left out."""
    return dict(artifact.execute(_LANGUAGES))


def lacking(artifact: Artifact) -> dict[str, int]:
    """What was not installed when this was indexed -> how many files could not be read without it."""
    rows = artifact.execute(
        "SELECT detail, count(*) FROM skipped WHERE reason = 'needs-extra' GROUP BY detail ORDER BY detail"
    )
    return {str(detail): int(count) for detail, count in rows}


def redacted(artifact: Artifact) -> dict[str, int]:
    """How many secrets were taken out of the documents, by kind."""
    return dict(artifact.execute("SELECT kind, sum(count) FROM redactions GROUP BY kind ORDER BY kind"))


def redacted_at(artifact: Artifact, most: int) -> list[tuple[str, int, str, int]]:
    """Path, line, kind and number of the first `most` places where secrets were taken out."""
    return artifact.execute(_PLACES, (most,))


def told_of(about: Described) -> dict[str, str]:
    """What a reader may want to know of it, each in a few words; nothing that is empty."""
    redacted = ", ".join(
        f"{taken.kind} on line {taken.line}" + (f" ({taken.count})" if taken.count > 1 else "")
        for taken in about.redacted
    )
    known = {
        "security": about.security,
        "redacted": redacted,
        "copy_of": about.copy_of and f"{about.copy_of} ({share(about.similarity)} alike)",
        "lang": about.lang,
        "tags": ", ".join(about.tags),
        "source": about.source,
        "words": str(about.words or ""),
        "warnings": "; ".join(about.warnings),
    }
    return {name: value for name, value in known.items() if value}


def share(similarity: float) -> str:
    """How alike two documents are, in two digits; never rounded up to 1, which is for equal words."""
    return f"{int(similarity * 100) / 100:.2f}"
