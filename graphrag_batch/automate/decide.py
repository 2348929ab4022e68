"""What a git hook asks for: pure rules over its name, its arguments and what git is in the middle of.

Git waits while this is imported: it imports nothing.
"""

from __future__ import annotations

TYPE_CHECKING = False  # `typing` takes longer to import than all that a hook does
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

HOOKS = ("pre-commit", "post-commit", "post-merge", "post-checkout", "post-rewrite", "post-applypatch")


class Decision:
    """Whether to index, and why (not). `staged`: the tree of the index git commits from, ahead of the
    commit. `settle`: only once the rebase under way is over, if that is soon."""

    __slots__ = ("act", "settle", "staged", "why")

    def __init__(self, act: bool, why: str, *, staged: bool = False, settle: bool = False) -> None:
        self.act = act
        self.why = why
        self.staged = staged
        self.settle = settle


def decide(hook: str, arguments: Sequence[str], rebasing: bool, environment: Mapping[str, str]) -> Decision:
    """The decision for one call of `hook` (one of `HOOKS`) with git's arguments.

    The pre-commit framework gives them in variables instead, so `environment` is read where there are none.
    `rebasing` is whether a rebase is under way; `git am` is none.
    """
    if hook == "post-checkout":
        return _post_checkout(*_checkout_arguments(arguments, environment), rebasing)
    if hook == "post-rewrite":
        return _post_rewrite(_first(arguments, environment, "PRE_COMMIT_REWRITE_COMMAND"), rebasing)
    if hook == "post-merge":
        squash = _first(arguments, environment, "PRE_COMMIT_IS_SQUASH_MERGE") == "1"
        return Decision(not squash, "a squash moves no branch" if squash else "merged")
    if rebasing:
        return Decision(False, "a rebase is under way: post-rewrite comes at its end")
    if hook == "pre-commit":
        return Decision(True, "about to commit", staged=True)
    return Decision(True, "applied" if hook == "post-applypatch" else "committed")


def _first(arguments: Sequence[str], environment: Mapping[str, str], variable: str) -> str:
    return arguments[0] if arguments else environment.get(variable, "")


def _checkout_arguments(arguments: Sequence[str], environment: Mapping[str, str]) -> tuple[str, str, str]:
    if len(arguments) >= 3:
        return arguments[0], arguments[1], arguments[2]
    names = ("PRE_COMMIT_FROM_REF", "PRE_COMMIT_TO_REF", "PRE_COMMIT_CHECKOUT_TYPE")
    old, new, kind = (environment.get(name, "") for name in names)
    return old, new, kind


def _post_checkout(old: str, new: str, kind: str, rebasing: bool) -> Decision:
    if kind != "1":
        return Decision(False, "files were checked out, not a branch")
    if old == new:
        return Decision(False, "the commit stays the same")
    if rebasing:
        # A rebase that only moves the branch forward, or drops every commit, calls no other hook.
        return Decision(True, "a rebase begins", settle=True)
    return Decision(True, "checked out")


def _post_rewrite(command: str, rebasing: bool) -> Decision:
    if command == "rebase":
        return Decision(True, "rebased")
    if command == "amend" and not rebasing:
        return Decision(True, "amended")
    return Decision(
        False, "post-rewrite comes once more at the end of the rebase" if rebasing else "no rebase"
    )
