"""Names told by capital letters alone: runs of words that begin with one. Pure; linear in the text.

Where a sentence begins, in headings and in text all in capitals, a capital letter says little: there a word
is a name if it has one elsewhere in the document too, within a sentence. In German every noun has one.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from graphrag_batch.stages.mention.abroad import (
    NOTICES,
    determined,
    is_abbreviated,
    is_in_the,
    is_software,
    is_spoken_to,
    only_begins,
)
from graphrag_batch.stages.mention.capital import WORD, Word, is_capital
from graphrag_batch.stages.mention.closed import CLOSED, KEYS, is_bidding
from graphrag_batch.stages.mention.cues import LIKELY, SURE, Cue, cue, type_of_label
from graphrag_batch.stages.mention.firms import is_firm
from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.given import GIVEN
from graphrag_batch.stages.mention.headed import ending
from graphrag_batch.stages.mention.initial import is_numbering, is_verbal
from graphrag_batch.stages.mention.own import is_title, own_type, surer
from graphrag_batch.stages.mention.placed import is_compound_place, is_toponym
from graphrag_batch.stages.mention.plain import ACRONYMS, is_never, is_plain
from graphrag_batch.stages.mention.runs import is_function, is_marked, runs
from graphrag_batch.stages.mention.verbs import is_verb
from graphrag_batch.stages.mention.words import (
    FUNCTION_WORDS,
    IMPERATIVES,
    MONTHS,
    PREFIXES,
    SUFFIXES,
    TITLES,
)
from graphrag_batch.textual import FAINT, UNTOLD, Passage

_LOWER = re.compile(r"(?<![\w#@/.-])[a-zà-öø-ÿа-яёά-ώ][^\W\d_]+\b(?!-\w)")
_POSSESSIVE = re.compile(r"['’]s?$")
_TEAM = re.compile(r" (?:teams?|guilds?|squads?|crew|department|committee|working group)\b")
_NUMBERED = re.compile(r"[a-z]-?\d{1,3}$")
# Behind the name of what does something: "Relay is …", "Relay connects …".
_GOES_ON = re.compile(
    r",? (?:is|was|are|were|has|had|can|could|will|would|may|might|must|should|does|did|and|or|of"
    r"|[a-z]{2,}(?:s|ed))\b"
)
_HEADINGS = ("title", "heading")
_NOTHING = MONTHS | KEYS


class Vocabulary(NamedTuple):
    """What the words of a document are: `common` are those that it writes in small letters, `names` those
    that it capitalises within a sentence. `nouns`: its language gives every noun a capital letter.
    `technical`: it is about software. `things`: nouns with an article, where every noun has a capital."""

    common: frozenset[str]
    names: frozenset[str]
    nouns: bool = False
    technical: bool = False
    lang: str = ""
    things: frozenset[str] = frozenset()


def vocabulary(
    passages: Sequence[Passage], capitalised: Sequence[Sequence[Word]], lang: str, technical: bool
) -> Vocabulary:
    """The words of a document; `capitalised` are those of each passage with a capital letter."""
    common: set[str] = set()
    names: set[str] = set()
    for passage, words in zip(passages, capitalised, strict=True):
        common.update(_LOWER.findall(_without_code(passage)))
        if passage.kind not in _HEADINGS:
            names.update(word.text for word in words if not word.initial)
    nouns = lang in ("de", "lb")
    things = determined("\n".join(passage.text for passage in passages)) if nouns else frozenset()
    return Vocabulary(frozenset(common), frozenset(names), nouns, technical, lang, things)


def _without_code(passage: Passage) -> str:
    """The text but for what is in code font: commands are written small, whatever their name is."""
    text = passage.text
    for start, end, mark in passage.marks:
        if mark == "code":
            text = f"{text[:start]}{' ' * (end - start)}{text[end:]}"
    return text


def find_names(
    passage: Passage, capitalised: Sequence[Word], known: Vocabulary, label: str
) -> Iterator[Found]:
    """The runs of capital letters in a passage: of its words with one. `label` says what it is about, as the
    name of its column or the term it explains does."""
    if not capitalised:
        return
    # The names of columns are headings too.
    heading = passage.kind in _HEADINGS or (passage.kind == "cell" and passage.row == 0)
    strict = heading and is_title_case(passage.text)
    edges = frozenset(end for _, end, _ in passage.marks), frozenset(start for start, _, _ in passage.marks)
    words = [word for word in capitalised if not is_abbreviated(word, passage.text)]
    if known.nouns:
        words = [word for word in words if not is_spoken_to(word, passage.text)]
    for run in runs(passage.text, words, known.nouns, edges):
        for part in _known_parts(run, known, strict) if heading else _parted(run, known, passage.text):
            for name in _owned(part):
                one = _found(passage, name, known, label)
                if one.score >= LIKELY or not _is_unseen(name, passage.text, known):
                    yield one


def _is_unseen(name: Sequence[Word], text: str, known: Vocabulary) -> bool:
    """Whether nothing but the beginning of a sentence makes a name of a word, or it heads a notice."""
    first = name[0]
    if text[first.start : name[-1].end].lower() in NOTICES:
        return True
    unseen = len(name) == 1 and first.text not in known.names and not is_marked(first.text)
    if unseen and first.initial and is_verb(first.text) and not _GOES_ON.match(text, first.end):
        return True
    return unseen and only_begins(first, text, known.lang)


def is_title_case(text: str) -> bool:
    """Whether most words of a text have a capital letter, as those of titles do."""
    words = WORD.findall(text)
    content = [word for word in words if word.lower() not in FUNCTION_WORDS and word[0].isalpha()]
    return len(content) > 1 and sum(word[0].isupper() for word in content) > 0.6 * len(content)


def _parted(run: list[Word], known: Vocabulary, text: str) -> Iterator[list[Word]]:
    """What of a run is a name: words that begin a sentence may be none, but where the run is all that an item
    or a cell begins with."""
    alone = len(run) > 1 and run[0].start == 0 and (run[-1].end == len(text) or text[run[-1].end] in ",;(")
    if alone and not known.nouns and not is_function(run[0]) and run[0].text.lower() not in IMPERATIVES:
        yield _without_possessive(run)
        return
    if len(run) > 1 and run[0].text in GIVEN and not is_plain(run[1].text) and not known.nouns:
        yield _without_possessive(run)
        return
    while run and (run[0].initial or is_function(run[0])) and not _is_name(run[0], known, len(run) > 1):
        run = run[1:]
        while run and not is_capital(run[0]):
            run = run[1:]
    run = _without_possessive(run)
    while len(run) > 1 and is_function(run[-1]) and run[-1].text[1:].islower():
        run = run[:-1]
    if (
        run
        and not (len(run) == 1 and _says_nothing(run[0], known))
        and not is_numbering([word.text for word in run])
    ):
        yield run


def _owned(run: list[Word]) -> Iterator[list[Word]]:
    """Whoever has something, and what they have: "Harbour Lines' Pilotage Manual" is two names. Of few words
    it is one ("Moore's Law")."""
    for n, word in enumerate(run[:-2]):
        if n and _POSSESSIVE.search(word.text) and not is_title(run[0].text):
            yield _without_possessive(run[: n + 1])
            yield run[n + 1 :]
            return
    yield run


def _known_parts(run: list[Word], known: Vocabulary, strict: bool) -> Iterator[list[Word]]:
    """What of a run in a heading is a name; `strict`: the heading gives all its words a capital letter."""
    part: list[Word] = []
    for word in [*run, None]:
        if word is not None:
            bare = _POSSESSIVE.sub("", word.text)
            named = bare.lower() not in known.common and not known.nouns and not _opens_title(word, known)
            named = named and (not strict or bare in known.names)
            if (named and not is_function(word)) or is_marked(bare):
                part.append(word)
                continue
        if part:
            yield _without_possessive(part)
        part = []


def _opens_title(word: Word, known: Vocabulary) -> bool:
    lower = word.text.lower()
    return word.text not in known.names and (
        word.initial or lower in IMPERATIVES or lower.endswith("ing") or len(lower) < 3
    )


def _is_name(word: Word, known: Vocabulary, followed: bool) -> bool:
    """Whether a word that begins a sentence belongs to the name that follows, or is one."""
    lower = _POSSESSIVE.sub("", word.text.lower())
    if is_function(word) or (lower in IMPERATIVES and word.text not in known.names) or is_never(word.text):
        return False
    if known.nouns or word.text in known.names or is_marked(word.text):
        return True
    if lower in CLOSED.get(known.lang, ()) or is_bidding(word.text, known.lang):
        return False
    return lower not in known.common and not is_verbal(word.text, followed, known.common)


def _says_nothing(word: Word, known: Vocabulary) -> bool:
    lower = word.text.lower()
    if (
        len(word.text) < 2
        or lower in FUNCTION_WORDS
        or word.text.isdigit()
        or lower in TITLES
        or lower in _NOTHING
        or is_function(word)
    ):
        return True
    if lower in CLOSED.get(known.lang, ()):
        return True
    if lower in ACRONYMS and len(lower) > 2 and word.text.removesuffix("s").isupper():
        return True
    if is_never(word.text) and (word.initial or not known.names.issuperset((word.text,))):
        return True
    if known.nouns:
        return False
    return lower in known.common and not is_marked(word.text)


def _without_possessive(run: list[Word]) -> list[Word]:
    if not run:
        return run
    last = run[-1]
    bare = _POSSESSIVE.sub("", last.text)
    return [*run[:-1], last._replace(text=bare, end=last.start + len(bare))] if bare != last.text else run


def _found(passage: Passage, run: list[Word], known: Vocabulary, label: str) -> Found:
    """A run as a find: strong where several words, within a sentence, or the words around it make it sure."""
    text, start, end = passage.text, run[0].start, run[-1].end
    named = _without_titles(run)
    if len(named) < len(run):
        return Found(named[0].start, end, "person", "name", 0.8, True)
    if is_firm(text[start:end], run):
        return Found(start, end, "organization", "name", SURE, True)
    team = _TEAM.match(text, end)
    if team is not None and passage.kind not in _HEADINGS:
        return Found(start, team.end(), "organization", "name", SURE, True)
    longer, ended = ending(text, start, end)
    if ended and passage.kind not in _HEADINGS:
        return Found(start, longer, ended, "name", SURE, True)
    told = _labelled(passage, start, end, label) or cue(text, start, end, known.technical)
    own = own_type([word.text for word in run]) if not is_software(run[0].text, known.technical) else None
    told = surer(told, own)
    if told is not None and told.score < LIKELY and text[start:end].isupper() and told.type == "location":
        told = None  # as often in a list of some kind
    if known.nouns and told is not None and told.type == "location" and _is_no_place(run, text, known):
        return Found(start, end, "concept", "name", FAINT, False)
    if told is None and known.nouns and len(run) == 1 and is_compound_place(run[0].text):
        told = Cue("location", SURE)
    faint = len(run) == 1 and (is_plain(run[0].text) or (known.nouns and not is_marked(run[0].text)))
    if faint and (
        told is None or told.score < SURE or (known.nouns and told.type not in ("location", "work"))
    ):
        return Found(start, end, "concept", "name", FAINT, False)
    if told is not None:
        return Found(
            start, end, told.type, "name", told.score, told.score >= LIKELY or _stands(passage, run, known)
        )
    kind = "product" if is_thing(text[start:end], known) else "concept"
    return Found(start, end, kind, "name", UNTOLD, _stands(passage, run, known))


def _is_no_place(run: Sequence[Word], text: str, known: Vocabulary) -> bool:
    """Whether a German noun that is said to be a place is one that has an article: "im Modul"."""
    last = run[-1]
    if is_compound_place(last.text) or is_toponym(last.text) or is_marked(last.text):
        return False
    return last.text in known.things or (len(run) == 1 and is_in_the(last, text))


def _without_titles(run: list[Word]) -> list[Word]:
    """A name without what people are called before it; as it is where it is none of a person (St Mary's
    Hospital)."""
    if (
        not run[-1].text[-1].isalpha()
        or run[-1].text.lower() in SUFFIXES
        or (run[0].text.lower() in PREFIXES and len(run) == 2)
    ):
        return run
    n = 0
    while n < len(run) - 1 and is_title(run[n].text):
        n += 1
    return run[n:]


def _stands(passage: Passage, run: list[Word], known: Vocabulary) -> bool:
    """Whether a run is a name whatever it is of: it stands within a sentence, and is no common word. An
    English sentence may begin with one of several words."""
    several = (
        len(run) > 1
        and known.lang in ("en", "")
        and not any(is_plain(word.text) or not word.text.isalpha() for word in run)
        and not is_verb(run[0].text)
    )
    if (
        (run[0].initial and not several)
        or passage.kind in _HEADINGS
        or (passage.kind == "cell" and passage.row == 0)
    ):
        return False
    return not all(is_plain(word.text) for word in run) and (len(run) > 1 or len(run[0].text) > 2)


def _labelled(passage: Passage, start: int, end: int, label: str) -> Cue | None:
    """What the label says of a name that is all that is told under it, or the first of it."""
    whole = start <= 1 and (
        end >= len(passage.text) - 1 or passage.text[end] in ",;(." or passage.kind != "cell"
    )
    kind = type_of_label(label, passage.text[start:end]) if label and whole else ""
    return Cue(kind, SURE) if kind else None


def is_thing(name: str, known: Vocabulary) -> bool:
    """Whether a name that nothing is known of is one of software, or of a device, as likely as not."""
    return _NUMBERED.search(name) is not None or not (known.nouns or name.isupper())
