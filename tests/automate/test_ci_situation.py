"""What is built, and what it is compared with, from the words of each host; and what follows from it."""

from __future__ import annotations

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from graphrag_batch.automate.ci.plan import NAME, Plan, is_name, plan_of
from graphrag_batch.automate.ci.situation import NEAREST, Situation, situation_of
from graphrag_batch.share.sources.workflow import DEFAULT_NAME

A, B, C, ZERO = "a" * 40, "b" * 40, "c" * 64, "0" * 40
GITHUB = {"GITHUB_ACTIONS": "true", "GITHUB_REPOSITORY": "ann/harbor", "GITHUB_SHA": A}
PUSH = GITHUB | {"GITHUB_EVENT_NAME": "push", "GITHUB_REF_NAME": "main", "GITHUB_REF": "refs/heads/main"}
PULL = GITHUB | {
    "GITHUB_EVENT_NAME": "pull_request", "GITHUB_REF": "refs/pull/7/merge", "GITHUB_BASE_REF": "main",
}  # fmt: skip
GITLAB = {"GITLAB_CI": "true", "CI_PROJECT_PATH": "ann/harbor", "CI_DEFAULT_BRANCH": "main"}
JENKINS = {"JENKINS_URL": "https://ci.example.com/"}
MAIN = "refs/remotes/origin/main"


def payload(head: str | None = "ann/harbor", **more: Any) -> dict[str, Any]:
    repo = {"full_name": head} if head else None
    return {"pull_request": {"number": 7, "base": {"sha": B, "ref": "main"}, "head": {"repo": repo}}, **more}


def push(**more: Any) -> dict[str, Any]:
    return {"repository": {"default_branch": "main"}, **more}


@pytest.mark.parametrize(
    ("environment", "event", "bases", "compared"),
    [
        (PUSH, push(before=B), (B,), "what the branch was before the push"),
        (PUSH, push(before=B, forced=True), (B,), "before the push, which rewrote it"),
        (PUSH, push(before=C), (C,), "before the push"),
        (PUSH, push(before=ZERO), (), NEAREST),
        (PUSH, push(), (), NEAREST),
        (PUSH | {"GITHUB_REF_NAME": "topic"}, push(before=ZERO), (MAIN,), "the default branch"),
        (PUSH | {"GITHUB_REF_NAME": "topic"}, push(before=B), (B, MAIN), "before the push"),
        (PUSH | {"GITHUB_REF_NAME": "v1", "GITHUB_REF_TYPE": "tag"}, push(before=B), (), NEAREST),
        (PULL, payload(), (f"{A}^1", B, MAIN), "the base of the pull request"),
        (PULL | {"GITHUB_REF": "refs/heads/x"}, payload(), (B, MAIN), "the base of the pull request"),
        (PULL | {"GITHUB_EVENT_NAME": "pull_request_target", "GITHUB_REF": MAIN}, payload(), (B, MAIN), ""),
        (PULL | {"GITHUB_EVENT_NAME": "pull_request_review"}, payload(), (f"{A}^1", B, MAIN), "base"),
        (
            GITHUB | {"GITHUB_EVENT_NAME": "merge_group"},
            {"merge_group": {"base_sha": B, "head_sha": A}},
            (B,),
            "what the group merges into",
        ),
        (GITHUB | {"GITHUB_EVENT_NAME": "schedule"}, {}, (), NEAREST),
        (GITHUB | {"GITHUB_EVENT_NAME": "workflow_dispatch"}, {"inputs": None}, (), NEAREST),
        (GITHUB | {"GITHUB_EVENT_NAME": "release"}, {"release": {}}, (), NEAREST),
        (GITLAB | {"CI_COMMIT_BEFORE_SHA": B, "CI_COMMIT_REF_NAME": "main"}, None, (B,), "was before"),
        (GITLAB | {"CI_COMMIT_BEFORE_SHA": ZERO, "CI_COMMIT_REF_NAME": "x"}, None, (MAIN,), "the default"),
        (GITLAB | {"CI_COMMIT_BEFORE_SHA": ZERO, "CI_COMMIT_REF_NAME": "main"}, None, (), NEAREST),
        (
            GITLAB
            | {
                "CI_MERGE_REQUEST_IID": "3", "CI_MERGE_REQUEST_DIFF_BASE_SHA": B,
                "CI_MERGE_REQUEST_TARGET_BRANCH_NAME": "main", "CI_COMMIT_BEFORE_SHA": ZERO,
            },
            None,
            (B, MAIN),
            "the base of the merge request",
        ),
        (JENKINS | {"GIT_PREVIOUS_SUCCESSFUL_COMMIT": B, "GIT_PREVIOUS_COMMIT": A}, None, (B, A), "before"),
        (JENKINS | {"CHANGE_ID": "3", "CHANGE_TARGET": "main"}, None, (MAIN,), "the change goes to"),
        (JENKINS, None, (), NEAREST),
        ({}, None, ("HEAD^1",), "the commit before"),
    ],
)  # fmt: skip
def test_what_is_compared_with_follows_from_the_event(
    environment: dict[str, str], event: Any, bases: tuple[str, ...], compared: str
) -> None:
    found = situation_of(environment, event)
    assert found.bases == bases
    assert compared in found.compared


@pytest.mark.parametrize(
    ("environment", "event", "number", "fork"),
    [
        (PULL, payload(), 7, False),
        (PULL, payload(head="mallory/harbor"), 7, True),
        (PULL, payload(head=None), 7, True),  # the fork was deleted
        (PUSH, push(before=B), 0, False),
        (
            GITLAB | {"CI_MERGE_REQUEST_IID": "3", "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH": "ann/harbor"},
            None,
            3,
            False,
        ),
        (
            GITLAB | {"CI_MERGE_REQUEST_IID": "3", "CI_MERGE_REQUEST_SOURCE_PROJECT_PATH": "m/h"},
            None,
            3,
            True,
        ),
        (JENKINS | {"CHANGE_ID": "3", "CHANGE_FORK": "mallory"}, None, 3, True),
        (JENKINS | {"CHANGE_ID": "3"}, None, 3, False),
    ],
)
def test_a_change_from_a_fork_is_told(
    environment: dict[str, str], event: Any, number: int, fork: bool
) -> None:
    found = situation_of(environment, event)
    assert (found.pull_request, found.fork) == (number, fork)


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.sampled_from([A, ZERO]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["base", "head", "repo", "sha", "ref", "number", "x"]), inner, max_size=4
        )
    ),
    max_leaves=8,
)


@given(
    st.dictionaries(st.sampled_from(["pull_request", "before", "repository", "merge_group", "forced"]), JSON),
    st.sampled_from(["push", "pull_request", "merge_group", "", "schedule"]),
)
def test_no_payload_is_too_odd(event: dict[str, Any], name: str) -> None:
    found = situation_of(GITHUB | {"GITHUB_EVENT_NAME": name}, event)
    assert all(
        base.startswith("refs/remotes/origin/") or base.removesuffix("^1") in (A, B) for base in found.bases
    )
    assert found.pull_request >= 0


def plan(situation: Situation, **more: Any) -> Plan:
    wanted: dict[str, Any] = {
        "name": NAME, "publish": "none", "sources": (), "comment": False, "attest": False, "tree": B,
        "fingerprint": C,
    }  # fmt: skip
    return plan_of(situation, **wanted | more)


ON_PUSH, ON_PULL = situation_of(PUSH, push(before=B)), situation_of(PULL, payload())
ON_FORK = situation_of(PULL, payload(head="mallory/harbor"))
ON_TAG = situation_of(PUSH | {"GITHUB_REF_NAME": "v1", "GITHUB_REF_TYPE": "tag"}, push())
ON_TOPIC = situation_of(PUSH | {"GITHUB_REF_NAME": "topic"}, push(before=B))
ON_GITLAB = situation_of(GITLAB)


@pytest.mark.parametrize(
    ("situation", "asked", "publish", "release", "sources"),
    [
        (ON_PUSH, "artifact", "artifact", "", ("github-artifact:ann/harbor",)),
        (ON_PUSH, "release", "release", NAME, (f"github:ann/harbor@{NAME}",)),
        (ON_TAG, "release", "release", "v1", ("github:ann/harbor",)),
        (ON_TOPIC, "release", "none", "", (f"github:ann/harbor@{NAME}",)),
        (ON_TOPIC, "artifact", "artifact", "", ("github-artifact:ann/harbor",)),
        (ON_PULL, "release", "none", "", (f"github:ann/harbor@{NAME}",)),
        (ON_FORK, "release", "none", "", (f"github:ann/harbor@{NAME}",)),
        (ON_FORK, "artifact", "artifact", "", ("github-artifact:ann/harbor",)),
        (ON_PUSH, "cache", "cache", "", ()),
        (ON_PUSH, "none", "none", "", ()),
        (ON_GITLAB, "artifact", "none", "", ()),
        (ON_GITLAB, "none", "none", "", ()),
    ],
)
def test_where_an_index_goes_and_comes_from_follows_from_the_situation(
    situation: Situation, asked: str, publish: str, release: str, sources: tuple[str, ...]
) -> None:
    found = plan(situation, publish=asked)
    assert (found.publish, found.release, found.sources) == (publish, release, sources)
    assert found.compress == ("zstd" if publish == "release" else "none")
    assert bool(found.notes) == (asked != publish)


def test_what_a_fork_may_not_do_is_left_out_and_said() -> None:
    asked = {"publish": "artifact", "comment": True, "attest": True}
    own, forked = plan(ON_PULL, **asked), plan(ON_FORK, **asked)
    assert (own.comment, own.attest, own.notes) == (True, True, ())
    assert (forked.comment, forked.attest, len(forked.notes)) == (False, False, 2)
    assert not plan(ON_PUSH, **asked).comment  # there is nothing to comment on


def test_the_cache_is_asked_for_this_tree_then_for_these_settings_then_for_any() -> None:
    found = plan(ON_PUSH)
    assert [found.cache_key.startswith(prefix) for prefix in found.cache_prefixes] == [True, True]
    assert found.cache_key == f"{NAME}-index-{C[:12]}-{B}"
    assert len(found.cache_prefixes[0]) > len(found.cache_prefixes[1])


def test_the_name_is_the_one_that_pull_looks_for() -> None:
    assert NAME == DEFAULT_NAME
    assert is_name(NAME)
    assert not any(map(is_name, ("", "a/b", "-a", "a\nb", "a b", "a" * 101, "ä")))
