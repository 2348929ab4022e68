"""Names in code: variables, options, calls, identifiers, programs. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.mention import written
from graphrag_batch.stages.mention.cues import SURE, said
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.heads import EVENT_ENDS
from graphrag_batch.stages.mention.lexicon import PROGRAMS
from graphrag_batch.stages.mention.text import Text, pattern
from graphrag_batch.stages.mention.words import CODE_SUFFIXES, ENV_ENDINGS, LOWER_PRODUCTS, NO_CAMEL, SETTINGS

# The last part of programs' names, and nouns before a name that say what it is.
_PROGRAMS = (
    "ctl",
    "-cli",
    "-server",
    "-agent",
    "-exporter",
    "-operator",
    "-proxy",
    "-client",
    "-py",
    "-js",
    "-rs",
)
_NOUNS = {
    noun: type
    for type, nouns in {
        "api": """
            setting parameter argument option key field value job hook target task rule property
            attribute function method class constant column variable role playbook event metric
            header label annotation decorator module state status code error flag step stage
        """,
        "product": """
            package library program tool command daemon utility image container service plugin extension
            crate gem
        """,
        "host": "host server machine node",
        "path": "file folder directory",
    }.items()
    for noun in nouns.split()
}  # fmt: skip
_VERBS = (
    "get",
    "set",
    "is",
    "has",
    "on",
    "to",
    "add",
    "remove",
    "create",
    "delete",
    "update",
    "find",
    "make",
    "use",
    "parse",
    "read",
    "write",
    "load",
    "save",
    "init",
    "run",
    "do",
    "handle",
    "build",
    "from",
    "with",
    "as",
    "max",
    "min",
    "num",
    "user",
    "file",
    "item",
    "my",
    "foo",
    "data",
)
# Columns of values.
_VALUES = re.compile(
    r"default|\bvalues?\b|example|vorgabe|standardwert|beispiel|\bwert\b|defecto|ejemplo|valor|défaut|exemple|valeur",
    re.IGNORECASE,
)
_LITERALS = frozenset(
    {"true", "false", "null", "none", "nil", "yes", "no", "on", "off", "and", "or", "not", "if", "else",
     "for", "while", "return", "int", "str", "bool", "float", "string", "list", "dict", "object", "void"}
)  # fmt: skip


# Codes of errors.
_ERROR = re.compile(r"(?:^|_)(?:ERR|ERROR)_[A-Z]|^E_[A-Z]")
_LEGAL = frozenset({"GmbH", "mbH", "gGmbH", "eG"})
# What begins code that is no command.
_CODE_WORDS = """
    with import from def class for if else elif while return print async await raise yield lambda try except
    finally select insert update delete create alter drop begin commit new var let const function public
    private static void int string bool float export type struct enum interface package use using include
    define new add my the and or not a an
"""
_KEYWORDS = frozenset(_CODE_WORDS.split())


def variables(text: Text) -> Iterator[Found]:
    """Environment variables: `$HOME`, `${HOME}`, `%HOME%`."""
    for found in written.VARIABLE.finditer(text.text):
        group = 1 if found[1] else 2
        if text.is_free(*found.span()) and (found[group].isupper() or text.is_code(*found.span())):
            text.taken.add(*found.span())
            yield pattern(*found.span(group), "variable", 0.9)


def options(text: Text) -> Iterator[Found]:
    """Command line flags; short ones in code font alone."""
    if "--" not in text.text and not text.code:
        return
    for found in written.OPTION.finditer(text.text):
        group = 1 if found[1] else 2
        short_in_prose = group == 2 and not text.is_code(*found.span())
        if text.is_free(*found.span()) and not short_in_prose:
            yield pattern(*found.span(group), "option", 0.9)


def programs(text: Text) -> Iterator[Found]:
    """The program of a command in code font, and what it installs."""
    for start, end in text.code:
        source = text.text[start:end]
        command = written.COMMAND.match(source)
        if (
            command is not None
            and command[1] not in _KEYWORDS
            and text.is_free(start + command.start(1), start + command.end(1))
        ):
            alone = command.end(1) == len(source)
            name = command[1]
            if name in PROGRAMS or (not alone and written.ARGUMENTS.match(source, command.end(1))):
                yield pattern(start + command.start(1), start + command.end(1), "product", 0.85)
        for installed in written.INSTALLED.finditer(source):
            if text.is_free(start + installed.start(1), start + installed.end(1)):
                yield pattern(start + installed.start(1), start + installed.end(1), "product", 0.85)


def set_apart(text: Text) -> Iterator[Found]:
    """Programs in code font with the version after them, and species in italics."""
    for start, end in text.code:
        name = text.text[start:end]
        if not text.is_free(start, end):
            continue
        version = written.TRAILING.match(text.text, end)
        if version is not None and text.is_free(*version.span(1)):
            yield pattern(*version.span(1), "version", 0.85)
        kind = _told(text, start, end)
        if kind:
            yield pattern(start, end, kind, 0.8)
        elif written.SERVER.fullmatch(name):
            yield pattern(start, end, "host", 0.8)
        elif written.PROGRAM.fullmatch(name):
            yield pattern(start, end, "product", SURE if name.endswith(_PROGRAMS) else 0.6)
        elif version is not None and name.replace("-", "").isalnum():
            yield pattern(start, end, "product", SURE)
        elif text.names_cell(start, end) and name.isidentifier() and not _is_value(text, name):
            yield pattern(start, end, "api", 0.7)
    for start, end in text.italic:
        if written.SPECIES.fullmatch(text.text, start, end) and text.is_free(start, end):
            yield pattern(start, end, "concept", 0.8)


def _is_value(text: Text, name: str) -> bool:
    """Whether all that a cell says is a value: a constant, or a word under "Default"."""
    return (name.isupper() and "_" in name) or (name.isalpha() and _VALUES.search(text.label) is not None)


def _told(text: Text, start: int, end: int) -> str:
    """What the words around a single word in code font say it is, "" for nothing."""
    name = text.text[start:end]
    if not written.PLAIN.fullmatch(name):
        return ""
    before = text.text[max(0, start - 40) : start]
    noun = written.NOUN.search(before)
    if noun is not None:
        return _NOUNS.get(noun[1].lower(), "")
    told = said("", text.text[end : end + 90], name)
    return told.type if told is not None and told.type in ("product", "standard") else ""


def headers(text: Text) -> Iterator[Found]:
    """Header fields: `X-Request-Id` anywhere, `Retry-After` in code font."""
    if written.DASHED.search(text.text) is None:
        return
    for found in written.HEADER.finditer(text.text):
        if text.is_free(*found.span()) and (found[0].startswith("X-") or text.is_code(*found.span())):
            yield pattern(*found.span(), "api", 0.85)


def calls(text: Text) -> Iterator[Found]:
    """What is called: `open()`, and `open(path)` in code font."""
    for found in written.CALL.finditer(text.text) if "()" in text.text else ():
        if text.is_free(*found.span()):
            text.taken.add(*found.span())
            yield pattern(*found.span(1), "api", 0.9)
    for start, end in text.code:
        called = written.CALLED.match(text.text, start, end)
        if called is not None and text.is_free(*called.span()):
            yield pattern(*called.span(1), "api", 0.85)


def dotted(text: Text) -> Iterator[Found]:
    """Dotted names of code: those in code font, and others that can be nothing else."""
    if not text.has_point and "::" not in text.text:
        return
    for found in written.DOTTED.finditer(text.text):
        name = found[0]
        parts = re.split(r"\.|::", name)
        plain = (
            all(part.islower() for part in parts) and len(parts) < 3 and "_" not in name and "::" not in name
        )
        if (
            not text.is_free(*found.span())
            or min(map(len, parts)) < 2
            or name.lower() in ("e.g", "i.e", "node.js")
        ):
            continue
        if text.is_code(*found.span()) or not (
            plain or (name[0].isupper() and "_" not in name and "::" not in name)
        ):
            yield pattern(*found.span(), "api", 0.85)


def identifiers(text: Text) -> Iterator[Found]:
    """snake_case, SCREAMING_CASE and CamelCase."""
    source = text.text
    if "_" in source:
        for found in written.SNAKE.finditer(source):
            if text.is_free(*found.span()):
                yield pattern(*found.span(), "api", 0.85)
        screamed = list(written.SCREAM.finditer(source))
        env = bool(screamed) and (text.env or written.ENV.search(text.lower) is not None)
        constant = bool(screamed) and not env and written.CONSTANT.search(text.lower) is not None
        for found in screamed:
            if text.is_free(*found.span()):
                name = found[0]
                told = name in text.settings or written.SETS.search(source, 0, found.start()) is not None
                told = told or env or name.endswith(ENV_ENDINGS) or (not constant and name in text.named)
                told = told or (not constant and name.count("_") > 1 and name.endswith(SETTINGS))
                told = told and not (_ERROR.search(name) and name not in text.settings)
                kind = "variable" if told else "api"
                yield pattern(*found.span(), kind, 0.85)
    for found in written.CAMEL.finditer(source) if written.HUMP.search(source) else ():
        if text.is_free(*found.span()):
            for one in _camel(found, text.is_code(*found.span())):
                if one.type == "product":  # a part of a longer name, perhaps
                    text.known.add(one.start, one.end)
                yield one


def _camel(found: re.Match[str], code: bool) -> Iterator[Found]:
    name = found[0]
    if name in _LEGAL:
        return
    if name.endswith(EVENT_ENDS) and name[1].islower() and not code:
        yield pattern(*found.span(), "event", SURE)
    elif name in LOWER_PRODUCTS:
        yield pattern(*found.span(), "product", 0.8)
    elif name[0].islower():
        if code or name.startswith(_VERBS) or name.endswith(CODE_SUFFIXES):
            yield pattern(*found.span(), "api", 0.85 if code else 0.75)
        else:
            yield pattern(*found.span(), "product", 0.65)
    elif code or (name.endswith(CODE_SUFFIXES) and name[1].islower()):
        yield pattern(*found.span(), "api", 0.85)
    elif (
        name[1:].islower()
        or (name.startswith(NO_CAMEL) and sum(map(str.isupper, name)) == 2)
        or name[:-1].isupper()
    ):
        return  # a person's name, or a plural (APIs)
    else:
        yield pattern(*found.span(), "product", 0.65)


def code_words(text: Text) -> Iterator[Found]:
    """A single word in code font: a name if anybody else knows it."""
    for start, end in text.code:
        word = text.text[start:end]
        if (
            len(word) > 1
            and written.WORD.match(word)
            and word.lower() not in _LITERALS
            and text.is_free(start, end)
            and not (text.names_cell(start, end) and _is_value(text, word))
        ):
            twice = text.coded[word] > 1 and len(word) > 2
            yield pattern(start, end, "api", 0.6, strong=twice)
