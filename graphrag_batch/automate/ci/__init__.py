"""What runs in continuous integration, on GitHub, GitLab, Jenkins or anywhere.

`situation` reads from the environment what is built there and why, `plan` decides what follows, `restoring`
fetches the index to start from, `report` says what came of it. An environment and an event's payload come
from whoever opened a pull request: they are values to compare and to print, never commands, and what cannot
be understood in them is as if it were not there.
"""
