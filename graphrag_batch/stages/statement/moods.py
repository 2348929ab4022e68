"""Whether a clause says that something is so, and how surely: negation, modals, adverbs, conditions, and the
verbs it hangs from."""

from __future__ import annotations

from graphrag_batch.stages.statement.inflect import forms
from graphrag_batch.stages.statement.tree import Tree
from graphrag_batch.stages.statement.words import words

_DEEP = 8
_NEGATIVE = words("not n't n’t never hardly rarely seldom nor neither cannot nowhere barely scarcely")
_MODALS = {"may": 0.5, "might": 0.5, "could": 0.5, "would": 0.5, "can": 0.7, "should": 0.75, "ought": 0.7}
_ADVERBS = {
    **dict.fromkeys(
        words("optionally possibly perhaps maybe potentially probably presumably allegedly"), 0.5
    ),
    **dict.fromkeys(
        words("sometimes occasionally previously formerly originally once historically soon"), 0.5
    ),
    **dict.fromkeys(words("usually typically often generally normally mostly"), 0.9),
}
_CONDITIONS = {
    "if": 0.0, "whether": 0.0, "unless": 0.0, "until": 0.0, "till": 0.0, "when": 0.6, "whenever": 0.6,
    "once": 0.6, "while": 0.9, "although": 0.9, "though": 0.9,
}  # fmt: skip


def _all(verbs: str) -> frozenset[str]:
    return frozenset(form for verb in verbs.split() for form in forms(verb))


_REFUSING = _all("avoid stop refuse fail cease drop prohibit forbid prevent deny quit prevent disallow")
_INTENDING = _all(
    "plan intend want consider propose try allow let enable recommend prefer seem appear hope expect suggest "
    "permit help aim wish tend attempt ensure verify check confirm assume mean"
)
_PARTED = frozenset(("without", "than", "instead", "from", "against", "of", "before"))


def certainty(tree: Tree, verb: int) -> float:
    """How surely a clause says what its verb says: 1 for a plain statement, 0 for none (denied, asked)."""
    if tree.words and "?" in tree.words[-2:]:
        return 0.0
    return _own(tree, verb) * _inherited(tree, verb) * _governed(tree, verb)


def _own(tree: Tree, verb: int) -> float:
    """What the verb's own children say of it."""
    sure = 1.0
    for k in tree.kids[verb]:
        word, dep = tree.words[k], tree.deps[k]
        if dep == "neg" or word in _NEGATIVE or (dep == "det" and word == "no"):
            return 0.0
        if dep == "advmod":
            if word == "longer" and not _is_of_another(tree, k):
                return 0.0
            sure *= _ADVERBS.get(word, 1.0)
        elif dep == "aux":
            sure *= _MODALS.get(word, 1.0)
        elif dep == "mark" and tree.deps[verb] in ("advcl", "ccomp", "ROOT", "conj", "dep"):
            sure *= _CONDITIONS.get(word, 1.0)
        elif dep == "advcl" and any(tree.words[m] in ("if", "unless") for m in tree.kids[k]):
            sure *= 0.7
        if dep == "advmod" and word in ("when", "whenever"):
            sure *= _CONDITIONS[word]
    return sure


def _is_of_another(tree: Tree, longer: int) -> bool:
    """Whether "no longer" denies what follows it, not the verb: "belongs to X, no longer to Y"."""
    return tree.kid(longer, "prep") >= 0 or not any(tree.words[n] in ("no", "any") for n in tree.kids[longer])


def _inherited(tree: Tree, verb: int) -> float:
    """A joined verb shares what is said of the first where it has nothing of its own: "does not use A or
    depend on B", "may use A and depend on B"."""
    sure = 1.0
    for _ in range(_DEEP):
        if tree.deps[verb] != "conj" or tree.kid(verb, "aux", "auxpass", "nsubj", "nsubjpass") >= 0:
            return sure
        first = tree.heads[verb]
        auxiliary = tree.kid(first, "aux")
        joined = {tree.words[k] for k in tree.kids[first] if tree.deps[k] == "cc"}
        if not joined & {"or", "nor"} and (auxiliary < 0 or _is_finite(tree.words[verb])):
            return sure
        sure *= _own(tree, first)
        verb = first
    return sure


def _is_finite(word: str) -> bool:
    return word.endswith("s") and not word.endswith("ss")


def _governed(tree: Tree, verb: int) -> float:
    """What the verbs above say of it: "plans to use", "avoids using", "without using", "used to use"."""
    sure = 1.0
    for _ in range(_DEEP):
        dep, head = tree.deps[verb], tree.heads[verb]
        if head == verb or dep not in ("xcomp", "ccomp", "pcomp", "conj", "advcl"):
            return sure
        word = tree.words[head]
        if dep == "pcomp":
            if word in _PARTED:
                return 0.0
        elif dep == "xcomp" and word == "used" and tree.kid(head, "auxpass") < 0:
            return 0.0
        elif dep in ("xcomp", "ccomp"):
            sure *= 0.0 if word in _REFUSING else 0.5 if word in _INTENDING else 1.0
            sure *= _own(tree, head)
        elif (dep == "conj" and tree.deps[head] not in ("pcomp", "xcomp", "ccomp", "conj")) or dep == "advcl":
            return sure
        verb = head
    return sure


def alternative(tree: Tree, heads: list[int]) -> float:
    """Less for things of which one is enough: "Python or Ruby"."""
    joined = {tree.words[k] for i in heads for k in tree.kids[i] if tree.deps[k] == "cc"}
    return 0.8 if "or" in joined else 1.0
