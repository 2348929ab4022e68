"""CODEOWNERS: which paths belong to whom. Pure."""

from __future__ import annotations

from collections.abc import Sequence

from graphrag_batch.textual import OwnerRule

OWNERS_VERSION = 1


def is_owners_file(path: str) -> bool:
    """Whether a host reads this file for owners."""
    return path in ("CODEOWNERS", ".github/CODEOWNERS", ".gitlab/CODEOWNERS", "docs/CODEOWNERS")


def owner_rules(text: str) -> tuple[OwnerRule, ...]:
    """The rules of a CODEOWNERS file, in their order."""
    return ()


def owner_rule_of(rules: Sequence[OwnerRule], path: str) -> OwnerRule | None:
    """The rule that counts for a path: the last that matches."""
    return None
