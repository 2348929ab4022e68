"""What is told of a published artifact beside it: enough to choose it, and to check it, without opening it.

    <project>-<commit12>.sqlite[.zst]           the artifact
    <project>-<commit12>.manifest.json          its manifest
    manifest.json                               the manifest published last; `others` names those beside it

Reading is strict: a manifest comes from elsewhere and decides what is fetched and where it goes.
"""

from __future__ import annotations

import json
import re
from dataclasses import asdict, dataclass, fields
from typing import Any

from graphrag_batch.errors import ManifestError

SCHEMA = 1
LATEST = "manifest.json"
SUFFIX = ".manifest.json"
MOST_BYTES = 1_000_000
"""No manifest is longer."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,199}", re.ASCII)
_HEX = re.compile(r"[0-9a-f]+", re.ASCII)
_DIGITS = {"sha256": (64,), "sqlite_sha256": (64,), "commit": (0, 40, 64), "tree": (40, 64)}
_MOST = 1 << 40


@dataclass(frozen=True, slots=True)
class Manifest:
    """One published artifact.

    `file` is the name of the file published, `size` (bytes) and `sha256` are of it; `sqlite_size` and
    `sqlite_sha256` of the artifact itself, which differ where `compression` is "zstd" ("" where it is none).
    Digests are those recorded in the artifact (hex), fingerprints those of the tool, the settings and the
    model that made it. `commit` is "" for a tree that was not committed. `counts` are rows by table.
    """

    file: str
    size: int
    sha256: str
    compression: str
    sqlite_size: int
    sqlite_sha256: str
    project: str
    commit: str
    tree: str
    content_digest: str
    vector_digest: str
    history_digest: str
    format_version: int
    feature_version: int
    tool_version: str
    fingerprint: str
    tool_fingerprint: str
    config_fingerprint: str
    model_fingerprint: str
    model: str
    dim: int
    search_mode: str
    sqlite_version: str
    vec_version: str
    counts: dict[str, int]
    others: tuple[str, ...] = ()
    schema: int = SCHEMA


def dump(manifest: Manifest) -> bytes:
    """As written: JSON with sorted keys, the same bytes for equal manifests."""
    value = asdict(manifest)
    if not manifest.others:
        del value["others"]
    return (json.dumps(value, indent=2, sort_keys=True, ensure_ascii=False) + "\n").encode()


def parse(raw: bytes, where: str) -> Manifest:
    """Reads what `dump` wrote, or another version with further keys did. Raises ManifestError, naming
    `where` it is from."""
    if len(raw) > MOST_BYTES:
        raise _wrong(where, f"longer than {MOST_BYTES:,} bytes")
    try:
        value: Any = json.loads(raw)
    except (ValueError, RecursionError) as error:
        raise _wrong(where, "no JSON") from error
    if not isinstance(value, dict) or type(value.get("schema")) is not int:
        raise _wrong(where, "no manifest of an artifact (its schema is no number)")
    if value["schema"] != SCHEMA:
        raise _wrong(where, f"of schema {value['schema']}, where this version reads {SCHEMA}")
    known = {field.name for field in fields(Manifest)}
    try:
        made = Manifest(**{name: _typed(name, given) for name, given in value.items() if name in known})
    except (TypeError, ValueError) as error:
        raise _wrong(where, str(error)) from error
    return made


def is_name(name: str) -> bool:
    """Whether a file beside a manifest may be called so: no folder, nothing hidden, no surprise."""
    return bool(_NAME.fullmatch(name)) and ".." not in name


def stem(project: str, commit: str, tree: str) -> str:
    """What the files of an artifact are called, before their suffixes."""
    words = re.sub(r"[^A-Za-z0-9._-]+", "-", project).strip("-._") or "artifact"
    return f"{re.sub('[.]{2,}', '.', words)[:100]}-{(commit or tree)[:12]}"


def _typed(name: str, given: Any) -> Any:
    if name == "counts":
        if not isinstance(given, dict) or not all(_is_number(each) for each in given.values()):
            raise ValueError("counts: no numbers of rows by table")
        return given
    if name == "others":
        if not isinstance(given, list) or not all(isinstance(e, str) and is_name(e) for e in given):
            raise ValueError("others: no names of files")
        return tuple(given)
    if name in ("schema", "size", "sqlite_size", "format_version", "feature_version", "dim"):
        if not _is_number(given):
            raise ValueError(f"{name}: no number")
        return given
    return _text(name, given)


def _text(name: str, given: Any) -> str:
    if not isinstance(given, str) or len(given) > 1000:
        raise ValueError(f"{name}: no text")
    if name == "file" and not is_name(given):
        raise ValueError("file: no plain file name")
    if name == "compression" and given not in ("", "zstd"):
        raise ValueError("compression: neither none nor zstd")
    lengths = _DIGITS.get(name)
    if (lengths or name.endswith(("_digest", "fingerprint"))) and given and not _HEX.fullmatch(given):
        raise ValueError(f"{name}: no hexadecimal digits")
    if lengths and len(given) not in lengths:
        raise ValueError(f"{name}: {len(given)} digits")
    return given


def _is_number(value: Any) -> bool:
    return type(value) is int and 0 <= value <= _MOST


def _wrong(where: str, what: str) -> ManifestError:
    return ManifestError(
        f"the manifest cannot be used: {what}",
        where=where,
        next_step="publish it again with graphrag-batch publish, or name another source",
    )
