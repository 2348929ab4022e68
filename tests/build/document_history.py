"""Histories of documents of every kind, made by chance: near copies, secrets, restricted pages, files that
are not what their names say; edits, renames and settings that change what is made of them.
"""

from __future__ import annotations

import csv
import io
import json
import random
from collections.abc import Callable, Sequence

from tests.formats import docx_build
from tests.formats.pdf_writer import Page, Pdf
from tests.gitrepo import GitRepo

NO_MODEL = "embed: {model: none}\n"
SETTINGS = (
    "", "", "redact: {enabled: false}\n", "redact: {allow: ['gh._R.*']}\n",
    "redact: {allow_paths: [docs/]}\n",
    "formats: {html: {drop: [h1]}}\n", "formats: {html: {keep: [main]}}\n", "formats: {table: {rows: 1}}\n",
    "formats: {max_bytes: 1500}\n", "select: {restricted: exclude}\n", "select: {max_bytes: 400}\n",
    "dedupe: {threshold: 0.95}\n", "dedupe: {enabled: false}\n", "dedupe: {min_words: 200}\n",
    "chunk: {target_tokens: 30, max_tokens: 60}\n", "chunk: {overlap: 0}\n", "retrieval: {k: 3}\n",
)  # fmt: skip
FOLDERS = ("", "docs/", "docs/de/", "old/")
STEMS = ("a", "b", "guide", "index")
WORDS = ("harbour", "boat", "tide", "rope", "anchor", "mast", "pier", "crane", "lock", "der", "die", "und")
SECRETS = tuple("gh" + f"p_{letter}7kLm2Xq9Zt4Wv8Nb3Hc6Ys1Pd5Fg0JaTuEo" for letter in "RST")


def _paragraphs(chance: random.Random) -> list[str]:
    """Texts of which many are nearly the same."""
    pick = random.Random(chance.randrange(3))
    words = [pick.choice(WORDS) for _ in range(90)]
    for _ in range(chance.choice((0, 0, 1, 6))):
        words[chance.randrange(90)] = "rewritten"
    made = [" ".join(words[at : at + 30]) for at in (0, 30, 60)]
    return [made[0], f"Use {chance.choice(SECRETS)} here.", *made[1:]] if chance.random() < 0.4 else made


def _markdown(page: Sequence[str], chance: random.Random) -> str:
    head = chance.choice(
        ("", "", "---\nsecurity: restricted\n---\n", "---\ntitle: Tides\ntags: [sea]\n---\n")
    )
    return f"{head}# A\n\n" + "\n\n".join(page) + f"\n\n## Part\n\nSee [it]({_target(chance)}).\n"


def _rst(page: Sequence[str], chance: random.Random) -> str:
    return "A\n=\n\n" + "\n\n".join(page) + f"\n\n`it <{_target(chance)}>`_\n"


def _html(page: Sequence[str], chance: random.Random) -> str:
    head = chance.choice(("", '<html lang="de"><link rel="canonical" href="https://example.org/a">'))
    body = "".join(f"<p>{text}</p>" for text in page)
    return f"{head}<nav>home</nav><main><h1>A</h1>{body}</main><a href='{_target(chance)}'>it</a>"


def _notebook(page: Sequence[str], chance: random.Random) -> str:
    source = [{"cell_type": "markdown", "metadata": {}, "source": text} for text in page]
    output = {"output_type": "stream", "name": "stdout", "text": chance.choice(page)}
    code = {"cell_type": "code", "metadata": {}, "source": "x = 1", "outputs": [output]}
    return json.dumps({"cells": [*source, code], "metadata": {}, "nbformat": 4, "nbformat_minor": 5})


def _csv(page: Sequence[str], chance: random.Random) -> str:
    made = io.StringIO()
    csv.writer(made).writerows([("name", "text"), *((chance.randrange(9), text) for text in page)])
    return made.getvalue()


def _docx(page: Sequence[str], chance: random.Random) -> bytes:
    body = docx_build.p("A", style="berschrift1") + "".join(map(docx_build.p, page))
    core = docx_build.core(title="Tides", description=chance.choice(page))
    return docx_build.package(body, styles=docx_build.styles(), core=core)


def _pdf(page: Sequence[str], chance: random.Random) -> bytes:
    sheets = [Page() for _ in page]
    for sheet, text in zip(sheets, page, strict=True):
        words = text.split()
        sheet.lines(60, 80, [" ".join(words[n : n + 8]) for n in range(0, len(words), 8)])
    return Pdf(*sheets, Title="Tides").bytes()


WRITERS: dict[str, Callable[[Sequence[str], random.Random], str | bytes]] = {
    "md": _markdown,
    "rst": _rst,
    "html": _html,
    "ipynb": _notebook,
    "csv": _csv,
    "docx": _docx,
    "json": lambda page, _: json.dumps({f"k{n}": {"text": text} for n, text in enumerate(page)}, indent=1),
    "yaml": lambda page, _: "".join(f"k{n}:\n  text: {text}\n" for n, text in enumerate(page)),
    "adoc": lambda page, c: "= A\n\n" + "\n\n".join(page) + f"\n\nlink:{_target(c)}[it]\n",
    "org": lambda page, c: "* A\n" + "\n\n".join(page) + f"\n\n[[file:{_target(c)}][it]]\n",
    "1": lambda page, _: ".TH A 1\n.SH NAME\n" + "\n.PP\n".join(page) + "\n",
    "txt": lambda page, _: "\n\n".join(page) + "\n",
    "pdf": _pdf,
}


def _target(chance: random.Random) -> str:
    return f"{chance.choice(STEMS)}.{chance.choice(sorted(WRITERS))}"


class DocumentHistory:
    """A repository in a worktree that `step` changes. The same seed, the same trees."""

    def __init__(self, repo: GitRepo, seed: int, kinds: Sequence[str] = tuple(WRITERS)) -> None:
        self.repo = repo
        self.chance = random.Random(seed)
        self.kinds = kinds
        self.files: dict[str, bytes] = {}
        repo.write(".graphrag.yaml", NO_MODEL)
        for _ in range(14):
            self._write()

    def step(self) -> None:
        """A few edits and a commit."""
        edits = (self._write,) * 5 + (self._remove, self._move, self._copy, self._mode, self._lie)
        for _ in range(self.chance.choice((1, 1, 2, 5))):
            self.chance.choice((*edits, self._configure, self._configure))()
        self.repo.commit()

    def _put(self, path: str, content: bytes, executable: bool = False) -> None:
        self.files[path] = content
        self.repo.write(path, content, executable=executable)

    def _some(self) -> str:
        return self.chance.choice(sorted(self.files))

    def _path(self, kind: str) -> str:
        return f"{self.chance.choice(FOLDERS)}{self.chance.choice(STEMS)}.{kind}"

    def _write(self) -> None:
        kind = self.chance.choice(self.kinds)
        content = WRITERS[kind](_paragraphs(self.chance), self.chance)
        self._put(self._path(kind), content.encode() if isinstance(content, str) else content)

    def _remove(self) -> None:
        if len(self.files) > 3:
            path = self._some()
            del self.files[path]
            self.repo.remove(path)

    def _move(self) -> None:
        old = self._some()
        content = self.files.pop(old)
        self.repo.remove(old)
        self._put(self._path(old.rpartition(".")[2]), content)

    def _copy(self) -> None:
        old = self._some()
        self._put(self._path(old.rpartition(".")[2]), self.files[old])

    def _mode(self) -> None:
        path = self._some()
        self._put(path, self.files[path], executable=True)

    def _lie(self) -> None:
        """A file whose name says that it is of another kind."""
        self._put(self._path(self.chance.choice(self.kinds)), self.files[self._some()])

    def _configure(self) -> None:
        self.repo.write(".graphrag.yaml", NO_MODEL + self.chance.choice(SETTINGS))
