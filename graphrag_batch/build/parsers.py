"""The identity of what makes documents: parsers, with the libraries installed here, and their settings."""

from __future__ import annotations

from functools import cache
from importlib.metadata import PackageNotFoundError, version

from graphrag_batch.config import Config
from graphrag_batch.fingerprint import canonical_json, digest, stage_fingerprint
from graphrag_batch.formats.families import DECODE_VERSION, FAMILIES, libraries_of, parse_version
from graphrag_batch.stages import versions


@cache
def parser_fingerprint(format: str) -> str:
    """Identity of everything that decides what `parse(format, raw)` returns for given bytes."""
    libraries = [f"{name}=={_installed(name)}" for name in libraries_of(format)]
    return stage_fingerprint("parse", parse_version(format), format, str(DECODE_VERSION), *libraries)


def fingerprint_of_all() -> str:
    """Identity of all parsers together."""
    return stage_fingerprint("parsers", 2, {name: plain_fingerprint(name, Config()) for name in FAMILIES})


@cache
def plain_fingerprint(format: str, config: Config) -> str:
    """Everything but the bytes that decides a document in which nothing is secret or restricted: no setting
    about those makes it another."""
    options = getattr(config.formats, format.partition(":")[0], None)
    libraries = [f"{name}=={_installed(name)}" for name in versions.LANGUAGE_LIBRARIES]
    stages = (str(versions.REDACT_VERSION), str(versions.LANGUAGE_VERSION), *libraries)
    return stage_fingerprint("document", 2, options, parser_fingerprint(format), *stages)


@cache
def document_fingerprint(format: str, config: Config, allowed: bool) -> str:
    """Everything but the bytes that decides the document made of them; `allowed` where secrets may stay."""
    redact = "off" if allowed or not config.redact.enabled else canonical_json(config.redact.allow)
    return digest(plain_fingerprint(format, config), redact, config.select.restricted)


@cache
def _installed(name: str) -> str:
    try:
        return version(name)
    except PackageNotFoundError:
        return "none"
