"""Pulling from GitHub: releases and workflow artifacts, through a server that has its documented shapes."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from graphrag_batch.errors import ManifestError, NotPublished, ShareError, Unreachable
from graphrag_batch.share.manifest import SUFFIX
from tests.gitrepo import GitRepo
from tests.litter import litter
from tests.share.hub import REPOSITORY, TOKEN, Hub, zipped
from tests.share.pulling import Project, answer, ask, clone_of, contents, copied, pulled
from tests.share.site import Answer

pytestmark = pytest.mark.quick(
    "test_the_workflow_artifact_of_the_nearest_commit_is_pulled",
    "test_the_nearest_of_all_releases_is_pulled",
    "test_zips_are_read_with_care",
    "test_the_token_goes_to_the_api_and_nowhere_else",
    "test_what_came_from_a_fork_is_never_looked_at",
    "test_the_token_is_in_no_message",
)

RELEASES = "github:octo/demo"
WORKFLOW = "github-artifact:octo/demo"


@pytest.fixture
def hub(monkeypatch: pytest.MonkeyPatch) -> Iterator[Hub]:
    with Hub() as hub:
        for name, value in hub.environment().items():
            monkeypatch.setenv(name, value)
        yield hub


@pytest.fixture
def clone(project: Project, tmp_path: Path) -> GitRepo:
    return clone_of(project, tmp_path / "clone")


def only(project: Project, at: int, folder: Path) -> Path:
    """The published folder with one artifact alone."""
    copied(project.folder, folder)
    for path in folder.iterdir():
        if project.commits[at][:12] not in path.name:
            path.unlink()
    return folder


def authorized(hub: Hub) -> list[bool]:
    return ["authorization" in asked.headers for asked in hub.storage.asked]


# ---- releases -----------------------------------------------------------------------------------


def test_the_nearest_of_all_releases_is_pulled(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    hub.release("v1", only(project, 0, tmp_path / "one"))
    hub.release("v2", only(project, 1, tmp_path / "two"))
    (tmp_path / "docs").mkdir()
    (tmp_path / "docs" / "handbook.pdf").write_bytes(b"%PDF")
    hub.release("docs", tmp_path / "docs")
    found = pulled(clone, RELEASES)
    assert (found.commit, found.distance) == (project.commits[1], 1)
    assert litter(clone.path / ".git") == []


def test_a_tag_names_one_release(project: Project, hub: Hub, clone: GitRepo, tmp_path: Path) -> None:
    hub.release("v1", only(project, 0, tmp_path / "one"))
    hub.release("v2", only(project, 1, tmp_path / "two"))
    found = pulled(clone, f"{RELEASES}@v1")
    assert (found.commit, found.distance) == (project.commits[0], 2)
    assert f"{REPOSITORY}/releases" not in hub.api.paths()


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["manifest.json alone", "compressed", "everything"])
def test_whatever_publish_wrote_may_be_attached(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path, kind: str
) -> None:
    folder = copied(project.packed if kind == "compressed" else project.folder, tmp_path / "some")
    if kind == "manifest.json alone":
        for path in folder.glob(f"*{SUFFIX}"):
            path.unlink()
    hub.release("latest", folder)
    assert pulled(clone, RELEASES).commit == project.commits[1]


def test_drafts_and_halves_do_not_count(project: Project, hub: Hub, clone: GitRepo, tmp_path: Path) -> None:
    hub.release("v1", only(project, 0, tmp_path / "one"))
    for asset in hub.release("half", only(project, 1, tmp_path / "two"))["assets"]:
        asset["state"] = "starter"
    hub.release("draft", tmp_path / "two", draft=True)
    assert pulled(clone, RELEASES).commit == project.commits[0]


def test_releases_come_page_by_page_and_not_for_ever(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    hub.release("v1", only(project, 1, tmp_path / "one"))
    hub.releases[:0] = [{"tag_name": f"n{n}", "draft": False, "assets": []} for n in range(250)]
    assert pulled(clone, RELEASES).commit == project.commits[1]
    hub.releases[:0] = [{"tag_name": f"m{n}", "draft": False, "assets": []} for n in range(1500)]
    hub.api.asked.clear()
    with pytest.raises(NotPublished, match="no release there has a manifest"):
        pulled(clone_of(project, tmp_path / "again"), RELEASES)
    assert hub.api.paths() == [f"{REPOSITORY}/releases"] * 10


def test_a_file_that_the_release_lacks_is_told(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    folder = only(project, 1, tmp_path / "one")
    for path in folder.glob("*.sqlite"):
        path.unlink()
    hub.release("v1", folder)
    with pytest.raises(ManifestError, match="the release v1 has no file"):
        pulled(clone, RELEASES)


def test_a_download_from_a_release_goes_on_where_it_broke_off(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    hub.release("v1", only(project, 1, tmp_path / "one"))
    (path,) = (path for path in hub.storage.routes if path.endswith(".sqlite"))
    raw = next((tmp_path / "one").glob("*.sqlite")).read_bytes()
    hub.storage.first(path, Answer(200, raw, cut=300_000, length=len(raw)))
    assert pulled(clone, RELEASES).commit == project.commits[1]
    ranges = [asked.headers.get("range") for asked in hub.storage.asked if asked.path == path]
    assert ranges[0] is None
    assert ranges[1] is not None


# ---- workflow artifacts -------------------------------------------------------------------------


def test_the_workflow_artifact_of_the_nearest_commit_is_pulled(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    for at in (0, 1):
        hub.upload(only(project, at, tmp_path / str(at)), project.commits[at])
    hub.upload(b"not even a zip", "f" * 40)
    found = pulled(clone, WORKFLOW)
    assert (found.commit, found.distance) == (project.commits[1], 1)
    assert hub.storage.paths() == ["/zips/2"]
    assert hub.api.asked[0].query == {"name": "graphrag-batch", "per_page": "100", "page": "1"}
    assert litter(clone.path / ".git") == []


def test_a_name_tells_workflow_artifacts_apart(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    hub.upload(only(project, 0, tmp_path / "one"), project.commits[0], name="ours")
    hub.upload(only(project, 1, tmp_path / "two"), project.commits[1], name="theirs")
    assert answer(clone, WORKFLOW, "--name", "ours", **hub.environment())["commit"] == project.commits[0]


def test_what_came_from_a_fork_is_never_looked_at(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    run = hub.upload(only(project, 1, tmp_path / "one"), project.commits[1])["workflow_run"]
    run["head_repository_id"] = 666
    with pytest.raises(NotPublished, match="no workflow artifact is called so"):
        pulled(clone, WORKFLOW)
    assert hub.storage.asked == []


def test_what_has_expired_is_told(project: Project, hub: Hub, clone: GitRepo, tmp_path: Path) -> None:
    hub.upload(only(project, 1, tmp_path / "one"), project.commits[1], expired=True)
    with pytest.raises(NotPublished, match="1 have expired"):
        pulled(clone, WORKFLOW)


def test_a_shallow_clone_takes_the_newest_of_the_default_branch(
    project: Project, hub: Hub, tmp_path: Path
) -> None:
    shallow = clone_of(project, tmp_path / "shallow", 2, "--depth=1")
    hub.upload(only(project, 0, tmp_path / "0"), project.commits[0])
    hub.upload(only(project, 1, tmp_path / "1"), project.commits[1], branch="side")
    found = pulled(shallow, WORKFLOW)
    assert (found.commit, found.distance) == (project.commits[0], None)
    assert "the newest of main" in found.reason


def test_a_pull_request_is_known_by_its_tree(project: Project, hub: Hub, tmp_path: Path) -> None:
    """Such a run says the head of the branch, and what it indexed is the commit that merges it."""
    clone = clone_of(project, tmp_path / "clone", 1)
    hub.upload(only(project, 1, tmp_path / "1"), "e" * 40, branch="side")
    assert pulled(clone, WORKFLOW).distance == 0


def _zip(**files: bytes) -> bytes:
    raw = io.BytesIO()
    with zipfile.ZipFile(raw, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return raw.getvalue()


def _replaced(change: Callable[[dict[str, bytes]], None]) -> Callable[[Path], bytes]:
    """A zip of the published files after some change to them."""

    def make(folder: Path) -> bytes:
        files = {path.name: path.read_bytes() for path in folder.iterdir()}
        change(files)
        return _zip(**files)

    return make


def _file(files: dict[str, bytes]) -> str:
    return next(name for name in files if name.endswith(".sqlite"))


def _outside(files: dict[str, bytes]) -> None:
    """Everything once more under names that lead elsewhere."""
    for name in list(files):
        files[f"../../{name}"] = files[f"/tmp/{name}"] = files.pop(name)


def _bomb(files: dict[str, bytes]) -> None:
    files[_file(files)] = bytes(60_000_000)


def _encrypted(folder: Path) -> bytes:
    raw = bytearray(zipped(folder))
    at = 0
    while (at := raw.find(b"PK\x01\x02", at)) >= 0:
        raw[at + 8] |= 1
        at += 4
    return bytes(raw)


def _damaged(folder: Path) -> bytes:
    raw = zipped(folder)
    return raw[: len(raw) // 2] + bytes(100) + raw[len(raw) // 2 + 100 :]


def _lying(folder: Path) -> bytes:
    """The artifact is larger than the zip's own listing says."""
    files = {path.name: path.read_bytes() for path in folder.iterdir()}
    name = _file(files)
    size = len(files[name])
    files[name] += bytes(5_000_000)
    raw = _zip(**files)
    return raw.replace((size + 5_000_000).to_bytes(4, "little"), size.to_bytes(4, "little"))


ZIPS: dict[str, tuple[Callable[[Path], bytes], str]] = {
    "no zip": (lambda folder: b"no zip at all", "no zip file"),
    "cut off": (lambda folder: zipped(folder)[:-30], "no zip file"),
    "damaged": (
        _damaged,
        "no zip file|sha256",
    ),
    "names that lead elsewhere": (_replaced(_outside), r"without the file manifest\.json"),
    "no manifest": (lambda folder: _zip(readme=b"hello"), r"without the file manifest\.json"),
    "no artifact": (_replaced(lambda files: files.pop(_file(files)) and None), "without the file harbor-"),
    "a bomb": (_replaced(_bomb), "is 60,000,000 bytes where"),
    "a bomb for a manifest": (
        lambda folder: _zip(**{"manifest.json": bytes(50_000_000)}),
        "is 50,000,000 bytes where",
    ),
    "encrypted": (_encrypted, "encrypted"),
    "a size that is a lie": (_lying, "no zip file|goes on after|bytes where"),
    "too many files": (
        lambda folder: _zip(**{f"f{n}": b"" for n in range(1500)}),
        "1,500 files in one zip",
    ),
    "another file's bytes": (
        _replaced(lambda files: files.update({_file(files): files[_file(files)][:-1] + b"!"})),
        "sha256",
    ),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", ZIPS)
def test_zips_are_read_with_care(
    name: str, project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    make, words = ZIPS[name]
    hub.upload(make(only(project, 1, tmp_path / "one")), project.commits[1])
    before = contents(clone.path / ".git")
    outside = contents(tmp_path)
    with pytest.raises(ManifestError, match=words):
        pulled(clone, WORKFLOW)
    assert contents(clone.path / ".git") == before
    assert set(contents(tmp_path)) == set(outside)


def test_two_files_of_one_name_in_a_zip_are_refused(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    raw = io.BytesIO(zipped(only(project, 1, tmp_path / "one")))
    with zipfile.ZipFile(raw, "a") as archive, pytest.warns(UserWarning, match="Duplicate name"):
        archive.writestr(archive.namelist()[0], b"another")
    hub.upload(raw.getvalue(), project.commits[1])
    with pytest.raises(ManifestError, match="two files of one name"):
        pulled(clone, WORKFLOW)


def test_a_zip_larger_than_the_limit_is_not_kept(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    hub.upload(only(project, 1, tmp_path / "one"), project.commits[1])
    with pytest.raises(NotPublished, match="larger than the limit") as caught:
        pulled(clone, WORKFLOW, max_bytes=3_000)
    assert caught.value.next_step == "--max-mb N allows more"
    assert litter(clone.path / ".git") == []


def test_a_zip_whose_sum_is_told_must_have_it(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    hub.upload(only(project, 1, tmp_path / "one"), project.commits[1], digest="sha256:" + "0" * 64)
    with pytest.raises(ManifestError, match="not what was published"):
        pulled(clone, WORKFLOW)


# ---- tokens, limits, refusals -------------------------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("source", [RELEASES, WORKFLOW])
def test_the_token_goes_to_the_api_and_nowhere_else(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path, source: str
) -> None:
    hub.private = True
    hub.release("v1", only(project, 1, tmp_path / "one"))
    hub.upload(tmp_path / "one", project.commits[1])
    assert pulled(clone, source).commit == project.commits[1]
    assert {asked.headers.get("authorization") for asked in hub.api.asked} == {f"Bearer {TOKEN}"}
    assert {asked.headers.get("x-github-api-version") for asked in hub.api.asked} == {"2022-11-28"}
    assert authorized(hub)
    assert not any(authorized(hub))
    assert not any("signature" not in asked.query for asked in hub.storage.asked)


def test_a_token_is_taken_from_either_name(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    hub.private = True
    hub.release("v1", only(project, 1, tmp_path / "one"))
    env = {**hub.environment(""), "GH_TOKEN": TOKEN}
    assert answer(clone, RELEASES, **env)["commit"] == project.commits[1]


def test_public_releases_need_no_token(project: Project, hub: Hub, clone: GitRepo, tmp_path: Path) -> None:
    hub.release("v1", only(project, 1, tmp_path / "one"))
    assert answer(clone, RELEASES, **hub.environment(""))["commit"] == project.commits[1]
    assert not any("authorization" in asked.headers for asked in hub.api.asked)


REFUSALS: dict[str, tuple[Answer, str, str]] = {
    "401": (Answer(401, b'{"message": "Bad credentials"}'), "does not accept the token", "renew it"),
    "403": (Answer(403, b'{"message": "Resource not accessible"}'), "it is private", "may read"),
    "404": (Answer(404, b'{"message": "Not Found"}'), "no such thing in octo/demo", "may read"),
    "410": (Answer(410, b'{"message": "gone"}'), "it has expired", "retention-days"),
    "422": (Answer(422, b'{"message": "too deep"}'), "HTTP 422", "again later"),
    "a limit for long": (
        Answer(403, b"{}", {"X-RateLimit-Remaining": "0", "X-RateLimit-Reset": "9999999999"}),
        "no more requests in for now",
        "wait",
    ),
    "a limit in words alone": (
        Answer(403, b'{"message": "You have exceeded a secondary rate limit."}'),
        "no more requests in",
        "wait",
    ),
    "a limit with a wait": (Answer(429, b"{}", {"Retry-After": "900"}), "no more requests in", "wait"),
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("name", REFUSALS)
def test_refusals_say_what_they_mean(name: str, hub: Hub, clone: GitRepo) -> None:
    refusal, what, advice = REFUSALS[name]
    hub.api.routes[f"{REPOSITORY}/releases"] = lambda asked: refusal
    with pytest.raises(Unreachable, match=what) as caught:
        pulled(clone, RELEASES)
    assert advice in caught.value.next_step
    assert len(hub.api.asked) == 1
    assert answer(clone, RELEASES, "--optional", **hub.environment())["pulled"] is False


def test_without_a_token_a_refusal_says_where_to_put_one(hub: Hub, clone: GitRepo) -> None:
    hub.private = True
    done = ask(clone, WORKFLOW, **hub.environment(""))
    assert done.returncode == 1
    assert "set GITHUB_TOKEN or GH_TOKEN" in done.stderr


def test_a_limit_that_is_over_in_a_moment_is_waited_for(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    hub.release("v1", only(project, 1, tmp_path / "one"))
    soon = Answer(403, b"{}", {"Retry-After": "0", "X-RateLimit-Remaining": "0"})
    hub.api.first(f"{REPOSITORY}/releases", soon, Answer(502, b"", {"Retry-After": "0"}))
    assert pulled(clone, RELEASES).commit == project.commits[1]


def test_the_token_is_in_no_message(hub: Hub, clone: GitRepo) -> None:
    echo = Answer(422, f"you sent {TOKEN}".encode())
    hub.api.routes[f"{REPOSITORY}/releases"] = lambda asked: echo
    done = ask(clone, RELEASES, "--json", **hub.environment())
    assert (done.returncode, "you sent" in done.stdout) == (1, True)
    assert TOKEN not in done.stdout + done.stderr
    said = answer(clone, RELEASES, "--optional", **hub.environment())
    assert TOKEN not in str(said)


@pytest.mark.sample(1)
@pytest.mark.parametrize("body", [b"[]", b"no JSON", b'{"artifacts": 7}', b"[" * 100_000])
def test_an_api_that_talks_nonsense_is_told(hub: Hub, clone: GitRepo, body: bytes) -> None:
    hub.api.routes[f"{REPOSITORY}/actions/artifacts"] = lambda asked: Answer(200, body)
    with pytest.raises((ManifestError, NotPublished)) as caught:
        pulled(clone, WORKFLOW)
    assert caught.value.next_step


def test_things_of_other_shapes_in_a_listing_are_passed_over(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    hub.upload(only(project, 1, tmp_path / "one"), project.commits[1])
    odd = [{}, {"id": "7"}, {"id": 7, "workflow_run": None, "name": "graphrag-batch"}, {"name": 1}]
    hub.artifacts[:0] = [{"name": "graphrag-batch", **each} for each in odd]
    hub.artifacts.insert(0, {"id": 9, "name": "graphrag-batch", "workflow_run": []})
    assert pulled(clone, WORKFLOW).commit == project.commits[1]


@pytest.mark.parametrize("server", ["http://api.example.com", "ftp://api.example.com", "nothing"])
def test_the_token_goes_to_no_server_without_tls(
    clone: GitRepo, monkeypatch: pytest.MonkeyPatch, server: str
) -> None:
    monkeypatch.setenv("GITHUB_API_URL", server)
    with pytest.raises(ShareError):
        pulled(clone, RELEASES)


def test_a_password_of_the_api_and_a_token_are_not_chosen_from(hub: Hub, clone: GitRepo) -> None:
    env = hub.environment()
    env["GITHUB_API_URL"] = env["GITHUB_API_URL"].replace("://", "://ann:tellnobody@")
    done = ask(clone, RELEASES, **env)
    assert (done.returncode, hub.api.asked) == (1, [])
    assert "GITHUB_TOKEN or GH_TOKEN: the address has a name or a password" in done.stderr
    assert "tellnobody" not in done.stderr


def test_a_token_with_a_line_break_is_no_token(clone: GitRepo, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("GITHUB_TOKEN", "one\ntwo")
    with pytest.raises(ShareError, match="no token may"):
        pulled(clone, RELEASES)


def test_what_another_host_redirects_to_does_not_get_the_token_either(
    project: Project, hub: Hub, clone: GitRepo, tmp_path: Path
) -> None:
    """A redirect within the API, as for a repository renamed, keeps it; the next one away loses it."""
    hub.private = True
    hub.release("v1", only(project, 1, tmp_path / "one"))
    moved = f"{REPOSITORY}/releases"
    hub.api.routes["/repositories/11/releases"] = hub.api.routes[moved]
    hub.api.routes[moved] = lambda asked: Answer(
        301, b"", {"Location": f"/repositories/11/releases?page={asked.query['page']}&per_page=100"}
    )
    assert pulled(clone, RELEASES).commit == project.commits[1]
    assert not any(authorized(hub))
