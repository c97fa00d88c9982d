"""A program of torch.export (.pt2) as a graph, from the JSON in its archive; pickles are never read."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from sightline import _native
from sightline.formats.archive_member import read_member
from sightline.formats.element_types import n_bytes, n_elements
from sightline.formats.graph_nodes import Node, graph_def

_MAX_BYTES = 1 << 30
_MAX_DEPTH = 32
_MAX_TEXT_CHARS = 2000
# torch's ScalarType, as its schema numbers it.
_TYPES = {
    1: "uint8",
    2: "int8",
    3: "int16",
    4: "int32",
    5: "int64",
    6: "float16",
    7: "float32",
    8: "float64",
    9: "complex32",
    10: "complex64",
    11: "complex128",
    12: "bool",
    13: "bfloat16",
    28: "uint16",
    29: "float8_e4m3fn",
    30: "float8_e5m2",
    31: "float8_e4m3fnuz",
    32: "float8_e5m2fnuz",
    33: "float8_e8m0fnu",
    34: "uint32",
    35: "uint64",
}


def read_torch_program(source: _native.ByteSource) -> bytes:
    """The graph of a .pt2 file as a GraphDef. Raises ValueError where it has no exported program."""
    found = read_member(source, _is_program, max_bytes=_MAX_BYTES)
    if found is None:
        raise ValueError(
            "this archive has no exported program: write one with torch.export.save(program, path); "
            "files of torch.save are pickles, which Sightline does not open"
        )
    try:
        program = json.loads(found[1])
        nodes = _Program(program["graph_module"]).nodes()
    except (KeyError, TypeError, AttributeError, ValueError, RecursionError) as error:
        raise ValueError(f"{found[0]} is not an exported program: {error!r}") from None
    message: bytes = graph_def(nodes).SerializeToString()
    return message


def _is_program(name: str) -> bool:
    """Since torch 2.7 models/NAME.json in a folder of the archive's name, before a file at the top."""
    parts = name.split("/")
    is_model = len(parts) >= 2 and parts[-2] == "models" and parts[-1].endswith(".json")
    return is_model or parts[-1] == "serialized_exported_program.json"


class _Program:
    def __init__(self, module: dict[str, Any]) -> None:
        self._graph = module["graph"]
        self._specs = module.get("signature", {}).get("input_specs", [])
        self._classes: dict[str, str] = {}
        self._base = "model"
        for node in self._graph["nodes"]:
            for path, name in _modules(node):
                self._classes[path] = name
                if not path:
                    self._base = name

    def nodes(self) -> list[Node]:
        """Inputs and parameters, operations, outputs."""
        reader = _GraphReader(self, self._base, {})
        stored = dict(self._stored())
        return [*reader.stored(self._graph, stored), *reader.read(self._graph)]

    def _stored(self) -> Iterator[tuple[str, tuple[str, str]]]:
        """Values that the model holds: their op and their path in it."""
        for spec in self._specs:
            for key, op in (
                ("parameter", "Parameter"),
                ("buffer", "Buffer"),
                ("tensor_constant", "Constant"),
            ):
                if key in spec:
                    path = spec[key].get(f"{key}_name") or spec[key].get("name") or ""
                    yield spec[key]["arg"]["name"], (op, str(path))

    def scope_of(self, path: str) -> str:
        """The scope of a module by its dotted path: Net/Module[blocks]/Block[0]/Linear[lin]."""
        parts = [part for part in path.split(".") if part]
        scope = [self._base]
        for depth, part in enumerate(parts, start=1):
            scope.append(f"{self._classes.get('.'.join(parts[:depth]), 'Module')}[{part}]")
        return "/".join(scope)


class _GraphReader:
    """Reads one graph; `values` has the node and output that make each value."""

    def __init__(self, program: _Program, scope: str, values: dict[str, str], depth: int = 0) -> None:
        if depth > _MAX_DEPTH:
            raise ValueError(f"graphs are nested more than {_MAX_DEPTH} levels deep")
        self._program = program
        self._scope = scope
        self._values = values
        self._depth = depth
        self._taken: dict[str, int] = {}

    def stored(self, graph: dict[str, Any], stored: dict[str, tuple[str, str]]) -> Iterator[Node]:
        """Parameters and buffers, in the scopes of their modules."""
        for name, (op, path) in stored.items():
            owner, _, last = path.rpartition(".")
            node = Node(self._unique(f"{self._program.scope_of(owner)}/{last or name}"), op, about=None)
            self._values[name] = node.name
            shape, kind = _described(graph, name)
            if shape is not None:
                node.shape, node.types = shape, [kind]
                node.attributes = {"parameters": n_elements(shape), "bytes": n_bytes(shape, kind)}
                if op != "Parameter":
                    node.attributes = {"bytes": n_bytes(shape, kind)}
            yield node

    def read(self, graph: dict[str, Any]) -> Iterator[Node]:
        """The inputs that are given at run time, operations and outputs."""
        prefix = "" if self._depth == 0 else f"{self._scope}/"
        for name in _names(graph["inputs"]):
            if name not in self._values:
                self._values[name] = self._unique(f"{prefix}input/{name}")
                yield self._typed(Node(self._values[name], "Input", about=None), graph, [name])
        for place, node in enumerate(graph["nodes"]):
            yield from self._operation(graph, node, place)
        for place, name in enumerate(_names(graph["outputs"]), start=1):
            made_by = [self._values[name]] if name in self._values else []
            made = Node(self._unique(f"{prefix}output/output.{place}"), "Output", made_by, about=None)
            yield self._typed(made, graph, [name])

    def _operation(self, graph: dict[str, Any], node: dict[str, Any], place: int) -> Iterator[Node]:
        op = str(node["target"]).removeprefix("torch.ops.")
        namespace, _, rest = op.partition(".")
        outputs = list(_names(node.get("outputs", [])))
        label = str(node.get("name") or next(iter(outputs), f"{rest or op}_{place}"))
        modules = list(_modules(node))
        scope = self._program.scope_of(modules[-1][0]) if modules and self._depth == 0 else self._scope
        name = self._unique(f"{scope}/{label}")
        for output, value in enumerate(outputs):
            self._values[value] = name if output == 0 else f"{name}:{output}"
        inputs = [
            self._values[value]
            for value in _names([each["arg"] for each in node["inputs"]])
            if value in self._values
        ]
        facts = {
            str(each["name"] or i): _text(each["arg"])
            for i, each in enumerate(node["inputs"])
            if _is_fact(each["arg"])
        }
        stack = (node.get("metadata") or {}).get("stack_trace")
        if isinstance(stack, str):
            facts["stack_trace"] = stack
        shown = f"{namespace}::{rest.rpartition('.')[0] or rest}" if rest else op
        yield self._typed(Node(name, shown, inputs, about=None, attributes=facts), graph, outputs)
        for key, inner in _subgraphs(node["inputs"]):
            reader = _GraphReader(self._program, f"{name}/{key}", dict(self._values), self._depth + 1)
            for made in _names(inner["inputs"]):
                reader._values.pop(made, None)
            yield from reader.read(inner)

    def _typed(self, node: Node, graph: dict[str, Any], values: list[str]) -> Node:
        described = [_described(graph, value) for value in values]
        if any(kind for _, kind in described):
            node.shapes = [shape for shape, _ in described]
            node.types = [kind for _, kind in described]
        return node

    def _unique(self, name: str) -> str:
        count = self._taken[name] = self._taken.get(name, 0) + 1
        return name if count == 1 else self._unique(f"{name}_{count}")


def _modules(node: dict[str, Any]) -> Iterator[tuple[str, str]]:
    """Path and class of the modules that an operation runs in, the outermost first."""
    stack = (node.get("metadata") or {}).get("nn_module_stack")
    for part in stack.split(";") if isinstance(stack, str) else []:
        fields = part.split(",")
        if len(fields) >= 3:
            path = fields[1].removeprefix("L['self']").removeprefix("L__self__").strip(".")
            yield path.partition("@")[0], fields[2].rpartition(".")[2]


def _names(value: Any, depth: int = 0) -> Iterator[str]:
    """The values that an argument names, in order; those of graphs inside it are left out."""
    if depth > _MAX_DEPTH:
        return
    if isinstance(value, list):
        for each in value:
            yield from _names(each, depth + 1)
    elif isinstance(value, dict) and "as_graph" not in value:
        for key, each in value.items():
            if key in ("name", "as_name") and isinstance(each, str):
                yield each
            elif isinstance(each, (dict, list)):
                yield from _names(each, depth + 1)


def _is_fact(argument: Any) -> bool:
    return isinstance(argument, dict) and not any(_names(argument)) and "as_none" not in argument


def _text(argument: dict[str, Any]) -> Any:
    value = next(iter(argument.values()), None)
    if isinstance(value, (bool, int, float, str)):
        return value
    if "as_graph" in argument:
        return "graph"
    return json.dumps(value)[:_MAX_TEXT_CHARS]


def _subgraphs(inputs: list[dict[str, Any]]) -> Iterator[tuple[str, dict[str, Any]]]:
    for place, each in enumerate(inputs):
        graph = each["arg"].get("as_graph") if isinstance(each["arg"], dict) else None
        if isinstance(graph, dict):
            yield str(graph.get("name") or each.get("name") or place), graph["graph"]


def _described(graph: dict[str, Any], value: str) -> tuple[list[int] | None, str]:
    """Shape and type of a value; -1 is a size that is not fixed."""
    found = graph.get("tensor_values", {}).get(value)
    if not isinstance(found, dict):
        return None, ""
    sizes = [size.get("as_int", -1) for size in found["sizes"]]
    shape = [size if type(size) is int and 0 <= size < 2**63 else -1 for size in sizes]
    return shape, _TYPES.get(found.get("dtype", 0), "")
