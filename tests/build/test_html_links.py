"""Links between HTML pages, and between pages and Markdown, are relations of the graph."""

from __future__ import annotations

from pathlib import Path

from graphrag_batch.artifact.read import open_artifact
from tests.building import index
from tests.gitrepo import GitRepo

NAV = '<nav><a href="d.html">D</a></nav>'
PAGES = {
    ".graphrag.yaml": "embed: {model: none}\n",
    "site/a.html": f"""<!doctype html><title>A</title><body>{NAV}<h1>A</h1><p>
        <a href="b.html#second">part</a> <a href="guide/">folder</a> <a href="guide/c#top">no ending</a>
        <a href="#here">here</a> <a href="https://example.org/x">out</a>
        <a href="absent.html">absent</a></p>""",
    "site/b.html": "<!doctype html><h1>B</h1><p>x<section id=second><h2>Other words</h2><p>y</section>",
    "site/d.html": "<!doctype html><h1>D</h1><p>only the navigation leads here</p>",
    "site/guide/index.html": "<!doctype html><h1>Guide</h1><p>z <a href='../b.html'>B</a></p>",
    "site/guide/c.html": "<!doctype html><a name=top></a><h1>C</h1><p>w</p>",
    "README.md": "# Readme\n\nSee [B](site/b.html#second).\n",
}


def test_links_between_pages_lead_to_documents_and_their_sections(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    for path, text in PAGES.items():
        repo.write(path, text)
    repo.commit("Pages")
    report = index(repo)
    with open_artifact(Path(report.artifact)) as artifact:
        found = artifact.execute(
            "SELECT s.name, r.rel, e.name FROM relations r JOIN entities s ON s.id = r.src "
            "JOIN entities e ON e.id = r.dst WHERE r.rel IN ('refers_to', 'cites')"
        )
    assert sorted(found) == [
        ("A", "cites", "https://example.org/x"),
        ("A", "refers_to", "C"),
        ("A", "refers_to", "Guide"),
        ("A", "refers_to", "Other words"),
        ("Guide", "refers_to", "B"),
        ("Readme", "refers_to", "Other words"),
    ]
