"""The SQLite artifact: its schema, writing it in one transaction, reading it safely.

Knows nothing of git or models. Import the modules, not this package: whoever only reads must not
reach `write`.
"""
