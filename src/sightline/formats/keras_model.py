"""A Keras model's JSON as a graph: layers as they are wired, nested models as scopes; Keras 2 and 3."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sightline.formats.graph_nodes import Node, graph_def
from sightline.formats.keras_parameters import count_parameters

_MAX_DEPTH = 32
# The facts of a layer that say what it computes; initializers and the like are left out.
_SKIPPED = (
    "_initializer",
    "_regularizer",
    "_constraint",
    "name",
    "dtype",
    "layers",
    "build_input_shape",
    "layer",
)


def keras_graph(text: bytes) -> bytes:
    """The graph of a model's JSON as a GraphDef. Raises ValueError where the text is no model."""
    try:
        model = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise ValueError(f"this is not the JSON of a Keras model: {error}") from None
    if not isinstance(model, dict) or not isinstance(model.get("config"), (dict, list)):
        raise ValueError("this JSON is no Keras model: it has no config")
    reader = _ModelReader(model, "", depth=0)
    if not reader.layers:
        raise ValueError(
            "this Keras model does not say how it is built: a subclass keeps that in its code; "
            "log it with writer.add_graph(model), or export it with model.export(path, format='onnx')"
        )
    message: bytes = graph_def(reader.nodes()).SerializeToString()
    return message


class _ModelReader:
    """Reads one model: `sources` has, for each layer, the names of the nodes that make its output."""

    def __init__(self, model: dict[str, Any], scope: str, *, depth: int) -> None:
        if depth > _MAX_DEPTH:
            raise ValueError(f"models are nested more than {_MAX_DEPTH} levels deep")
        config = model["config"]
        layers = config if isinstance(config, list) else config.get("layers")
        self._config: dict[str, Any] = {} if isinstance(config, list) else config
        name = str(self._config.get("name") or model.get("class_name") or "model")
        self._scope = f"{scope}/{name}" if scope else name
        self._depth = depth
        self.layers: list[dict[str, Any]] = [layer for layer in _list(layers) if isinstance(layer, dict)]
        self._names = [_layer_name(layer, i) for i, layer in enumerate(self.layers)]
        self._inner: dict[str, _ModelReader] = {}
        self._shapes: dict[tuple[str, int], tuple[list[int] | None, str]] = {}
        for layer, layer_name in zip(self.layers, self._names, strict=True):
            if _is_model(layer):
                self._inner[layer_name] = _ModelReader(
                    {**layer, "config": _named(layer["config"], layer_name)}, self._scope, depth=depth + 1
                )
            for found in _tensors(layer.get("inbound_nodes", [])):
                self._shapes.setdefault((found.layer, found.output), (found.shape, found.type))

    def nodes(self, inputs: list[str] | None = None) -> Iterator[Node]:
        """The layers as nodes; `inputs` are what a model around this one feeds it."""
        before: list[str] = []
        is_first = True
        for layer, name in zip(self.layers, self._names, strict=True):
            given = self._inputs(layer)
            if "inbound_nodes" not in layer:  # a sequential model: each takes what the one before makes
                given = [] if is_first else before
            if not given and (is_first or _class_of(layer) == "InputLayer"):
                given = list(inputs or [])
            is_first = False
            before = self.outputs_of(name)
            if name in self._inner:
                yield from self._inner[name].nodes(given)
            else:
                yield self._node(layer, name, given)

    def outputs_of(self, name: str) -> list[str]:
        """The nodes that make the output of a layer: of a nested model those of its last layers."""
        inner = self._inner.get(name)
        if inner is None:
            return [f"{self._scope}/{name}"]
        ends = [found.layer for found in _tensors(inner._config.get("output_layers", []))]
        known = [end for end in dict.fromkeys(ends) if end in inner._names]
        return [node for end in known or inner._names[-1:] for node in inner.outputs_of(end)]

    def _inputs(self, layer: dict[str, Any]) -> list[str]:
        """What makes the inputs, each once: a layer that is used twice has the inputs of both."""
        found: dict[str, None] = {}
        for tensor in _tensors(layer.get("inbound_nodes", [])):
            if tensor.layer in self._names:
                found |= dict.fromkeys(self.outputs_of(tensor.layer))
        return list(found)

    def _node(self, layer: dict[str, Any], name: str, inputs: list[str]) -> Node:
        given = layer.get("config")
        config: dict[str, Any] = given if isinstance(given, dict) else {}
        facts = {key: _fact(value) for key, value in config.items() if _is_telling(key, value)}
        count = count_parameters(_class_of(layer), config, _input_shape(layer))
        type_name = _type_name(config.get("dtype"))
        if count is not None:
            facts["parameters"] = count
        shape, kind = self._shapes.get((name, 0), (self._next_input(name), type_name))
        batch = config.get("batch_shape") or config.get("batch_input_shape")
        if shape is None and isinstance(batch, list):
            shape = _sizes(batch)
        types = [kind] if kind and shape is not None else []
        return Node(f"{self._scope}/{name}", _class_of(layer), inputs, shape, None, facts, types=types)

    def _next_input(self, name: str) -> list[int] | None:
        """In a sequential model the input of the next layer is the output of this one."""
        at = self._names.index(name) + 1
        if at < len(self.layers) and "inbound_nodes" not in self.layers[at]:
            return _input_shape(self.layers[at])
        return None


class _Tensor:
    """Which output of which layer an input is, with its shape and type where the file has them."""

    def __init__(self, history: list[Any], shape: Any = None, kind: Any = "") -> None:
        self.layer = str(history[0])
        self.output = history[2] if len(history) > 2 and isinstance(history[2], int) else 0
        self.shape = _sizes(shape)
        self.type = kind if isinstance(kind, str) else ""


def _tensors(value: Any, depth: int = 0) -> Iterator[_Tensor]:
    """All tensors that a value names: Keras 3 writes objects, Keras 2 lists of name, call and output."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, dict):
        config = value.get("config")
        if value.get("class_name") == "__keras_tensor__" and isinstance(config, dict):
            history = config.get("keras_history")
            if isinstance(history, list) and history:
                yield _Tensor(history, config.get("shape"), config.get("dtype"))
            return
        for each in value.values():
            yield from _tensors(each, depth + 1)
    elif isinstance(value, list):
        if len(value) >= 3 and isinstance(value[0], str) and isinstance(value[1], int):
            yield _Tensor(value)
            value = value[3:]
        for each in value:
            yield from _tensors(each, depth + 1)


def _is_model(layer: dict[str, Any]) -> bool:
    config = layer.get("config")
    layers = (
        config if isinstance(config, list) else config.get("layers") if isinstance(config, dict) else None
    )
    return isinstance(layers, list) and any(isinstance(each, dict) for each in layers)


def _named(config: Any, name: str) -> Any:
    return {"layers": config, "name": name} if isinstance(config, list) else {**config, "name": name}


def _layer_name(layer: dict[str, Any], place: int) -> str:
    config = layer.get("config")
    inner = config.get("name") if isinstance(config, dict) else None
    return str(layer.get("name") or inner or f"{_class_of(layer)}_{place}").replace(":", ".")


def _class_of(layer: dict[str, Any]) -> str:
    return str(layer.get("class_name") or "Layer")


def _input_shape(layer: dict[str, Any]) -> list[int] | None:
    """The shape that a layer was built with, else that of its first input."""
    build = layer.get("build_config")
    shape = build.get("input_shape") if isinstance(build, dict) else None
    if isinstance(shape, list) and shape and isinstance(shape[0], list):
        shape = shape[0]
    if isinstance(shape, list):
        return _sizes(shape)
    return next((found.shape for found in _tensors(layer.get("inbound_nodes", []))), None)


def _sizes(shape: Any) -> list[int] | None:
    if not isinstance(shape, list):
        return None
    return [size if type(size) is int and 0 <= size < 2**63 else -1 for size in shape]


def _type_name(dtype: Any) -> str:
    if isinstance(dtype, dict):
        dtype = (dtype.get("config") or {}).get("name") if isinstance(dtype.get("config"), dict) else ""
    return dtype if isinstance(dtype, str) else ""


def _is_telling(key: str, value: Any) -> bool:
    return value is not None and not key.endswith(_SKIPPED)


def _fact(value: Any) -> Any:
    return value if isinstance(value, (bool, int, float, str)) else json.dumps(value)


def _list(value: Any) -> list[Any]:
    return value if isinstance(value, list) else []
