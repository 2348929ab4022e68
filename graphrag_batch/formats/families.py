"""Which families of formats there are: how their files are named, who reads them, what decides the output.

Data alone, apart from the readers, so that asking whether anything has to be read loads none of them.
Which version of a library is installed is looked up by the build: that is IO.
"""

from __future__ import annotations

from dataclasses import dataclass

DECODE_VERSION = 1
_DECODING = ("charset-normalizer",)
_MARKDOWN = ("markdown-it-py", "mdurl", "pyyaml")
_HTML = ("lxml", "beautifulsoup4", "soupsieve", "markdownify", *_MARKDOWN)


@dataclass(frozen=True, slots=True)
class Family:
    """One family of formats.

    `version` is raised when equal bytes give another Document. `libraries` are distributions whose version
    can change the output. `converted`: text must first be made of the bytes (see `readers`). `binary` files
    hold NULs by nature and may be larger (`formats.max_bytes`). `extra` is what must be installed to read
    them, if anything. Files that are read `apart` go to a library in C, in a process that may be lost.
    """

    version: int
    extensions: tuple[str, ...] = ()
    converted: bool = False
    libraries: tuple[str, ...] = ()
    binary: bool = False
    extra: str = ""
    apart: bool = False


# fmt: off
FAMILIES: dict[str, Family] = {
    "markdown": Family(1, (
        "md", "markdown", "mdown", "mkd", "mkdn", "mdwn", "qmd", "rmd", "mdc"), libraries=_MARKDOWN),
    "mdx": Family(1, ("mdx",), libraries=_MARKDOWN),
    "rst": Family(2, ("rst", "rest")),
    "html": Family(2, ("html", "htm", "xhtml"), converted=True, libraries=_HTML),
    "text": Family(2, ("txt", "text", "log")),
    "asciidoc": Family(1, ("adoc", "asciidoc", "asc", "adc")),
    "org": Family(1, ("org",)),
    "man": Family(2),  # told by its macros: `name.1` says little
    "table": Family(1, ("csv", "tsv", "psv", "tab"), converted=True, libraries=_MARKDOWN),
    "pdf": Family(1, ("pdf",), converted=True, libraries=(*_MARKDOWN, "pymupdf"), binary=True, extra="pdf",
                  apart=True),
    "docx": Family(
        1, ("docx", "docm", "dotx", "dotm"), converted=True, libraries=(*_MARKDOWN, "lxml"), binary=True),
    "notebook": Family(2, ("ipynb",), converted=True, libraries=_MARKDOWN, binary=True),
    "code": Family(2, libraries=("tree-sitter", "tree-sitter-language-pack")),
}
# fmt: on

EXTENSIONS: dict[str, str] = {end: name for name, family in FAMILIES.items() for end in family.extensions}


def family_of(format: str) -> Family:
    """The family of a format (`code:python` is of the family `code`)."""
    return FAMILIES[format.partition(":")[0]]


def parse_version(format: str) -> int:
    """Version of the readers of `format`."""
    return family_of(format).version


def libraries_of(format: str) -> tuple[str, ...]:
    """The distributions whose version can change what `format`'s readers make of the same bytes."""
    return (*family_of(format).libraries, *_DECODING)
