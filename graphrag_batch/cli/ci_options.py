"""What the `ci` commands are asked, and what follows from it in the repository at hand."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import click

from graphrag_batch.automate.ci.findings import FAIL_ON
from graphrag_batch.automate.ci.plan import NAME, PUBLISH, Plan, is_name, plan_of
from graphrag_batch.automate.ci.required import check_required
from graphrag_batch.automate.ci.runner import Runner
from graphrag_batch.automate.ci.situation import Situation
from graphrag_batch.build.identity import identity_of
from graphrag_batch.cli.flags import repo_option
from graphrag_batch.cli.options import committed_config
from graphrag_batch.errors import ConfigError
from graphrag_batch.source.git import Repository, Revision

NEVER = "never"

_MOST_BYTES = 1_000_000


@dataclass(frozen=True, slots=True)
class Wanted:
    """What was asked for. `fail_on` are kinds of findings, `sources` places to pull from."""

    repo: Path
    rev: str
    base: str
    config: Path | None
    name: str
    publish: str
    out: Path
    sources: tuple[str, ...]
    fail_on: tuple[str, ...]
    comment: bool
    attest: bool


def _kinds(_ctx: click.Context, _param: click.Parameter, value: str) -> tuple[str, ...]:
    """Kinds of findings, by commas; none for `never`."""
    words = tuple(word for word in value.replace(",", " ").split() if word != NEVER)
    for word in words:
        if word not in FAIL_ON:
            raise click.BadParameter(f"'{word}' is none of {NEVER}, {', '.join(FAIL_ON)}")
    return words


def _named(_ctx: click.Context, _param: click.Parameter, value: str) -> str:
    if not is_name(value):
        raise click.BadParameter("letters, digits, '.', '_' and '-' alone, 100 at most")
    return value


def _variable(option: str) -> str:
    return f"GRAPHRAG_CI_{option.replace('-', '_').upper()}"


def _option(name: str, **more: Any) -> Callable[..., Any]:
    more.setdefault("default", "")
    return click.option(f"--{name}", envvar=_variable(name), **more)


_BOOLEAN: dict[str, Any] = {
    "is_flag": False, "flag_value": "true", "type": click.BOOL, "default": "false", "metavar": "[true|false]",
}  # fmt: skip
_OPTIONS = (
    repo_option,
    _option("rev", metavar="REV", help="Commit, tag or branch to index.  [default: HEAD]"),
    _option(
        "base", metavar="REV", help="Commit, tag or branch to compare with.  [default: as the event says]"
    ),
    _option(
        "config",
        type=click.Path(dir_okay=False, path_type=Path),
        default=None,
        help="A file of settings that must hold in the tree that is indexed; it sets none.",
    ),
    _option(
        "artifact-name",
        metavar="NAME",
        default=NAME,
        show_default=True,
        callback=_named,
        help="What it is published as.",
    ),
    _option(
        "publish",
        type=click.Choice(PUBLISH),
        default="none",
        show_default=True,
        help="Where the action puts it, besides the folder (GitHub).",
    ),
    _option(
        "out",
        metavar="DIR",
        type=click.Path(file_okay=False, path_type=Path),
        default=None,
        help="The folder to publish into; what an earlier run left there is started from.  "
        "[default: graphrag-index, on GitHub in the runner's temporary folder]",
    ),
    _option(
        "from",
        metavar="SOURCE",
        multiple=True,
        default=(),
        help="Where else to look for an index to start from, as `pull` takes it; may be repeated.",
    ),
    _option(
        "fail-on",
        default=NEVER,
        show_default=True,
        callback=_kinds,
        metavar="KINDS",
        help=f"What to fail on, before anything is published: {', '.join(FAIL_ON)}, by commas.",
    ),
    _option("comment", help="Keep a comment on the pull request (GitHub).", **_BOOLEAN),
    _option("attest", help="Have the action attest of what the file was built (GitHub).", **_BOOLEAN),
)


def ci_options(command: Callable[..., Any]) -> Callable[..., Any]:
    """The options of a `ci` command, each also a variable."""
    for option in reversed(_OPTIONS):
        command = option(command)
    return command


def wanted_of(given: dict[str, Any], runner: Runner) -> Wanted:
    """What the options of `ci_options` say."""
    return Wanted(
        given["repo"],
        given["rev"] or "HEAD",
        given["base"],
        given["config"],
        given["artifact_name"],
        given["publish"],
        given["out"] or runner.folder(),
        given["from"],
        given["fail_on"],
        given["comment"],
        given["attest"],
    )


def situation_here(wanted: Wanted, situation: Situation) -> Situation:
    """The situation, with the base that somebody asked for."""
    return replace(situation, bases=(wanted.base,), compared=wanted.base) if wanted.base else situation


def plan_here(wanted: Wanted, situation: Situation, repository: Repository, revision: Revision) -> Plan:
    """The plan for a revision. Raises ConfigError where its settings are wrong, or not as is required."""
    config = committed_config(repository, revision)
    if wanted.config is not None:
        check_required(_text(wanted.config), str(wanted.config), config)
    return plan_of(
        situation,
        name=wanted.name,
        publish=wanted.publish,
        sources=wanted.sources,
        comment=wanted.comment,
        attest=wanted.attest,
        tree=revision.tree,
        fingerprint=identity_of(config).fingerprint,
    )


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:  # may be a pipe, and may have no end
            raw = file.read(_MOST_BYTES + 1)
        if len(raw) > _MOST_BYTES:
            raise OSError(0, f"longer than {_MOST_BYTES:,} bytes")
        return raw.decode("utf-8-sig")
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else "no UTF-8 text"
        raise ConfigError(
            f"the file of settings cannot be read: {reason}",
            where=str(path),
            next_step="check the path given with --config (the action's input `config`)",
        ) from error
