"""Files made to attack whoever opens them, each from a good artifact. By what an attacker can do:

`SCHEMA`: statements of SQL that would run for the reader. `PAGES`: what no SQLite writes. `VALUES`: rows that
mean other things than they should. `PLACES`: what lies at the path of an artifact, or beside it.
"""

from __future__ import annotations

import json
import os
import struct
from collections.abc import Callable
from pathlib import Path
from typing import Any

import apsw

PAGE = 16384
Attack = Callable[[Path], Any]


# ---- statements ---------------------------------------------------------------------------------


def sql(*statements: str, **values: Any) -> Attack:
    """These statements, by a program that trusts itself."""

    def attack(path: Path) -> None:
        con = _open(path)
        for statement in statements:
            con.execute(statement, values or None).fetchall()
        con.close()

    return attack


def _open(path: Path) -> apsw.Connection:
    con = apsw.Connection(str(path))
    con.config(apsw.SQLITE_DBCONFIG_WRITABLE_SCHEMA, 1)
    con.config(apsw.SQLITE_DBCONFIG_DEFENSIVE, 0)
    con.execute("PRAGMA ignore_check_constraints = ON")
    return con


def schema(statement: str) -> Attack:
    """One change of the schema's own table."""
    return sql("PRAGMA writable_schema = ON", statement)


def _ddl(name: str, old: str, new: str) -> Attack:
    """Other words in the statement that an object was made with."""
    return schema(f"UPDATE sqlite_schema SET sql = replace(sql, '{old}', '{new}') WHERE name = '{name}'")


BOMB = "WITH RECURSIVE c(x) AS (VALUES(1) UNION ALL SELECT x + 1 FROM c) SELECT x AS src, x AS dst FROM c"


def _shadowed(table: str, select: str) -> Attack:
    """A view that has the name of one of our tables."""
    return schema(
        f"UPDATE sqlite_schema SET type = 'view', rootpage = 0, sql = 'CREATE VIEW {table} AS {select}' "
        f"WHERE name = '{table}'"
    )


def _many_tables(path: Path) -> None:
    con = _open(path)
    with con:
        for n in range(3000):
            con.execute(f"CREATE TABLE x{n} (a)")
    con.close()


SCHEMA: dict[str, Attack] = {
    "a trigger": sql("CREATE TRIGGER t AFTER DELETE ON docs BEGIN DELETE FROM chunks; END"),
    "a trigger with a name to obey": sql(
        "CREATE TRIGGER \"\x1b[2J;rm -rf\" AFTER INSERT ON meta BEGIN SELECT load_extension('x'); END"
    ),
    "a view over a table of ours": _shadowed("links", "SELECT 1 AS doc"),
    "a view without an end": sql("DROP VIEW graph_edges", f"CREATE VIEW graph_edges AS {BOMB}"),
    "a view besides": sql(f"CREATE VIEW more AS {BOMB}"),
    "a table besides": sql("CREATE TABLE more (x)"),
    "a table of another module": schema(
        "INSERT INTO sqlite_schema VALUES ('table', 'x', 'x', 0, "
        "'CREATE VIRTUAL TABLE x USING csv(filename=''/etc/passwd'')')"
    ),
    "a full text of other content": _ddl("chunks_fts", "content=''''", "content=''meta''"),
    "another tokenizer": _ddl("docs_fts", "porter unicode61", "icu"),
    "other vectors": _ddl("chunk_vec", "int8[16]", "int8[16], extra text"),
    "an index over an expression": sql("CREATE INDEX i ON docs (hex(zeroblob(abs(size))))"),
    "an index over a part": sql("CREATE INDEX i ON docs (path) WHERE hex(zeroblob(9)) > path"),
    "a column that is computed": sql("ALTER TABLE docs ADD COLUMN x AS (zeroblob(1000000000))"),
    "a check": _ddl("docs", "id INTEGER PRIMARY KEY,", "id INTEGER PRIMARY KEY CHECK (abs(id) > 0),"),
    "a default": _ddl("docs", "size INTEGER NOT NULL", "size INTEGER NOT NULL DEFAULT (abs(random()))"),
    "another order of letters": _ddl("symbols_name", "(name)", "(name COLLATE evil)"),
    "statistics": sql("ANALYZE"),
    "two tables in one place": schema(
        "UPDATE sqlite_schema SET rootpage = (SELECT rootpage FROM sqlite_schema WHERE name = 'docs') "
        "WHERE name = 'sections'"
    ),
    "a table beyond the end": schema("UPDATE sqlite_schema SET rootpage = 99999 WHERE name = 'sections'"),
    "a table nowhere": schema("UPDATE sqlite_schema SET rootpage = 0 WHERE name = 'sections'"),
    "a statement without an end": schema(
        "INSERT INTO sqlite_schema VALUES ('view', 'x', 'x', 0, 'CREATE VIEW x AS SELECT ' || "
        "replace(hex(zeroblob(400000)), '00', '(') || '1')"
    ),
    "three thousand tables": _many_tables,
    "a table without a name": schema("UPDATE sqlite_schema SET name = NULL WHERE name = 'sections'"),
    "no schema": schema("DELETE FROM sqlite_schema"),
}


# ---- pages --------------------------------------------------------------------------------------


def _rootpage(path: Path, table: str) -> int:
    con = apsw.Connection(str(path))
    root: int = con.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?", (table,)).get
    con.close()
    return root


def _write(path: Path, at: int, raw: bytes) -> None:
    with path.open("r+b") as file:
        file.seek(at)
        file.write(raw)


def _page(path: Path, number: int) -> bytes:
    with path.open("rb") as file:
        file.seek((number - 1) * PAGE)
        return file.read(PAGE)


def header(at: int, raw: bytes) -> Attack:
    """Other bytes in the header of the file."""
    return lambda path: _write(path, at, raw)


def _leaf_of(path: Path, table: str) -> int:
    """The first leaf of a table."""
    number = _rootpage(path, table)
    while (page := _page(path, number))[0] == 5:
        (cell,) = struct.unpack_from(">H", page, 12)
        (number,) = struct.unpack_from(">I", page, cell)
    return number


def _tree_in_a_circle(path: Path) -> None:
    """The root of a table is a page whose only child is itself."""
    root = _rootpage(path, "chunks")
    body = struct.pack(">BHHHBI", 5, 0, 0, 0, 0, root)
    _write(path, (root - 1) * PAGE, body + bytes(PAGE - len(body)))


def _one_row_many_times(path: Path) -> None:
    """All cells of a leaf are one: a large row, found two thousand times."""
    con = _open(path)
    con.execute("UPDATE docs SET title = hex(zeroblob(5000)) WHERE id = (SELECT max(id) FROM docs)")
    con.close()
    number = _leaf_of(path, "docs")
    page = bytearray(_page(path, number))
    (count,) = struct.unpack_from(">H", page, 3)
    cells = struct.unpack_from(f">{count}H", page, 8)
    largest = min(cells)
    room = (min(cells) - 8) // 2
    struct.pack_into(">H", page, 3, min(room, 2000))
    for n in range(min(room, 2000)):
        struct.pack_into(">H", page, 8 + 2 * n, largest)
    _write(path, (number - 1) * PAGE, bytes(page))


def _claims(length: bytes) -> Attack:
    """The first row of a table says that it has so many bytes (a varint of nine)."""

    def attack(path: Path) -> None:
        number = _leaf_of(path, "chunks")
        page = bytearray(_page(path, number))
        (cell,) = struct.unpack_from(">H", page, 8)
        page[cell : cell + 9] = length
        _write(path, (number - 1) * PAGE, bytes(page))

    return attack


def _overflow_in_a_circle(path: Path) -> None:
    """A gigabyte in a chain of pages that leads back to itself."""
    con = _open(path)
    con.execute("UPDATE chunks SET text = zeroblob(200000) WHERE id = (SELECT min(id) FROM chunks)")
    con.close()
    size = path.stat().st_size // PAGE
    for number in range(2, size + 1):
        page = _page(path, number)
        (following,) = struct.unpack_from(">I", page)
        if 1 < following <= size and not any(page[100:200]) and not any(page[-100:]):
            _write(path, (number - 1) * PAGE, struct.pack(">I", number))


def _free_pages_in_a_circle(path: Path) -> None:
    con = _open(path)
    con.execute("CREATE TABLE more (x)")
    con.execute("INSERT INTO more VALUES (zeroblob(400000))")
    con.execute("DROP TABLE more")
    con.close()
    (trunk,) = struct.unpack_from(">I", _page(path, 1), 32)
    _write(path, (trunk - 1) * PAGE, struct.pack(">I", trunk))


def _zeroed(table: str) -> Attack:
    return lambda path: _write(path, (_rootpage(path, table) - 1) * PAGE, bytes(PAGE))


def _random(table: str) -> Attack:
    noise = bytes((n * 7919 + n // 251) % 256 for n in range(PAGE - 8))
    return lambda path: _write(path, (_leaf_of(path, table) - 1) * PAGE + 8, noise)


PAGES: dict[str, Attack] = {
    "a tree in a circle": _tree_in_a_circle,
    "one row many times": _one_row_many_times,
    "a row of an exabyte": _claims(b"\x8f\xff\xff\xff\xff\xff\xff\xff\xff"),
    "a row of a gigabyte": _claims(b"\x80\x80\x80\x80\x83\xd9\x94\xd6\x00"),
    "an overflow in a circle": _overflow_in_a_circle,
    "free pages in a circle": _free_pages_in_a_circle,
    "a table zeroed": _zeroed("entities"),
    "a table of noise": _random("chunks"),
    "an index of noise": _random("sqlite_autoindex_docs_1"),
    "full text of noise": _random("chunks_fts_data"),
    "another page size": lambda path: _write(path, 16, b"\x10\x00") or _write(path, 28, _pages(path, 4096)),
    "bytes reserved": header(20, b"\xff"),
    "other parts of a page": header(21, b"\x01\x01\x01"),
    "text in UTF-16": header(56, b"\0\0\0\2"),
    "an old form of schema": header(44, b"\0\0\0\1"),
    "full vacuum": header(64, bytes(4)),
    "a header at odds with itself": header(92, b"\0\0\xff\xff"),
    "more pages than the file": header(28, b"\xff\xff\xff\xfe"),
}


def _pages(path: Path, size: int) -> bytes:
    return struct.pack(">I", path.stat().st_size // size)


# ---- values -------------------------------------------------------------------------------------


def meta(key: str, value: str) -> Attack:
    """Another value in `meta`."""
    return sql("INSERT OR REPLACE INTO meta VALUES (:key, :value)", key=key, value=value)


def _settings(**embed: Any) -> Attack:
    """A model that the file names."""

    def attack(path: Path) -> None:
        con = _open(path)
        config = json.loads(con.execute("SELECT value FROM meta WHERE key = 'config'").get or "{}")
        config["embed"] = {**config.get("embed", {}), **embed}
        con.execute("UPDATE meta SET value = ? WHERE key = 'config'", (json.dumps(config),))
        con.execute("UPDATE meta SET value = ? WHERE key = 'model'", (embed["model"],))
        con.execute("UPDATE meta SET value = 'hybrid' WHERE key = 'search_mode'")
        con.execute("UPDATE meta SET value = '' WHERE key = 'degraded_reason'")
        con.close()

    return attack


def _graph(name: str, form: str, *numbers: int) -> Attack:
    raw = struct.pack(form, *numbers)
    return sql("UPDATE graph_csr SET value = :raw WHERE name = :name", raw=raw, name=name)


DEEP = "replace(hex(zeroblob(50000)), '00', '[')"
WIDE = "'\"' || replace(hex(zeroblob(2000000)), '00', 'xxxx') || '\"'"
INVALID = "CAST(x'fffe80c0' AS TEXT)"
SURROGATE = "CAST(x'eda080edb080' AS TEXT)"
ESCAPES = "char(27) || ']0;owned' || char(7) || char(27) || '[2J' || char(0) || char(8238) || 'x' || char(10)"
HUGE = "9000000000000000000"
JSON_COLUMNS = {
    "docs": ("meta", "tags", "warnings"), "entities": ("aliases",), "relations": ("meta",),
    "mentions": ("features",), "doubts": ("meta",),
}  # fmt: skip
TEXT_COLUMNS = {
    "docs": ("title", "format", "lang", "source", "security"), "sections": ("title", "breadcrumb", "anchor"),
    "chunks": ("text", "kind", "prelude"), "symbols": ("name", "qualname", "signature", "summary"),
    "entities": ("name", "type", "norm", "description", "status"), "skipped": ("reason", "detail"),
    "mentions": ("surface", "type"), "links": ("target", "text"), "history": ('"commit"',),
    "vectors": ("digest",), "evidence": ("pattern",), "redactions": ("kind",),
}  # fmt: skip
NUMBER_COLUMNS = {
    "docs": ("lines", "size", "words", "mode"),
    "sections": ("parent", "start_line", "end_line", "level", "start", "end", "page_start"),
    "chunks": ("start", "end", "start_line", "end_line", "tokens", "overlap", "page_start", "page_end"),
    "symbols": ("start_line", "end_line", "section"),
    "entities": ("chunk", "doc", "section", "popularity"),
    "relations": ("count", "confidence"), "evidence": ("end", "doc", "confidence"),
    "mentions": ("end", "entity", "chunk", "score"), "history": ("time", "changes"),
    "duplicates": ("duplicate_of", "similarity"), "chunk_windows": ("vector",), "roots": ("entity",),
}  # fmt: skip


def _all(columns: dict[str, tuple[str, ...]], what: str, value: str) -> dict[str, Attack]:
    """For each table, these columns of it have this value in every row."""
    return {
        f"{table} {what}": sql(f"UPDATE {table} SET {', '.join(f'{name} = {value}' for name in names)}")
        for table, names in columns.items()
    }


VALUES: dict[str, Attack] = {
    "a service as the model": _settings(
        model="openai:text-embedding-3-small", endpoint="http://127.0.0.1:9/v1", dim=16
    ),
    "a server as the model": _settings(model="http:x", endpoint="https://attacker.invalid/", dim=16),
    "a folder as the model": _settings(model="st:/tmp", dim=16),
    "a device as the model": _settings(model="st:/dev", dim=16),
    "a model of the hub": _settings(model="st:evil/model", dim=16),
    "a model with no end": _settings(model="stub", dim=10**12),
    "settings nested without end": sql(f"UPDATE meta SET value = {DEEP} WHERE key = 'config'"),
    "settings that are no object": meta("config", "[1, 2]"),
    "settings of other kinds": meta(
        "config",
        '{"retrieval": {"k": "x", "hops": -5, "weights": [], "preset": 7}, "embed": {"model": ["a"]}}',
    ),
    "a weight without end": meta(
        "config", '{"retrieval": {"preset": "spec", "weights": {"semantic": 1e999}}}'
    ),
    "a billion dimensions": meta("dim", "1000000000"),
    "no dimensions": meta("dim", "0"),
    "dimensions in another script": meta("dim", "١٦"),
    "counts that lie": meta("counts", '{"docs": 1000000000000, "chunks": -1, "relations": 1e308}'),
    "counts nested without end": sql(f"UPDATE meta SET value = {DEEP} WHERE key = 'counts'"),
    "counts that are no object": meta("counts", "7"),
    "a tree that is an option of git": meta("tree", "--output=tree"),
    "a commit that is an option of git": meta("commit", "--upload-pack=touch"),
    "another format than it has": meta("format_version", "-1"),
    "a commit to obey": sql(f"UPDATE meta SET value = {ESCAPES} WHERE key IN ('commit', 'tree', 'project')"),
    "a reason to obey": sql(
        f"UPDATE meta SET value = {ESCAPES} WHERE key = 'degraded_reason'",
        "UPDATE meta SET value = 'lexical' WHERE key = 'search_mode'",
    ),
    "meta that is no text": sql("UPDATE meta SET value = x'00ff' WHERE key = 'project'"),
    "meta of megabytes": sql("UPDATE meta SET value = hex(zeroblob(10000000)) WHERE key = 'project'"),
    **_all(JSON_COLUMNS, "with JSON nested without end", DEEP),
    **_all({"docs": ("meta",), "entities": ("aliases",)}, "with JSON of megabytes", WIDE),
    **_all(JSON_COLUMNS, "with what is no JSON", "'{'"),
    **_all(JSON_COLUMNS, "with JSON of another kind", "'[{\"a\": [null, 1e999]}, -7]'"),
    **_all(TEXT_COLUMNS, "with text to obey", ESCAPES),
    **_all(TEXT_COLUMNS, "with text that is no UTF-8", INVALID),
    **_all({"docs": ("title",), "chunks": ("text",)}, "with half characters", SURROGATE),
    **_all(TEXT_COLUMNS, "with numbers for text", "7"),
    **_all(TEXT_COLUMNS, "with bytes for text", "x'00ff'"),
    **_all(NUMBER_COLUMNS, "with numbers beyond all", HUGE),
    **_all(NUMBER_COLUMNS, "with numbers below all", f"-{HUGE}"),
    **_all(NUMBER_COLUMNS, "with text for numbers", "'x'"),
    "a file of a trillion lines": sql("UPDATE docs SET lines = 1000000000000"),
    "a chunk that begins far off": sql(
        "UPDATE chunks SET start = start + 1000000000000, end = end + 2000000000000"
    ),
    "chunks that begin at lines far off": sql("UPDATE chunks SET start_line = start_line + 3000000000"),
    "chunks of no document": sql("UPDATE chunks SET doc = 7, section = 8"),
    "chunks all first": sql("UPDATE chunks SET ordinal = 0, overlap = -5"),
    "paths to obey": sql(
        f"UPDATE docs SET path = {ESCAPES} || id", f"UPDATE skipped SET path = {ESCAPES} || path"
    ),
    "paths that are no UTF-8": sql("UPDATE docs SET path = CAST(x'ff' || CAST(id AS BLOB) AS TEXT)"),
    "relations to obey": sql(f"UPDATE relations SET rel = {ESCAPES} || src || dst || rel"),
    "windows of one vector": sql("UPDATE chunk_windows SET vector = 5"),
    "paths that lead out": sql("UPDATE docs SET path = '../../../etc/' || id"),
    "paths from the root": sql(
        "UPDATE docs SET path = '/etc/passwd' || id", "UPDATE skipped SET path = '/etc/' || path"
    ),
    "sections in a circle": sql("UPDATE sections SET parent = id"),
    "sections in a long circle": sql(
        "UPDATE sections SET parent = coalesce((SELECT min(s.id) FROM sections s WHERE s.id > sections.id), "
        "(SELECT min(id) FROM sections))"
    ),
    "names in a circle": sql("UPDATE roots SET target = norm, root = 'x'"),
    "copies in a circle": sql(
        "DELETE FROM duplicates",
        "INSERT INTO duplicates SELECT id, (SELECT max(id) FROM docs), 1.0 FROM docs",
    ),
    **_all({"extracts": ("value",)}, "of noise", "x'dfffffffff'"),
    **_all(
        {"extracts": ("value",)},
        "nested without end",
        "CAST(replace(hex(zeroblob(50000)), '00', char(17)) AS BLOB)",
    ),
    **_all({"asked": ("keys",)}, "of another size", "x'0102'"),
    **_all({"sketches": ("signature",)}, "of another size", "x'01'"),
    "ids below zero": sql("UPDATE chunks SET id = -id", "UPDATE entities SET id = -id"),
    **_all({"vectors": ("vec",)}, "without direction", "zeroblob(length(vec))"),
    **_all({"vectors": ("scale",)}, "without a number", "9e999"),
    **_all({"vectors": ("vec",)}, "of no length", "x''"),
    **_all({"vectors": ("vec",)}, "of megabytes", "zeroblob(3000000)"),
    **_all({"vectors": ("vec",)}, "that are text", "'abc'"),
    "edges to no node": _graph("indices", "<i", 2**31 - 1),
    "edges below zero": _graph("indptr", "<3i", 0, -5, 2**31 - 1),
    "a trillion nodes": _graph("ids", "<2q", 10**12, 10**12),
    "a graph of names nested without end": sql(
        f"UPDATE graph_csr SET value = CAST({DEEP} AS BLOB) WHERE name = 'names'"
    ),
    "a graph of other names": sql(
        "UPDATE graph_csr SET value = CAST('[1, {}, null]' AS BLOB) WHERE name = 'names'"
    ),
    "relations of unknown names": sql(
        "UPDATE graph_csr SET value = replace(hex(value), '0', 'F') WHERE name LIKE '%rels'"
    ),
    "weights without a number": sql(
        "UPDATE graph_csr SET value = zeroblob(0) || x'0000c07f' WHERE name LIKE '%weights'"
    ),
    "no graph": sql("DELETE FROM graph_csr"),
    "full text without a structure": sql(
        "UPDATE chunks_fts_data SET block = x'ffffffffffffffffffff' WHERE id = 10"
    ),
    "full text of other sizes": sql("UPDATE chunks_fts_docsize SET sz = x'ffffffff'"),
    "full text that leads elsewhere": sql("UPDATE chunks_fts_idx SET pgno = 99999999"),
    "full text of cut pages": sql("UPDATE docs_fts_data SET block = substr(block, 1, 9) WHERE id > 10"),
    "full text of other averages": sql(
        "UPDATE docs_fts_data SET block = x'ffffffffffffffff7f01' WHERE id = 1"
    ),
    "full text of another version": sql("UPDATE chunks_fts_config SET v = 999 WHERE k = 'version'"),
    "full text that ranks by another": sql(
        "INSERT OR REPLACE INTO chunks_fts_config VALUES ('rank', 'evil(1)')"
    ),
    "blocks of vectors cut": sql("UPDATE chunk_vec_vector_chunks00 SET vectors = x'00'"),
    "blocks of vectors that hold no place": sql("UPDATE chunk_vec_chunks SET validity = x'ff', rowids = x''"),
    "blocks of vectors without end": sql("UPDATE chunk_vec_chunks SET size = 1000000000"),
    "vectors placed elsewhere": sql("UPDATE chunk_vec_rowids SET chunk_id = 77, chunk_offset = 1000000000"),
}


# ---- places -------------------------------------------------------------------------------------


def _beside(suffix: str, make: Callable[[Path], Any]) -> Attack:
    return lambda path: make(path.with_name(path.name + suffix))


def _instead(make: Callable[[Path], Any]) -> Attack:
    def attack(path: Path) -> None:
        path.unlink()
        make(path)

    return attack


def _link(target: str) -> Callable[[Path], Any]:
    return lambda place: place.symlink_to(target)


JOURNAL = (
    b"\xd9\xd5\x05\xf9\x20\xa1\x63\xd7" + b"\0\0\0\1" + bytes(16) + b"\0\0\x02\0\0\0\x40\0" + bytes(30000)
)

PLACES: dict[str, Attack] = {
    "a journal beside": _beside("-journal", lambda place: place.write_bytes(JOURNAL)),
    "a journal that is a link": _beside("-journal", _link("/etc/hostname")),
    "a journal that is a pipe": _beside("-journal", os.mkfifo),
    "a journal that is a folder": _beside("-journal", Path.mkdir),
    "a log beside": _beside("-wal", lambda place: place.write_bytes(b"\x37\x7f\x06\x82" + bytes(4000))),
    "a log that is a device": _beside("-wal", _link("/dev/zero")),
    "a seal that is a pipe": _beside(".sum", os.mkfifo),
    "a seal without end": _beside(".sum", _link("/dev/zero")),
    "a pipe": _instead(os.mkfifo),
    "a device": _instead(_link("/dev/zero")),
    "a terminal": _instead(_link("/dev/tty")),
    "a folder": _instead(Path.mkdir),
    "a link to itself": lambda path: _instead(_link(path.name))(path),
}

ATTACKS: dict[str, Attack] = {"nothing": lambda _: None, **SCHEMA, **PAGES, **VALUES, **PLACES}
