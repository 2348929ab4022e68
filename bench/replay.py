"""Incremental equals full on a real history: every commit indexed from the last one, and compared.

    python bench/replay.py REPOSITORY [--rev REV] [--commits N] [--every K] [--back | --shuffle SEED]
                           [--vectors] [--fresh-memo] [--jobs N] [--store FOLDER] [--keep FOLDER]
                           [--scan] [--json]

Takes the last N first-parent commits of REV, oldest first, and indexes each from the artifact of the one
before. At every K-th commit, and at the last, it is also indexed from nothing: the digests must agree, each
table must hold the same rows, and `verify` must find each derived table in step with them. `--back` goes the
whole way back too; `--shuffle` jumps about instead. `--fresh-memo`: what is made from nothing shares no
remembered value either. `--scan` builds nothing and tells what the history holds.

REPOSITORY (bare or not) is never written to: a scratch repository in a temporary folder borrows its objects
and holds a copy of each commit, whose tree gets a `.graphrag.yaml` with `embed.model: none` where it has
none; with `--vectors` it gets nothing. On a difference: says which commit, table and rows, keeps both
artifacts, and exits with 1 (2: no replay). Seconds are those of a build within a running process.
"""

from __future__ import annotations

import argparse
import json
import random
import shutil
import stat
import statistics
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from graphrag_batch.artifact.pair import A, B, Pair, open_pair
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.run import build
from graphrag_batch.build.work import BuildReport
from graphrag_batch.config import CONFIG_PATH
from graphrag_batch.errors import GraphragError
from graphrag_batch.source.command import start_git
from graphrag_batch.source.git import Repository
from graphrag_batch.source.plan import Change, Reason, plan_from_changes

NO_VECTORS = b"embed: {model: none}\n"
ROWS_SHOWN = 5
# Of `meta`, what tells how an artifact came about and not what it holds.
OF_THE_BUILD = ("build_mode", "build_reason", "parent_tree")
KINDS = {0o100000: "file", 0o120000: "symlink", 0o160000: "submodule"}
EVENTS = ("files", "renames", "most renames", "by case", "mode only", "empty", "merges", "octopus", "roots")


class Original(NamedTuple):
    """A commit of the repository; `seconds` is its committer time."""

    commit: str
    tree: str
    parents: tuple[str, ...]
    seconds: str


class Step(NamedTuple):
    """A commit to visit: the original's id, and that of its copy in the scratch repository."""

    original: str
    copy: str


class Difference(Exception):
    """What incremental and full disagree about: the commit, lines by table, where both artifacts are."""


@dataclass(slots=True)
class Outcome:
    """How long each build took, by mode (`from nothing`: those to compare with), and why some were full."""

    seconds: dict[str, list[float]] = field(default_factory=dict)
    compared: int = 0
    reasons: Counter[str] = field(default_factory=Counter)

    def add(self, mode: str, seconds: float) -> None:
        """One more build."""
        self.seconds.setdefault(mode, []).append(seconds)


def main() -> None:
    """The command."""
    options = _options()
    with Repository.open(options.repository) as repository:
        originals = first_parents(repository, options.rev, options.commits)
        result: dict[str, Any] = {
            "repository": str(options.repository),
            "from": originals[0].commit,
            "to": originals[-1].commit,
            "commits": len(originals),
            "history": history(repository, originals),
        }
        if not options.scan:
            result |= run(repository, originals, options)
    print(json.dumps(result) if options.json else _table(result))
    sys.exit(1 if "difference" in result else 0)


def run(repository: Repository, originals: Sequence[Original], options: argparse.Namespace) -> dict[str, Any]:
    """Replays these commits; figures, and under `difference` what was found."""
    with (
        tempfile.TemporaryDirectory(prefix="replay-") as room,
        scratch(repository, originals, options.vectors) as (copy, steps),
    ):
        home = options.store or Path(room) / "store"
        walker = Replay(copy, Store(home, home), Path(room) / "fresh", options)
        try:
            walker.walk(visits(steps, options))
        except Difference as found:
            difference = dict(zip(("commit", "tables", "kept"), found.args, strict=True))
            return _figures(walker.outcome) | {"difference": difference}
        return _figures(walker.outcome)


def _options() -> argparse.Namespace:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("repository", type=Path)
    parser.add_argument("--rev", default="HEAD")
    parser.add_argument("--commits", type=int, default=300)
    parser.add_argument("--every", type=int, default=10)
    order = parser.add_mutually_exclusive_group()
    order.add_argument("--back", action="store_true")
    order.add_argument("--shuffle", type=int, metavar="SEED")
    parser.add_argument("--vectors", action="store_true")
    parser.add_argument("--fresh-memo", action="store_true")
    parser.add_argument("--jobs", type=int, default=0)
    parser.add_argument("--store", type=Path)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--scan", action="store_true")
    parser.add_argument("--json", action="store_true")
    return parser.parse_args()


# ---- the history ------------------------------------------------------------------------------


def first_parents(repository: Repository, rev: str, number: int) -> list[Original]:
    """The last commits on the first-parent line of `rev`, oldest first."""
    head = repository.resolve(rev).commit
    if head is None:
        raise GraphragError(f"{rev} is a tree: it has no history", next_step="name a commit")
    order = ("log", "--first-parent", f"--max-count={max(number, 1)}", "--format=%H %T %ct %P", head, "--")
    lines = (line.split(" ") for line in _git(repository.git_dir, *order).decode().splitlines())
    found = [Original(commit, tree, tuple(filter(None, parents)), ct) for commit, tree, ct, *parents in lines]
    return found[::-1]


def history(repository: Repository, originals: Sequence[Original]) -> dict[str, Any]:
    """What these commits changed, each against its first parent, in counts."""
    held = Counter(dict.fromkeys(EVENTS, 0))
    swaps: Counter[str] = Counter()
    for before, original in zip([None, *originals], originals, strict=False):
        held["merges"] += len(original.parents) > 1
        held["octopus"] += len(original.parents) > 2
        if before is None:
            continue
        changes = repository.diff_trees(before.tree, original.tree)
        held["empty"] += not changes
        _count(changes, held, swaps)
    roots = ("rev-list", "--max-parents=0", originals[-1].commit, *(f"^{p}" for p in originals[0].parents))
    held["roots"] = len(_git(repository.git_dir, *roots, "--").splitlines())
    return {**held, "kind swaps": dict(sorted(swaps.items()))}


def _count(changes: Sequence[Change], held: Counter[str], swaps: Counter[str]) -> None:
    plan = plan_from_changes(len(changes), changes)
    held["files"] += len(changes) - len(plan.renamed)
    held["renames"] += len(plan.renamed)
    held["most renames"] = max(held["most renames"], len(plan.renamed))
    old = {change.path: change.old.mode for change in changes if change.old}
    new = {change.path: change.new.mode for change in changes if change.new}
    folded = {path.casefold() for path in old.keys() - new.keys()}
    held["by case"] += sum(path.casefold() in folded for path in new.keys() - old.keys())
    for change in changes:
        if change.old and change.new and change.old.mode != change.new.mode:
            one, other = (KINDS.get(stat.S_IFMT(side.mode), "file") for side in (change.old, change.new))
            if one != other:
                swaps[f"{one}>{other}"] += 1
            elif change.old.blob == change.new.blob:
                held["mode only"] += 1
    for gone, come, name in ((old, new, "{}>folder"), (new, old, "folder>{}")):
        folders = {path[:n] for path in come for n, letter in enumerate(path) if letter == "/"}
        for path in gone.keys() & folders:
            swaps[name.format(KINDS.get(stat.S_IFMT(gone[path]), "file"))] += 1


# ---- the scratch repository -------------------------------------------------------------------


@contextmanager
def scratch(
    repository: Repository, originals: Sequence[Original], vectors: bool
) -> Iterator[tuple[Repository, list[Step]]]:
    """A repository of its own that borrows the objects, and in it a copy of each commit."""
    with tempfile.TemporaryDirectory(prefix="replay-") as room:
        folder = Path(room) / "scratch.git"
        hash_name = "sha1" if len(originals[0].commit) == 40 else "sha256"
        _git(Path(room), "init", "-q", "--bare", f"--object-format={hash_name}", str(folder))
        objects = (repository.common_dir / "objects").resolve()
        (folder / "objects" / "info" / "alternates").write_text(f"{objects}\n")
        if repository.shallow:
            shutil.copy(repository.common_dir / "shallow", folder / "shallow")
        marks = Path(room) / "marks"
        stream = b"".join(_commands(repository, originals, vectors))
        _git(folder, "fast-import", "--quiet", f"--export-marks={marks}", stdin=stream)
        copies = dict(line.split() for line in marks.read_text().splitlines())
        steps = [Step(original.commit, copies[f":{n}"]) for n, original in enumerate(originals, start=1)]
        with Repository.open(folder) as copy:
            yield copy, steps


def _commands(repository: Repository, originals: Sequence[Original], vectors: bool) -> Iterator[bytes]:
    """What tells `git fast-import` to copy the commits: same trees, times and parents, but for the line
    they form and the configuration."""
    for n, original in enumerate(originals, start=1):
        first = f":{n - 1}" if n > 1 else next(iter(original.parents), "")
        yield f"commit refs/heads/replay\nmark :{n}\n".encode()
        yield f"committer replay <none@localhost> {original.seconds} +0000\ndata 0\n".encode()
        yield b"".join(
            f"{word} {parent}\n".encode()
            for word, parent in (("from", first), *(("merge", p) for p in original.parents[1:]))
            if parent
        )
        yield f"M 040000 {original.tree} \n".encode()
        if not vectors and repository.read_at(original.tree, CONFIG_PATH) is None:
            yield b"M 100644 inline %s\ndata %d\n%s\n" % (CONFIG_PATH.encode(), len(NO_VECTORS), NO_VECTORS)


def _git(folder: Path, *arguments: str, stdin: bytes = b"") -> bytes:
    process = start_git(folder, *arguments, stdin=bool(stdin))
    out, complaint = process.communicate(stdin or None)
    if process.returncode:
        raise GraphragError(f"git {arguments[0]} failed: {complaint.decode('utf-8', 'replace').strip()}")
    return bytes(out)


# ---- the replay -------------------------------------------------------------------------------


def visits(steps: Sequence[Step], options: argparse.Namespace) -> list[Step]:
    """The commits in the order in which to index them."""
    order = list(steps)
    if options.shuffle is not None:
        random.Random(options.shuffle).shuffle(order)
    return order + order[-2::-1] if options.back else order


@dataclass(slots=True)
class Replay:
    """One walk through a scratch repository; artifacts made from nothing go to `room`."""

    repository: Repository
    store: Store
    room: Path
    options: argparse.Namespace
    outcome: Outcome = field(default_factory=Outcome)

    def walk(self, order: Sequence[Step]) -> None:
        """Indexes each commit in turn. Raises Difference at the first check that fails."""
        begun = time.monotonic()
        for n, step in enumerate(order, start=1):
            report, seconds = self._build(self.store, step)
            self.outcome.add(report.mode, seconds)
            self.outcome.reasons[report.reason] += report.mode == "full"
            if report.reason == Reason.ARTIFACT_UNUSABLE.text:
                raise Difference(step.original, {"build": [report.reason]}, "")
            if n % max(self.options.every, 1) == 0 or n == len(order):
                self._check(step, report)
            _progress(n, len(order), self.outcome.compared, time.monotonic() - begun)

    def _build(self, store: Store, step: Step, full: bool = False) -> tuple[BuildReport, float]:
        begun = time.perf_counter()
        try:
            report = build(self.repository, store, rev=step.copy, full=full, jobs=self.options.jobs)
        except GraphragError as error:
            raise Difference(step.original, {"build": [str(error)]}, "") from error
        return report, time.perf_counter() - begun

    def _check(self, step: Step, report: BuildReport) -> None:
        """Compares an artifact with one made from nothing; keeps both when they differ."""
        memo = None if self.options.fresh_memo else self.store.memo_path
        fresh, seconds = self._build(Store(self.room, self.room, memo), step, full=True)
        self.outcome.add("from nothing", seconds)
        self.outcome.compared += 1
        found = differences(Path(report.artifact), Path(fresh.artifact))
        if report.digest != fresh.digest:
            found["content digest"] = [f"- {report.digest}", f"+ {fresh.digest}"]
        if problems := verify(Path(report.artifact)).problems:
            found["verify"] = [*problems[:ROWS_SHOWN]]
        if found:
            kept = self.options.keep or Path(tempfile.mkdtemp(prefix="replay-difference-"))
            kept.mkdir(parents=True, exist_ok=True)
            shutil.copy(report.artifact, kept / "incremental.sqlite")
            shutil.copy(fresh.artifact, kept / "from-nothing.sqlite")
            raise Difference(step.original, found, str(kept))
        shutil.rmtree(self.room)


def differences(one: Path, other: Path) -> dict[str, list[str]]:
    """Table → the first rows that only one of two artifacts holds ("-": `one`, "+": `other`).

    Every ordinary table counts, in the digest or not; of `meta`, all that is not about the build itself.
    """
    with open_pair(one, other) as pair:
        tables = {schema: set(_tables(pair, schema)) for schema in (A, B)}
        found = {table: ["only one of them has this table"] for table in tables[A] ^ tables[B]}
        for table in sorted(tables[A] & tables[B]):
            if rows := [*_rows(pair, table, A, B, "-"), *_rows(pair, table, B, A, "+")]:
                found[table] = rows
        return found


def _tables(pair: Pair, schema: str) -> Iterator[str]:
    """The tables that hold rows of their own: not virtual ones, nor those that back them."""
    made = list(pair.rows(f"SELECT name, sql FROM {schema}.sqlite_schema WHERE type = 'table'"))
    virtual = [name for name, sql in made if sql.startswith("CREATE VIRTUAL")]
    for name, _ in made:
        if not any(name == other or name.startswith(f"{other}_") for other in virtual):
            yield name


def _rows(pair: Pair, table: str, one: str, other: str, sign: str) -> list[str]:
    only = f"SELECT * FROM {one}.{table} EXCEPT SELECT * FROM {other}.{table}"
    if table == "meta":
        only = f"SELECT * FROM ({only}) WHERE key NOT IN ({', '.join(map(repr, OF_THE_BUILD))})"
    ((number,),) = pair.rows(f"SELECT count(*) FROM ({only})")
    rows = [f"{sign} {_shown(row)}" for row in pair.rows(f"{only} LIMIT {ROWS_SHOWN}")]
    return [*rows, f"{sign} … {number} rows in all"] if number > ROWS_SHOWN else rows


def _shown(row: tuple[Any, ...]) -> str:
    return " | ".join(f"{value!r}" if len(f"{value!r}") < 80 else f"{value!r}"[:79] + "…" for value in row)


# ---- what is printed --------------------------------------------------------------------------


def _progress(n: int, total: int, compared: int, seconds: float) -> None:
    if sys.stderr.isatty() or n % 25 == 0 or n == total:
        end = "\r" if sys.stderr.isatty() and n < total else "\n"
        print(f"{n}/{total} commits, {compared} compared, {seconds:.0f} s", end=end, file=sys.stderr)


def _figures(outcome: Outcome) -> dict[str, Any]:
    return {
        "builds": {mode: len(outcome.seconds.get(mode, ())) for mode in ("incremental", "full", "reused")},
        "why full": dict(+outcome.reasons),
        "compared": outcome.compared,
        "seconds": {mode: _spread(values) for mode, values in sorted(outcome.seconds.items())},
    }


def _spread(seconds: Iterable[float]) -> dict[str, float]:
    values = sorted(seconds)
    high = values[min(len(values) - 1, round(0.95 * len(values)))]
    figures = {"median": statistics.median(values), "p95": high, "max": values[-1]}
    return {name: round(value, 3) for name, value in figures.items()}


def _table(result: dict[str, Any]) -> str:
    held = dict(result["history"])
    swaps = held.pop("kind swaps")
    lines = [
        f"replayed  {result['repository']}, {result['commits']} commits",
        f"          {result['from']} to {result['to']}",
        "history   " + ", ".join(f"{name} {number}" for name, number in held.items()),
        "swaps     " + (", ".join(f"{name} {number}" for name, number in swaps.items()) or "none"),
    ]
    if "builds" in result:
        builds = ", ".join(f"{number} {mode}" for mode, number in result["builds"].items())
        lines += [f"builds    {builds}"]
        lines += [f"full      {number}: {reason}" for reason, number in result["why full"].items()]
        lines += [
            f"seconds   {name}: " + ", ".join(f"{part} {value:.3f}" for part, value in spread.items())
            for name, spread in result["seconds"].items()
        ]
        lines.append(f"compared  {result['compared']} with a build from nothing")
    if found := result.get("difference"):
        lines.append(f"DIFFERS   at {found['commit']} ({found['kept'] or 'no build'})")
        lines += [f"  {table}: {row}" for table, rows in found["tables"].items() for row in rows]
    return "\n".join(lines)


if __name__ == "__main__":
    try:
        main()
    except GraphragError as error:
        print(error, file=sys.stderr)
        sys.exit(2)
