"""What has a capital letter in German, French and Spanish text and names nothing: pronouns of politeness,
nouns behind an article, what heads a notice, letters of abbreviations. Pure."""

from __future__ import annotations

import re

from graphrag_batch.stages.mention.capital import Word, elided
from graphrag_batch.stages.mention.closed import CLOSED, FOREIGN_WORDS

_NOTICES = (
    "tip", "tips", "note", "notes", "warning", "caution", "important", "danger", "info", "information",
    "hint", "attention", "check", "see also", "technical details", "more info", "pro tip", "deprecated",
    "tipp", "tipps", "hinweis", "hinweise", "warnung", "achtung", "vorsicht", "wichtig", "gefahr", "notiz",
    "anmerkung", "beispiel", "siehe auch", "technische details", "bemerkung", "weitere informationen",
    "astuce", "astuces", "conseil", "remarque", "remarques", "avertissement", "alerte", "alertes",
    "prudence", "informations", "exemple", "voir aussi", "détails techniques", "à noter", "vérifications",
    "rappel", "récapitulatif", "consejo", "consejos", "nota", "notas", "advertencia", "aviso", "atención",
    "precaución", "importante", "peligro", "información", "ejemplo", "véase también", "detalles técnicos",
    "recordatorio", "recapitulación",
)  # fmt: skip
NOTICES = frozenset(_NOTICES)
"""What notices are headed with (`!!! note`, `> **Hinweis**`), in four languages."""
_COURTESY = """
    Sie Ihnen Ihr Ihre Ihrem Ihren Ihrer Ihres Ihrerseits Ihretwegen Du Dich Dir Dein Deine Deinem
    Deinen Deiner Deines Euch Euer Eure Eurem Euren Eurer Eures
"""
COURTESY = frozenset(_COURTESY.split())
"""German pronouns that are written with a capital letter where somebody is spoken to."""
_ARTICLE = (
    r"(?:(?:[Ee]in|[Kk]ein|[MmDdSs]ein|[Ii]hr|[Uu]nser|[Ee]uer|[Ee]ur)(?:e[mnrs]?)?"
    r"|(?:[Dd]ies|[Jj]ed|[Jj]en|[Ww]elch|[Mm]anch|[Ss]olch|[Aa]ll|[Ee]inig|[Mm]ehrer|[Vv]iel|[Bb]eid)e[mnrs]?)"
)
_DETERMINED = re.compile(
    rf"\b{_ARTICLE}[ \n](?:[a-zäöüß]{{2,30}}e[mnrs]?[ \n]){{0,2}}([A-ZÄÖÜ][a-zäöüß]{{2,60}})\b(?!-)"
)
_SIE = re.compile(r" Sie\b")
# Behind a verb that bids, not behind a name: "Revisa los tanques".
_SMALL = re.compile(
    r" (?:(?:le|la|les|un|une|des|du|de|el|los|las|una|unos|unas|al|del|a|que|si|su|sus|tu|tus|votre|vos"
    r"|notre|nos|ce|cet|cette|ces|este|esta|à|au|aux)\b|[ld]['’])"
)
_IN_THE = re.compile(r"\b(?:[Ii]m|[Aa]m|[Bb]eim|[Zz]u[mr]) $")
_WITHIN = re.compile(r"[a-zà-öø-ÿœ,;'’] ?([A-ZÀ-ÖØ-Þ][^\W\d_]+)")
# "z. B.", "d. h.", "u. a.", "p. ej.": the letter of an abbreviation is nobody's initial.
_ABBREVIATED = re.compile(r"(?<![^\W_])[^\W\d_A-ZÄÖÜ]{1,2}\.[ \u00a0\u202f]?$")
# Languages that give a capital letter to names alone, and where a sentence begins.
_SPARING = frozenset(("fr", "es", "pt", "it", "ca"))
# What is a thing of software in a text about it, and a place, a party, a law elsewhere.
_OF_SOFTWARE = """
    port puerto chemin camino champ campo place pas font source fuente table tabla registre registro
    plan code código carta charte directive directiva bibliothèque biblioteca librería service servicio
    union pile salle opération operación incident sortie point punto canal pont puente pointe tour cap
    orden base liste répertoire dépôt depósito dirección direction zone zona parc guide guía acuerdo
    accord grupo groupe borne clos pozo puits central nave sala cellule campaña course carrera mission
    misión exercice ejercicio almacén galerie
"""
_SOFTWARE = frozenset(_OF_SOFTWARE.split())


def determined(text: str) -> frozenset[str]:
    """The German nouns that a text writes behind "ein", "Ihr", "jeder": names have "der" at most."""
    return frozenset(_DETERMINED.findall(text))


def is_in_the(word: Word, text: str) -> bool:
    """Whether a German noun stands behind a preposition with its article: so do few names of places."""
    return _IN_THE.search(text, max(0, word.start - 6), word.start) is not None


def is_spoken_to(word: Word, text: str) -> bool:
    """Whether a German word is a pronoun of politeness, or the verb that bids before one: "Beachten Sie"."""
    bids = word.initial and word.text.endswith("n") and _SIE.match(text, word.end) is not None
    return bids or word.text in COURTESY


def is_abbreviated(word: Word, text: str) -> bool:
    """Whether a letter belongs to an abbreviation of several ("z. B.")."""
    before = text[max(0, word.start - 5) : word.start]
    return len(word.text) == 1 and text.startswith(".", word.end) and _ABBREVIATED.search(before) is not None


def only_begins(word: Word, text: str, lang: str) -> bool:
    """Whether all that gives a word a capital letter is that it begins a sentence, before an article or the
    like, in a language that is sparing with them."""
    return lang in _SPARING and word.initial and _SMALL.match(text, word.end) is not None


def is_software(noun: str, technical: bool) -> bool:
    """Whether a noun says nothing of a name in a `technical` text: "le port HTTP", "código Python"."""
    return technical and noun.lower() in _SOFTWARE


def capitalised_within(text: str) -> frozenset[str]:
    """The words that a text writes with a capital letter behind another word of a sentence."""
    return frozenset(_WITHIN.findall(text))


def only_heads(term: str, lang: str, within: frozenset[str]) -> bool:
    """Whether a term of one word has its capital letter from the heading it begins alone: "Utiliser …"."""
    return lang in _SPARING and term.isalpha() and term.istitle() and term not in within


def is_nothing(term: str, lang: str) -> bool:
    """Whether what is set apart in a text is no term: what heads a notice, what begins with a word that has
    lost its vowel, or is a word of a closed class."""
    lower = term.lower()
    if lower in NOTICES or (lang == "fr" and elided(term) is not None):
        return True
    if lang == "de" and not COURTESY.isdisjoint(term.split()):
        return True
    return " " not in term and (lower in FOREIGN_WORDS or lower in CLOSED.get(lang, ()))
