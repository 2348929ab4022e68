"""The data files are what the script in `bench/` makes of the package's weights."""

from __future__ import annotations

import runpy
from pathlib import Path

import pytest

from graphrag_batch.embedders.runtime import DATA

onnx = pytest.importorskip("onnx")
SCRIPT = Path(__file__).parents[2] / "bench" / "make_graphs.py"


@pytest.fixture(scope="module")
def regenerated(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("data")
    runpy.run_path(str(SCRIPT))["main"](folder)
    return folder


@pytest.mark.sample(1)
@pytest.mark.parametrize("name", ["minilm-int8.onnx", "e5-int8.onnx", "u8s8-probe.onnx"])
def test_graphs_can_be_regenerated(regenerated: Path, name: str) -> None:
    assert onnx.load(regenerated / name, load_external_data=False) == onnx.load(
        DATA / name, load_external_data=False
    )


def test_the_table_of_weights_can_be_regenerated(regenerated: Path) -> None:
    assert (regenerated / "minilm-int8.json").read_bytes() == (DATA / "minilm-int8.json").read_bytes()


@pytest.mark.parametrize(
    ("name", "constants"), [("minilm-int8.onnx", ["one", "zero"]), ("e5-int8.onnx", ["one"])]
)
def test_the_graph_is_valid_and_holds_no_weight(name: str, constants: list[str]) -> None:
    model = onnx.load(DATA / name, load_external_data=False)
    held = [t for t in model.graph.initializer if t.data_location != onnx.TensorProto.EXTERNAL]
    assert sorted(t.name for t in held) == constants
