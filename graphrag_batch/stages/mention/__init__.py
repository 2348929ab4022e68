"""Finds names in passages; `stages.mentions` is the door."""

MENTIONS_VERSION = 2
"""To be raised whenever an equal document gives other mentions. Asking here
compiles no expressions."""
