"""What the embedder costs on this machine, and against the package's own graph, in one run.

    python bench/embed.py [--chunks 60]

On a busy machine the figures per processor are the ones to compare.
Import + load and memory are those of this process from its start, so run it alone.
"""

from __future__ import annotations

import argparse
import resource
import statistics
import sys
import time
from collections.abc import Callable
from pathlib import Path

STARTED = time.perf_counter()

from graphrag_batch.config import EmbedConfig  # noqa: E402
from graphrag_batch.embedders import load, tokenizer_for  # noqa: E402

EMBEDDER = load(EmbedConfig())
LOADED, LOADED_CPU = time.perf_counter() - STARTED, time.process_time()

import numpy as np  # noqa: E402
import onnxruntime  # noqa: E402

from graphrag_batch.embedders.minilm import MAX_TOKENS  # noqa: E402
from graphrag_batch.embedders.runtime import saturates  # noqa: E402
from graphrag_batch.embedders.weights import MINILM, installed  # noqa: E402
from graphrag_batch.embedders.wordpiece import WordPieceTokenizer  # noqa: E402

QUERY = "how do I register a blueprint under a url prefix"


def chunks(count: int) -> list[str]:
    """Different texts of 300 tokens: words of this project's own files, from different places."""
    words = " ".join(path.read_text() for path in sorted(Path(__file__).parents[1].rglob("*.py"))).split()
    texts = []
    for i in range(count):
        start = i * 97 % max(1, len(words) - 300)
        text = " ".join(words[start : start + 300])
        texts.append(text[: WordPieceTokenizer().spans(text)[299][1]])
    return texts


def package_graph() -> Callable[[str], np.ndarray]:
    """The package's graph as it is: int8 weights, float32 products, all processors on one text."""
    options = onnxruntime.SessionOptions()
    options.log_severity_level = 3
    session = onnxruntime.InferenceSession(installed(MINILM), options, ["CPUExecutionProvider"])

    def embed(text: str) -> np.ndarray:
        ids = np.array([WordPieceTokenizer().ids(text, MAX_TOKENS)])
        feed = {"input_ids": ids, "attention_mask": np.ones_like(ids), "token_type_ids": np.zeros_like(ids)}
        mean = session.run(None, feed)[0][0].mean(axis=0)
        return mean / np.linalg.norm(mean)

    return embed


def seconds(run: Callable[[], object]) -> float:
    before = time.perf_counter()
    run()
    return time.perf_counter() - before


def peak_mb() -> float:
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / (
        1 << 20 if sys.platform == "darwin" else 1024
    )


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    parser.add_argument("--chunks", type=int, default=60)
    texts = chunks(parser.parse_args().chunks)
    print(f"import + load     {LOADED:.2f} s, {LOADED_CPU:.2f} s of processor with Python's start")
    print(f"u8·s8 saturates   {saturates()}")
    EMBEDDER.embed_documents(texts[:4])
    cpu = time.process_time()
    ours = seconds(lambda: EMBEDDER.embed_documents(texts))
    cpu = time.process_time() - cpu
    rate, each = len(texts) / ours, len(texts) / cpu
    print(f"chunks of 300     {rate:.1f} /s on {cpu / ours:.1f} processors, {each:.1f} /s each")
    cpu = time.process_time()
    queries = sorted(1000 * seconds(lambda: EMBEDDER.embed_query(QUERY)) for _ in range(200))
    cpu = time.process_time() - cpu
    median, p95 = statistics.median(queries), queries[189]
    print(f"single query      {median:.2f} ms, p95 {p95:.2f} ms, {5 * cpu:.2f} ms of processor")
    print(f"peak memory       {peak_mb():.0f} MB")
    tokenizer, text = tokenizer_for(EmbedConfig()), "\n".join(texts) * 8
    took = seconds(lambda: tokenizer.spans(text))
    print(f"token spans       {len(text) / took / 1e6:.1f} million characters/s")
    embed = package_graph()
    vectors = EMBEDDER.embed_documents(texts)
    cosines = [float(embed(text) @ vector) for text, vector in zip(texts, vectors, strict=True)]
    theirs = seconds(lambda: [embed(text) for text in texts])
    print(f"package's graph   {len(texts) / theirs:.1f} chunks/s: ours is {theirs / ours:.1f}× as fast")
    print(f"cosine to it      mean {statistics.mean(cosines):.4f}, lowest {min(cosines):.4f}")


if __name__ == "__main__":
    main()
