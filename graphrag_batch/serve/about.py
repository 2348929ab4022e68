"""Which index an answer comes from, and whether that is what is checked out: the footer, and its parts."""

from __future__ import annotations

import time
from dataclasses import dataclass

from graphrag_batch.artifact.activity import Activity
from graphrag_batch.serve import render
from graphrag_batch.serve.checkout import Standing
from graphrag_batch.serve.models import StatusReply
from graphrag_batch.serve.opened import Served
from graphrag_batch.serve.state import Shelf, builder


@dataclass(frozen=True, slots=True)
class About:
    """`commit` is the indexed commit, or the tree where there is none. `stale` says why this is not what
    is checked out, "" when it is, or when that is not known."""

    commit: str
    state: str
    stale: str
    trouble: str
    standing: Standing | None

    def footer(self, *more: str) -> str:
        """The last line of an answer."""
        return render.footer(self.commit, self.state, *more, self.trouble)


def about(shelf: Shelf, served: Served) -> About:
    """What is served now. Reads a few small files of the repository, if it is known."""
    meta = served.artifact.meta
    commit, tree = meta.get("commit", ""), meta.get("tree", "")
    trouble = render.trouble(shelf.problem)
    checkout = shelf.checkout
    if checkout is None:
        written = f"written {render.age(time.time() - served.written)}"
        return About(commit or tree, _state(commit, written), trouble, trouble, None)
    # A staged or worktree tree has no commit, but one that it goes on from.
    standing = checkout.standing(commit or meta.get("history_commit", ""), tree)
    words = render.standing(standing)
    if not standing.current and standing.head:
        words += f": {render.remedy(checkout.activity())}"
    stale = "" if standing.current else words
    return About(
        commit or tree, _state(commit, words), "; ".join(filter(None, (stale, trouble))), trouble, standing
    )


def _state(commit: str, words: str) -> str:
    return words if commit else f"a tree not committed, {words}"


def fill(reply: StatusReply, shelf: Shelf, standing: Standing | None = None) -> StatusReply:
    """The reply with what goes on in the repository, if it is known."""
    doing = shelf.checkout.activity() if shelf.checkout is not None else Activity(None, False, "", "")
    reply.building, reply.queued = builder(doing), doing.queued
    reply.last_error, reply.last_error_at = doing.last_error, doing.last_error_at
    if standing is not None:
        reply.checkout, reply.head = render.standing(standing), standing.head
        known = {"same": 0, "same tree": 0, "ahead": standing.commits}
        reply.behind = known.get(standing.relation)
    return reply
