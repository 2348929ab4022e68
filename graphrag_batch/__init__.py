"""graphrag-batch: one git tree in, one SQLite artifact out, served read-only to coding agents."""

__version__ = "0.1.0"
