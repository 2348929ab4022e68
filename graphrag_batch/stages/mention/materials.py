"""Chemicals and materials of laboratories, which are written with small letters: "hydrochloric acid", "sodium
chloride", "formalin". English, German, French, Spanish. Pure; linear in the text."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.mention.found import Found
from graphrag_batch.stages.mention.text import Text, pattern

_METALS = """
    sodium potassium calcium magnesium ammonium lithium barium strontium aluminium aluminum iron copper
    zinc silver lead nickel cobalt manganese chromium mercury tin titanium hydrogen carbon nitrogen sulfur
    sulphur silicon boron ferric ferrous cupric
"""
_ANIONS = """
    chloride bromide iodide fluoride hydroxide oxide dioxide monoxide peroxide sulfate sulphate sulfide
    sulphide sulfite nitrate nitrite carbonate bicarbonate phosphate acetate citrate oxalate permanganate
    chromate dichromate silicate borate cyanide hypochlorite chlorate azide ascorbate benzoate sorbate
    stearate thiosulfate
"""
_ACIDS = """
    hydrochloric sulfuric sulphuric nitric phosphoric acetic citric formic hydrofluoric boric carbonic
    ascorbic oxalic lactic tartaric tannic humic perchloric chromic peracetic
"""
_ALONE = """
    acetone ethanol methanol isopropanol propanol butanol glycerol formalin formaldehyde glutaraldehyde
    toluene xylene benzene hexane heptane chloroform dichloromethane acetonitrile agarose acrylamide
    paraformaldehyde phenol phenolphthalein rhodamine fluorescein bentonite kaolin perlite vermiculite
    gasoil kerosene turpentine paraffin naphtha trypsin papain lysozyme ethidium formol acétone éthanol
    méthanol gazole aceton salzsäure schwefelsäure salpetersäure essigsäure zitronensäure natronlauge
    acetona etanol metanol gasóleo
"""


def _any(words: str) -> str:
    return "|".join(sorted(set(words.split()), key=lambda word: (-len(word), word)))


_MATERIAL = re.compile(
    rf"(?<![\w-])(?:(?:{_any(_METALS)}) (?:{_any(_ANIONS)})|(?:{_any(_ACIDS)}) acid"
    rf"|(?:nitrate|chlorure|sulfate|hydroxyde|carbonate|bicarbonate|phosphate|hypochlorite) (?:d['’]|de )"
    r"(?:ammonium|sodium|potassium|calcium|magnésium|cuivre|fer|zinc)"
    r"|acide (?:chlorhydrique|sulfurique|nitrique|acétique|citrique|phosphorique)"
    r"|(?:nitrato|cloruro|sulfato|hidróxido|carbonato|bicarbonato|fosfato|hipoclorito) de (?:amonio"
    r"|sodio|potasio"
    r"|calcio|magnesio|cobre|hierro|zinc)|ácido (?:clorhídrico|sulfúrico|nítrico|acético|cítrico|fosfórico)"
    rf"|{_any(_ALONE)})(?![\w-])",
    re.IGNORECASE,
)
SIGNS = (
    "acid", "ácido", "acet", "säure", "lauge", "chlor", "cloro", "clor", "bromid", "fluor", "iodid",
    "oxid", "hidróx", "hydrox", "sulf", "sulph", "nitr", "carbonat", "phosph", "fosf", "citrat",
    "oxalat", "permangan", "chromat", "silicat", "borat", "cyanid", "azid", "ascorb", "benz", "sorbat",
    "stearat", "ethanol", "éthanol", "etanol", "propanol", "butanol", "glycerol", "form", "aldehyd",
    "toluen", "xylen", "hexan", "heptan", "agaros", "acrylam", "phenol", "rhodam", "bentonit", "kaolin",
    "perlit", "vermicul", "gasoil", "kerosen", "turpentin", "paraffin", "naphtha", "trypsin", "papain",
    "lysozym", "ethidium", "gazole", "gasóleo", "metanol", "méthanol", "aceton",
)  # fmt: skip
"""One of these, folded, is in whatever is found."""


def materials(text: Text) -> Iterator[Found]:
    """Chemicals, by their names."""
    for found in _MATERIAL.finditer(text.text):
        if text.is_free(*found.span()):
            yield pattern(*found.span(), "product", 0.75)
