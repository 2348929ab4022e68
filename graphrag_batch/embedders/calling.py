"""The only module that opens a socket, and only to where the configuration or the environment says.

What fails for a moment (a limit, an overloaded server, a time-out) is tried again, a bounded number of
times, as long after as the server asks; then EndpointError. Keys go into a header and nowhere else.
"""

from __future__ import annotations

import re
import time
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from graphrag_batch.errors import EndpointError

if TYPE_CHECKING:
    import httpx

PASSING = frozenset({408, 409, 425, 429, 500, 502, 503, 504, 529})
SHOWN = 200


@dataclass(frozen=True, slots=True)
class Patience:
    """How often to try, how long to wait for an answer, and before trying again (doubled each time); in
    seconds. No wait is longer than `longest`, whatever a server asks."""

    tries: int = 5
    timeout: float = 60.0
    first: float = 0.5
    longest: float = 30.0


BUILDING = Patience()
# Somebody is waiting for the answer.
ASKING = Patience(tries=2, timeout=10.0, first=0.2, longest=1.0)


def post(url: str, body: Any, headers: dict[str, str], secret: str, patience: Patience) -> Any:
    """What the server answers, as JSON. Raises EndpointError; `secret` is never part of what it says."""
    import httpx

    problem, wait = "", patience.first
    with httpx.Client(timeout=httpx.Timeout(patience.timeout, connect=min(10.0, patience.timeout))) as client:
        for attempt in range(patience.tries):
            if attempt:
                time.sleep(min(wait, patience.longest))
            wait = patience.first * 2.0**attempt
            try:
                response = client.post(url, json=body, headers=headers)
            except httpx.TransportError as error:
                problem = f"{type(error).__name__}: {error}".rstrip(": ")
                continue
            except (httpx.InvalidURL, httpx.UnsupportedProtocol) as error:
                raise _failed(url, str(error), secret) from None
            if response.is_success:
                return _json(url, response, secret)
            problem = f"HTTP {response.status_code}: {_excerpt(response.text)}"
            if response.status_code not in PASSING:
                raise _failed(url, problem, secret)
            asked = retry_after(response.headers.get("retry-after", ""))
            wait = wait if asked is None else asked
    raise _failed(url, f"{problem} ({patience.tries} tries)", secret) from None


def place_of(url: str) -> str:
    """Scheme, host and path: what may be shown of an address, whether it is one or not."""
    try:
        parts = urlsplit(url)
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        return _place_of_none(url)
    host = parts.hostname or ""
    return f"{parts.scheme}://{f'[{host}]' if ':' in host else host}{port}{parts.path}"


def _place_of_none(text: str) -> str:
    scheme, mark, rest = text.partition("://")
    shown, _, after = re.sub("[?#]", "?", rest).partition("?")
    # A password may hold signs that would end it, and is then not told from a path or a query.
    shown = "…" if "@" in after else shown.rpartition("@")[2]
    return f"{scheme}{mark}{shown}"[:SHOWN] if mark else "…"


def _json(url: str, response: httpx.Response, secret: str) -> Any:
    try:
        return response.json()
    except ValueError:
        raise _failed(url, f"no JSON: {_excerpt(response.text)}", secret) from None


def _failed(url: str, problem: str, secret: str) -> EndpointError:
    shown = problem.replace(secret, "…") if secret else problem
    return EndpointError(
        f"the embedding endpoint does not serve: {shown}",
        where=place_of(url),
        next_step="check the endpoint and its key, then graphrag-batch index: what was embedded is kept",
    )


def _excerpt(text: str) -> str:
    return " ".join(text.split())[:SHOWN]


def retry_after(value: str) -> float | None:
    """Seconds that a `Retry-After` header asks for, by a number or a date; None where nothing can be read."""
    try:
        return max(0.0, float(value))
    except ValueError:
        pass
    from email.utils import parsedate_to_datetime  # sockets come with it, and this is seldom asked

    try:
        return max(0.0, parsedate_to_datetime(value).timestamp() - time.time())
    except (ValueError, TypeError):
        return None
