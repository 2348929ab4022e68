"""A server that stands where GitHub's REST API is: the documented shapes of releases and workflow artifacts,
and a second server, on another port, to which downloads are redirected."""

from __future__ import annotations

import io
import json
import zipfile
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from tests.share.site import Answer, Asked, Site, file_route

REPOSITORY = "/repos/octo/demo"
TOKEN = "ghs_" + "only4the5api" * 3


class Hub:
    """While inside: `api` and `storage` answer. With `private`, only who has the token is let in."""

    def __init__(self, *, private: bool = False) -> None:
        self.api = Site()
        self.storage = Site()
        self.private = private
        self.releases: list[dict[str, Any]] = []
        self.artifacts: list[dict[str, Any]] = []
        self.repository = {"full_name": "octo/demo", "default_branch": "main", "private": private}
        self._route(REPOSITORY, lambda asked: _json(self.repository))
        self._route(f"{REPOSITORY}/releases", lambda asked: _json(_page(self.releases, asked)))
        self._route(f"{REPOSITORY}/actions/artifacts", self._listed)

    def __enter__(self) -> Self:
        self.api.__enter__()
        self.storage.__enter__()
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.api.__exit__(kind, error, trace)
        self.storage.__exit__(kind, error, trace)

    def environment(self, token: str = TOKEN) -> dict[str, str]:
        """What a job's environment says."""
        return {"GITHUB_API_URL": self.api.url(), "GITHUB_TOKEN": token, "GH_TOKEN": ""}

    def release(self, tag: str, folder: Path, **more: Any) -> dict[str, Any]:
        """A release to which all files of a folder are attached; the newest is first."""
        assets = []
        for path in sorted(path for path in folder.iterdir() if path.is_file()):
            number = 1000 * (len(self.releases) + 1) + len(assets)
            url = f"{REPOSITORY}/releases/assets/{number}"
            stored = f"/assets/{number}/{path.name}"
            self.storage.routes[stored] = file_route(path.read_bytes())
            self._route(url, lambda asked, stored=stored: self._redirect(stored))  # type: ignore[misc]
            assets.append(
                {
                    "id": number, "name": path.name, "state": "uploaded", "size": path.stat().st_size,
                    "content_type": "application/octet-stream", "url": self.api.url(url),
                    "browser_download_url": f"https://github.example/octo/demo/releases/download/{tag}/{path.name}",
                }
            )  # fmt: skip
        made = {
            "id": len(self.releases) + 1, "tag_name": tag, "target_commitish": "main", "draft": False,
            "prerelease": False, "assets": assets, **more,
        }  # fmt: skip
        self.releases.insert(0, made)
        self._route(f"{REPOSITORY}/releases/tags/{tag}", lambda asked: _json(made))
        return made

    def upload(self, content: Path | bytes, commit: str, branch: str = "main", **more: Any) -> dict[str, Any]:
        """A workflow artifact: the files of a folder as a zip, or these very bytes; the newest is first."""
        number = len(self.artifacts) + 1
        url, stored = f"{REPOSITORY}/actions/artifacts/{number}/zip", f"/zips/{number}"
        raw = zipped(content) if isinstance(content, Path) else content
        self.storage.routes[stored] = file_route(raw)
        self._route(url, lambda asked: self._redirect(stored))
        made = {
            "id": number, "name": "graphrag-batch", "size_in_bytes": len(raw), "expired": False,
            "archive_download_url": self.api.url(url),
            "workflow_run": {
                "id": 7 * number, "repository_id": 11, "head_repository_id": 11, "head_branch": branch,
                "head_sha": commit,
            },
            **more,
        }  # fmt: skip
        self.artifacts.insert(0, made)
        return made

    def _listed(self, asked: Asked) -> Answer:
        named = [each for each in self.artifacts if asked.query.get("name") in (None, each["name"])]
        return _json({"total_count": len(named), "artifacts": _page(named, asked)})

    def _redirect(self, stored: str) -> Answer:
        return Answer(302, b"", {"Location": self.storage.url(f"{stored}?signature=secret-of-the-storage")})

    def _route(self, path: str, route: Any) -> None:
        def guarded(asked: Asked) -> Answer:
            given = asked.headers.get("authorization", "")
            if given and given != f"Bearer {TOKEN}":
                return _json({"message": f"Bad credentials ({given})", "status": "401"}, 401)
            if self.private and not given:
                return _json({"message": "Not Found", "status": "404"}, 404)
            answer: Answer = route(asked)
            return answer

        self.api.routes[path] = guarded


def zipped(folder: Path) -> bytes:
    """The files of a folder as a workflow uploads them."""
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(path for path in folder.iterdir() if path.is_file()):
            archive.write(path, path.name)
    return raw.getvalue()


def _page(things: list[dict[str, Any]], asked: Asked) -> list[dict[str, Any]]:
    size, page = int(asked.query.get("per_page", "30")), int(asked.query.get("page", "1"))
    return things[size * (page - 1) : size * page]


def _json(value: Any, status: int = 200) -> Answer:
    return Answer(status, json.dumps(value).encode(), {"Content-Type": "application/json; charset=utf-8"})
