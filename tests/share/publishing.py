"""Helpers for tests that publish."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from graphrag_batch.share.publish import Published, publish
from tests.building import index
from tests.gitrepo import GitRepo

STUB = "project: harbor\nembed: {model: stub}\n"

PAGES = {
    ".graphrag.yaml": STUB,
    "README.md": "# Harbor\n\nSee [berths](docs/berths.md#sizes) and [tides](docs/tides.md).\n",
    "docs/berths.md": "# Berths\n\n## Sizes\n\nA berth holds 80 metres.\n\n## Fees\n\nBy the day.\n",
    "docs/tides.md": "# Tides\n\nThe **Tide Table** lists them. `harbor.tides.Table` reads it.\n",
    "harbor/tides.py": "class Table:\n    '''The tide table.'''\n\n    def read(self):\n        return []\n",
    "logo.png": b"\x89PNG\0",
}


def published(repo: GitRepo, out: Path, **options: Any) -> Published:
    """Indexes HEAD and publishes that."""
    return publish(Path(index(repo).artifact), out, **options)
