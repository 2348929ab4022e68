"""Links in descriptions and evidence are shown as their words."""

from __future__ import annotations

import pytest

from graphrag_batch.retrieve.knowledge.markup import without_links


@pytest.mark.parametrize(
    ("format", "text", "shown"),
    [
        ("markdown", "See [the chart](./chart.md#tides) first.", "See the chart first."),
        ("markdown", "Moorings](./Moorings.md): Tells how to tie up.", "Moorings: Tells how to tie up."),
        ("markdown", "See [knots before and after", "See knots before and after"),
        ("markdown", "Ask [the pilot](https://pilot.exam", "Ask the pilot"),
        ("markdown", "`tides[key](hour)` gives a height", "`tides[key](hour)` gives a height"),
        ("rst", "See `the chart <chart.html>`_ and :ref:`tides`.", "See the chart and tides."),
        ("rst", "the chart <chart.html>`_ is old", "the chart is old"),
        ("asciidoc", "See <<_chart,the chart>> and https://a.example[tides].", "See the chart and tides."),
        ("asciidoc", "Oil(((lamp oil))) burns, see <<ch1#oil", "Oil burns, see"),
        ("code:python", "rows[key](value)", "rows[key](value)"),
    ],
)
def test_a_link_is_shown_as_its_words(format: str, text: str, shown: str) -> None:
    assert without_links(text, format) == shown
