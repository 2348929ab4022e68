"""Git as the only truth about what to index: reading trees, choosing paths, planning changes.

Only `git.py` runs git, and it never reads the checkout; `paths`, `select` and `plan` are pure. Nothing
here parses content, and nothing here writes to the user's repository: not to the index, not to the
object store, not to refs. (`scratch.py` makes new repositories of its own, for measuring.)
"""

SELECT_VERSION = 5
"""To be raised whenever an equal tree gives another selection."""
