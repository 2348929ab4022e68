"""Who may fetch from a server: a secret of the environment, and the one server that it is for. No IO.

`GRAPHRAG_PULL_TOKEN` is sent as a bearer's token, `GRAPHRAG_PULL_HEADER` is a whole header (`NAME: VALUE`),
for servers that want another. Both are for the server that a source names by its address: where it redirects
to another, they are not sent along, and no message has them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass, field

from graphrag_batch.embedders.calling import place_of
from graphrag_batch.errors import ShareError
from graphrag_batch.share.addresses import signs_in

TOKEN = "GRAPHRAG_PULL_TOKEN"
HEADER = "GRAPHRAG_PULL_HEADER"

_HEADER = re.compile(r"([A-Za-z][A-Za-z0-9-]{0,99}):[ \t]*(\S.*)", re.ASCII)
# How something is asked for is ours to say.
_OURS = frozenset({"host", "range", "if-range", "accept", "accept-encoding", "connection", "user-agent"})


@dataclass(frozen=True, slots=True)
class Account:
    """A token, and the server (scheme, host and port of an address) that it is for, as are the `headers`. It
    goes into the header `name`, after `scheme`."""

    server: str
    token: str = field(repr=False)
    headers: tuple[tuple[str, str], ...] = ()
    name: str = "Authorization"
    scheme: str = "Bearer "


def checked(secret: str, where: str) -> str:
    """A secret that may stand in a header. Raises ShareError, without it, for one that may not."""
    if not secret.isascii() or not secret.isprintable():
        raise ShareError(
            "the token holds what no token may (a line break, or letters that are not ASCII)",
            where=where,
            next_step="set it again",
        )
    return secret


def account_for(url: str, environment: Mapping[str, str]) -> Account | None:
    """What the environment has for the server of an address; None where it has nothing."""
    token, header = (checked(environment.get(name, "").strip(), name) for name in (TOKEN, HEADER))
    if token and header:
        raise ShareError(
            "both are set, and one can be sent", where=f"{TOKEN}, {HEADER}", next_step="unset one"
        )
    found = _signing_in(url, token, header)
    check_one(found, TOKEN if token else HEADER)
    return found


def check_one(account: Account | None, where: str) -> None:
    """Raises ShareError where an account's address has a name or a password, and its token goes into the same
    header; `where` is what the token is from."""
    if account is None or not account.token or account.name.lower() != "authorization":
        return
    if signs_in(account.server):
        raise ShareError(
            "the address has a name or a password, and another secret is set: one can be sent",
            where=where,
            next_step=f"unset it, or leave out what is before the @ in {place_of(account.server)}",
        )


def _signing_in(url: str, token: str, header: str) -> Account | None:
    if not header:
        return Account(url, token) if token else None
    found = _HEADER.fullmatch(header)
    if found is None or found[1].lower() in _OURS or found[1].lower().startswith("content-"):
        raise ShareError("no header that signs in", where=HEADER, next_step=f"{HEADER}='PRIVATE-TOKEN: …'")
    scheme, gap, value = found[2].partition(" ")
    if found[1].lower() != "authorization" or not gap:
        return Account(url, found[2], name=found[1], scheme="")
    return Account(url, value.strip(), name=found[1], scheme=f"{scheme} ")
