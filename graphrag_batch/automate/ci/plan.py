"""What a run does, from what was asked for and where it runs. Pure."""

from __future__ import annotations

import re
from dataclasses import dataclass

from graphrag_batch.automate.ci.situation import Situation

PUBLISH = ("artifact", "release", "cache", "none")
NAME = "graphrag-batch"
"""What an index is called where it is published, unless somebody gives another name; `pull` looks for it."""

_NAME = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,99}", re.ASCII)


@dataclass(frozen=True, slots=True)
class Plan:
    """`publish` is what comes of the wish (one of `PUBLISH`), `release` the tag of the release to publish to
    and `sources` are where an earlier index is pulled from, if the folder has none. An index is
    saved in the cache under `cache_key`; the newest under one of `cache_prefixes` is the one to start from.
    `notes` are for people."""

    publish: str
    compress: str
    release: str
    sources: tuple[str, ...]
    cache_key: str
    cache_prefixes: tuple[str, ...]
    comment: bool
    attest: bool
    notes: tuple[str, ...] = ()


def plan_of(
    situation: Situation,
    *,
    name: str,
    publish: str,
    sources: tuple[str, ...],
    comment: bool,
    attest: bool,
    tree: str,
    fingerprint: str,
) -> Plan:
    """The plan for indexing `tree` (hex id) under `fingerprint` (hex) in this situation."""
    notes: list[str] = []
    real = _publish(situation, publish, notes)
    release = situation.tag or name
    prefix = f"{name}-index-"
    same = f"{prefix}{fingerprint[:12]}-"
    return Plan(
        real,
        "zstd" if real == "release" else "none",
        release if real == "release" else "",
        (*sources, *_sources(situation, publish, name)),
        f"{same}{tree}",
        (same, prefix),
        _comment(situation, comment, notes),
        _attest(situation, attest and real != "none", notes),
        tuple(notes),
    )


def is_name(name: str) -> bool:
    """Whether an index may be called so wherever it is published."""
    return bool(_NAME.fullmatch(name))


def _publish(situation: Situation, publish: str, notes: list[str]) -> str:
    if publish == "release" and situation.pull_request:
        notes.append("a pull request publishes no release: the index is made and not published")
        return "none"
    if publish == "release" and situation.aside:
        notes.append("only the default branch and tags publish releases: the index is made and not published")
        return "none"
    if publish not in {"none", "cache"} and situation.host != "github":
        notes.append(f"publishing as {publish} is for GitHub: keep the folder of --out by your own means")
        return "none"
    return publish


def _sources(situation: Situation, publish: str, name: str) -> tuple[str, ...]:
    """The published indexes of this repository, as `pull` names them."""
    if situation.host != "github" or not situation.repository:
        return ()
    if publish == "artifact":
        return (f"github-artifact:{situation.repository}",)
    if publish == "release":
        # Releases of tags hold indexes of tags; what branches publish is in the one release of that name.
        return (f"github:{situation.repository}{'' if situation.tag else f'@{name}'}",)
    return ()


def _comment(situation: Situation, wanted: bool, notes: list[str]) -> bool:
    if not wanted or situation.host != "github" or not situation.pull_request:
        return False
    if situation.fork:
        notes.append("a pull request from a fork cannot be commented on from here: see the job's summary")
        return False
    return True


def _attest(situation: Situation, wanted: bool, notes: list[str]) -> bool:
    if wanted and situation.fork:
        notes.append("a pull request from a fork cannot be attested")
    return wanted and not situation.fork and situation.host == "github"
