"""Git as the only truth about what to index: reading trees, choosing paths, planning changes. Only `git.py` runs git; nothing here parses content or writes."""
