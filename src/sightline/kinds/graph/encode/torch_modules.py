"""A torch module's outline: its modules as they ran, seen by forward hooks, and those that did not run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any

from sightline.formats.graph_nodes import Node


def outline_nodes(model: Any, args: tuple[Any, ...] | None, *, failures: list[str]) -> list[Node]:
    """The modules with shapes and parameter counts; edges where tensors went from one to the next.

    A model that stops half way is drawn as far as it ran, and the reason goes to `failures`.
    """
    import torch

    outline = _Outline(model)
    if args is not None:
        with torch.no_grad(), outline.watching():
            try:
                outline.run(args)
            except Exception as error:
                failures.append(f"forward: {type(error).__name__}: {error}")
    return outline.nodes()


class _Outline:
    def __init__(self, model: Any) -> None:
        self._model = model
        self._scopes = dict(_scopes(model))
        self._leaves = [m for m in model.modules() if not any(True for _ in m.children())]
        self._source: dict[int, str] = {}  # name of the node that made a tensor, by the tensor's id
        self._alive: list[Any] = []  # tensors named above, so that no id is used twice
        self._ran: list[Node] = []
        self._calls: Counter[str] = Counter()

    def run(self, args: tuple[Any, ...]) -> None:
        """Feed the inputs and note where the outputs come from."""
        for number, tensor in enumerate(_tensors(args)):
            self._add(Node(f"input/input.{number}", "IO Node"), tensor)
        for number, tensor in enumerate(_tensors(self._model(*args)), start=1):
            self._ran.append(
                Node(f"output/output.{number}", "IO Node", self._sources([tensor]), _shape(tensor))
            )

    def watching(self) -> _Hooks:
        """A context in which the modules that do the work report what they did."""
        return _Hooks([m.register_forward_hook(self._after) for m in self._leaves])

    def _after(self, module: Any, inputs: Any, output: Any) -> None:
        tensors = list(_tensors(output))
        if not tensors:
            return
        scope = self._scopes[module]
        self._calls[scope] += 1
        name = scope if self._calls[scope] == 1 else f"{scope} call {self._calls[scope]}"
        self._add(self._module_node(name, module, self._sources(_tensors(inputs))), *tensors)

    def _add(self, node: Node, *tensors: Any) -> None:
        node.shape = _shape(tensors[0])
        self._ran.append(node)
        for tensor in tensors:
            self._source[id(tensor)] = node.name
            self._alive.append(tensor)

    def _sources(self, tensors: Any) -> list[str]:
        names = [self._source[id(tensor)] for tensor in tensors if id(tensor) in self._source]
        return list(dict.fromkeys(names))

    def _module_node(self, name: str, module: Any, inputs: list[str]) -> Node:
        count = sum(parameter.numel() for parameter in module.parameters(recurse=True))
        return Node(
            name, type(module).__name__, inputs, about=module.extra_repr(), attributes={"parameters": count}
        )

    def nodes(self) -> list[Node]:
        """What ran, and the leaves that did not."""
        silent = [module for module in self._leaves if not self._calls[self._scopes[module]]]
        return self._ran + [self._module_node(self._scopes[module], module, []) for module in silent]


class _Hooks:
    def __init__(self, handles: list[Any]) -> None:
        self._handles = handles

    def __enter__(self) -> None:
        return None

    def __exit__(self, *_: object) -> None:
        for handle in self._handles:
            handle.remove()


def _scopes(model: Any) -> Iterator[tuple[Any, str]]:
    """Each module with its scope: Net/Sequential[body]/Linear[0]."""
    classes = {path: type(module).__name__ for path, module in model.named_modules()}
    for path, module in model.named_modules():
        parts = [part for part in path.split(".") if part]
        names = [f"{classes['.'.join(parts[:depth])]}[{part}]" for depth, part in enumerate(parts, start=1)]
        yield module, "/".join([type(model).__name__, *names])


def _tensors(value: Any) -> Iterator[Any]:
    import torch

    if isinstance(value, torch.Tensor):
        yield value
    elif isinstance(value, dict):
        yield from _tensors(list(value.values()))
    elif isinstance(value, (list, tuple)):
        for item in value:
            yield from _tensors(item)


def _shape(tensor: Any) -> list[int]:
    return [int(size) for size in tensor.shape]
