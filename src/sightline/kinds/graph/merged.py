"""The message of a graph that has all of B and what only A has, under the names that it has in B's scopes."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.formats import messages
from sightline.formats.graph import NO_MATCH, ROOT, Graph, GraphMatch, Part

_RETURN = "return "


class RemovedOperations:
    """What only A has: `message` is a GraphDef of it, `entry_of` has the entries in A by name."""

    def __init__(self, a: Graph, b: Graph, match: GraphMatch) -> None:
        self._a, self._b, self._match = a, b, match
        is_operation = a.part == Part.OPERATION
        removed = np.flatnonzero((match.b_of_a == NO_MATCH) & is_operation)
        self._names = {entry: self._name(entry) for entry in removed.tolist()}
        self.entry_of = {name: entry for entry, name in self._names.items()}
        self._renamed = self._find_renamed(np.flatnonzero((match.b_of_a != NO_MATCH) & is_operation))
        self.message = self._make_message()

    def _name(self, entry: int) -> str:
        """A name below the nearest scope that B has too."""
        a, scope = self._a, int(self._a.parent[entry])
        while self._match.b_of_a[scope] == NO_MATCH or a.part[scope] == Part.SERIES:
            scope = int(a.parent[scope])
        name = a.string(a.name[entry])
        if scope == ROOT:
            return name
        own, other = a.string(a.name[scope]), self._b.string(self._b.name[self._match.b_of_a[scope]])
        return other + name[len(own) :]

    def _find_renamed(self, both: NDArray[np.intp]) -> dict[str, str]:
        """Names in A to names in the graph of both, where they differ."""
        a, b = self._a, self._b
        pairs = [(entry, b.string(b.name[self._match.b_of_a[entry]])) for entry in both.tolist()]
        names = ((a.string(a.name[entry]), name) for entry, name in [*pairs, *self._names.items()])
        return {name: other for name, other in names if name != other}

    def _make_message(self) -> bytes:
        found = messages.GraphDef()
        bodies: dict[str, Any] = {}
        for entry, name in self._names.items():
            function = self._function_of(entry)
            if function == ROOT:
                found.node.append(self._node_def(entry, name, ""))
                continue
            scope, _, local = name.partition("/")
            if scope not in bodies:
                bodies[scope] = found.library.function.add()
                bodies[scope].signature.name = scope
            own_scope = self._a.string(self._a.name[function]) + "/"
            self._add_to_body(bodies[scope], entry, local, own_scope)
        message: bytes = found.SerializeToString(deterministic=True)
        return message

    def _add_to_body(self, body: Any, entry: int, name: str, own_scope: str) -> None:
        a = self._a
        if a.message_size[entry]:
            body.node_def.append(self._node_def(entry, name, own_scope))
        elif a.string(a.op[entry]) == "Return":
            sources = [a.string(a.name[each])[len(own_scope) :] for each in a.edge_from[a.edge_to == entry]]
            body.ret[name.removeprefix(_RETURN)] = self._input("".join(sources[:1]), own_scope)
        else:
            body.signature.input_arg.add(name=name)

    def _function_of(self, entry: int) -> int:
        """The function whose body an operation is in, or the root."""
        while entry != ROOT and self._a.part[entry] != Part.FUNCTION:
            entry = int(self._a.parent[entry])
        return entry

    def _node_def(self, entry: int, name: str, own_scope: str) -> Any:
        begin, size = int(self._a.message_offset[entry]), int(self._a.message_size[entry])
        try:
            node = messages.NodeDef.FromString(self._a.message[begin : begin + size])
        except Exception:  # what protobuf raises differs by its version
            node = messages.NodeDef(op=self._a.string(self._a.op[entry]))
        node.name = name
        node.input[:] = [self._input(each, own_scope) for each in node.input]
        return node

    def _input(self, text: str, own_scope: str) -> str:
        """An input by the name that its source has in the graph of both."""
        mark = "^" if text.startswith("^") else ""
        name, colon, output = text.removeprefix("^").partition(":")
        other = self._renamed.get(own_scope + name)
        if other is None:
            return text
        return mark + (other.partition("/")[2] if own_scope else other) + colon + output
