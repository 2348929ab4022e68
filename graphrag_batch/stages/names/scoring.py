"""How alike two names are. All arithmetic is on whole numbers until the last division, so that no processor
decides otherwise than another."""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise
from math import isqrt

from graphrag_batch.stages.names.form import Form, form
from graphrag_batch.stages.names.keys import LONG, last_name
from graphrag_batch.stages.names.values import NameStat, Score

_ONE = 10_000
COSINE, STRING, TYPE, CONTEXT, POPULARITY = 45, 25, 15, 10, 5
"""Weights in hundredths."""

# What decides by itself, and how sure that is.
_PAIR, _INITIALS, _SHORT_INITIALS, _VERSION, _SURNAME = _ONE, 9_000, 7_000, 8_500, 8_200
# Names with other words never pass this, whatever the sum: a name with a word more, one where a word differs.
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
_ALIKE, _ANY, _NEAR, _FAR = _ONE, 7_000, 3_000, 0
# Types without plurals.
_PROPER = frozenset({"person", "location", "organization", "work"})


@lru_cache(maxsize=1 << 16)
def main_type(name: NameStat) -> str:
    """The type that most documents give the name; of equals the first by text. "concept" says least: only
    where nothing else is said."""
    counts: Counter[str] = Counter()
    for _, type_, documents in name.surfaces:
        counts[type_] += documents
    special = {t: n for t, n in counts.items() if t != "concept"}
    return min(special or counts or {"concept": 0}, key=lambda t: (-counts[t], t))


def is_acronym(name: NameStat) -> bool:
    """Two to eight letters, and somewhere all of them capitals (but for a plural s)."""
    if not (1 < len(name.norm) <= 8 and name.norm.isalpha()):
        return False
    return any(surface.rstrip("s").isupper() and len(surface) > 1 for surface, _, _ in name.surfaces)


def score(a: NameStat, b: NameStat) -> Score:
    """How alike two names are: `0.45 cosine + 0.25 string + 0.15 type prior + 0.10 context +
    0.05 popularity`, each from 0 to 1, unless a rule decides by itself. `score(a, b) == score(b, a)`.

    cosine: of the vectors of the names (letters by threes, and words); string: Dice's coefficient of their
    letters by twos; context: whether texts or titles say they are one; popularity: of the better known one,
    in powers of two.
    """
    if a.norm > b.norm:
        a, b = b, a
    one, two = form(a.norm), form(b.norm)
    parts = (
        _cosine(one, two),
        _dice(one.squashed, two.squashed),
        _type_prior(main_type(a), main_type(b)),
        _context(a, b),
        _popularity(a, b),
    )
    weights = (COSINE, STRING, TYPE, CONTEXT, POPULARITY)
    total = sum(part * weight for part, weight in zip(parts, weights, strict=True)) // 100
    total, rule = _decided(a, b, one, two, total)
    cosine, string, prior, context, popularity = (part / _ONE for part in parts)
    return Score(total / _ONE, cosine, string, prior, context, popularity, rule)


def _decided(a: NameStat, b: NameStat, one: Form, two: Form, total: int) -> tuple[int, str]:
    """The total, and the rule that made it other than the sum."""
    if a.norm == b.norm:
        return _ONE, "equal"
    if one.base == b.norm or two.base == a.norm:
        return (_VERSION, "version") if _may_have_versions(a, b) else (_OTHER_WORDS, "version")
    if paired(a, b) and not _numbers_differ(one, two):
        return _PAIR, "pair"
    if one.numbers != two.numbers or one.signs != two.signs:
        return 0, "different"
    if fits(a, b) or fits(b, a):
        return _initials(a, b)
    if last_name(a) and last_name(b) and (_ends_with(a, b) or _ends_with(b, a)):
        return _SURNAME, "surname"
    return _by_words(a, b, one, two, total)


def _by_words(a: NameStat, b: NameStat, one: Form, two: Form, total: int) -> tuple[int, str]:
    literal = main_type(a) in _LITERAL or main_type(b) in _LITERAL
    if one.spelled == two.spelled or one.squashed == two.squashed:
        proper = main_type(a) in _PROPER or main_type(b) in _PROPER
        plural = proper and "".join(one.spelled) != "".join(two.spelled)
        return (min(total, _MORE_WORDS), "spelling") if literal or plural else (total, "")
    if literal:
        return 0, "different"
    ours, theirs = set(one.words), set(two.words)
    if not (ours - theirs and theirs - ours):
        return min(total, _MORE_WORDS), ""
    if len(ours ^ theirs) == 2 and _one_letter_apart(*sorted(ours ^ theirs, key=len)):
        return min(max(total, _SHORT_INITIALS), _MORE_WORDS), "letter"
    return min(total, _OTHER_WORDS), ""


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


def _initials(a: NameStat, b: NameStat) -> tuple[int, str]:
    """Four initials are no chance; with three the longer name must be written with capitals, too."""
    short, long = (a, b) if fits(a, b) else (b, a)
    prior = _type_prior(main_type(a), main_type(b))
    capitals = any(sum(w[:1].isupper() for w in s.split()) > 1 for s, _, _ in long.surfaces)
    sure = len(short.norm) > 3 or (len(short.norm) == 3 and capitals and prior >= _ANY)
    return (_INITIALS, "initials") if sure and prior > _FAR else (_SHORT_INITIALS, "initials")


def _ends_with(short: NameStat, long: NameStat) -> bool:
    return len(short.norm) > 3 and short.norm.isalpha() and long.norm.endswith(" " + short.norm)


def _may_have_versions(a: NameStat, b: NameStat) -> bool:
    kinds = {main_type(a), main_type(b)}
    return not kinds & {
        "standard",
        "person",
        "location",
        "date",
        "quantity",
        "step",
        "event",
        "work",
        "ticket",
    }


def _numbers_differ(one: Form, two: Form) -> bool:
    return bool(one.numbers and two.numbers and one.numbers != two.numbers)


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
        return _ONE
    return _ONE // 2 if {other for other, _ in a.pairs} & {other for other, _ in b.pairs} else 0


def _popularity(a: NameStat, b: NameStat) -> int:
    most = max(sum(n for _, _, n in name.surfaces) for name in (a, b))
    return min(most.bit_length(), 10) * _ONE // 10


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
        return _ONE
    (one, first), (two, second) = _vector(a.words), _vector(b.words)
    dot = sum(n * two.get(gram, 0) for gram, n in one.items())
    return isqrt(dot * dot * _ONE * _ONE // (first * second)) if first and second else 0


def _dice(a: str, b: str) -> int:
    if a == b:
        return _ONE
    one, two = (
        Counter(map("".join, pairwise(a))),
        Counter(map("".join, pairwise(b))),
    )
    return 2 * _ONE * (one & two).total() // max(1, one.total() + two.total())
