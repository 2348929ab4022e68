"""Rewrites the output in the README's `console` blocks: `python -m tests.transcript`; review the diff."""

from __future__ import annotations

import re
import tempfile
from pathlib import Path

from tests.building import fixture_repo
from tests.test_docs import BLOCK, README, ROOT, commands_of, run_block


def main() -> None:
    """Run every block in a fresh copy of the fixture repository and write what came out."""
    with tempfile.TemporaryDirectory() as folder:
        repo = fixture_repo(Path(folder) / "repo")

        def rerun(block: re.Match[str]) -> str:
            shown = [f"$ {c}\n{run_block(c, repo.path).strip()}\n" for c, _ in commands_of(block.group(1))]
            text = re.sub(r"/\S*?/\.git/", "…/.git/", "\n".join(shown))
            return f"```console\n{text}```"

        text = BLOCK.sub(rerun, README)
    (ROOT / "README.md").write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
