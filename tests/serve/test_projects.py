"""Several artifacts at once: one question to all, and which project each tool is asked about."""

from __future__ import annotations

import json
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from mcp import Client

from graphrag_batch.artifact import seal
from graphrag_batch.serve.folders import Published
from graphrag_batch.serve.library import Library, library_of
from tests.building import index
from tests.cli.program import run
from tests.gitrepo import GitRepo
from tests.serve.conftest import call, talk, text_of
from tests.serve.process import Wire, command_line
from tests.serve.test_tools import list_tools, tokens

pytestmark = pytest.mark.quick(
    "test_repositories_files_and_folders_are_served_side_by_side",
    "test_a_question_is_answered_from_all_with_the_project_of_each_hit",
    "test_with_a_project_a_tool_answers_as_for_that_alone",
    "test_default_replies_of_real_pages_stay_under_two_thousand_tokens",
    "test_a_project_that_fails_leaves_the_others_answering",
    "test_a_mistake_is_answered_with_the_next_step",
    "test_each_project_is_replaced_by_itself",
    "test_a_manifest_that_is_wrong_serves_nothing",
    "test_an_id_is_read_in_its_project",
)

ROOT = Path(__file__).parents[2]
BOTH = "docs/retries.md"
API = {
    BOTH: "# Retries\n\nThe service never retries a call by itself.\n",
    "docs/billing.md": "# Billing\n\nInvoices are written at midnight.\n",
}


@pytest.fixture(scope="module")
def places(indexed: tuple[GitRepo, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """Two repositories with their index: one file of each has the same path."""
    repo = GitRepo(tmp_path_factory.mktemp("second") / "api")
    repo.write_all(API)
    repo.commit()
    index(repo)
    return {"web": indexed[0].path, "api": repo.path}


@pytest.fixture(scope="module")
def artifacts(places: dict[str, Path], tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    folder = tmp_path_factory.mktemp("both")
    found = {name: next((path / ".git/graphrag/artifacts").glob("*.sqlite")) for name, path in places.items()}
    return {name: Path(shutil.copy2(path, folder / f"{name}.sqlite")) for name, path in found.items()}


@pytest.fixture(scope="module")
def library(artifacts: dict[str, Path]) -> Iterator[Library]:
    made = library_of(dict(artifacts))
    made.prepare()
    yield made
    made.close()


def ask(library: Library, tool: str, **arguments: Any) -> Any:
    return call(library, tool, ready=False, **arguments)


def test_each_tool_takes_a_project_which_only_a_question_and_status_may_leave_out(library: Library) -> None:
    tools = {tool.name: tool.input_schema for tool in talk(library, list_tools, ready=False)}
    assert all("project" in schema["properties"] for schema in tools.values())
    needed = {name for name, schema in tools.items() if "project" in schema.get("required", [])}
    assert needed == set(tools) - {"hybrid_query", "status"}
    assert "web, api" in tools["hybrid_query"]["properties"]["project"]["description"]


def test_an_artifact_that_is_alone_has_no_project_even_under_a_name(artifacts: dict[str, Path]) -> None:
    tools = talk(library_of({"web": artifacts["web"]}), list_tools, ready=False)
    assert not [tool.name for tool in tools if "project" in tool.input_schema["properties"]]


@pytest.mark.parametrize("count", [2, 5, 40])
def test_the_tools_of_several_projects_stay_under_two_thousand_tokens(
    artifacts: dict[str, Path], count: int
) -> None:
    library = library_of({f"a-project-{number}": artifacts["api"] for number in range(count)})
    tools = [
        t.model_dump(by_alias=True, exclude_none=True, mode="json")
        for t in talk(library, list_tools, ready=False)
    ]
    assert tokens(json.dumps(tools)) < 2000


def test_a_question_is_answered_from_all_with_the_project_of_each_hit(library: Library) -> None:
    answer = ask(library, "hybrid_query", q="how often is a call retried?")
    hits = answer.structured_content["hits"]
    assert {(hit["project"], hit["path"]) for hit in hits} >= {("web", BOTH), ("api", BOTH)}
    assert [hit["score"] for hit in hits] == sorted((hit["score"] for hit in hits), reverse=True)
    assert set(answer.structured_content["commits"]) == {"web", "api"}
    lines = text_of(answer).splitlines()
    assert f"1. {hits[0]['project']} · {BOTH}:" in lines[0]
    assert lines[-1].startswith("[web, index ")
    assert " · api, index " in lines[-1]


@pytest.mark.parametrize(
    ("q", "project"), [("invoices at midnight", "api"), ("install the harbor worker", "web")]
)
def test_what_only_one_project_tells_comes_first(library: Library, q: str, project: str) -> None:
    assert ask(library, "hybrid_query", q=q).structured_content["hits"][0]["project"] == project


def test_an_id_is_read_in_its_project(library: Library) -> None:
    hits = ask(library, "hybrid_query", q="how often is a call retried?").structured_content["hits"]
    for hit in hits[:2]:
        page = ask(library, "read", chunk_id=hit["chunk_id"], project=hit["project"]).structured_content
        assert page["path"] == hit["path"]
        assert hit["snippet"].splitlines()[-1] in page["text"]


@pytest.mark.sample(2)
@pytest.mark.parametrize(
    "tool", ["read", "outline", "hybrid_query", "entity_lookup", "graph_overview", "status"]
)
def test_with_a_project_a_tool_answers_as_for_that_alone(
    library: Library, artifacts: dict[str, Path], tool: str
) -> None:
    arguments = {"read": {"path": BOTH}, "hybrid_query": {"q": "retries"}}.get(tool, {})
    there = ask(library, tool, project="api", **arguments).structured_content
    alone = call(artifacts["api"], tool, **arguments).structured_content
    assert there == alone


def test_status_has_a_line_for_each_project(library: Library) -> None:
    answer = ask(library, "status")
    lines = dict(line.split(": ", 1) for line in text_of(answer).splitlines() if ": " in line)
    assert lines == answer.structured_content["projects"]
    assert set(lines) == {"web", "api"}
    assert all("hybrid" in line and "chunks" in line for line in lines.values())


@pytest.mark.parametrize(
    ("tool", "arguments", "words"),
    [
        ("read", {"path": BOTH}, "next: give one of: web, api"),
        ("outline", {"project": ""}, "next: give one of: web, api"),
        ("outline", {"project": "wbe"}, "next: did you mean web?"),
        ("hybrid_query", {"q": "x", "project": "zzz"}, "next: one of: web, api"),
        ("outline", {"project": 7}, "there is no project 7"),
        ("outline", {"projects": "web"}, "did you mean project?"),
        ("outline", {"project": "web", "depht": 1}, "did you mean depth?"),
        ("hybrid_query", {"q": "x", "k": 99}, "out of range"),
        ("hybrid_query", {"q": "x", "since": "yesterday?"}, "yesterday?"),
        ("hybrid_query", {"q": "x", "cursor": "abc"}, "another query"),
    ],
)
def test_a_mistake_is_answered_with_the_next_step(
    library: Library, tool: str, arguments: dict[str, Any], words: str
) -> None:
    answer = ask(library, tool, **arguments)
    assert answer.is_error
    assert words in text_of(answer)
    assert "next: " in text_of(answer)


# ---- paging -----------------------------------------------------------------------------------


def pages(library: Library, **arguments: Any) -> list[Any]:
    async def turn(client: Client) -> list[Any]:
        found = [(await client.call_tool("hybrid_query", arguments)).structured_content]
        while cursor := found[-1].get("cursor"):
            more = await client.call_tool("hybrid_query", arguments | {"cursor": cursor})
            found.append(more.structured_content)
        return found

    return talk(library, turn, ready=False)


def test_pages_go_on_where_the_last_one_stopped_and_tell_no_hit_twice(library: Library) -> None:
    def told(found: list[Any]) -> list[tuple[str, str, float]]:
        return [(hit["project"], hit["chunk_id"], hit["score"]) for page in found for hit in page["hits"]]

    asked = {"q": "ships and harbors: retries, delay, install", "k": 20}
    small, large = pages(library, budget=400, **asked), pages(library, budget=6000, **asked)
    assert len(small) > 2
    assert told(small) == told(large)
    assert len(told(small)) == len(set(told(small))) <= 20
    assert {project for project, _, _ in told(small)} == {"web", "api"}


def test_a_cursor_is_refused_once_an_index_has_changed(artifacts: dict[str, Path], tmp_path: Path) -> None:
    copies = {name: Path(shutil.copy2(path, tmp_path)) for name, path in artifacts.items()}
    library = library_of(dict(copies))
    library.prepare()
    asked = {"q": "ships and harbors: retries, delay", "budget": 400}
    cursor = ask(library, "hybrid_query", **asked).structured_content["cursor"]
    other = Path(shutil.copy2(artifacts["api"], tmp_path / "other"))
    os.replace(other, copies["web"])
    again = ask(library, "hybrid_query", cursor=cursor, **asked)
    assert "web is not searched: the index has changed since this cursor was made" in text_of(again)
    library.close()


@pytest.mark.parametrize("budget", [400, 1800, 6000])
def test_an_answer_from_several_projects_keeps_to_its_budget(library: Library, budget: int) -> None:
    answer = ask(library, "hybrid_query", q="ships and harbors: retries, delay", k=50, budget=budget)
    assert tokens(text_of(answer)) < budget * 1.15
    assert tokens(json.dumps(answer.structured_content)) < budget * 1.4


PAGES = ("README.md", "ARCHITECTURE.md", "CHANGELOG.md", "graphrag_batch/serve", "graphrag_batch/artifact")
DEFAULTS: list[tuple[str, dict[str, Any]]] = [
    ("hybrid_query", {"q": "how is an artifact published and pulled?"}),
    ("hybrid_query", {"q": "hook install pre-commit"}),
    ("hybrid_query", {"q": "Shelf", "hops": 2}),
    ("hybrid_query", {"q": "which settings are there", "k": 50}),
    ("read", {"path": "README.md", "project": "one"}),
    ("read", {"path": "graphrag_batch/serve/state.py", "project": "one"}),
    ("outline", {"project": "one"}),
    ("outline", {"project": "two", "path": "README.md"}),
    ("entity_lookup", {"project": "one"}),
    ("explain_entity", {"project": "two", "entity": "Shelf"}),
    ("graph_overview", {"project": "one"}),
    ("status", {}),
    ("status", {"project": "one"}),
]


@pytest.fixture(scope="module")
def pages_of_ours(tmp_path_factory: pytest.TempPathFactory) -> Library:
    """Two projects of real pages and code."""
    repo = GitRepo(tmp_path_factory.mktemp("pages") / "repo")
    files = [f for name in PAGES for f in ([ROOT / name] if "." in name else (ROOT / name).glob("*.py"))]
    contents = {f.relative_to(ROOT).as_posix(): f.read_text(encoding="utf-8") for f in files}
    repo.write_all(contents | {".graphrag.yaml": "embed: {model: none}\n"})
    repo.commit()
    artifact = Path(index(repo).artifact)
    return library_of({"one": artifact, "two": artifact})


@pytest.mark.sample(3)
@pytest.mark.parametrize(("tool", "arguments"), DEFAULTS)
def test_default_replies_of_real_pages_stay_under_two_thousand_tokens(
    pages_of_ours: Library, tool: str, arguments: dict[str, Any]
) -> None:
    """Counted by BERT's WordPiece, which takes each mark of JSON and code for a token: more than what the
    models of agents count."""
    answer = ask(pages_of_ours, tool, **arguments)
    assert not answer.is_error
    assert tokens(text_of(answer)) < 2000
    assert tokens(json.dumps(answer.structured_content)) < 2500


# ---- artifacts that fail ----------------------------------------------------------------------


def _delete(path: Path) -> None:
    path.unlink()


def _garbage(path: Path) -> None:
    path.with_name("bad").write_bytes(b"no database at all" * 100)
    os.replace(path.with_name("bad"), path)


@pytest.mark.parametrize(("spoil", "words"), [(_delete, "not there"), (_garbage, "not a SQLite database")])
def test_a_project_that_fails_leaves_the_others_answering(
    artifacts: dict[str, Path], tmp_path: Path, spoil: Callable[[Path], None], words: str
) -> None:
    copies = {name: Path(shutil.copy2(path, tmp_path)) for name, path in artifacts.items()}
    spoil(copies["web"])
    library = library_of(dict(copies))
    library.prepare()
    assert not library.ready
    answer = ask(library, "hybrid_query", q="retries")
    assert {hit["project"] for hit in answer.structured_content["hits"]} == {"api"}
    assert any(
        "web is not searched: " in note and words in note for note in answer.structured_content["notes"]
    )
    status = ask(library, "status").structured_content
    assert status["problem"] == "see web"
    assert words in status["projects"]["web"]
    assert words in text_of(ask(library, "outline", project="web"))
    spoil(copies["api"])
    alone = ask(library, "hybrid_query", q="retries")
    assert {hit["project"] for hit in alone.structured_content["hits"]} == {
        "api"
    }  # served on, as it was opened
    assert words in text_of(alone).splitlines()[-1]
    library.close()
    none = ask(library_of(dict(copies)), "hybrid_query", q="retries")
    assert none.is_error
    assert words in text_of(none)


def test_each_project_is_replaced_by_itself(artifacts: dict[str, Path], tmp_path: Path) -> None:
    copies = {name: Path(shutil.copy2(path, tmp_path)) for name, path in artifacts.items()}
    library = library_of(dict(copies))
    library.prepare()
    assert ask(library, "read", project="web", path="src/backoff.py").structured_content
    os.replace(shutil.copy2(copies["api"], tmp_path / "other"), copies["web"])
    assert ask(library, "read", project="web", path="src/backoff.py").is_error
    assert ask(library, "read", project="web", path="docs/billing.md").structured_content
    assert ask(library, "hybrid_query", q="invoices").structured_content["search_mode"] == "hybrid"
    library.close()


# ---- what a path means ------------------------------------------------------------------------


def served(*arguments: str, tool: str = "outline", **asked: Any) -> Any:
    """What the real program answers that serves these."""
    wire = Wire(command_line(*(part for each in arguments for part in ("--artifact", each))))
    wire.shake_hands()
    answer = wire.tool(tool, **asked)
    wire.end()
    return answer


def test_repositories_files_and_folders_are_served_side_by_side(
    places: dict[str, Path], artifacts: dict[str, Path], tmp_path: Path
) -> None:
    folder = tmp_path / "docs"
    folder.mkdir()
    shutil.copy2(artifacts["api"], folder / "api-0123456789ab.sqlite")
    given = (f"web={places['web']}", str(artifacts["api"]), str(folder))
    lines = served(*given, tool="status")["structuredContent"]["projects"]
    assert list(lines) == ["web", "api", "docs"]
    assert "at HEAD" in lines["web"]
    assert "written" in lines["docs"]


def publish(folder: Path, artifact: Path, name: str, **more: Any) -> None:
    """What of a manifest a server reads, beside its artifact."""
    folder.mkdir(exist_ok=True)
    shutil.copy2(artifact, folder / name)
    told = {"schema": 1, "file": name, "sqlite_size": artifact.stat().st_size} | more
    (folder / "new").write_text(json.dumps(told))
    os.replace(folder / "new", folder / "manifest.json")


def test_a_folder_is_called_as_the_project_that_was_published_there(
    artifacts: dict[str, Path], tmp_path: Path
) -> None:
    told = {"one": {"project": "Harbor guide"}, "two": {"project": "fees"}, "three": {"project": "fees"},
            "four": {"project": ""}, "five": {"project": 7}, "six": {}}  # fmt: skip
    for name, more in told.items():
        publish(tmp_path / name, artifacts["api"], "a.sqlite", **more)
    given = (*(str(tmp_path / name) for name in told), f"own={tmp_path / 'one'}")
    lines = served(*given, tool="status")["structuredContent"]["projects"]
    assert list(lines) == ["Harbor-guide", "two", "three", "four", "five", "six", "own"]


def test_a_folder_of_published_artifacts_serves_the_last_one_and_its_successors(
    artifacts: dict[str, Path], tmp_path: Path
) -> None:
    folder = tmp_path / "published"
    publish(folder, artifacts["web"], "p-000000000001.sqlite")
    wire = Wire(command_line("--artifact", str(folder)))
    wire.shake_hands()
    assert "src/" in wire.tool("outline")["content"][0]["text"]
    publish(folder, artifacts["api"], "p-000000000002.sqlite")
    assert "src/" not in wire.tool("outline")["content"][0]["text"]
    publish(folder, artifacts["web"], "p-000000000003.sqlite.zst")
    footer = wire.tool("outline")["content"][0]["text"].splitlines()[-1]
    assert "a newer index is not served (compressed" in footer
    assert "graphrag-batch pull " in wire.tool("status")["structuredContent"]["problem"]
    shutil.copy2(artifacts["web"], folder / "p-000000000003.sqlite")
    assert "src/" in wire.tool("outline")["content"][0]["text"]
    assert wire.end() == (0, b"")


def test_a_repository_without_an_index_is_told_how_to_make_it(
    tmp_path: Path, places: dict[str, Path]
) -> None:
    GitRepo(tmp_path / "empty")
    lines = served(str(tmp_path / "empty"), str(places["api"]), tool="status")["structuredContent"][
        "projects"
    ]
    assert f"graphrag-batch index --repo {tmp_path / 'empty'}" in lines["empty"]
    assert "at HEAD" in lines["api"]


@pytest.mark.parametrize("compress", ["none", "zstd"])
def test_what_publish_writes_is_what_is_served(
    places: dict[str, Path], tmp_path: Path, compress: str
) -> None:
    out = tmp_path / "out"
    done = run("publish", "--repo", str(places["api"]), "--out", str(out), "--compress", compress)
    assert done.returncode == 0, done.stderr
    answer = call(Published(out), "outline", ready=False)
    if compress == "zstd":
        assert "compressed" in text_of(answer)
        assert f"zstd -d {out}" in text_of(answer)
    else:
        assert {entry["path"] for entry in answer.structured_content["entries"]} >= {BOTH}


ODD: dict[str, tuple[dict[str, Any], str]] = {
    "a file elsewhere": ({"file": "../api.sqlite"}, "no manifest of an artifact"),
    "a hidden file": ({"file": ".api.sqlite"}, "no manifest of an artifact"),
    "no file": ({"file": 7}, "no manifest of an artifact"),
    "not whole yet": ({"sqlite_size": 99_999_999}, "not whole: "),
    "not there": ({"file": "b.sqlite"}, "not there"),
}


@pytest.mark.parametrize("name", ODD)
def test_a_manifest_that_is_wrong_serves_nothing(
    artifacts: dict[str, Path], tmp_path: Path, name: str
) -> None:
    more, words = ODD[name]
    publish(tmp_path / "p", artifacts["api"], "a.sqlite", **more)
    answer = call(Published(tmp_path / "p"), "outline", ready=False)
    assert answer.is_error
    assert words in text_of(answer)
    assert "next: " in text_of(answer)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"[" * 100_000, b"\xff\xfe", b'{"file": "a.sqlite"}'])
def test_a_manifest_of_any_form_is_no_end(artifacts: dict[str, Path], tmp_path: Path, content: bytes) -> None:
    publish(tmp_path / "p", artifacts["api"], "a.sqlite")
    (tmp_path / "p" / "manifest.json").write_bytes(content)
    assert "no manifest of an artifact" in text_of(call(Published(tmp_path / "p"), "outline", ready=False))


@pytest.mark.skipif(os.name == "nt", reason="no such things")
def test_what_is_no_file_is_told_to_be_none_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "link").symlink_to("link")
    for path in (tmp_path / "pipe", tmp_path / "link", Path("/dev/zero")):
        told = text_of(call(Published(path), "outline", ready=False))
        assert f"{path}: not a file" in told
        assert "another --artifact" in told


def test_a_folder_that_does_not_tell_which_is_asked_back_about(
    artifacts: dict[str, Path], tmp_path: Path
) -> None:
    answer = call(Published(tmp_path), "outline", ready=False)
    assert "there is no artifact in this folder" in text_of(answer)
    assert "graphrag-batch publish" in text_of(answer)
    for name in ("a", "b"):
        shutil.copy2(artifacts["api"], tmp_path / f"{name}.sqlite")
    answer = call(Published(tmp_path), "outline", ready=False)
    assert "there are 2 artifacts here" in text_of(answer)
    assert "a.sqlite, b.sqlite" in text_of(answer)


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (["--artifact", "p.sqlite.zst"], 1, "compressed"),
        (["--artifact", "a.sqlite", "--artifact", "x/a.sqlite"], 2, "name them, --artifact NAME=PATH"),
        (["--artifact", "n=a.sqlite", "--artifact", "n=b.sqlite"], 2, "two artifacts would be called n"),
    ],
)
def test_a_mistake_in_what_to_serve_is_told_at_once(
    tmp_path: Path, arguments: list[str], code: int, words: str
) -> None:
    done = run("serve", *arguments, cwd=tmp_path)
    assert done.returncode == code
    assert words in done.stderr


def test_a_seal_beside_a_published_file_is_kept_to(artifacts: dict[str, Path], tmp_path: Path) -> None:
    publish(tmp_path / "p", artifacts["api"], "a.sqlite")
    seal.seal_path(tmp_path / "p" / "a.sqlite").write_text("0" * 32)
    answer = call(Published(tmp_path / "p"), "outline", ready=False)
    assert "changed since it was published" in text_of(answer)
