"""Where published artifacts are pulled from: folders, files, servers, releases and workflow runs of GitHub.

A source lists what it has, reads manifests and brings files; it never decides what is pulled, and what it
brings is not believed (`choose` and `arrive` do that). Sources never import one another, but `opening` all.
"""
