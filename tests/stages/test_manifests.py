"""What manifests need: names, versions as written, places."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from graphrag_batch.stages.manifests import is_manifest, requirements
from tests.examples import examples

CASES = [
    (
        "pyproject.toml",
        """
[build-system]
requires = ["hatchling>=1.27"]
[project]
name = "rook"
requires-python = ">=3.11"
dependencies = [
    "nats-py>=2.6",  # "not-this"
    "uvicorn[standard]>=0.30 ; python_version < '3.13'",
    'psutil==5.9.8', "plain",
    "direct @ https://example.org/direct.whl",
]
[project.optional-dependencies]
test = ["pytest>=8"]
[dependency-groups]
lint = ["ruff>=0.11", {include-group = "test"}]
[tool.other]
dependencies = ["no-need"]
[tool.poetry.group.docs.dependencies]
python = "^3.11"
mkdocs = "^1.6"
theme = { version = "~2", optional = true }
local = { path = "../local" }
""",
        [
            "uses hatchling >=1.27", "depends_on Python >=3.11", "depends_on nats-py >=2.6",
            "depends_on uvicorn >=0.30", "depends_on psutil ==5.9.8", "depends_on plain",
            "depends_on direct https://example.org/direct.whl", "depends_on pytest >=8",
            "depends_on ruff >=0.11", "depends_on Python ^3.11", "depends_on mkdocs ^1.6",
            "depends_on theme ~2", "depends_on local",
        ],
    ),
    (
        "setup.cfg",
        """
[metadata]
name = rook
[options]
python_requires = >=3.9
install_requires =
    requests>=2.31
    # a comment
    click
[options.extras_require]
test =
    pytest
[flake8]
max-line-length = 100
""",
        ["depends_on Python >=3.9", "depends_on requests >=2.31", "depends_on click", "depends_on pytest"],
    ),
    (
        "deploy/requirements-dev.txt",
        """
# tools
-r requirements.txt
--index-url https://example.org/simple
requests[socks]==2.32.3 --hash=sha256:aa \\
    --hash=sha256:bb
click>=8.1 # why
-e git+https://example.org/rook.git@v1#egg=rook
./local
pytest
""",
        ["depends_on requests ==2.32.3", "depends_on click >=8.1", "depends_on rook", "depends_on pytest"],
    ),
    (
        "web/package.json",
        """
{"name": "x", "dependencies": {"express": "^4.19.2", "@scope/pkg": "1"},
 "devDependencies": {"vitest": "~1"}, "peerDependencies": {"react": "*"}, "scripts": {"build": "tsc"}}
""",
        ["depends_on express ^4.19.2", "depends_on @scope/pkg 1", "depends_on vitest ~1",
         "depends_on react *"],
    ),
    (
        "composer.json",
        '{"require": {"php": ">=8.1", "ext-json": "*", "monolog/monolog": "^3"}, "require-dev": {"a/b": ""}}',
        ["depends_on PHP >=8.1", "depends_on monolog/monolog ^3", "depends_on a/b"],
    ),
    (
        "pom.xml",
        """<project><parent><groupId>org.x</groupId><artifactId>parent</artifactId><version>2</version></parent>
<dependencyManagement><dependencies><dependency><groupId>m</groupId><artifactId>managed</artifactId></dependency>
</dependencies></dependencyManagement><dependencies>
<!-- <dependency><groupId>c</groupId><artifactId>commented</artifactId></dependency> -->
<dependency><groupId>org.a</groupId>
  <artifactId>core</artifactId><version>${core.version}</version>
  <exclusions><exclusion><groupId>no</groupId><artifactId>need</artifactId></exclusion></exclusions></dependency>
<dependency><artifactId>second</artifactId><groupId>org.b</groupId></dependency>
</dependencies></project>""",
        ["depends_on org.x:parent 2", "depends_on org.a:core ${core.version}", "depends_on org.b:second"],
    ),
    (
        "app/build.gradle.kts",
        """
plugins { `java`
  id("org.example.plugin") version "3.1"
}
dependencies {
    implementation("com.a:core:1.2.3")
    api(platform("com.a:bom:5"))
    // implementation("com.a:old:1")
    testImplementation 'com.b:junit:4.13@jar'
}
""",
        ["uses org.example.plugin 3.1", "depends_on com.a:core 1.2.3", "depends_on com.a:bom 5",
         "depends_on com.b:junit 4.13"],
    ),
    (
        "go.mod",
        """module example.org/rook
go 1.22
require example.org/one v1.2.3
require (
	example.org/two/v2 v2.0.0-rc1
	example.org/three v0.1.0 // indirect
)
replace (
	example.org/one => ../one
)
""",
        ["depends_on example.org/one v1.2.3", "depends_on example.org/two/v2 v2.0.0-rc1"],
    ),
    (
        "Cargo.toml",
        """
[package]
version = "0.1.0"
[dependencies]
serde = { version = "1.0", features = ["derive"] }
tokio = "1"
local = { path = "../local" }
[dev-dependencies]
proptest.version = "1.4"
[target.'cfg(unix)'.dependencies]
nix = "0.29"
[dependencies.rand]
features = ["std"]
version = "0.8"
""",
        ["depends_on serde 1.0", "depends_on tokio 1", "depends_on local", "depends_on proptest 1.4",
         "depends_on nix 0.29", "depends_on rand 0.8"],
    ),
    (
        "Gemfile",
        "source 'https://example.org'\ngem 'rails', '~> 7.1'\n# gem 'no'\n  gem \"puma\"\n",
        ["depends_on rails ~> 7.1", "depends_on puma"],
    ),
    (
        "docker/Dockerfile.worker",
        """
ARG PY=3.12
ARG BASE=debian
# FROM nothing
FROM --platform=linux/amd64 python:${PY}-slim AS build
FROM build AS test
from ghcr.io/acme/rook@sha256:abc
COPY --from=build /a /b
COPY --chown=1 --from=busybox:1.36 /bin/sh /sh
FROM ${BASE}:12
FROM scratch
""",
        ["uses python ${PY}-slim", "uses ghcr.io/acme/rook sha256:abc", "uses busybox 1.36",
         "uses debian 12"],
    ),
    (
        "compose.yaml",
        """
services:
  web:
    build: .
    depends_on: [queue]
  queue:
    image: "redis:7.2"
  store:
    image: registry.example.org:5000/minio
""",
        ["uses redis 7.2", "uses registry.example.org:5000/minio"],
    ),
    (
        ".github/workflows/ci.yml",
        """
jobs:
  test:
    runs-on: ubuntu-latest
    container: python:3.12
    steps:
      - uses: actions/checkout@v4
      - name: local
        uses: ./.github/actions/local
      - uses: docker://alpine:3.20
  call:
    uses: acme/flows/.github/workflows/release.yml@main
""",
        ["uses python 3.12", "uses actions/checkout v4", "uses alpine 3.20",
         "uses acme/flows/.github/workflows/release.yml main"],
    ),
]  # fmt: skip


@pytest.mark.parametrize(("path", "text", "needs"), CASES, ids=[case[0] for case in CASES])
def test_a_manifest_needs(path: str, text: str, needs: list[str]) -> None:
    found = requirements(path, text)
    assert [f"{one.rel} {one.name} {one.version}".strip() for one in found] == needs


@pytest.mark.parametrize(("path", "text", "needs"), CASES, ids=[case[0] for case in CASES])
def test_the_name_stands_where_it_is_said_to(path: str, text: str, needs: list[str]) -> None:
    for one in requirements(path, text):
        written = text[one.start : one.end]
        last = one.name.rpartition(":")[2]
        assert last.casefold() in written.casefold() or "$" in written


@pytest.mark.parametrize(
    ("path", "is_one"),
    [
        ("requirements.txt", True),
        ("requirements/test.in", True),
        ("dev-requirements.txt", True),
        ("api.Dockerfile", True),
        ("Containerfile", True),
        ("docker-compose.prod.yml", True),
        ("a/action.yml", True),
        ("requirements.md", False),
        ("docs/pyproject.toml.md", False),
        ("mypackage.json", False),
        ("workflows/ci.yml", False),
    ],
)
def test_manifests_are_known_by_their_names(path: str, is_one: bool) -> None:
    assert is_manifest(path) == is_one
    assert is_one or not requirements(path, '{"dependencies": {"a": "1"}}')


@pytest.mark.parametrize(("path", "text", "needs"), CASES, ids=[case[0] for case in CASES])
def test_of_a_broken_manifest_what_can_be_read_is_read(path: str, text: str, needs: list[str]) -> None:
    half = requirements(path, text[: len(text) * 2 // 3])
    said = [f"{one.rel} {one.name} {one.version}".strip() for one in half]
    assert len(said) >= len(needs) // 3
    assert set(said[:-1]) <= set(needs)


PIECES = st.sampled_from([
    "[dependencies]", "dependencies = [", '"a>=1"', '"dependencies": {', '"a": "1"', "}", "]", "FROM ",
    "image: ", "uses: ", "a/b@c", "<dependency>", "</dependency>", "<groupId>x</groupId>",
    "require (", "\n", "\\\n",
    '"', "'", "${", "#", " ", "\u00e9", "gem '", "\t",
])  # fmt: skip


@settings(max_examples=examples(200), deadline=None)
@given(st.sampled_from([case[0] for case in CASES]), st.lists(PIECES, max_size=40).map("".join))
def test_whatever_a_manifest_holds_it_gives_places_within_it_in_order(path: str, text: str) -> None:
    found = requirements(path, text)
    assert list(found) == sorted(found, key=lambda one: (one.start, one.end))
    assert all(0 <= one.start < one.end <= len(text) and one.name for one in found)
