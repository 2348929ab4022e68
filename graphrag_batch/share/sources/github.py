"""What releases and workflow artifacts of GitHub share: the REST API, its limits, and what its refusals mean.

Shapes and codes are those of GitHub's REST documentation. `GITHUB_API_URL` names another
server (GitHub Enterprise), `GITHUB_TOKEN` or `GH_TOKEN` is sent to that server and to no other.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import urlencode

from graphrag_batch.embedders.calling import place_of
from graphrag_batch.errors import ManifestError, NotPublished, ShareError, Unreachable
from graphrag_batch.share.account import Account, checked
from graphrag_batch.share.fetch import Refused, Web

PUBLIC_API = "https://api.github.com"
API_VERSION = "2022-11-28"
TOKENS = ("GITHUB_TOKEN", "GH_TOKEN")
PER_PAGE = 100
MOST_PAGES = 10

_JSON = "application/vnd.github+json"
_MOST_BYTES = 30_000_000
_OWNER = r"[A-Za-z0-9](?:[A-Za-z0-9_-]{0,99})"
_REPOSITORY = re.compile(rf"({_OWNER})/([A-Za-z0-9._-]{{1,100}})", re.ASCII)


def account(environment: Mapping[str, str] = os.environ) -> Account:
    """The API's address and the token for it, as the environment has them."""
    server = (environment.get("GITHUB_API_URL") or PUBLIC_API).rstrip("/")
    token = next((found for name in TOKENS if (found := environment.get(name, "").strip())), "")
    return Account(server, checked(token, " or ".join(TOKENS)), (("X-GitHub-Api-Version", API_VERSION),))


def repository_of(text: str, source: str) -> tuple[str, str]:
    """Owner and name in OWNER/REPO. Raises ShareError."""
    found = _REPOSITORY.fullmatch(text)
    if found is None or found[2] in (".", ".."):
        raise ShareError(
            "no OWNER/REPO", where=source, next_step="github:OWNER/REPO[@TAG] or github-artifact:OWNER/REPO"
        )
    return found[1], found[2]


class Api:
    """The API, about one repository."""

    def __init__(self, web: Web, account: Account, owner: str, name: str) -> None:
        self.web = web
        self._account = account
        self._name = f"{owner}/{name}"
        self._base = f"{account.server}/repos/{owner}/{name}"

    def url(self, path: str, **query: str) -> str:
        """The address of something of the repository."""
        return f"{self._base}{path}" + (f"?{urlencode(query)}" if query else "")

    def get(self, path: str, **query: str) -> Any:
        """The JSON of one answer."""
        url = self.url(path, **query)
        try:
            raw = self.web.read(url, _MOST_BYTES, _JSON)
        except Refused as refusal:
            raise self.explained(refusal) from None
        try:
            return json.loads(raw)
        except (ValueError, RecursionError):
            raise ManifestError(
                "the API answers with what is no JSON",
                where=place_of(self._base),
                next_step="check GITHUB_API_URL",
            ) from None

    def pages(self, path: str, key: str = "", **query: str) -> Iterator[dict[str, Any]]:
        """The things of a list, page by page, as far as pages are asked for."""
        for page in range(1, MOST_PAGES + 1):
            found = self.get(path, **query, per_page=str(PER_PAGE), page=str(page))
            listed = found.get(key) if key and isinstance(found, dict) else found
            if not isinstance(listed, list):
                raise ManifestError(
                    "the API answers with another thing than a list",
                    where=place_of(self._base),
                    next_step="check GITHUB_API_URL",
                )
            yield from (each for each in listed if isinstance(each, dict))
            if len(listed) < PER_PAGE:
                return

    def default_branch(self) -> str:
        """The repository's default branch."""
        found = self.get("")
        branch = found.get("default_branch") if isinstance(found, dict) else None
        return branch if isinstance(branch, str) else ""

    def explained(self, refusal: Refused) -> Unreachable:
        """What a refusal means here, and what to do about it."""
        what, next_step = self._meaning(refusal)
        return Unreachable(f"{what} ({refusal.what})", where=refusal.where, next_step=next_step)

    def _meaning(self, refusal: Refused) -> tuple[str, str]:
        named, has_token = " or ".join(TOKENS), bool(self._account.token)
        if refusal.status == 401:
            return "GitHub does not accept the token", f"renew it, or unset {named} for a public repository"
        if refusal.spent:
            more = (
                "wait until it does" if has_token else f"set {named}: whoever has a token may ask more often"
            )
            return "GitHub lets no more requests in for now", more
        if refusal.status == 410:
            return "it has expired", "run the workflow again, or keep artifacts longer (retention-days)"
        if refusal.status in (403, 404):
            what = f"there is no such thing in {self._name}, or it is private"
            if has_token:
                return what, f"check the name, and what the token in {named} may read (contents, actions)"
            return what, f"check the name; for what is private set {named}"
        return "GitHub does not give it", "try again later"


def nothing(what: str, where: str) -> NotPublished:
    """There is the repository, but nothing of ours in it."""
    return NotPublished(
        what, where=where, next_step="publish there first (graphrag-batch publish), or name another source"
    )
