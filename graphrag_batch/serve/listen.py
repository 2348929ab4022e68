"""Where an HTTP server listens and who may ask: addresses, names, tokens. Pure; no IO."""

from __future__ import annotations

import ipaddress
import re
from dataclasses import dataclass
from urllib.parse import urlsplit

PATH = "/mcp"
LOOPBACK = "127.0.0.1"
LEAST_TOKEN, MOST_TOKEN = 16, 4096

_PORT = re.compile(r"\d{1,5}", re.ASCII)
_NAME = re.compile(r"[A-Za-z0-9]([A-Za-z0-9._-]{0,253}[A-Za-z0-9])?", re.ASCII)
# What RFC 6750 lets a bearer token be made of.
_TOKEN = re.compile(r"[A-Za-z0-9._~+/-]+=*", re.ASCII)
# Names that always mean the machine itself: no page elsewhere can make them point here.
_OWN_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})


@dataclass(frozen=True, slots=True)
class Address:
    """Where to listen. Port 0 is any that is free."""

    host: str
    port: int

    @property
    def loopback(self) -> bool:
        """Whether only this machine can reach it."""
        found = _ip(self.host)
        return found.is_loopback if found else self.host == "localhost"

    @property
    def url(self) -> str:
        """Where a client on this machine finds it."""
        host = {"0.0.0.0": LOOPBACK, "::": "::1"}.get(self.host, self.host)
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}{PATH}"


@dataclass(frozen=True, slots=True)
class Door:
    """Who is let in: requests that name one of `names` as their host (or, where `any_ip`, whatever IP
    address), from no other origin, with the `token` where there is one."""

    names: frozenset[str]
    any_ip: bool = False
    token: str = ""

    def knows_host(self, value: str) -> bool:
        """Whether a Host header names this server. A page that makes its own name point here
        (DNS rebinding) gives that name."""
        name = _host_of(f"//{value}")
        return name in self.names or (self.any_ip and _ip(name) is not None)

    def knows_origin(self, value: str, host: str) -> bool:
        """Whether an Origin header is of this server, or of what else is reached by its names."""
        scheme, _, rest = value.partition("://")
        name = _host_of(f"//{rest}")
        return scheme in ("http", "https") and bool(name) and name in self.names | {_host_of(f"//{host}")}


def door(address: Address, token: str, more: tuple[str, ...] = ()) -> Door:
    """Who is let in at an address, which is also reached by the names in `more`."""
    names = _OWN_NAMES | {address.host.lower(), *(name.lower().strip("[]") for name in more)}
    return Door(names, any_ip=not address.loopback, token=token)


def read_address(text: str) -> Address:
    """`HOST:PORT`, `[IPv6]:PORT`, or a port of this machine alone (`8321`, `:8321`). Raises ValueError,
    which says what to write."""
    if "://" in text:
        raise ValueError(f"{text!r} is a URL: write HOST:PORT, such as {LOOPBACK}:8321")
    host, colon, port = text.rpartition(":")
    if not _PORT.fullmatch(port) or int(port) > 65535:
        raise ValueError(f"{text!r} has no port from 0 to 65535: write HOST:PORT, such as {LOOPBACK}:8321")
    if not colon or not host:
        return Address(LOOPBACK, int(port))
    bare = host[1:-1] if host.startswith("[") and host.endswith("]") else host
    found = _ip(bare)
    if found is not None and (found.version == 6) != (bare != host):
        raise ValueError(f"{text!r} is not plain: an IPv6 address stands in brackets, such as [::1]:8321")
    if found is None and (bare != host or not _NAME.fullmatch(host)):
        raise ValueError(f"{host!r} is neither an address nor a name of a host")
    return Address(str(found or host.lower()), int(port))


def check_token(text: str, where: str) -> str:
    """A token without the white space around it. Raises ValueError for one that no client could send, or that
    could be guessed; never tells any of it."""
    token = text.strip()
    if not LEAST_TOKEN <= len(token) <= MOST_TOKEN or not _TOKEN.fullmatch(token):
        raise ValueError(
            f"{where} holds no token: {LEAST_TOKEN} to {MOST_TOKEN} letters, digits and . _ ~ + / - "
            "(make one with `openssl rand -hex 32`)"
        )
    return token


def _ip(text: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    try:
        return ipaddress.ip_address(text)
    except ValueError:
        return None


def _host_of(url: str) -> str:
    """The name of the host in `//HOST[:PORT]`, in lower case and without brackets; "" for anything else."""
    try:
        parts = urlsplit(url)
        more = parts.port == 0 or parts.username is not None or parts.path or parts.query or parts.fragment
        return "" if more else (parts.hostname or "").rstrip(".")
    except ValueError:
        return ""
