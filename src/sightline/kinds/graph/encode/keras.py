"""A Keras model's graph by its own structure: layers, how they are wired, shapes and parameter counts."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from sightline.formats.graph_nodes import Node


def keras_nodes(model: Any) -> list[Node]:
    """The layers of a Keras model, nested models as scopes; one that was never wired becomes an outline."""
    return list(_layer_nodes(model, model.name))


def _layer_nodes(model: Any, scope: str) -> Iterator[Node]:
    members = {id(layer) for layer in model.layers}
    for layer in model.layers:
        name = f"{scope}/{layer.name}"
        inputs = [f"{scope}/{source.name}" for source in _sources(layer, members)]
        if getattr(layer, "layers", None):
            inner = list(_layer_nodes(layer, name))
            if inner:
                inner[0].inputs = inner[0].inputs + inputs
            yield from inner
        yield Node(name, type(layer).__name__, inputs, _shape(layer), attributes=_facts(layer))


def _sources(layer: Any, members: set[int]) -> list[Any]:
    """The layers of the same model whose outputs this one takes, in order, each once."""
    found: dict[int, Any] = {}
    for node in getattr(layer, "_inbound_nodes", []):
        tensors = getattr(node, "input_tensors", [])
        for tensor in tensors if isinstance(tensors, (list, tuple)) else [tensors]:
            history = getattr(tensor, "_keras_history", None)
            source = getattr(history, "operation", None) or getattr(history, "layer", None)
            if source is not None and id(source) in members and source is not layer:
                found[id(source)] = source
    return list(found.values())


def _shape(layer: Any) -> list[int] | None:
    try:
        output = layer.output
    except (AttributeError, ValueError, RuntimeError):  # never called, or called more than once
        return None
    first = output[0] if isinstance(output, (list, tuple)) else output
    shape = getattr(first, "shape", None)
    return None if shape is None else [-1 if size is None else int(size) for size in shape]


def _facts(layer: Any) -> dict[str, Any]:
    facts: dict[str, Any] = {"trainable": bool(getattr(layer, "trainable", True))}
    if getattr(layer, "built", False):
        facts["parameters"] = int(layer.count_params())
    return facts
