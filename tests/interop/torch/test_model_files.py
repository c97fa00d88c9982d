"""Model files that torch, onnx and Keras write: read as graphs without them, with the counts they give."""

from __future__ import annotations

import os
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: make test-interop")

from sightline.engine.default_reader import default_reader  # noqa: E402
from sightline.formats.graph import ROOT, Graph, Part, read_graph_def  # noqa: E402
from sightline.formats.model_file import read_model_file  # noqa: E402

KERAS = """
import sys, keras
from keras import layers
tokens, extra = keras.Input((16,), name="tokens"), keras.Input((3,), name="extra")
x = layers.Embedding(50, 8, name="emb")(tokens)
inner = [keras.Input((16, 8)), layers.Conv1D(4, 3, name="conv"), layers.BatchNormalization(name="bn")]
x = keras.Sequential(inner, name="inner")(x)
x = layers.Concatenate(name="cat")([layers.LSTM(5, name="lstm")(x), layers.Flatten(name="flat")(x), extra])
model = keras.Model([tokens, extra], layers.Dense(2, name="out")(x), name="multi")
model.save(sys.argv[1])
print(model.count_params())
"""


class Block(torch.nn.Module):  # type: ignore[misc,name-defined]
    def __init__(self) -> None:
        super().__init__()
        self.fc, self.norm = torch.nn.Linear(8, 8), torch.nn.LayerNorm(8)

    def forward(self, x: Any) -> Any:
        return x + torch.relu(self.norm(self.fc(x)))


class Net(torch.nn.Module):  # type: ignore[misc,name-defined]
    def __init__(self) -> None:
        super().__init__()
        self.blocks = torch.nn.ModuleList(Block() for _ in range(3))
        self.head = torch.nn.Linear(8, 2)

    def forward(self, x: Any) -> Any:
        for block in self.blocks:
            x = block(x)
        return torch.split(self.head(x), 1, dim=-1)


def read(path: Path) -> Graph:
    with default_reader().open(str(path)) as source:
        graph = read_graph_def(read_model_file(path.name, source))
    assert graph.problems == []
    return graph


def labels(graph: Graph) -> set[str]:
    return {graph.string(label) for label in graph.label}


def test_exported_program_has_the_modules_and_parameters_of_the_model(tmp_path: Path) -> None:
    model = Net()
    batch = torch.export.Dim("batch")
    program = torch.export.export(model, (torch.ones(4, 8),), dynamic_shapes={"x": {0: batch}})
    torch.export.save(program, tmp_path / "net.pt2")
    graph = read(tmp_path / "net.pt2")
    assert int(graph.n_parameters[ROOT]) == sum(each.numel() for each in model.parameters())
    assert {"Net", "Linear[head]", "Block[0] … Block[2]"} <= labels(graph)
    assert {"?×8", "8×8"} <= {graph.string(shape) for shape in graph.edge_shape}
    n_operations = sum(
        node.op == "call_function" and "getitem" not in node.name for node in program.graph.nodes
    )
    ops = [graph.string(op) for op, part in zip(graph.op, graph.part, strict=True) if part == Part.OPERATION]
    assert sum(op.startswith("aten::") for op in ops) == n_operations


def test_pickled_weights_are_refused(tmp_path: Path) -> None:
    torch.save(Net().state_dict(), tmp_path / "weights.pt2")
    with pytest.raises(ValueError, match="pickles"):
        read(tmp_path / "weights.pt2")


def test_onnx_file_has_the_modules_and_parameters_of_the_model(tmp_path: Path) -> None:
    pytest.importorskip("onnx", reason="onnx is not installed: make test-interop")
    model = Net().eval()
    torch.onnx.export(model, (torch.ones(4, 8),), str(tmp_path / "net.onnx"), dynamo=False)
    graph = read(tmp_path / "net.onnx")
    ops = {graph.string(op) for op in graph.op}
    assert {"Input", "Initializer", "Gemm", "Output"} <= ops
    # Weights that are equal are written once.
    assert 0 < int(graph.n_parameters[ROOT]) <= sum(each.numel() for each in model.parameters())


def test_keras_file_has_the_parameters_that_keras_counts(tmp_path: Path) -> None:
    if find_spec("keras") is None:  # importing it here would choose its backend for all tests
        pytest.skip("keras is not installed: make test-interop")
    command = [sys.executable, "-c", KERAS, str(tmp_path / "multi.keras")]
    environment = {**os.environ, "KERAS_BACKEND": "torch"}
    done = subprocess.run(command, env=environment, capture_output=True, text=True, check=True)
    graph = read(tmp_path / "multi.keras")
    assert int(graph.n_parameters[ROOT]) == int(done.stdout.split()[-1])
    assert {"multi", "inner", "conv", "cat"} <= labels(graph)
