"""How alike two names are. All arithmetic is on whole numbers until the last division, so that no processor
decides otherwise than another."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from graphrag_batch.stages.names.form import Form, form
from graphrag_batch.stages.names.keys import LONG
from graphrag_batch.stages.names.kinds import are_one_person, is_acronym, main_type
from graphrag_batch.stages.names.values import NameStat, Score
from graphrag_batch.stages.names.words import KNOWN

ONE = 10_000
"""Scores are counted in ten-thousandths."""
WEIGHTS = (45, 25, 15, 10, 5)
"""Of cosine, string, type, context and popularity, in hundredths."""

# What decides by itself, and how sure that is.
_INITIALS, _SHORT_INITIALS, _VERSION, _SURNAME, _LETTER = 9_000, 7_000, 8_500, 8_200, 7_000
# Names with other words never pass this, whatever the sum: those of people, places and the like with a word
# more, and all others.
_MORE_WORDS, _OTHER_WORDS = 7_900, 6_000

# Names in code and the like are one only if they are the same.
_LITERAL = frozenset({
    "api", "option", "variable", "path", "host", "ticket", "vulnerability", "version", "date", "quantity",
    "step",
})  # fmt: skip
_NEAR_TYPES = {
    frozenset(pair.split("/"))
    for pair in (
        "product/organization", "organization/group", "organization/location", "product/work",
        "product/standard", "work/standard", "location/group", "event/work", "product/api", "concept/group",
    )
}  # fmt: skip
_ALIKE, _ANY, _NEAR, _FAR = ONE, 7_000, 3_000, 0
# Types without plurals, and those without versions.
_PROPER = frozenset({"person", "location", "organization", "work"})
_UNVERSIONED = frozenset(
    {"standard", "person", "location", "date", "quantity", "step", "event", "work", "ticket"}
)


def score(a: NameStat, b: NameStat) -> Score:
    """How alike two names are: `0.45 cosine + 0.25 string + 0.15 type prior + 0.10 context +
    0.05 popularity`, each from 0 to 1, within what `limits` leaves. `score(a, b) == score(b, a)`.

    cosine: of the vectors of the names (letters by threes, and words); string: Dice's coefficient of their
    letters by twos; context: whether texts or titles say they are one; popularity: of the better known one,
    in powers of two.
    """
    one, two = form(a.norm), form(b.norm)
    parts = (
        _cosine(one, two),
        _dice(one.squashed, two.squashed),
        _type_prior(main_type(a), main_type(b)),
        _context(a, b),
        _popularity(a, b),
    )
    low, high, rule = limits(a, b)
    total = sum(part * weight for part, weight in zip(parts, WEIGHTS, strict=True)) // 100
    cosine, string, prior, context, popularity = (part / ONE for part in parts)
    return Score(min(max(total, low), high) / ONE, cosine, string, prior, context, popularity, rule)


def limits(a: NameStat, b: NameStat) -> tuple[int, int, str]:
    """The least and the most that the score of two names can be, in ten-thousandths, and why. Told by their
    words, numbers and initials: most pairs need no closer look."""
    if a.norm == b.norm:
        return _sure(ONE, "equal")
    one, two = form(a.norm), form(b.norm)
    if one.base == b.norm or two.base == a.norm:
        known = {main_type(a), main_type(b)} & _UNVERSIONED
        return _sure(_OTHER_WORDS if known else _VERSION, "version")
    if (
        (a.pairs or b.pairs)
        and paired(a, b)
        and not (one.numbers and two.numbers and one.numbers != two.numbers)
    ):
        return _sure(ONE, "pair")
    if KNOWN.get(a.norm) == b.norm or KNOWN.get(b.norm) == a.norm:
        return _sure(_INITIALS, "known")
    if are_one_person(a, b):
        return _sure(_SURNAME, "surname")
    if one.numbers != two.numbers or one.signs != two.signs:
        return _sure(0, "different")
    if (two.initials and fits(a, b)) or (one.initials and fits(b, a)):
        return _sure(_by_initials(a, b), "initials")
    if one.spelled == two.spelled or one.squashed == two.squashed:
        return _spelled_alike(a, b, one, two)
    return _by_words(a, b, one, two)


def _sure(total: int, rule: str) -> tuple[int, int, str]:
    return total, total, rule


def _spelled_alike(a: NameStat, b: NameStat, one: Form, two: Form) -> tuple[int, int, str]:
    kinds = {main_type(a), main_type(b)}
    same = one.spelled == two.spelled
    if "_" in a.norm + b.norm and a.norm.replace("_", " ").split(" ") != b.norm.replace("_", " ").split(" "):
        return _sure(0, "different")
    if one.literal or two.literal or (kinds & _LITERAL and not same):
        return _sure(0, "different")
    plural = "".join(one.spelled) != "".join(two.spelled)
    if plural and (_shouts(a) or _shouts(b)):
        return _sure(0, "different")
    # One word with accents, and without: a place perhaps, or words of two languages.
    accents = len(one.words) == 1 and a.norm.isascii() != b.norm.isascii() and not kinds <= _PROPER
    doubtful = kinds & _LITERAL or accents or (plural and kinds & _PROPER)
    return (0, _MORE_WORDS, "spelling") if doubtful else (0, ONE, "")


def _shouts(name: NameStat) -> bool:
    """Whether an s at the end is an initial: HTTPS is no plural of HTTP, as APIs is of API."""
    return name.norm.endswith("s") and any(
        len(s) > 2 and s.isupper() and s.isalpha() for s, _, _ in name.surfaces
    )


def _by_words(a: NameStat, b: NameStat, one: Form, two: Form) -> tuple[int, int, str]:
    ours, theirs = one.bag, two.bag
    if one.literal or two.literal:
        return _sure(0, "different")
    if ours <= theirs or theirs <= ours:
        proper = main_type(a) == main_type(b) and main_type(a) in _PROPER
        return 0, _MORE_WORDS if proper else _OTHER_WORDS, ""
    other = sorted(ours ^ theirs, key=len)
    if len(other) > 2 or not _one_letter_apart(*other) or {main_type(a), main_type(b)} & _LITERAL:
        return 0, _OTHER_WORDS, ""
    return _LETTER, _MORE_WORDS, "letter"


def paired(a: NameStat, b: NameStat) -> int:
    """In how many documents a text says that the two are one."""
    ours = max((n for other, n in a.pairs if other == b.norm), default=0)
    return max(ours, max((n for other, n in b.pairs if other == a.norm), default=0))


def fits(short: NameStat, long: NameStat) -> bool:
    """Whether the one may be made of the other's initials."""
    if " " in short.norm or not is_acronym(short):
        return False
    initials = form(long.norm).initials
    return bool(initials) and (short.norm in initials or form(short.norm).words[0] in initials)


def _by_initials(a: NameStat, b: NameStat) -> int:
    """Four initials are no chance; three are none of words that count if the longer name is written with
    capitals, too. People are seldom called by their initials."""
    short, long = (a, b) if fits(a, b) else (b, a)
    prior = _type_prior(main_type(a), main_type(b))
    capitals = any(sum(w[:1].isupper() for w in s.split()) > 1 for s, _, _ in long.surfaces)
    counting = len(form(long.norm).words) > 2
    sure = len(short.norm) > 3 or (capitals and counting and prior >= _ANY)
    return _INITIALS if sure and prior > _FAR and main_type(long) != "person" else _SHORT_INITIALS


def _one_letter_apart(a: str, b: str) -> bool:
    """A letter more, less or another, within a long word: not its first, nor its last, which make other words
    (symmetric and asymmetric, Indonesia and Indonesian)."""
    if len(a) < LONG or len(b) - len(a) > 1 or a[0] != b[0] or a[-1] != b[-1]:
        return False
    same = 0
    while same < len(a) and a[same] == b[same]:
        same += 1
    return a[same + 1 :] == b[same + 1 :] or a[same:] == b[same + 1 :]


def _type_prior(a: str, b: str) -> int:
    if a == b:
        return _ALIKE
    if "concept" in (a, b):
        return _ANY
    return _NEAR if frozenset((a, b)) in _NEAR_TYPES else _FAR


def _context(a: NameStat, b: NameStat) -> int:
    if paired(a, b) or set(a.anchors) & set(b.anchors):
        return ONE
    return ONE // 2 if {other for other, _ in a.pairs} & {other for other, _ in b.pairs} else 0


def _popularity(a: NameStat, b: NameStat) -> int:
    most = max(sum(n for _, _, n in name.surfaces) for name in (a, b))
    return min(most.bit_length(), 10) * ONE // 10


@lru_cache(maxsize=1 << 15)
def _vector(words: tuple[str, ...]) -> tuple[dict[str, int], int]:
    """Letters by threes, each word with its borders, and the words themselves, thrice; and its square."""
    vector: Counter[str] = Counter()
    for word in words:
        bordered = f"^{word}$"
        vector.update(bordered[n : n + 3] for n in range(len(bordered) - 2))
        vector[f"{word} "] += 3
    return dict(vector), sum(n * n for n in vector.values())


def _cosine(a: Form, b: Form) -> int:
    if a.words == b.words or a.squashed == b.squashed:
        return ONE
    (one, first), (two, second) = _vector(a.words), _vector(b.words)
    dot = sum(n * two.get(gram, 0) for gram, n in one.items())
    return isqrt(dot * dot * ONE * ONE // (first * second)) if first and second else 0


def _dice(a: str, b: str) -> int:
    if a == b:
        return ONE
    one, two = (
        Counter(map("".join, pairwise(a))),
        Counter(map("".join, pairwise(b))),
    )
    return 2 * ONE * (one & two).total() // max(1, one.total() + two.total())
