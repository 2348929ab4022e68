"""The values that cross rooms: frozen dataclasses and protocols. Pure; no IO, no heavy import.

Conventions that hold everywhere:
- A *path* is the repository path as text. A path that is valid UTF-8 and does not begin with `"` is
  itself; any other is git's C-quoted form in double quotes (`source.paths` converts both ways).
- Offsets (`start`, `end`) are Unicode code points into `Document.text`, half-open.
- Lines are 1-based and inclusive, and only "\\n" ends a line (`Document.text` has no "\\r").
- Nothing below `Document` knows its path, so that a rename costs nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple, Protocol, runtime_checkable

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MODE_FILE = 0o100644
MODE_EXECUTABLE = 0o100755
MODE_SYMLINK = 0o120000
MODE_SUBMODULE = 0o160000


# ---- source ---------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class TreeEntry:
    """One tracked path of a tree. `blob` is the full hex object id (a commit id for a submodule)."""

    path: str
    mode: int
    blob: str


@dataclass(frozen=True, slots=True)
class Skip:
    """A tracked path that is not indexed, and why. `reason` is one of `SKIP_REASONS`."""

    path: str
    mode: int
    blob: str
    reason: str
    detail: str = ""


SKIP_REASONS = {
    "ignored": "matched by .graphragignore or select.exclude",
    "configuration": "tells graphrag-batch what to do: name it in select.include to index it",
    "generated": "marked linguist-generated in .gitattributes",
    "vendored": "marked linguist-vendored in .gitattributes",
    "symlink": "a symbolic link: its target is indexed where it lives",
    "submodule": "a submodule: another repository",
    "too-large": "larger than select.max_bytes",
    "binary": "not text",
    "lfs-pointer": "a Git LFS pointer: the content is not in git",
    "empty": "no text",
    "unavailable": "blob unavailable",
    "unreadable": "the reader could not read it",
    "needs-extra": "its reader is not installed",
    "restricted": "security: restricted, and select.restricted is exclude",
}


# ---- formats: what readers return -------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class Decoded:
    """Text that a reader made of bytes: that of the file, or Markdown where the file is no text.

    "\n" is its only line end; it holds no byte order mark, no NUL and no lone surrogate. `warnings` say what
    was guessed or repaired. What the file says besides its text: `title`, `lang` (a BCP 47 tag), `meta`
    (canonical JSON of an object). `pages` are the 0-based lines on which pages begin, ascending, the first
    page first; `anchors` are (0-based line, name) of places that links can lead to.
    """

    text: str
    encoding: str = "utf-8"
    warnings: tuple[str, ...] = ()
    title: str | None = None
    lang: str = ""
    meta: str = "{}"
    pages: tuple[int, ...] = ()
    anchors: tuple[tuple[int, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Redaction:
    """A secret taken out of the text: of which kind, and on which line (1-based). Never the secret."""

    kind: str
    line: int


@dataclass(frozen=True, slots=True)
class Section:
    """A heading and what it governs, or (in source code) a definition.

    `parent` is the index of the enclosing section in `Document.sections`, -1 for none; parents come
    before children. `start..end` runs from the heading (or the definition's first decorator or
    comment) to the end of the last descendant. `body` is where the text after the heading starts.
    """

    parent: int
    level: int
    title: str
    start: int
    end: int
    start_line: int
    end_line: int
    body: int
    anchor: str = ""
    page_start: int | None = None
    page_end: int | None = None


# Block kinds: heading, paragraph, list, table, fence, html, rule, metadata (front matter),
# code (source lines outside any definition), symbol (source lines of a definition), comment.
@dataclass(frozen=True, slots=True)
class Block:
    """A span of text that reads as one unit. Blocks are in order, never overlap, and together
    hold every non-blank character of `Document.text`. `section` is the index of the innermost
    section, -1 before the first."""

    kind: str
    start: int
    end: int
    section: int
    info: str = ""


@dataclass(frozen=True, slots=True)
class Link:
    """A link in the text: raw `target` as written (path, anchor, URL), visible `text`."""

    start: int
    end: int
    target: str
    text: str
    section: int


@dataclass(frozen=True, slots=True)
class Definition:
    """A named thing that source code defines. `qualname` is dotted within the file
    (`Class.method`); `kind` is one of function, method, class, interface, struct, enum, trait,
    module, type, constant, macro; `section` is its section. `doc` is the first paragraph of its
    documentation, `signature` its header line(s) with white space folded."""

    name: str
    qualname: str
    kind: str
    section: int
    start: int
    end: int
    start_line: int
    end_line: int
    signature: str = ""
    doc: str = ""


@dataclass(frozen=True, slots=True)
class Document:
    """What a parser makes of one blob. `text` is the decoded text with a BOM removed and line ends
    as "\\n"; everything else points into it. `meta` is canonical JSON of the front matter.
    `title` is None where the text names none (the file's name then serves, outside this value).
    `warnings` say what was repaired or guessed (encoding, unclosed fence). `pages` are the lines (1-based) on
    which the pages of a paged format begin. `lang` is a BCP 47 tag, "" where nobody can tell."""

    format: str
    text: str
    title: str | None = None
    lang: str = ""
    sections: tuple[Section, ...] = ()
    blocks: tuple[Block, ...] = ()
    links: tuple[Link, ...] = ()
    definitions: tuple[Definition, ...] = ()
    meta: str = "{}"
    tags: tuple[str, ...] = ()
    encoding: str = "utf-8"
    warnings: tuple[str, ...] = ()
    pages: tuple[int, ...] = ()
    redactions: tuple[Redaction, ...] = ()


@dataclass(frozen=True, slots=True)
class Unreadable:
    """A parser's verdict that a blob is not indexed; `reason` is one of `SKIP_REASONS`."""

    reason: str
    detail: str = ""


# ---- stages -----------------------------------------------------------------------------------

# fmt: off
CHUNK_KINDS = (
    "prose", "procedure", "faq", "definition", "table", "code", "symbol", "policy", "note", "metadata",
)
# fmt: on


@dataclass(frozen=True, slots=True)
class Chunk:
    """The unit an agent reads. `text == Document.text[start:end]` always, with no blank edge.

    `section` indexes `Document.sections` (-1: none). `overlap` is how many leading code points
    repeat the previous chunk. `tokens` counts the embedder's own tokens in `text`. `ident` and
    `cjk` are the full-text expansions (FTS columns). `windows` are the texts to embed (title and
    headings + a part of the text, each within the model's window); at least one, unless no model reads them.
    `columns` is the first line of the table that the chunk goes on with, "" for any other chunk.
    """

    section: int
    kind: str
    text: str
    start: int
    end: int
    start_line: int
    end_line: int
    tokens: int
    overlap: int = 0
    ident: str = ""
    cjk: str = ""
    windows: tuple[str, ...] = ()
    columns: str = ""


@dataclass(frozen=True, slots=True)
class Sketch:
    """What a document is compared with others by. Those of one `form` (63 bits) are copies of one another;
    `signature` is a MinHash signature, empty for a document that is compared with its equals alone; `lang`
    is the first part of its language tag."""

    lang: str
    form: int
    signature: bytes


@dataclass(frozen=True, slots=True)
class IndexedDocument:
    """One path of the tree with its per-blob values: what the writer turns into rows. Without a `sketch` it
    is compared with no other document. `extract` is an encoded `textual.Extract`, empty where there is no
    prose."""

    entry: TreeEntry
    document: Document
    chunks: tuple[Chunk, ...]
    size: int
    sketch: Sketch | None = None
    extract: bytes = b""


class RawLink(NamedTuple):
    """A link as its document has it; ids are those of the rows. `format` is the document's."""

    doc: int
    path: str
    format: str
    section: int | None
    chunk: int | None
    start: int
    end: int
    target: str
    text: str


class ResolvedLink(NamedTuple):
    """A link whose target is known: `dst` is a document or section id, or `url` an outside one."""

    doc: int
    section: int | None
    chunk: int | None
    start: int
    end: int
    rel: str
    dst: int | None
    url: str = ""


Offer = tuple[str, str, int]
"""A name that something of a document answers to: kind of name, name, id of what is meant."""


class Names(Protocol):
    """What names mean in the corpus as a whole: all that a document's links know of other documents.

    Whoever answers remembers what was asked, so that the document is looked at again when an answer changes.
    """

    def find(self, kind: str, name: str) -> Sequence[int]:
        """The ids offered under this name, ascending."""
        ...

    def path(self, doc: int) -> str:
        """The path of a document found by name."""
        ...


class Tokenizer(Protocol):
    """The embedder's own tokens. `fingerprint` covers vocabulary and rules."""

    @property
    def fingerprint(self) -> str:
        """Digest of the vocabulary and the rules."""
        ...

    def spans(self, text: str) -> Sequence[tuple[int, int]]:
        """Code-point (start, end) of each token of `text`, in order, without special tokens."""
        ...

    def starts(self, text: str) -> list[int]:
        """The first of each of the `spans` of `text`: enough to measure by, and cheaper."""
        ...


@runtime_checkable
class Embedder(Protocol):
    """Text to unit vectors. Results must not depend on what else is in the batch, bit for bit."""

    @property
    def name(self) -> str:
        """The configuration's name for it."""
        ...

    @property
    def fingerprint(self) -> str:
        """Digest of weights, graph, tokenizer, prompts, dimension and pooling."""
        ...

    @property
    def dim(self) -> int:
        """Numbers in a vector."""
        ...

    @property
    def max_tokens(self) -> int:
        """Tokens of content (special tokens not counted) that one vector can read."""
        ...

    def embed_documents(self, texts: Sequence[str]) -> NDArray[np.float32]:
        """(n, dim) float32 rows of unit length."""
        ...

    def embed_query(self, text: str) -> NDArray[np.float32]:
        """(dim,) float32 of unit length."""
        ...


Progress = Callable[[str, int, int], None]
"""(stage, done, total), called often; the edge decides what to show."""


def no_progress(stage: str, done: int, total: int) -> None:
    """The progress that nobody watches."""
