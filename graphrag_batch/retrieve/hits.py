"""From a ranked chunk to the hit that a reader sees: place, section, snippet, and why it is there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from graphrag_batch.formats.families import family_of
from graphrag_batch.retrieve import pack
from graphrag_batch.retrieve.described import words_of
from graphrag_batch.retrieve.history import last_change, told
from graphrag_batch.retrieve.sections import around, pages_of, sections_in, shared
from graphrag_batch.retrieve.snippet import cut, front_matter
from graphrag_batch.retrieve.values import Hit, Query
from graphrag_batch.stages.assemble import COLUMNS

if TYPE_CHECKING:
    from graphrag_batch.artifact.read import Artifact
    from graphrag_batch.retrieve.catalog import Catalog
    from graphrag_batch.retrieve.copies import Copies
    from graphrag_batch.retrieve.found import Found
    from graphrag_batch.retrieve.rank import Ranked
    from graphrag_batch.retrieve.semantic import Meaning

_CHUNK = """SELECT c.text, c.kind, c.start_line, c.end_line, c.tokens, c.doc, c.prelude, d.security, d.format,
    d.warnings, c.page_start, c.page_end FROM chunks c JOIN docs d ON d.id = c.doc WHERE c.id = ?"""


class Hits:
    """Makes the hits of one artifact."""

    def __init__(self, artifact: Artifact, catalog: Catalog, meaning: Meaning, copies: Copies) -> None:
        self._artifact = artifact
        self._catalog = catalog
        self._meaning = meaning
        self._copies = copies

    def hit(self, query: Query, found: Found, ranked: Ranked) -> Hit:
        """A ranked chunk as a hit."""
        chunk_id = int(self._catalog.chunk_ids[ranked.chunk])
        text, kind, start_line, end_line, tokens, doc, prelude, security, format, warnings, *pages = (
            self._artifact.execute(_CHUNK, (chunk_id,))[0]
        )
        words = {word.text: word.weight for word in found.lexical.words}
        at = self._meaning.semantic.focus(found.vector, ranked.chunk) if found.vector is not None else 0.0
        sections = sections_in(self._artifact, doc, start_line, end_line)
        skip = front_matter(text) if start_line == 1 and kind == "prose" else 0
        snippet = cut(
            text, words, pack.snippet_tokens(query), at,
            skip=skip, section=lambda line: around(sections, start_line + line).first - start_line,
        )  # fmt: skip
        section = around(sections, start_line + snippet.focus)
        changed = last_change(self._artifact, self._catalog.paths[ranked.doc])
        copies = self._copies.places(ranked)
        why = self._why(found, ranked, snippet.matched, copies)
        converted = family_of(format).converted
        return Hit(
            chunk_id=chunk_id,
            path=self._catalog.paths[ranked.doc],
            start_line=max(start_line, section.first),
            end_line=min(end_line, section.last),
            section=section.breadcrumb,
            kind=kind,
            score=ranked.score,
            components=ranked.parts,
            snippet=snippet.text,
            snippet_line=start_line + snippet.line,
            why="; ".join(filter(None, (why, told(changed) if query.since or query.until else ""))),
            section_id=section.id,
            tokens=tokens,
            changed=changed,
            pages=shared(pages_of(*pages), section.pages),
            columns=prelude.partition(f" • {COLUMNS}")[2],
            copies=copies,
            security=security,
            made_of=format if converted else "",
            warnings=words_of(warnings) if converted else (),
        )

    def _why(self, found: Found, ranked: Ranked, matched: Sequence[str], copies: Sequence[str]) -> str:
        reasons = [found.exact.why[ranked.doc]] if ranked.doc in found.exact.why else []
        if matched:
            reasons.append("has " + ", ".join(matched[:6]))
        if found.cosines is not None and found.cosines[ranked.chunk] > 0:
            reasons.append(f"meaning {found.cosines[ranked.chunk]:.2f}")
        if ranked.parts.get("path"):
            reasons.append("path matches")
        if found.led is not None and (ranked.parts.get("named") or ranked.parts.get("bridge")):
            reasons.append(found.led.why[ranked.doc])
        elif found.near is not None:
            reasons.append(found.near.why.get(ranked.doc, ""))
        reasons = list(filter(None, reasons)) or ["its document matches"]
        if copies:
            reasons.insert(0, f"also at: {copies[0]}" + (f", +{len(copies) - 1}" if len(copies) > 1 else ""))
        return "; ".join(reasons)
