"""A torch module's graph by torch.jit.trace: every aten operation, in the scopes of the modules that ran it.

Names follow the ones that torch.utils.tensorboard gives, so that both tools draw the same graph.
"""

from __future__ import annotations

import warnings
from collections.abc import Iterator
from typing import Any

from sightline.formats.graph_nodes import Node

_GET_ATTRIBUTE = "prim::GetAttr"


def trace_nodes(model: Any, args: Any, *, strict: bool) -> list[Node]:
    """Trace the model on the inputs and read its graph; raises what torch raises."""
    import torch

    if isinstance(model, (torch.jit.ScriptFunction, torch.jit.ScriptModule)):
        trace: Any = model
        graph = model.graph.copy() if hasattr(model.graph, "copy") else model.graph
    else:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            trace = torch.jit.trace(model, args, strict=strict, check_trace=False)
        graph = trace.graph
    torch._C._jit_pass_inline(graph)
    return _Reader(graph, trace).nodes()


class _Reader:
    def __init__(self, graph: Any, trace: Any) -> None:
        self._graph = graph
        self._base = _module_name(trace)
        self._scope_names = dict(_scope_names(trace))
        self._scopes: dict[str, str] = {}  # scope by the debug name of a value read from an attribute
        self._names: dict[str, str] = {}  # final name by debug name

    def nodes(self) -> list[Node]:
        """Inputs, outputs, then operations, as torch lists them."""
        inputs = [v for v in self._graph.inputs() if v.uses() and v.type().kind() != "ClassType"]
        outputs = list(self._graph.outputs())
        scoped = [(node, self._scope(node)) for node in self._graph.nodes()]
        operations = [(node, scope) for node, scope in scoped if scope is not None]
        self._name_all(inputs, operations)
        found = [Node(self._names[v.debugName()], "IO Node", shape=_io_shape(v)) for v in inputs]
        for number, value in enumerate(outputs, start=1):
            source = self._names.get(value.debugName(), value.debugName())
            found.append(Node(f"output/output.{number}", "IO Node", [source], _io_shape(value)))
        return found + [made for node, _ in operations for made in self._operation(node)]

    def _operation(self, node: Any) -> Iterator[Node]:
        about = str({key: getattr(node, node.kindOf(key))(key) for key in node.attributeNames()})
        inputs = [self._names[value.debugName()] for value in node.inputs()]
        for value in node.outputs():
            shape = value.type().sizes() if value.isCompleteTensor() else None
            yield Node(self._names[value.debugName()], node.kind(), inputs, shape, about.replace("'", " "))

    def _scope(self, node: Any) -> str | None:
        """The scope a node is drawn in; None for a step on the way to a parameter, which is not drawn."""
        if node.kind() != _GET_ATTRIBUTE:
            return self._readable(node.scopeName())
        name, parent = node.s("name"), node.input().node()
        if parent.kind() == _GET_ATTRIBUTE:
            above = self._scopes[parent.output().debugName()]
            scope = f"{above}/{above.rpartition('/')[2]}.{name}"
        else:
            scope = f"__module.{name}"
        self._scopes[node.output().debugName()] = scope
        return None if node.output().type().kind() == "ClassType" else self._readable(scope)

    def _readable(self, scope: str) -> str:
        """Module aliases of the trace as Class[attribute]; what is no module keeps its last part."""
        parts = [self._scope_names.get(alias, alias.rpartition(".")[2]) for alias in scope.split("/")]
        return "/".join([self._base, *parts]) if any(parts) else self._base

    def _name_all(self, inputs: list[Any], operations: list[tuple[Any, str]]) -> None:
        for node, scope in operations:
            for value in node.inputs():
                self._names[value.debugName()] = f"{scope}/{value.debugName()}"
        for value in inputs:
            self._names[value.debugName()] = f"input/{value.debugName()}"
        for node, scope in operations:
            for value in node.outputs():
                self._names[value.debugName()] = f"{scope}/{value.debugName()}"


def _io_shape(value: Any) -> list[int]:
    try:
        sizes: list[int] | None = value.type().sizes()
    except RuntimeError:  # a tuple or another value without a size
        return [1]
    return sizes if sizes is not None else []


def _module_name(module: Any) -> str:
    name = getattr(module, "_name", None) or getattr(module, "original_name", None)
    return str(name or getattr(module, "name", None) or "Module")


def _scope_names(trace: Any) -> Iterator[tuple[str, str]]:
    if hasattr(trace, "named_modules"):
        for path, module in trace.named_modules(prefix="__module"):
            yield path, f"{_module_name(module)}[{path.rpartition('.')[2]}]"
