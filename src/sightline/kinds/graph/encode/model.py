"""From a model of any framework to its graph: the best way that works, and which one it was."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from typing import Any

from sightline.formats.graph_nodes import Node
from sightline.kinds.graph.encode.keras import keras_nodes
from sightline.kinds.graph.encode.torch_export import export_nodes
from sightline.kinds.graph.encode.torch_jit import trace_nodes
from sightline.kinds.graph.encode.torch_modules import outline_nodes

WAYS = ("export", "trace", "modules")


@dataclass
class Drawing:
    """The nodes, the way they were taken, and why better ways failed."""

    nodes: list[Node]
    way: str
    failures: list[str] = field(default_factory=list)


def draw(model: Any, inputs: Any, *, strict: bool = True, way: str | None = None) -> Drawing:
    """Draw a torch or Keras model, beginning at `way` of WAYS. Raises TypeError for anything else."""
    if hasattr(model, "layers") and hasattr(model, "count_params"):  # on torch it is a torch module as well
        return Drawing(keras_nodes(model), "keras layers")
    torch = sys.modules.get("torch")
    if torch is not None and isinstance(model, (torch.nn.Module, torch.jit.ScriptFunction)):
        return _draw_torch(model, inputs, strict=strict, way=way)
    raise TypeError(f"add_graph: expected a torch module or a Keras model, got {type(model).__name__}")


def _draw_torch(model: Any, inputs: Any, *, strict: bool, way: str | None) -> Drawing:
    args = None if inputs is None else tuple(inputs) if isinstance(inputs, (list, tuple)) else (inputs,)
    failures: list[str] = []
    ways: dict[str, Callable[[], list[Node]]] = {
        "export": lambda: export_nodes(model, args or ()),
        "trace": lambda: trace_nodes(model, inputs, strict=strict),
        "modules": lambda: outline_nodes(model, args, failures=failures),
    }
    for name in _ways_for(model, args, way):
        try:
            with _evaluating(model):
                return Drawing(ways[name](), name, failures)
        except Exception as error:  # the next way may work where this one fails
            failures.append(f"{name}: {_first_line(error)}")
    raise RuntimeError("; ".join(failures))


def _ways_for(model: Any, args: Any, way: str | None) -> tuple[str, ...]:
    if not hasattr(model, "named_modules") or type(model).__module__.startswith("torch.jit"):
        return ("trace",)  # scripted already: its graph is there
    if args is None:
        return ("modules",)
    return WAYS[WAYS.index(way) :] if way else WAYS


@contextmanager
def _evaluating(model: Any) -> Iterator[None]:
    """Run in evaluation mode, then restore the mode of every module."""
    modes = [(m, m.training) for m in model.modules()] if hasattr(model, "modules") else []
    for module, _ in modes:
        module.training = False
    try:
        yield
    finally:
        for module, training in modes:
            module.training = training


def _first_line(error: Exception) -> str:
    lines = [line for line in str(error).strip().splitlines() if line.strip()]
    return f"{type(error).__name__}: {lines[0][:300]}" if lines else type(error).__name__
