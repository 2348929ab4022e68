"""Which addresses are fetched from: https, and http on this machine alone. No IO."""

from __future__ import annotations

from ipaddress import ip_address
from urllib.parse import urljoin, urlsplit

from graphrag_batch.embedders.calling import place_of
from graphrag_batch.errors import ShareError, Unreachable


def check_address(url: str) -> None:
    """Raises ShareError for an address that is not fetched from: neither https nor, on this machine, http."""
    try:
        parts = urlsplit(url)
        host, _ = parts.hostname or "", parts.port
    except ValueError:  # whose words may quote a password
        raise ShareError(
            "no address: its host or its port is none (in a password, / ? # @ [ ] are written as %2F …)",
            where=place_of(url),
            next_step="https://HOST/PATH",
        ) from None
    if not host or parts.scheme not in ("https", "http"):
        raise ShareError("no address of a server", where=place_of(url), next_step="https://HOST/PATH")
    if parts.scheme == "http" and not is_loopback(host):
        raise ShareError(
            "http without TLS is for this machine alone: on the way, anybody could change what comes",
            where=place_of(url),
            next_step="use https://",
        )


def is_loopback(host: str) -> bool:
    """Whether a host name is this machine."""
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def redirected(url: str, location: str) -> str:
    """Where a redirect leads. Raises Unreachable where nothing is fetched from, or TLS would end."""
    try:
        target = urljoin(url, location)
        check_address(target)
        if urlsplit(url).scheme == "https" != urlsplit(target).scheme:
            raise ShareError("it has no TLS")
    except (ShareError, ValueError) as error:
        reason = error.what if isinstance(error, ShareError) else "it is no address"
        raise Unreachable(
            f"redirected to what is not fetched from: {reason}",
            where=place_of(url),
            next_step="check the address",
        ) from None
    return target


def origin(url: str) -> tuple[str, str, int]:
    """Which server an address is of: scheme, host and port."""
    parts = urlsplit(url)
    port = parts.port or (443 if parts.scheme == "https" else 80)
    return parts.scheme, parts.hostname or "", port


def signs_in(url: str) -> bool:
    """Whether an address itself has a name or a password, which are then sent (RFC 7617)."""
    parts = urlsplit(url)
    return bool(parts.username or parts.password)
