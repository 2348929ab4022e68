"""What redaction takes out of a repository's HEAD, and what it costs.

    python bench/redact.py REPOSITORY [--show]

Prints secrets by kind, and microseconds for 5 kB of Markdown and of everything (each file's best of five
runs, so that other work on the machine counts less). With --show also every place, with what stands there,
to judge.
"""

from __future__ import annotations

import argparse
import time
from collections import Counter
from pathlib import Path

from graphrag_batch.config import FormatsConfig
from graphrag_batch.formats import registry
from graphrag_batch.formats.families import family_of
from graphrag_batch.records import Decoded
from graphrag_batch.source.git import Repository
from graphrag_batch.source.select import sniff
from graphrag_batch.stages.redact import find_secrets, merged

RUNS = 5
FILES = (0o100644, 0o100755)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("repository", type=Path)
    parser.add_argument("--show", action="store_true")
    options = parser.parse_args()
    kinds: Counter[str] = Counter()
    seconds: Counter[str] = Counter()
    sizes: Counter[str] = Counter()
    with Repository.open(options.repository) as repository:
        for entry in repository.list_tree(repository.resolve("HEAD").tree):
            raw = repository.read(entry.blob) if entry.mode in FILES else b""
            format = registry.format_of(entry.path, raw[:8192])
            if not raw or len(raw) > 1_000_000 or sniff(raw[:8192]) or family_of(format).binary:
                continue
            decoded = registry.decode(format, raw, FormatsConfig())
            if not isinstance(decoded, Decoded):
                continue
            text = decoded.text.encode()
            spans, best = [], float("inf")
            for _ in range(RUNS):
                start = time.perf_counter()
                spans = merged(find_secrets(text, format))
                best = min(best, time.perf_counter() - start)
            for group in {"all", format.partition(":")[0]}:
                seconds[group] += best
                sizes[group] += len(text)
            for span in spans:
                kinds[span.kind] += 1
                if options.show:
                    line = text[: span.start].count(b"\n") + 1
                    around = text[max(0, span.start - 40) : span.end + 10][:160]
                    print(f"{span.kind:18} {entry.path}:{line}: {around!r}")
    for group in ("markdown", "all"):
        if sizes[group]:
            cost = seconds[group] / sizes[group] * 5000 * 1e6
            print(f"{group}: {sizes[group] / 1e6:.1f} MB, {cost:.0f} µs for 5 kB")
    print(", ".join(f"{kind} {count}" for kind, count in sorted(kinds.items())) or "nothing found")


if __name__ == "__main__":
    main()
