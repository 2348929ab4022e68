"""Peoples and languages that everybody knows, in English, and languages as others write them. Pure data."""

from __future__ import annotations

from graphrag_batch.textual import folded

_ENGLISH = """
    Afghan African Albanian Algerian American Andalusian Arab Arabic Argentine Argentinian Armenian Asian
    Australian Austrian Azerbaijani Bangladeshi Basque Bavarian Belarusian Belgian Bengali Bolivian Bosnian
    Brazilian Breton British Bulgarian Burmese Cambodian Canadian Cantonese Castilian Catalan Chilean Chinese
    Colombian Cornish Croatian Cuban Cypriot Czech Danish Dutch Ecuadorian Egyptian English Esperanto
    Estonian Ethiopian European Farsi Faroese Filipino Finnish Flemish French Frisian Gaelic Galician
    Georgian German Ghanaian Greek Greenlandic Gujarati Hebrew Hindi Hungarian Icelandic Indonesian Iranian
    Iraqi Irish Israeli Italian Jamaican Japanese Jordanian Kazakh Kenyan Korean Kurdish Kuwaiti Laotian
    Latvian Lebanese Libyan Lithuanian Luxembourgish Macedonian Malay Malaysian Maltese Mandarin Maori
    Mexican Moldovan Mongolian Moroccan Mozambican Nepalese Nepali Nigerian Norwegian Pakistani Palestinian
    Panamanian Paraguayan Persian Peruvian Polish Portuguese Prussian Punjabi Quechua Romanian Romansh
    Russian Rwandan Sami Sardinian Saxon Scandinavian Scottish Senegalese Serbian Sicilian Singaporean Slovak
    Slovakian Slovene Slovenian Somali Sorbian Spanish Sudanese Swahili Swedish Swiss Syrian Taiwanese Tamil
    Tanzanian Thai Tibetan Tunisian Turkish Tyrolean Ugandan Ukrainian Urdu Uruguayan Uzbek Venezuelan
    Vietnamese Welsh Yoruba Zambian Zulu Germans Americans Italians Russians Norwegians Europeans Belgians
    Austrians Australians Canadians Brazilians Mexicans Indians Romans Vikings Celts Normans
"""
_LANGUAGES = """
    Deutsch Englisch Französisch Spanisch Italienisch Portugiesisch Niederländisch Russisch Polnisch
    Tschechisch Arabisch Chinesisch Japanisch Latein Griechisch Türkisch Katalanisch Baskisch Dänisch
    Schwedisch Norwegisch Finnisch Ungarisch Rumänisch Ukrainisch Rätoromanisch allemand anglais français
    espagnol italien portugais néerlandais russe polonais tchèque arabe chinois japonais latin grec turc
    catalan basque breton danois suédois norvégien finnois hongrois roumain occitan alemán inglés francés
    español italiano portugués neerlandés ruso polaco checo árabe chino japonés latín griego turco catalán
    euskera gallego danés sueco noruego finlandés húngaro rumano castellano quechua
"""
GROUPS = frozenset(_ENGLISH.split())
LANGUAGES = frozenset(_LANGUAGES.split())
"""As they are called after "in" or "auf", "en"."""
FOLDED = tuple(sorted({folded(word) for word in LANGUAGES}))
