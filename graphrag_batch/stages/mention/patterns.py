"""Names that are told by how they are written: identifiers, flags, paths, hosts, versions, ids. Pure; each
pattern is linear in the text, and is tried only where its sign is there."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from graphrag_batch.stages.mention import written
from graphrag_batch.stages.mention.found import Found, Taken
from graphrag_batch.stages.mention.words import (
    CODE_SUFFIXES,
    DOMAINS,
    FILE_ENDINGS,
    FUNCTION_WORDS,
    LOWER_PRODUCTS,
    NO_CAMEL,
    NO_PRODUCT,
    NO_TICKETS,
    PRODUCT_OF,
    UNITS,
)

Finder = Callable[["Text"], Iterator[Found]]


class Text:
    """A passage's text, what of it is in code font, and what is spoken for."""

    def __init__(self, text: str, marks: Sequence[tuple[int, int, str]]) -> None:
        self.text = text
        self.code = sorted((a, b) for a, b, mark in marks if mark == "code")
        self.in_code = Taken(self.code)
        self.taken = Taken()
        self.lower = text.lower()

    def is_code(self, start: int, end: int) -> bool:
        """Whether it is set in code font."""
        return bool(self.code) and self.in_code.touches(start, end)

    def is_free(self, start: int, end: int) -> bool:
        """Whether nothing of it is spoken for."""
        return not self.taken.touches(start, end)


def pattern(start: int, end: int, type: str, score: float = 0.9, strong: bool = True) -> Found:
    """A find of a pattern."""
    return Found(start, end, type, "pattern", score, strong)


_LITERALS = frozenset(
    {"true", "false", "null", "none", "nil", "yes", "no", "on", "off", "and", "or", "not", "if", "else",
     "for", "while", "return", "int", "str", "bool", "float", "string", "list", "dict", "object", "void"}
)  # fmt: skip
# Domains of two parts that are an attribute, or a blank forgotten after a sentence, just as well.
_ODD_DOMAINS = frozenset(
    (
        "app",
        "in",
        "it",
        "is",
        "at",
        "me",
        "no",
        "info",
        "es",
        "be",
        "local",
        "test",
        "example",
        "de",
        "se",
        "name",
    )
)


def _urls(text: Text) -> Iterator[Found]:
    if "://" not in text.text:
        return
    for found in written.URL.finditer(text.text):
        text.taken.add(*found.span())
        if "." in found[1] or found[2] or found[1] == "localhost":
            end = found.end(2) if found[2] else found.end(1)
            while text.text[end - 1] in ".":
                end -= 1
            yield pattern(found.start(1), end, "host", 0.9)


def _accounts(text: Text) -> Iterator[Found]:
    if "@" not in text.text:
        return
    for found in written.MAIL.finditer(text.text):
        if text.is_free(*found.span()):
            yield pattern(*found.span(), "person", 0.8)
    for found in written.ACCOUNT.finditer(text.text):
        if not text.is_free(*found.span()):
            continue
        code = text.is_code(*found.span())
        team = found[2] is not None
        yield pattern(
            *found.span(),
            ("product" if team else "api") if code else "organization" if team else "person",
            0.8,
        )


def _simple(expression: re.Pattern[str], type: str, sign: str, score: float = 0.95) -> Finder:
    def find(text: Text) -> Iterator[Found]:
        if sign and sign not in text.lower:
            return
        for found in expression.finditer(text.text):
            if text.is_free(*found.span()):
                yield pattern(*found.span(), type, score)

    return find


def _tickets(text: Text) -> Iterator[Found]:
    if "#" not in text.text and "-" not in text.text:
        return
    for found in written.TICKET.finditer(text.text):
        if text.is_free(*found.span()) and (found[1] is None or found[1] not in NO_TICKETS):
            yield pattern(*found.span(), "ticket", 0.85)


def _endpoints(text: Text) -> Iterator[Found]:
    if " /" not in text.text:
        return
    for found in written.ENDPOINT.finditer(text.text):
        end = found.end() - (len(found[0]) - len(found[0].rstrip(".:)!?")))
        yield pattern(found.start(), end, "api", 0.9)


def _variables(text: Text) -> Iterator[Found]:
    if "$" in text.text or "%" in text.text:
        for found in written.VARIABLE.finditer(text.text):
            group = 1 if found[1] else 2
            if text.is_free(*found.span()) and (found[group].isupper() or text.is_code(*found.span())):
                text.taken.add(*found.span())
                yield pattern(*found.span(group), "variable", 0.9)


def _options(text: Text) -> Iterator[Found]:
    if "-" not in text.text:
        return
    for found in written.OPTION.finditer(text.text):
        group = 1 if found[1] else 2
        short_in_prose = group == 2 and not text.is_code(*found.span())
        if text.is_free(*found.span()) and not short_in_prose:
            yield pattern(*found.span(group), "option", 0.9)


def _addresses(text: Text) -> Iterator[Found]:
    for found in written.ADDRESS.finditer(text.text) if "." in text.text else ():
        if text.is_free(*found.span()) and all(int(part) < 256 for part in found[1].split(".")):
            yield pattern(*found.span(), "host", 0.9)


def _versions(text: Text) -> Iterator[Found]:
    """Versions, and the products they are of: "Click 8.1"."""
    for found in written.VERSION.finditer(text.text):
        start, end = found.span()
        if not text.is_free(start, end):
            continue
        before, after = text.text[max(0, start - 80) : start], text.lower[end : end + 12].split()
        unit = after[0].strip(".,;:)") if after and text.text[end : end + 1] == " " else ""
        product = written.PRODUCT.search(before)
        named = _named(product, max(0, start - 80)) if product is not None else None
        word = before.split()[-1].lower().strip("(,:") if before.split() else ""
        clear = found[1][0] == "v" or found[1].count(".") >= 2 or not found[1][-1].isdigit()
        if named is not None and unit not in UNITS:
            text.taken.add(start, end)
            if text.is_free(*named):
                yield pattern(*named, "product", 0.7)
        elif not clear and (
            unit in UNITS or word not in PRODUCT_OF or word in ("in", "with", "to", "than", "from")
        ):
            continue
        yield pattern(start, end, "version", 0.85, strong=True)


def _named(product: re.Match[str], base: int) -> tuple[int, int] | None:
    """The product's name before a version: without the words at its beginning that are part of no name."""
    words = product[1].split()
    at = product.start(1)
    while words and (words[0].lower() in FUNCTION_WORDS or words[0].lower() in NO_PRODUCT):
        at += len(words[0]) + 1
        words.pop(0)
    if not words or words[-1].lower() in NO_PRODUCT or len(words[-1]) < 2:
        return None
    return base + at, base + at + len(" ".join(words))


def _paths(text: Text) -> Iterator[Found]:
    source = text.text
    if "/" in source or "\\" in source:
        for found in written.PATH.finditer(source):
            start, end = found.span()
            end -= len(found[0]) - len(found[0].rstrip(".,:;)!?>"))
            if (
                end - start > 1
                and text.is_free(start, end)
                and _is_path(source[start:end], text.is_code(start, end))
            ):
                yield pattern(start, end, "path", 0.85)
    if "." in source:
        for found in written.FILE.finditer(source):
            if found[1].lower() in FILE_ENDINGS and text.is_free(*found.span()):
                whole = found[0]
                odd = whole[0].isupper() and not whole[1:2].isupper() and "_" not in whole  # Node.js
                if text.is_code(*found.span()) or not odd:
                    yield pattern(*found.span(), "path", 0.85)
    yield from (
        pattern(*found.span(), "path", 0.8)
        for found in written.BARE_FILE.finditer(source)
        if text.is_free(*found.span())
    )


def _is_path(path: str, code: bool) -> bool:
    name = path.rstrip("/").rpartition("/")[2]
    ending = name.rpartition(".")[2].lower() if "." in name else ""
    if path[0] in "/~." or "\\" in path:
        return code or path.count("/") >= 2 or ending in FILE_ENDINGS or path.startswith(("~/", "./", "../"))
    if ending in FILE_ENDINGS or (path.endswith("/") and (code or path.count("/") > 1)):
        return True
    return code and path[0].islower() and " " not in path and "<" not in path and path.count("/") >= 1


def _hosts(text: Text) -> Iterator[Found]:
    if "." not in text.text:
        return
    for found in written.HOST.finditer(text.text):
        name = found[0]
        if (
            found[1].lower() in DOMAINS
            and text.is_free(*found.span())
            and (found[1].islower() or name.isupper())
        ):
            if (
                name.count(".") == 1
                and found[1]
                in ("app", "in", "it", "is", "at", "me", "no", "info", "es", "be", "local", "test")
                and not found[2]
            ):
                continue  # an attribute, or a blank forgotten after a sentence, just as well
            yield pattern(*found.span(), "host", 0.85)


def _calls(text: Text) -> Iterator[Found]:
    if "(" not in text.text:
        return
    for found in written.CALL.finditer(text.text):
        if text.is_free(*found.span()):
            text.taken.add(*found.span())
            yield pattern(*found.span(1), "api", 0.9)
    for start, end in text.code:
        called = written.CALLED.match(text.text, start, end)
        if called is not None and text.is_free(*called.span()):
            yield pattern(*called.span(1), "api", 0.85)


def _dotted(text: Text) -> Iterator[Found]:
    if "." not in text.text and "::" not in text.text:
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


def _identifiers(text: Text) -> Iterator[Found]:
    source = text.text
    if "_" in source:
        for found in written.SNAKE.finditer(source):
            if text.is_free(*found.span()):
                yield pattern(*found.span(), "api", 0.85)
        env = written.ENV.search(text.lower) is not None
        for found in written.SCREAM.finditer(source):
            if text.is_free(*found.span()):
                yield pattern(*found.span(), "variable" if env else "api", 0.85)
    for found in written.CAMEL.finditer(source):
        if text.is_free(*found.span()):
            yield from _camel(found, text.is_code(*found.span()))


def _camel(found: re.Match[str], code: bool) -> Iterator[Found]:
    name = found[0]
    if name in LOWER_PRODUCTS:
        yield pattern(*found.span(), "product", 0.8)
    elif name[0].islower():
        yield pattern(*found.span(), "api", 0.85 if code else 0.75)
    elif code or (name.endswith(CODE_SUFFIXES) and name[1].islower()):
        yield pattern(*found.span(), "api", 0.85)
    elif (
        name[1:].islower()
        or (name.startswith(NO_CAMEL) and sum(map(str.isupper, name)) == 2)
        or name[:-1].isupper()
    ):
        return  # a person's name, or a plural (APIs)
    else:
        yield pattern(*found.span(), "product", 0.75)


def _code_words(text: Text) -> Iterator[Found]:
    """A single word in code font: a name if anybody else knows it."""
    for start, end in text.code:
        word = text.text[start:end]
        if (
            len(word) > 1
            and written.WORD.match(word)
            and word.lower() not in _LITERALS
            and text.is_free(start, end)
        ):
            yield pattern(start, end, "api", 0.6, strong=False)


FINDERS: tuple[Finder, ...] = (
    _urls, _accounts,
    _simple(written.ADVISORY, "vulnerability", "-"), _simple(written.STANDARD, "standard", ""), _tickets,
    _simple(written.STEP, "step", "step ", 0.7), _endpoints, _variables, _options, _addresses, _versions,
    _paths, _calls, _hosts, _dotted, _identifiers, _code_words,
)  # fmt: skip


def find_patterns(text: Text) -> list[Found]:
    """All finds, none within another's stretch. The first finder to claim a stretch has it."""
    all_found: list[Found] = []
    for finder in FINDERS:
        found = list(finder(text))
        for one in found:
            text.taken.add(one.start, one.end)
        all_found += found
    return sorted(all_found)
