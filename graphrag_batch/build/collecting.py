"""How often a build looks for garbage."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager

# A build makes many small objects and hardly a cycle: looking for them at the usual pace took a tenth of it.
_OBJECTS = 50_000


def collect_rarely() -> None:
    """Look for garbage in cycles a seventieth as often, from now on."""
    gc.set_threshold(_OBJECTS, *gc.get_threshold()[1:])


@contextmanager
def not_collecting() -> Iterator[None]:
    """Looks for no garbage in cycles: where a million values are made that stay, and no cycle."""
    before = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if before:
            gc.enable()


@contextmanager
def rarely_collecting() -> Iterator[None]:
    """Looks for garbage in cycles a seventieth as often."""
    before = gc.get_threshold()
    collect_rarely()
    try:
        yield
    finally:
        gc.set_threshold(*before)
