"""What every Document of source code keeps, whatever the language and however broken the text."""

from __future__ import annotations

import typing

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from tree_sitter_language_pack import SupportedLanguage

from graphrag_batch.formats.code import parse_code
from graphrag_batch.records import Document
from tests.examples import examples
from tests.formats.test_code_golden import CASES, SEPARATOR, cases

EVERY_LANGUAGE = sorted(typing.get_args(SupportedLanguage))
SAMPLED = ["python", "typescript", "cpp", "rust", "ruby", "bash", "haskell", "yaml", "sql", "cobol", "perl"]
SOURCES = {c.stem: c.read_text(encoding="utf-8").partition(SEPARATOR)[0] for c in cases()}


def check_code_laws(d: Document) -> None:
    _check_blocks(d)
    _check_sections(d)
    _check_definitions(d)
    assert d.title is None
    assert all(0 <= x.start < x.end <= len(d.text) and x.target for x in d.links)


def _line(d: Document, offset: int) -> int:
    return d.text.count("\n", 0, offset) + 1


def _check_blocks(d: Document) -> None:
    position = 0
    for block in d.blocks:
        assert position <= block.start < block.end <= len(d.text)
        assert not d.text[position : block.start].strip(), "text in no block"
        assert d.text[block.start : block.end].strip(), "a blank block"
        within = [n for n, s in enumerate(d.sections) if s.start <= block.start < s.end]
        assert block.section == max(within, default=-1)
        assert block.section < 0 or block.end <= d.sections[block.section].end
        position = block.end
    assert not d.text[position:].strip(), "text after the last block"


def _check_sections(d: Document) -> None:
    last_end: dict[int, int] = {}
    for index, s in enumerate(d.sections):
        assert s.title
        assert 0 <= s.start <= s.body <= s.end <= len(d.text)
        assert s.start < s.end
        assert (s.start_line, s.end_line) == (_line(d, s.start), _line(d, s.end - 1))
        assert -1 <= s.parent < index
        assert last_end.get(s.parent, 0) <= s.start, "neighbours overlap"
        last_end[s.parent] = s.end
        if s.parent >= 0:
            parent = d.sections[s.parent]
            assert parent.start < s.start
            assert s.end <= parent.end
        assert s.level == (1 if s.parent < 0 else d.sections[s.parent].level + 1)


def _check_definitions(d: Document) -> None:
    for x in d.definitions:
        assert x.name
        assert x.qualname.endswith(x.name)
        assert (x.start_line, x.end_line) == (_line(d, x.start), _line(d, x.end - 1))
        assert "\n" not in x.signature + x.doc
        if x.section >= 0:
            assert d.sections[x.section].start <= x.start
            assert x.end <= d.sections[x.section].end


@pytest.mark.sample(20)
@pytest.mark.parametrize("language", EVERY_LANGUAGE)
def test_every_language_keeps_every_character_of_any_source(language: str) -> None:
    for name in ("c", "python-unicode", "yaml", language):
        if name in SOURCES:
            document = parse_code(language, SOURCES[name], "utf-8", ("w",))
            check_code_laws(document)
            assert document.format == f"code:{language}"
            assert document.text == SOURCES[name]
            assert document.warnings == ("w",)


@pytest.mark.sample(20)
@pytest.mark.parametrize("language", EVERY_LANGUAGE)
def test_no_scrap_of_text_stops_a_parser(language: str) -> None:
    for text in ("", "\n", "#", "F#", "x", '"', "/*", "\0", "é", "{", "(((", "\ud800"):
        check_code_laws(parse_code(language, text, "utf-8", ()))


@pytest.mark.parametrize("name", sorted(SOURCES))
def test_every_case_keeps_the_laws(name: str) -> None:
    check_code_laws(parse_code(name.split("-", maxsplit=1)[0], SOURCES[name], "utf-8", ()))


@given(st.sampled_from(SAMPLED), st.text(max_size=200))
@settings(max_examples=examples(100), deadline=None)
def test_arbitrary_text_keeps_the_laws(language: str, text: str) -> None:
    check_code_laws(parse_code(language, text, "utf-8", ()))


@st.composite
def damaged(draw: st.DrawFn) -> tuple[str, str]:
    """A case's source with pieces cut out, moved and put in."""
    name = draw(st.sampled_from(sorted(SOURCES)))
    text = SOURCES[name]
    for _ in range(draw(st.integers(1, 5))):
        a, b = draw(st.integers(0, len(text))), draw(st.integers(0, 40))
        piece = draw(st.sampled_from(["", "é", "😀", "(", "}", '"', "\n", "#", "  ", text[:b]]))
        text = text[:a] + piece + text[a + draw(st.integers(0, 20)) :]
    return name.split("-")[0], text


@given(damaged())
@settings(max_examples=examples(100), deadline=None, suppress_health_check=[HealthCheck.too_slow])
def test_damaged_sources_keep_the_laws_and_read_alike_twice(case: tuple[str, str]) -> None:
    document = parse_code(*case, "utf-8", ())
    check_code_laws(document)
    assert parse_code(*case, "utf-8", ()) == document


def test_cases_are_where_they_are_looked_for() -> None:
    assert CASES.is_dir()
    assert len(SOURCES) >= 36
