"""A torch module's graph by torch.export: operations with shapes, in the scopes of their modules."""

from __future__ import annotations

import warnings
from collections.abc import Mapping
from typing import Any

from sightline.formats.graph_nodes import Node


def export_nodes(model: Any, args: tuple[Any, ...]) -> list[Node]:
    """Export the model on the inputs and read its graph; raises what torch raises."""
    import torch

    with warnings.catch_warnings(), torch.no_grad():
        warnings.simplefilter("ignore")
        program = torch.export.export(model, args, strict=False)
    return _Reader(program, type(model).__name__, dict(model.named_modules())).nodes()


class _Reader:
    def __init__(self, program: Any, base: str, modules: Mapping[str, Any]) -> None:
        signature = program.graph_signature
        self._program = program
        self._base = base
        self._classes = {path: type(module).__name__ for path, module in modules.items()}
        self._stored = {**signature.inputs_to_parameters, **signature.inputs_to_buffers}
        self._names: dict[str, str] = {}

    def nodes(self) -> list[Node]:
        """The graph's nodes in its own order; what nothing uses is left out."""
        found: list[Node] = []
        for node in self._program.graph.nodes:
            if node.op == "output":
                found += self._outputs(node)
            elif node.users:
                found.append(self._node(node))
        return found

    def _node(self, node: Any) -> Node:
        path = self._stored.get(node.name)
        if path is not None:
            return self._parameter(node, path)
        if node.op == "placeholder":
            return self._made(node, f"input/{node.name}", "IO Node")
        inputs = [self._names[source.name] for source in node.all_input_nodes if source.name in self._names]
        made = self._made(node, f"{self._scope(node)}/{node.name}", _operation(node), inputs)
        made.about = _constants(node)
        return made

    def _parameter(self, node: Any, path: str) -> Node:
        owner, _, last = path.rpartition(".")
        made = self._made(node, f"{self._scope_of(owner)}/{last}", "Parameter")
        value = node.meta.get("val")
        if value is not None:
            made.attributes = {"parameters": int(value.numel()), "dtype": str(value.dtype)}
        return made

    def _made(self, node: Any, name: str, op: str, inputs: list[str] | None = None) -> Node:
        self._names[node.name] = name
        return Node(name, op, inputs or [], _shape(node.meta.get("val")))

    def _outputs(self, node: Any) -> list[Node]:
        sources = [source for source in node.all_input_nodes if source.name in self._names]
        return [
            Node(f"output/output.{number}", "IO Node", [self._names[s.name]], _shape(s.meta.get("val")))
            for number, s in enumerate(sources, start=1)
        ]

    def _scope(self, node: Any) -> str:
        stack = node.meta.get("nn_module_stack") or {}
        return self._scope_of(list(stack.values())[-1][0] if stack else "")

    def _scope_of(self, path: str) -> str:
        """The scope of a module by its dotted path: Net/Sequential[body]/Linear[0]."""
        parts = [part for part in path.split(".") if part]
        scope = [self._base]
        for depth, part in enumerate(parts, start=1):
            scope.append(f"{self._classes.get('.'.join(parts[:depth]), 'Module')}[{part}]")
        return "/".join(scope)


def _operation(node: Any) -> str:
    """An operator's name as torch writes it: aten::linear."""
    schema = getattr(node.target, "_schema", None)
    return str(schema.name) if schema is not None else str(getattr(node.target, "__name__", node.target))


def _constants(node: Any) -> str:
    """The arguments that are no tensors, as one would read them."""
    import torch

    values = [arg for arg in node.args if not isinstance(arg, torch.fx.Node)]
    shown = {key: arg for key, arg in node.kwargs.items() if not isinstance(arg, torch.fx.Node)}
    texts = [str(value) for value in values] + [f"{key}={value}" for key, value in shown.items()]
    return ", ".join(texts)


def _shape(value: Any) -> list[int] | None:
    if isinstance(value, (list, tuple)):
        value = value[0] if value else None
    shape = getattr(value, "shape", None)
    return None if shape is None else [int(size) if isinstance(size, int) else -1 for size in shape]
