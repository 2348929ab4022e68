"""Bytes to Document: one module per family, one registry.

Pure: no IO, no path inside a value, never an exception for bad content.
"""
