"""Classes of English verbs, and of prepositions: what any clause says of two names, where no frame knows
better. A verb that is in none of them, done to something that has a name, is one of use."""

from __future__ import annotations

from functools import cache

from graphrag_batch.stages.statement.inflect import forms
from graphrag_batch.stages.statement.words import words

# fmt: off
_CLASSES: dict[str, str] = {
    # Who does it answers for what it is done to.
    "own":
        "administer administrate approve chair champion control coordinate curate finance fund govern "
        "guard handle head host keep lead maintain manage operate organise organize oversee own run "
        "service shepherd sponsor staff steward supervise support tend watch",
    # Who does it is where it comes from.
    "make":
        "assemble author build craft create deliver design develop distribute engineer establish found "
        "invent launch make manufacture market offer produce provide publish release sell supply",
    "be":
        "be",
    # The object is a part of the subject.
    "hold":
        "aggregate bundle carry combine comprise contain cover embed embrace encompass feature group "
        "house include incorporate integrate span subsume unify unite",
    # The subject is a part of what follows a preposition.
    "belong":
        "belong enter join",
    # The object comes before the subject.
    "come_after":
        "deprecate displace obsolete replace retire succeed supersede supplant",
    # The subject does not do without.
    "need":
        "assume await block demand depend expect hinge necessitate need presuppose rely require rest "
        "trust wait want",
    # Of use, whoever is the subject: "is called from", "is read by".
    "use":
        "access adopt apply call consume employ evaluate execute fetch import include invoke leverage "
        "load parse query read reuse use utilise utilize",
    # The subject has the object.
    "give":
        "contribute define export expose gain introduce offer present provide supply",
    # Done to something by means of something: "is stored in", "is signed with".
    "process":
        "aggregate analyse analyze archive back backup buffer build cache calculate calibrate collect "
        "compile compress compute connect copy create deliver deploy derive detect digest digitise digitize "
        "distribute draw drive emit encode encrypt estimate execute export feed filter forward generate "
        "handle hash host implement index ingest install keep launch log manage measure mirror model "
        "monitor notify orchestrate package parse persist plot post print process produce program protect "
        "provision publish push queue read record register render replicate report route run sample save "
        "scan schedule scrape secure send serialise serialize serve ship sign simulate sort start store "
        "stream synchronise synchronize sync test throttle trace track train transfer transform "
        "translate transmit transport upload validate verify visualise visualize wrap write",
    # These say nothing of how two names relate.
    "empty":
        "affect agree tell told appear argue avoid beat become believe blame block break call cause change "
        "claim clash collide compare complain concern conflict confuse consider cost crash decide "
        "decrease delete describe deserve deviate die differ disable discuss distinguish do doubt drop "
        "earn equal exceed explain fail fall feel find forget get give go greet grow guess happen hate "
        "have hear help hope ignore increase interfere involve know lack learn leave let like look lose "
        "love match mean meet mention miss name note outlast outlive outnumber outperform pay praise "
        "prefer prevent propose recommend refuse regard regardless reject remain remember remove rename "
        "resemble rise say see seem separate show skip spend stay stop suggest suppose take teach "
        "amount contradict correspond discard exclude fix forbid map omit pertain prohibit relate revert "
        "silence strip swallow trim warn "
        "thank think try understand uninstall vary want welcome wish wonder "
        # Forms that no rule of spelling gives.
        "said lost left saw seen thought heard met felt grew knew gave given forgot forgotten grown "
        "known paid spent taught understood rose fell became dealt",
}
# fmt: on
IN_PLACE = words("in at on near inside within beside along off outside around behind")
OF_USE = words(
    "with via through over using to from into onto in on against inside within under atop upon by across"
)
"""Prepositions before what is used: "sends X over Y", "writes to Y", "runs on Y"."""
PLACES = words(
    "centre center hall building office offices room site campus warehouse plant depot harbour harbor port "
    "valley island lake river mountain hill forest street road square avenue lane park house tower castle "
    "quay dock pier basement floor region province county district village town city country peninsula bay "
    "coast fjord farm mill yard gallery cellar wing headquarters factory garden bridge airport cave mine "
    "datacenter datacentre cliff ridge glacier beach canal chapel church"
)
"""What names of places end in, or are followed by."""
BEFORE, AFTER = words("before until till"), words("after since once following")


@cache
def bases() -> frozenset[str]:
    """The bases of verbs, with which commands begin."""
    known = words(" ".join(_CLASSES.values()))
    return known | words(
        "add allow bump clean cleanup click configure convert download edit enable ensure fix improve mark "
        "merge move open pass pin point press put rebuild refactor reset restart return rewrite select set "
        "simplify specify submit switch turn type update upgrade view visit"
    )


@cache
def classes() -> dict[str, frozenset[str]]:
    """The classes of each form of a verb."""
    table: dict[str, frozenset[str]] = {}
    for name, verbs in _CLASSES.items():
        for verb in words(verbs):
            for form in forms(verb):
                table[form] = table.get(form, frozenset()) | {name}
    return table
