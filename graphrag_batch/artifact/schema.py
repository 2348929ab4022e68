"""The tables of an artifact, and its format and feature versions.

FORMAT_VERSION changes when an older reader would misread the file; FEATURE_VERSION when rows mean
more than before. History: format 1 / feature 1 (0.1.0): first. Format 2: the content digest is a
sum over rows, kept up to date by what changes; the history of paths is beside the content. Format 3: pages
of chunks, redactions, duplicates. Format 4: entities found in text, with their mentions.

Logical tables carry the content and enter the digest. Derived tables (full-text, vec0, CSR) are
functions of them and do not.
"""

from __future__ import annotations

APPLICATION_ID = 0x47524247  # "GRBG"
FORMAT_VERSION = 4
FEATURE_VERSION = 1
PAGE_SIZE = 16384

FTS_TOKENIZE = "porter unicode61 remove_diacritics 2"

# fmt: off
LOGICAL: dict[str, str] = {
    "meta": """CREATE TABLE meta (
        key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID""",
    "docs": """CREATE TABLE docs (
        id INTEGER PRIMARY KEY, path TEXT NOT NULL UNIQUE, blob TEXT NOT NULL, mode INTEGER NOT NULL,
        format TEXT NOT NULL, title TEXT NOT NULL, lang TEXT NOT NULL, tags TEXT NOT NULL,
        source TEXT NOT NULL, security TEXT NOT NULL, size INTEGER NOT NULL, lines INTEGER NOT NULL,
        words INTEGER NOT NULL, encoding TEXT NOT NULL, warnings TEXT NOT NULL,
        meta TEXT NOT NULL, digest TEXT NOT NULL)""",
    "skipped": """CREATE TABLE skipped (
        path TEXT PRIMARY KEY, mode INTEGER NOT NULL, blob TEXT NOT NULL, reason TEXT NOT NULL,
        detail TEXT NOT NULL) WITHOUT ROWID""",
    "sections": """CREATE TABLE sections (
        id INTEGER PRIMARY KEY, doc INTEGER NOT NULL, parent INTEGER, ordinal INTEGER NOT NULL,
        level INTEGER NOT NULL, title TEXT NOT NULL, breadcrumb TEXT NOT NULL, anchor TEXT NOT NULL,
        start INTEGER NOT NULL, end INTEGER NOT NULL, start_line INTEGER NOT NULL,
        end_line INTEGER NOT NULL, page_start INTEGER, page_end INTEGER)""",
    "chunks": """CREATE TABLE chunks (
        id INTEGER PRIMARY KEY, doc INTEGER NOT NULL, section INTEGER, ordinal INTEGER NOT NULL,
        kind TEXT NOT NULL, text TEXT NOT NULL, prelude TEXT NOT NULL, start INTEGER NOT NULL,
        end INTEGER NOT NULL, start_line INTEGER NOT NULL, end_line INTEGER NOT NULL,
        tokens INTEGER NOT NULL, overlap INTEGER NOT NULL, digest TEXT NOT NULL,
        page_start INTEGER, page_end INTEGER)""",
    "chunk_windows": """CREATE TABLE chunk_windows (
        chunk INTEGER NOT NULL, ordinal INTEGER NOT NULL, vector INTEGER NOT NULL,
        PRIMARY KEY (chunk, ordinal)) WITHOUT ROWID""",
    "symbols": """CREATE TABLE symbols (
        id INTEGER PRIMARY KEY, doc INTEGER NOT NULL, section INTEGER, name TEXT NOT NULL,
        qualname TEXT NOT NULL, kind TEXT NOT NULL, signature TEXT NOT NULL, summary TEXT NOT NULL,
        start INTEGER NOT NULL, end INTEGER NOT NULL, start_line INTEGER NOT NULL,
        end_line INTEGER NOT NULL)""",
    "links": """CREATE TABLE links (
        doc INTEGER NOT NULL, ordinal INTEGER NOT NULL, section INTEGER, chunk INTEGER,
        start INTEGER NOT NULL, end INTEGER NOT NULL, target TEXT NOT NULL, text TEXT NOT NULL,
        PRIMARY KEY (doc, ordinal)) WITHOUT ROWID""",
    # How many secrets of which kind were taken out of which line.
    "redactions": """CREATE TABLE redactions (
        doc INTEGER NOT NULL, line INTEGER NOT NULL, kind TEXT NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (doc, line, kind)) WITHOUT ROWID""",
    # What the document is compared with others by (records.Sketch).
    "sketches": """CREATE TABLE sketches (
        doc INTEGER PRIMARY KEY, lang TEXT NOT NULL, form INTEGER NOT NULL, signature BLOB NOT NULL)""",
    # What each document's prose says by itself (textual.Extract, as build/codec.py writes it); none for code.
    "extracts": """CREATE TABLE extracts (
        doc INTEGER PRIMARY KEY, value BLOB NOT NULL)""",
    # Documents that are copies, or all but, and the one that counts among those they are like.
    "duplicates": """CREATE TABLE duplicates (
        doc INTEGER PRIMARY KEY, duplicate_of INTEGER NOT NULL, similarity REAL NOT NULL)""",
    "entities": """CREATE TABLE entities (
        id INTEGER PRIMARY KEY, type TEXT NOT NULL, name TEXT NOT NULL, norm TEXT NOT NULL,
        aliases TEXT NOT NULL, description TEXT NOT NULL, popularity INTEGER NOT NULL, doc INTEGER,
        section INTEGER, chunk INTEGER, status TEXT NOT NULL)""",
    "relations": """CREATE TABLE relations (
        src INTEGER NOT NULL, dst INTEGER NOT NULL, rel TEXT NOT NULL, confidence REAL NOT NULL,
        count INTEGER NOT NULL, meta TEXT NOT NULL, PRIMARY KEY (src, dst, rel)) WITHOUT ROWID""",
    # doc: whose text it is (of owned_by: who is owned, though the text is that of CODEOWNERS).
    "evidence": """CREATE TABLE evidence (
        src INTEGER NOT NULL, dst INTEGER NOT NULL, rel TEXT NOT NULL, chunk INTEGER NOT NULL,
        start INTEGER NOT NULL, end INTEGER NOT NULL, pattern TEXT NOT NULL, confidence REAL NOT NULL,
        doc INTEGER NOT NULL, PRIMARY KEY (src, dst, rel, chunk, start)) WITHOUT ROWID""",
    # Where the prose names an entity. Relations `mentions` (section or document -> entity) count these.
    "mentions": """CREATE TABLE mentions (
        doc INTEGER NOT NULL, start INTEGER NOT NULL, end INTEGER NOT NULL, entity INTEGER NOT NULL,
        chunk INTEGER NOT NULL, surface TEXT NOT NULL, type TEXT NOT NULL, score REAL NOT NULL,
        features TEXT NOT NULL, PRIMARY KEY (doc, start)) WITHOUT ROWID""",
    # id is id63("vector", text digest); vec holds dim signed bytes, value = byte * scale.
    "vectors": """CREATE TABLE vectors (
        id INTEGER PRIMARY KEY, digest TEXT NOT NULL, scale REAL NOT NULL, vec BLOB NOT NULL)""",
}

# Beside the content: what the commits say of paths, as far as the clone they were read from reaches. Kept
# for paths that are gone too, as a revert brings them back. a < b are id63("doc", path).
HISTORY: dict[str, str] = {
    "history": """CREATE TABLE history (
        path TEXT PRIMARY KEY, "commit" TEXT NOT NULL, time INTEGER NOT NULL,
        changes INTEGER NOT NULL) WITHOUT ROWID""",
    "cochanges": """CREATE TABLE cochanges (
        a INTEGER NOT NULL, b INTEGER NOT NULL, count INTEGER NOT NULL,
        PRIMARY KEY (a, b)) WITHOUT ROWID""",
}

INDEXES: dict[str, str] = {
    "sections_doc": "CREATE INDEX sections_doc ON sections (doc, ordinal)",
    "chunks_doc": "CREATE INDEX chunks_doc ON chunks (doc, ordinal)",
    "chunks_section": "CREATE INDEX chunks_section ON chunks (section)",
    "chunk_windows_vector": "CREATE INDEX chunk_windows_vector ON chunk_windows (vector)",
    "sketches_form": "CREATE INDEX sketches_form ON sketches (form)",
    "symbols_doc": "CREATE INDEX symbols_doc ON symbols (doc)",
    "symbols_name": "CREATE INDEX symbols_name ON symbols (name)",
    "entities_norm": "CREATE INDEX entities_norm ON entities (norm)",
    "entities_doc": "CREATE INDEX entities_doc ON entities (doc)",
    "evidence_doc": "CREATE INDEX evidence_doc ON evidence (doc)",
    "mentions_entity": "CREATE INDEX mentions_entity ON mentions (entity)",
    "relations_dst": "CREATE INDEX relations_dst ON relations (dst, rel)",
    "cochanges_b": "CREATE INDEX cochanges_b ON cochanges (b)",
}

VIEWS: dict[str, str] = {
    "graph_edges": "CREATE VIEW graph_edges AS SELECT src, dst FROM relations",
}

DERIVED: dict[str, str] = {
    "chunks_fts": f"""CREATE VIRTUAL TABLE chunks_fts USING fts5(
        text, ident, cjk, path, content='', tokenize='{FTS_TOKENIZE}')""",
    # One row per document (rowid = docs.id): the whole-file view that chunks lose.
    # names: what the file defines and its headings.
    "docs_fts": f"""CREATE VIRTUAL TABLE docs_fts USING fts5(
        text, ident, cjk, path, names, content='', tokenize='{FTS_TOKENIZE}')""",
    "entities_fts": f"""CREATE VIRTUAL TABLE entities_fts USING fts5(
        name, aliases, description, content='', tokenize='{FTS_TOKENIZE}')""",
    # Names that documents can be found by: hash of the name, id of what is meant.
    "offers": """CREATE TABLE offers (
        key INTEGER NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (key, id)) WITHOUT ROWID""",
    # Hashes of the names that a document's links asked for, found or not: ascending little-endian int64.
    "asked": """CREATE TABLE asked (
        doc INTEGER PRIMARY KEY, keys BLOB NOT NULL)""",
    # Keys of the bands of signatures (stages.dedupe.band_keys): forms that share one may be alike.
    "bands": """CREATE TABLE bands (
        key INTEGER NOT NULL, form INTEGER NOT NULL, PRIMARY KEY (key, form)) WITHOUT ROWID""",
    # Sums over what documents hold, from which the entities of text are made (build/naming.py). In how many
    # documents a name (textual.Extract's strong mentions, titles, ...) stands as `surface`, as a `type`.
    "names": """CREATE TABLE names (
        norm TEXT NOT NULL, surface TEXT NOT NULL, type TEXT NOT NULL, docs INTEGER NOT NULL,
        PRIMARY KEY (norm, surface, type)) WITHOUT ROWID""",
    # Documents that are titled so.
    "anchors": """CREATE TABLE anchors (
        norm TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (norm, id)) WITHOUT ROWID""",
    # Names that texts say are one: in how many documents.
    "pairs": """CREATE TABLE pairs (
        short TEXT NOT NULL, long TEXT NOT NULL, docs INTEGER NOT NULL,
        PRIMARY KEY (short, long)) WITHOUT ROWID""",
    # Candidates for the gazetteer: in how many documents they are set apart, and how tellingly in sum.
    "terms": """CREATE TABLE terms (
        term TEXT PRIMARY KEY, docs INTEGER NOT NULL, weight INTEGER NOT NULL) WITHOUT ROWID""",
    # The terms chosen.
    "gazetteer": "CREATE TABLE gazetteer (term TEXT PRIMARY KEY) WITHOUT ROWID",
    # Names that share a key may be one (stages.names.block_keys).
    "blocks": """CREATE TABLE blocks (
        key INTEGER NOT NULL, norm TEXT NOT NULL, PRIMARY KEY (key, norm)) WITHOUT ROWID""",
    # The name that each is another name of (itself: none), the last of that chain, and the entity it is.
    "roots": """CREATE TABLE roots (
        norm TEXT PRIMARY KEY, target TEXT NOT NULL, root TEXT NOT NULL, entity INTEGER NOT NULL,
        type TEXT NOT NULL) WITHOUT ROWID""",
    # Names that are perhaps one, and how alike they are.
    "doubts": """CREATE TABLE doubts (
        norm TEXT NOT NULL, other TEXT NOT NULL, score REAL NOT NULL, meta TEXT NOT NULL,
        PRIMARY KEY (norm, other)) WITHOUT ROWID""",
    # int32/int64/float32 little-endian arrays: ids, forward and backward indptr/indices/rels.
    "graph_csr": """CREATE TABLE graph_csr (
        name TEXT PRIMARY KEY, value BLOB NOT NULL) WITHOUT ROWID""",
    "terms_docs": "CREATE INDEX terms_docs ON terms (docs)",
    "blocks_norm": "CREATE INDEX blocks_norm ON blocks (norm)",
    "pairs_long": "CREATE INDEX pairs_long ON pairs (long)",
    "roots_root": "CREATE INDEX roots_root ON roots (root)",
    "roots_entity": "CREATE INDEX roots_entity ON roots (entity)",
    "doubts_other": "CREATE INDEX doubts_other ON doubts (other)",
}

# Rows of these belong to one document (column `doc`, or `id` in docs, or through chunks).
PER_DOCUMENT = ("docs", "sections", "chunks", "chunk_windows", "symbols", "links", "redactions", "sketches",
                "extracts")
# Rows of these are sums of what each document adds (skipped: of what each other path is).
CORPUS = ("skipped", "entities", "relations", "evidence", "mentions", "duplicates")


def vec_table(name: str, dim: int) -> str:
    """DDL of a derived sqlite-vec table over `vectors` (rowid = vectors.id)."""
    return f"CREATE VIRTUAL TABLE {name} USING vec0(embedding int8[{dim}] distance_metric=cosine)"
# fmt: on


def _columns(ddl: str) -> str:
    """The column names of a CREATE TABLE, comma-separated."""
    body = ddl[ddl.index("(") + 1 : ddl.rindex(")")].split("PRIMARY KEY (", maxsplit=1)[0]
    return ", ".join(part.split()[0] for part in body.split(",") if part.strip())


COLUMNS: dict[str, str] = {table: _columns(ddl) for table, ddl in {**LOGICAL, **HISTORY}.items()}
"""The columns of every logical table and of the history, in order, comma-separated."""
