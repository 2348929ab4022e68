"""From what somebody names as a source to the source."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Mapping
from pathlib import Path
from urllib.parse import unquote, urlsplit

from graphrag_batch.embedders.calling import place_of
from graphrag_batch.errors import ShareError
from graphrag_batch.records import Progress, no_progress
from graphrag_batch.share.account import Account, account_for, check_one
from graphrag_batch.share.addresses import check_address
from graphrag_batch.share.fetch import Web
from graphrag_batch.share.sources.github import TOKENS, Api, account, repository_of
from graphrag_batch.share.sources.local import LocalSource
from graphrag_batch.share.sources.releases import ReleaseSource
from graphrag_batch.share.sources.source import Source
from graphrag_batch.share.sources.web import WebSource
from graphrag_batch.share.sources.workflow import DEFAULT_NAME, WorkflowSource

RELEASES = "github:"
WORKFLOW = "github-artifact:"

_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]+://")
_TAG = re.compile(r"[^\x00-\x20\x7f~^:?*\[\\]{1,250}")


def kind_of(text: str) -> str:
    """Which kind of source somebody names: "releases", "workflow", "web" or "local". Raises ShareError for an
    address of another kind."""
    lowered = text.lower()
    if lowered.startswith(RELEASES):
        return "releases"
    if lowered.startswith(WORKFLOW):
        return "workflow"
    if lowered.startswith(("https://", "http://")):
        return "web"
    if _SCHEME.match(text) and not lowered.startswith("file://"):
        raise ShareError(
            "artifacts are not pulled from such addresses",
            where=place_of(text),
            next_step="name a folder, a file, https://…, github:OWNER/REPO or github-artifact:OWNER/REPO",
        )
    return "local"


def opener_of(
    text: str, name: str | None, progress: Progress, environment: Mapping[str, str] = os.environ
) -> tuple[Account | None, Callable[[Web], Source]]:
    """What opens the source called `text`, given a way to servers, and whose token that is to hold. `name` is
    that of workflow artifacts. Raises ShareError for what is no source."""
    kind = kind_of(text)
    if name is not None and kind != "workflow":
        raise ShareError(
            "only workflow artifacts have a name",
            where=text if "://" not in text else place_of(text),
            next_step=f"leave --name out, or name {WORKFLOW}OWNER/REPO",
        )
    if kind == "local":
        path = _path(text)
        return None, lambda _: LocalSource(path, progress)
    if kind == "web":
        check_address(text)
        return account_for(text, environment), lambda web: WebSource(web, text, progress)
    rest, tag = text.partition(":")[2], ""
    if kind == "releases":
        rest, at, tag = rest.partition("@")
        if at and not _TAG.fullmatch(tag):
            raise ShareError("no tag after the @", where=text, next_step=f"{RELEASES}OWNER/REPO@TAG")
    owner, repository = repository_of(rest, text)
    asking = account(environment)
    check_address(asking.server)
    check_one(asking, " or ".join(TOKENS))
    if kind == "releases":
        return asking, lambda web: ReleaseSource(Api(web, asking, owner, repository), text, tag, progress)
    return asking, lambda web: WorkflowSource(
        Api(web, asking, owner, repository), text, name or DEFAULT_NAME, progress
    )


def check_there(text: str) -> None:
    """Raises Unreachable for a folder or file that is not there: its name may be misspelt."""
    LocalSource(_path(text), no_progress)


def _path(text: str) -> Path:
    if not text.lower().startswith("file://"):
        return Path(text).expanduser() if text.startswith("~") else Path(text)
    try:
        parts = urlsplit(text)
    except ValueError:
        raise ShareError("no address", where=place_of(text), next_step="file:///PATH") from None
    if parts.netloc not in ("", "localhost"):
        raise ShareError(
            "a file:// address of another machine",
            where=place_of(text),
            next_step="name the path as this machine has it",
        )
    path = unquote(parts.path)
    return Path(path[1:] if os.name == "nt" else path)
