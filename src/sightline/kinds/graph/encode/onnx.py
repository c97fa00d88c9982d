"""An ONNX model's graph, read from the file alone."""

from __future__ import annotations

import os
from typing import Any

from sightline.formats import messages
from sightline.formats.graph_nodes import graph_def

# ONNX element type -> the type's name in a GraphDef.
_TYPES = {
    1: "DT_FLOAT",
    2: "DT_UINT8",
    3: "DT_INT8",
    4: "DT_UINT16",
    5: "DT_INT16",
    6: "DT_INT32",
    7: "DT_INT64",
    8: "DT_STRING",
    9: "DT_BOOL",
    10: "DT_HALF",
    11: "DT_DOUBLE",
    12: "DT_UINT32",
    13: "DT_UINT64",
    14: "DT_COMPLEX64",
    15: "DT_COMPLEX128",
    16: "DT_BFLOAT16",
}


def onnx_graph(path: str | os.PathLike[str]) -> Any:
    """The GraphDef of an ONNX file. Raises ValueError where the file contains no ONNX graph."""
    with open(path, "rb") as file:
        data = file.read()
    try:
        model = messages.OnnxModel.FromString(data)
    except Exception as error:
        raise ValueError(f"{os.fspath(path)} is not an ONNX model: {error}") from None
    if not model.graph.node:
        raise ValueError(f"{os.fspath(path)} contains no ONNX graph")
    graph = graph_def([])
    for value in [*model.graph.input, *model.graph.output]:
        _add_value(graph.node.add(), value)
    for node in model.graph.node:
        _add_node(graph.node.add(), node)
    return graph


def _add_value(proto: Any, value: Any) -> None:
    tensor = value.type.tensor_type
    proto.name, proto.op = value.name, "Variable"
    proto.attr["dtype"].type = messages.DataType.Value(_TYPES.get(tensor.elem_type, "DT_INVALID"))
    shape = proto.attr["shape"].shape
    for dimension in tensor.shape.dim:
        shape.dim.add(size=dimension.dim_value, name=dimension.dim_param)


def _add_node(proto: Any, node: Any) -> None:
    proto.name = node.output[0] if node.output else node.name
    proto.op = node.op_type
    proto.input.extend(node.input)
    proto.attr["parameters"].s = ", ".join(_parameter(attribute) for attribute in node.attribute).encode()


def _parameter(attribute: Any) -> str:
    values = [str(value) for field, value in attribute.ListFields() if field.name not in ("name", "type")]
    return " = ".join([attribute.name, *values])
