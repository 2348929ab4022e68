"""`graphrag-batch eval`: retrieval measured on labelled questions, in one command."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any
from urllib.parse import quote, unquote

import click

from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.build.run import build
from graphrag_batch.cli.console import progress_bar
from graphrag_batch.cli.options import (
    artifact_option,
    json_option,
    open_current,
    print_json,
    repo_option,
    store_of,
)
from graphrag_batch.cli.searching import searcher_for
from graphrag_batch.errors import NotFound
from graphrag_batch.fingerprint import digest
from graphrag_batch.measure.evaluate import (
    CUT,
    CorpusDocument,
    LabelledSet,
    Report,
    Search,
    case_id,
    evaluate,
    read_beir,
    read_cases,
    read_corpus,
    write_run,
)
from graphrag_batch.records import Hit, Query
from graphrag_batch.source.git import Repository
from graphrag_batch.source.scratch import make_repository

# Chunks asked for, so that ten different documents are among them.
DEPTH = 50
# Queries and paths named one by one.
SHOWN = 20
_SUFFIX = ".md"
# A chunk may hold several small sections: each of them counts as found.
_SECTIONS = """SELECT s.title FROM sections s JOIN docs d ON d.id = s.doc
    WHERE d.path = ? AND s.start_line <= ? AND s.end_line >= ?"""


@click.command("eval")
@click.option("--beir", type=click.Path(exists=True, file_okay=False, path_type=Path), help="A BEIR folder.")
@click.option("--split", default="", help="The judgements to use: qrels/SPLIT.tsv in the BEIR folder.")
@click.option(
    "--cases",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help="Lines of query, path, section.",
)
@repo_option
@click.option("--rev", default="", help="Index this revision first, apart from the worktree's own artifact.")
@artifact_option
@click.option(
    "--hops", type=click.IntRange(0, 3), default=None, help="Graph steps (default: retrieval.hops)."
)
@click.option(
    "--run", "run_file", type=click.Path(path_type=Path), help="Write the ranking (query, id, score)."
)
@json_option
def eval_command(
    beir: Path | None,
    split: str,
    cases: Path | None,
    repo: Path,
    rev: str,
    artifact: Path | None,
    hops: int | None,
    run_file: Path | None,
    as_json: bool,
) -> None:
    """Measure nDCG@10, recall and MRR on labelled questions.

    A BEIR folder with a corpus.jsonl is indexed by itself (kept in the git directory, so that the
    next run only asks); without one, ids are paths of the repository (see --rev). --cases takes a
    file of lines {"query": …, "path": …, "section": …}. Queries of which nothing wanted is among the
    first ten are named (20 at most).
    """
    if (beir is None) == (cases is None):
        raise click.UsageError("give either --beir DIR or --cases FILE")
    labelled = read_beir(beir, split) if beir is not None else read_cases(cases or Path())
    if not labelled.queries:
        raise NotFound(
            "there is no question in it",
            where=str(beir or cases),
            next_step='write one {"query": …, "path": …} a line',
        )
    corpus = list(read_corpus(beir)) if beir is not None else []
    with _opened(corpus, repo, rev, artifact) as opened:
        if cases is not None:
            _warn_of_absent(opened, labelled)
        report = evaluate(labelled, _search(opened, labelled, bool(corpus), hops))
        mode = opened.meta["search_mode"]
    if run_file is not None:
        write_run(run_file, report.run)
    _print(report, mode, _missed(labelled, report), as_json)


def _opened(
    corpus: list[CorpusDocument], repo: Path, rev: str, artifact: Path | None
) -> AbstractContextManager[Artifact]:
    if not corpus and not rev:
        return open_current(repo, artifact)
    with Repository.open(repo) as repository:
        room = repository.common_dir / "graphrag" / "eval"
        memo = store_of(repository).memo_path
        if not corpus:
            return _indexed(repository, Store(room / "revisions", room / "revisions", memo), rev)
    key = digest(*(part for doc in corpus for part in (doc.id, doc.title, doc.text)))[:16]
    folder = room / f"{key}.git"
    if not (folder / "refs" / "heads" / "main").exists():
        make_repository(folder, _files(corpus))
    with Repository.open(folder) as scratch:
        return _indexed(scratch, Store(folder, folder, memo), "main")


def _indexed(repository: Repository, store: Store, rev: str) -> Artifact:
    """The artifact of `rev`, in a store apart so that measuring never moves a worktree's pointer; what
    was parsed and embedded before counts."""
    with progress_bar() as progress:
        return open_artifact(Path(build(repository, store, rev=rev, progress=progress).artifact))


def _files(corpus: list[CorpusDocument]) -> Iterator[tuple[str, bytes]]:
    for doc in corpus:
        heading = " ".join(doc.title.split())
        text = f"# {heading}\n\n{doc.text}\n" if heading else f"{doc.text}\n"
        yield f"{quote(doc.id, safe='')}{_SUFFIX}", text.encode("utf-8", "replace")


def _search(artifact: Artifact, labelled: LabelledSet, own_corpus: bool, hops: int | None) -> Search:
    searcher = searcher_for(artifact)
    walk = searcher.config.hops if hops is None else hops
    wanted = {labelled.queries[key]: judged for key, judged in labelled.judgements.items()}

    def name(hit: Hit, judged: Mapping[str, int]) -> str:
        """The id a hit stands for: its document, or the wanted section of it that it holds."""
        if own_corpus:
            return unquote(hit.path.removesuffix(_SUFFIX))
        if hit.path in judged or not any("#" in key for key in judged):
            return hit.path
        titles = artifact.execute(_SECTIONS, (hit.path, hit.end_line, hit.start_line))
        held = (case_id(hit.path, title) for (title,) in titles)
        return next((key for key in held if key in judged), f"{hit.path}:{hit.start_line}")

    def search(text: str) -> list[tuple[str, float]]:
        answer = searcher.search(Query(text=text, k=DEPTH, hops=walk, budget=10**9))
        return [(name(hit, wanted[text]), hit.score) for hit in answer.hits]

    return search


def _warn_of_absent(artifact: Artifact, labelled: LabelledSet) -> None:
    """Names the answers that no search can give, for their file is not indexed."""
    paths = {path for (path,) in artifact.execute("SELECT path FROM docs")}
    wanted = sorted({key for judged in labelled.judgements.values() for key in judged})
    # Either side of the mark between path and section may hold a "#".
    absent = [key for key in wanted if not any(key[:n] in paths for n, c in enumerate(f"{key}#") if c == "#")]
    for key in absent[:SHOWN]:
        click.echo(f"warning: a case wants {key}, which is not in the index", err=True)
    if len(absent) > SHOWN:
        click.echo(f"warning: and {len(absent) - SHOWN} more that are not in the index", err=True)


def _missed(labelled: LabelledSet, report: Report) -> list[str]:
    """The queries of which nothing wanted is among the first ten."""
    missed = []
    for key, judged in labelled.judgements.items():
        wanted = {name for name, grade in judged.items() if grade > 0}
        found = {name for name, _ in report.run.get(key, [])[:CUT]}
        if wanted and not wanted & found:
            missed.append(labelled.queries.get(key, key))
    return missed


def _print(report: Report, mode: str, missed: list[str], as_json: bool) -> None:
    figures: dict[str, Any] = {**report.as_json(), "search_mode": mode}
    if as_json:
        print_json({**figures, "missed": missed[:SHOWN]})
        return
    for name, value in figures.items():
        click.echo(f"{name:<12} {value}")
    for query in missed[:SHOWN]:
        click.echo(f"missed: {query}", err=True)
    if len(missed) > SHOWN:
        click.echo(f"missed: and {len(missed) - SHOWN} more", err=True)
