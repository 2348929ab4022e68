"""Git as the only truth about what to index: reading trees, choosing paths, planning changes.

Only `git.py` runs git, and it never reads the checkout; `paths`, `select` and `plan` are pure. Nothing
here parses content, and nothing here writes: not to the index, not to the object store, not to refs.
"""
