"""No secret gets into anything that is written, by whatever way it could; and settings do what they say."""

from __future__ import annotations

import re
import zlib
from pathlib import Path

import apsw
import pytest

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.build.work import BuildReport
from tests.building import index, index_from_nothing
from tests.gitrepo import GitRepo
from tests.stages.secrets import cases

TOKEN = "gh" + "p_R7kLm2Xq9Zt4Wv8Nb3Hc6Ys1Pd5Fg0JaTuEo"
OTHER = "gh" + "p_W8kLm2Xq9Zt4Wv8Nb3Hc6Ys1Pd5Fg0JaTuEo"
NO_MODEL = "embed: {model: none}\n"


def _everything(repo: GitRepo) -> bytes:
    """All bytes below `.git/graphrag`, what is compressed there spelt out."""
    parts = []
    for file in sorted((repo.path / ".git" / "graphrag").rglob("*")):
        if file.is_file():
            parts.append(file.read_bytes())
    for value in _rows(repo.path / ".git" / "graphrag" / "memo.sqlite"):
        for at in range(min(len(value), 64)):
            try:
                parts.append(zlib.decompress(value[at:]))
            except zlib.error:
                continue
            break
    return b"\n".join(parts)


def _rows(path: Path) -> list[bytes]:
    con = apsw.Connection(str(path), flags=apsw.SQLITE_OPEN_READONLY)
    tables = [row[0] for row in con.execute("SELECT name FROM sqlite_schema WHERE type = 'table'").fetchall()]
    rows = (row for table in tables for row in con.execute(f'SELECT * FROM "{table}"').fetchall())
    values = [value for row in rows for value in row if isinstance(value, bytes)]
    con.close()
    return values


def _terms(artifact: Path) -> set[str]:
    """The words of all full-text tables."""
    con = apsw.Connection(
        f"{artifact.as_uri()}?immutable=1", flags=apsw.SQLITE_OPEN_READONLY | apsw.SQLITE_OPEN_URI
    )
    found: set[str] = set()
    for table in ("chunks_fts", "docs_fts", "entities_fts"):
        con.execute(f"CREATE VIRTUAL TABLE temp.v_{table} USING fts5vocab(main, {table}, row)")
        found.update(row[0] for row in con.execute(f"SELECT term FROM temp.v_{table}").fetchall())
    con.close()
    return found


def _redactions(report: BuildReport) -> dict[str, list[tuple[int, str, int]]]:
    with open_artifact(Path(report.artifact)) as artifact:
        rows = artifact.execute(
            "SELECT path, line, kind, count FROM redactions JOIN docs ON docs.id = doc ORDER BY 1, 2, 3"
        )
    found: dict[str, list[tuple[int, str, int]]] = {}
    for path, *rest in rows:
        found.setdefault(path, []).append(tuple(rest))
    return found


def _words_of(secret: str) -> str:
    """The longest run of letters and digits of a secret, as full-text search folds it; its stem, roughly."""
    return max(re.findall(r"[a-z0-9]+", secret.lower()), key=len)[:14]


def test_no_secret_is_in_anything_that_is_written(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", NO_MODEL)
    for case in cases("true"):
        repo.write(case.path, case.raw)
    repo.commit()
    report = index(repo)
    written, terms = _everything(repo), _terms(Path(report.artifact))
    assert b"[redacted: github-token]" in written  # it is the right place to look
    for case in cases("true"):
        for secret in case.secrets:
            for line in (line.strip() for line in secret.split("\n")):
                if len(line) >= 9:
                    assert line.encode() not in written, f"{case.path}: {line}"
                    assert line.encode("utf-16-le") not in written
            if len(_words_of(secret)) > 9:
                assert not [t for t in terms if t.startswith(_words_of(secret))], case.path
    found = _redactions(report)
    for case in cases("true"):
        assert sum(count for _, _, count in found[case.path]) == len(case.kinds), case.path


def test_what_only_looks_like_a_secret_can_be_found(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", NO_MODEL)
    for case in cases("false"):
        repo.write(case.path, case.raw)
    repo.commit()
    report = index(repo)
    assert not _redactions(report)
    assert b"[redacted" not in _everything(repo)


def test_secrets_in_other_places_are_not_written_either(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", f"{NO_MODEL}project: {TOKEN}\nselect: {{exclude: ['{TOKEN}.txt']}}\n")
    repo.write(
        f"{OTHER[4:]}.md",
        f"# Title {TOKEN}\n\n## Section {TOKEN}\n\n[link {TOKEN}](https://{TOKEN}@github.com/a)\n",
    )
    repo.write("code.py", f'def f(token="{TOKEN}"):\n    """Uses {TOKEN}."""\n')
    repo.write(f"{TOKEN}.txt", "left out\n")
    repo.write(".graphragignore", f"# {TOKEN}\nignored-{TOKEN}/\n[z-a]/{TOKEN}\n")
    repo.write(f"ignored-{TOKEN}/a.txt", "left out\n")
    repo.commit(f"Remove {TOKEN}")
    report = index(repo)
    paths = (f"{TOKEN}.txt", f"ignored-{TOKEN}/a.txt")
    written = _everything(repo)
    for path in paths:  # a path is what it is
        written = written.replace(path.encode(), b"")
    assert TOKEN.encode() not in written
    assert TOKEN not in " ".join(report.problems)


@pytest.mark.long
def test_settings_of_redaction_parse_again_only_what_holds_secrets(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({"a.md": f"# A\n\n{TOKEN}\n", "b.md": f"# B\n\n{OTHER}\n", "c.md": "# C\n\nNo secret.\n"})
    repo.write(".graphrag.yaml", NO_MODEL)
    repo.commit()
    assert index(repo).work["parsed"] == 3

    def after(redact: str) -> tuple[int, set[str]]:
        repo.write(".graphrag.yaml", f"{NO_MODEL}redact: {redact}\n")
        repo.commit()
        report = index(repo)
        fresh = index_from_nothing(repo, repo.path / ".git" / "fresh", vectors=False)
        assert report.digest == fresh.digest
        return report.work["parsed"], set(_redactions(report))

    assert after("{allow_paths: [a.md]}") == (1, {"b.md"})
    assert after(f"{{allow: [{OTHER}]}}") == (2, {"a.md"})
    assert after("{allow_paths: [a.md, b.md]}") == (1, set())
    assert after("{enabled: false}") == (0, set())
    assert after("{enabled: true}") == (0, {"a.md", "b.md"})


def test_a_pattern_that_is_none_is_reported(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", f"{NO_MODEL}redact: {{allow_paths: ['[z-a', 'keys/']}}\n")
    repo.write("keys/a.md", f"# A\n\n{TOKEN}\n")
    repo.commit()
    report = index(repo)
    assert [p for p in report.problems if p.startswith("redact.allow_paths:1:")]
    assert not _redactions(report)


RESTRICTED = "---\ntitle: Plan\nsecurity: Restricted\n---\n# Plan\n\nThe harbour will be sold to nobody.\n"


@pytest.mark.sample(1)
@pytest.mark.parametrize(
    "said", ["Restricted", "[internal, restricted]", "{class: restricted}", "'a, RESTRICTED '"]
)
def test_a_restricted_document_is_left_out_of_everything_where_asked(tmp_path: Path, said: str) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write(".graphrag.yaml", f"{NO_MODEL}select: {{restricted: exclude}}\n")
    repo.write_all(
        {
            "plan.md": RESTRICTED.replace("Restricted", said),
            "open.md": "# Open\n\nsecurity: restricted is only mentioned.\n",
        }
    )
    repo.commit()
    report = index(repo)
    with open_artifact(Path(report.artifact)) as artifact:
        assert artifact.execute("SELECT path, reason, detail FROM skipped ORDER BY path") == [
            (".graphrag.yaml", "configuration", ""),
            ("plan.md", "restricted", ""),
        ]
        assert [row[0] for row in artifact.execute("SELECT path FROM docs ORDER BY path")] == ["open.md"]
    assert b"sold to nobody" not in _everything(repo)
    repo.write("open.md", "# Open\n\nOther words.\n")
    repo.commit()
    again = index(repo)
    assert (again.mode, again.work["parsed"]) == ("incremental", 1)
    assert again.digest == index_from_nothing(repo, repo.path / ".git" / "fresh", vectors=False).digest


def test_a_change_of_mind_about_restricted_documents_reads_no_other_anew(
    tmp_path: Path,
) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({"plan.md": RESTRICTED, "open.md": "# Open\n\nWords.\n", ".graphrag.yaml": NO_MODEL})
    repo.commit()
    report = index(repo)
    with open_artifact(Path(report.artifact)) as artifact:
        assert artifact.execute("SELECT security FROM docs WHERE path = 'plan.md'") == [("Restricted",)]
    repo.write(".graphrag.yaml", f"{NO_MODEL}select: {{restricted: exclude}}\n")
    repo.commit()
    assert index(repo).work["parsed"] == 1  # the plan
