"""How good the ranking is: every labelled set in a folder, in one table.

    python bench/ranking.py SETS REPOSITORIES [--only NAME]… [--hops N]… [--without VIEW]…

SETS holds BEIR folders. One with a `meta.json` is about a commit (`base`) of a repository, which is
looked for among the git repositories under REPOSITORIES, and its ids are paths; one with a `corpus.jsonl`
is indexed by itself. Artifacts are kept in the git directories, so that the next run only asks.
Prints nDCG@10 and recall@10 for all views, and again without each VIEW named (`rank.SENTENCE` lists
them); `--hops` may be repeated to compare. Differences below .01 on one set say nothing.
"""

from __future__ import annotations

import argparse
import json
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from click.testing import CliRunner

from graphrag_batch.cli.evaluate import eval_command
from graphrag_batch.retrieve import rank


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("sets", type=Path)
    parser.add_argument("repositories", type=Path)
    parser.add_argument("--only", action="append", default=[])
    parser.add_argument("--hops", action="append", type=int, default=[])
    parser.add_argument("--without", action="append", default=[], choices=sorted(rank.SENTENCE))
    options = parser.parse_args()
    runs = [(hops, view) for hops in options.hops or [1] for view in ("", *options.without)]
    print("set".ljust(16), *(f"hops {hops}{f' -{view}' if view else ''}".rjust(18) for hops, view in runs))
    for folder in sorted(path for path in options.sets.iterdir() if (path / "queries.jsonl").exists()):
        if options.only and folder.name not in options.only:
            continue
        where = _where(folder, options.repositories)
        if where is not None:
            cells = [_figures(folder, where, hops, view) for hops, view in runs]
            print(folder.name.ljust(16), *(cell.rjust(18) for cell in cells), flush=True)


def _where(folder: Path, repositories: Path) -> list[str] | None:
    """Options that say what to search for the answers; None when it is not at hand."""
    if (folder / "corpus.jsonl").exists() and not (folder / "meta.json").exists():
        return []
    if not (folder / "meta.json").exists():
        return None
    base = json.loads((folder / "meta.json").read_text())["base"]
    for head in sorted(repositories.glob("**/HEAD")):
        command = ["git", f"--git-dir={head.parent}", "cat-file", "-e", f"{base}^{{commit}}"]
        if (head.parent / "objects").is_dir() and subprocess.run(
            command, check=False, capture_output=True
        ).returncode == 0:
            return ["--repo", str(head.parent), "--rev", base]
    return None


def _figures(folder: Path, where: list[str], hops: int, view: str) -> str:
    arguments = ["--beir", str(folder), *where, "--hops", str(hops), "--json"]
    with _without(view):
        result = CliRunner().invoke(eval_command, arguments, catch_exceptions=False)
    figures = json.loads(result.stdout)
    return f"{figures['ndcg@10']:.3f} / {figures['recall@10']:.3f}"


@contextmanager
def _without(view: str) -> Iterator[None]:
    """The weights with one view's set to nothing."""
    kept = dict(rank.SENTENCE), dict(rank.SYMBOL)
    if view:
        rank.SENTENCE[view] = rank.SYMBOL[view] = 0.0
    try:
        yield
    finally:
        rank.SENTENCE.update(kept[0])
        rank.SYMBOL.update(kept[1])


if __name__ == "__main__":
    main()
