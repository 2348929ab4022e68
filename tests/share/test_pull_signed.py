"""Pulling from a private place: with a secret of the environment, which nobody else sees."""

from __future__ import annotations

import base64
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest

from tests.gitrepo import GitRepo
from tests.share.pulling import Project, answer, ask, clone_of
from tests.share.site import Answer, Asked, Route, Site
from tests.share.test_pull_web import serve

pytestmark = pytest.mark.quick(
    "test_a_secret_of_the_environment_opens_a_private_place",
    "test_a_secret_is_for_the_server_that_was_named",
    "test_no_part_of_a_secret_is_told_wherever_the_servers_words_are_cut",
    "test_no_proxy_sees_a_secret_that_has_no_tls",
)

HEADER = "GRAPHRAG_PULL_HEADER"
SIGNED = {
    "token": ({"GRAPHRAG_PULL_TOKEN": "tellnobody-1"}, "authorization", "Bearer tellnobody-1"),
    "GitLab": ({HEADER: "PRIVATE-TOKEN: tellnobody-2"}, "private-token", "tellnobody-2"),
    "Jenkins": ({HEADER: "Authorization: Basic tellnobody3"}, "authorization", "Basic tellnobody3"),
}


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture
def clone(project: Project, tmp_path: Path) -> GitRepo:
    return clone_of(project, tmp_path / "clone")


def only_for(site: Site, header: str, value: str) -> None:
    """Every path wants the header, and is answered without it by what was sent."""

    def signed(route: Route, asked: Asked) -> Answer:
        sent = asked.headers.get(header, "")
        return route(asked) if sent == value else Answer(401, f"not with {sent}".encode())

    for path, route in site.routes.items():
        site.routes[path] = partial(signed, route)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("env", "header", "value"), SIGNED.values(), ids=SIGNED)
def test_a_secret_of_the_environment_opens_a_private_place(
    project: Project, site: Site, clone: GitRepo, env: dict[str, str], header: str, value: str
) -> None:
    api = "/api/v4/projects/harbor%2Fguide/jobs/artifacts/main/raw/index/"
    for path in project.folder.iterdir():
        site.file(f"{api}{path.name}", path.read_bytes())
    only_for(site, header, value)
    refused = ask(clone, site.url(f"{api}?job=index"))
    assert (refused.returncode, "GRAPHRAG_PULL_TOKEN" in refused.stderr) == (1, True)
    said = answer(clone, site.url(f"{api}?job=index"), **env)
    assert said["commit"] == project.commits[1]
    assert {asked.query["job"] for asked in site.asked} == {"index"}
    assert "tellnobody" not in str(said)


@pytest.mark.sample(1)
@pytest.mark.parametrize(("env", "header", "value"), SIGNED.values(), ids=SIGNED)
def test_a_secret_is_for_the_server_that_was_named(
    project: Project, site: Site, clone: GitRepo, env: dict[str, str], header: str, value: str
) -> None:
    with Site() as storage:
        serve(storage, project.folder)
        for path in list(storage.routes):
            site.routes[path] = lambda asked: Answer(302, b"", {"Location": storage.url(asked.path)})
        only_for(site, header, value)
        assert answer(clone, site.url("/index/"), **env)["commit"] == project.commits[1]
        assert len(storage.asked) == 2
        assert not [asked for asked in storage.asked if header in asked.headers]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("env", "header", "value"), SIGNED.values(), ids=SIGNED)
def test_a_secret_is_in_no_message_even_if_the_server_says_it(
    project: Project, site: Site, clone: GitRepo, env: dict[str, str], header: str, value: str
) -> None:
    serve(site, project.folder)
    only_for(site, header, "another")
    done = ask(clone, site.url("/index/"), **env)
    assert (done.returncode, "HTTP 401: not with" in done.stderr) == (1, True)
    assert "tellnobody" not in done.stderr
    assert "tellnobody" not in str(answer(clone, site.url("/index/"), "--optional", **env))


def test_no_proxy_sees_a_secret_that_has_no_tls(project: Project, site: Site, clone: GitRepo) -> None:
    serve(site, project.folder)
    with Site() as proxy:
        said = answer(
            clone, site.url("/index/"),
            GRAPHRAG_PULL_TOKEN="tellnobody", HTTP_PROXY=proxy.url(), NO_PROXY="", no_proxy="",
        )  # fmt: skip
        assert (said["commit"], proxy.asked) == (project.commits[1], [])


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    ("env", "told"),
    [
        ({"GRAPHRAG_PULL_TOKEN": "tell\nnobody"}, "holds what no token may"),
        ({"GRAPHRAG_PULL_TOKEN": "tellnobodÿ"}, "holds what no token may"),
        ({HEADER: "tellnobody"}, "no header that signs in"),
        ({HEADER: "Authorization:"}, "no header that signs in"),
        ({HEADER: "Host: tellnobody"}, "no header that signs in"),
        ({HEADER: "Content-Length: 7"}, "no header that signs in"),
        ({HEADER: "X-Token: tellnobody", "GRAPHRAG_PULL_TOKEN": "tellnobody"}, "unset one"),
    ],
)
def test_what_signs_nobody_in_is_told_before_anybody_is_asked(
    site: Site, clone: GitRepo, env: dict[str, str], told: str
) -> None:
    done = ask(clone, site.url("/index/"), **env)
    assert (done.returncode, told in done.stderr, site.asked) == (1, True, [])
    assert "tell" not in done.stderr


BASIC = "Basic " + base64.b64encode(b"ann:tellnobody-7").decode()


@pytest.mark.sample(3)
@pytest.mark.parametrize("before", [0, 187, 193, 7_990])
@pytest.mark.parametrize(
    ("header", "said"),
    [
        ("PRIVATE-TOKEN: tellnobody-2", "tellnobody-2"),
        ("Authorization: token=tellnobody-2", "tellnobody-2"),
        ("Authorization: Digest username=ann, response=tellnobody-2", "tellnobody-2"),
        ("X-Token: Bearer tellnobody-2", "tellnobody-2"),
        ("Cookie: theme=dark; session=tellnobody-2", "tellnobody-2"),
        ("Cookie: session=tellnobody/2", "tellnobody%2F2"),
        (f"Authorization: {BASIC}", "tellnobody-7"),
        (f"Authorization: {BASIC}", "ann:tellnobody-7"),
        (f"X-Auth: {BASIC}", "tellnobody-7"),
    ],
)
def test_no_part_of_a_secret_is_told_wherever_the_servers_words_are_cut(
    site: Site, clone: GitRepo, header: str, said: str, before: int
) -> None:
    words = "x" * before + f" {said} nobody"
    site.routes["/index/manifest.json"] = lambda asked: Answer(401, words.encode())
    done = ask(clone, site.url("/index/"), GRAPHRAG_PULL_HEADER=header)
    assert (done.returncode, "HTTP 401: " in done.stderr) == (1, True)
    assert "tell" not in done.stderr
    assert "…" in done.stderr or before > 200


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "said", ["{userinfo}", "tell%nobody-3", "tell%25nobody-3", "{basic}", "signed-tell-nobody"]
)
def test_no_secret_of_an_address_is_told_even_if_the_server_says_it(
    site: Site, clone: GitRepo, said: str
) -> None:
    userinfo, basic = "ann:tell%25nobody-3", base64.b64encode(b"ann:tell%nobody-3").decode()
    words = said.format(userinfo=userinfo, basic=basic)
    site.routes["/index/manifest.json"] = lambda asked: Answer(401, f"{'x' * 190} {words}".encode())
    url = site.url("/index/?by=signed-tell-nobody").replace("://", f"://{userinfo}@")
    done = ask(clone, url)
    assert (done.returncode, "HTTP 401: xxx" in done.stderr) == (1, True)
    assert "tell" not in done.stderr
    assert basic[:6] not in done.stderr


@pytest.mark.sample(1)
@pytest.mark.parametrize("end", [b"it was tellnob", b"\0\1binary tell", b"tellnobody-1"])
def test_words_that_end_within_a_secret_or_are_none_are_left_out(
    site: Site, clone: GitRepo, end: bytes
) -> None:
    site.routes["/index/manifest.json"] = lambda asked: Answer(403, end)
    done = ask(clone, site.url("/index/"), GRAPHRAG_PULL_TOKEN="tellnobody-1")
    assert (done.returncode, "HTTP 403" in done.stderr) == (1, True)
    assert "tell" not in done.stderr


def test_no_cookie_is_kept_for_another_server(project: Project, site: Site, clone: GitRepo) -> None:
    with Site() as storage:
        serve(storage, project.folder)
        for path in list(storage.routes):
            moved = {"Location": storage.url(path), "Set-Cookie": "session=tellnobody; Path=/"}
            site.routes[path] = lambda asked, moved=moved: Answer(302, b"", moved)  # type: ignore[misc]
        assert answer(clone, site.url("/index/"))["commit"] == project.commits[1]
        assert len(storage.asked) == 2
        assert not [asked for asked in site.asked + storage.asked if "cookie" in asked.headers]


@pytest.mark.sample(1)
@pytest.mark.parametrize("who", ["ann:tellnobody", "tellnobody"])
def test_no_proxy_sees_a_password_of_an_address_that_has_no_tls(
    project: Project, site: Site, clone: GitRepo, who: str
) -> None:
    serve(site, project.folder)
    with Site() as proxy:
        url = site.url("/index/").replace("://", f"://{who}@")
        said = answer(clone, url, HTTP_PROXY=proxy.url(), NO_PROXY="", no_proxy="")
        assert (said["commit"], proxy.asked) == (project.commits[1], [])
    assert all(asked.headers["authorization"].startswith("Basic ") for asked in site.asked)


@pytest.mark.parametrize(
    "env",
    [{"GRAPHRAG_PULL_TOKEN": "tellnobody"}, {HEADER: f"authorization: {BASIC}"}],
    ids=["token", "header"],
)
def test_a_password_of_an_address_and_another_secret_are_not_chosen_from(
    site: Site, clone: GitRepo, env: dict[str, str]
) -> None:
    done = ask(clone, site.url("/index/").replace("://", "://ann:tellnobody@"), **env)
    assert (done.returncode, site.asked) == (1, [])
    assert (
        f"{next(iter(env))}: the address has a name or a password, and another secret is set" in done.stderr
    )
    assert "tellnobody" not in done.stderr


def test_a_header_of_another_name_goes_with_the_password_of_an_address(
    project: Project, site: Site, clone: GitRepo
) -> None:
    serve(site, project.folder)
    url = site.url("/index/").replace("://", "://ann:tellnobody-7@")
    assert answer(clone, url, **{HEADER: "X-Gate: open"})["commit"] == project.commits[1]
    sent = {(asked.headers["authorization"], asked.headers["x-gate"]) for asked in site.asked}
    assert sent == {(BASIC, "open")}


@pytest.mark.parametrize(
    "proxy", ["http://ann:sek/ret@proxy:1", "http://ann:se?kret@x:y", "sek://ret", "http://ann:sek#ret@[x"]
)
def test_a_proxy_that_is_none_is_told_without_its_secrets(clone: GitRepo, proxy: str) -> None:
    done = ask(clone, "https://nowhere.invalid/index/", HTTPS_PROXY=proxy, NO_PROXY="", no_proxy="")
    assert (done.returncode, "a proxy is named by what is no address" in done.stderr) == (1, True)
    assert not [part for part in ("sek", "kret", "ann", "ret@") if part in done.stderr]
