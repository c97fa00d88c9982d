"""add_graph against torch: byte for byte where the same way was taken, sensible where a better one was."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

torch = pytest.importorskip("torch", reason="torch is not installed: make test-interop")
pytest.importorskip("tensorboard", reason="tensorboard is not installed: make test-interop")

from tensorboard.backend.event_processing.event_accumulator import EventAccumulator  # noqa: E402
from torch import nn  # noqa: E402
from torch.utils.tensorboard import SummaryWriter as TorchWriter  # noqa: E402

from sightline import SummaryWriter  # noqa: E402


class Mlp(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.body = nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Dropout(0.5), nn.Linear(8, 3))

    def forward(self, x: Any) -> Any:
        return torch.softmax(self.body(x), -1)


class Block(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.conv = nn.Conv2d(3, 3, 3, padding=1)
        self.norm = nn.BatchNorm2d(3)

    def forward(self, x: Any) -> Any:
        return torch.relu(self.norm(self.conv(x)) + x)


class Residual(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.blocks = nn.Sequential(Block(), Block())
        self.scale = nn.Parameter(torch.ones(1))

    def forward(self, x: Any) -> Any:
        return self.blocks(x).mean(1) * self.scale


class TwoInputs(nn.Module):
    def forward(self, a: Any, b: Any) -> Any:
        return (a @ b.T).sum(), a + b


class Branches(nn.Module):
    """Cannot be exported: Python decides on a value. A tracer follows the branch that was taken."""

    def __init__(self) -> None:
        super().__init__()
        self.one, self.two = nn.Linear(4, 4), nn.Linear(4, 4)

    def forward(self, x: Any) -> Any:
        return self.one(x) if float(x.sum()) > 0 else self.two(x)


class Untraceable(nn.Module):
    def __init__(self) -> None:
        super().__init__()
        self.inner = nn.Linear(4, 2)

    def forward(self, x: Any) -> Any:
        if torch.jit.is_tracing() or torch.compiler.is_exporting():
            raise RuntimeError("no tracing here")
        return {"y": self.inner(x), "n": "text"}


MODELS = [
    (Mlp, lambda: torch.randn(2, 4)),
    (Residual, lambda: torch.randn(1, 3, 8, 8)),
    (TwoInputs, lambda: (torch.randn(3, 3), torch.randn(3, 3))),
]


def graph_in(folder: Path) -> Any:
    accumulator = EventAccumulator(str(folder))
    accumulator.Reload()
    return accumulator.Graph()


@pytest.mark.parametrize(("make", "inputs"), MODELS, ids=[make.__name__ for make, _ in MODELS])
def test_traced_graph_equals_torchs(tmp_path: Path, make: Any, inputs: Any) -> None:
    model, args = make(), inputs()
    with TorchWriter(tmp_path / "theirs") as theirs:
        theirs.add_graph(model, args)
    with SummaryWriter(tmp_path / "ours") as ours:
        ours.add_graph(model, args, way="trace")
    mine, reference = graph_in(tmp_path / "ours"), graph_in(tmp_path / "theirs")
    assert list(mine.node) == list(reference.node)
    assert mine == reference


@pytest.mark.parametrize(("make", "inputs"), MODELS, ids=[make.__name__ for make, _ in MODELS])
def test_exported_graph_has_scopes_shapes_and_parameters(tmp_path: Path, make: Any, inputs: Any) -> None:
    model = make()
    with SummaryWriter(tmp_path) as writer:
        writer.add_graph(model, inputs())
    graph = graph_in(tmp_path)
    names = [node.name for node in graph.node]
    assert len(set(names)) == len(names)
    assert {source for node in graph.node for source in node.input} <= set(names)
    drawn = sum(node.attr["parameters"].i for node in graph.node if node.op == "Parameter")
    buffers = sum(buffer.numel() for buffer in model.buffers())
    assert 0 <= drawn - sum(parameter.numel() for parameter in model.parameters()) <= buffers
    assert all("_output_shapes" in node.attr for node in graph.node if node.op.startswith("aten::"))
    assert model.training


def test_a_better_way_that_fails_is_said_and_the_next_one_taken(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer, pytest.warns(RuntimeWarning, match=r"by trace.*export:"):
        writer.add_graph(Branches(), torch.ones(1, 4))
    assert any("Linear[one]" in node.name for node in graph_in(tmp_path).node)


def test_the_last_resort_is_the_modules(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer, pytest.warns(RuntimeWarning, match="by modules"):
        writer.add_graph(Untraceable(), torch.ones(1, 4))
    inner = next(node for node in graph_in(tmp_path).node if node.op == "Linear")
    assert (inner.name, inner.attr["parameters"].i) == ("Untraceable/Linear[inner]", 10)


def test_without_inputs_the_modules_are_drawn(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_graph(Mlp())
    assert [node.op for node in graph_in(tmp_path).node] == ["Linear", "ReLU", "Dropout", "Linear"]


def test_add_graph_never_raises_into_training(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        with pytest.warns(RuntimeWarning, match="no graph"):
            writer.add_graph(object(), torch.ones(1))
        with pytest.warns(RuntimeWarning, match="as far as it ran"):
            writer.add_graph(Mlp(), torch.ones(1, 99))


def test_scripted_model(tmp_path: Path) -> None:
    with SummaryWriter(tmp_path) as writer:
        writer.add_graph(torch.jit.trace(Mlp().eval(), torch.ones(1, 4)), torch.ones(1, 4))
    assert any(node.op == "aten::linear" for node in graph_in(tmp_path).node)


def test_modes_come_back_module_by_module(tmp_path: Path) -> None:
    model = Mlp()
    model.body[2].eval()
    with SummaryWriter(tmp_path) as writer:
        writer.add_graph(model, torch.ones(1, 4))
    assert [module.training for module in model.body] == [True, True, False, True]


def test_onnx_graph_equals_torchs(tmp_path: Path) -> None:
    onnx = pytest.importorskip("onnx")
    from onnx import TensorProto, helper

    x = helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 4])
    y = helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 4])
    hidden = helper.make_node("LeakyRelu", ["x"], ["h"], alpha=0.25)
    last = helper.make_node("Transpose", ["h"], ["y"], perm=[1, 0])
    onnx.save(helper.make_model(helper.make_graph([hidden, last], "g", [x], [y])), tmp_path / "m.onnx")
    with TorchWriter(tmp_path / "theirs") as theirs:
        theirs.add_onnx_graph(tmp_path / "m.onnx")
    with SummaryWriter(tmp_path / "ours") as ours:
        ours.add_onnx_graph(tmp_path / "m.onnx")
    mine, reference = graph_in(tmp_path / "ours"), graph_in(tmp_path / "theirs")
    assert [(n.name, n.op, list(n.input)) for n in mine.node] == [
        (n.name, n.op, list(n.input)) for n in reference.node
    ]
    assert mine.node[0] == reference.node[0]


def test_keras_model(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("KERAS_BACKEND", "torch")
    keras = pytest.importorskip("keras")
    left = keras.Input((4,), name="left")
    joined = keras.layers.Concatenate(name="join")([keras.layers.Dense(3, name="d")(left), left])
    model = keras.Model(left, keras.layers.Dense(1, name="out")(joined), name="net")
    with SummaryWriter(tmp_path) as writer:
        writer.add_graph(model)
    nodes = {node.name: node for node in graph_in(tmp_path).node}
    assert sorted(nodes["net/join"].input) == ["net/d", "net/left"]
    assert nodes["net/d"].attr["parameters"].i == 15
    assert [dim.size for dim in nodes["net/join"].attr["_output_shapes"].list.shape[0].dim] == [-1, 7]
