"""One file a case: source text and the listing it must give. Write all listings again with
`python -m tests.formats.test_code_golden`, and review the difference."""

from __future__ import annotations

from pathlib import Path

import pytest

from graphrag_batch.formats.code import parse_code
from graphrag_batch.records import Document

CASES = Path(__file__).parents[2] / "fixtures" / "cases" / "code"
SEPARATOR = "======== expected\n"
MAIN_LANGUAGES = """
    python javascript typescript tsx java kotlin go rust c cpp csharp ruby php swift scala bash lua elixir
    haskell sql r perl dart css scss hcl proto make dockerfile objc zig ocaml julia yaml toml json
"""


def cases() -> list[Path]:
    return sorted(CASES.glob("*.case"))


def read(case: Path) -> tuple[Document, str]:
    """The document of a case (its language is the name up to the first `-`) and what is expected."""
    source, _, expected = case.read_text(encoding="utf-8").partition(SEPARATOR)
    return parse_code(case.stem.split("-")[0], source, "utf-8", ()), expected


def listing(d: Document) -> str:
    """Sections, definitions, imports and blocks, a line each."""
    lines = [f"meta {d.meta}", *(f"warning {w}" for w in d.warnings)]
    lines += [f"{'  ' * s.level}§ {s.title} {s.start_line}-{s.end_line}" for s in d.sections]
    for x in d.definitions:
        lines.append(
            f"{x.kind} {x.qualname} {x.start_line}-{x.end_line} §{x.section} | {x.signature} | {x.doc}"
        )
    lines += [f"import {x.target} [{x.text}] §{x.section}" for x in d.links]
    for b in d.blocks:
        first, _, rest = d.text[b.start : b.end].partition("\n")
        more = f" (+{rest.count(chr(10)) + 1})" if rest else ""
        lines.append(f"{b.kind}{'/' + b.info if b.info else ''} §{b.section} {first}{more}")
    return "".join(f"{line.rstrip()}\n" for line in lines)


@pytest.mark.parametrize("case", cases(), ids=lambda p: p.stem)
def test_a_case_gives_its_listing(case: Path) -> None:
    document, expected = read(case)
    assert listing(document) == expected, "if this is meant: python -m tests.formats.test_code_golden"


def test_every_main_language_has_a_case_with_sections() -> None:
    for language in MAIN_LANGUAGES.split():
        document, _ = read(CASES / f"{language}.case")
        assert document.sections, language


def main() -> None:
    for case in cases():
        source = case.read_text(encoding="utf-8").partition(SEPARATOR)[0]
        case.write_text(source + SEPARATOR + listing(read(case)[0]), encoding="utf-8")


if __name__ == "__main__":
    main()
