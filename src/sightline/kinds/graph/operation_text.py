"""Operations of a graph as text: their messages, attributes, shapes and types."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sightline.formats import messages
from sightline.formats.graph import Graph

_MAX_VALUES = 1000
_TYPE_PREFIX = "DT_"
# Where attributes have shapes and types of the outputs, they are shown on the edges.
OUTPUT_SHAPES, OUTPUT_TYPES = "_output_shapes", "_output_types"


def node_def(graph: Graph, entry: int) -> Any:
    """The NodeDef of an operation, empty where it has none or where it is broken."""
    begin, size = int(graph.message_offset[entry]), int(graph.message_size[entry])
    try:
        return messages.NodeDef.FromString(graph.message[begin : begin + size])
    except Exception:  # what protobuf raises differs by its version
        return messages.NodeDef()


def output_shape(node: Any, output: int) -> str:
    """The shape of an output, as "256×768"; "scalar" where it has no dimensions, empty where unknown."""
    shapes = node.attr[OUTPUT_SHAPES].list.shape if OUTPUT_SHAPES in node.attr else ()
    if output >= len(shapes) or shapes[output].unknown_rank:
        return ""
    return "×".join("?" if dim.size < 0 else str(dim.size) for dim in shapes[output].dim) or "scalar"


def output_type(node: Any, output: int) -> str:
    """The element type of an output, as "float32"; empty where unknown."""
    if OUTPUT_TYPES in node.attr:
        types = node.attr[OUTPUT_TYPES].list.s
        return types[output].decode("utf-8", "replace") if output < len(types) else ""
    for key in ("dtype", "T"):
        if key in node.attr:
            value = node.attr[key]
            return type_name(value.type) if value.type else _text(value.s).removeprefix("torch.")
    return ""


def tensor_text(node: Any, output: int) -> str:
    """Shape and type of an output, as "256×768 float32"."""
    return " ".join(part for part in (output_shape(node, output), output_type(node, output)) if part)


def type_name(number: int) -> str:
    """The name of a DataType: "float32" for DT_FLOAT."""
    try:
        name: str = messages.DataType.Name(number)
    except ValueError:
        return f"type {number}"
    name = name.removeprefix(_TYPE_PREFIX).lower()
    return {"float": "float32", "double": "float64", "half": "float16"}.get(name, name)


def attributes(node: Any) -> Iterator[tuple[str, str]]:
    """Name and value of the attributes, in the order of their names."""
    for key in sorted(node.attr):
        if key not in (OUTPUT_SHAPES, OUTPUT_TYPES):
            text = attribute_text(node.attr[key])
            if text:
                yield key, text


def attribute_text(value: Any) -> str:
    """The value of an attribute as one would write it."""
    which = value.WhichOneof("value")
    if which == "s":
        return _text(value.s)
    if which == "type":
        return type_name(value.type)
    if which == "shape":
        return _shape_text(value.shape)
    if which == "tensor":
        return _tensor_text(value.tensor)
    if which == "list":
        return f"[{', '.join(_list_items(value.list))}]"
    if which == "func":
        return str(value.func.name)
    return "" if which is None else _number_text(getattr(value, which))


def _list_items(values: Any) -> Iterator[str]:
    yield from (_text(each) for each in values.s)
    yield from (_number_text(each) for field in (values.i, values.f, values.b) for each in field)
    yield from (type_name(each) for each in values.type)
    yield from (_shape_text(each) for each in values.shape)
    yield from (_tensor_text(each) for each in values.tensor)
    yield from (str(each.name) for each in values.func)


def _tensor_text(tensor: Any) -> str:
    from sightline.formats.tensor_proto import from_tensor_proto

    head = f"{type_name(tensor.dtype)} {_shape_text(tensor.tensor_shape)}"
    try:
        values = from_tensor_proto(tensor).ravel()
    except (ValueError, TypeError) as error:
        return f"{head}: {error}"
    shown = ", ".join(_number_text(each) for each in values[:_MAX_VALUES].tolist())
    return f"{head}: {shown}{', …' if len(values) > _MAX_VALUES else ''}"


def _shape_text(shape: Any) -> str:
    if shape.unknown_rank:
        return "unknown shape"
    return f"[{', '.join('?' if dim.size < 0 else str(dim.size) for dim in shape.dim)}]"


def _number_text(value: object) -> str:
    if isinstance(value, bytes):
        return _text(value)
    return f"{value:.7g}" if isinstance(value, float) else str(value)


def _text(value: bytes) -> str:
    return value.decode("utf-8", "replace")
