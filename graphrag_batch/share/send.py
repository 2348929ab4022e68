"""Sending to a server, with the limits, the checks and the token that fetching has."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.embedders.calling import place_of
from graphrag_batch.errors import ManifestError
from graphrag_batch.share.addresses import check_address
from graphrag_batch.share.fetch import SILENCE, Web

if TYPE_CHECKING:
    import httpx

_MOST_BYTES = 5_000_000
_DONE = frozenset({201, 204})


class Writer(Web):
    """A way to a server that also changes what is there. Redirects are not followed."""

    def send(self, method: str, url: str, body: Any = None, file: Path | None = None) -> Any:
        """The JSON of the answer to a request with `body` as JSON, or with the bytes of `file`; None where
        there is none. Raises Unreachable (Refused, with the status, where the server says no).

        What fails for a moment is sent again, so whoever sends must bear that something was made twice.
        """

        def attempt() -> Any:
            if file is None:
                return self._sent(method, url, b"" if body is None else json.dumps(body).encode(), {})
            with file.open("rb") as content:
                return self._sent(method, url, content, {"Content-Length": str(file.stat().st_size)})

        return self._persist(url, attempt)

    def _sent(self, method: str, url: str, content: Any, headers: dict[str, str]) -> Any:
        check_address(url)
        kind = "application/octet-stream" if headers else "application/json"
        answer = self._sent_to(
            self._open(url), method, url,
            content=content or None,
            headers={
                "Accept": "application/vnd.github+json", "Content-Type": kind, **headers,
                **self._authorization(url),
            },
            timeout=min(SILENCE, self._left(url)),
        )  # fmt: skip
        try:
            self._check_status(answer, url, may_end=False)
            raw = b""
            for block in answer.iter_bytes():
                raw += block
                if len(raw) > _MOST_BYTES:
                    raise _wrong(url, f"longer than {_MOST_BYTES:,} bytes")
        finally:
            answer.close()
        try:
            return json.loads(raw) if raw else None
        except (ValueError, RecursionError):
            raise _wrong(url, "no JSON") from None

    def _check_status(self, answer: httpx.Response, url: str, may_end: bool) -> None:
        if answer.status_code not in _DONE:
            super()._check_status(answer, url, may_end)


def _wrong(url: str, what: str) -> ManifestError:
    return ManifestError(f"the server's answer is {what}", where=place_of(url), next_step="check the address")
