"""Incremental equals full: random edit histories on a real repository."""

from __future__ import annotations

import shutil
import tempfile
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule

from graphrag_batch.artifact.read import open_artifact
from graphrag_batch.artifact.verify import verify
from graphrag_batch.build.proof import corpus_problems
from tests.building import index, index_from_nothing
from tests.examples import examples
from tests.gitrepo import GitRepo

NAMES = [
    "a.md", "A.md", "docs/guide.md", "docs/Guide.md", "docs/deep/x.rst", "src/app/__init__.py",
    "src/app/core.py", "src/app/util.py", "web/main.ts", "web/page.js", "notes.txt",
    "ünïcode dir/ß.md", "blob.bin",
]  # fmt: skip
CONTENTS = [
    b"# One\n\nText of one. See [two](docs/guide.md#part).\n",
    b"---\ntitle: Two\ntags: [x]\n---\n\n# Two\n\nIntro.\n\n## Part\n\nSee [home](../a.md) and https://example.org/.\n",
    b"# Two\n\n## Part\n\nOther words.\n\n## Part\n\nThe same heading again.\n",
    b"Title\n=====\n\nA paragraph.\n\nSub\n---\n\nSee :doc:`guide`.\n",
    b"from app import util\n\n\nclass Job:\n    def run(self):\n        return util.help()\n",
    b"def help():\n    '''Helps.'''\n    return 1\n",
    b"import { x } from './client'\nexport const f = () => x\n",
    b"",
    b"\x00\x01binary",
    "# 队列\n\n任务会在失败后重试三次。\n".encode(),
    b"\xff\xfea\x00b\x00",
    b"function a(b){return b};" * 30,
    b"caf\xe9 au lait\n",
]
# Without a model, since an artifact that lacks the vectors it should have is no base to start from.
NO_MODEL = "embed: {model: none}\n"
RETRIEVAL = "retrieval: {k: 3}\n"
CONFIGS = [
    "",
    RETRIEVAL,
    "chunk: {target_tokens: 40, max_tokens: 60}\n",
    "select: {exclude: ['docs/**']}\n",
    "select: {max_bytes: 60}\n",
    "select: {generated: true}\n",
]
IGNORES = ["", "*.txt\n", "docs/\n!docs/guide.md\n", "/src\n"]
ATTRIBUTES = ["", "*.ts linguist-generated\n", "docs/** linguist-vendored\n"]

names = st.sampled_from(NAMES)
contents = st.sampled_from(CONTENTS)


class EditHistory(RuleBasedStateMachine):
    """Edits, then an incremental build; at the end of every step its digest is that of a full one."""

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp())
        self.repo = GitRepo(self.folder / "repo")
        self.changed = True
        self.may_be_full = self.plain = True
        self.trees: list[str] = []

    @initialize(files=st.dictionaries(names, contents, min_size=1, max_size=6))
    def begin(self, files: dict[str, bytes]) -> None:
        self.repo.write(".graphrag.yaml", NO_MODEL)
        for name, content in files.items():
            self._write(name, content)

    @rule(name=names, content=contents)
    def write(self, name: str, content: bytes) -> None:
        self._write(name, content)

    @rule(name=names)
    @precondition(lambda self: len(self._files()) > 1)
    def remove(self, name: str) -> None:
        if self._is_file(name):
            self.repo.remove(name)
            self.changed = True

    @rule(name=names, new=names)
    def rename(self, name: str, new: str) -> None:
        if self._is_file(name) and not self._clashes(new) and name != new:
            self.repo.rename(name, new)
            self.changed = True

    @rule(name=names)
    def change_mode(self, name: str) -> None:
        if self._is_file(name):
            content = (self.repo.path / name).read_bytes()
            self.repo.write(name, content, executable=True)
            self.changed = True

    @rule(name=names)
    def swap_for_a_symlink(self, name: str) -> None:
        if self._is_file(name):
            self.repo.symlink(name, "a.md")
            self.changed = True

    @rule(text=st.sampled_from(CONFIGS))
    def configure(self, text: str) -> None:
        self.repo.write(".graphrag.yaml", NO_MODEL + text)
        self.changed = True
        plain = text in ("", RETRIEVAL)
        self.may_be_full |= not (plain and self.plain)
        self.plain = plain

    @rule(text=st.sampled_from(IGNORES), folder=st.sampled_from(["", "docs/"]))
    def ignore(self, text: str, folder: str) -> None:
        if not (self.repo.path / "docs").is_file():
            self.repo.write(f"{folder}.graphragignore", text)
            self.changed = True

    @rule(text=st.sampled_from(ATTRIBUTES))
    def mark(self, text: str) -> None:
        self.repo.write(".gitattributes", text)
        self.changed = True

    @rule(data=st.data())
    @precondition(lambda self: self.trees)
    def revert(self, data: st.DataObject) -> None:
        tree = data.draw(st.sampled_from(self.trees))
        self.repo.run("rm", "-rqf", "--ignore-unmatch", ".")
        self.repo.run("read-tree", "-u", "--reset", tree)
        self.changed = True
        self.may_be_full, self.plain = True, False  # its configuration may be another

    @invariant()
    def incremental_equals_full(self) -> None:
        if not self.changed or not self._files():
            return
        self.changed = False
        self.repo.commit()
        self.trees.append(self.repo.tree)
        report = index(self.repo)
        fresh = index_from_nothing(self.repo, self.folder / "fresh")
        assert self.may_be_full or report.mode in ("incremental", "reused")
        self.may_be_full = False
        assert (fresh.mode, fresh.work["parse_reused"]) == ("full", 0)
        assert report.digest == fresh.digest, report.mode
        assert corpus_problems(Path(report.artifact)) == ()
        self._every_path_is_accounted_for(Path(report.artifact))

    def _every_path_is_accounted_for(self, artifact: Path) -> None:
        with open_artifact(artifact) as opened:
            assert len(opened.snapshot()) == len(self.repo.run("ls-tree", "-r", "HEAD").splitlines())

    def teardown(self) -> None:
        if (self.repo.path / ".git" / "graphrag" / "current").exists():
            report = index(self.repo)
            assert verify(Path(report.artifact)).problems == ()
            assert corpus_problems(Path(report.artifact)) == ()
        shutil.rmtree(self.folder, ignore_errors=True)

    def _write(self, name: str, content: bytes) -> None:
        if not self._clashes(name):
            self.repo.write(name, content)
            self.changed = True

    def _clashes(self, name: str) -> bool:
        path = self.repo.path / name
        return path.is_dir() or path.is_symlink() or any(p.is_file() or p.is_symlink() for p in path.parents)

    def _is_file(self, name: str) -> bool:
        path = self.repo.path / name
        return path.is_file() and not path.is_symlink()

    def _files(self) -> list[Path]:
        return [p for p in self.repo.path.rglob("*") if ".git" not in p.parts and not p.is_dir()]


_checks = [HealthCheck.too_slow, HealthCheck.filter_too_much]
TestEditHistory = EditHistory.TestCase
TestEditHistory.settings = settings(
    max_examples=examples(20, least=2), stateful_step_count=8, deadline=None, suppress_health_check=_checks
)


@pytest.mark.slow
@pytest.mark.timeout(3600)
class TestLongEditHistories(EditHistory.TestCase):  # type: ignore[name-defined,misc]
    settings = settings(max_examples=40, stateful_step_count=25, deadline=None, suppress_health_check=_checks)


@pytest.mark.long
def test_with_the_model_vectors_are_equal_too(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", CONTENTS[0])
    repo.write("docs/guide.md", CONTENTS[1])
    repo.commit()
    index(repo)
    repo.write("docs/guide.md", CONTENTS[2])
    repo.rename("a.md", "b.md")
    repo.write("src/app/core.py", CONTENTS[4])
    repo.commit()
    report = index(repo)
    fresh = index_from_nothing(repo, tmp_path / "fresh")
    assert report.mode == "incremental"
    assert (report.digest, report.vector_digest) == (fresh.digest, fresh.vector_digest)
    assert fresh.work["embedded"] > 0
