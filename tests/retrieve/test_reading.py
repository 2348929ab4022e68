"""Text and outlines out of the artifact, compared with the files that were indexed."""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.config import EmbedConfig
from graphrag_batch.embedders import tokenizer_for
from graphrag_batch.errors import NotFound
from graphrag_batch.retrieve.outlines import outline
from graphrag_batch.retrieve.reading import (
    Page,
    estimate_tokens,
    read_chunk,
    read_lines,
    read_section,
)
from tests.building import fixture_repo, index
from tests.examples import examples
from tests.gitrepo import GitRepo

NO_VECTORS = "embed:\n  model: none\n"
ODD = {
    "odd/tabs.go": "package odd\n\nfunc A() {\n\tif true {\n\t\tB()\n\t}\n}\n\nfunc B() {\n\tA()\n}\n",
    "odd/windows.md": "# One\r\n\r\nA line.\r\n\r\n## Two\r\n\r\n- a\r\n  - b\r\n",
    "odd/unended.txt": "no line end",
    "odd/blanks.md": "\n\n\n# Late\n\n\n\ntext\n\n\n\n",
    "odd/separators.md": "# Odd\n\none\u2028still one\x0bstill one\x85still one\n\ntwo\n",
    "odd/cjk.md": "# 安装\n\n港口工人。\n\n日本語のテキスト。\n",
    "odd/bom.md": "\ufeff# Marked\n\nText.\n",
    "odd/line.md": "# Wide\n\n" + "word " * 4000 + "\n\nend\n",
    "odd/code.py": (
        "class A:\n\n    def f(self):\n        return 1\n\n"
        "    @property\n    def g(self):\n        return 2\n"
    ),
}


@pytest.fixture(scope="module")
def files(tmp_path_factory: pytest.TempPathFactory) -> Path:
    repo = fixture_repo(tmp_path_factory.mktemp("reading") / "repo")
    repo.write_all(ODD)
    repo.write(".graphrag.yaml", NO_VECTORS)
    repo.commit()
    index(repo)
    return repo.path


@pytest.fixture(scope="module")
def artifact(files: Path) -> Iterator[Artifact]:
    (path,) = (files / ".git/graphrag/artifacts").glob("*.sqlite")
    with open_artifact(path) as opened:
        yield opened


def as_lines(text: str) -> list[str]:
    """Lines without blanks at their ends, which an artifact does not keep."""
    return [line.rstrip() for line in text.removeprefix("\ufeff").replace("\r\n", "\n").split("\n")]


def all_pages(read: Any, **arguments: Any) -> list[Page]:
    pages = [read(**arguments)]
    while pages[-1].cursor:
        pages.append(read(**arguments, cursor=pages[-1].cursor))
    return pages


def paths_in(artifact: Artifact) -> list[str]:
    return [path for (path,) in artifact.execute("SELECT path FROM docs ORDER BY path")]


# ---- reading ----------------------------------------------------------------------------------


def test_every_file_reads_back_line_for_line(artifact: Artifact, files: Path) -> None:
    paths = paths_in(artifact)
    assert set(ODD) <= set(paths)
    for path in paths:
        page = read_lines(artifact, path, budget=10**9)
        original = as_lines((files / path).read_bytes().decode())
        if original[-1] == "" and len(original) > 1:
            original.pop()
        assert as_lines(page.text) == original, path
        assert (page.start_line, page.end_line, page.lines) == (1, len(original), len(original))
        assert not page.truncated


@settings(max_examples=examples(60), suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(data=st.data())
def test_pages_of_any_size_join_to_the_whole(artifact: Artifact, data: st.DataObject) -> None:
    path = data.draw(st.sampled_from(paths_in(artifact)))
    whole = read_lines(artifact, path, budget=10**9)
    first = data.draw(st.integers(1, whole.lines))
    last = data.draw(st.integers(first, whole.lines))
    budget = data.draw(st.integers(60, 900))

    def read(**cursor: str) -> Page:
        return read_lines(artifact, path, first, last, budget=budget, **cursor)

    pages = all_pages(read)
    joined = pages[0].text
    for before, page in itertools.pairwise(pages):
        same_line = page.start_line == before.end_line
        joined += ("" if same_line else "\n") + page.text
        assert page.start_line in (before.end_line, before.end_line + 1)
    assert joined == "\n".join(whole.text.split("\n")[first - 1 : last])
    assert (pages[0].start_line, pages[-1].end_line) == (first, last)
    assert all(estimate_tokens(page.text) <= budget for page in pages)


def test_a_chunk_is_read_with_the_lines_it_names(artifact: Artifact) -> None:
    rows = artifact.execute("SELECT id, text, start_line, end_line FROM chunks")
    for chunk_id, text, first, last in rows:
        pages = all_pages(lambda **cursor: read_chunk(artifact, chunk_id, **cursor))  # noqa: B023
        joined = "\n".join(page.text for page in pages)
        assert (pages[0].start_line, pages[-1].end_line) == (first, last)
        assert len(pages) > 1 or text in joined


def test_the_neighbours_of_chunks_lead_through_the_whole_file(artifact: Artifact) -> None:
    path = "docs/guides/operations.md"
    (count,) = artifact.execute(
        "SELECT count(*), min(c.id) FROM chunks c JOIN docs d ON d.id = c.doc WHERE path = ?", (path,)
    )
    ((first,),) = artifact.execute(
        "SELECT c.id FROM chunks c JOIN docs d ON d.id = c.doc WHERE path = ? AND ordinal = 0", (path,)
    )
    page = read_chunk(artifact, first)
    assert page.previous == 0
    seen = [first]
    while page.next:
        assert read_chunk(artifact, page.next).previous == seen[-1]
        seen.append(page.next)
        page = read_chunk(artifact, page.next)
    assert len(seen) == len(set(seen)) == count[0]


def test_a_section_is_read_with_everything_under_it(artifact: Artifact) -> None:
    ((section, first, last),) = artifact.execute(
        """SELECT s.id, s.start_line, s.end_line FROM sections s JOIN docs d ON d.id = s.doc
           WHERE path = 'odd/code.py' AND s.title LIKE '%A'"""
    )
    page = read_section(artifact, section)
    assert (page.start_line, page.end_line) == (first, last) == (1, 8)
    assert page.text == ODD["odd/code.py"].rstrip("\n")


@pytest.mark.parametrize("path", ["docs/index.rst", "./docs/index.rst", "/docs/index.rst", "docs//index.rst"])
def test_a_path_may_be_written_as_people_write_it(artifact: Artifact, path: str) -> None:
    assert read_lines(artifact, path).path == "docs/index.rst"


def test_a_cursor_of_another_text_is_refused(artifact: Artifact) -> None:
    cursor = read_lines(artifact, "odd/line.md", budget=100).cursor
    with pytest.raises(NotFound, match="does not belong"):
        read_lines(artifact, "docs/index.rst", cursor=cursor)
    with pytest.raises(NotFound, match="does not belong"):
        read_lines(artifact, "odd/line.md", 1, 2, cursor=cursor.replace("3.", "9."))


@pytest.mark.parametrize(
    ("path", "near"),
    [
        ("docs/indx.rst", "docs/index.rst"),
        ("index.rst", "docs/index.rst"),
        ("INDEX.RST", "docs/index.rst"),
        ("elsewhere/worker.py", "harbor/worker.py"),
        ("harbor/workr.py", "harbor/worker.py"),
        ("docs/guide", "docs/guides"),
    ],
)
def test_a_path_that_is_not_there_names_the_nearest_first(artifact: Artifact, path: str, near: str) -> None:
    with pytest.raises(NotFound) as error:
        read_lines(artifact, path)
    assert error.value.next_step.split(", ")[0] == f"nearest: {near}"


def test_a_skipped_path_says_why_it_is_not_indexed(artifact: Artifact) -> None:
    ((path, reason),) = artifact.execute("SELECT path, reason FROM skipped ORDER BY reason LIMIT 1")
    with pytest.raises(NotFound, match="not indexed"):
        read_lines(artifact, path)
    assert reason in outline(artifact, "").skipped


# ---- outlines ---------------------------------------------------------------------------------


def test_a_deep_outline_names_every_file_once(artifact: Artifact) -> None:
    found = outline(artifact, "", 20, budget=10**9)
    assert [e.path for e in found.entries if e.kind == "file"] != []
    assert sorted(e.path for e in found.entries if e.kind == "file") == paths_in(artifact)
    assert found.total == len(found.entries)


@pytest.mark.parametrize("depth", [1, 2, 3])
def test_a_shallow_outline_counts_what_it_leaves_out(artifact: Artifact, depth: int) -> None:
    found = outline(artifact, "", depth, budget=10**9)
    shown = sum(e.kind == "file" for e in found.entries)
    assert shown + sum(e.below for e in found.entries) == len(paths_in(artifact))
    assert max(e.depth for e in found.entries) == depth - 1


def test_the_outline_of_a_file_gives_sections_that_can_be_read(artifact: Artifact) -> None:
    found = outline(artifact, "docs/guides/operations.md", 9, budget=10**9)
    assert found.kind == "file"
    for entry in found.entries:
        page = read_section(artifact, entry.section_id, budget=10**9)
        assert (page.start_line, page.end_line) == (entry.start_line, entry.end_line)
        assert entry.title in page.text.split("\n")[0]
    top = outline(artifact, "docs/guides/operations.md", 1, budget=10**9)
    assert len(top.entries) + sum(e.below for e in top.entries) == len(found.entries)


def test_an_outline_goes_on_at_its_cursor_to_the_end(artifact: Artifact) -> None:
    whole = outline(artifact, "", 9, budget=10**9).entries
    entries: list[Any] = []
    cursor = ""
    while not entries or cursor:
        part = outline(artifact, "", 9, budget=150, cursor=cursor)
        assert part.truncated == bool(part.cursor)
        entries += part.entries
        cursor = part.cursor
    assert tuple(entries) == whole


def test_a_folder_is_outlined_alone(artifact: Artifact) -> None:
    paths = [e.path for e in outline(artifact, "docs/guides/", 5, budget=10**9).entries]
    assert paths
    assert all(path.startswith("docs/guides/") for path in paths)


def test_what_is_neither_file_nor_folder_is_not_found(artifact: Artifact) -> None:
    with pytest.raises(NotFound):
        outline(artifact, "doc")


# ---- counting ---------------------------------------------------------------------------------


def test_the_estimate_of_tokens_is_seldom_less_than_the_models_own_count(artifact: Artifact) -> None:
    tokenizer = tokenizer_for(EmbedConfig())
    texts = [text for (text,) in artifact.execute("SELECT text FROM chunks")]
    counted = [(estimate_tokens(text), len(tokenizer.spans(text))) for text in texts]
    assert all(estimate >= 0.9 * real for estimate, real in counted)
    assert sum(e for e, _ in counted) < 1.5 * sum(r for _, r in counted)


@pytest.mark.long
def test_folders_may_nest_deeper_than_python_recurses(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    blob = repo.run("hash-object", "-w", "--stdin", stdin=b"# Deep\n\nText at the bottom.\n")
    path = "d/" * 1200 + "deep.md"
    repo.run("update-index", "--add", "--cacheinfo", f"100644,{blob},{path}")
    repo.write(".graphrag.yaml", "embed: {model: none}\n")
    repo.run("add", ".graphrag.yaml")
    repo.commit(add=False)
    with open_artifact(Path(index(repo).artifact)) as artifact:
        found = outline(artifact, "", 2)
        assert [(entry.title, entry.below) for entry in found.entries if entry.below] == [("d/", 1)]
        assert read_lines(artifact, path).text.startswith("# Deep")
