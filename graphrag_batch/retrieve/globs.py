"""Paths that match a glob, in time that no pattern can blow up. Pure.

A pattern reads as in .gitignore: without a slash it names a file or folder anywhere, with one it
starts at the root, `**` stands for any number of folders, and a folder means all below it. (A
backslash is a slash here: that is how paths are written on Windows.) What an
agent passes is untrusted, so this is no regular expression over the whole path: components are
matched one by one (`fnmatch` never backtracks over a `*` it has passed), and the pattern's
positions are kept as a set.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from fnmatch import translate


def path_filter(pattern: str) -> Callable[[str], bool]:
    """A test of paths against one glob. A path matches if it, or a folder above it, does."""
    parts = _parts(pattern)
    # None stands for `**`.
    tests = [None if part == "**" else re.compile(translate(part)).match for part in parts]
    end = len(tests)

    def reach(positions: set[int]) -> set[int]:
        """With every position that `**` lets be skipped to."""
        for first in sorted(positions):
            skipped = first
            while skipped < end and tests[skipped] is None:
                skipped += 1
                positions.add(skipped)
        return positions

    start = reach({0}) if tests else set()

    def matches(path: str) -> bool:
        positions = start
        for component in path.split("/"):
            following: set[int] = set()
            for position in positions:
                test = tests[position]
                if test is None:
                    following.add(position)
                elif test(component):
                    following.add(position + 1)
            positions = reach(following)
            if end in positions:
                return True
            if not positions:
                return False
        return False

    return matches


def _parts(pattern: str) -> list[str]:
    inner = pattern.replace("\\", "/").rstrip("/").removeprefix("./")
    parts = ["**" if set(part) == {"*"} and len(part) > 1 else part for part in inner.split("/") if part]
    if parts and "/" not in inner:
        parts = ["**", *parts]
    if parts and parts[-1] == "**":  # `docs/**` means what is below, not docs itself
        parts.append("*")
    return parts
