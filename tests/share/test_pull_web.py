"""Pulling from a server: what is taken up again, what ends, and what is not believed."""

from __future__ import annotations

import gzip
import shutil
import socketserver
import ssl
import subprocess
import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import quote

import pytest
import zstandard

from graphrag_batch.errors import ManifestError, NotPublished, ShareError, Unreachable
from graphrag_batch.share.manifest import LATEST, SUFFIX, parse
from tests.gitrepo import GitRepo
from tests.litter import litter
from tests.share.pulling import Project, answer, ask, clone_of, contents, current, pulled
from tests.share.site import Answer, Asked, Site

pytestmark = pytest.mark.quick(
    "test_an_address_is_of_a_manifest_an_artifact_or_a_folder",
    "test_a_download_that_breaks_off_goes_on_where_it_was",
    "test_a_login_page_is_not_taken_for_an_artifact",
    "test_redirects_lead_to_no_place_that_is_not_fetched_from",
    "test_no_token_goes_to_a_server_that_is_not_githubs",
    "test_http_without_tls_is_for_this_machine_alone",
    "test_bytes_without_end_are_cut_off",
    "test_a_password_or_a_signature_in_an_address_is_in_no_message",
)

HTML = {"Content-Type": "text/html; charset=utf-8"}


@pytest.fixture
def site() -> Iterator[Site]:
    with Site() as site:
        yield site


@pytest.fixture
def clone(project: Project, tmp_path: Path) -> GitRepo:
    return clone_of(project, tmp_path / "clone")


@pytest.fixture
def served(project: Project, site: Site) -> str:
    """The published folder, served; returns the path of the artifact published last."""
    serve(site, project.folder)
    return artifact_of(project)


def serve(site: Site, folder: Path, **options: bool) -> None:
    for path in folder.iterdir():
        site.file(f"/index/{path.name}", path.read_bytes(), **options)


def artifact_of(project: Project, suffix: str = ".sqlite") -> str:
    return f"/index/harbor-{project.commits[1][:12]}{suffix}"


def parts(repo: GitRepo) -> list[Path]:
    return sorted((repo.path / ".git" / "graphrag").glob("pulling/*.part"))


# ---- addresses ----------------------------------------------------------------------------------


@pytest.mark.sample(3)
@pytest.mark.parametrize("compressed", [False, True])
@pytest.mark.parametrize(
    "named", ["folder", "folder/", "manifest.json", "own manifest", "artifact", "signed"]
)
def test_an_address_is_of_a_manifest_an_artifact_or_a_folder(
    project: Project, site: Site, clone: GitRepo, named: str, compressed: bool
) -> None:
    serve(site, project.packed if compressed else project.folder)
    artifact = artifact_of(project, ".sqlite.zst" if compressed else ".sqlite")
    path = {
        "folder": "/index",
        "folder/": "/index/",
        "manifest.json": f"/index/{LATEST}",
        "own manifest": artifact_of(project, SUFFIX),
        "artifact": artifact,
        "signed": f"/index/{LATEST}?signature=abc",
    }[named]
    found = pulled(clone, site.url(path))
    assert (found.commit, found.distance) == (project.commits[1], 1)
    assert found.work["received"] > found.bytes
    assert site.paths()[-1] == artifact
    if named == "signed":
        assert {asked.query["signature"] for asked in site.asked} == {"abc"}
    assert litter(clone.path / ".git") == []


def test_a_nearer_one_among_the_others_is_found_by_its_name(
    project: Project, site: Site, served: str, tmp_path: Path
) -> None:
    clone = clone_of(project, tmp_path / "old", 0)
    found = pulled(clone, site.url("/index/"))
    assert (found.commit, found.current) == (project.commits[0], True)
    assert served not in site.paths()


def test_a_server_may_be_at_an_address_of_version_six(project: Project, clone: GitRepo) -> None:
    try:
        other = Site("::1")
    except OSError:
        pytest.skip("no IPv6 here")
    with other:
        serve(other, project.folder)
        assert pulled(clone, other.url("/index/")).commit == project.commits[1]


def test_what_is_here_already_makes_no_request(
    project: Project, site: Site, served: str, tmp_path: Path
) -> None:
    clone = clone_of(project, tmp_path / "second", 1)
    pulled(clone, site.url("/index/"))
    site.asked.clear()
    assert answer(clone, site.url("/index/"))["changed"] is False
    assert site.asked == []


@pytest.mark.sample(1)
@pytest.mark.parametrize("path", ["/index/", "/index/none.sqlite", "/index/none.manifest.json"])
def test_what_is_not_there_is_told_and_optional_makes_it_a_note(
    site: Site, clone: GitRepo, path: str
) -> None:
    with pytest.raises(Unreachable, match="HTTP 404") as caught:
        pulled(clone, site.url(path))
    assert "check the address" in caught.value.next_step
    assert ask(clone, site.url(path)).returncode == 1
    said = answer(clone, site.url(path), "--optional")
    assert said["pulled"] is False
    assert "404" in said["reason"]


def test_a_file_that_a_manifest_names_and_the_server_lacks_is_no_trifle(
    project: Project, site: Site, served: str, clone: GitRepo
) -> None:
    del site.routes[served]
    with pytest.raises(ManifestError, match="which is not there"):
        pulled(clone, site.url("/index/"))


def test_nobody_at_the_address_is_told(clone: GitRepo) -> None:
    with Site() as gone:
        url = gone.url("/index/")
    done = ask(clone, url, "--timeout", "1")
    assert done.returncode == 1
    assert "next: check the network" in done.stderr
    assert answer(clone, url, "--optional", "--timeout", "1")["pulled"] is False


def test_a_host_that_nobody_knows_is_told_at_once(clone: GitRepo) -> None:
    with pytest.raises(Unreachable, match=r"not known|resolution") as caught:
        pulled(clone, "https://nowhere.invalid/index/", timeout=1)
    assert caught.value.where == "https://nowhere.invalid/index/manifest.json"


@pytest.mark.sample(2)
@pytest.mark.parametrize("way", ["named", "redirected"])
@pytest.mark.parametrize("host", ["xn--", "a" * 70 + ".invalid", "...", "xn--a-\u00fc", "\u2603-.invalid"])
def test_a_name_that_no_host_can_have_is_told(site: Site, clone: GitRepo, host: str, way: str) -> None:
    url = f"https://{host}/index/"
    if way == "redirected":
        site.routes[f"/index/{LATEST}"] = lambda asked: Answer(302, b"", {"Location": quote(url, safe=":/")})
        url = site.url("/index/")
    done = ask(clone, url)
    assert (done.returncode, "error: " in done.stderr, "next: check" in done.stderr) == (1, True, True)
    assert answer(clone, url, "--optional")["pulled"] is False


def test_a_login_page_is_not_taken_for_a_manifest(site: Site, clone: GitRepo) -> None:
    site.routes[f"/index/{LATEST}"] = lambda asked: Answer(200, b"<html>Sign in</html>", HTML)
    with pytest.raises(Unreachable, match="a web page came"):
        pulled(clone, site.url("/index/"))
    assert answer(clone, site.url("/index/"), "--optional")["pulled"] is False


def test_a_login_page_is_not_taken_for_an_artifact(
    project: Project, site: Site, served: str, clone: GitRepo
) -> None:
    site.routes[served] = lambda asked: Answer(200, b"<html>Sign in</html>", HTML)
    with pytest.raises(Unreachable, match="a web page came"):
        pulled(clone, site.url("/index/"))
    assert current(clone) is None


# ---- downloads that break off -------------------------------------------------------------------


def whole_and_cut(site: Site, path: str, at: int, **more: Any) -> None:
    """The first answer breaks off."""
    route = site.routes[path]
    whole = route(Asked(path, {}, {}))
    site.first(path, Answer(200, whole.body, whole.headers, cut=at, length=len(whole.body), **more))


def test_a_download_that_breaks_off_goes_on_where_it_was(
    project: Project, site: Site, served: str, clone: GitRepo
) -> None:
    whole_and_cut(site, served, 300_000)
    found = pulled(clone, site.url("/index/"))
    assert found.commit == project.commits[1]
    first, second = (asked for asked in site.asked if asked.path == served)
    assert "range" not in first.headers
    at = int(second.headers["range"].removeprefix("bytes=").removesuffix("-"))
    assert 0 < at <= 300_000
    assert second.headers["if-range"].startswith('"')


@pytest.mark.sample(1)
@pytest.mark.parametrize("kind", ["no ranges", "no names", "another version", "a rest that begins elsewhere"])
def test_a_server_that_gives_no_rest_gives_the_whole(
    project: Project, site: Site, clone: GitRepo, kind: str
) -> None:
    serve(site, project.folder, ranges=kind != "no ranges", named=kind != "no names")
    path = artifact_of(project)
    raw = site.routes[path](Asked(path, {}, {})).body
    name = {"ETag": '"older"'} if kind == "another version" else {}
    answers = [Answer(200, raw, name, cut=300_000, length=len(raw))]
    if kind == "a rest that begins elsewhere":
        answers.append(Answer(206, b"x", {"Content-Range": "bytes 7-7/8"}))
    site.first(path, *answers)
    assert pulled(clone, site.url("/index/")).commit == project.commits[1]
    assert litter(clone.path / ".git") == []


def test_what_came_is_kept_for_the_next_pull(
    project: Project, site: Site, served: str, clone: GitRepo
) -> None:
    raw = (project.folder / Path(served).name).read_bytes()
    stuck = Answer(200, raw, {"ETag": '"one"'}, pieces=400_000, wait=site.over.wait)
    site.first(served, stuck)
    with pytest.raises(Unreachable, match=r"not done after 0.8 s") as caught:
        pulled(clone, site.url("/index/"), timeout=0.8)
    assert "--timeout" in caught.value.next_step
    (part,) = parts(clone)
    kept = part.stat().st_size
    assert 0 < kept < len(raw)
    assert part.read_bytes() == raw[:kept]
    site.file(served, raw, named=False)
    assert pulled(clone, site.url("/index/")).commit == project.commits[1]
    assert site.asked[-1].headers["range"] == f"bytes={kept}-"
    assert parts(clone) == []
    assert litter(clone.path / ".git") == []


@pytest.mark.long
def test_a_part_that_is_not_of_this_file_is_found_out_and_thrown_away(
    project: Project, site: Site, served: str, clone: GitRepo
) -> None:
    manifest = parse((project.folder / LATEST).read_bytes(), "")
    folder = clone.path / ".git" / "graphrag" / "pulling"
    folder.mkdir(parents=True)
    (folder / f"{manifest.sha256}.part").write_bytes(b"nothing of the kind" * 1000)
    with pytest.raises(ManifestError, match="not what was published"):
        pulled(clone, site.url("/index/"))
    assert parts(clone) == []
    assert pulled(clone, site.url("/index/")).commit == project.commits[1]


def test_a_file_that_changed_on_the_server_is_refused_and_not_kept(
    project: Project, site: Site, served: str, clone: GitRepo
) -> None:
    raw = (project.folder / Path(served).name).read_bytes()
    site.file(served, raw[:-1] + bytes([raw[-1] ^ 1]))
    before = contents(clone.path / ".git")
    with pytest.raises(ManifestError, match="not what was published"):
        pulled(clone, site.url("/index/"))
    assert contents(clone.path / ".git") == before


@pytest.mark.parametrize("size", [1000, 3_000_000])
def test_a_length_that_is_not_that_of_the_manifest_is_refused_before_a_byte(
    project: Project, site: Site, served: str, clone: GitRepo, size: int
) -> None:
    site.file(served, bytes(size))
    with pytest.raises(ManifestError, match=f"the server has {size:,} bytes where"):
        pulled(clone, site.url("/index/"))
    assert parts(clone) == []


def test_bytes_without_end_are_cut_off(project: Project, site: Site, served: str, clone: GitRepo) -> None:
    site.routes[served] = lambda asked: Answer(200, bytes(4_000_000), length=-1, cut=4_000_000)
    with pytest.raises(ManifestError, match="more comes than"):
        pulled(clone, site.url("/index/"))
    assert parts(clone) == []


def test_a_manifest_without_end_is_cut_off(site: Site, clone: GitRepo) -> None:
    site.file(f"/index/{LATEST}", bytes(2_000_000))
    with pytest.raises(ManifestError, match="longer than"):
        pulled(clone, site.url("/index/"))


def packed_route(content: bytes, **more: Any) -> Answer:
    return Answer(200, gzip.compress(content), {"Content-Encoding": "gzip", "ETag": '"packed"'}, **more)


@pytest.mark.sample(1)
@pytest.mark.parametrize("compressed", [False, True])
def test_what_a_server_keeps_packed_is_unpacked(
    project: Project, site: Site, clone: GitRepo, compressed: bool
) -> None:
    folder = project.packed if compressed else project.folder
    for path in folder.iterdir():
        whole = packed_route(path.read_bytes())
        site.routes[f"/index/{path.name}"] = lambda asked, whole=whole: whole  # type: ignore[misc]
    found = pulled(clone, site.url("/index/"))
    assert (found.commit, found.changed) == (project.commits[1], True)
    assert {asked.headers["accept-encoding"] for asked in site.asked} == {"identity"}
    assert litter(clone.path / ".git") == []


def test_what_comes_packed_and_breaks_off_comes_anew(
    project: Project, site: Site, served: str, clone: GitRepo
) -> None:
    raw = (project.folder / Path(served).name).read_bytes()
    cut, rest = packed_route(raw, cut=9_000), packed_route(raw)
    cut.length, rest.status = len(cut.body), 206
    rest.headers = {**rest.headers, "Content-Range": f"bytes 0-{len(raw) - 1}/{len(raw)}"}
    site.routes[served] = lambda asked: packed_route(raw)
    site.first(served, cut, rest)
    assert pulled(clone, site.url("/index/")).commit == project.commits[1]
    ranges = ["range" in asked.headers for asked in site.asked if asked.path == served]
    assert ranges == [False, True, False]


@pytest.mark.sample(1)
@pytest.mark.parametrize(("what", "keep"), [("manifest", -1), ("manifest", 0), ("artifact", 9_000)])
def test_what_is_packed_and_ends_before_its_end_comes_anew(
    project: Project, site: Site, served: str, clone: GitRepo, what: str, keep: int
) -> None:
    path = f"/index/{LATEST}" if what == "manifest" else served
    whole = packed_route((project.folder / Path(path).name).read_bytes()).body
    site.first(path, Answer(200, whole[:keep], {"Content-Encoding": "gzip"}))
    assert pulled(clone, site.url("/index/")).commit == project.commits[1]
    assert site.paths().count(path) == 2


def test_an_answer_cut_short_under_every_range_is_not_asked_for_for_ever(
    project: Project, site: Site, served: str, clone: GitRepo
) -> None:
    short = packed_route((project.folder / Path(served).name).read_bytes()).body[:9_000]

    def route(asked: Asked) -> Answer:
        rest = "range" in asked.headers
        more = {"Content-Range": "bytes 0-8/9"} if rest else {}
        return Answer(206 if rest else 200, short, {"Content-Encoding": "gzip", **more})

    site.routes[served] = route
    with pytest.raises(Unreachable, match="tries"):
        pulled(clone, site.url("/index/"))
    assert site.paths().count(served) == 4


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("encoding", "packed"),
    [
        ("gzip", lambda raw: gzip.compress(raw) + bytes(100_000)),
        ("gzip", lambda raw: gzip.compress(raw[:500]) + bytes(512) + gzip.compress(raw[500:]) + bytes(7)),
        ("identity, gzip", gzip.compress),
        ("identity, identity", bytes),
        ("Identity,", bytes),
    ],
)
def test_zeros_after_what_is_packed_and_nothing_done_twice_are_no_matter(
    project: Project, site: Site, clone: GitRepo, encoding: str, packed: Callable[[bytes], bytes]
) -> None:
    for path in project.folder.iterdir():
        whole = Answer(200, packed(path.read_bytes()), {"Content-Encoding": encoding})
        site.routes[f"/index/{path.name}"] = lambda asked, whole=whole: whole  # type: ignore[misc]
    assert pulled(clone, site.url("/index/")).commit == project.commits[1]


@pytest.mark.sample(1)
@pytest.mark.parametrize("what", ["manifest", "artifact"])
@pytest.mark.parametrize(
    "body",
    [
        gzip.compress(b"") * 200_000,
        gzip.compress(b"{") + bytes(4_000_000),
        b"\x1f\x8b\x08\x08" + bytes(6) + b"a" * 4_000_000,
    ],
    ids=["empty members", "zeros", "a name"],
)
def test_much_that_unpacks_to_nothing_is_cut_off(
    site: Site, served: str, clone: GitRepo, what: str, body: bytes
) -> None:
    path = f"/index/{LATEST}" if what == "manifest" else served
    site.routes[path] = lambda asked: Answer(200, body, {"Content-Encoding": "gzip"})
    with pytest.raises(ManifestError, match="bytes that came hold"):
        pulled(clone, site.url("/index/"))


def test_what_is_no_answer_is_told_in_words(clone: GitRepo) -> None:
    class Other(socketserver.StreamRequestHandler):
        def handle(self) -> None:
            self.rfile.readline()
            self.wfile.write(b">U\xdd\x00 of another protocol\r\n\r\n")

    with socketserver.ThreadingTCPServer(("127.0.0.1", 0), Other) as other:
        threading.Thread(target=other.serve_forever, args=(0.01,), daemon=True).start()
        done = ask(clone, f"http://127.0.0.1:{other.server_address[1]}/index/")
        other.shutdown()
    assert (done.returncode, "what came is no answer of HTTP" in done.stderr) == (1, True)
    assert "bytearray" not in done.stderr


def test_an_artifact_is_compressed_itself_whatever_a_server_calls_that(
    project: Project, site: Site, clone: GitRepo
) -> None:
    serve(site, project.packed)
    path = artifact_of(project, ".sqlite.zst")
    raw = site.routes[path](Asked(path, {}, {})).body
    site.routes[path] = lambda asked: Answer(200, raw, {"Content-Encoding": "zstd"})
    assert pulled(clone, site.url("/index/")).commit == project.commits[1]


@pytest.mark.sample(1)
@pytest.mark.parametrize("what", ["manifest", "artifact"])
@pytest.mark.parametrize("kind", ["zstd", "br", "deflate"])
def test_what_is_packed_otherwise_is_refused_in_words(
    site: Site, served: str, clone: GitRepo, kind: str, what: str
) -> None:
    packed = Answer(200, zstandard.compress(bytes(1000)), {"Content-Encoding": kind}, length=-1, cut=2000)
    site.routes[f"/index/{LATEST}" if what == "manifest" else served] = lambda asked: packed
    with pytest.raises(ManifestError, match=rf"packs \({kind}\) what it was asked for as it is"):
        pulled(clone, site.url("/index/"))


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    ("body", "told"),
    [
        (gzip.compress(bytes(100_000_000)), "longer than"),
        (gzip.compress(b'{"a": 1}' * 1000)[:50] + b"\xff" * 100, "what comes is damaged"),
        (b"not packed at all", "what comes is damaged"),
    ],
)
def test_little_that_unpacks_to_much_or_to_nothing_is_refused(
    site: Site, clone: GitRepo, body: bytes, told: str
) -> None:
    site.routes[f"/index/{LATEST}"] = lambda asked: Answer(200, body, {"Content-Encoding": "gzip"})
    with pytest.raises(ManifestError, match=told):
        pulled(clone, site.url("/index/"))


@pytest.mark.long
def test_an_artifact_that_unpacks_to_more_than_was_published_is_cut_off(
    site: Site, served: str, clone: GitRepo
) -> None:
    site.routes[served] = lambda asked: packed_route(bytes(100_000_000))
    with pytest.raises(ManifestError, match="more comes than"):
        pulled(clone, site.url("/index/"))
    assert parts(clone) == []


# ---- servers that fail for a while, or for good -------------------------------------------------


@pytest.mark.sample(1)
@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_server_that_is_busy_is_asked_again_when_it_says_so(
    project: Project, site: Site, served: str, clone: GitRepo, status: int
) -> None:
    busy = Answer(status, b"later", {"Retry-After": "0"})
    site.first(f"/index/{LATEST}", busy)
    site.first(served, busy, busy)
    assert pulled(clone, site.url("/index/")).commit == project.commits[1]
    assert site.paths().count(served) == 3


def test_a_server_that_stays_busy_is_not_asked_for_ever(site: Site, clone: GitRepo) -> None:
    site.routes[f"/index/{LATEST}"] = lambda asked: Answer(503, b"no", {"Retry-After": "0"})
    with pytest.raises(Unreachable, match="HTTP 503: no"):
        pulled(clone, site.url("/index/"))
    assert len(site.asked) == 4


@pytest.mark.parametrize("wait", ["3600", "inf", "Fri, 31 Dec 9998 23:59:59 GMT"])
def test_a_server_that_asks_for_too_long_a_wait_is_not_waited_for(
    site: Site, clone: GitRepo, wait: str
) -> None:
    site.routes[f"/index/{LATEST}"] = lambda asked: Answer(503, b"no", {"Retry-After": wait})
    with pytest.raises(Unreachable, match="it asks to wait"):
        pulled(clone, site.url("/index/"))
    assert len(site.asked) == 1


def test_redirects_are_followed_so_far_and_no_farther(
    project: Project, site: Site, served: str, clone: GitRepo
) -> None:
    site.routes["/old/manifest.json"] = lambda asked: Answer(302, b"", {"Location": f"/index/{LATEST}"})
    site.routes["/loop/manifest.json"] = lambda asked: Answer(302, b"", {"Location": "manifest.json"})
    for path in project.folder.iterdir():
        site.routes.setdefault(
            f"/old/{path.name}",
            lambda asked: Answer(307, b"", {"Location": asked.path.replace("/old/", "/index/")}),
        )
    assert pulled(clone, site.url("/old/")).commit == project.commits[1]
    with pytest.raises(Unreachable, match="redirected more than 5 times"):
        pulled(clone, site.url("/loop/"), rev=project.commits[0])


@pytest.mark.sample(1)
@pytest.mark.parametrize("target", ["http://192.0.2.1/x", "file:///etc/passwd", "ftp://host/x", "//["])
def test_redirects_lead_to_no_place_that_is_not_fetched_from(site: Site, clone: GitRepo, target: str) -> None:
    site.routes[f"/index/{LATEST}"] = lambda asked: Answer(302, b"", {"Location": target})
    with pytest.raises(Unreachable, match="redirected to what is not fetched from"):
        pulled(clone, site.url("/index/"))


@pytest.mark.parametrize("where", ["manifest", "artifact"])
def test_a_server_that_says_a_letter_now_and_then_is_left(
    project: Project, site: Site, served: str, clone: GitRepo, where: str
) -> None:
    pause = threading.Event()
    path = f"/index/{LATEST}" if where == "manifest" else served
    slow = Answer(200, b"{" * 5000, pieces=1, wait=lambda: pause.wait(0.05))
    site.routes[path] = lambda asked: slow
    if where == "artifact":
        slow.headers["Transfer-Encoding"] = "chunked"  # its headers alone take all the time
    with pytest.raises(Unreachable, match=r"not done after 0\.7 s"):
        pulled(clone, site.url("/index/"), timeout=0.7)
    assert current(clone) is None


def test_a_limit_of_size_holds_for_what_a_server_has(
    project: Project, site: Site, served: str, clone: GitRepo
) -> None:
    with pytest.raises(NotPublished, match="more than is allowed"):
        pulled(clone, site.url("/index/"), max_bytes=10_000)
    assert served not in site.paths()


# ---- what is not told, and to whom --------------------------------------------------------------


def test_no_token_goes_to_a_server_that_is_not_githubs(
    project: Project, site: Site, served: str, clone: GitRepo
) -> None:
    answer(clone, site.url("/index/"), GITHUB_TOKEN="ghs_onlyforthepublicapi", GH_TOKEN="another")
    assert not [asked for asked in site.asked if "authorization" in asked.headers]


def test_a_password_or_a_signature_in_an_address_is_in_no_message(site: Site, clone: GitRepo) -> None:
    secret = site.url("/index/?signature=tellnobody").replace("http://", "http://ann:hunter2@")
    done = ask(clone, secret)
    assert done.returncode == 1
    assert "hunter2" not in done.stderr
    assert "tellnobody" not in done.stderr
    said = answer(clone, secret, "--optional")
    assert "hunter2" not in str(said)
    assert "tellnobody" not in str(said)


def test_a_proxy_of_the_environment_is_used(project: Project, clone: GitRepo) -> None:
    with Site() as proxy:
        for path in project.folder.iterdir():
            proxy.file(f"/index/{path.name}", path.read_bytes())
        said = answer(clone, "http://localhost:9/index/", HTTP_PROXY=proxy.url(), NO_PROXY="", no_proxy="")
        assert said["commit"] == project.commits[1]
        assert {asked.headers["host"] for asked in proxy.asked} == {"localhost:9"}


def test_a_proxy_that_is_none_is_told(clone: GitRepo) -> None:
    done = ask(clone, "http://localhost:9/index/", HTTP_PROXY="nonsense://x", NO_PROXY="", no_proxy="")
    assert done.returncode == 1
    assert "HTTPS_PROXY" in done.stderr


@pytest.mark.skipif(shutil.which("openssl") is None, reason="needs openssl to make a certificate")
def test_a_certificate_that_nobody_vouches_for_is_refused(
    project: Project, clone: GitRepo, tmp_path: Path
) -> None:
    key, certificate = tmp_path / "key.pem", tmp_path / "certificate.pem"
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
         "-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1",
         "-keyout", str(key), "-out", str(certificate)],
        check=True, capture_output=True,
    )  # fmt: skip
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate, key)
    with Site() as site:
        site.server.socket = context.wrap_socket(site.server.socket, server_side=True)
        serve(site, project.folder)
        url = site.url("/index/").replace("http://", "https://")
        done = ask(clone, url)
        assert (done.returncode, site.asked) == (1, [])
        assert "its certificate is not trusted" in done.stderr
        assert "SSL_CERT_FILE" in done.stderr
        assert answer(clone, url, SSL_CERT_FILE=str(certificate))["commit"] == project.commits[1]


@pytest.mark.parametrize("host", ["example.com", "192.0.2.1", "[2001:db8::1]", "localhost.example.com"])
def test_http_without_tls_is_for_this_machine_alone(clone: GitRepo, host: str) -> None:
    with pytest.raises(ShareError, match="http without TLS is for this machine alone"):
        pulled(clone, f"http://{host}/index/")
