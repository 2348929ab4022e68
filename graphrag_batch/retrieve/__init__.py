"""From a query to ranked hits, over an artifact opened read-only.

Cannot reach git, the build or anything that writes.
"""
