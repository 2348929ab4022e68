"""Fetching over HTTP: the only module of this room that opens a socket, and only where somebody pulls.

Every request has an end: seconds for all of them together, seconds of silence, bytes, redirects, tries.
Certificates are always checked, and plain http is for this machine alone. A token goes to the one server that
it is for, whatever that redirects to, and is in no message. Proxies are those of the environment.
"""

from __future__ import annotations

import contextlib
import socket
import ssl
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from types import TracebackType
from typing import TYPE_CHECKING, Any, Self, TypeVar

from graphrag_batch import __version__
from graphrag_batch.embedders.calling import place_of
from graphrag_batch.errors import ManifestError, Unreachable
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.share.account import HEADER, TOKEN, Account
from graphrag_batch.share.addresses import check_address, origin, redirected, signs_in
from graphrag_batch.share.encoded import CutShort, is_packed, plain
from graphrag_batch.share.failures import heard, in_words, is_spent, seconds_asked
from graphrag_batch.share.hiding import hidden, of_address, parts_of

if TYPE_CHECKING:
    import httpx

    from graphrag_batch.share.part import Part

SILENCE = 30.0
CONNECT = 15.0
TRIES = 4
FIRST_WAIT = 0.5
LONGEST_WAIT = 60.0
MOST_REDIRECTS = 5
PASSING = frozenset({408, 425, 429, 500, 502, 503, 504})

_SHOWN = 200
_T = TypeVar("_T")


class Refused(Unreachable):
    """A server answered, but not with what was asked for. `status` is HTTP's; `spent` says that it counts
    requests and has had too many."""

    def __init__(self, what: str, where: str, status: int, *, spent: bool = False) -> None:
        super().__init__(what, where=where, next_step=_ADVICE.get(status, "check the address"))
        self.status = status
        self.spent = spent


_ADVICE = {
    401: f"the server wants a login: set {TOKEN} or {HEADER}, renew what is in it, or check the address",
    403: f"the server lets nobody in so: set {TOKEN} or {HEADER}, check what it may read, or the address",
    404: f"check the address; a private place may answer so to strangers: {TOKEN} or {HEADER} signs in",
    410: "it was there and has expired: publish it again",
    **dict.fromkeys(PASSING, "the server is busy or at fault: pull again later"),
}


class _Passing(Exception):
    """What may be over in a moment; `wait` is how many seconds the server asks for."""

    def __init__(self, problem: str, wait: float | None = None, status: int = 0) -> None:
        super().__init__(problem)
        self.problem = problem
        self.wait = wait
        self.status = status


class Web:
    """One pull's way to servers, for at most `seconds` in all. As a context manager.

    `requests` and `received` (bytes) count what was done. Whatever fails is Unreachable.
    """

    def __init__(self, seconds: float, account: Account | None = None) -> None:
        self.requests = 0
        self.received = 0
        self._seconds = seconds
        self._end = time.monotonic() + seconds
        self._account = account
        self._client: httpx.Client | None = None
        self._sockets: list[Any] = []
        # A server that says a letter now and then is never silent, and httpx has no limit for the whole.
        self._alarm = threading.Timer(seconds, self._cut)
        self._alarm.daemon = True

    def __enter__(self) -> Self:
        self._alarm.start()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._alarm.cancel()
        if self._client is not None:
            self._client.close()

    def read(self, url: str, most: int, accept: str = "*/*") -> bytes:
        """A short answer, whole. Raises ManifestError when it is longer than `most` bytes."""

        def attempt() -> bytes:
            with self._answer(url, {"Accept": accept}) as answer:
                _refuse_page(answer, url)
                raw = bytearray()
                for block in self._plain(answer, url):
                    raw += block
                    if len(raw) > most:
                        raise _overlong(url, most)
                return bytes(raw)

        return self._persist(url, attempt)

    def download(
        self, url: str, part: Part, progress: Progress = no_progress, accept: str = "application/octet-stream"
    ) -> None:
        """All of a file into `part`, from where that ends: a connection that breaks is taken up again there.
        Raises ManifestError when more comes than should."""

        def attempt() -> None:
            if part.complete:
                return
            with self._answer(url, {"Accept": accept, **_from(part)}, may_end=True) as answer:
                total = _begin(part, answer, url)
                for block in self._plain(answer, url):
                    part.write(block)
                    progress("pull", part.have, total or part.have)
                    self._left(url)
                part.ended = True
            if not part.complete:
                raise _Passing(f"the answer ended after {part.have:,} of {part.size:,} bytes")

        self._persist(url, attempt, lambda: part.have)

    # ---- inside -----------------------------------------------------------------------------------

    def _plain(self, answer: httpx.Response, url: str) -> Iterator[bytes]:
        """The bytes of the file that an answer brings; those that came are counted."""

        def came() -> Iterator[bytes]:
            for block in answer.iter_raw():
                self.received += len(block)
                yield block

        try:
            yield from plain(came(), answer.headers.get("content-encoding", ""), url)
        except CutShort:
            raise _Passing("what the server packs (gzip) ends before its end") from None

    def _persist(self, url: str, attempt: Callable[[], _T], so_far: Callable[[], int] = lambda: 0) -> _T:
        """What `attempt` gives; tried again while it fails for the moment, as often as allowed in a row
        without any byte more."""
        import httpx

        failures, most = 0, so_far()
        while True:
            try:
                return attempt()
            except _Passing as passing:
                found = passing
            except httpx.TransportError as error:
                self._left(url)
                if (reason := _final(error)) is not None:
                    raise Unreachable(reason[0], where=place_of(url), next_step=reason[1]) from error
                found = _Passing(in_words(error))
            except (httpx.HTTPError, httpx.InvalidURL) as error:
                raise Unreachable(
                    self._hidden(str(error), url), where=place_of(url), next_step="check the address"
                ) from None
            failures = 1 if so_far() > most else failures + 1
            most = max(most, so_far())  # what begins anew is no byte more until then
            self._wait(url, found, failures)

    def _wait(self, url: str, found: _Passing, failures: int) -> None:
        asked = FIRST_WAIT * 2.0 ** (failures - 1) if found.wait is None else found.wait
        if failures < TRIES and asked <= LONGEST_WAIT and time.monotonic() + asked < self._end:
            time.sleep(asked)
            return
        problem = self._hidden(found.problem, url)
        if found.wait is not None and asked > LONGEST_WAIT:
            problem = f"{problem}; it asks to wait {asked:.0f} s"
        if found.status:
            raise Refused(problem, place_of(url), found.status, spent=found.status in (403, 429))
        again = f" ({failures} tries)" if failures > 1 else ""
        raise Unreachable(
            f"{problem}{again}",
            where=place_of(url),
            next_step="check the network and the address, then pull again: what came so far is kept",
        )

    def _left(self, url: str) -> float:
        """Seconds that are left. Raises Unreachable when there are none."""
        left = self._end - time.monotonic()
        if left <= 0:
            raise Unreachable(
                f"not done after {self._seconds:g} s, the limit",
                where=place_of(url),
                next_step="pull again: it goes on where it was; or allow more with --timeout SECONDS",
            )
        return left

    @contextlib.contextmanager
    def _answer(
        self, url: str, headers: Mapping[str, str], *, may_end: bool = False
    ) -> Iterator[httpx.Response]:
        """The answer to one request, redirects followed. `may_end`: that nothing is left is an answer."""
        import httpx

        client, at = self._open(url), url
        for _ in range(MOST_REDIRECTS + 1):
            check_address(at)
            left = self._left(url)
            answer = self._sent_to(
                client, "GET", at,
                headers={"Accept-Encoding": "identity", **headers, **self._authorization(at)},
                timeout=httpx.Timeout(min(SILENCE, left), connect=min(CONNECT, left)),
            )  # fmt: skip
            try:
                if not answer.has_redirect_location:
                    self._check_status(answer, url, may_end)
                    yield answer
                    return
                at = redirected(at, answer.headers["location"])
            finally:
                answer.close()
        raise Unreachable(
            f"redirected more than {MOST_REDIRECTS} times", where=place_of(url), next_step="check the address"
        )

    def _sent_to(self, client: httpx.Client, method: str, at: str, **options: Any) -> httpx.Response:
        """The answer's head to one request."""
        self.requests += 1
        try:
            request = client.build_request(method, at, extensions={"trace": self._note_socket}, **options)
            return client.send(request, stream=True)
        except UnicodeError:  # which neither httpx nor Python's resolver catch
            raise Unreachable(
                "no host can be called so",
                where=place_of(at),
                next_step="check the address, and what leads there",
            ) from None

    def _open(self, url: str) -> httpx.Client:
        if self._client is None:
            from http.cookiejar import CookieJar, DefaultCookiePolicy

            import httpx

            # A jar does not tell the ports of a host apart, and nothing here needs to be remembered by.
            nothing = CookieJar(DefaultCookiePolicy(allowed_domains=()))
            try:
                self._client = httpx.Client(
                    headers={"User-Agent": f"graphrag-batch/{__version__}"},
                    trust_env=not self._at_home(url),
                    cookies=nothing,
                )
            except (ValueError, ImportError, OSError, httpx.InvalidURL) as error:
                # What cannot be read as a proxy's address may hold a password, anywhere.
                told = isinstance(error, (ImportError, OSError))
                raise Unreachable(
                    f"no way to the network: {error if told else 'a proxy is named by what is no address'}",
                    where=place_of(url),
                    next_step="check HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and SSL_CERT_FILE in the environment",
                ) from None
        return self._client

    def _at_home(self, url: str) -> bool:
        """Whether a secret goes over plain http, to this machine: then no proxy may see it."""
        if signs_in(url) and origin(url)[0] == "http":
            return True
        account = self._account
        return account is not None and bool(account.token) and origin(account.server)[0] == "http"

    def _authorization(self, url: str) -> dict[str, str]:
        account = self._account
        if account is None or origin(url) != origin(account.server):
            return {}
        token = {account.name: f"{account.scheme}{account.token}"} if account.token else {}
        return {**dict(account.headers), **token}

    def _check_status(self, answer: httpx.Response, url: str, may_end: bool) -> None:
        """Raises unless what was asked for comes."""
        status = answer.status_code
        if status in (200, 206) or (may_end and status == 416):
            return
        said = self._hidden(heard(answer), url, str(answer.request.url))[:_SHOWN]
        problem = f"HTTP {status}{f': {said}' if said else ''}"
        wait = seconds_asked(answer.headers)
        limited = status in (403, 429) and is_spent(answer.headers)
        if limited or status in PASSING or (status == 403 and wait is not None):
            raise _Passing(problem, wait, status)
        # GitHub's second limit may come with words alone, and is over after a minute or many.
        spent = status == 403 and "rate limit" in said.lower()
        raise Refused(problem, place_of(url), status, spent=spent)

    def _hidden(self, text: str, *urls: str) -> str:
        """Without what signs in, to whatever the text is of."""
        token = self._account.token if self._account else ""
        return hidden(text, parts_of(token).union(*map(of_address, urls)))

    def _note_socket(self, event: str, info: Mapping[str, Any]) -> None:
        ask: Any = getattr(info.get("return_value"), "get_extra_info", None)
        if event.endswith(".complete") and ask is not None:
            self._sockets.append(ask("socket"))

    def _cut(self) -> None:
        """The time is over: nobody waits for a byte any more."""
        for each in self._sockets:
            with contextlib.suppress(OSError, AttributeError):
                socket.socket.shutdown(each, socket.SHUT_RDWR)  # TLS's own would first say good-bye


def _from(part: Part) -> dict[str, str]:
    """The headers that ask for the rest."""
    if not part.have:
        return {}
    etag = part.etag
    # A weak name says nothing of bytes. Without one the digest, at the end, has the last word.
    condition = {"If-Range": etag} if etag and not etag.startswith("W/") else {}
    return {"Range": f"bytes={part.have}-", **condition}


def _begin(part: Part, answer: httpx.Response, url: str) -> int | None:
    """Makes the part ready for what comes; returns the size of the whole, where that is told."""
    headers = answer.headers
    packed = is_packed(headers.get("content-encoding", ""))
    if answer.status_code == 206 and not packed:  # a rest of what is packed is of other bytes than the file's
        unit, _, rest = headers.get("content-range", "").partition(" ")
        span, _, total = rest.partition("/")
        if unit == "bytes" and span.partition("-")[0] == str(part.have):
            return _size(part, total, url)
    if answer.status_code != 200:  # the rest is not to be had
        part.restart("")
        raise _Passing("the server gives no rest of the file")
    _refuse_page(answer, url)
    part.restart("" if packed else headers.get("etag", ""))
    return part.size if packed else _size(part, headers.get("content-length", ""), url)


def _size(part: Part, told: str, url: str) -> int | None:
    """The size of the whole. Raises ManifestError when the server has another file than was published."""
    size = int(told) if told.isascii() and told.isdigit() else None
    if size is not None and part.size is not None and size != part.size:
        part.delete()
        raise ManifestError(
            f"the server has {size:,} bytes where {part.size:,} were published",
            where=place_of(url),
            next_step="publish it again: the file was changed or damaged",
        )
    return size if part.size is None else part.size


def _refuse_page(answer: httpx.Response, url: str) -> None:
    if answer.headers.get("content-type", "").lower().startswith("text/html"):
        raise Refused(
            "a web page came where a file was expected (a login, or a portal of the network?)",
            place_of(url),
            401,
        )


def _overlong(url: str, most: int) -> ManifestError:
    return ManifestError(
        f"longer than {most:,} bytes, which nothing of ours is",
        where=place_of(url),
        next_step="check the address",
    )


def _final(error: BaseException) -> tuple[str, str] | None:
    """(what, next step) of a failure that trying again does not mend."""
    cause: BaseException | None = error
    while cause is not None:
        if isinstance(cause, ssl.SSLCertVerificationError):
            return (
                f"its certificate is not trusted: {cause.verify_message}",
                "check the address; behind your organization's proxy, name its certificates in SSL_CERT_FILE",
            )
        if isinstance(cause, socket.gaierror) and cause.errno != socket.EAI_AGAIN:
            return f"the host is not known ({cause.strerror})", "check the address and the network"
        cause = cause.__cause__ or cause.__context__
    return None
