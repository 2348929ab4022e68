"""Finds names in passages; `stages.mentions` is the door."""
