"""What scripts and agents rely on, whatever fails: one JSON object, the exit code, no traceback."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import apsw
import pytest

from graphrag_batch.cli.console import LONG, progress_bar, said_at_times
from tests import forked
from tests.building import clean_env, index
from tests.cli.program import run, run_process
from tests.gitrepo import GitRepo

PROGRAM = f"{sys.executable} -m graphrag_batch"
posix = pytest.mark.skipif(os.name == "nt", reason="needs a POSIX shell")


@pytest.fixture(scope="module")
def repo(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = GitRepo(tmp_path_factory.mktemp("contract") / "repo")
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "é–日.md": "# Tide 😀\n\nThe moon.\n"})
    repo.write(b"\xff.md", "# Bytes\n")
    repo.commit()
    index(repo)
    return repo


def shell(command: str, repo: GitRepo, **env: str) -> subprocess.CompletedProcess[str]:
    done = subprocess.run(
        ["sh", "-c", command],
        cwd=repo.path,
        env=clean_env(**env),
        capture_output=True,
        text=True,
        check=False,
    )
    assert "Traceback" not in done.stderr
    return done


@pytest.mark.parametrize(
    ("args", "code"),
    [
        (("nothing",), 2), (("index", "--nothing"), 2), (("query",), 2), (("eval",), 2),
        (("index", "--rev", "@{u}"), 1), (("index", "--rev", "HEAD@{9}"), 1), (("index", "--rev", "a\nb"), 1),
        (("index", "--rev", "HEAD:é–日.md"), 1), (("index", "--repo", "x" * 300), 1),
        (("index", "--repo", "y/" * 3000), 1), (("status", "--artifact", "."), 1),
        (("outline", "nothing.md"), 1), (("outline", os.fsdecode(b"\xfe.md")), 1),
    ],
)  # fmt: skip
def test_every_failure_is_one_json_object_too(repo: GitRepo, args: tuple[str, ...], code: int) -> None:
    done = run(*args, "--json", cwd=repo.path)
    assert done.returncode == code
    answer = json.loads(done.stdout)
    assert answer["error"]
    assert code == 2 or answer["next"]
    assert "Traceback" not in done.stderr


def test_what_verify_finds_is_one_json_object(repo: GitRepo, tmp_path: Path) -> None:
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(Path(index(repo).artifact).read_bytes())
    con = apsw.Connection(str(copy))
    con.execute("UPDATE chunks SET text = 'forged'")
    con.close()
    done = run("verify", str(copy), "--json", cwd=repo.path)
    assert done.returncode == 1
    found = json.loads(done.stdout)
    assert not found["ok"]
    assert found["problems"]
    assert "next:" in done.stderr


_META, _ROWS = "UPDATE meta SET value = '{' WHERE key = '%s'", "UPDATE docs SET path = CAST(x'ff' AS TEXT)"


@pytest.mark.parametrize(
    ("args", "damage", "said"),
    [
        (args, _META % key, f"its meta has '{key}'")
        for key in ("counts", "format_version")
        for args in (("status",), ("query", "moon"), ("outline",))
    ]
    + [
        (args, f"{_ROWS} WHERE id = (SELECT min(id) FROM docs)", "damaged")
        for args in (("query", "moon"), ("outline",))
    ],
)
def test_what_fails_over_a_damaged_artifact_is_no_bug(
    repo: GitRepo, tmp_path: Path, args: tuple[str, ...], damage: str, said: str
) -> None:
    copy = tmp_path / "copy.sqlite"
    copy.write_bytes(Path(index(repo).artifact).read_bytes())
    con = apsw.Connection(str(copy))
    con.execute(damage)
    con.close()
    done = run(*args, "--artifact", str(copy), "--json", cwd=repo.path)
    assert done.returncode == 1
    answer = json.loads(done.stdout)
    assert said in answer["error"]
    assert "graphrag-batch" in answer["next"]


def test_a_path_may_be_given_as_the_bytes_it_has(repo: GitRepo) -> None:
    found = json.loads(run("outline", os.fsdecode(b"\xff.md"), "--json", cwd=repo.path).stdout)
    assert found["title"] == "Bytes"


@pytest.mark.long
@pytest.mark.parametrize(
    "encoding", ["ascii", *(pytest.param(one, marks=pytest.mark.slow) for one in ("cp1252", "utf-8"))]
)
def test_json_survives_any_encoding_of_standard_output(repo: GitRepo, encoding: str) -> None:
    done = run_process("query", "moon", "--json", cwd=repo.path, PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert json.loads(done.stdout)["hits"][0]["path"] == "é–日.md"
    text = [sys.executable, "-m", "graphrag_batch", "query", "moon"]
    environment = clean_env(PYTHONIOENCODING=encoding, PYTHONUTF8="0")
    assert b"Tide" in forked.run(text, cwd=repo.path, env=environment, capture_output=True, check=True).stdout


@pytest.mark.long
@posix
@pytest.mark.parametrize(
    "closed", [*(pytest.param(one, marks=pytest.mark.slow) for one in (">&-", "2>&-")), "<&- >&- 2>&-"]
)
def test_closed_standard_streams_change_nothing(repo: GitRepo, closed: str) -> None:
    assert shell(f"{PROGRAM} index --full {closed}", repo).returncode == 0
    assert shell(f"{PROGRAM} verify {closed}", repo).returncode == 0
    assert shell(f"{PROGRAM} nothing {closed}", repo).returncode == 2


@posix
def test_a_reader_that_goes_away_is_no_failure(repo: GitRepo) -> None:
    done = shell(f"{{ {PROGRAM} status; echo $? >&2; }} | true", repo)
    assert done.stderr.endswith("0\n")


@pytest.mark.long
@posix
@pytest.mark.skipif(not Path("/dev/full").exists(), reason="needs /dev/full")
@pytest.mark.parametrize(
    "args", ["status --json", *(pytest.param(one, marks=pytest.mark.slow) for one in ("status", "doctor"))]
)
def test_a_full_disk_under_standard_output_is_an_expected_failure(repo: GitRepo, args: str) -> None:
    done = shell(f"{PROGRAM} {args} > /dev/full", repo)
    assert done.returncode == 1
    assert "standard output" in done.stderr
    assert "next:" in done.stderr


@posix
@pytest.mark.parametrize(
    ("env", "coloured"),
    [({}, True), ({"NO_COLOR": "1"}, False), ({"TERM": "dumb"}, False)],
)
def test_colours_are_for_terminals_that_want_them(repo: GitRepo, env: dict[str, str], coloured: bool) -> None:
    import pty

    ours, theirs = pty.openpty()
    environment = {name: value for name, value in clean_env().items() if name != "NO_COLOR"}
    forked.run(
        [sys.executable, "-m", "graphrag_batch", "status"],
        cwd=repo.path, env={**environment, "TERM": "xterm", **env}, stdout=theirs, stderr=theirs, check=True,
    )  # fmt: skip
    os.close(theirs)
    shown = os.read(ours, 100_000)
    os.close(ours)
    assert b"holds" in shown
    assert (b"\x1b[" in shown) == coloured


def on_a_terminal(repo: GitRepo, *args: str) -> list[str]:
    """The lines that a terminal of 60 columns shows of standard output."""
    import pty

    ours, theirs = pty.openpty()
    env = {**clean_env(), "NO_COLOR": "1", "COLUMNS": "60", "TERM": "xterm"}
    command = [sys.executable, "-m", "graphrag_batch", *args]
    process = forked.Popen(command, cwd=repo.path, env=env, stdout=theirs, stderr=subprocess.DEVNULL)
    os.close(theirs)
    shown = b""
    while part := _read(ours):
        shown += part
    os.close(ours)
    assert process.wait() == 0
    return shown.decode().replace("\r\n", "\n").rstrip("\n").split("\n")


def _read(terminal: int) -> bytes:
    try:
        return os.read(terminal, 65536)
    except OSError:  # how Linux tells that the other side is closed
        return b""


@pytest.fixture(scope="module")
def long(tmp_path_factory: pytest.TempPathFactory) -> GitRepo:
    repo = GitRepo(tmp_path_factory.mktemp("long") / "repo")
    bodies = ["".join(f"moon {tide}{line} line\n" for line in range(30)) for tide in range(9)]
    names = ", ".join(f"argument_{n}: int" for n in range(20))
    repo.write_all({f"{n}.md": f"# Tide {n}\n\n{body}" for n, body in enumerate(bodies)})
    repo.write_all({".graphrag.yaml": "embed: {model: none}\n", "code.py": f"def tide({names}):\n    pass\n"})
    repo.commit()
    index(repo)
    return repo


def test_an_answer_is_a_screen_or_two_unless_more_is_asked_for(long: GitRepo) -> None:
    asked = [(), ("-k", "7"), ("--budget", "4000")]
    answers = [run("query", "moon", *more, cwd=long.path).stdout.splitlines() for more in asked]
    assert [len([line for line in lines if ".md:" in line]) for lines in answers] == [5, 7, 9]
    assert len(answers[0]) <= 5 * 12
    assert [any("more lines" in line for line in lines) for lines in answers] == [True, False, False]
    assert len(json.loads(run("query", "moon", "--json", cwd=long.path).stdout)["hits"]) == 9


@posix
def test_a_pipe_is_answered_like_a_terminal(long: GitRepo) -> None:
    piped = run("query", "moon", cwd=long.path).stdout
    assert "\n".join(on_a_terminal(long, "query", "moon")).split() == piped.split()


@posix
def test_a_terminal_shows_an_outline_in_its_own_width(long: GitRepo) -> None:
    shown = on_a_terminal(long, "outline", "code.py")
    assert max(map(len, shown)) <= 60
    assert shown[1].startswith("  1-2  def tide(argument_0: int")
    assert shown[1].endswith("…")
    assert "argument_19" in run("outline", "code.py", cwd=long.path).stdout


def test_long_work_says_how_far_it_is_where_no_bar_can_be_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    for every, told in ((0.0, 2), (1e9, 0)):
        show = said_at_times(every)
        for done in (0, 200, 400, LONG):
            show("embed", done, LONG)
        said = capsys.readouterr().err
        assert said.count("texts embedded") == told
        assert said.startswith(f"embedding {LONG} texts")
    with progress_bar(quiet=True) as progress:
        progress("embed", 0, LONG)
    assert capsys.readouterr().err == ""


def test_long_work_is_announced_once_where_no_bar_can_be_drawn(capsys: pytest.CaptureFixture[str]) -> None:
    with progress_bar() as progress:
        progress("read", 1, 10 * LONG)
        progress("embed", 1, LONG - 1)
        assert capsys.readouterr().err == ""
        progress("embed", 1, LONG)
        progress("embed", 2, LONG)
    said = capsys.readouterr()
    assert said.err.count(f"embedding {LONG} texts") == 1
    assert said.out == ""
