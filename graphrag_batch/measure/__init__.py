"""Measuring retrieval on labelled sets."""
