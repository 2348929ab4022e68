"""`graphrag-batch eval --graph`: the graph read out of annotated pages, measured."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import click

from graphrag_batch.artifact.read import Artifact
from graphrag_batch.cli.options import print_json
from graphrag_batch.config import CONFIG_PATH
from graphrag_batch.measure.golden import Golden
from graphrag_batch.measure.graph_found import found_in
from graphrag_batch.measure.graph_quality import MentionReport, Score, score_mentions
from graphrag_batch.measure.graph_relations import RelationReport, score_relations

# Changes when `graph_files` lays a set out in another way.
LAYOUT = "1"
_CONFIG = """select:
  exclude: [/{path}]
embed:
  model: none
extract:
  ner: {ner}
"""
_SHOWN = 10


def graph_files(golden: Golden, ner: str) -> Iterator[tuple[str, bytes]]:
    """The tree to index: the set's own, with a configuration unless it brings one."""
    if CONFIG_PATH not in golden.files:
        yield CONFIG_PATH, _CONFIG.format(path=CONFIG_PATH, ner=json.dumps(ner)).encode()
    yield from golden.files.items()


def report_graph(golden: Golden, artifact: Artifact, run_file: Path | None, as_json: bool) -> None:
    """Print how right the artifact's graph is; to `run_file` every verdict but those that agree."""
    found = found_in(artifact)
    mentions = score_mentions(golden, found.mentions)
    relations = score_relations(golden, found, mentions.owners)
    verdicts = list(_verdicts(golden, mentions, relations))
    if run_file is not None:
        run_file.write_text("".join("\t".join(row) + "\n" for row in verdicts), encoding="utf-8")
    if as_json:
        print_json(_figures(golden, mentions, relations))
    else:
        _print(golden, mentions, relations)
        _print_some(verdicts)


def _figures(golden: Golden, mentions: MentionReport, relations: RelationReport) -> dict[str, Any]:
    return {
        "pages": len(golden.pages),
        "mentions": {
            "exact": mentions.exact.as_json(),
            "typed": mentions.typed.as_json(),
            "overlap": mentions.overlap.as_json(),
            "by_type": {kind: score.as_json() for kind, score in mentions.by_type.items()},
        },
        "references": mentions.references.as_json(),
        "links": {
            "accuracy": round(mentions.accuracy, 4),
            "varied": round(mentions.varied, 4),
            "pairs": mentions.pairs.as_json(),
        },
        "relations": {
            "prose": relations.prose.as_json(),
            "files": relations.files.as_json(),
            "by_relation": {rel: score.as_json() for rel, score in relations.by_relation.items()},
            "by_confidence": [
                {
                    "confidence": level.confidence,
                    **level.prose.as_json(),
                    "strict_precision": round(level.strict.precision, 4),
                }
                for level in relations.by_confidence
            ],
            "left_open": len(relations.left_open),
            "unknown": relations.unknown,
        },
    }


def _print(golden: Golden, mentions: MentionReport, relations: RelationReport) -> None:
    click.echo(f"{len(golden.pages)} pages\n")
    click.echo(f"{'':<18}{'precision':>10}{'recall':>8}{'F1':>8}{'gold':>7}{'found':>7}")
    rows: list[tuple[str, Score | None]] = [
        ("mentions", mentions.exact),
        ("  with type", mentions.typed),
        ("  overlapping", mentions.overlap),
        *((f"  {kind}", score) for kind, score in mentions.by_type.items()),
        ("references", mentions.references),
        ("pairs linked", mentions.pairs),
        ("relations", relations.prose),
        *((f"  {rel}", score) for rel, score in relations.by_relation.items()),
        ("  of other files", relations.files),
    ]
    for name, score in rows:
        if score is not None:
            figures = f"{score.precision:>10.3f}{score.recall:>8.3f}{score.f1:>8.3f}"
            click.echo(f"{name:<18}{figures}{score.gold:>7}{score.found:>7}")
    click.echo(
        f"\nlinking accuracy {mentions.accuracy:.3f}; of names with several forms {mentions.varied:.3f}\n"
        f"relations found and not scored: {len(relations.left_open)} that the annotation leaves open,"
        f" {relations.unknown} with an end that it does not know"
    )
    _print_levels(relations)


def _print_levels(relations: RelationReport) -> None:
    """How right relations are from some confidence on."""
    click.echo(f"\n{'confidence':<18}{'precision':>10}{'recall':>8}{'strict':>8}{'':>7}{'found':>7}")
    for level in relations.by_confidence:
        figures = f"{level.prose.precision:>10.3f}{level.prose.recall:>8.3f}{level.strict.precision:>8.3f}"
        click.echo(f"  {f'>= {level.confidence:g}':<16}{figures}{'':>7}{level.prose.found:>7}")
    click.echo("strict: what is not scored taken for wrong")


def _verdicts(
    golden: Golden, mentions: MentionReport, relations: RelationReport
) -> Iterator[tuple[str, ...]]:
    """Rows (verdict, place, words, gold, found) of all that does not agree."""
    texts = {path: golden.files[path].decode("utf-8") for path in golden.pages}

    def place(path: str, start: int) -> str:
        return f"{path}:{texts[path].count(chr(10), 0, start) + 1}"

    def words(surface: str) -> str:
        return " ".join(surface.split())

    for gold in mentions.missing:
        yield "missing mention", place(gold.path, gold.start), words(gold.surface), gold.type, ""
    for found in mentions.wrong:
        yield "wrong mention", place(found.path, found.start), words(found.surface), "", found.type
    for gold, found in mentions.mistyped:
        yield "wrong type", place(gold.path, gold.start), words(gold.surface), gold.type, found.type
    for gold, found in mentions.mislinked:
        meant = mentions.owners[found.entity]
        told = meant if meant != gold.entity else "an entity of its own"
        yield "wrong link", place(gold.path, gold.start), words(gold.surface), gold.entity, told
    for kind, triples in (
        ("missing relation", relations.missing),
        ("wrong relation", relations.wrong),
        ("open relation", relations.left_open),
    ):
        yield from ((kind, "", *triple) for triple in triples)


def _print_some(verdicts: list[tuple[str, ...]]) -> None:
    """Some of each kind, on standard error."""
    for kind in dict.fromkeys(row[0] for row in verdicts):
        rows = [row for row in verdicts if row[0] == kind]
        for row in rows[:_SHOWN]:
            click.echo(f"{kind}: {'  '.join(part for part in row[1:] if part)}", err=True)
        if len(rows) > _SHOWN:
            click.echo(f"{kind}: and {len(rows) - _SHOWN} more (--run OUT.tsv lists them)", err=True)
