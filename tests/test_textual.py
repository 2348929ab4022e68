"""Texts in small letters, and what is looked for in them before an expression is."""

from __future__ import annotations

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.stages.mention.measures import find_measures, signs_of
from graphrag_batch.stages.mention.text import has_digit
from graphrag_batch.textual import folded

_LETTERS = "abcdefghijklmnopqrstuvwxyzäöüßáéíóúñàâçèêëîïôûùœ"
# Everything that has two cases, or is taken for a letter that has.
_CASED = "".join(c for c in map(chr, range(0x2C00)) if c.lower() != c or c.upper() != c) + "\u212a\u212b"


@pytest.mark.parametrize("letter", _LETTERS)
def test_a_letter_is_found_in_a_folded_text_where_it_is_found_ignoring_case(letter: str) -> None:
    ignoring = [m.start() for m in re.finditer(letter, _CASED, re.IGNORECASE)]
    assert [m.start() for m in re.finditer(letter, folded(_CASED))] == ignoring
    assert ignoring


@given(st.text(st.sampled_from(_CASED + " .-ab\u0307")))
def test_a_folded_text_is_as_long_as_it_was(text: str) -> None:
    assert len(folded(text)) == len(text)


_DATES = """
    Mondays Tuesday Wednesday Thursdays Friday Saturday Sunday Montag Dienstags Mittwoch Donnerstag
    Freitag Samstag Sonnabend Sonntags lunes martes miércoles jueves viernes sábado domingos lundi
    mardi mercredi jeudi vendredi samedi dimanche January February April June July August September
    October November December Januar Februar März Juni Juli Oktober Dezember enero febrero marzo
    abril mayo junio julio agosto septiembre octubre noviembre diciembre
"""
_MONTHS = """
    Jan Feb Mar March Apr May Mai Jun Jul Aug Sep Sept Oct Okt Nov Dec Dez setiembre janvier février
    mars avril juin juillet août septembre octobre novembre décembre
"""
_SPANS = """
    seconds|minute|hours|days|week|months|years|decades|nights|milliseconds|business days|working day|Sekunden
    Minuten|Stunden|Tage|Werktagen|Wochen|Monate|Jahre|segundos|minutos|horas|días|semanas|mes|meses|años
    secondes|heures|jours|semaines|mois|ans|an
"""


@pytest.mark.parametrize(
    ("text", "date"),
    [
        *((f"we meet {day} again", day) for day in _DATES.split()),
        *((f"we met in {month} again", month) for month in _MONTHS.split()),
        *((f"it took two {span} again", f"two {span}") for span in re.split(r"[|\n]\s*", _SPANS.strip())),
        ("dura UNA SEMANA", "UNA SEMANA"),
        ("un an passa", "un an"),
    ],
)
def test_a_date_in_words_is_found_by_its_sign(text: str, date: str) -> None:
    found = find_measures(text, folded(text), has_digit(text), signs_of(text, folded(text)))
    assert date in {text[one.start : one.end] for one in found}
