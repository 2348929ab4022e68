"""`graphrag-batch eval`: retrieval measured on labelled questions, and the graph on annotated pages."""

from __future__ import annotations

import json
import posixpath
import re
import tempfile
from collections.abc import Iterable, Iterator, Mapping
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any
from urllib.parse import quote

import click

from graphrag_batch.artifact.read import Artifact, open_artifact
from graphrag_batch.artifact.store import Store
from graphrag_batch.build.run import build
from graphrag_batch.cli.console import progress_bar
from graphrag_batch.cli.evaluate_graph import LAYOUT, graph_files, report_graph
from graphrag_batch.cli.options import (
    artifact_option,
    json_option,
    open_current,
    print_json,
    repo_option,
    store_of,
)
from graphrag_batch.cli.searching import searcher_for
from graphrag_batch.config import CONFIG_PATH, EmbedConfig, ExtractConfig
from graphrag_batch.errors import NotFound, RepositoryNotFound
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
from graphrag_batch.measure.golden import Golden, read_golden
from graphrag_batch.retrieve.values import Hit, Query
from graphrag_batch.source.git import Repository
from graphrag_batch.source.scratch import make_repository

# Chunks asked for, so that ten different documents are among them.
DEPTH = 50
# Queries and paths named one by one.
SHOWN = 20
_SUFFIX = ".md"
# Changes when `_files` lays a corpus out in another way.
CORPUS_LAYOUT = "2"
# Nothing of a labelled corpus is left out.
_EVERYTHING = f"""select:
  exclude: [/{CONFIG_PATH}]
  generated: true
  vendored: true
  max_bytes: 100000000
embed:
  model: {{model}}
extract:
  ner: {{ner}}
"""
_PATH = re.compile(r"[^/\0\n][^\0\n]*\.[A-Za-z][A-Za-z0-9]{0,9}")
# A chunk may hold several small sections: each of them counts as found.
_SECTIONS = """SELECT s.title FROM sections s JOIN docs d ON d.id = s.doc
    WHERE d.path = ? AND s.start_line <= ? AND s.end_line >= ?"""


@click.command("eval")
@click.option(
    "--beir",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder in the form of BEIR: queries.jsonl, qrels/, and a corpus.jsonl or none.",
)
@click.option(
    "--split", metavar="S", default="", help="The judgements to use: qrels/SPLIT.tsv in the BEIR folder."
)
@click.option(
    "--cases",
    type=click.Path(exists=True, dir_okay=False, path_type=Path),
    help='A file of lines {"query": …, "path": …, "section": …}.',
)
@click.option(
    "--graph",
    type=click.Path(exists=True, file_okay=False, path_type=Path),
    help="A folder of annotated pages.",
)
@repo_option
@click.option(
    "--model", metavar="M", default="", help="The embed.model for a corpus.jsonl (default: minilm)."
)
@click.option(
    "--ner", metavar="M", default="", help="The extract.ner for a corpus.jsonl or pages (default: none)."
)
@click.option(
    "--rev",
    metavar="REV",
    default="",
    help="Index this revision first, apart from the worktree's own artifact.",
)
@artifact_option
@click.option(
    "--hops",
    metavar="N",
    type=click.IntRange(0, 3),
    default=None,
    help="Steps in the graph (default: the setting retrieval.hops).",
)
@click.option(
    "--run",
    "run_file",
    type=click.Path(path_type=Path),
    help="Write the ranking to this file (query, id, score); with --graph, what does not agree.",
)
@json_option
def eval_command(
    beir: Path | None,
    split: str,
    cases: Path | None,
    graph: Path | None,
    repo: Path,
    model: str,
    ner: str,
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

    --graph takes a folder of pages annotated by people (fixtures/golden in the source tree) and tells
    how right the mentions, links and relations are that are read out of them.
    """
    if [beir, cases, graph].count(None) != 2:
        raise click.UsageError("give one of --beir DIR, --cases FILE and --graph DIR")
    if graph is not None:
        golden = read_golden(graph)
        with _opened_graph(golden, ner or ExtractConfig().ner, repo) as opened:
            report_graph(golden, opened, run_file, as_json)
        return
    labelled = read_beir(beir, split) if beir is not None else read_cases(cases or Path())
    if not labelled.queries:
        raise NotFound(
            "there is no question in it",
            where=str(beir or cases),
            next_step='write one {"query": …, "path": …} a line',
        )
    corpus = list(read_corpus(beir)) if beir is not None and not rev else []
    if (model or ner) and not corpus:
        raise click.UsageError(
            "--model and --ner are for a corpus.jsonl; a repository's are set in .graphrag.yaml"
        )
    config = _EVERYTHING.format(
        model=json.dumps(model or EmbedConfig().model), ner=json.dumps(ner or ExtractConfig().ner)
    )
    with _opened(corpus, config, repo, rev, artifact) as opened:
        if cases is not None:
            _warn_of_absent(opened, labelled)
        ids = {_path_of(doc.id): doc.id for doc in corpus}
        report = evaluate(labelled, _search(opened, labelled, ids, hops, None if corpus or rev else repo))
        mode = opened.meta["search_mode"]
    if run_file is not None:
        write_run(run_file, report.run)
    _print(report, mode, _missed(labelled, report), as_json)


@contextmanager
def _opened(
    corpus: list[CorpusDocument], config: str, repo: Path, rev: str, artifact: Path | None
) -> Iterator[Artifact]:
    """The artifact to ask: of the corpus with this configuration, of a revision, or the one that is there."""
    if not corpus and not rev:
        with open_current(repo, artifact) as opened:
            yield opened
        return
    with ExitStack() as stack:
        room, memo = _room(repo, needed=not corpus, stack=stack)
        if corpus:
            key = digest(
                CORPUS_LAYOUT, config, *(part for doc in corpus for part in (doc.id, doc.title, doc.text))
            )
            artifact_of = _of_files(room / f"{key[:16]}.git", _files(corpus, config), memo)
        else:
            artifact_of = _indexed(repo, Store(room / "revisions", room / "revisions", memo), rev)
        yield stack.enter_context(artifact_of)


@contextmanager
def _opened_graph(golden: Golden, ner: str, repo: Path) -> Iterator[Artifact]:
    """The artifact of a golden set's tree."""
    with ExitStack() as stack:
        room, memo = _room(repo, needed=False, stack=stack)
        files = list(graph_files(golden, ner))
        key = digest(LAYOUT, *(part for path, content in files for part in (path, content)))
        yield stack.enter_context(_of_files(room / f"{key[:16]}.git", files, memo))


def _of_files(folder: Path, files: Iterable[tuple[str, bytes]], memo: Path) -> Artifact:
    """The artifact of a scratch repository of these files, made unless it is there."""
    if not (folder / "refs" / "heads" / "main").exists():
        make_repository(folder, files)
    return _indexed(folder, Store(folder, folder, memo), "main")


def _room(repo: Path, *, needed: bool, stack: ExitStack) -> tuple[Path, Path]:
    """(where measured artifacts are kept, the memo). Outside of any repository a corpus can be measured
    all the same; what was made for it then goes."""
    try:
        with Repository.open(repo) as repository:
            return repository.common_dir / "graphrag" / "eval", store_of(repository).memo_path
    except RepositoryNotFound:
        if needed:
            raise
    click.echo("note: no repository here, so the corpus is embedded anew each time", err=True)
    room = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="graphrag-batch-")))
    return room, room / "memo.sqlite"


def _indexed(source: Path, store: Store, rev: str) -> Artifact:
    """The artifact of `rev`, in a store apart so that measuring never moves a worktree's pointer; what
    was parsed and embedded before counts."""
    with Repository.open(source) as repository, progress_bar() as progress:
        return open_artifact(Path(build(repository, store, rev=rev, progress=progress).artifact))


def _path_of(id_: str) -> str:
    """Where a document of a corpus lies: at its id, if that is a path with an ending, else beside."""
    if _PATH.fullmatch(id_) and posixpath.normpath(id_) == id_ and not id_.startswith("../"):
        return id_
    return f"{quote(id_, safe='')}{_SUFFIX}"


def _files(corpus: list[CorpusDocument], config: str) -> Iterator[tuple[str, bytes]]:
    yield CONFIG_PATH, config.encode()
    for doc in corpus:
        path = _path_of(doc.id)
        heading = " ".join(doc.title.split())
        # Pages of a site and source files say themselves what they are called.
        own = path == doc.id and (not path.endswith(_SUFFIX) or heading in doc.text.partition("\n")[0])
        text = f"# {heading}\n\n{doc.text}\n" if heading and not own else f"{doc.text}\n"
        yield path, text.encode("utf-8", "replace")


def _search(
    artifact: Artifact, labelled: LabelledSet, ids: Mapping[str, str], hops: int | None, repo: Path | None
) -> Search:
    """`ids` maps the paths of a corpus to its ids; empty where ids are paths."""
    searcher = searcher_for(artifact, repo)
    walk = searcher.config.hops if hops is None else hops
    wanted = {labelled.queries[key]: judged for key, judged in labelled.judgements.items()}

    def name(hit: Hit, judged: Mapping[str, int]) -> str:
        """The id a hit stands for: its document, or the wanted section of it that it holds."""
        if ids:
            return ids[hit.path]
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
