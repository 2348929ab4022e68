"""The build: runs the stages in order, from a git tree to a published artifact.

The only room that knows the stages' order. One code path: a full build is the same call with no
base to start from. Nothing here parses, ranks or prints.
"""
