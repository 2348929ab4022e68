"""What is compressed comes back to the byte; what is cut off, damaged, added to or too large does not."""

from __future__ import annotations

import hashlib
import random
from pathlib import Path

import pytest
import zstandard

from graphrag_batch.errors import ArtifactCorrupt, ArtifactError
from graphrag_batch.share.packing import compress, decompress, is_compressed, sum_of

DATA = random.Random(7).randbytes(300_000) + b"harbor " * 200_000


@pytest.fixture
def packed(tmp_path: Path) -> Path:
    (tmp_path / "data").write_bytes(DATA)
    compress(tmp_path / "data", tmp_path / "data.zst")
    return tmp_path / "data.zst"


def test_what_is_compressed_comes_back(packed: Path, tmp_path: Path) -> None:
    told = decompress(packed, tmp_path / "back", len(DATA))
    assert (tmp_path / "back").read_bytes() == DATA
    assert told == (len(DATA), hashlib.sha256(DATA).hexdigest()) == sum_of(tmp_path / "data")
    assert is_compressed(packed)
    assert not is_compressed(tmp_path / "data")


def test_it_is_one_frame_that_tells_its_size_and_has_a_checksum(packed: Path, tmp_path: Path) -> None:
    told = zstandard.get_frame_parameters(packed.read_bytes())
    assert (told.content_size, told.has_checksum) == (len(DATA), True)
    compress(tmp_path / "data", tmp_path / "again")
    assert packed.read_bytes() == (tmp_path / "again").read_bytes()


def test_nothing_becomes_larger_than_is_allowed(packed: Path, tmp_path: Path) -> None:
    with pytest.raises(ArtifactError, match="more than"):
        decompress(packed, tmp_path / "back", len(DATA) - 1)
    bomb = tmp_path / "bomb.zst"  # 60 MB in some kilobytes, which says nothing of its size
    with bomb.open("wb") as file, zstandard.ZstdCompressor().stream_writer(file) as out:
        for _ in range(60):
            out.write(bytes(1_000_000))
    assert bomb.stat().st_size < 50_000
    with pytest.raises(ArtifactError, match="more than"):
        decompress(bomb, tmp_path / "back", 10_000_000)
    assert (tmp_path / "back").stat().st_size <= 10_000_000


@pytest.mark.parametrize("kept", [0, 1, 100, -1, -4, -5, -2000])
def test_a_file_that_is_cut_off_is_refused(kept: int, packed: Path, tmp_path: Path) -> None:
    packed.write_bytes(packed.read_bytes()[:kept])
    with pytest.raises(ArtifactCorrupt):
        decompress(packed, tmp_path / "back", len(DATA))


def test_a_file_that_was_changed_is_refused(packed: Path, tmp_path: Path) -> None:
    whole = packed.read_bytes()
    for place in (0, 5, len(whole) // 2, len(whole) - 1):
        packed.write_bytes(whole[:place] + bytes([whole[place] ^ 1]) + whole[place + 1 :])
        with pytest.raises(ArtifactCorrupt):
            decompress(packed, tmp_path / "back", len(DATA))
    for more in (b"x", whole, bytes(3000)):
        packed.write_bytes(whole + more)
        with pytest.raises(ArtifactCorrupt):
            decompress(packed, tmp_path / "back", 2 * len(DATA))
