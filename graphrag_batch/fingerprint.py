"""Canonical digests: the identity of values, stages and rows.

Pure. Equal values give equal digests on every machine, Python and hash seed; nothing here reads a
clock, a file or the environment.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict, dataclass, is_dataclass
from typing import Any

DIGEST_BYTES = 16
_ID_MASK = (1 << 63) - 1
_to_json = json.JSONEncoder(sort_keys=True, separators=(",", ":"), ensure_ascii=False).encode


def canonical_json(value: Any) -> str:
    """`value` as JSON with sorted keys, no spaces and non-ASCII kept. Dataclasses become objects."""
    if is_dataclass(value) and not isinstance(value, type):
        value = asdict(value)
    return _to_json(value)


def digest(*parts: str | bytes) -> str:
    """32 hex digits of BLAKE2b over length-prefixed parts, so ("ab","c") differs from ("a","bc")."""
    h = hashlib.blake2b(digest_size=DIGEST_BYTES)
    for part in parts:
        raw = part.encode("utf-8", "surrogatepass") if isinstance(part, str) else part
        h.update(len(raw).to_bytes(8, "big"))
        h.update(raw)
    return h.hexdigest()


def id63(kind: str, *natural_key: str) -> int:
    """A positive 63-bit id from a natural key: stable from build to build and machine to machine."""
    return int(digest(kind, *natural_key)[:16], 16) & _ID_MASK


def stage_fingerprint(stage: str, version: int, config: Any = None, *extra: str) -> str:
    """Identity of a stage: its name, its code's version, its configuration slice, and what else
    decides its output (`extra`: a model's or tokenizer's fingerprint)."""
    return digest(stage, str(version), canonical_json(config), *extra)


@dataclass(frozen=True, slots=True)
class StageKey:
    """The key under which a stage's output is remembered.

    `fingerprint` is a `stage_fingerprint`; `input_id` is a blob id or the digest of the value read.
    """

    stage: str
    fingerprint: str
    input_id: str

    @property
    def id(self) -> bytes:
        """16 bytes, the memo's primary key."""
        return bytes.fromhex(digest(self.stage, self.fingerprint, self.input_id))
