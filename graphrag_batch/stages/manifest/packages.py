"""package.json, composer.json, pom.xml, Gradle, go.mod, Cargo.toml, Gemfile."""

from __future__ import annotations

import re
from collections.abc import Iterator

from graphrag_batch.stages.manifest.values import DEPENDS, USES, entries
from graphrag_batch.textual import Requirement

_NPM = re.compile(r"\"(?:dev|peer|optional|bundled?)?[dD]ependencies\"\s*:\s*\{")
_PHP = re.compile(r"\"require(?:-dev)?\"\s*:\s*\{")
_PAIR = re.compile(r"\"([^\"\\\n]+)\"\s*:\s*\"([^\"\\\n]*)\"|[{}]")
_COMMENT = re.compile(r"<!--.*?(?:-->|$)", re.DOTALL)
_TAG = re.compile(r"<(groupId|artifactId|version)>\s*([^<>\s]+)\s*</\1>")
_GRADLE = re.compile(
    r"^[ \t]*(?!//)(?:\w*[iI]mplementation|\w*[aA]pi|\w*[cC]ompileOnly|\w*[rR]untimeOnly|\w*[cC]ompile|"
    r"\w*[rR]untime|kapt|ksp|annotationProcessor|classpath)[ \t(]+(?:platform[ \t]*\([ \t]*|"
    r"enforcedPlatform[ \t]*\([ \t]*)?[\"']([^\"'\s:]+:[^\"'\s:]+)(?::([^\"'\s@]+))?[^\"'\n]*[\"']",
    re.MULTILINE,
)
_PLUGIN = re.compile(
    r"^[ \t]*(?!//)id[ \t(]+[\"']([^\"'\s]+)[\"']\)?(?:[ \t]+version[ \t(]+[\"']([^\"'\s]+)[\"'])?",
    re.MULTILINE,
)
_GO = re.compile(r"^[ \t]*(require[ \t]+)?\"?([\w.~-]+(?:/[\w.~-]+)*)\"?[ \t]+(v\d[^\s/]*)([ \t]*//.*)?$")
_CARGO = re.compile(r"(?:target\..+\.|workspace\.)?(?:dev-|build-)?dependencies(?:\.([\w-]+))?")
_CARGO_VERSION = re.compile(r"[\"']([^\"'\n]*)[\"']|\{[^{}\n]*?\bversion\s*=\s*[\"']([^\"'\n]*)[\"']")
_GEM = re.compile(
    r"^[ \t]*gem[ \t(]+[\"']([\w.-]+)[\"'](?:[ \t]*,[ \t]*[\"']([^\"'\n]+)[\"'])?", re.MULTILINE
)
_PLATFORM = {"php": "PHP"}


def package_json(text: str) -> Iterator[Requirement]:
    """Dependencies of every kind."""
    return _objects(text, _NPM)


def composer_json(text: str) -> Iterator[Requirement]:
    """`require` and `require-dev`; extensions of PHP are left out."""
    for need in _objects(text, _PHP):
        if not need.name.startswith(("ext-", "lib-")):
            yield need._replace(name=_PLATFORM.get(need.name, need.name))


def _objects(text: str, opening: re.Pattern[str]) -> Iterator[Requirement]:
    """The pairs of each object that begins so."""
    for match in opening.finditer(text):
        for pair in _PAIR.finditer(text, match.end()):
            if pair[0] in "{}":
                break
            yield Requirement(DEPENDS, pair[1], pair[2], pair.start(), pair.end())


def pom_xml(text: str) -> Iterator[Requirement]:
    """Dependencies and the parent, as `group:artifact`; managed versions are no needs."""
    bare = _COMMENT.sub(lambda m: " " * len(m[0]), text)
    managed = bare.find("<dependencyManagement>"), bare.find("</dependencyManagement>")
    for name in ("dependency", "parent"):
        start = bare.find(f"<{name}>")
        while start >= 0:
            end = bare.find(f"</{name}>", start)
            end = len(bare) if end < 0 else end
            if not managed[0] <= start < managed[1]:
                tags = {m[1]: m for m in reversed(list(_TAG.finditer(bare, start, min(end, start + 4000))))}
                if {"groupId", "artifactId"} <= tags.keys():
                    coordinates = f"{tags['groupId'][2]}:{tags['artifactId'][2]}"
                    version = tags["version"][2] if "version" in tags else ""
                    yield Requirement(DEPENDS, coordinates, version, start, end)
            start = bare.find(f"<{name}>", end)


def gradle(text: str) -> Iterator[Requirement]:
    """Dependencies by their coordinates (`group:name`), and plugins (uses)."""
    for match in _GRADLE.finditer(text):
        yield Requirement(DEPENDS, match[1], match[2] or "", match.start(1), match.end())
    for match in _PLUGIN.finditer(text):
        yield Requirement(USES, match[1], match[2] or "", match.start(1), match.end())


def go_mod(text: str) -> Iterator[Requirement]:
    """What `require` names, but for what is marked `// indirect`."""
    start, inside = 0, False
    for line in text.split("\n"):
        stripped = line.strip()
        if stripped.endswith("("):
            inside = stripped.startswith("require")
        elif stripped == ")":
            inside = False
        elif (match := _GO.match(line)) and (inside or match[1]) and "indirect" not in (match[4] or ""):
            yield Requirement(DEPENDS, match[2], match[3], start + match.start(2), start + match.end(3))
        start += len(line) + 1


def cargo_toml(text: str) -> Iterator[Requirement]:
    """Dependencies of every kind, as lines or as tables of their own."""
    tables: dict[str, Requirement] = {}
    for entry in entries(text):
        section = _CARGO.fullmatch(entry.section)
        if section is None:
            continue
        value = _CARGO_VERSION.match(text, entry.value, entry.line_end)
        version = (value[1] or value[2] or "") if value else ""
        if section[1] is None:
            name = entry.key.partition(".")[0].strip()
            yield Requirement(DEPENDS, name, version, entry.start, entry.line_end)
        elif entry.section not in tables or entry.key == "version":
            said = version if entry.key == "version" else ""
            tables[entry.section] = Requirement(DEPENDS, section[1], said, entry.header, entry.line_end)
    yield from tables.values()


def gemfile(text: str) -> Iterator[Requirement]:
    """Gems, with the first of their versions."""
    for match in _GEM.finditer(text):
        yield Requirement(DEPENDS, match[1], match[2] or "", match.start(1), match.end())
