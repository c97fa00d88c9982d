"""Graphs out of event files: the payload of a graph event to the GraphDef in it."""

from __future__ import annotations

from typing import Any

from sightline.formats import messages
from sightline.formats.keras_model import keras_graph
from sightline.formats.summary_values import array_of, value_of

# By the field or the plugin that a graph comes in: the format's name for people; the one to show first first.
EVENT_FORMATS = {
    "graph_def": "GraphDef",
    "graph_run_metadata_graph": "traced function",
    "graph_run_metadata": "traced function with timing",
    "graph_keras_model": "Keras model",
    "graphs": "graph",
    "meta_graph_def": "MetaGraphDef",
}


def graph_def_bytes(format: str, payload: bytes) -> bytes:
    """The serialized GraphDef in a payload of one of EVENT_FORMATS; ValueError where it has none."""
    if format == "GraphDef":
        return payload
    if format == "MetaGraphDef":
        meta = _parsed(messages.MetaGraphDef, payload, "a MetaGraphDef")
        return _serialized(meta.graph_def)
    content = _string_of(payload)
    if format == "Keras model":
        return keras_graph(content)
    if format == "graph":
        return content
    metadata = _parsed(messages.RunMetadata, content, "run metadata")
    traced = [each.pre_optimization_graph for each in metadata.function_graphs]
    return _serialized(_merged(traced or list(metadata.partition_graphs)))


def graph_def(payload: bytes) -> Any:
    """The GraphDef in an event's `graph_def` field. Raises ValueError where the bytes are none."""
    return _parsed(messages.GraphDef, payload, "a graph")


def run_metadata(payload: bytes) -> tuple[str, Any]:
    """The tag and RunMetadata in an event's `tagged_run_metadata` field."""
    tagged = _parsed(messages.TaggedRunMetadata, payload, "tagged run metadata")
    return tagged.tag, _parsed(messages.RunMetadata, tagged.run_metadata, "run metadata")


def measured_bytes(payload: bytes, *, is_tagged: bool) -> bytes:
    """The serialized RunMetadata of an event's `tagged_run_metadata` field, or of a value with a tensor."""
    if not is_tagged:
        return _string_of(payload)
    tagged = _parsed(messages.TaggedRunMetadata, payload, "tagged run metadata")
    data: bytes = tagged.run_metadata
    return data


def _string_of(payload: bytes) -> bytes:
    """The first string in the tensor of a Summary.Value."""
    array = array_of(value_of(payload), kind="graph")
    first = array.reshape(-1)[0] if array.size else b""
    if not isinstance(first, bytes):
        raise ValueError(f"expected a string, found {array.dtype}")
    return first


def _merged(graphs: list[Any]) -> Any:
    """One graph as it is; several each in a scope of its own, with the functions of all."""
    if len(graphs) == 1:
        return graphs[0]
    merged = messages.GraphDef()
    known: set[str] = set()
    for number, graph in enumerate(graphs, start=1):
        for node in graph.node:
            made = merged.node.add()
            made.CopyFrom(node)
            made.name = f"graph_{number}/{node.name}"
            made.input[:] = [_moved(each, f"graph_{number}/") for each in node.input]
        for function in graph.library.function:
            if function.signature.name not in known:
                known.add(function.signature.name)
                merged.library.function.add().CopyFrom(function)
    return merged


def _moved(name: str, scope: str) -> str:
    return f"^{scope}{name[1:]}" if name.startswith("^") else scope + name


def _serialized(message: Any) -> bytes:
    data: bytes = message.SerializeToString(deterministic=True)  # maps are in any order else
    return data


def _parsed(message: Any, payload: bytes, what: str) -> Any:
    try:
        return message.FromString(payload)
    except Exception as error:
        raise ValueError(f"these {len(payload)} bytes are not {what}: {error}") from None
