"""Files of tensors as a tree: each tensor is an entry in the scopes that its name spans, nothing is wired."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from sightline.formats.element_types import n_elements
from sightline.formats.graph_nodes import Node, graph_def


class StoredTensor(NamedTuple):
    """A tensor in a file: its name ("layers.0.weight"), shape, type and how many bytes it takes there."""

    name: str
    shape: list[int]
    type: str
    n_bytes: int


def tensor_tree(tensors: Iterable[StoredTensor]) -> bytes:
    """The tensors as a GraphDef. Dots make scopes; a name that is used twice gets a number."""
    taken: dict[str, int] = {}
    nodes = []
    for tensor in tensors:
        name = "/".join(part for part in tensor.name.replace("/", ".").split(".") if part) or "tensor"
        count = taken[name] = taken.get(name, 0) + 1
        facts = {"parameters": n_elements(tensor.shape), "bytes": tensor.n_bytes}
        nodes.append(
            Node(
                name if count == 1 else f"{name}_{count}",
                "Tensor",
                [],
                tensor.shape,
                None,
                facts,
                types=[tensor.type],
            )
        )
    if not nodes:
        raise ValueError("this file has no tensors")
    message: bytes = graph_def(nodes).SerializeToString()
    return message
