"""Histories of edits made by chance: what all of them have in common."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, invariant, precondition, rule

from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.proof import corpus_problems
from tests.building import index, index_from_nothing
from tests.gitrepo import GitRepo


class Edits(RuleBasedStateMachine):
    """A repository that is edited step by step. After every build all that the corpus stages make is made
    again and compared, row by row; at the end the whole artifact is that of a build from nothing."""

    def __init__(self, configuration: str) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.repo = GitRepo(self.folder / "repo")
        self.repo.write(".graphrag.yaml", configuration)
        self.built = ""

    def is_edited(self, path: str) -> bool:
        """Whether a path is one of those that the rules here remove and rename."""
        raise NotImplementedError

    def files(self) -> list[str]:
        """The paths there are of those that are edited, in order."""
        found = (path.relative_to(self.repo.path) for path in self.repo.path.rglob("*") if path.is_file())
        return sorted(str(path) for path in found if path.parts[0] != ".git" and self.is_edited(str(path)))

    @rule(data=st.data())
    @precondition(lambda self: len(self.files()) > 2)
    def remove(self, data: st.DataObject) -> None:
        self.repo.remove(data.draw(st.sampled_from(self.files())))

    @invariant()
    def the_corpus_is_as_it_should_be(self) -> None:
        if self.repo.stage_tree() == self.built:
            return
        self.repo.commit()
        self.built = self.repo.tree
        assert corpus_problems(Path(index(self.repo).artifact)) == ()

    def teardown(self) -> None:
        if self.built:
            report = index(self.repo)
            assert report.digest == index_from_nothing(self.repo, self.folder / "fresh").digest
            assert verify(Path(report.artifact)).problems == ()
        shutil.rmtree(self.folder, ignore_errors=True)


def histories(number: int, steps: int) -> settings:
    """So many histories of so many steps at most."""
    return settings(
        max_examples=number,
        stateful_step_count=steps,
        deadline=None,
        suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much],
    )
