"""onnxruntime as the local models need it: silent, one thread to a session, weights from elsewhere.

One text is one call, without padding, so a vector depends on its text alone; processors are used by
running several calls at once, each on one thread, so it does not depend on their number either.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.errors import ModelMissing

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DATA = Path(__file__).parent / "data"
PROBE = DATA / "u8s8-probe.onnx"
MAX_THREADS = 16  # each needs some 10 MB while it runs


def open_session(graph: Path, arrays: dict[str, NDArray[Any]], *, exact: bool) -> Any:
    """The graph with its weights, which must live as long as the session. `exact` rewrites the weights as
    u8, for processors on which products with s8 saturate; elsewhere it only doubles the time."""
    ort = _runtime()
    options = _options(ort)
    options.add_session_config_entry("session.x64quantprecision", str(int(exact)))
    values = [ort.OrtValue.ortvalue_from_numpy(array) for array in arrays.values()]
    options.add_external_initializers(list(arrays), values)
    return ort.InferenceSession(graph.read_bytes(), options, providers=["CPUExecutionProvider"])


def saturates() -> bool:
    """Whether sums of u8·s8 products are cut to 16 bits on this processor, as on x86 without VNNI
    (cosine to the right vector: .993). Multiplies the largest numbers and looks; 1 ms."""
    import numpy as np

    ort = _runtime()
    session = ort.InferenceSession(PROBE.read_bytes(), _options(ort), providers=["CPUExecutionProvider"])
    product = session.run(None, {"x": np.full((1, 64), 255, np.uint8)})[0]
    return bool((product != 255 * 127 * 64).any())


def rows(
    texts: Sequence[str], dim: int, embed: Callable[[str], NDArray[np.float32]], threads: int | None
) -> NDArray[np.float32]:
    """(n, dim): each text embedded by itself, `threads` at once (None: one per processor)."""
    import numpy as np

    table = np.empty((len(texts), dim), np.float32)

    def fill(worker: int) -> None:
        for i in range(worker, len(texts), workers):
            table[i] = embed(texts[i])

    workers = max(1, min(threads or min(processors(), MAX_THREADS), len(texts)))
    with ThreadPoolExecutor(workers) as pool:
        list(pool.map(fill, range(workers)))
    return table


def processors() -> int:
    """Those this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _options(ort: Any) -> Any:
    options = ort.SessionOptions()
    options.intra_op_num_threads = 1  # no pool, so nothing spins while a server waits
    options.inter_op_num_threads = 1
    options.log_severity_level = 3  # errors only
    options.enable_mem_pattern = False  # a plan per length would be kept for ever
    return options


def _runtime() -> Any:
    # Read once, at import: without it onnxruntime keeps a database of usage in
    # the home directory and sends it to its makers.
    os.environ["ORT_DISABLE_TELEMETRY"] = "1"
    try:
        import onnxruntime
    except ImportError as error:
        raise ModelMissing(
            f"onnxruntime cannot be loaded: {error}",
            where="embed.model",
            next_step="pip install --force-reinstall onnxruntime, or set embed.model to none",
        ) from error
    onnxruntime.set_default_logger_severity(3)  # errors only
    onnxruntime.disable_telemetry_events()
    return onnxruntime
