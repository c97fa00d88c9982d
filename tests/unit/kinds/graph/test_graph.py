"""Graphs: nodes to messages, ONNX from the file alone, Keras-like structure, and the golden graphs."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sightline.formats import messages
from sightline.kinds.graph import decode
from sightline.kinds.graph.encode import Node, draw, graph_def, onnx_graph, run_metadata


def test_nodes_become_a_graph() -> None:
    graph = graph_def(
        [
            Node("input/x", "IO Node", shape=[2, 4]),
            Node(
                "net/linear",
                "aten::linear",
                ["input/x"],
                [2, 8],
                "bias=True",
                {"parameters": 40, "trainable": True},
            ),
        ]
    )
    again = decode.graph_def(graph.SerializeToString())
    assert [node.name for node in again.node] == ["input/x", "net/linear"]
    linear = again.node[1]
    assert list(linear.input) == ["input/x"]
    assert [dim.size for dim in linear.attr["_output_shapes"].list.shape[0].dim] == [2, 8]
    assert (linear.attr["parameters"].i, linear.attr["trainable"].b) == (40, True)
    assert linear.attr["attr"].s == b"bias=True"


def test_run_metadata_round_trip() -> None:
    tagged = messages.TaggedRunMetadata(tag="step1", run_metadata=run_metadata().SerializeToString())
    tag, metadata = decode.run_metadata(tagged.SerializeToString())
    assert tag == "step1"
    assert metadata.step_stats.dev_stats[0].device == "/device:CPU:0"


def test_bytes_that_are_not_a_graph_raise() -> None:
    with pytest.raises(ValueError, match="not a graph"):
        decode.graph_def(b"\xff\xff\xff")


def onnx_model() -> Any:
    model = messages.OnnxModel(ir_version=8)
    for name, values in (("x", model.graph.input), ("y", model.graph.output)):
        value = values.add(name=name)
        value.type.tensor_type.elem_type = 7
        value.type.tensor_type.shape.dim.add(dim_param="batch")
        value.type.tensor_type.shape.dim.add(dim_value=4)
    node = model.graph.node.add(op_type="Gemm", input=["x", "w"], output=["y"], name="g")
    node.attribute.add(name="alpha", f=0.5, type=1)
    node.attribute.add(name="axes", ints=[1, 2], type=7)
    return model


def test_onnx_from_the_file_alone(tmp_path: Path) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(onnx_model().SerializeToString())
    graph = onnx_graph(path)
    assert [(node.name, node.op, list(node.input)) for node in graph.node] == [
        ("x", "Variable", []),
        ("y", "Variable", []),
        ("y", "Gemm", ["x", "w"]),
    ]
    assert messages.DataType.Name(graph.node[0].attr["dtype"].type) == "DT_INT64"
    assert graph.node[2].attr["parameters"].s == b"alpha = 0.5, axes = [1, 2]"


@pytest.mark.parametrize("content", [b"", b"hello", b"\xff" * 50])
def test_file_that_is_not_onnx_raises_with_its_path(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "model.onnx"
    path.write_bytes(content)
    with pytest.raises(ValueError, match=r"model\.onnx"):
        onnx_graph(path)


def layer(name: str, *sources: Any, **more: Any) -> Any:
    tensors = [SimpleNamespace(_keras_history=SimpleNamespace(operation=source)) for source in sources]
    inbound = [SimpleNamespace(input_tensors=tensors)]
    output = SimpleNamespace(shape=(None, 3))
    facts = {"built": True, "trainable": True, "count_params": lambda: 12, "output": output, **more}
    return SimpleNamespace(name=name, _inbound_nodes=inbound, **facts)


def test_keras_model_is_drawn_by_its_layers() -> None:
    first = layer("first")
    inner = layer("inner", first, layers=[layer("a")])
    last = layer("last", first, inner)
    model = layer("model", layers=[first, inner, last])
    drawing = draw(model, None)
    assert drawing.way == "keras layers"
    assert {node.name: node.inputs for node in drawing.nodes} == {
        "model/first": [],
        "model/inner/a": ["model/first"],
        "model/inner": ["model/first"],
        "model/last": ["model/first", "model/inner"],
    }
    assert drawing.nodes[0].shape == [-1, 3]
    assert drawing.nodes[0].attributes == {"trainable": True, "parameters": 12}


def test_drawing_another_object_raises_type_error() -> None:
    with pytest.raises(TypeError, match="torch module or a Keras model"):
        draw(3, None)
