"""Prose made to break extraction: it costs what its size does, loses nothing, and its names are asked for as
any other name is."""

from __future__ import annotations

import json
import time
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path

import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.proof import corpus_problems, reading
from graphrag_batch.build.text.naming import Book
from graphrag_batch.build.text.sums import norm_of
from graphrag_batch.stages.names import BLOCK_LIMIT
from tests.building import index
from tests.cli.program import run
from tests.gitrepo import GitRepo
from tests.serve.conftest import call

CONFIG = "embed: {model: none}\nselect: {max_bytes: 50000000}\nextract: {gazetteer: {min_freq: 1}}\n"
SYLLABLES = ("ka", "lo", "mi", "re", "su", "to", "na", "vi", "do", "be")
# What is syntax to SQL, to FTS5, to GLOB, to a shell, or to nobody.
SYNTAX = [
    '"; DROP TABLE entities; --', "Robert'); DELETE FROM docs;--", "NEAR(Kestrel Gate)", "Kestrel OR NOT B",
    "name:Kestrel", "^Kestrel", "Kestrel*", '"Kestrel', "{text ident}:Kestrel", "Kestrel%_", "[K]estrel?",
    "$(Kestrel)", "-Kestrel", "Kes\u200btrel \U0001f6a2", "שער \u202eהנמל\u202c", "*", "\\",
]  # fmt: skip


def name(n: int) -> str:
    """A made-up name, another for each number."""
    return "".join(SYLLABLES[int(digit)] for digit in f"{n:05}").capitalize()


def built(folder: Path, files: dict[str, str]) -> Path:
    repo = GitRepo(folder / "repo")
    repo.write(".graphrag.yaml", CONFIG)
    repo.write_all(files)
    repo.commit()
    return Path(index(repo).artifact)


@pytest.fixture(scope="module")
def odd(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    folder = tmp_path_factory.mktemp("odd")
    pages = {
        f"page{n}.md": f"# {syntax}\n\nThe **{syntax}** uses Redis. Redis is a **{syntax}**.\n"
        for n, syntax in enumerate(SYNTAX)
    }
    return folder / "repo", built(folder, pages | {"kestrel.md": "# Kestrel Gate\n\nIt uses Redis.\n"})


@pytest.mark.sample(4)
@pytest.mark.parametrize("syntax", SYNTAX)
def test_a_name_that_is_syntax_is_a_name(odd: tuple[Path, Path], syntax: str) -> None:
    place, artifact = odd
    before = artifact.read_bytes()
    for args in (("entity", syntax), ("explain", syntax), ("query", syntax)):
        done = run(args[0], "--json", "--", *args[1:], cwd=place)
        assert done.returncode in (0, 1), done.stderr
        assert "Traceback" not in done.stderr
        assert "syntax error" not in done.stderr
        assert json.loads(done.stdout)
    found = call(artifact, "entity_lookup", ready=False, q=syntax)
    assert not found.is_error
    for tool, argument in (("explain_entity", "entity"), ("hybrid_query", "q")):
        said = call(artifact, tool, ready=False, **{argument: syntax})
        assert "syntax error" not in str(said.content)
    assert artifact.read_bytes() == before


def test_what_is_named_by_syntax_is_found_whole(odd: tuple[Path, Path]) -> None:
    assert verify(odd[1]).problems == () == corpus_problems(odd[1])
    with open_artifact(odd[1]) as artifact:
        titles = {title for (title,) in artifact.execute("SELECT title FROM docs")}
        named = {name for (name,) in artifact.execute("SELECT name FROM entities WHERE type = 'document'")}
    assert titles == named


def test_names_read_all_at_once_are_those_read_one_by_one(tmp_path: Path) -> None:
    # The capital İ is folded in two ways: a term's name may be that of none of its surfaces.
    text = "The **İstanbul Gate** (IG) and the **ΟΔΟΣ** are near **Straße Nine**; **İ** is not.\n"
    many = "".join(f"- the **Quay Registry {name(n)}**\n" for n in range(BLOCK_LIMIT + 2))
    with reading(built(tmp_path, {"a.md": f"# One\n\n{text}", "b.md": f"# Two\n\n{text}{many}"})) as rows:
        whole, single = (Book(rows, at_once) for at_once in (True, False))
        norms = {
            norm for table in ("names", "anchors") for (norm,) in rows.execute(f"SELECT norm FROM {table}")
        }
        norms |= {norm_of(term) for (term,) in rows.execute("SELECT term FROM gazetteer")}
        for norm in sorted(norms):
            assert whole.stat(norm) == single.stat(norm)
            assert whole.root_row(norm) == single.root_row(norm)
            assert sorted(whole.keys(norm)) == sorted(single.keys(norm))
            for key in single.keys(norm):
                assert list(whole.members(key)) == list(single.members(key))
            if row := single.root_row(norm):
                assert sorted(whole.cluster(row[2])) == sorted(single.cluster(row[2]))


def test_half_a_character_is_no_stumbling_block(tmp_path: Path) -> None:
    said = "# Kestrel \\ud83d Gate\\n\\nThe **Ferry \\udc00 Gate** uses Redis. The \\ud800 Gate (TG) is one."
    cell = f'{{"cell_type": "markdown", "metadata": {{}}, "source": "{said}"}}'
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", CONFIG)
    repo.write("a.ipynb", f'{{"cells": [{cell}], "metadata": {{}}, "nbformat": 4, "nbformat_minor": 5}}')
    repo.write("package.json", '{"dependencies": {"kestrel\\ud800": "^1\\udc00"}}')
    repo.write("odd.md", "# Odd\n\nThe **Kestrel Gate** uses Redis. ".encode("utf-16") + b"\x00\xd8A\x00")
    repo.write("CODEOWNERS", "* @port/harbour\n".encode("utf-16") + b"\x00\xd8")
    repo.commit()
    artifact = Path(index(repo).artifact)
    assert verify(artifact).problems == () == corpus_problems(artifact)
    with open_artifact(artifact) as opened:
        found = opened.execute("""SELECT d.path FROM mentions m JOIN docs d ON d.id = m.doc
            WHERE m.surface = 'Redis'""")
        assert {path for (path,) in found} == {"a.ipynb", "odd.md"}
        assert opened.execute("SELECT 1 FROM relations WHERE rel = 'owned_by'")


def proper_names(count: int) -> dict[str, str]:
    return {"a.md": f"# Names\n\n{', '.join(f'{name(n)} {name(n + 50_000)}' for n in range(count))}.\n"}


def one_line(count: int) -> dict[str, str]:
    said = (f"The {name(n)} Service depends on {name(n + 50_000)} and may use Redis." for n in range(count))
    return {"a.md": f"# Line\n\n{' '.join(said)}\n"}


def one_token(count: int) -> dict[str, str]:
    rows = "".join(f"| **Harbour {name(n)}** | It uses Harbour {name(n + 1)}. |\n" for n in range(count))
    return {"a.md": f"# Table\n\n| Name | Note |\n| --- | --- |\n{rows}"}


def one_name(count: int) -> dict[str, str]:
    return {"a.md": "# Often\n\n" + "The **Kestrel Gate** uses Redis. " * (5 * count) + "\n"}


def headings(count: int) -> dict[str, str]:
    return {"a.md": "".join(f"## Harbour {name(n)}\n\nIt uses Redis.\n\n" for n in range(count))}


def dependencies(count: int) -> dict[str, str]:
    return {"requirements.txt": "".join(f"{name(n).lower()}=={n}\n" for n in range(count))}


def owners(count: int) -> dict[str, str]:
    rules = "".join(f"/docs/{name(n)}/**/*.md @port/{name(n)}\n" for n in range(count))
    return {"CODEOWNERS": f"* @port/all\n{rules}"} | {f"docs/{n}.md": "# A\n\nText.\n" for n in range(20)}


def chain(count: int) -> dict[str, str]:
    said = (f"The {name(n)} Gate is also known as the {name(n + 1)} Gate." for n in range(count))
    return {"a.md": "# Chain\n\n" + "\n\n".join(said) + "\n"}


def one_acronym(count: int) -> dict[str, str]:
    said = (f"Keep Best {name(n)} Control (KBC) is one." for n in range(count))
    return {"a.md": "# Short\n\n" + "\n\n".join(said) + "\n"}


def invisible(count: int) -> dict[str, str]:
    said = "F\u200be\u200dr\ufeffry \U0001f6a2 Gate uses \u202eשער הנמל\u202c and R\u200bedis. "
    return {"a.md": f"# Signs\n\n{said * count}\n"}


def firms(count: int) -> dict[str, str]:
    return {
        "a.md": "# Firms\n\n" + "".join(f"Smith & {name(n)} & Sons Ltd is a firm.\n" for n in range(count))
    }


def links(count: int) -> dict[str, str]:
    said = (f"[{name(n)} Gate](https://x.example/{n}) uses [{name(n + 1)}]({n}.md)." for n in range(count))
    return {"a.md": f"# Links\n\n{' '.join(said)}\n"}


def clauses(count: int) -> dict[str, str]:
    return {"a.md": f"# Clauses\n\n{', which uses '.join(map(name, range(count)))}.\n"}


def fields(count: int) -> dict[str, str]:
    return {"a.md": "# Owners\n\n" + "".join(f"**Owner:** {name(n)} {name(n + 3)}  \n" for n in range(count))}


def terms(count: int) -> dict[str, str]:
    low = [name(n).lower() for n in range(count + 1)]
    said = (
        f"A {one} is a kind of {other} that runs. We keep every {one} at hand."
        for one, other in pairwise(low)
    )
    return {"a.md": "# Terms\n\n" + "\n\n".join(said) + "\n"}


# What is made, and what then is there at least as often (but for one).
CROWDS: dict[Callable[[int], dict[str, str]], str] = {
    proper_names: "SELECT count(DISTINCT entity) FROM mentions",
    one_line: "SELECT count(*) FROM mentions WHERE surface = 'Redis'",
    one_token: "SELECT count(*) FROM roots WHERE norm LIKE 'harbour %'",
    one_name: "SELECT count(*) FROM mentions WHERE surface = 'Kestrel Gate'",
    headings: "SELECT count(*) FROM entities WHERE type = 'section'",
    dependencies: "SELECT count(*) FROM relations WHERE rel = 'depends_on'",
    owners: "SELECT count(*) FROM roots WHERE norm LIKE '@port/%'",
    chain: "SELECT count(*) FROM mentions",
    one_acronym: "SELECT count(*) FROM mentions",
    invisible: "SELECT count(*) FROM mentions",
    firms: "SELECT count(*) FROM mentions",
    links: "SELECT count(*) FROM mentions",
    clauses: "SELECT count(*) FROM mentions",
    fields: "SELECT count(*) FROM mentions",
    terms: "SELECT count(*) FROM mentions",
}
crowds = pytest.mark.parametrize("crowd", CROWDS, ids=lambda crowd: crowd.__name__)


@pytest.mark.sample(2)
@crowds
def test_a_crowd_of_names_is_counted_whole(tmp_path: Path, crowd: Callable[[int], dict[str, str]]) -> None:
    artifact = built(tmp_path, crowd(60))
    with open_artifact(artifact) as opened:
        ((count,),) = opened.execute(CROWDS[crowd])
    assert count >= 59
    assert verify(artifact).problems == ()


@pytest.mark.slow
@pytest.mark.timeout(3600)
@crowds
def test_four_times_the_names_cost_no_sixteen_times(
    tmp_path: Path, crowd: Callable[[int], dict[str, str]]
) -> None:
    spent = []
    for count in (2_500, 10_000):
        begun = time.process_time()
        built(tmp_path / str(count), crowd(count))
        spent.append(time.process_time() - begun)
    assert spent[1] < 8 * spent[0]
