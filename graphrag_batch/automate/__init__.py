"""What runs without being asked: git hooks, the background worker, watching.

A hook decides with the cheapest of means and returns at once; a worker of its own builds. Nothing here ever
fails git's command, prints on git's output, opens a socket, or writes outside the git directory, save what
`hook install` shows.
"""
