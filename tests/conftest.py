"""Settings for all tests. No test asserts time: a slow machine is no fault of the code."""

from __future__ import annotations

import os

from hypothesis import settings

# In continuous integration the examples are the same at every run, so that a red run can be repeated.
settings.register_profile("ours", deadline=None, derandomize=bool(os.environ.get("CI")), print_blob=True)
settings.load_profile("ours")
