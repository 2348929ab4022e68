"""What is written down of a bug: what was asked for and where it failed, without anybody's secrets."""

from __future__ import annotations

import re
import sys
import tempfile
from collections.abc import Sequence

from graphrag_batch import __version__

_ADDRESS = re.compile(r"(://)([^\s'\"]+)")
_AFTER_PATH = re.compile("[?#]")


def masked(argument: str) -> str:
    """An argument without who signs in with an address in it, and without what follows its path."""
    from graphrag_batch.stages.redact import clean_line  # many expressions, for failures alone

    scheme, mark, rest = argument.partition("://")
    return clean_line(f"{scheme}{mark}{_place(rest) if mark else rest}")


def log_bug(args: Sequence[str], trace: str) -> tuple[str, str]:
    """The last line of the trace, and the path of the file where all is written; "" where there is no room
    for one."""
    from graphrag_batch.stages.redact import clean_line

    shown = [masked(each) for each in args]
    for raw, safe in zip(args, shown, strict=True):
        trace = trace.replace(raw, safe) if raw != safe else trace
    trace = clean_line(_ADDRESS.sub(lambda found: f"{found[1]}{_place(found[2])}", trace))
    last = trace.strip().rpartition("\n")[2]
    report = f"graphrag-batch {__version__}, Python {sys.version}\n{shown}\n\n{trace}"
    try:
        with tempfile.NamedTemporaryFile(
            "w", prefix="graphrag-batch-", suffix=".log", delete=False,
            encoding="utf-8", errors="backslashreplace",
        ) as log:  # fmt: skip
            log.write(report)
    except OSError:
        return last, ""
    return last, log.name


def _place(rest: str) -> str:
    """Host and path, of what follows the scheme of an address."""
    sign = _AFTER_PATH.search(rest)
    if sign is None:
        return _nobody(rest)
    if "@" in rest[sign.end() :]:  # a password may hold signs that would end it
        return "…"
    return f"{_nobody(rest[: sign.start()])}{sign[0]}…" if sign.end() < len(rest) else _nobody(rest)


def _nobody(place: str) -> str:
    _, at, place = place.rpartition("@")
    return f"…@{place}" if at else place
