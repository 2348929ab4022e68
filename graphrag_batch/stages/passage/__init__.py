"""Reads the prose of documents; `stages.passages` is the door."""

PASSAGES_VERSION = 1
"""To be raised whenever an equal document gives other passages. Asking here
compiles no expressions."""
