"""What a run writes on GitHub: one comment on the pull request, and files of one release.

Shapes are those of GitHub's REST documentation, version 2022-11-28. Needs `pull-requests: write` for the
comment, `contents: write` for the release.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import quote, urlsplit

from graphrag_batch.errors import ManifestError, ShareError
from graphrag_batch.share.account import Account
from graphrag_batch.share.fetch import Refused
from graphrag_batch.share.manifest import LATEST, SUFFIX, stem
from graphrag_batch.share.publish import Published
from graphrag_batch.share.send import Writer
from graphrag_batch.share.sources.github import Api, account, repository_of

SECONDS = 900.0
_MOST_BYTES = 5_000_000
_TAKEN = 422
KEPT = 10
"""So many indexes are kept in a release that branches publish to."""

_BOT = "github-actions[bot]"
_TITLE = "Index of graphrag-batch"
_ABOUT = (
    "The index of this repository, for `graphrag-batch pull`. Brought up to date by each run on the default "
    "branch; not a version of anything."
)


def say(repository: str, number: int, name: str, markdown: str) -> str:
    """Makes the comment on pull request `number` say `markdown`: the one that an earlier run made under this
    `name`, else a new one. Returns why it could not be made, "" where it was."""
    marker = f"<!-- graphrag-batch: {name} -->"
    try:
        with _api(repository) as (web, api):
            mine = _mine(web, api, number, marker)
            body = {"body": f"{marker}\n{markdown}"}
            if mine is None:
                web.send("POST", api.url(f"/issues/{number}/comments"), body)
            else:
                web.send("PATCH", api.url(f"/issues/comments/{mine}"), body)
    except Refused as refusal:
        if refusal.status in (401, 403, 404):
            return f"no comment on the pull request: {refusal.what}; it takes `pull-requests: write`"
        return f"no comment on the pull request: {refusal.what}"
    except ShareError as error:
        return f"no comment on the pull request: {error.what}"
    return ""


def release(repository: str, tag: str, commit: str, published: Published, *, rolling: bool) -> None:
    """Attaches a published index to the release of `tag`, which is made where there is none. Of a `rolling`
    one, all but the newest `KEPT` indexes are taken away. Raises ShareError."""
    with _api(repository) as (web, api):
        found = _release(web, api, tag, commit, rolling)
        address = _text(found, "upload_url").partition("{")[0]
        with Writer(SECONDS, Account(_server(address), account().token)) as uploads:
            for file in _files(published):
                _attach(web, api, uploads, f"{address}?name={quote(file.name, safe='')}", tag, file)
        if rolling:
            assets = _assets(_release(web, api, tag, commit, rolling))
            for asset in _outdated(list(assets), _files(published)[1].name):
                _delete(web, api, asset)


class _Asset(NamedTuple):
    name: str
    id: int
    created: str


@contextmanager
def _api(repository: str) -> Iterator[tuple[Writer, Api]]:
    mine = account()
    with Writer(SECONDS, mine) as web:
        yield web, Api(web, mine, *repository_of(repository, repository))


def _mine(web: Writer, api: Api, number: int, marker: str) -> int | None:
    """The comment that an earlier run made. Anybody can write the marker: its author must be who we are."""
    listed = api.pages(f"/issues/{number}/comments")
    marked = [each for each in listed if str(each.get("body", "")).startswith(marker)]
    me = _login(web) if marked else ""
    for each in marked:
        author, id_ = each.get("user"), each.get("id")
        if isinstance(author, dict) and author.get("login") == me and type(id_) is int:
            return id_
    return None


def _login(web: Writer) -> str:
    """Whose token this is; a workflow's own may not ask."""
    try:
        found = json.loads(web.read(f"{account().server}/user", _MOST_BYTES))
    except (Refused, ValueError, RecursionError):
        return _BOT
    return str(found.get("login")) if isinstance(found, dict) else _BOT


def _release(web: Writer, api: Api, tag: str, commit: str, rolling: bool) -> dict[str, Any]:
    try:
        found = json.loads(web.read(api.url(f"/releases/tags/{quote(tag, safe='')}"), _MOST_BYTES))
    except ValueError:
        found = None
    except Refused as refusal:
        if refusal.status != 404:
            raise api.explained(refusal) from None
        about = {"name": _TITLE, "body": _ABOUT, "prerelease": True, "make_latest": "false"}
        try:
            made = about if rolling else {"name": tag}
            found = web.send(
                "POST", api.url("/releases"), {"tag_name": tag, "target_commitish": commit, **made}
            )
        except Refused as refused:
            raise api.explained(refused) from None
    if not isinstance(found, dict):
        raise _odd(tag)
    return found


def _attach(web: Writer, api: Api, uploads: Writer, url: str, tag: str, file: Path) -> None:
    """Uploads a file in place of one of its name: another run's, or what an upload left that broke off."""
    try:
        uploads.send("POST", url, file=file)
    except Refused as refusal:
        if refusal.status != _TAKEN:
            raise api.explained(refusal) from None
        found = api.get(f"/releases/tags/{quote(tag, safe='')}")
        for asset in _assets(found):
            if asset.name == file.name:
                _delete(web, api, asset)
        uploads.send("POST", url, file=file)


def _assets(release: dict[str, Any]) -> Iterator[_Asset]:
    listed = release.get("assets")
    for each in listed if isinstance(listed, list) else []:
        if isinstance(each, dict) and type(each.get("id")) is int:
            yield _Asset(str(each.get("name")), each["id"], str(each.get("created_at", "")))


def _outdated(assets: list[_Asset], new: str) -> Iterator[_Asset]:
    """Of the manifests besides the `new` one all but the newest, each before the file that it is of."""
    manifests = [asset for asset in assets if asset.name.endswith(SUFFIX) and asset.name != new]
    for manifest in sorted(manifests, key=lambda asset: asset.created, reverse=True)[KEPT - 1 :]:
        stem = manifest.name.removesuffix(SUFFIX)
        yield manifest
        yield from (asset for asset in assets if asset.name in (f"{stem}.sqlite", f"{stem}.sqlite.zst"))


def _files(published: Published) -> tuple[Path, Path, Path]:
    """The file before the manifests that name it."""
    folder, manifest = published.artifact.parent, published.manifest
    own = stem(manifest.project, manifest.commit, manifest.tree) + SUFFIX
    return published.artifact, folder / own, folder / LATEST


def _delete(web: Writer, api: Api, asset: _Asset) -> None:
    """Another run may have been quicker."""
    try:
        web.send("DELETE", api.url(f"/releases/assets/{asset.id}"))
    except Refused as refusal:
        if refusal.status != 404:
            raise api.explained(refusal) from None


def _text(value: dict[str, Any], name: str) -> str:
    found = value.get(name)
    if not isinstance(found, str):
        raise _odd(name)
    return found


def _server(address: str) -> str:
    parts = urlsplit(address)
    return f"{parts.scheme}://{parts.netloc}"


def _odd(what: str) -> ManifestError:
    return ManifestError(
        "GitHub answers with what is no release", where=what, next_step="check GITHUB_API_URL"
    )
