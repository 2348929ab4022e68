"""Names told by capital letters alone: runs of words that begin with one. Pure; linear in the text.

Where a sentence begins, in headings and in text all in capitals, a capital letter says little: there a word
is a name if it has one elsewhere in the document too, within a sentence. In German every noun has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphrag_batch.stages.mention.cues import type_by_label, type_by_words
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.lexicon import GIVEN
from graphrag_batch.stages.mention.words import (
    CONNECTORS,
    FOREIGN_WORDS,
    FUNCTION_WORDS,
    IMPERATIVES,
    MONTHS,
    OF_NAMES,
    PREFIXES,
    SUFFIXES,
    TITLES,
)
from graphrag_batch.textual import Passage

_WORD = re.compile(r"[^\W_]+(?:[-'’.&/][^\W_]+)*[+#]*(?:['’](?=\s|$))?")
_ENDS = re.compile(r"[.!?:;。！？…][\"'”’)\]]*\s*$|[\"“(\[*•–—-]\s*$")
_LOWER = re.compile(r"\b[a-zà-öø-ÿа-яёά-ώ][^\W\d_]+\b")
_POSSESSIVE = re.compile(r"['’]s?$")
_TEAM = re.compile(r" (?:teams?|guilds?|squads?|crew|department|office|committee|board|working group)\b")
_JOINTS = (
    ["of", "the"],
    ["de", "la"],
    ["de", "los"],
    ["van", "der"],
    ["van", "den"],
    ["von", "der"],
    ["für", "die"],
)
_NUMBERED = re.compile(r"[a-z]-?\d{1,3}$")
_MOST_OF_A_PERSON = 4
_LONGEST = 8  # words
_HEADINGS = ("title", "heading")


class Vocabulary(NamedTuple):
    """What the words of a document are: `common` are those that it writes in small letters, `names` those
    that it capitalises within a sentence. `nouns`: its language gives every noun a capital letter.
    `technical`: it is about software."""

    common: frozenset[str]
    names: frozenset[str]
    nouns: bool = False
    technical: bool = False


class _Word(NamedTuple):
    start: int
    end: int
    text: str
    initial: bool  # first of a sentence


def vocabulary(passages: Sequence[Passage], lang: str, technical: bool) -> Vocabulary:
    """The words of a document."""
    common: set[str] = set()
    names: set[str] = set()
    for passage in passages:
        common.update(_LOWER.findall(passage.text))
        if passage.kind not in _HEADINGS and not _is_shouting(passage.text):
            words = _words(passage.text)
            names.update(word.text for word in words if not word.initial and word.text[:1].isupper())
    return Vocabulary(frozenset(common), frozenset(names), lang in ("de", "lb"), technical)


def find_names(passage: Passage, known: Vocabulary) -> Iterator[Found]:
    """The runs of capital letters in a passage."""
    if _is_shouting(passage.text):
        return
    words = list(_words(passage.text))
    # The names of columns are headings too.
    heading = passage.kind in _HEADINGS or (passage.kind == "cell" and passage.row == 0)
    strict = heading and _is_title_case(words)
    edges = frozenset(end for _, end, _ in passage.marks), frozenset(start for start, _, _ in passage.marks)
    for run in _runs(passage.text, words, known.nouns, edges):
        for part in _known_parts(run, known, strict) if heading else _parted(run, known):
            yield _found(passage, part, known)


def _words(text: str) -> Iterator[_Word]:
    for found in _WORD.finditer(text):
        start = found.start()
        initial = not text[:start].strip() if start < 6 else _ENDS.search(text, start - 6, start) is not None
        yield _Word(start, found.end(), found[0], initial)


def _is_shouting(text: str) -> bool:
    letters = sum(map(str.isalpha, text[:400]))
    capitals = sum(map(str.isupper, text[:400]))
    return letters > 12 and capitals > 0.6 * letters and " " in text


def _is_title_case(words: Sequence[_Word]) -> bool:
    content = [w for w in words if w.text.lower() not in FUNCTION_WORDS and w.text[0].isalpha()]
    return len(content) > 1 and sum(w.text[0].isupper() for w in content) > 0.6 * len(content)


def _is_capital(word: _Word) -> bool:
    return word.text[0].isupper()


def _runs(
    text: str, words: Sequence[_Word], nouns: bool, edges: tuple[frozenset[int], frozenset[int]]
) -> Iterator[list[_Word]]:
    """Words with capital letters that follow one another, with what joins the words of names between them.
    Two that are set apart each by itself are two names: `edges` are where marks end, and begin."""
    n = 0
    while n < len(words):
        if not _is_capital(words[n]):
            n += 1
            continue
        run = [words[n]]
        n += 1
        while n < len(words) and len(run) < _LONGEST and _follows(text, run[-1], words[n]):
            word = words[n]
            if run[-1].end in edges[0] and word.start in edges[1]:
                break
            if _is_capital(word) or (word.text.isdigit() and len(word.text) < 4):
                run.append(word)
                n += 1
                continue
            joint = _joint(text, words, n, run)
            if not joint or nouns:
                break
            run += words[n : n + joint + 1]
            n += joint + 1
        yield run


def _follows(text: str, before: _Word, word: _Word) -> bool:
    gap = text[before.end : word.start]
    if gap == " ":
        return not before.text.endswith(("'", "’"))
    # An initial: "J. Smith".
    return gap == ". " and (
        len(before.text) == 1 or before.text.lower() in TITLES or before.text in ("Jr", "Sr")
    )


def _joint(text: str, words: Sequence[_Word], n: int, run: Sequence[_Word]) -> int:
    """How many small words from `n` on join the name before them to a capital letter; 0 for no joint."""
    if words[n].text == "of" and len(run) > 1 and run[-1].text.lower() not in OF_NAMES:
        return 0
    for size in (1, 2):
        if n + size >= len(words):
            return 0
        small = [w.text.lower() for w in words[n : n + size]]
        joins = (small[0] in CONNECTORS and size == 1) or small in _JOINTS
        tight = all(text[words[k].end : words[k + 1].start] == " " for k in range(n, n + size))
        if joins and tight and words[n + size].text[0].isupper():
            return size
    return 0


def _parted(run: list[_Word], known: Vocabulary) -> Iterator[list[_Word]]:
    """What of a run is a name: words that begin a sentence may be none."""
    while run and (run[0].initial or _is_function(run[0])) and not _is_name(run[0], known, len(run) > 1):
        run = run[1:]
        while run and not _is_capital(run[0]):
            run = run[1:]
    run = _without_possessive(run)
    if run and not (len(run) == 1 and _says_nothing(run[0], known)):
        yield run


def _known_parts(run: list[_Word], known: Vocabulary, strict: bool) -> Iterator[list[_Word]]:
    """What of a run in a heading is a name; `strict`: the heading gives all its words a capital letter."""
    part: list[_Word] = []
    for word in [*run, None]:
        if word is not None:
            bare = _POSSESSIVE.sub("", word.text)
            named = bare.lower() not in known.common and not known.nouns and not _opens_title(word, known)
            named = named and (not strict or bare in known.names)
            if (named and not _is_function(word)) or _is_marked(bare):
                part.append(word)
                continue
        if part:
            yield _without_possessive(part)
        part = []


def _opens_title(word: _Word, known: Vocabulary) -> bool:
    lower = word.text.lower()
    return word.text not in known.names and (
        word.initial or lower in IMPERATIVES or lower.endswith("ing") or len(lower) < 3
    )


def _is_function(word: _Word) -> bool:
    return word.text.lower() in FUNCTION_WORDS or word.text.lower() in FOREIGN_WORDS


def _is_marked(word: str) -> bool:
    """Whether more than a first letter is a capital, or digits are in it."""
    return len(word) > 1 and (word[1:] != word[1:].lower() or any(map(str.isdigit, word)))


def _is_name(word: _Word, known: Vocabulary, followed: bool) -> bool:
    """Whether a word that begins a sentence belongs to the name that follows, or is one."""
    lower = _POSSESSIVE.sub("", word.text.lower())
    if _is_function(word) or (lower in IMPERATIVES and word.text not in known.names):
        return False
    if known.nouns:
        return followed or _is_marked(word.text)
    if word.text in known.names or _is_marked(word.text):
        return True
    return lower not in known.common and not (followed and lower.endswith("ing"))


def _says_nothing(word: _Word, known: Vocabulary) -> bool:
    lower = word.text.lower()
    if len(word.text) < 2 or word.text.isdigit() or lower in TITLES or lower in MONTHS or _is_function(word):
        return True
    if known.nouns and not _is_marked(word.text):
        return True
    return lower in known.common and not _is_marked(word.text)


def _without_possessive(run: list[_Word]) -> list[_Word]:
    if not run:
        return run
    last = run[-1]
    bare = _POSSESSIVE.sub("", last.text)
    return [*run[:-1], last._replace(text=bare, end=last.start + len(bare))] if bare != last.text else run


def _found(passage: Passage, run: list[_Word], known: Vocabulary) -> Found:
    """A run as a find: strong where several words, within a sentence, or the words around it make it sure."""
    text, start, end = passage.text, run[0].start, run[-1].end
    if run[0].text.lower() in TITLES and len(run) > 1:
        return Found(run[1].start, end, "person", "name", 0.75, True)
    team = _TEAM.match(text, end)
    if team is not None and passage.kind not in _HEADINGS:
        return Found(start, team.end(), "organization", "name", 0.7, True)
    kind = type_by_words(text, start, end) or type_by_label(passage, start, end)
    if kind:
        return Found(start, end, kind, "name", 0.75, True)
    kind = type_of([word.text for word in run])
    if kind == "person":
        return Found(start, end, kind, "name", 0.7, True)
    if kind == "concept" and is_thing(text[start:end], known):
        kind = "product"
    several = len(run) > 1 and not run[0].initial and passage.kind not in _HEADINGS
    return Found(start, end, kind, "name", 0.5 if len(run) > 1 else 0.4, several)


def is_thing(name: str, known: Vocabulary) -> bool:
    """Whether a name that nothing is known of is one of software, or of a device, as likely as not."""
    return _NUMBERED.search(name) is not None or (known.technical and not name.isupper())


def type_of(words: Sequence[str]) -> str:
    """What a name's own words say it names; a concept where they say nothing."""
    lower = [word.lower().strip(".,") for word in words]
    if lower[0] in TITLES and len(lower) > 1:
        return "person"
    if lower[0] in MONTHS and (len(lower) == 1 or lower[1].isdigit()):
        return "date"
    if len(lower) > 1:
        head = next((n for n, word in enumerate(lower) if word in CONNECTORS), len(lower)) - 1
        for word in (lower[head], lower[0], lower[-1]):
            if word in SUFFIXES and (word != lower[0] or head == 0):
                return SUFFIXES[word]
        if lower[0] in PREFIXES:
            return PREFIXES[lower[0]]
        if words[0] in GIVEN and len(words) <= _MOST_OF_A_PERSON and all(w[0].isalpha() for w in words):
            return "person"
    return "concept"
