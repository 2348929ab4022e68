"""Commits, straight from a git object folder: loose, packed, or in a folder it borrows from.

The server runs no git, so the few formats that hold a commit are read here (see gitformat-pack(5)):
zlib, pack index version 2, both kinds of delta. What cannot be read is an unknown commit, no failure.
"""

from __future__ import annotations

import bisect
import os
import struct
import zlib
from contextlib import ExitStack
from dataclasses import dataclass
from pathlib import Path
from typing import BinaryIO

COMMIT, OFS_DELTA, REF_DELTA = 1, 6, 7

_INDEX_MAGIC = b"\xfftOc\0\0\0\2"
_FANOUT = 256
_NAMES_AT = 8 + 4 * _FANOUT
_MOST_BYTES = 1 << 20
_MOST_FOLDERS = 20
_MOST_DELTAS = 4096


@dataclass(frozen=True, slots=True)
class Commit:
    """`date` is the committer's, in seconds since the epoch."""

    tree: str
    parents: tuple[str, ...]
    date: int


class Commits:
    """The commits in an object folder (`objects`) as it is now; to be used briefly and closed."""

    def __init__(self, objects: Path) -> None:
        self._folders = _with_alternates(objects)
        self._files = ExitStack()
        self._packs: list[_Pack] | None = None

    def __enter__(self) -> Commits:
        return self

    def __exit__(self, *_: object) -> None:
        self._files.close()

    def get(self, commit: str) -> Commit | None:
        """The commit with this id (hex); None where it is not here, or cannot be read."""
        try:
            content = self._loose(commit) or self._packed(bytes.fromhex(commit))
            return _parse(content) if content else None
        except (OSError, ValueError, LookupError, ArithmeticError, struct.error, zlib.error):
            return None

    def _loose(self, commit: str) -> bytes:
        for folder in self._folders:
            try:
                raw = (folder / commit[:2] / commit[2:]).read_bytes()
            except OSError:
                continue
            head, _, content = _inflated(raw, _MOST_BYTES).partition(b"\0")
            if head == b"commit %d" % len(content):
                return content
        return b""

    def _packed(self, name: bytes) -> bytes:
        kind, content = self._entry(name, 0)
        return content if kind == COMMIT else b""

    def _entry(self, name: bytes, deltas: int) -> tuple[int, bytes]:
        """Kind and content of the object with this name, from whichever pack has it."""
        packs = self._all_packs(len(name))
        for number, pack in enumerate(packs):
            if (offset := pack.find(name)) is not None:
                packs.insert(0, packs.pop(number))  # its parents are likely to be there too
                return self._unpack(pack, offset, deltas)
        raise LookupError(name.hex())

    def _all_packs(self, width: int) -> list[_Pack]:
        if self._packs is None:
            found = [path for folder in self._folders for path in folder.glob("pack/*.idx")]
            self._packs = [_Pack(path, width, self._files) for path in found]
        return self._packs

    def _unpack(self, pack: _Pack, offset: int, above: int) -> tuple[int, bytes]:
        """The object at `offset`, through at most as many deltas as git ever writes."""
        deltas: list[bytes] = []
        while True:
            kind, size, at = pack.head(offset)
            if kind not in (OFS_DELTA, REF_DELTA):
                content = pack.inflate(at, size)
                break
            if above + len(deltas) >= _MOST_DELTAS:
                raise ValueError("too many deltas")
            if kind == REF_DELTA:
                deltas.append(pack.inflate(at + pack.width, size))
                kind, content = self._entry(pack.bytes_at(at, pack.width), above + len(deltas))
                break
            distance, at = _big_endian_varint(pack.bytes_at(at, 10), at)
            deltas.append(pack.inflate(at, size))
            if not 0 < distance < offset:
                raise ValueError("a delta on itself")
            offset -= distance
        for delta in reversed(deltas):
            content = _patched(content, delta)
        return kind, content


class _Pack:
    """One pack and its index. `width` is the length of an object's name in bytes."""

    def __init__(self, index: Path, width: int, files: ExitStack) -> None:
        self.width = width
        self._path = index
        self._files = files
        self._index: BinaryIO | None = None
        self._pack: BinaryIO | None = None
        self._fanout: tuple[int, ...] = ()

    def find(self, name: bytes) -> int | None:
        """Where in the pack the object is; None where it is not."""
        index = self._opened()
        if index is None:
            return None

        def name_at(place: int) -> bytes:
            return _at(index, _NAMES_AT + place * self.width, self.width)

        first = self._fanout[name[0] - 1] if name[0] else 0
        last = self._fanout[name[0]]
        place = bisect.bisect_left(range(last), name, first, last, key=name_at)
        return self._offset(index, place) if place < last and name_at(place) == name else None

    def _opened(self) -> BinaryIO | None:
        """The index, None for one that cannot be read (an old version, repacked this moment)."""
        if not self._fanout:
            try:
                self._index = self._files.enter_context(self._path.open("rb", buffering=0))
                head = _at(self._index, 0, _NAMES_AT)
                known = head.startswith(_INDEX_MAGIC)
                self._fanout = struct.unpack_from(f">{_FANOUT}I", head, 8) if known else (0,) * _FANOUT
            except (OSError, struct.error, ValueError):
                self._fanout = (0,) * _FANOUT
        return self._index if self._fanout[-1] else None

    def _offset(self, index: BinaryIO, place: int) -> int:
        count = self._fanout[-1]
        small = _NAMES_AT + count * (self.width + 4)
        (offset,) = struct.unpack(">I", _at(index, small + place * 4, 4))
        if offset & 0x80000000:
            (offset,) = struct.unpack(">Q", _at(index, small + count * 4 + (offset & 0x7FFFFFFF) * 8, 8))
        return int(offset)

    def head(self, offset: int) -> tuple[int, int, int]:
        """Kind and size of the entry at `offset`, and where its data begin."""
        raw = self.bytes_at(offset, 16)
        kind, size, shift, used = raw[0] >> 4 & 7, raw[0] & 15, 4, 1
        while raw[used - 1] & 0x80:
            size |= (raw[used] & 0x7F) << shift
            shift, used = shift + 7, used + 1
        return kind, size, offset + used

    def inflate(self, at: int, size: int) -> bytes:
        """`size` bytes from the zlib stream at `at`."""
        if size > _MOST_BYTES:
            raise ValueError("no commit is as long as this")
        # Never more than zlib's own bound for what does not shrink.
        content = _inflated(self.bytes_at(at, size + (size >> 10) + 64), size)
        if len(content) != size:
            raise ValueError("not as long as it says")
        return content

    def bytes_at(self, at: int, size: int) -> bytes:
        """Up to `size` bytes of the pack."""
        if self._pack is None:
            self._pack = self._files.enter_context(self._path.with_suffix(".pack").open("rb", buffering=0))
        return _at(self._pack, at, size)


def _inflated(raw: bytes, most: int) -> bytes:
    """The stream at the start of `raw`, to its end, where its checksum is."""
    stream = zlib.decompressobj()
    content = stream.decompress(raw, most + 1)
    if not stream.eof:
        raise ValueError("cut off, or too long")
    return content


def _at(file: BinaryIO, at: int, size: int) -> bytes:
    file.seek(at)
    return file.read(size)


def _with_alternates(objects: Path) -> list[Path]:
    """The object folder and those it borrows from, directly or not."""
    folders = [objects]
    for folder in folders:  # grows meanwhile
        try:
            lines = os.fsdecode((folder / "info" / "alternates").read_bytes()).splitlines()
        except OSError:
            continue
        named = (folder / line for line in lines if line and not line.startswith("#"))
        folders += [path for path in named if path not in folders][: _MOST_FOLDERS - len(folders)]
    return folders


def _parse(content: bytes) -> Commit:
    """Of the lines before the message: tree, parents, and the committer's date."""
    lines = content.partition(b"\n\n")[0].decode("utf-8", "replace").split("\n")
    named = [line.partition(" ") for line in lines]
    (tree,) = [value for name, _, value in named if name == "tree"]
    dates = [value.rpartition("> ")[2].split(" ")[0] for name, _, value in named if name == "committer"]
    date = int(dates[0]) if dates and dates[0].isdecimal() else 0
    return Commit(tree, tuple(value for name, _, value in named if name == "parent"), date)


def _big_endian_varint(raw: bytes, at: int) -> tuple[int, int]:
    """How far before the delta its base is, and where the delta begins."""
    value, used = raw[0] & 0x7F, 1
    while raw[used - 1] & 0x80:
        value = (value + 1) << 7 | raw[used] & 0x7F
        used += 1
    return value, at + used


def _varint(raw: bytes, at: int) -> tuple[int, int]:
    value = shift = 0
    while True:
        byte = raw[at]
        value |= (byte & 0x7F) << shift
        shift, at = shift + 7, at + 1
        if not byte & 0x80:
            return value, at


def _patched(base: bytes, delta: bytes) -> bytes:
    """`base` changed as the delta says: pieces copied from it, and new ones."""
    _, at = _varint(delta, 0)
    size, at = _varint(delta, at)
    out = bytearray()
    while at < len(delta) and len(out) <= _MOST_BYTES:
        code, at = delta[at], at + 1
        if not code & 0x80:
            out += delta[at : at + code]
            at += code
            continue
        numbers = [0] * 7  # four bytes of offset, three of length, those present
        for bit in range(7):
            if code >> bit & 1:
                numbers[bit], at = delta[at], at + 1
        start = int.from_bytes(bytes(numbers[:4]), "little")
        length = int.from_bytes(bytes(numbers[4:]), "little") or 0x10000
        out += base[start : start + length]
    if len(out) != size:
        raise ValueError("a delta that does not fit its base")
    return bytes(out)
