"""Reads the prose of documents; `stages.passages` is the door."""
