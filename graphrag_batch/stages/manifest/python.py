"""pyproject.toml, setup.cfg, requirements files."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.manifest.values import DEPENDS, USES, entries, python_requirement, strings
from graphrag_batch.textual import Requirement

_POETRY = re.compile(r"tool\.poetry\.(?:dev-)?dependencies|tool\.poetry\.group\.[^.]+\.dependencies")
_GROUPS = ("project.optional-dependencies", "dependency-groups")
_VERSION = re.compile(r"[\"']([^\"'\n]*)[\"']|\{[^{}\n]*?\bversion\s*=\s*[\"']([^\"'\n]*)[\"']")
_EGG = re.compile(r"#egg=([A-Za-z0-9._-]+)")
_SETUP_LISTS = ("install_requires", "setup_requires", "tests_require")


def pyproject(text: str) -> Iterator[Requirement]:
    """Dependencies, optional ones, those of groups and of the build; Poetry's as well."""
    for entry in entries(text):
        if (entry.section, entry.key) == ("project", "requires-python"):
            yield from _python(text, entry.start, entry.value, entry.line_end)
        elif _POETRY.fullmatch(entry.section):
            version = _VERSION.match(text, entry.value, entry.line_end)
            name = "Python" if entry.key == "python" else entry.key
            said = (version[1] or version[2] or "") if version else ""
            yield Requirement(DEPENDS, name, "" if said == "*" else said, entry.start, entry.line_end)
        elif text[entry.value : entry.value + 1] == "[":
            rel = _list_of(entry.section, entry.key)
            for start, end in strings(text, entry.value) if rel else ():
                yield from python_requirement(rel, text, start, end)


def _list_of(section: str, key: str) -> str:
    if (section, key) == ("build-system", "requires"):
        return USES
    return DEPENDS if (section, key) == ("project", "dependencies") or section in _GROUPS else ""


def _python(text: str, start: int, value: int, end: int) -> Iterator[Requirement]:
    said = text[value:end].partition("#")[0].strip().strip("\"'")
    yield Requirement(DEPENDS, "Python", said, start, end)


def setup_cfg(text: str) -> Iterator[Requirement]:
    """`install_requires` and its like, and extras: values go on in indented lines."""
    starts = sorted((entry.start, entry) for entry in entries(text))
    for number, (_, entry) in enumerate(starts):
        if (entry.section, entry.key) == ("options", "python_requires"):
            yield from _python(text, entry.start, entry.value, entry.line_end)
            continue
        listed = entry.section == "options" and entry.key in _SETUP_LISTS
        if not listed and entry.section != "options.extras_require":
            continue
        limit = starts[number + 1][0] if number + 1 < len(starts) else len(text)
        yield from _lines(text, entry.value, limit)


def _lines(text: str, start: int, limit: int) -> Iterator[Requirement]:
    for number, line in enumerate(text[start:limit].split("\n")):
        if number and not line[:1].isspace() and line.strip():
            return
        if line.strip() and not line.lstrip().startswith(("#", "[")):
            yield from python_requirement(DEPENDS, text, start, start + len(line.rstrip()))
        start += len(line) + 1


def requirements_file(text: str) -> Iterator[Requirement]:
    """A requirement a line; options and hashes are none, `-e` and URLs count where they name a package."""
    start, goes_on = 0, False
    for line in text.split("\n"):
        said = line.split(" #")[0].rstrip().removesuffix("\\").split(" --")[0].rstrip()
        body = said.lstrip()
        if not goes_on and body and body[0] not in "#-./":
            if "://" not in body or " @ " in body:
                yield from python_requirement(DEPENDS, text, start, start + len(said))
            elif egg := _EGG.search(body):
                yield Requirement(DEPENDS, egg[1], "", start, start + len(said))
        elif not goes_on and body.startswith(("-e", "--editable")) and (egg := _EGG.search(body)):
            yield Requirement(DEPENDS, egg[1], "", start, start + len(said))
        goes_on = line.rstrip().endswith("\\")
        start += len(line) + 1
