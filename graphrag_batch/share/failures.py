"""What a failed request says of itself: to be shown, and whether to try again. Opens nothing."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Mapping
from typing import TYPE_CHECKING

from graphrag_batch.embedders.calling import retry_after

if TYPE_CHECKING:
    import httpx

_HEARD = 8_000


def in_words(error: BaseException) -> str:
    """A connection's failure. What came in place of an answer may be anything, and is not shown."""
    if "bytearray(" in str(error):
        return "what came is no answer of HTTP"
    return f"{type(error).__name__}: {error}".rstrip(": ")


def heard(answer: httpx.Response) -> str:
    """What a server says about a failure: more of it than is shown, for no secret to be cut in two unseen."""
    raw, headers = bytearray(), answer.headers
    if headers.get("content-type", "").lower().startswith("text/html") or headers.get("content-encoding"):
        return ""
    with contextlib.suppress(Exception):  # it is only for the message
        for block in answer.iter_raw():
            raw += block
            if len(raw) >= _HEARD:
                break
    return "" if b"\0" in raw else raw[:_HEARD].decode("utf-8", "replace")


def seconds_asked(headers: Mapping[str, str]) -> float | None:
    """How long a server asks to wait: by `Retry-After`, or until its limit of requests begins anew."""
    asked = retry_after(headers.get("retry-after", ""))
    reset = headers.get("x-ratelimit-reset", "")
    if asked is None and is_spent(headers) and reset.isascii() and reset.isdigit():
        return max(0.0, float(reset) - time.time())
    return asked


def is_spent(headers: Mapping[str, str]) -> bool:
    """Whether a server counts requests and lets no more in."""
    return headers.get("x-ratelimit-remaining") == "0"
