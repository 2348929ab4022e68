"""What a table of a language holds."""

from __future__ import annotations

from typing import NamedTuple


class Tongue(NamedTuple):
    """Words of one language, in small letters.

    `verbs` by class: `use` (takes, calls, reads, sends: whatever one thing does with another), `need`, `own`
    (takes care of, makes), `hold` (has for its parts), `belong`, `stand` (is at a place), `follow` (comes
    after, replaces), `precede`, `mean` (says what something is), `name` (says how it is called), `obey` (a
    standard, a law), `be`, `pass` (what goes from one thing to another), `change` (from one
    thing to the next), `other` (relates nothing, but has a
    subject). English ones are written by their base; others as they stand in a sentence, with
    `-` for any of `endings`. `passive` are auxiliaries that make the subject what something is done to,
    `done` is how such a verb ends, `alone` how one that may leave its subject out, `alone_here`
    one that may do so right under a name.

    Prepositions: `place` (in, at), `means` (with, over), `other` (from, to: they say something with a verb
    alone), `idle` (for, without: nothing is said of what follows them), `agent` (by), `of`. `part` are nouns
    for a part of something, `own` are possessives, `object`
    pronouns behind a verb, `some` the articles of what a thing is said to be,
    `clause` are words that begin another clause.

    Expressions, of words and phrases that stand alone: `denying`, `hedging`, `conditional` (what makes a
    condition of a clause), `joining` (joints of enumerations), `ending` (what ends an object), `fronted`
    (after which the subject follows its verb), `between` (adverbs and times that may stand at a `~`).

    Others are read of all languages at once (`every`): `pages` and `determiners` (how a page speaks of
    itself), `abbreviations` (after which a full stop ends nothing), `starts` (how sentences begin), `teams`,
    `examples` ("such as"), `nobody`, `standing` (pronouns for what was named), `leading` (articles), `ours`,
    `nothing_but`, `but`, `chapters`, `verbal` (words of another clause), `no_term` (what "… is" defines
    nothing after), `reasons` (which tell in passing what something is), `degrees` ("a bit"), `adverbs`.

    `triggers` are lines of `relation | weight | expression`: what stands before it in the clause is the
    relation's subject, what follows its object; `<` after the relation turns that round. An expression with
    ` … ` encloses the object: `hängt von … ab`. `%` are a few words, whatever they are. `@` wants a team for
    its owner (else it says what follows the relation after a slash), `#` the name of a standard (else the
    same), `^` a name with a capital or a digit for its object.
    """

    verbs: dict[str, str]
    endings: str
    passive: str
    done: str
    place: str
    means: str
    other: str
    idle: str
    agent: str
    of: str
    part: str
    own: str
    pronoun: str
    object: str
    person: str
    we: str
    article: str
    some: str
    alone: str
    alone_here: str
    joint: str
    clause: str
    relative: str
    denying: str
    hedging: str
    conditional: str
    joining: str
    ending: str
    between: str
    pages: str
    determiners: str
    abbreviations: str
    starts: str
    teams: str
    examples: str
    nobody: str
    standing: str
    leading: str
    ours: str
    nothing_but: str
    but: str
    chapters: str
    verbal: str
    no_term: str
    reasons: str
    degrees: str
    adverbs: str
    triggers: str
    fronted: str = "(?!)"
