"""An ONNX model as a graph: nodes in their scopes, weights with shapes, subgraphs and functions."""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from typing import Any

from sightline import _native
from sightline.formats.element_types import ONNX_TYPES, n_bytes, n_elements
from sightline.formats.graph_nodes import Function, Node, graph_def
from sightline.formats.onnx_file import read_onnx_message

_SCOPES = "pkg.torch.onnx.name_scopes"


def read_onnx(source: _native.ByteSource) -> bytes:
    """The graph of an ONNX file as a GraphDef; weights are not read, neither inside nor beside the file."""
    model = read_onnx_message(source)
    names = _function_names(model)
    nodes = _GraphReader("", {}, names).read(model.graph)
    functions = [_function(each, names) for each in model.functions]
    message: bytes = graph_def(nodes, functions).SerializeToString()
    return message


def _function_names(model: Any) -> dict[tuple[str, str], str]:
    """Functions are known by domain and name; a name that two domains have gets the domain."""
    plain = [each.name for each in model.functions]
    return {
        (each.domain, each.name): each.name if plain.count(each.name) == 1 else f"{each.domain}::{each.name}"
        for each in model.functions
    }


def _function(function: Any, names: Mapping[tuple[str, str], str]) -> Function:
    values = {name: name for name in function.input}
    reader = _GraphReader("", values, names)
    nodes = reader.nodes(function.node)
    outputs = [(name, reader.values.get(name, name)) for name in function.output]
    return Function(names[function.domain, function.name], list(function.input), outputs, nodes)


class _GraphReader:
    """Reads one graph: `values` has the node and output that make each value, also those of graphs around."""

    def __init__(self, scope: str, values: dict[str, str], functions: Mapping[tuple[str, str], str]) -> None:
        self._scope = scope
        self.values = values
        self._functions = functions
        self._taken: dict[str, int] = {}
        self._types: dict[str, tuple[str, list[int] | None]] = {}

    def read(self, graph: Any) -> list[Node]:
        """All nodes of a graph: inputs, weights, operations, outputs."""
        for value in [*graph.input, *graph.output, *graph.value_info]:
            self._types[value.name] = _type_of(value)
        weights = {weight.name for weight in graph.initializer}
        found = [self._input(value) for value in graph.input if value.name not in weights]
        names = self._name_nodes(graph.node)
        found += self._weights(graph, names)
        found += self._nodes(graph.node, names)
        return [*found, *(self._output(value) for value in graph.output)]

    def nodes(self, protos: Any) -> list[Node]:
        """The operations alone, as a function has them."""
        return self._nodes(protos, self._name_nodes(protos))

    def _input(self, value: Any) -> Node:
        name = self._unique(f"input/{_plain(value.name)}")
        self.values[value.name] = name
        return self._typed(Node(name, "Input"), [value.name])

    def _output(self, value: Any) -> Node:
        made_by = [self.values[value.name]] if value.name in self.values else []
        return self._typed(
            Node(self._unique(f"output/{_plain(value.name)}"), "Output", made_by), [value.name]
        )

    def _weights(self, graph: Any, names: list[str]) -> Iterator[Node]:
        user = {value: names[i] for i, node in reversed(list(enumerate(graph.node))) for value in node.input}
        scopes = _scopes_by_path(names)
        for weight in graph.initializer:
            shape = [int(size) for size in weight.dims]
            kind = ONNX_TYPES.get(weight.data_type, f"type {weight.data_type}")
            path = _plain(weight.name)
            if "." in weight.name or "/" in path:
                name = self._scoped(_path_in(scopes, path.replace("/", ".").split(".")))
            else:  # the name says nothing: it is put beside its first user
                name = _joined(user.get(weight.name, self._scope).rpartition("/")[0], path)
            name = self._unique(name, is_whole=True)
            self.values[weight.name] = name
            facts = {"parameters": n_elements(shape), "bytes": n_bytes(shape, kind)}
            yield Node(name, "Initializer", [], shape, None, facts, types=[kind])

    def _name_nodes(self, protos: Any) -> list[str]:
        """A name for each node, and which node makes each value: a node may use values of later ones."""
        names = [self._unique(_node_name(node, i)) for i, node in enumerate(protos)]
        for name, node in zip(names, protos, strict=True):
            for output, value in enumerate(node.output):
                if value:
                    self.values[value] = name if output == 0 else f"{name}:{output}"
        return names

    def _nodes(self, protos: Any, names: list[str]) -> list[Node]:
        found: list[Node] = []
        for name, proto in zip(names, protos, strict=True):
            inputs = [self.values.get(value, value) for value in proto.input if value]
            op = self._functions.get((proto.domain, proto.op_type), proto.op_type)
            facts = {attribute.name: _fact(attribute) for attribute in proto.attribute}
            if proto.domain and (proto.domain, proto.op_type) not in self._functions:
                facts["domain"] = proto.domain
            made = Node(name, op, inputs, None, None, facts)
            found.append(self._typed(made, proto.output))
            for attribute in proto.attribute:
                for inner in [*([attribute.g] if attribute.HasField("g") else []), *attribute.graphs]:
                    found += self._inside(f"{name}/{attribute.name}", inner)
        return found

    def _inside(self, scope: str, graph: Any) -> list[Node]:
        return _GraphReader(scope, dict(self.values), self._functions).read(graph)

    def _typed(self, node: Node, values: Any) -> Node:
        known = [self._types.get(value) for value in values]
        if any(known):
            node.types = ["" if each is None else each[0] for each in known]
            node.shapes = [None if each is None else each[1] for each in known]
        return node

    def _scoped(self, name: str) -> str:
        return _joined(self._scope, name)

    def _unique(self, name: str, *, is_whole: bool = False) -> str:
        whole = name if is_whole else self._scoped(name)
        count = self._taken[whole] = self._taken.get(whole, 0) + 1
        return whole if count == 1 else self._unique(f"{whole}_{count}", is_whole=True)


def _node_name(node: Any, place: int) -> str:
    """The node's own name, in the scopes of the module that torch's exporter notes beside it."""
    name = _plain(node.name) or _plain(next(iter(node.output), "")) or f"{node.op_type}_{place}"
    for entry in node.metadata_props:
        if entry.key == _SCOPES:
            try:
                scopes = ast.literal_eval(entry.value)
            except (ValueError, SyntaxError, MemoryError, RecursionError):
                break
            if isinstance(scopes, list) and len(scopes) > 1 and all(isinstance(each, str) for each in scopes):
                return _joined(scopes[-2].replace(".", "/"), name)
    return name


def _scopes_by_path(names: list[str]) -> dict[str, str]:
    """Scopes by the path of their module: "layers.0.fc" for layers.0/fc, as torch's exporter writes it."""
    scopes = {name.rpartition("/")[0] for name in names}
    around = {scope[:at] for scope in scopes for at, letter in enumerate(scope) if letter == "/"}
    return {scope.replace("/", "."): scope for scope in scopes | around if scope}


def _path_in(scopes: dict[str, str], parts: list[str]) -> str:
    """A weight's path in the scope of its module, or of the nearest one around that there is."""
    for end in range(len(parts) - 1, 0, -1):
        scope = scopes.get(".".join(parts[:end]))
        if scope is not None:
            return "/".join([scope, *parts[end:]])
    return "/".join(parts)


def _type_of(value: Any) -> tuple[str, list[int] | None]:
    tensor = value.type.tensor_type
    if not tensor.HasField("shape"):
        return ONNX_TYPES.get(tensor.elem_type, ""), None
    sizes = [
        int(size.dim_value) if size.WhichOneof("value") == "dim_value" else -1 for size in tensor.shape.dim
    ]
    return ONNX_TYPES.get(tensor.elem_type, ""), sizes


def _fact(attribute: Any) -> Any:
    """The value of an attribute; tensors and graphs by what they are."""
    if attribute.HasField("t"):
        kind = ONNX_TYPES.get(attribute.t.data_type, "tensor")
        return f"{kind}[{', '.join(str(size) for size in attribute.t.dims)}]"
    if attribute.HasField("g") or attribute.graphs:
        return "graph"
    lists = (attribute.ints, attribute.floats, attribute.strings, attribute.tensors)
    values = next((list(each) for each in lists if each), None)
    if attribute.tensors:
        return f"{len(attribute.tensors)} tensors"
    if values is not None:
        return [_text(value) for value in values]
    return {1: attribute.f, 2: attribute.i, 3: _text(attribute.s)}.get(attribute.type, "")


def _text(value: Any) -> Any:
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else value


def _plain(name: str) -> str:
    """A name without slashes at its ends and without the marks of inputs: a leading ^, colons."""
    return name.strip("/").lstrip("^").replace(":", ".")


def _joined(scope: str, name: str) -> str:
    return f"{scope}/{name}" if scope else name
