"""Small model files of every format that is read, made by hand: their frameworks are not needed."""

from __future__ import annotations

import io
import json
import struct
import zipfile
from typing import Any

from sightline.formats import messages


def archive(**files: str | bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as made:
        for name, content in files.items():
            made.writestr(name.replace("__", "/").replace("_json", ".json"), content)
    return buffer.getvalue()


def onnx_model() -> Any:
    model = messages.OnnxModel(ir_version=8)
    graph = model.graph
    for name, values in (("x", graph.input), ("y", graph.output)):
        value = values.add(name=name)
        value.type.tensor_type.elem_type = 1
        value.type.tensor_type.shape.dim.add(dim_param="batch")
        value.type.tensor_type.shape.dim.add(dim_value=4)
    graph.initializer.add(name="blocks.0.fc.weight", dims=[4, 4], data_type=10)
    graph.initializer.add(name="onnx::MatMul_7", dims=[4], data_type=1)
    graph.node.add(op_type="Gemm", name="/blocks.0/fc/Gemm", input=["x", "blocks.0.fc.weight"], output=["h"])
    graph.node.add(op_type="Add", name="/blocks.0/Add", input=["h", "onnx::MatMul_7"], output=["y"])
    return model


def torch_program() -> str:
    def value(name: str) -> dict[str, Any]:
        return {"as_tensor": {"name": name}}

    def tensor(*sizes: int) -> dict[str, Any]:
        return {"dtype": 7, "sizes": [{"as_int": size} for size in sizes]}

    stack = "L__self__,,__main__.Net;L__self__fc,fc,torch.nn.modules.linear.Linear"
    linear = {
        "target": "torch.ops.aten.linear.default",
        "inputs": [{"name": "input", "arg": value("x")}, {"name": "weight", "arg": value("p_w")}],
        "outputs": [value("linear")],
        "metadata": {"nn_module_stack": stack},
    }
    split = {
        "target": "torch.ops.aten.split.Tensor",
        "inputs": [{"name": "self", "arg": value("linear")}, {"name": "size", "arg": {"as_int": 1}}],
        "outputs": [{"as_tensors": [{"name": "a"}, {"name": "b"}]}],
        "metadata": {},
        "name": "split",
    }
    graph = {
        "inputs": [value("p_w"), value("x")],
        "outputs": [value("b")],
        "nodes": [linear, split],
        "tensor_values": {"p_w": tensor(2, 3), "x": tensor(4, 3), "linear": tensor(4, 2)},
    }
    specs = [{"parameter": {"arg": {"name": "p_w"}, "parameter_name": "fc.weight"}}]
    return json.dumps({"graph_module": {"graph": graph, "signature": {"input_specs": specs}}})


def keras_config() -> dict[str, Any]:
    def tensor(layer: str, *shape: int | None) -> dict[str, Any]:
        config = {"shape": list(shape), "dtype": "float32", "keras_history": [layer, 0, 0]}
        return {"class_name": "__keras_tensor__", "config": config}

    def layer(name: str, kind: str, config: dict[str, Any], *inputs: Any, **more: Any) -> dict[str, Any]:
        nodes = [{"args": [list(inputs) if len(inputs) > 1 else inputs[0]], "kwargs": {}}] if inputs else []
        return {
            "class_name": kind,
            "name": name,
            "config": {"name": name, **config},
            "inbound_nodes": nodes,
            **more,
        }

    inner = [
        {"class_name": "InputLayer", "config": {"name": "in", "batch_shape": [None, 4]}},
        {
            "class_name": "Dense",
            "config": {"name": "d", "units": 3},
            "build_config": {"input_shape": [None, 4]},
        },
    ]
    layers = [
        layer("x", "InputLayer", {"batch_shape": [None, 4]}),
        layer("z", "InputLayer", {"batch_shape": [None, 2]}),
        layer("body", "Sequential", {"layers": inner}, tensor("x", None, 4)),
        layer("cat", "Concatenate", {}, tensor("body", None, 3), tensor("z", None, 2)),
        layer("out", "Dense", {"units": 2, "use_bias": False}, tensor("cat", None, 5)),
    ]
    return {"class_name": "Functional", "config": {"name": "m", "layers": layers}}


def safetensors(header: Any) -> bytes:
    text = json.dumps(header).encode()
    return struct.pack("<Q", len(text)) + text


def gguf(
    *tensors: tuple[str, list[int], int], n_tensors: int | None = None, keys: bytes = b"", n_keys: int = 0
) -> bytes:
    data = b"GGUF" + struct.pack("<IQQ", 3, len(tensors) if n_tensors is None else n_tensors, n_keys) + keys
    for name, shape, kind in tensors:
        data += struct.pack("<Q", len(name)) + name.encode() + struct.pack("<I", len(shape))
        data += struct.pack(f"<{len(shape)}QIQ", *shape, kind, 0)
    return data


def tensorflow_message() -> bytes:
    graph = messages.GraphDef()
    graph.node.add(name="x", op="Placeholder")
    graph.node.add(name="net/y", op="Relu", input=["x"])
    made: bytes = graph.SerializeToString()
    return made


def delimited(number: int, content: bytes) -> bytes:
    """A field of a message, by hand: SavedModel is not among our descriptors."""
    length, size = len(content), b""
    while length > 127:
        size, length = size + bytes([length & 127 | 128]), length >> 7
    return bytes([number << 3 | 2]) + size + bytes([length]) + content


def every_format() -> dict[str, bytes]:
    """A good file of each format, by its name."""
    tensor = {"dtype": "BF16", "shape": [2, 3], "data_offsets": [0, 12]}
    words = struct.pack("<Q", 5) + b"words" + struct.pack("<IIQ", 9, 8, 2) + (struct.pack("<Q", 1) + b"a") * 2
    graph = tensorflow_message()
    return {
        "m.onnx": onnx_model().SerializeToString(),
        "m.pt2": archive(m__models__model_json=torch_program()),
        "m.keras": archive(config_json=json.dumps(keras_config())),
        "m.json": json.dumps(keras_config()).encode(),
        "m.safetensors": safetensors(
            {"__metadata__": {}, "layers.0.weight": tensor, "layers.1.weight": tensor}
        ),
        "m.gguf": gguf(
            ("blk.0.attn_q.weight", [256, 4], 12), ("output.weight", [8], 0), keys=words, n_keys=1
        ),
        "m.pb": delimited(2, delimited(2, graph)),
        "m.meta": delimited(2, graph),
    }
