"""What a manifest says its project needs: packages (`depends_on`), images and actions (`uses`). Pure.

By scanning, not by parsers: places are needed, and a broken manifest gives what can be read of it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator

from graphrag_batch.stages.manifest import containers, packages, python
from graphrag_batch.textual import Requirement

_Reader = Callable[[str], Iterator[Requirement]]
# The end of a path: the reader.
_READERS: tuple[tuple[re.Pattern[str], _Reader], ...] = tuple(
    (re.compile(rf"(?:^|.*/)(?:{ending})", re.IGNORECASE), reader)
    for ending, reader in (
        (r"pyproject\.toml", python.pyproject),
        (r"setup\.cfg", python.setup_cfg),
        (r"(?:[\w.-]*[-_.])?requirements(?:[-_.][\w.-]+)?\.(?:txt|in)|requirements/[\w.-]+\.(?:txt|in)",
         python.requirements_file),
        (r"package\.json", packages.package_json),
        (r"composer\.json", packages.composer_json),
        (r"pom\.xml", packages.pom_xml),
        (r"build\.gradle(?:\.kts)?", packages.gradle),
        (r"go\.mod", packages.go_mod),
        (r"cargo\.toml", packages.cargo_toml),
        (r"gemfile", packages.gemfile),
        (r"(?:[\w.-]+\.)?(?:dockerfile|containerfile)(?:[.-][\w.-]+)?", containers.dockerfile),
        (r"(?:docker-)?compose(?:[.-][\w.-]+)?\.ya?ml", containers.compose),
        (r"\.github/workflows/[^/]+\.ya?ml|action\.ya?ml", containers.workflow),
    )
)  # fmt: skip


def is_manifest(path: str) -> bool:
    """Whether `requirements` can read the file of this path."""
    return _reader(path) is not None


def requirements(path: str, text: str) -> tuple[Requirement, ...]:
    """What the manifest needs, in order of place; versions as written. Of a broken one, what can be read;
    never an error, nothing for a file that is no manifest."""
    reader = _reader(path)
    found = set(reader(text)) if reader else ()
    return tuple(sorted(found, key=lambda need: (need.start, need.end, need.name, need.rel, need.version)))


def _reader(path: str) -> _Reader | None:
    return next((reader for ending, reader in _READERS if ending.fullmatch(path)), None)
