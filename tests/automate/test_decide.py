"""When a hook indexes, and when it does not."""

from __future__ import annotations

import pytest

from graphrag_batch.automate.decide import HOOKS, decide

A, B, NONE = "a" * 40, "b" * 40, "0" * 40


@pytest.mark.parametrize(
    ("hook", "arguments", "rebasing", "act"),
    [
        ("pre-commit", (), False, True),
        ("pre-commit", (), True, False),
        ("post-commit", (), False, True),
        ("post-commit", (), True, False),
        ("post-merge", ("0",), False, True),
        ("post-merge", ("0",), True, True),  # a rebase that keeps merges
        ("post-merge", ("1",), False, False),  # squashed: HEAD is where it was
        ("post-checkout", (A, B, "1"), False, True),
        ("post-checkout", (NONE, B, "1"), False, True),  # clone, worktree add
        ("post-checkout", (A, A, "1"), False, False),
        ("post-checkout", (A, B, "0"), False, False),
        ("post-checkout", (A, B, "1"), True, True),  # a rebase begins, and may end without another hook
        ("post-checkout", (), False, False),
        ("post-rewrite", ("rebase",), True, True),
        ("post-rewrite", ("amend",), False, True),
        ("post-rewrite", ("amend",), True, False),
        ("post-rewrite", ("something-new",), False, False),
        ("post-applypatch", (), False, True),
        ("post-applypatch", (), True, False),  # a rebase by patches
    ],
)
def test_what_a_hook_does(hook: str, arguments: tuple[str, ...], rebasing: bool, act: bool) -> None:
    decision = decide(hook, arguments, rebasing, {})
    assert decision.act is act, decision.why
    assert decision.why


def test_only_pre_commit_indexes_what_is_staged() -> None:
    assert [hook for hook in HOOKS if decide(hook, (A, B, "1"), False, {}).staged] == ["pre-commit"]


def test_a_checkout_within_a_rebase_waits_for_its_end() -> None:
    assert decide("post-checkout", (A, B, "1"), True, {}).settle
    assert not decide("post-checkout", (A, B, "1"), False, {}).settle


@pytest.mark.parametrize(
    ("hook", "variables", "act"),
    [
        ("post-checkout", {"FROM_REF": A, "TO_REF": B, "CHECKOUT_TYPE": "1"}, True),
        ("post-checkout", {"FROM_REF": A, "TO_REF": B, "CHECKOUT_TYPE": "0"}, False),
        ("post-checkout", {"FROM_REF": A, "TO_REF": A, "CHECKOUT_TYPE": "1"}, False),
        ("post-rewrite", {"REWRITE_COMMAND": "rebase"}, True),
        ("post-merge", {"IS_SQUASH_MERGE": "1"}, False),
        ("post-merge", {"IS_SQUASH_MERGE": "0"}, True),
    ],
)
def test_the_pre_commit_framework_gives_arguments_in_variables(
    hook: str, variables: dict[str, str], act: bool
) -> None:
    environment = {f"PRE_COMMIT_{name}": value for name, value in variables.items()}
    assert decide(hook, (), False, environment).act is act
