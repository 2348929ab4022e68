"""`graphrag-batch init`, through the command line, on real repositories."""

from __future__ import annotations

import io
import json
import os
import re
import sys
from dataclasses import is_dataclass
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner

from graphrag_batch.cli.clients import CLIENTS, SERVER, command_line, entry, mcp_config
from graphrag_batch.cli.init import init_command
from graphrag_batch.cli.template import config_template
from graphrag_batch.config import Config, load_config, setting_names, settings
from graphrag_batch.errors import GraphragError, SourceError
from tests.cli.program import run
from tests.gitrepo import GitRepo

WRITTEN = [".graphrag.yaml", *(client.path for client in CLIENTS)]


@pytest.fixture
def repo(tmp_path: Path) -> GitRepo:
    made = GitRepo(tmp_path / "repo")
    made.write("a.md", "# A\n")
    made.commit()
    return made


def init(repo: GitRepo, *arguments: str, answers: str = "") -> Any:
    result = CliRunner().invoke(
        init_command, ["--repo", str(repo.path), *arguments], input=answers, catch_exceptions=False
    )
    assert result.exit_code in (0, 1), result.output
    return result


def files_of(repo: GitRepo) -> dict[str, bytes]:
    return {
        str(path.relative_to(repo.path)): path.read_bytes()
        for path in sorted(repo.path.rglob("*"))
        if path.is_file() and ".git" not in path.relative_to(repo.path).parts
    }


# ---- the configuration file -------------------------------------------------------------------


def test_the_template_read_back_gives_the_defaults() -> None:
    assert load_config(config_template()) == Config()


def test_the_template_names_every_setting_with_its_default() -> None:
    every = re.sub(r"(?m)^( *)# (\w+: )", r"\1\2", config_template())
    assert load_config(every) == Config()
    shown = re.findall(r"(?m)^ *# (\w+): ", config_template())
    assert shown == [name.rpartition(".")[2] for name in setting_names()]


@pytest.mark.sample(8)
@pytest.mark.parametrize("name", setting_names())
def test_taking_the_mark_off_one_line_is_enough_to_set_it(name: str) -> None:
    lines = config_template().split("\n")
    number = [n for n, line in enumerate(lines) if re.match(r" *# \w+: ", line)][setting_names().index(name)]
    lines[number] = lines[number].replace("# ", "", 1)
    assert load_config("\n".join(lines)) == Config()
    assert name.rpartition(".")[2] in lines[number]


def test_every_group_of_settings_says_what_it_is_for() -> None:
    for item in settings():
        value = getattr(Config(), item.name)
        if is_dataclass(value):
            words = (type(value).__doc__ or "").split()
            assert " ".join(words[:4]) in config_template()


# ---- what init writes -------------------------------------------------------------------------


def test_init_writes_the_settings_and_an_entry_for_each_client(repo: GitRepo) -> None:
    init(repo, "--yes")
    assert sorted(files_of(repo)) == sorted([*WRITTEN, "a.md"])
    for client in CLIENTS:
        written = json.loads((repo.path / client.path).read_text())
        server = written[client.key][SERVER]
        assert os.path.isabs(server["command"])
        assert server["args"][-3:] == ["serve", "--repo", str(repo.path)]


def test_the_key_is_the_one_each_client_reads() -> None:
    assert {c.path: c.key for c in CLIENTS} == {
        ".mcp.json": "mcpServers",
        ".cursor/mcp.json": "mcpServers",
        ".vscode/mcp.json": "servers",
    }


def test_the_command_written_for_clients_is_a_program_that_exists() -> None:
    assert os.access(command_line()[0], os.X_OK)


def test_a_second_init_changes_nothing(repo: GitRepo) -> None:
    init(repo, "--yes")
    first = files_of(repo)
    second = init(repo, "--yes", "--json")
    assert files_of(repo) == first
    assert {f["action"] for f in json.loads(second.stdout)["files"]} == {"keep"}


def test_a_dry_run_shows_the_change_and_writes_nothing(repo: GitRepo) -> None:
    result = init(repo, "--dry-run")
    assert list(files_of(repo)) == ["a.md"]
    assert "+++ b/.mcp.json" in result.stderr
    assert "+# graphrag-batch: every setting" in result.stderr


def test_each_change_is_asked_for_and_no_means_no(repo: GitRepo) -> None:
    init(repo, answers="y\nn\ny\nn\n")
    assert sorted(files_of(repo)) == [".cursor/mcp.json", ".graphrag.yaml", "a.md"]


def test_only_the_clients_named_are_offered(repo: GitRepo) -> None:
    init(repo, "--yes", "--client", "vscode")
    assert sorted(files_of(repo)) == [".graphrag.yaml", ".vscode/mcp.json", "a.md"]


def test_the_next_steps_name_what_was_written_and_what_not_to_commit(repo: GitRepo) -> None:
    repo.write(".graphrag.yaml", "")
    shown = init(repo, "--yes", "--client", "cursor").stderr
    assert "commit .graphrag.yaml" not in shown
    assert ".cursor/mcp.json: the entry holds paths of this machine; better not committed" in shown
    repo.remove(".graphrag.yaml")
    shown = init(repo, "--yes", "--client", "cursor").stderr
    assert "next: commit .graphrag.yaml" in shown
    assert "paths of this machine" not in shown


def test_yes_to_all_shows_a_line_for_a_new_file_and_the_diff_of_one_that_was_there(repo: GitRepo) -> None:
    repo.write(".mcp.json", '{"mcpServers": {}}')
    shown = init(repo, "--yes").stderr
    assert re.search(r"(?m)^create: \.graphrag\.yaml \(\d+ lines\)$", shown)
    assert "+++ b/.mcp.json" in shown
    assert "+++ b/.graphrag.yaml" not in shown
    assert "+++ b/.graphrag.yaml" in init(GitRepo(repo.path.parent / "other"), "--dry-run").stderr


def test_init_from_a_folder_below_writes_at_the_root(repo: GitRepo) -> None:
    repo.write("deep/er/b.md", "# B\n")
    CliRunner().invoke(init_command, ["--repo", str(repo.path / "deep/er"), "--yes"], catch_exceptions=False)
    assert (repo.path / ".mcp.json").exists()
    assert not (repo.path / "deep/er/.mcp.json").exists()


def test_a_bare_repository_is_refused_with_what_to_do(tmp_path: Path) -> None:
    bare = GitRepo(tmp_path / "bare.git", bare=True)
    with pytest.raises(SourceError, match="bare") as error:
        init(bare, "--yes")
    assert error.value.next_step


def test_the_entry_of_a_bare_repository_can_be_printed(tmp_path: Path) -> None:
    bare = GitRepo(tmp_path / "bare.git", bare=True)
    shown = json.loads(init(bare, "--print-mcp").stdout)
    assert shown["mcpServers"][SERVER]["args"][-2:] == ["--repo", str(bare.path)]


def test_an_existing_configuration_is_left_as_it_is(repo: GitRepo) -> None:
    repo.write(".graphrag.yaml", "retrieval: {k: 3}\n")
    init(repo, "--yes")
    assert files_of(repo)[".graphrag.yaml"] == b"retrieval: {k: 3}\n"


OTHERS = {
    "two spaces": '{\n  "mcpServers": {\n    "other": {"command": "x", "args": ["a",  "b"]}\n  }\n}\n',
    "four spaces": '{\n    "mcpServers": {\n        "other": {}\n    },\n    "note": "caf\\u00e9"\n}\n',
    "tabs, no last line end": '{\n\t"mcpServers": {\n\t\t"other": {"a": 1.0}\n\t}\n}',
    "windows line ends": '{\r\n  "mcpServers": {\r\n    "other": {}\r\n  }\r\n}\r\n',
    "no servers yet": '{\n  "inputs": [1, 2],\n  "unknown": {"kept": null}\n}\n',
    "one line": '{"mcpServers": {"other": {"command": "x"}}, "z": 1}',
    "a byte order mark": '\ufeff{"mcpServers": {"other": {}}}\n',
    "empty": "{}\n",
    "addresses": '{"mcpServers": {"}": {"url": "http://x//y", "a": "{,\\""}}}',
    "not ASCII": '{\n  "mcpServers": {\n    "другой": {"command": "日本"}\n  }\n}\n',
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("before", OTHERS.values(), ids=OTHERS.keys())
def test_an_entry_joins_what_is_there_and_undo_gives_the_same_bytes_back(repo: GitRepo, before: str) -> None:
    repo.write(".mcp.json", before)
    init(repo, "--yes", "--client", "claude")
    after = (repo.path / ".mcp.json").read_bytes().decode()
    merged, was = (json.loads(text.removeprefix("\ufeff")) for text in (after, before))
    assert merged["mcpServers"].pop(SERVER) == entry(repo.path)
    assert merged == {"mcpServers": {}} | was
    rest = iter(after)
    assert all(character in rest for character in before), "something that was there is gone"
    init(repo, "--undo", "--yes", "--client", "claude")
    assert (repo.path / ".mcp.json").read_bytes().decode() == before


def test_undo_where_nothing_was_done_says_so_and_names_no_file(repo: GitRepo) -> None:
    assert init(repo, "--undo", "--yes").stderr == "nothing to undo\n"
    init(repo, "--yes")
    assert "nothing to undo" not in init(repo, "--undo", "--yes").stderr


def test_undo_removes_every_file_and_folder_that_init_made(repo: GitRepo) -> None:
    before = files_of(repo)
    init(repo, "--yes")
    init(repo, "--undo", "--yes")
    assert files_of(repo) == before
    assert not (repo.path / ".cursor").exists()
    assert not (repo.path / ".vscode").exists()


def test_undo_keeps_a_folder_that_holds_something_else(repo: GitRepo) -> None:
    repo.write(".vscode/settings.json", "{}")
    init(repo, "--yes")
    init(repo, "--undo", "--yes")
    assert sorted(files_of(repo)) == [".vscode/settings.json", "a.md"]


def test_undo_keeps_a_configuration_that_was_edited(repo: GitRepo) -> None:
    init(repo, "--yes")
    edited = config_template().replace("# project:", "project:")
    repo.write(".graphrag.yaml", edited)
    result = init(repo, "--undo", "--yes")
    assert files_of(repo)[".graphrag.yaml"] == edited.encode()
    assert "edited" in result.stderr


def test_undo_where_nothing_was_done_does_nothing(repo: GitRepo) -> None:
    before = files_of(repo)
    init(repo, "--undo", "--yes")
    assert files_of(repo) == before


def test_an_entry_of_another_place_is_replaced_and_never_doubled(repo: GitRepo) -> None:
    repo.write(".mcp.json", json.dumps({"mcpServers": {SERVER: {"command": "/old", "args": []}, "b": {}}}))
    init(repo, "--yes", "--client", "claude")
    text = (repo.path / ".mcp.json").read_text()
    assert json.loads(text)["mcpServers"] == {SERVER: entry(repo.path), "b": {}}
    assert text.count(f'"{SERVER}":') == 1


UNTOUCHABLE = {
    "comments": '{\n  // my servers\n  "servers": {"other": {}},\n}\n',
    "a list": "[]\n",
    "servers is a list": '{"servers": []}\n',
    "half a file": '{"servers": {',
    "nothing": "null",
    "servers is nothing": '{"servers": null}',
    "servers twice": '{"servers": {"a": {}}, "servers": {"b": {}}}',
    "a number too long": f'{{"servers": {{}}, "n": {"9" * 5000}}}',
    "too deep": f'{{"servers": {"[" * 100_000}{"]" * 100_000}}}',
}


@pytest.mark.sample(3)
@pytest.mark.parametrize("before", UNTOUCHABLE.values(), ids=UNTOUCHABLE.keys())
def test_a_file_that_cannot_be_merged_is_left_alone_and_the_addition_shown(
    repo: GitRepo, before: str
) -> None:
    repo.write(".vscode/mcp.json", before)
    result = init(repo, "--yes", "--client", "vscode")
    assert (repo.path / ".vscode/mcp.json").read_text() == before
    shown = result.stderr[result.stderr.index('add this by hand, under "servers":\n') :].split("\n", 1)[1]
    added, _ = json.JSONDecoder().raw_decode(shown)
    assert added[SERVER]["args"][-2:] == ["--repo", str(repo.path)]


@pytest.mark.parametrize(
    ("before", "why"),
    [
        ('{\n  // mine\n  "servers": {}\n}', "has comments"),
        ('{"servers": {}, /* mine, */ "a": "//"}', "has comments"),
        ('{\n  "servers": {},\n}', "has a comma too many"),
        ('{\n  "servers": {},\n  "a" 1\n}', "is not JSON (line 3:"),
        ('{\n  // mine\n  "servers": {},\n  "a" 1\n}', "is not JSON (line 4:"),
    ],
)
def test_why_a_file_is_left_alone_is_told_exactly(repo: GitRepo, before: str, why: str) -> None:
    repo.write(".vscode/mcp.json", before)
    shown = init(repo, "--yes", "--client", "vscode").stderr
    assert f"keep: .vscode/mcp.json ({why}" in shown


ODD_FILES = {
    "read-only": lambda path: (path.write_text("{}"), path.chmod(0o444)),
    "not UTF-8": lambda path: path.write_bytes('{"servers": {}}'.encode("utf-16")),
    "not a file": lambda path: path.mkdir(),
    "is not a file": lambda path: os.mkfifo(path),
    "symbolic link": lambda path: path.symlink_to("/nowhere"),
    "not a folder": lambda path: (path.parent.rmdir(), path.parent.write_text("{}")),
}


def _state(path: Path) -> tuple[int, ...]:
    """All that git, or a person, could see change; not when it was last read."""
    found = path.lstat()
    return found.st_mode, found.st_ino, found.st_size, found.st_mtime_ns, found.st_ctime_ns


@pytest.mark.sample(2)
@pytest.mark.skipif(sys.platform == "win32", reason="no such files")
@pytest.mark.parametrize("why", ODD_FILES)
def test_a_file_that_must_not_be_written_is_left_alone_and_the_others_are_written(
    repo: GitRepo, why: str
) -> None:
    path = repo.path / ".cursor" / "mcp.json"
    path.parent.mkdir()
    ODD_FILES[why](path)
    before = {p: _state(p) for p in (path, path.parent) if p.exists()}
    for arguments in (["--yes"], ["--undo", "--yes"]):
        result = init(repo, *arguments)
        assert why.removeprefix("is ") in result.stderr
        assert {p: _state(p) for p in before} == before
        assert (repo.path / ".mcp.json").exists() == ("--undo" not in arguments)


def test_an_entry_given_twice_is_left_alone(repo: GitRepo) -> None:
    before = f'{{"mcpServers": {{"{SERVER}": {{}}, "{SERVER}": {{}}}}}}'
    repo.write(".mcp.json", before)
    init(repo, "--yes", "--client", "claude")
    assert (repo.path / ".mcp.json").read_text() == before


def test_what_the_user_added_to_our_entry_stays_and_undo_leaves_the_entry(repo: GitRepo) -> None:
    own = {"command": "/old", "env": {"KEY": "value"}, "disabled": True}
    repo.write(".mcp.json", json.dumps({"mcpServers": {SERVER: own}}))
    init(repo, "--yes", "--client", "claude")
    written = (repo.path / ".mcp.json").read_text()
    assert json.loads(written)["mcpServers"][SERVER] == own | entry(repo.path)
    result = init(repo, "--undo", "--yes", "--client", "claude")
    assert (repo.path / ".mcp.json").read_text() == written
    assert "was edited" in result.stderr


def test_a_file_edited_while_the_question_waits_keeps_the_edit(repo: GitRepo) -> None:
    class Slow(io.BytesIO):
        def readline(self, *_: Any) -> bytes:
            repo.write(".mcp.json", '{"mine": 1}')
            return b"y\n"

        def read1(self, *_: Any) -> bytes:
            return self.readline()

    repo.write(".graphrag.yaml", "")
    arguments = ["--repo", str(repo.path), "--client", "claude"]
    assert "changed meanwhile" in CliRunner().invoke(init_command, arguments, input=Slow()).stderr
    assert (repo.path / ".mcp.json").read_text() == '{"mine": 1}'


def test_without_anybody_to_answer_nothing_is_written_and_the_way_out_is_named(repo: GitRepo) -> None:
    with pytest.raises(GraphragError) as error:
        init(repo)
    assert "--yes" in error.value.next_step
    assert list(files_of(repo)) == ["a.md"]


def test_the_error_at_the_end_of_input_starts_on_a_line_of_its_own(repo: GitRepo) -> None:
    done = run("init", cwd=repo.path)
    assert done.returncode == 1
    assert "\nerror: nobody is there to answer" in done.stderr


def test_a_commented_file_that_already_names_the_server_asks_for_nothing(repo: GitRepo) -> None:
    repo.write(".vscode/mcp.json", f'{{ // mine\n "servers": {{"{SERVER}": {{}} }} }}')
    assert "add this by hand" not in init(repo, "--yes", "--client", "vscode").stderr


def test_a_symbolic_link_is_not_written_through(repo: GitRepo, tmp_path: Path) -> None:
    outside = tmp_path / "outside.json"
    outside.write_text("{}")
    (repo.path / ".mcp.json").symlink_to(outside)
    (tmp_path / "elsewhere").mkdir()
    (repo.path / ".cursor").symlink_to(tmp_path / "elsewhere")
    init(repo, "--yes")
    assert outside.read_text() == "{}"
    assert list((tmp_path / "elsewhere").iterdir()) == []


def test_the_mode_of_a_file_is_kept(repo: GitRepo) -> None:
    repo.write(".mcp.json", '{"a": 1}')
    (repo.path / ".mcp.json").chmod(0o600)
    init(repo, "--yes", "--client", "claude")
    assert (repo.path / ".mcp.json").stat().st_mode & 0o777 == 0o600


def test_the_text_to_paste_is_a_whole_client_file(tmp_path: Path) -> None:
    assert json.loads(mcp_config(tmp_path)) == {"mcpServers": {SERVER: entry(tmp_path)}}


def test_undo_can_be_looked_at_before(repo: GitRepo) -> None:
    init(repo, "--yes", "--client", "cursor")
    repo.write(".mcp.json", '{"mcpServers": {}}')
    init(repo, "--yes", "--client", "claude")
    before = files_of(repo)
    shown = init(repo, "--undo", "--dry-run").stderr
    assert files_of(repo) == before
    assert re.search(r"(?m)^would remove: \.graphrag\.yaml \(\d+ lines\)$", shown)
    assert re.search(r"(?m)^would remove: \.cursor/mcp\.json \(\d+ lines\)$", shown)
    assert "would change: .mcp.json" in shown
    assert '\n-{"mcpServers": {"graphrag-batch"' in shown
    assert "nothing was written" in shown
    assert "# graphrag-batch: every setting" not in shown
