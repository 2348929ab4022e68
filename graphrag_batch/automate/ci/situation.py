"""What is built here, for whom, and what it may be compared with: read from the variables that GitHub, GitLab
and Jenkins set, and from GitHub's event payload. Pure.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

_ID = re.compile(r"[0-9a-f]{40}(?:[0-9a-f]{24})?", re.ASCII)
_REPOSITORY = re.compile(r"[A-Za-z0-9_.-]+/[A-Za-z0-9_.-]+", re.ASCII)

NEAREST = "the nearest index that was published"

Environment = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Situation:
    """One run.

    `host` is "github", "gitlab", "jenkins" or "" (none of them), `event` what started the run in its host's
    words. `bases` are the revisions to compare with, the best first; `compared` says what they are.
    `repository` is OWNER/NAME, `tag` the tag that is built, `pull_request` its number (0: none). `fork`: the
    change comes from another repository, so what may write here is out of its reach. `aside`: it is on a
    branch that is known not to be the default one.
    """

    host: str = ""
    event: str = ""
    bases: tuple[str, ...] = ()
    compared: str = NEAREST
    repository: str = ""
    tag: str = ""
    pull_request: int = 0
    fork: bool = False
    aside: bool = False


def situation_of(environment: Environment, event: Any = None) -> Situation:
    """The situation that the variables, and the payload of GitHub's event (as read from JSON), tell of."""
    if environment.get("GITHUB_ACTIONS"):
        return _github(environment, event if isinstance(event, dict) else {})
    if environment.get("GITLAB_CI"):
        return _gitlab(environment)
    if environment.get("JENKINS_URL"):
        return _jenkins(environment)
    return Situation(bases=("HEAD^1",), compared="the commit before")


# ---- GitHub -------------------------------------------------------------------------------------


def _github(environment: Environment, event: Mapping[str, Any]) -> Situation:
    name = environment.get("GITHUB_EVENT_NAME", "")
    pull = _inside(event, "pull_request")
    if name.startswith("pull_request") and pull:
        bases, compared = _of_pull_request(environment, pull)
    elif name == "merge_group":
        bases, compared = _ids(_inside(event, "merge_group").get("base_sha")), "what the group merges into"
    elif name == "push" and not _tag(environment):
        bases, compared = _of_push(environment, event)
    else:
        bases, compared = (), NEAREST
    repository = environment.get("GITHUB_REPOSITORY", "")
    return Situation(
        "github",
        name,
        bases,
        compared,
        repository if _REPOSITORY.fullmatch(repository) else "",
        _tag(environment),
        _number(pull.get("number")) if pull else 0,
        bool(pull) and _inside(pull, "head", "repo").get("full_name") != repository,
        _is_aside(environment, event),
    )


def _of_pull_request(environment: Environment, pull: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    """What is checked out is, if nobody asked for another, a merge whose first parent is newer than the base
    that the payload was made with."""
    merge = environment.get("GITHUB_SHA", "") if environment.get("GITHUB_REF", "").endswith("/merge") else ""
    first = tuple(f"{id_}^1" for id_ in _ids(merge))
    base = _inside(pull, "base")
    branch = _remote(environment.get("GITHUB_BASE_REF") or base.get("ref"))
    return (*first, *_ids(base.get("sha")), *branch), "the base of the pull request"


def _of_push(environment: Environment, event: Mapping[str, Any]) -> tuple[tuple[str, ...], str]:
    default = _inside(event, "repository").get("default_branch")
    other = default if default != environment.get("GITHUB_REF_NAME") else None
    before = _ids(event.get("before"))
    if before:
        forced = event.get("forced") is True
        compared = "what the branch was before the push" + (", which rewrote it" if forced else "")
    else:
        compared = "the default branch, as this one is new" if other else NEAREST
    return (*before, *_remote(other)), compared


def _is_aside(environment: Environment, event: Mapping[str, Any]) -> bool:
    default = _inside(event, "repository").get("default_branch")
    return bool(default) and not _tag(environment) and default != environment.get("GITHUB_REF_NAME")


def _tag(environment: Environment) -> str:
    return environment.get("GITHUB_REF_NAME", "") if environment.get("GITHUB_REF_TYPE") == "tag" else ""


# ---- GitLab, Jenkins ----------------------------------------------------------------------------


def _gitlab(environment: Environment) -> Situation:
    number = _number(environment.get("CI_MERGE_REQUEST_IID"))
    default = environment.get("CI_DEFAULT_BRANCH")
    if number:
        bases = (
            *_ids(environment.get("CI_MERGE_REQUEST_DIFF_BASE_SHA")),
            *_remote(environment.get("CI_MERGE_REQUEST_TARGET_BRANCH_NAME")),
        )
        compared = "the base of the merge request"
    else:
        before = _ids(environment.get("CI_COMMIT_BEFORE_SHA"))
        other = _remote(default if default != environment.get("CI_COMMIT_REF_NAME") else None)
        bases = (*before, *other)
        compared = "what the branch was before" if before else "the default branch"
    return Situation(
        "gitlab",
        environment.get("CI_PIPELINE_SOURCE", ""),
        bases,
        compared if bases else NEAREST,
        tag=environment.get("CI_COMMIT_TAG", ""),
        pull_request=number,
        fork=bool(number)
        and environment.get("CI_MERGE_REQUEST_SOURCE_PROJECT_PATH") != environment.get("CI_PROJECT_PATH"),
    )


def _jenkins(environment: Environment) -> Situation:
    target = _remote(environment.get("CHANGE_TARGET"))
    before = _ids(environment.get("GIT_PREVIOUS_SUCCESSFUL_COMMIT"), environment.get("GIT_PREVIOUS_COMMIT"))
    compared = "the branch that the change goes to" if target else "the build before"
    return Situation(
        "jenkins",
        "change" if environment.get("CHANGE_ID") else "branch",
        target or before,
        compared if target or before else NEAREST,
        tag=environment.get("TAG_NAME", ""),
        pull_request=_number(environment.get("CHANGE_ID")),
        fork=bool(environment.get("CHANGE_FORK")),
    )


# ---- values that somebody else wrote ------------------------------------------------------------


def _inside(value: Mapping[str, Any], *names: str) -> Mapping[str, Any]:
    """The object under these names, {} where there is none."""
    for name in names:
        found = value.get(name)
        value = found if isinstance(found, dict) else {}
    return value


def _ids(*values: Any) -> tuple[str, ...]:
    """Those that are ids of commits; one of zeros alone stands for no commit."""
    return tuple(v for v in values if isinstance(v, str) and _ID.fullmatch(v) and v.strip("0"))


def _remote(branch: Any) -> tuple[str, ...]:
    """A branch as a checkout in continuous integration has it, where it has it."""
    return (f"refs/remotes/origin/{branch}",) if isinstance(branch, str) and branch else ()


def _number(value: Any) -> int:
    text = str(value)
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 19 else 0
