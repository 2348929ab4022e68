"""The identity of each parser: its own version and those of the libraries installed here."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from graphrag_batch.fingerprint import stage_fingerprint
from graphrag_batch.formats.versions import DECODE_VERSION, PARSE_VERSION, libraries_of, parse_version


@cache
def parser_fingerprint(format: str) -> str:
    """Identity of everything that decides what `parse(format, raw)` returns for given bytes."""
    versions = [f"{name}=={_installed(name)}" for name in libraries_of(format)]
    return stage_fingerprint("parse", parse_version(format), format, str(DECODE_VERSION), *versions)


def fingerprint_of_all() -> str:
    """Identity of all parsers together."""
    return stage_fingerprint("parsers", 1, {name: parser_fingerprint(name) for name in PARSE_VERSION})


@cache
def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
