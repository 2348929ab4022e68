"""Write the expected outlines of all golden cases again: python -m tests.formats.regenerate"""

from __future__ import annotations

from graphrag_batch.records import Document
from tests.formats import golden


def main() -> None:
    """Rewrite every expectation, and remove those without an input. Review the result as a diff."""
    kept = set()
    for case in golden.inputs():
        document = golden.parsed(case)
        if not isinstance(document, Document):
            raise SystemExit(f"{case}: {document}")
        golden.expected_path(case).write_text(golden.render(document), encoding="utf-8")
        if document.format == "html":
            case.with_name(f"{case.name}{golden.MARKDOWN}").write_text(document.text, encoding="utf-8")
        kept.add(golden.expected_path(case))
        print(case.relative_to(golden.CASES))
    for name in golden.FORMATS:
        for stale in set((golden.CASES / name).glob("*.expected.json")) - kept:
            stale.unlink()


if __name__ == "__main__":
    main()
