"""The forms of English verbs, by the rules of spelling; what they do not give is written out."""

from __future__ import annotations

from functools import cache

_IRREGULAR = {
    "be": ("be", "is", "was", "are", "were"),
    "have": ("have", "has", "had", "had", "having"),
    "build": ("build", "builds", "built", "built", "building"),
    "run": ("run", "runs", "ran", "run", "running"),
    "write": ("write", "writes", "wrote", "written", "writing"),
    "make": ("make", "makes", "made", "made", "making"),
    "mean": ("mean", "means", "meant", "meant", "meaning"),
    "lie": ("lie", "lies", "lay", "lain", "lying"),
    "sit": ("sit", "sits", "sat", "sat", "sitting"),
    "stand": ("stand", "stands", "stood", "stood", "standing"),
    "begin": ("begin", "begins", "began", "begun", "beginning"),
    "come": ("come", "comes", "came", "come", "coming"),
    "go": ("go", "goes", "went", "gone", "going"),
    "happen": ("happen", "happens", "happened", "happened", "happening"),
    "know": ("know", "knows", "knew", "known", "knowing"),
    "keep": ("keep", "keeps", "kept", "kept", "keeping"),
    "hold": ("hold", "holds", "held", "held", "holding"),
    "bear": ("bear", "bears", "bore", "born", "bearing"),
    "read": ("read", "reads", "read", "read", "reading"),
    "refer": ("refer", "refers", "referred", "referred", "referring"),
    "occur": ("occur", "occurs", "occurred", "occurred", "occurring"),
    "own": ("own", "owns", "owned", "owned", "owning"),
    "need": ("need", "needs", "needed", "needed", "needing"),
    "ship": ("ship", "ships", "shipped", "shipped", "shipping"),
    "abbreviate": ("abbreviate", "abbreviates", "abbreviated", "abbreviated", "abbreviating"),
    "let": ("let", "lets", "let", "let", "letting"),
    "forbid": ("forbid", "forbids", "forbade", "forbidden", "forbidding"),
    "stop": ("stop", "stops", "stopped", "stopped", "stopping"),
    "drop": ("drop", "drops", "dropped", "dropped", "dropping"),
    "plan": ("plan", "plans", "planned", "planned", "planning"),
    "set": ("set", "sets", "set", "set", "setting"),
    "wrap": ("wrap", "wraps", "wrapped", "wrapped", "wrapping"),
    "cut": ("cut", "cuts", "cut", "cut", "cutting"),
    "split": ("split", "splits", "split", "split", "splitting"),
    "lead": ("lead", "leads", "led", "led", "leading"),
    "oversee": ("oversee", "oversees", "oversaw", "overseen", "overseeing"),
    "take": ("take", "takes", "took", "taken", "taking"),
    "speak": ("speak", "speaks", "spoke", "spoken", "speaking"),
    "get": ("get", "gets", "got", "got", "getting"),
    "put": ("put", "puts", "put", "put", "putting"),
    "send": ("send", "sends", "sent", "sent", "sending"),
    "find": ("find", "finds", "found", "found", "finding"),
    "hang": ("hang", "hangs", "hung", "hung", "hanging"),
    "drive": ("drive", "drives", "drove", "driven", "driving"),
    "scan": ("scan", "scans", "scanned", "scanned", "scanning"),
    "swap": ("swap", "swaps", "swapped", "swapped", "swapping"),
    "program": ("program", "programs", "programmed", "programmed", "programming"),
    "travel": ("travel", "travels", "travelled", "travelled", "travelling"),
    "log": ("log", "logs", "logged", "logged", "logging"),
    "fall": ("fall", "falls", "fell", "fallen", "falling"),
    "quit": ("quit", "quits", "quit", "quit", "quitting"),
}
_BASES = {form: forms[0] for forms in _IRREGULAR.values() for form in forms}
_VOWELS = "aeiou"


@cache
def forms(base: str) -> tuple[str, str, str, str, str]:
    """Base, third person, past, past participle and gerund of an English verb."""
    if base in _IRREGULAR:
        return _IRREGULAR[base]
    stem = base[:-1] if base.endswith("e") else base
    if base.endswith("y") and base[-2:-1] not in _VOWELS:
        return base, base[:-1] + "ies", base[:-1] + "ied", base[:-1] + "ied", base + "ing"
    third = base + ("es" if base.endswith(("s", "x", "z", "ch", "sh", "o")) else "s")
    gerund = base + "ing" if base.endswith(("ee", "oe")) else stem + "ing"
    return base, third, stem + "ed", stem + "ed", gerund


def base_of(form: str) -> str:
    """The base of a form in the third person, or of a base: what a setting names a verb by."""
    if form in _BASES:
        return _BASES[form]
    if form.endswith("ies") and len(form) > 4:
        return form[:-3] + "y"
    if form.endswith(("sses", "xes", "zes", "ches", "shes", "oes")):
        return form[:-2]
    return form[:-1] if form.endswith("s") and not form.endswith("ss") else form


def participle_base(form: str) -> tuple[str, ...]:
    """The bases that a past participle may be of."""
    if form in _BASES:
        return (_BASES[form],)
    if form.endswith("ied"):
        return (form[:-3] + "y",)
    if not form.endswith("ed"):
        return (form,)
    doubled = (form[:-3],) if len(form) > 4 and form[-3] == form[-4] else ()
    return (form[:-1], form[:-2], *doubled)
