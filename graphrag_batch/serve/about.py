"""Which index an answer comes from, and whether that is what is checked out: the footer, and its parts."""

from __future__ import annotations

import time
from dataclasses import dataclass

from graphrag_batch.serve import render
from graphrag_batch.serve.checkout import Checkout, Standing
from graphrag_batch.serve.models import StatusReply
from graphrag_batch.serve.opened import Served
from graphrag_batch.serve.state import Shelf, builder


@dataclass(frozen=True, slots=True)
class About:
    """`commit` is the indexed commit, or the tree where there is none. `checkout` says how HEAD stands to
    it (`standing`), `stale` why this is not what is checked out, "" when it is, or nothing is known."""

    commit: str
    written: str
    checkout: str
    stale: str
    trouble: str
    standing: Standing | None
    project: str = ""

    def footer(self, *more: str) -> str:
        """The last line of an answer."""
        return render.footer(self.words, *more, self.trouble)

    @property
    def words(self) -> str:
        """Which index, and its state."""
        return render.index(self.project, self.commit, self.checkout or self.written)


def about(shelf: Shelf, served: Served) -> About:
    """What is served now. Reads a few small files of the repository, if it is known."""
    meta = served.artifact.meta
    commit, tree = meta.get("commit", ""), meta.get("tree", "")
    written = f"written {render.age(time.time() - served.written)}"
    trouble = render.trouble(shelf.problem)
    standing, words = None, ""
    if shelf.checkout is not None:
        # A staged or worktree tree has no commit, but one that it goes on from.
        standing = shelf.checkout.standing(commit or meta.get("history_commit", ""), tree)
        words = _words(standing, commit, shelf.checkout)
    stale = "" if standing is None or standing.current else words
    parts = filter(None, (stale, trouble))
    return About(commit or tree, written, words, "; ".join(parts), trouble, standing, shelf.name)


def _words(standing: Standing, commit: str, checkout: Checkout) -> str:
    words = render.standing(standing)
    if standing.head and not standing.current:
        words += f": {render.remedy(checkout.activity())}"
    if commit or standing.relation == "same tree":
        return words
    return f"a tree not committed, {'made on HEAD' if standing.relation == 'same' else words}"


def fill(reply: StatusReply, shelf: Shelf, index: About | None = None) -> StatusReply:
    """The reply with what is known of the repository and what goes on in it."""
    if shelf.checkout is not None:
        doing = shelf.checkout.activity()
        reply.building, reply.queued = builder(doing), doing.queued
        reply.last_error, reply.last_error_at = doing.last_error, doing.last_error_at
    if index is not None and index.standing is not None:
        standing = index.standing
        reply.checkout, reply.head = index.checkout, standing.head
        known = {"same": 0, "same tree": 0, "ahead": standing.commits}
        reply.behind = known.get(standing.relation)
    return reply
