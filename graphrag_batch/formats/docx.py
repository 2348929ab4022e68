"""Word files (.docx, .docm, .dotx, .dotm) to Markdown.

Read as a reader sees them with all changes accepted. Tables of contents repeat the headings and are dropped;
headers and footers are kept with the properties; comments follow the text in a section of their own. Pages
are not known: they are made by whoever lays the text out.
"""

from __future__ import annotations

from graphrag_batch.config import FormatsConfig
from graphrag_batch.fingerprint import canonical_json
from graphrag_batch.formats.docx_blocks import Body, flatten
from graphrag_batch.formats.docx_context import Context
from graphrag_batch.formats.docx_numbers import read_numbering
from graphrag_batch.formats.docx_package import BadPackage, Element, Package, Relation, W, open_package
from graphrag_batch.formats.docx_properties import language, properties, title_of
from graphrag_batch.formats.docx_styles import read_styles, style_lists
from graphrag_batch.records import Decoded, Unreadable

_MOST_MARGIN = 500  # characters of headers, and of footers, that are kept


def convert_docx(raw: bytes, options: FormatsConfig) -> Decoded | Unreadable:
    """The Markdown of a Word file, or why there is none."""
    package = open_package(raw)
    if isinstance(package, Unreadable):
        return package
    try:
        root = package.xml(package.main)
    except BadPackage as error:
        return Unreadable("unreadable", str(error))
    body = root.find(f"{W}body")
    if body is None:
        return Unreadable("unreadable", "not a Word file: its document has no body")
    context = _context(package, root)
    written = _written(context, body)
    margins = _margins(context)
    if not any(line.strip() for line in written.lines):
        for text in margins.values():
            written.block([text])
    text = "\n".join(written.lines) + "\n" if written.lines else ""
    meta = properties(package) | margins
    kept = (pair for pair in written.anchors if not pair[1].startswith("_") or pair[1] in context.linked)
    return Decoded(
        text=text,
        warnings=(*package.warnings, *context.warnings()),
        title=written.title or title_of(meta),
        lang=language(context, text),
        meta=canonical_json(meta),
        anchors=tuple(dict.fromkeys(kept)),
    )


def _context(package: Package, root: Element) -> Context:
    relations = package.relations(package.main)
    parts = {r.kind: r.target for r in relations.values() if not r.external}
    styles = package.optional(parts.get("styles", ""))
    numbering = package.optional(parts.get("numbering", ""))
    context = Context(
        package, read_styles(styles), read_numbering(numbering, style_lists(styles)), relations, parts=parts
    )
    context.scan(root)
    for kind in ("footnote", "endnote"):
        notes = context.part(f"{kind}s")
        context.notes.add(kind, notes)
    context.comments.add(context.part("comments"))
    return context


def _written(context: Context, body: Element) -> Body:
    written = Body(context)
    written.shift = int(written.has_title(body))
    written.read(body)
    if context.comments.order:
        level = 1 if written.top == 1 and not written.shift else 2
        written.block([f"{'#' * level} Comments"])
        for comment in context.comments.order:
            written.comment(comment)
        written.end()
    return written


def _margins(context: Context) -> dict[str, str]:
    """What headers and footers say, each text once."""
    found: dict[str, dict[str, None]] = {"header": {}, "footer": {}}
    relations: list[Relation] = sorted(context.relations.values(), key=lambda r: r.target)
    for relation in relations:
        if relation.kind in found and not relation.external:
            root = context.package.optional(relation.target)
            if root is not None:
                context.scan(root)
                text = " ".join(" ".join(flatten(context, root, relation.target)).replace("__", "").split())
                found[relation.kind][text] = None
    joined = {kind: " · ".join(text for text in texts if text) for kind, texts in found.items()}
    return {kind: text[:_MOST_MARGIN] for kind, text in joined.items() if text}
