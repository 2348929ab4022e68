"""Words, sentences and paragraphs for the files that benchmarks make, by a seeded generator."""

from __future__ import annotations

import random

WORDS = [
    "harbour", "tide", "vessel", "anchor", "rope", "compass", "chart", "lantern", "pilot", "cargo",
    "ledger", "winch", "signal", "storm", "beacon", "keel", "mooring", "current", "sounding", "passage",
    "channel", "reef", "captain", "schedule", "licence", "permit", "engine", "valve", "pressure",
    "gauge", "the", "a", "of", "to", "and", "in", "is", "for", "with", "on", "that", "by", "as", "at",
    "from", "or", "be", "are", "when", "which",
]  # fmt: skip


def sentence(rng: random.Random, words: int = 14) -> str:
    """Some words, with a capital and a full stop."""
    return " ".join(rng.choices(WORDS, k=rng.randint(words // 2, words * 2))).capitalize() + "."


def paragraph(rng: random.Random, sentences: int = 4) -> str:
    """Some sentences."""
    return " ".join(sentence(rng) for _ in range(rng.randint(1, sentences)))
