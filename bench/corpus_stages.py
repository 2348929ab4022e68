"""What the corpus stages cost: names, entities and relations of a whole corpus, made from stored documents.

    python bench/corpus_stages.py [--files N] [--keep FOLDER] [--profile]

Makes a repository of N files (bench/corpus.py; the default holds about 200,000 mentions), indexes it without
vectors, takes all that the corpus stages made out of a copy of the artifact, and has them make it again, in a
process of its own. Prints seconds of processor time of each part (a part within another is told apart, and
counts in both) and the most memory that process held. `--keep`: the index is kept there, and used again.
"""

from __future__ import annotations

import argparse
import cProfile
import pstats
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from typing import Any

from corpus import files

from graphrag_batch.artifact import fulltext
from graphrag_batch.artifact.store import Store
from graphrag_batch.artifact.write import ArtifactWriter
from graphrag_batch.build.collecting import rarely_collecting
from graphrag_batch.build.corpus import CorpusStage
from graphrag_batch.build.proof import _MADE
from graphrag_batch.build.run import build
from graphrag_batch.build.text.settling import Settling
from graphrag_batch.build.work import Work
from graphrag_batch.config import load_config
from graphrag_batch.source.git import Repository

FILES = 4_900
CONFIG = b"embed: {model: none}\n"
PARTS = (
    (CorpusStage, "_rename"), (CorpusStage, "_askers"), (CorpusStage, "_resolve"),
    (Settling, "contribution"), (CorpusStage, "_sum_evidence"), (CorpusStage, "_count"),
    (CorpusStage, "_count_elsewhere"), (CorpusStage, "_doubt"), (CorpusStage, "_write"),
    (ArtifactWriter, "change"),
)  # fmt: skip


def main() -> None:
    """The command."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--files", type=int, default=FILES)
    parser.add_argument("--keep", type=Path)
    parser.add_argument("--profile", action="store_true")
    parser.add_argument("--artifact", type=Path, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.artifact:
        measure(options.artifact, options.profile)
        return
    with tempfile.TemporaryDirectory(prefix="corpus-stages-") as room:
        home = options.keep or Path(room)
        kept = home / f"{options.files}.sqlite"
        if not kept.exists():
            home.mkdir(parents=True, exist_ok=True)
            shutil.copy(indexed(Path(room), options.files), kept)
        copy = Path(room) / "copy.sqlite"
        shutil.copy(kept, copy)
        again = [sys.executable, __file__, "--artifact", str(copy)]
        subprocess.run([*again, *(["--profile"] if options.profile else [])], check=True)


def indexed(room: Path, count: int) -> Path:
    """The artifact of so many files."""
    folder = room / "repository"
    folder.mkdir()
    for path, content in [(".graphrag.yaml", CONFIG), *files(count)]:
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_bytes(content)
    git = ("git", "-C", str(folder), "-c", "user.name=bench", "-c", "user.email=bench@localhost")
    for order in (("init", "-q"), ("add", "-A"), ("commit", "-q", "-m", "All")):
        subprocess.run([*git, *order], check=True)
    with Repository.open(folder) as repository:
        return Path(build(repository, Store(room, room)).artifact)


def measure(artifact: Path, profiled: bool) -> None:
    """Has the corpus stages make anew what this artifact holds, and prints what that costs."""
    writer = ArtifactWriter(artifact)
    config = load_config(writer.execute("SELECT value FROM meta WHERE key = 'config'")[0][0], "")
    skipped = [path for (path,) in writer.execute("SELECT path FROM skipped")]
    docs = [doc for (doc,) in writer.execute("SELECT id FROM docs")]
    mentions = writer.execute("SELECT count(*) FROM mentions")[0][0]
    for table in _MADE:
        writer.execute(f"DELETE FROM {table}")
    fulltext.clear(writer._con, "entities_fts")
    seconds: defaultdict[str, float] = defaultdict(float)
    for owner, name in PARTS:
        setattr(owner, name, timed(getattr(owner, name), seconds, f"{owner.__name__}.{name}"))
    stage = CorpusStage(writer, Work(), config.extract)
    profile = cProfile.Profile()
    before = time.process_time()
    if profiled:
        profile.enable()
    with rarely_collecting():
        stage.skip((), skipped)
        stage.update(docs)
    profile.disable()
    whole = time.process_time() - before
    made = writer.execute("SELECT count(*) FROM mentions")[0][0]
    assert made == mentions, (made, mentions)
    print(f"{len(docs)} documents, {mentions} mentions")
    for name, spent in [*seconds.items(), ("all", whole)]:
        print(f"{spent:8.2f} s  {name}")
    print(f"{resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024:8.0f} MiB at most")
    if profiled:
        pstats.Stats(profile).sort_stats("tottime").print_stats(45)


def timed(call: Callable[..., Any], seconds: dict[str, float], name: str) -> Callable[..., Any]:
    """The same call, its processor time counted."""

    def wrapped(*arguments: Any, **options: Any) -> Any:
        start = time.process_time()
        try:
            return call(*arguments, **options)
        finally:
            seconds[name] += time.process_time() - start

    return wrapped


if __name__ == "__main__":
    main()
