"""Dockerfiles, compose files, GitHub workflows."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.manifest.values import USES, image
from graphrag_batch.textual import Requirement

_FROM = re.compile(
    r"^[ \t]*FROM[ \t]+(?:--\S+[ \t]+)*(\S+)(?:[ \t]+AS[ \t]+(\S+))?", re.IGNORECASE | re.MULTILINE
)
_COPY = re.compile(r"^[ \t]*COPY[ \t]+(?:--\S+[ \t]+)*?--from=(\S+)", re.IGNORECASE | re.MULTILINE)
_ARG = re.compile(r"^[ \t]*ARG[ \t]+(\w+)=[\"']?([^\s\"']*)", re.IGNORECASE | re.MULTILINE)
_VARIABLE = re.compile(r"\$(?:\{(\w+)(?::?-([^{}]*))?\}|(\w+))")
_LINE = re.compile(r"^[ \t]*(?:-[ \t]+)?(image|uses|container):[ \t]*[\"']?([^\s\"'#]+)", re.MULTILINE)
_ACTION = re.compile(r"([\w.-]+/[\w./-]+)@(\S+)")


def dockerfile(text: str) -> Iterator[Requirement]:
    """The images that stages are built from, or copied from; a stage's own name is no image. A variable in
    the image's name is what ARG gives it, in its version it stays as written."""
    given = {match[1]: match[2] for match in _ARG.finditer(text)}
    stages = {match[2].casefold() for match in _FROM.finditer(text) if match[2]}
    for match in sorted((*_FROM.finditer(text), *_COPY.finditer(text)), key=lambda m: m.start()):
        name = match[1]
        if name.casefold() in stages or name.casefold() == "scratch" or name.isdigit():
            continue
        yield from _image(text, match.start(1), match.end(1), given)


def _image(text: str, start: int, end: int, given: dict[str, str]) -> Iterator[Requirement]:
    written = text[start:end]
    if "$" not in written:
        yield from image(USES, text, start, end)
        return
    head = written.rpartition("/")[2]
    if "$" in written.split(":$")[0].split("@$")[0]:
        written = _VARIABLE.sub(lambda m: given.get(m[1] or m[3] or "", m[2] or ""), written)
        head = written.rpartition("/")[2]
    name = written[: len(written) - len(head)] + re.split(r"[:@]", head, maxsplit=1)[0]
    version = head[len(re.split(r"[:@]", head, maxsplit=1)[0]) + 1 :]
    if name.strip("/"):
        yield Requirement(USES, name, version, start, end)


def compose(text: str) -> Iterator[Requirement]:
    """The images of services. That they depend on one another is no need of the whole."""
    for match in _LINE.finditer(text):
        if match[1] == "image":
            yield from _image(text, match.start(2), match.end(2), {})


def workflow(text: str) -> Iterator[Requirement]:
    """Actions (`uses: owner/name@version`), other workflows, and the images jobs run in; no local ones."""
    for match in _LINE.finditer(text):
        start, end = match.span(2)
        if match[1] != "uses":
            yield from image(USES, text, start, end)
        elif match[2].startswith("docker://"):
            yield from image(USES, text, start + len("docker://"), end)
        elif action := _ACTION.fullmatch(match[2]):
            yield Requirement(USES, action[1], action[2], start, end)
