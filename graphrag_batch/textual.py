"""What is read out of prose: the values that the stages of the text graph hand on. Pure, like `records`.

    Document ──passages──► Passages ──(tagger)──► Tagged ──mentions, statements──► Extract (of a blob)
    all Extracts ──gazetteer, names──► entities; each Extract again, with them ──settle──► mentions, evidence

Offsets into `Document.text` are code points, half-open, as in `records`; those into `Passage.text` are too.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple, Protocol

Span = tuple[int, int]

# What regular expressions that ignore case take these letters for, and lower() does not.
_ODD_LETTERS = {0x130: "i", 0x131: "i", 0x17F: "s"}


@lru_cache(maxsize=4)  # asked for by each sentence of a passage
def folded(text: str) -> str:
    """A text in small letters, as long as it was: an expression in small letters finds in it what the same
    one would find in the text, ignoring case, in a third of the time."""
    return text.lower() if text.isascii() else text.translate(_ODD_LETTERS).lower()


def holds(text: str, signs: Iterable[str]) -> bool:
    """Whether any of the signs is in a text: asked before an expression that finds nothing without one, since
    it is a hundred times as fast."""
    for sign in signs:  # noqa: SIM110 - any() takes twice as long for a few
        if sign in text:
            return True
    return False


ENTITY_TYPES = {
    "person": "people, by name or account",
    "organization": "companies, agencies, teams",
    "location": "countries, cities, regions, sites, buildings",
    "product": "software, services, systems, devices, materials",
    "event": "incidents, releases, conferences, wars",
    "work": "books, articles, laws, songs, films",
    "group": "nationalities, religious and political groups, languages",
    "date": "dates, times, durations",
    "quantity": "numbers with a unit, money, percentages",
    "concept": "terms of the corpus that are none of the others",
    "standard": "ISO/IEC 27001, RFC 9110, PEP 8",
    "version": "8.1, v2.0.0-rc1",
    "api": "functions, classes, constants, keys: names in code",
    "option": "command line flags",
    "variable": "environment variables",
    "path": "files and folders",
    "host": "hosts of URLs, domain names, addresses",
    "ticket": "ABC-123, #123, GH-7",
    "vulnerability": "CVE, CWE and advisory ids",
    "step": "Step 3",
}
"""The types of entities that are found in text, and what each is for."""

SURE = 0.7
"""From this score on a find's type is told by something (words around it, its own); below it is a guess. A
concept that is not sure is a name of which nothing is told."""
UNTOLD = 0.35
"""The score of a name of which nothing is told; its type is what most such names are of."""
FAINT = 0.3
"""The score of what may be a name, and makes none, in however many documents: a noun, where every noun has
a capital letter. It is one where others know it."""
SHORTENED = 0.55
"""The score of a word that stands for the one longer name that ends with it, within its document."""

RELATIONS = (
    "defines", "refers_to", "part_of", "uses", "depends_on", "precedes", "owned_by", "located_in", "cites",
    "same_as",
)  # fmt: skip
"""The relations of the graph; `extract.relations` adds to them."""

MARKS = ("title", "heading", "term", "bold", "code", "link", "italic", "quoted")
"""How the text sets words apart, the most telling first. `term`: the name in a definition list."""

DEFINED = "defined"
"""The mark of a term that a text says the meaning of."""

PASSAGES = ("title", "heading", "paragraph", "item", "term", "definition", "cell", "quote")


def _there(run: tuple[int, int]) -> int:
    return run[1]


class Passage(NamedTuple):
    """A run of prose with the markup stripped and white space folded to single blanks: a paragraph, a list
    item (`label` is its number as written, "" for a bullet), a cell (`label` is its column's name), a heading
    … `kind` is one of PASSAGES.

    `places` maps offsets of `text` to those of `Document.text`: pairs (offset here, offset there), ascending,
    each the beginning of a run in which both count up together. `marks` are (start, end, mark) here.
    `group` is the number, within the document, of the list or table that the passage is a part of (-1: none)
    and `row` its number within that group (items of nested lists belong to a group of their own).
    """

    kind: str
    section: int
    text: str
    places: tuple[tuple[int, int], ...]
    marks: tuple[tuple[int, int, str], ...] = ()
    label: str = ""
    group: int = -1
    row: int = -1

    def place(self, offset: int) -> int:
        """The offset in `Document.text` of the character at `offset`."""
        places = self.places
        run = places[max(0, bisect_right(places, (offset, 1 << 62)) - 1)] if len(places) > 1 else places[0]
        return run[1] + offset - run[0]

    def offset(self, place: int) -> int:
        """The offset in `text` of a place in `Document.text`: what `place` is asked, the other way."""
        run = self.places[max(0, bisect_right(self.places, place, key=_there) - 1)]
        return run[0] + place - run[1]

    def span(self, start: int, end: int) -> Span:
        """A stretch of this text as one of `Document.text`; from its first character to its last."""
        return (self.place(start), self.place(end - 1) + 1) if end > start else (self.place(start),) * 2


class Token(NamedTuple):
    """A word as a tagger has it. `dep` is its dependency as spaCy's English models write it (nsubj, dobj,
    nsubjpass, agent, prep, pobj, conj, neg, aux …); `head` is the number of the token it depends on. There
    are no lemmas and parts of speech: making them would cost as much as the rest."""

    start: int
    end: int
    dep: str
    head: int


class Tagged(NamedTuple):
    """What a tagger says of one passage's text: tokens, sentences as (first token, last token + 1), and
    entities (start, end, label) with the model's own labels."""

    tokens: tuple[Token, ...]
    sentences: tuple[Span, ...]
    entities: tuple[tuple[int, int, str], ...]


class Tagger(Protocol):
    """A model that reads sentences. Equal text gives equal answers whatever is in the batch."""

    @property
    def name(self) -> str:
        """The configuration's name for it."""
        ...

    @property
    def fingerprint(self) -> str:
        """Digest of the model and of the library's version."""
        ...

    @property
    def languages(self) -> frozenset[str]:
        """Primary language subtags that it reads."""
        ...

    def tag(self, texts: Sequence[str]) -> Iterator[Tagged]:
        """One answer per text, in order."""
        ...


class RawMention(NamedTuple):
    """A name in one document, before anything is known of the others.

    `found` says how: `ner`, `pattern`, `name` (capital letters alone) or `reference` ("it", "this service":
    stands for the nearest entity before it of the same section; `type` is what it must be, "" for any).
    One that is `strong` makes an entity; any other counts only where its name is known from elsewhere (a
    title, a definition, the gazetteer, a strong mention). `marks` are those of MARKS that cover it.
    """

    start: int
    end: int
    surface: str
    type: str
    found: str
    score: float
    strong: bool
    marks: tuple[str, ...] = ()
    section: int = -1


class Term(NamedTuple):
    """A candidate for the gazetteer: words (one to four) that the text sets apart. `mark` is one of MARKS, or
    DEFINED."""

    surface: str
    mark: str
    start: int
    end: int


class Alias(NamedTuple):
    """Two names that the text says are one: "Role-Based Access Control (RBAC)"."""

    short: str
    long: str
    start: int
    end: int


class Statement(NamedTuple):
    """What a sentence, or structure, says of two things: subject `rel` object.

    `start..end` is the sentence (or item, cell …). Each of `subjects` and `objects` is a span that holds the
    mention of one thing: of a subject span the last mention counts, of an object span the first. Where
    no subject holds one, or there are none, it is the section that holds the statement (`of="section"`) or
    the whole document (`of="document"`); nobody where `of` is "".
    `pattern` names the rule; `confidence` is its weight (0 to 1), already less for hedging and distance.
    """

    rel: str
    start: int
    end: int
    subjects: tuple[Span, ...]
    objects: tuple[Span, ...]
    pattern: str
    confidence: float
    of: str = ""
    section: int = -1


class Requirement(NamedTuple):
    """What a manifest (package.json, pyproject.toml, Dockerfile …) says it needs: `rel` is depends_on or
    uses; `version` as written, "" for any."""

    rel: str
    name: str
    version: str
    start: int
    end: int


class OwnerRule(NamedTuple):
    """A line of CODEOWNERS: a pattern of paths and who owns them (`@user`, `@org/team`, an address)."""

    pattern: str
    owners: tuple[str, ...]
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Extract:
    """All that one document's prose says by itself. Ordered by place; a function of the document, the tagger
    and the configuration alone. `prose` are the stretches of the document's text that are prose as it stands,
    with no markup or link target within."""

    prose: tuple[Span, ...] = ()
    mentions: tuple[RawMention, ...] = ()
    terms: tuple[Term, ...] = ()
    aliases: tuple[Alias, ...] = ()
    statements: tuple[Statement, ...] = ()
