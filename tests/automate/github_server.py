"""As much of GitHub's REST API as the action asks for, on this machine: comments, releases, artifacts.

Written after GitHub's documentation (version 2022-11-28). Every request is noted.
"""

from __future__ import annotations

import io
import json
import re
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

LOGIN = "github-actions[bot]"


class GitHub:
    """The state of one repository there. `may` names what the token may do: write "comments" and "releases",
    read "artifacts"."""

    def __init__(self) -> None:
        self.url = ""
        self.may = {"comments", "releases", "artifacts"}
        self.login: str | None = None
        self.requests: list[tuple[str, str, str]] = []
        self.comments: dict[int, dict[str, Any]] = {}
        self.releases: dict[str, dict[str, Any]] = {}
        self.assets: dict[int, tuple[str, str, bytes]] = {}
        self.artifacts: list[dict[str, Any]] = []
        self.breaking: set[str] = set()
        """Ends of names of which one upload breaks off."""
        self._next = 100

    def number(self) -> int:
        self._next += 1
        return self._next

    def add_comment(self, login: str, body: str) -> int:
        id_ = self.number()
        self.comments[id_] = {"id": id_, "body": body, "user": {"login": login}}
        return id_

    def add_artifact(self, name: str, folder: Path, *, fork: bool = False, branch: str = "main") -> None:
        """What a run of the repository (or of a fork's pull request) uploaded; the newest comes first."""
        raw = io.BytesIO()
        with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
            for path in sorted(folder.iterdir()):
                archive.write(path, path.name)
        run = {"id": 1, "repository_id": 1, "head_repository_id": 2 if fork else 1, "head_branch": branch,
               "head_sha": "0" * 40}  # fmt: skip
        about = {"id": self.number(), "name": name, "expired": False, "workflow_run": run}
        self.artifacts.insert(0, {**about, "raw": raw.getvalue()})

    def release(self, tag: str) -> dict[str, Any]:
        listed = [
            {"id": id_, "name": name, "size": len(raw), "created_at": f"2026-01-01T00:00:00Z#{id_}"}
            for id_, (of, name, raw) in self.assets.items()
            if of == tag
        ]
        upload = f"{self.url}/uploads/{tag}/assets{{?name,label}}"
        return {**self.releases[tag], "tag_name": tag, "draft": False, "upload_url": upload, "assets": listed}

    def answer(self, method: str, path: str, query: dict[str, str], body: bytes) -> tuple[int, Any]:
        """(status, JSON or bytes)"""
        for pattern, wanted, handler in _ROUTES:
            found = re.fullmatch(pattern, path)
            if found and method == wanted:
                return handler(self, *found.groups(), query=query, body=body)
        return 404, {"message": "Not Found"}


def _user(hub: GitHub, **_: Any) -> tuple[int, Any]:
    return (200, {"login": hub.login}) if hub.login else (403, {"message": "Resource not accessible"})


def _repository(hub: GitHub, **_: Any) -> tuple[int, Any]:
    return 200, {"default_branch": "main"}


def _listed(hub: GitHub, query: dict[str, str], **_: Any) -> tuple[int, Any]:
    size, page = int(query["per_page"]), int(query["page"])
    return 200, list(hub.comments.values())[size * (page - 1) : size * page]


def _comment(hub: GitHub, body: bytes, **_: Any) -> tuple[int, Any]:
    if "comments" not in hub.may:
        return 403, {"message": "Resource not accessible by integration"}
    id_ = hub.add_comment(hub.login or LOGIN, json.loads(body)["body"])
    return 201, hub.comments[id_]


def _edit(hub: GitHub, id_: str, body: bytes, **_: Any) -> tuple[int, Any]:
    hub.comments[int(id_)]["body"] = json.loads(body)["body"]
    return 200, hub.comments[int(id_)]


def _of_tag(hub: GitHub, tag: str, **_: Any) -> tuple[int, Any]:
    return (200, hub.release(tag)) if tag in hub.releases else (404, {"message": "Not Found"})


def _create(hub: GitHub, body: bytes, **_: Any) -> tuple[int, Any]:
    if "releases" not in hub.may:
        return 403, {"message": "Resource not accessible by integration"}
    about = json.loads(body)
    hub.releases[about["tag_name"]] = about
    return 201, hub.release(about["tag_name"])


def _attach(hub: GitHub, tag: str, query: dict[str, str], body: bytes) -> tuple[int, Any]:
    if any((of, name) == (tag, query["name"]) for of, name, _ in hub.assets.values()):
        return 422, {"message": "Validation Failed", "errors": [{"code": "already_exists"}]}
    if end := next((end for end in hub.breaking if query["name"].endswith(end)), ""):
        hub.breaking.remove(end)
        hub.assets[hub.number()] = (tag, query["name"], b"half")
        return 502, {"message": "Bad Gateway"}
    hub.assets[hub.number()] = (tag, query["name"], body)
    return 201, {"name": query["name"]}


def _delete(hub: GitHub, id_: str, **_: Any) -> tuple[int, Any]:
    return (204, b"") if hub.assets.pop(int(id_), None) else (404, {"message": "Not Found"})


def _asset(hub: GitHub, id_: str, **_: Any) -> tuple[int, Any]:
    return 200, hub.assets[int(id_)][2]


def _artifacts(hub: GitHub, query: dict[str, str], **_: Any) -> tuple[int, Any]:
    if "artifacts" not in hub.may:
        return 403, {"message": "Resource not accessible by integration"}
    found = [a for a in hub.artifacts if a["name"] == query.get("name", a["name"])]
    shown = [{key: value for key, value in each.items() if key != "raw"} for each in found]
    return 200, {"total_count": len(shown), "artifacts": shown}


def _zip(hub: GitHub, id_: str, **_: Any) -> tuple[int, Any]:
    return 200, next(each["raw"] for each in hub.artifacts if each["id"] == int(id_))


_REPO = "/repos/ann/harbor"
_ROUTES: list[tuple[str, str, Any]] = [
    ("/user", "GET", _user),
    (_REPO, "GET", _repository),
    (rf"{_REPO}/issues/7/comments", "GET", _listed),
    (rf"{_REPO}/issues/7/comments", "POST", _comment),
    (rf"{_REPO}/issues/comments/(\d+)", "PATCH", _edit),
    (rf"{_REPO}/releases/tags/([\w.-]+)", "GET", _of_tag),
    (rf"{_REPO}/releases", "POST", _create),
    (rf"{_REPO}/releases/assets/(\d+)", "DELETE", _delete),
    (rf"{_REPO}/releases/assets/(\d+)", "GET", _asset),
    (r"/uploads/([\w.-]+)/assets", "POST", _attach),
    (rf"{_REPO}/actions/artifacts", "GET", _artifacts),
    (rf"{_REPO}/actions/artifacts/(\d+)/zip", "GET", _zip),
]


@contextmanager
def github() -> Iterator[GitHub]:
    """A server at `url` while inside."""
    hub = GitHub()

    class Handler(BaseHTTPRequestHandler):
        def _serve(self) -> None:
            parts = urlsplit(self.path)
            body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
            query = {name: values[0] for name, values in parse_qs(parts.query).items()}
            hub.requests.append((self.command, parts.path, self.headers.get("Authorization", "")))
            status, value = hub.answer(self.command, parts.path, query, body)
            raw = value if isinstance(value, bytes) else json.dumps(value).encode()
            self.send_response(status)
            kind = "application/octet-stream" if isinstance(value, bytes) else "application/json"
            self.send_header("Content-Type", kind)
            self.send_header("Content-Length", str(len(raw)))
            self.end_headers()
            self.wfile.write(raw)

        do_GET = do_POST = do_PATCH = do_DELETE = _serve

        def log_message(self, *_: Any) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    hub.url = f"http://127.0.0.1:{server.server_port}"
    try:
        yield hub
    finally:
        server.shutdown()
        thread.join()
        server.server_close()
