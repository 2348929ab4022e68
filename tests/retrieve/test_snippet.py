"""Snippets: whole lines of the text, around what was looked for."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.retrieve.snippet import cut, front_matter

LINES = [f"line {n} says nothing much" for n in range(100)]


def text_with(**marks: str) -> str:
    lines = list(LINES)
    for place, words in marks.items():
        lines[int(place.removeprefix("at"))] = words
    return "\n".join(lines)


def test_a_match_far_down_is_shown_with_the_lines_before_it() -> None:
    snippet = cut(text_with(at70="here the kraken wakes"), {"kraken": 1.0}, 60)
    shown = snippet.text.split("\n")
    assert (snippet.focus, snippet.matched) == (70, ("kraken",))
    assert 68 <= snippet.line <= 70
    assert shown[70 - snippet.line] == "here the kraken wakes"


def test_the_place_with_most_of_the_words_wins_over_the_first() -> None:
    text = text_with(at5="a kraken", at40="a kraken", at41="wakes at midnight")
    snippet = cut(text, {"kraken": 1.0, "midnight": 1.0}, 60)
    assert snippet.focus == 40
    assert set(snippet.matched) == {"kraken", "midnight"}


def test_a_rare_word_counts_more_than_common_ones() -> None:
    text = text_with(at10="file name and size", at60="kraken")
    assert cut(text, {"file": 0.5, "name": 0.5, "kraken": 5.0}, 60).focus == 60


@pytest.mark.parametrize(
    ("word", "line"),
    [
        ("retrying", "we retried it"),
        ("configuration", "as configured"),
        ("limits", "a limit"),
        ("KRAKEN", "the kraken"),
        ("серверов", "стоят серверов"),
    ],
)
def test_case_and_endings_do_not_matter(word: str, line: str) -> None:
    assert cut(text_with(at50=line), {word: 1.0}, 60).focus == 50


def test_without_a_match_the_text_is_shown_from_the_focus_on() -> None:
    assert cut("\n".join(LINES), {"kraken": 1.0}, 60).line == 0
    half = cut("\n".join(LINES), {"kraken": 1.0}, 60, focus=0.5)
    assert half.line <= half.focus == 50
    assert LINES[50] in half.text
    assert cut("\n".join(LINES), {}, 60).matched == ()


def test_a_text_that_fits_is_shown_whole() -> None:
    text = "\n".join(LINES[:6])
    assert cut(text, {"5": 1.0}, 400).text == text


def test_a_line_too_long_is_cut_around_its_match() -> None:
    snippet = cut("word " * 2000 + "needle " + "word " * 2000, {"needle": 1.0}, 200)
    assert "needle" in snippet.text
    assert snippet.text.startswith("…")
    assert snippet.text.endswith("…")
    assert len(snippet.text) < 500


CODE = """@cached
def next_delay(attempt: int) -> float:
    \"\"\"Seconds to wait.\"\"\"
    if attempt > 9:
        return CEILING

    spread = random.uniform(
        -JITTER,
        JITTER,
    )
    return min(CEILING, BASE * 2**attempt + spread)


def other() -> None:
    kraken()
"""


def test_a_snippet_begins_with_the_signature_or_heading_of_its_section() -> None:
    assert cut(CODE, {"ceiling": 1.0}, 80).text.startswith("@cached\ndef next_delay")
    snippet = cut(CODE, {"kraken": 1.0}, 80, section=lambda line: 13 if line >= 13 else 0)
    assert (snippet.text, snippet.line, snippet.focus) == ("def other() -> None:\n    kraken()", 13, 14)


def test_too_far_below_it_the_snippet_begins_where_a_thought_may() -> None:
    assert cut(CODE, {"jitter": 1.0}, 25).text.split("\n")[0] == "    spread = random.uniform("
    prose = "\n".join([*LINES[:40], "It sleeps.", "Until the", "kraken wakes", "and sings."])
    assert cut(prose, {"kraken": 1.0}, 25).text == "Until the\nkraken wakes\nand sings."


def test_no_blank_lines_at_either_end() -> None:
    text = "\n\n" + "\n\n".join(f"Paragraph {n} says nothing." for n in range(30)) + "\n\n"
    for n in range(30):
        shown = cut(text, {f"{n} says": 1.0}, 30).text.split("\n")
        assert shown[0].strip()
        assert shown[-1].strip()


def test_a_heading_is_not_shown_without_its_text() -> None:
    text = "# The sea\n\nA kraken sleeps.\n\n## The harbour\n\n" + "\n".join(LINES)
    assert cut(text, {"kraken": 1.0}, 20).text == "# The sea\n\nA kraken sleeps."
    assert cut(text, {"kraken": 1.0, "harbour": 1.0}, 20).text.endswith("## The harbour")


def test_front_matter_is_not_shown() -> None:
    text = "---\ntitle: Kraken\ntags: [sea]\n---\n\n# The sea\n\nA kraken sleeps.\n"
    assert front_matter(text) == 5
    assert cut(text, {"kraken": 1.0}, 80, skip=front_matter(text)).text == "# The sea\n\nA kraken sleeps."
    assert front_matter("# No\n\n---\n\nrule\n---\n") == 0
    assert front_matter("---\nnever closed\n") == 0


@given(
    st.lists(st.text(st.characters(exclude_characters="\n"), max_size=30), min_size=1, max_size=40),
    st.sampled_from(["a", "b", "ß", "İ", "1"]),
    st.integers(1, 200),
    st.floats(0, 0.999),
)
def test_a_snippet_is_a_run_of_the_text_s_own_lines(
    lines: list[str], word: str, tokens: int, focus: float
) -> None:
    snippet = cut("\n".join(lines), {word: 1.0}, tokens, focus)
    shown = snippet.text.split("\n")
    held = lines[snippet.line : snippet.line + len(shown)]
    assert [line.rstrip() for line in held] == [line.rstrip() for line in shown]
    assert snippet.line <= snippet.focus < len(lines)
