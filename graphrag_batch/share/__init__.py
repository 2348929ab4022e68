"""Sharing an artifact: publishing it in one canonical form, and pulling what was published elsewhere.

Nothing that comes from elsewhere is believed before it was checked, and it takes its place at once or not
at all. Import the modules, not this package.
"""
