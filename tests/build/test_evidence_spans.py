"""Every piece of evidence can be shown: its span holds something to read, within the chunk that it names."""

from __future__ import annotations

import json
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path

from graphrag_batch.artifact.read import open_artifact
from tests.building import index
from tests.gitrepo import GitRepo

GOLDEN = Path(__file__).parents[2] / "fixtures" / "golden"
PLAIN = "embed: {model: none}\n"
_KEYS = {f"key{n}": {"a": "words " * 60, "b": [n, {"c": n}]} for n in range(60)}
_STEPS = "".join(
    f"    def step_{n}(self):\n        return 'words of step {n}, and more'\n\n" for n in range(90)
)
_PARTS = "".join(f"      <g id='part{n}'>\n   <text>w{n}</text></g>\n" for n in range(80))
HARD: Mapping[str, str] = {
    "empty.md": "#\n\n##\n\nWords without a heading.\n\n##   \n\n### Named\n\nMore.\n",
    "late.md": f"\n\n\n# Late\n\n\n\n\n## Later\n\n\n{'Words of one kind. ' * 300}\n\n\n\n## Last\n\nEnd.\n",
    "over.rst": "=====\nTitle\n=====\n\nWords.\n\nMore\n----\n\nWords.\n",
    "data.json": json.dumps(_KEYS, indent=8),
    "list.yaml": "".join(f"\n\nname{n}:\n        deep: {'words ' * 40}\n" for n in range(40)),
    "long.py": f"\n\n\nclass Long:\n    '''Many steps.'''\n\n{_STEPS}",
    "picture.svg": f"<svg>\n{_PARTS}</svg>\n",
}


def _beside(artifact: Path) -> Iterator[str]:
    """What is wrong with the places of evidence and of mentions, in words."""
    with open_artifact(artifact) as opened:
        chunks = {id_: row for id_, *row in opened.execute("SELECT id, start, text FROM chunks")}
        evidence = opened.execute("SELECT chunk, start, end, rel, pattern FROM evidence")
        mentions = opened.execute("SELECT chunk, start, end, 'mentions', surface FROM mentions")
        for chunk, start, end, rel, pattern in [*evidence, *mentions]:
            at, text = chunks[chunk]
            if not (at <= start < end <= at + len(text) and text[start - at : end - at].strip()):
                shown = text[max(0, start - at) : max(0, end - at)]
                yield f"{rel} ({pattern}): {start}-{end} shows {shown!r} of {at}-{at + len(text)}"


def test_evidence_in_the_golden_sets_has_words_within_its_chunk(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    for folder in GOLDEN.glob("seen*"):  # those of `unseen` are looked at by no test but as a whole
        shutil.copytree(folder, repo.path / folder.name)
    repo.write(".graphrag.yaml", PLAIN)
    repo.commit("Pages")
    assert list(_beside(Path(index(repo).artifact))) == []


def test_evidence_has_words_where_headings_have_none_and_chunks_have_gaps(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    for path, text in {".graphrag.yaml": PLAIN, **HARD}.items():
        repo.write(path, text)
    repo.commit("Hard pages")
    artifact = Path(index(repo).artifact)
    assert list(_beside(artifact)) == []
    with open_artifact(artifact) as opened:
        rows = opened.execute(
            """SELECT e.name, substr(c.text, v.start - c.start + 1, v.end - v.start) FROM evidence v
            JOIN chunks c ON c.id = v.chunk JOIN entities e ON e.id = v.src JOIN docs d ON d.id = v.doc
            WHERE v.pattern = 'structure' AND d.path IN ('late.md', 'over.rst')"""
        )
    assert sorted(rows) == [
        ("Last", "## Last"), ("Late", "# Late"), ("Later", "## Later"), ("More", "More"),
        ("Title", "=====\nTitle"),
    ]  # fmt: skip
