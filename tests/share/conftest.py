"""What several tests of sharing ask about."""

from __future__ import annotations

import pytest

from tests.share.pulling import Project, make_project


@pytest.fixture(scope="session")
def project(tmp_path_factory: pytest.TempPathFactory) -> Project:
    """Not to be changed."""
    return make_project(tmp_path_factory.mktemp("project"))
