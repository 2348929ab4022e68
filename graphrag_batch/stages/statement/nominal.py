"""Statements that nouns and adjectives make: "X is a dependency of Y", "X, part of Y,", "the owner of X is
Y", "X is responsible for Y", and "X is a …", which defines X."""

from __future__ import annotations

from collections.abc import Iterator

from graphrag_batch.stages.statement.clauses import BE, Said, is_team, subject_of
from graphrag_batch.stages.statement.frames import ORGANS, TRANSPARENT, Noun, nouns
from graphrag_batch.stages.statement.moods import certainty
from graphrag_batch.stages.statement.tree import Tree
from graphrag_batch.stages.statement.words import words

# Adjective: relation, whether its bearer is the subject, preposition, weight, whether that is a team alone.
ADJECTIVES = {
    "responsible": ("owned_by", False, "for", 0.85, True),
    "accountable": ("owned_by", False, "for", 0.8, True),
    "dependent": ("depends_on", True, "on", 0.9, False),
    "reliant": ("depends_on", True, "on", 0.9, False),
    "short": ("same_as", True, "for", 0.85, False),
    "synonymous": ("same_as", True, "with", 0.85, False),
    "identical": ("same_as", True, "to", 0.7, False),
    "native": ("located_in", True, "to", 0.5, False),
}
# Said of what has no name, these define: "the member of staff who …", "a city in the north".
_LOOSELY = 0.6
_LOOSE = ("part_of", "uses", "located_in")
_DETERMINERS = words("this that these those such each every its their our your his her another some any")
# What is said of anything, and defines nothing.
_EMPTY = words(
    "way ways reason example examples problem thing things case result place time idea order must "
    "priority one candidate bit lot choice option exception goal matter question"
)


def said_by_noun(tree: Tree, noun: int) -> Iterator[Said]:
    """What a relating noun says of what it is said of, and what it is of."""
    reading = nouns().get(tree.words[noun])
    if reading is None:
        return
    of = _of(tree, noun, reading)
    if not of and reading.rel == "owned_by":
        yield from _of_all(tree, noun)
    bearers, sure, pattern = _bearers(tree, noun)
    if of and bearers and sure and set(of).isdisjoint(bearers):
        ends = (bearers, of) if reading.forward else (of, bearers)
        yield Said(reading.rel, *ends, pattern, reading.weight * sure)


def _of_all(tree: Tree, noun: int) -> Iterator[Said]:
    """Of what the page is about: "the owner is the Build team"."""
    verb, determiner = tree.heads[noun], tree.kid(noun, "det")
    said = tree.kid(verb, "attr") if tree.deps[noun] == "nsubj" and tree.words[verb] == "is" else -1
    if said >= 0 and determiner >= 0 and tree.words[determiner] == "the" and tree.is_name(said):
        yield Said("owned_by", [], tree.things(said), "noun-is", 0.6 * certainty(tree, verb))


def _of(tree: Tree, noun: int, reading: Noun) -> list[int]:
    for word in reading.preps:
        preposition = tree.prep(noun, word)
        if preposition >= 0 and (below := tree.below(preposition)) >= 0:
            return tree.things(below)
    possessor = tree.kid(noun, "poss")
    return tree.things(possessor) if possessor >= 0 else []


def _bearers(tree: Tree, noun: int) -> tuple[list[int], float, str]:
    """Of what the noun is said, how surely, and by which rule."""
    dep, head = tree.deps[noun], tree.heads[noun]
    if any(tree.words[k] in ("no", "not") for k in tree.kids[noun]) or tree.word_before(noun) == "not":
        return [], 0.0, ""
    if dep == "attr" and tree.words[head] in BE:
        return subject_of(tree, head), certainty(tree, head), "is-noun"
    if dep == "appos":
        return tree.things(head, both=False), 0.95, "apposition"
    if dep == "ROOT" and tree.implied in tree.kids[noun]:
        return [tree.implied], 0.95, "definition"
    if dep == "nsubj" and tree.words[head] in BE and (said := tree.kid(head, "attr")) >= 0:
        return tree.things(said), certainty(tree, head), "noun-is"
    if dep == "pobj" and tree.words[head] == "as" and tree.deps[head] == "prep":
        verb = tree.heads[head]
        return subject_of(tree, verb), 0.85 * certainty(tree, verb), "as-noun"
    return [], 0.0, ""


def said_by_adjective(tree: Tree, adjective: int) -> Iterator[Said]:
    """What "responsible for", "dependent on" and their like say."""
    reading = ADJECTIVES.get(tree.words[adjective])
    if reading is None or tree.deps[adjective] not in ("acomp", "conj", "amod", "acl"):
        return
    rel, forward, word, weight, team = reading
    preposition = tree.prep(adjective, word)
    below = tree.below(preposition) if preposition >= 0 else -1
    if below < 0:
        return
    head = tree.heads[adjective]
    of_noun = tree.deps[adjective] in ("amod", "acl")
    bearers = tree.things(head, both=False) if of_noun else subject_of(tree, head)
    if not bearers or (team and not any(is_team(tree, i) for i in bearers)):
        return
    sure = 1.0 if of_noun else certainty(tree, head)
    ends = (bearers, tree.things(below)) if forward else (tree.things(below), bearers)
    if sure and all(ends):
        yield Said(rel, *ends, "adjective", weight * sure)


def defined(tree: Tree, verb: int) -> Iterator[Said]:
    """What "X is a …" and "X means …" define; the section that says so is the subject."""
    if tree.deps[verb] != "ROOT":
        return
    word, subject = tree.words[verb], tree.kid(verb, "nsubj", "nsubjpass")
    if subject < 0 or subject > 12:
        return
    loosely = 1.0
    if word in BE:
        said = tree.kid(verb, "attr")
        determiner = tree.words[max(0, tree.kid(subject, "det"))]
        vague = not tree.is_name(subject) and determiner == "the"
        if said < 0 or (vague and tree.is_name(said)):
            return
        if not _describes(tree, said):
            # "A station is a place where …", "Kestrel is the broker of Osprey"
            loosely = _LOOSELY if _is_told_what(tree, subject, said, determiner) else 0.0
    elif not (word in ("means", "denotes") or (word == "defined" and tree.prep(verb, "as") >= 0)):
        return
    weight = loosely * _subject_weight(tree, subject) * certainty(tree, verb)
    things = tree.things(subject, both=False)
    if weight and things:
        yield Said("defines", [], things, "is-a", weight)


def _is_told_what(tree: Tree, subject: int, said: int, determiner: str) -> bool:
    """Whether a sentence may yet define its subject: "a" before it, or a name; of a common noun."""
    reading = nouns().get(tree.words[said])
    if reading and reading.rel not in ("uses", "located_in") and _relates(tree, said, reading.preps):
        return False
    own = tree.kid(said, "det", "nummod")
    common = tree.words[said].islower() and not tree.has_own_name(said) and not _is_called(tree, said)
    plain = own >= 0 and tree.words[own] in ("a", "an", "the", "one") and common
    if tree.words[said] == "one":
        plain = tree.kid(said, "relcl", "prep") >= 0
    return plain and (determiner in ("a", "an") or tree.has_own_name(subject))


def _describes(tree: Tree, said: int) -> bool:
    """Whether a predicate noun says what something is: "a message broker", no name, no part of a whole."""
    if tree.words[said] in _EMPTY or (tree.words[said] in TRANSPARENT and _relates(tree, said, ("of",))):
        return False
    reading = nouns().get(tree.words[said])
    related = reading is not None and any(tree.prep(said, word) >= 0 for word in reading.preps)
    if reading and related and (reading.rel not in _LOOSE or _relates(tree, said, reading.preps)):
        return False
    determiner = tree.kid(said, "det", "poss")
    return (
        determiner >= 0
        and tree.words[determiner] in ("a", "an", "the", "our", "my")
        and not _is_called(tree, said)
    )


def _relates(tree: Tree, noun: int, prepositions: tuple[str, ...]) -> bool:
    """Whether a noun says what belongs to something with a name."""
    below = [tree.below(p) for word in prepositions if (p := tree.prep(noun, word)) >= 0]
    return any(i >= 0 and tree.is_name(i) for i in below)


def _is_called(tree: Tree, said: int) -> bool:
    """Whether a predicate noun is a name itself: "the Kestrel Agent", "the Build team", no "MQTT broker"."""
    token = tree.tokens[said]
    return (is_team(tree, said) and tree.is_name(said)) or not tree.text[token.start : token.end].islower()


def _subject_weight(tree: Tree, subject: int) -> float:
    """How likely it is that the subject of "is a" is a thing defined, and not one spoken of in passing."""
    determiner = tree.kid(subject, "det", "poss")
    word = tree.words[determiner] if determiner >= 0 else ""
    if tree.words[subject] in _EMPTY or word in _DETERMINERS or tree.deps[determiner] == "poss":
        return 0.0
    token = tree.tokens[subject]
    if tree.text[token.start : token.end].islower() and tree.kid(subject, "acl", "relcl") >= 0:
        return 0.0  # "the Kestrel instance that is passed to it"
    return 0.55 if word == "the" and not tree.is_name(subject) else 0.8


def defined_in_passing(tree: Tree, noun: int) -> Iterator[Said]:
    """What an apposition says a thing is: "CarrierLink, a price list that …"."""
    head = tree.heads[noun]
    if tree.deps[noun] != "appos" or not tree.has_own_name(head) or not tree.follows(noun, head):
        return
    determiner = tree.kid(noun, "det", "poss")
    plain = determiner >= 0 and tree.words[determiner] in ("a", "an", "the", "our") and not tree.is_name(noun)
    if plain and _describes(tree, noun):
        yield Said("defines", [], tree.things(head, both=False), "apposition", 0.6)


def part_of_organisation(tree: Tree, noun: int) -> Iterator[Said]:
    """What a team is a team of: "the Platform guild of Parcelo"."""
    if tree.words[noun] not in ORGANS or not tree.is_name(noun):
        return
    of = tree.prep(noun, "of")
    below = tree.below(of) if of >= 0 else -1
    if below >= 0 and tree.is_name(below) and tree.phrase(noun)[1] <= tree.tokens[of].start:
        yield Said("part_of", [noun], tree.things(below, both=False), "team-of", 0.6)
