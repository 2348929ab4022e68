"""What sort of thing a name is of, by all that is done with it in a document: hints of which none tells by
itself add up over its occurrences. Pure; linear in the finds."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence

from graphrag_batch.stages.mention.cues import SURE
from graphrag_batch.stages.mention.given import GIVEN
from graphrag_batch.stages.mention.hint_words import BEFORE, NOUNS, PAIRS, PASSIVE, PREPOSITIONS, VERBS
from graphrag_batch.stages.mention.placed import is_toponym
from graphrag_batch.stages.mention.plain import is_plain
from graphrag_batch.stages.mention.words import FUNCTION_WORDS
from graphrag_batch.textual import FAINT, Passage, RawMention

Hints = dict[str, dict[str, float]]
"""By name, by type: points."""

VOTE = 0.03
"""What a point counts among the votes of finds (agree.py)."""
_JUDGED = ("ner", "name")
_PLACED = ("organization", "location")
_BACK, _ON = 40, 50
# Of one hint the second time counts half, the third a third.
_BEFORE = re.compile(
    r"(?:([\w'’-]+)\s)?([\w'’à-]+)\s((?:the|our|a|an|der|die|das|den|dem|la|le|les|el|los|las)\s)?[\"“«*]?$",
    re.IGNORECASE,
)
_ARTICLE = re.compile(r"^(the|our|a|an|der|die|das|den|dem|la|le|les|el|los|las)\s$", re.IGNORECASE)
_AFTER = re.compile(
    r"(?:, which|, that)?(?:,? (?:also|itself|never|always|often|still|then|would|could|may|might|has|had"
    r"|have"
    r"|will|does not|did not|must|can|should|only|now|already|has not|hasn't|doesn't|didn't|wouldn't))?"
    r" ([^\W\d_]{2,15})(?: ([^\W\d_]{1,14}))?"
)
_POSSESSIVE = re.compile(r"['’]s\b")
_BE = frozenset(("is", "was", "are", "were", "be", "been", "being"))
_ADVERBS = frozenset(
    ("not", "now", "never", "still", "already", "being", "also", "only", "often", "again", "first")
)
_ON_SOMETHING = frozenset(("on", "in", "as", "under", "every", "at", "auf", "sur", "sobre"))
_SURNAMES = (
    "ova", "ová", "ski", "ska", "sky", "czyk", "wicz", "vić", "ić", "sson", "sen", "dóttir", "enko", "chuk",
    "yan",
    "ian", "escu", "opoulos", "idis", "oğlu", "mann", "ez", "ini", "etti", "elli", "ucci", "eira", "inen",
    "kaya",
    "nathan", "swamy", "murthy", "wala", "gaard", "strand", "quist", "qvist", "lund", "bauer", "meyer",
    "maier",
    "huber", "moto", "mura", "yama", "guchi", "shita", "adze", "shvili", "aitis", "auskas", "nen",
)  # fmt: skip
_MIXED = re.compile(r"[a-zß-ÿ][A-Z]")
_HOST = re.compile(
    r"(?<![\w-])([a-z][a-z0-9-]{3,40})\.(?:example|com|org|net|eu|de|fr|es|ch|at|uk|co|gov|int|edu)\b"
)


def hints_of(passages: Sequence[Passage], found: Sequence[Sequence[RawMention]], technical: bool) -> Hints:
    """The hints that a document gives of the names in it that nothing tells for sure."""
    unsure = _unsure(found)
    counted: dict[tuple[str, str, str], int] = defaultdict(int)
    hints: Hints = defaultdict(lambda: defaultdict(float))
    for passage, made in zip(passages, found, strict=True):
        for one in made:
            if one.surface not in unsure or one.found == "reference":
                continue
            start = passage.offset(one.start)
            for source, weights in _around(passage, start, start + len(one.surface), technical):
                for kind, points in weights.items():
                    key = one.surface, source, kind
                    counted[key] += 1
                    hints[one.surface][kind] += points / counted[key]
    _add_own(hints, unsure)
    _add_hosts(hints, unsure, passages)
    _add_longer(hints, unsure, found)
    return hints


def _unsure(found: Iterable[Iterable[RawMention]]) -> set[str]:
    """The names of which no find is sure, and some find is more than faint."""
    best: dict[str, float] = {}
    for made in found:
        for one in made:
            if one.found in _JUDGED or one.found == "pattern":
                best[one.surface] = max(best.get(one.surface, 0.0), one.score)
    return {name for name, score in best.items() if FAINT < score < SURE}


def _around(
    passage: Passage, start: int, end: int, technical: bool
) -> Iterator[tuple[str, dict[str, float]]]:
    text = passage.text
    before = _BEFORE.search(text, max(0, start - _BACK), start)
    if before is not None:
        yield from _told_before(before, text[start:end], technical)
    elif (article := _ARTICLE.match(text[:start])) is not None:
        yield from _by_article(article[1].lower(), text[start:end])
    if _POSSESSIVE.match(text, end):
        yield "'s", {"organization": 2, "person": 2}
        return
    after = _AFTER.match(text, end, end + _ON)
    if (
        text[start:end].isupper()
        and text[max(0, start - 4) : start].lower() == "the "
        and not _is_noun(after)
    ):
        yield "the CAPS", {"organization": 2.5}
    if after is not None:
        yield from _told_after(after[1].lower(), (after[2] or "").lower())


def _is_noun(after: re.Match[str] | None) -> bool:
    """Whether what follows an acronym may be the noun that has its article: "the VLAN switch"."""
    word = after[1].lower() if after is not None else ""
    return bool(word) and not (word in VERBS or word in _BE or word in FUNCTION_WORDS)


def _told_before(before: re.Match[str], name: str, technical: bool) -> Iterator[tuple[str, dict[str, float]]]:
    two, one, article = (part.strip().lower() if part else "" for part in before.groups())
    if not article and _ARTICLE.match(f"{one} "):
        article, one, two = one, two, ""
    if article:
        yield from _by_article(article, name)
    pair = f"{two}_{one}"
    if pair in PAIRS:
        yield pair, PAIRS[pair]
    elif one in BEFORE and article not in ("a", "an"):
        yield one, _of_word(one, technical, bool(article))


def _of_word(word: str, technical: bool, article: bool) -> dict[str, float]:
    """What one word before a name says. Of software anything is done for, with and in it; no place has an
    article by "in" alone."""
    weights = BEFORE[word]
    if word in PREPOSITIONS and technical:
        return {kind: points for kind, points in weights.items() if kind not in _PLACED}
    if article and word == "in":
        return {}
    if "location" in weights and (technical or article):
        return {kind: points / 2 if kind == "location" else points for kind, points in weights.items()}
    return weights


def _by_article(article: str, name: str) -> Iterator[tuple[str, dict[str, float]]]:
    """Names of people have no article, those of places and firms rarely one."""
    if article in ("a", "an"):
        yield "a", {"person": -6, "organization": -3, "location": -4, "product": 2}
    elif article == "our":
        yield "our", {"person": -3, "location": -2, "product": 2}
    elif article == "the":
        yield "the", {"person": -6}


def _told_after(one: str, two: str) -> Iterator[tuple[str, dict[str, float]]]:
    if one in _BE or (one == "be" and two):
        if two in PASSIVE:
            yield two, PASSIVE[two]
    elif one in ("takes", "took") and two == "place":
        yield two, {"event": 6}
    elif one in ("runs", "ran"):
        yield one, {"product": 3} if two in _ON_SOMETHING else {"organization": 2, "person": 1}
    elif one in VERBS:
        yield one, VERBS[one]
    elif one in NOUNS:
        yield one, NOUNS[one]


def _add_own(hints: Hints, names: Iterable[str]) -> None:
    for name in names:
        words, points = name.split(), hints[name]
        if name[-1].isdigit():
            points["product"] += 3
            points["person"] -= 6
        if _MIXED.search(name) and "." not in name:
            points["product"] += 3
        if len(words) == 1 and points["location"] > 0 and is_toponym(name):
            points["location"] += 3
        if len(words) == 2 and words[1].isalpha() and words[1].lower().endswith(_SURNAMES):
            points["person"] += 3 if words[0].isalpha() and not is_plain(words[0]) else 0
        if words[0] in GIVEN:
            points["person"] += 1.5


def _add_hosts(hints: Hints, names: set[str], passages: Sequence[Passage]) -> None:
    """Whoever has a domain is a firm, or a thing with a page of its own."""
    domains = {
        host[1] for passage in passages if "." in passage.text for host in _HOST.finditer(passage.text)
    }
    for name in names if domains else ():
        if name.lower().replace(" ", "") in domains or name.lower().replace(" ", "-") in domains:
            hints[name]["organization"] += 3


def _add_longer(hints: Hints, names: set[str], found: Iterable[Iterable[RawMention]]) -> None:
    """A name that a longer one begins or ends with: firms are called by one word of their names."""
    longer: dict[str, set[str]] = defaultdict(set)
    for made in found:
        for one in made:
            if " " in one.surface and one.found != "reference" and one.score > FAINT:
                first, last = one.surface.partition(" ")[0], one.surface.rpartition(" ")[2]
                for part in dict.fromkeys((first, last)):
                    if part in names:
                        longer[part].add(one.type)
    for name, kinds in longer.items():
        if len(kinds) == 1 and (kind := next(iter(kinds))) in ("organization", "product"):
            hints[name][kind] += 4
