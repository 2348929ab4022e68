"""Runs of words with capital letters, with the small words that join those of names. Pure; linear."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from graphrag_batch.stages.mention.abroad import COURTESY
from graphrag_batch.stages.mention.capital import WORD, Word, is_capital, is_initial
from graphrag_batch.stages.mention.closed import FOREIGN_WORDS
from graphrag_batch.stages.mention.firms import gap
from graphrag_batch.stages.mention.words import CONNECTORS, COUNTED, FUNCTION_WORDS, OF_NAMES, PARTS, TITLES

_JOINTS = frozenset(
    tuple(two.split()) for two in ("of the", "de la", "de los", "van der", "van den", "von der", "für die")
)
_SMALL = CONNECTORS | {two[0] for two in _JOINTS}
_NO_FUNCTION = frozenset(("IT", "US", "WHO"))
_SHORT = 60  # characters: of a heading
_LONGEST = 8  # words


def runs(
    text: str, capitalised: Sequence[Word], nouns: bool, edges: tuple[frozenset[int], frozenset[int]]
) -> Iterator[list[Word]]:
    """Words with capital letters that follow one another, with what joins the words of names between them.
    Two that are set apart each by itself are two names: `edges` are where marks end, and begin."""
    last = -1
    for first in capitalised:
        if first.start < last:
            continue
        run = [first]
        while len(run) < _LONGEST and (word := _following(text, run[-1])) is not None:
            if run[-1].end in edges[0] and word.start in edges[1]:
                break
            if nouns and word.text in COURTESY:
                break
            if is_capital(word) or (word.text.isdigit() and len(word.text) < 4):
                run.append(word)
                continue
            joined = [] if nouns else _joined(text, word, run)
            if not joined:
                break
            run += joined
        last = run[-1].end
        yield run


def _following(text: str, before: Word) -> Word | None:
    """The next word, if it may belong to the same name."""
    if text.startswith(" ", before.end):
        return None if before.text.endswith(("'", "’")) else _word_at(text, before.end + gap(text, before))
    # An initial: "J. Smith".
    if text.startswith(". ", before.end) and (
        (before.text.isalpha() and len(before.text) == 1 and not _heads_list(text, before))
        or before.text.lower() in TITLES
        or before.text in ("Jr", "Sr")
    ):
        word = _word_at(text, before.end + 2)
        return None if word is None or is_function(word) else word
    return None


def _heads_list(text: str, letter: Word) -> bool:
    """Whether a letter only counts: "C. Postgres" of a heading, "Class A. The …"."""
    if letter.start == 0:
        return len(text) < _SHORT
    counted = text[: letter.start].rsplit(maxsplit=1)[-1].lower()
    return counted in PARTS or counted in COUNTED


def _word_at(text: str, start: int) -> Word | None:
    found = WORD.match(text, start)
    return Word(start, found.end(), found[0], is_initial(text, start)) if found is not None else None


def _joined(text: str, small: Word, run: Sequence[Word]) -> list[Word]:
    """The small words that join the name before them to a capital letter, with what has that; none for no
    joint."""
    first = small.text.lower()
    if first not in _SMALL or (small.text == "of" and not _takes_of(run)):
        return []
    second = _next(text, small)
    if second is None:
        return []
    if first in CONNECTORS and is_capital(second):
        return [small, second]
    third = _next(text, second) if (first, second.text.lower()) in _JOINTS else None
    return [small, second, third] if third is not None and is_capital(third) else []


def _takes_of(run: Sequence[Word]) -> bool:
    """Whether a name may go on with "of": of one word any that is no acronym, of several by the last."""
    last = run[-1].text
    if last.lower() in OF_NAMES:
        return True
    return len(run) == 1 and not is_marked(last) and not (run[0].initial and last.endswith("s"))


def _next(text: str, word: Word) -> Word | None:
    return _word_at(text, word.end + 1) if text.startswith(" ", word.end) else None


def is_function(word: Word) -> bool:
    """Whether a word is one of grammar, in any of four languages."""
    lower, shouted = word.text.lower(), len(word.text) > 2 and word.text.isupper()
    grammar = lower in FUNCTION_WORDS and word.text not in _NO_FUNCTION
    return grammar or (lower in FOREIGN_WORDS and not shouted)  # "CAR"


def is_marked(word: str) -> bool:
    """Whether more than a first letter is a capital, or digits are in it."""
    return len(word) > 1 and (word[1:] != word[1:].lower() or any(map(str.isdigit, word)))
