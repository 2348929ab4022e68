"""Names that are told by how they are written: flags, paths, hosts, versions, ids, dates, and what everybody
knows. Pure; each pattern is linear in the text, and is tried only where its sign is there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphrag_batch.stages.mention import code, events, formal, materials, parts, versions, written
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.groups import FOLDED
from graphrag_batch.stages.mention.lexicon import FIRST, KNOWN, LONGEST
from graphrag_batch.stages.mention.measures import find_alone, find_measures
from graphrag_batch.stages.mention.plain import is_plain
from graphrag_batch.stages.mention.text import Finder, Text, has_digit, pattern
from graphrag_batch.stages.mention.words import (
    DOMAINS,
    FILE_ENDINGS,
    FUNCTION_WORDS,
    IMPERATIVES,
    NO_TICKETS,
)
from graphrag_batch.textual import folded, holds

# Columns of tickets; under another name such things are of another kind.
_TICKETS = re.compile(
    r"^$|ticket|issue|incident|bug|case|change|\b(?:id|key|ref)\b|reference|link", re.IGNORECASE
)
# Before the account of whom is spoken of.
_OWNED = re.compile(r"[^\W\d_]\s?\(\s?$|\b(?:by|owners?:?|ask|contact|ping|team|to|tell|and|@[\w/-]+`?,)\s$")
# Mail to these is to a desk; what is at these is nobody's in particular.
_DESKS = frozenset(
    (
        "info",
        "support",
        "security",
        "admin",
        "sales",
        "help",
        "helpdesk",
        "office",
        "contact",
        "hello",
        "team",
        "press",
    )
)
# As whom everybody logs in to a machine.
_LOGINS = ("git", "root", "user", "hg", "svn")
_TEAMS = re.compile(r"[-/](?:team|owners|maintainers|admins|reviewers|committers|core|leads)s?\b")
_ANYBODY = ("gmail.", "hotmail.", "yahoo.", "outlook.", "localhost")
_KNOWN_WORDS = FIRST | frozenset(KNOWN)
_BARE_STANDARDS = ("PCI", "OWASP", "S/MIME")
_BARE = ("file", "CODEOWNERS")


def _urls(text: Text) -> Iterator[Found]:
    for found in written.URL.finditer(text.text):
        text.taken.add(*found.span())
        if "." in found[1] or found[2] or found[1] == "localhost":
            end = found.end(2) if found[2] else found.end(1)
            while end > found.start(1) and text.text[end - 1] == ".":
                end -= 1
            if end > found.start(1):  # https://... names none
                yield pattern(found.start(1), end, "host", 0.9)


def _accounts(text: Text) -> Iterator[Found]:
    for found in written.MAIL.finditer(text.text):
        if not text.is_free(*found.span()):
            continue
        name, _, domain = found[0].partition("@")
        text.taken.add(*found.span())
        if domain.rpartition(".")[2].isdigit():  # npm@5.2.0
            yield pattern(found.start(), found.start() + len(name), "product", 0.8)
            yield pattern(found.end() - len(domain), found.end(), "version", 0.85)
            continue
        if not (text.is_code(*found.span()) or domain.startswith(_ANYBODY) or name in _LOGINS):
            yield pattern(*found.span(), "organization" if name.lower() in _DESKS else "person", 0.8)
    for found in written.ACCOUNT.finditer(text.text):
        if not text.is_free(*found.span()):
            continue
        team = found[2] is not None
        kind = "organization" if team else "person"
        if text.is_code(*found.span()) and not _OWNED.search(text.text, 0, found.start()):
            kind = "product" if team else "api"  # a package, a decorator
        elif team and _is_package(text, found):
            kind = "product"
        elif not team and (
            "_" in found[1] or (found[1].isupper() and len(found[1]) > 2) or is_plain(found[1])
        ):
            continue  # a key or a directive
        yield pattern(*found.span(), kind, 0.8)


def _is_package(text: Text, found: re.Match[str]) -> bool:
    """Whether what is written as a team is a package with a scope: of software, and nobody's owner."""
    teams = _TEAMS.search(found[0]) is not None or _OWNED.search(text.text, 0, found.start()) is not None
    return text.technical and not teams and text.kind != "cell"


def _simple(expression: re.Pattern[str], type: str, score: float = 0.95) -> Finder:
    def find(text: Text) -> Iterator[Found]:
        for found in expression.finditer(text.text):
            if text.is_free(*found.span()):
                yield pattern(*found.span(), type, score)

    return find


_STANDARDS = _simple(written.STANDARD, "standard")


def _standards(text: Text) -> Iterator[Found]:
    if text.has_digit or holds(text.text, _BARE_STANDARDS):
        yield from _STANDARDS(text)


def _tickets(text: Text) -> Iterator[Found]:
    for found in written.TICKET.finditer(text.text):
        if text.is_free(*found.span()) and (found[1] is None or found[1] not in NO_TICKETS):
            thing = found[1] and text.names_cell(*found.span()) and not _TICKETS.search(text.label)
            yield pattern(*found.span(), *(("product", 0.6) if thing else ("ticket", 0.85)))


def _endpoints(text: Text) -> Iterator[Found]:
    for found in written.ENDPOINT.finditer(text.text):
        end = found.end() - (len(found[0]) - len(found[0].rstrip(".:)!?")))
        yield pattern(found.start(1), end, "path", 0.9)


def _addresses(text: Text) -> Iterator[Found]:
    for found in written.ADDRESS.finditer(text.text) if text.text.count(".") > 2 else ():
        if text.is_free(*found.span()) and all(int(part) < 256 for part in found[1].split(".")):
            yield pattern(*found.span(), "host", 0.9)


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
    if text.has_point:
        for found in written.FILE.finditer(source):
            host = found[1] in DOMAINS and found[0].count(".") > 1
            if found[1].lower() in FILE_ENDINGS and not host and text.is_free(*found.span()):
                whole = found[0]
                odd = whole[0].isupper() and not whole[1:2].isupper() and "_" not in whole  # Node.js
                if text.is_code(*found.span()) or not odd:
                    yield pattern(*found.span(), "path", 0.85)
    yield from (
        pattern(*found.span(), "path", 0.8)
        for found in (written.BARE_FILE.finditer(source) if holds(source, _BARE) else ())
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
    if not text.has_point:
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


def _measures(text: Text) -> Iterator[Found]:
    """The longest dates and quantities; nothing within another."""
    measures = [*find_measures(text.text, text.folded, text.has_digit, text.signs)]
    if text.label and text.kind in ("cell", "definition"):
        measures += find_alone(text.text, text.label)
    for found in sorted(measures, key=lambda one: (one.start - one.end, one.start)):
        if text.is_free(found.start, found.end):
            text.taken.add(found.start, found.end)
            yield found


def _known(text: Text) -> Iterator[Found]:
    """Names of the lexicon, the longest first."""
    words = list(written.LEXICAL.finditer(text.text))
    n = 0
    while n < len(words):
        size = _known_words(text.text, words, n) if words[n][0] in _KNOWN_WORDS else 0
        if size:
            start, end = words[n].start(), words[n + size - 1].end()
            if text.is_free(start, end):
                text.known.add(start, end)
                yield pattern(start, end, KNOWN[text.text[start:end]], 0.85)
                number = written.MAJOR.match(text.text, end)
                if number is not None and text.is_free(*number.span(1)):
                    yield pattern(*number.span(1), "version", 0.8)
        n += max(1, size)


def _known_words(text: str, words: Sequence[re.Match[str]], n: int) -> int:
    """How many words from this one on are a known name; 0 for none."""
    longest = LONGEST if words[n][0] in FIRST else 1
    for size in range(min(longest, len(words) - n), 0, -1):
        if text[words[n].start() : words[n + size - 1].end()] in KNOWN:
            return size
    return 0


def _teams(text: Text) -> Iterator[Found]:
    for found in written.TEAM.finditer(text.text):
        start = found.start()
        first = found[1].split()[0]
        begins = start == 0 or text.text[:start].rstrip()[-1:] in ".:;!?"
        bids = first.lower() in IMPERATIVES and begins and not text.names_cell(*found.span())
        if first.lower() in FUNCTION_WORDS or bids:
            start += len(first) + 1
        if text.text[start].isupper() and text.is_free(start, found.end()):
            yield pattern(start, found.end(), "organization", 0.8)


class Rule(NamedTuple):
    """A finder, and what a text must have for it to find anything: one of these signs in it (folded), a
    digit, something in code font."""

    find: Finder
    signs: tuple[str, ...] = ()
    digit: bool = False
    code: bool = False


RULES = (
    Rule(_urls, ("://",)),
    Rule(_accounts, ("@",)),
    Rule(_simple(written.ADVISORY, "vulnerability"), ("cve-", "cwe-", "ghsa-", "sa-")),
    Rule(_standards),
    Rule(
        formal.works,
        (
            "licen",
            "cc by",
            "cc-by",
            "cc0",
            "ley",
            "decre",
            "orden",
            "directiv",
            "regl",
            "regul",
            "ordinance",
            "loi",
            "décret",
            "arrêté",
            "règlement",
            "verordnung",
            "richtlinie",
            "g 20",
            "g 19",
            "vo 20",
        ),
    ),
    Rule(
        formal.yeared,
        (
            "act",
            "regulation",
            "rules",
            "order",
            "bill",
            "ordinance",
            "directive",
            "policy",
            "guideline",
            "handbook",
            "manual",
            "code",
            "charter",
            "treaty",
            "convention",
            "standard",
            "strategy",
            "plan",
            "report",
        ),
        digit=True,
    ),
    Rule(parts.channels, ("#",)),
    Rule(_tickets, ("#", "-"), digit=True),
    Rule(_simple(written.STEP, "step", 0.7), ("step ", "schritt ", "tape ", "paso ", "passo ", "stap ")),
    Rule(_endpoints, (" /",)),
    Rule(code.variables, ("$", "%")),
    Rule(code.programs, code=True),
    Rule(code.options, ("-",)),
    Rule(_addresses, (".",), digit=True),
    Rule(versions.dated, ("version", "release", "stable", "api"), digit=True),
    Rule(events.events, events.HEADS_OF_ALL),
    Rule(events.held, ("at ", "during ", "before ", "after "), digit=True),
    Rule(formal.present, (": ",)),
    Rule(formal.languages, FOLDED),
    Rule(formal.written_in, (" in ", " en ")),
    Rule(_measures),
    Rule(versions.versions, (".", "v"), digit=True),
    Rule(versions.told, ("version", "rev", "grad", "migr", "actuali", ".", "f", "r"), digit=True),
    Rule(parts.controls, ("ctl",)),
    Rule(parts.parts, ("-",)),
    Rule(materials.materials, materials.SIGNS),
    Rule(code.headers, ("-",)),
    Rule(_known),
    Rule(_paths, ("/", "\\", ".", "file", "codeowners")),
    Rule(code.set_apart),
    Rule(_teams, ("team", "guild", "squad", "crew", "tribe", "committee", "department")),
    Rule(code.calls, ("(",)),
    Rule(_hosts, (".",)),
    Rule(code.dotted, (".", "::")),
    Rule(code.identifiers),
    Rule(code.code_words, code=True),
)


def rules_of(text: str, lower: str) -> list[Rule]:
    """The rules that can find something in a document of this text, with the signs that it has; `lower` is
    it, folded."""
    digit = has_digit(text)
    here = [rule for rule in RULES if digit or not rule.digit]
    kept = []
    for rule in here:
        signs = _known_signs(text) if rule.find is _known else rule.signs
        present = tuple(sign for sign in signs if sign in lower)
        if present or not (rule.signs or rule.find is _known):
            kept.append(rule._replace(signs=present))
    return kept


def _known_signs(text: str) -> list[str]:
    """The words of a text that names of the lexicon begin with, folded."""
    return sorted({folded(word) for word in _KNOWN_WORDS.intersection(written.LEXICAL.findall(text))})


def find_patterns(text: Text, rules: Sequence[Rule]) -> list[Found]:
    """All finds, none within another's stretch. The first finder to claim a stretch has it. `rules` are those
    of the document."""
    all_found: list[Found] = []
    for find, signs, digit, in_code in rules:
        if (digit and not text.has_digit) or (in_code and not text.code):
            continue
        if signs and not holds(text.folded, signs):
            continue
        for one in list(find(text)):
            text.taken.add(one.start, one.end)
            all_found.append(one)
    return sorted(all_found)
