"""Graphs for benchmarks/graph.mjs, each in a run of its own: python graph_logs.py FOLDER LAYERS."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Iterator
from pathlib import Path

from sightline import SummaryWriter
from sightline.formats.graph_nodes import Node, graph_def, run_metadata

_OPS = ("MatMul", "Add", "Relu", "Mul")


def layers(n_layers: int) -> Iterator[Node]:
    """Layers of 10 blocks of 100 operations in a row; no op is called Const, as some tools hide those."""
    last = "x"
    yield Node(last, "Placeholder", shape=[32, 128])
    for layer in range(n_layers):
        for block in range(10):
            for i in range(100):
                name = f"model/layer_{layer}/block_{block}/op_{i}"
                yield Node(name, _OPS[i % 4], [last], shape=[32, 128])
                last = name


def group(n: int) -> Iterator[Node]:
    """One group; every operation reads one or two of those right before it."""
    yield Node("x", "Placeholder", shape=[32, 128])
    yield Node("y", "Neg", ["x"])
    for i in range(n):
        inputs = [f"group/op_{i - 1 - i % 3}"] if i > 3 else ["x"]
        if i > 8 and i % 5 == 0:
            inputs.append(f"group/op_{i - 7}")
        yield Node(f"group/op_{i}", _OPS[i % 4], inputs, shape=[32, 128])


def chain(n: int) -> Iterator[Node]:
    """Operations one after the other."""
    for i in range(n):
        yield Node(f"op_{i}", _OPS[i % 4], [f"op_{i - 1}"] if i else [], shape=[32, 128])


def wide(n: int) -> Iterator[Node]:
    """A flat graph in columns of fifty."""
    for i in range(n):
        inputs = [f"op_{i - 50 + i % 3}"] if i >= 50 else []
        yield Node(f"op_{i}", _OPS[i % 4], inputs, shape=[32, 128])


def write_for_model_explorer(path: Path, nodes: Iterable[Node]) -> None:
    """The form that it reads fastest: its own JSON."""
    made = [
        {
            "id": node.name,
            "label": node.op,
            "namespace": node.name.rpartition("/")[0],
            "incomingEdges": [{"sourceNodeId": source} for source in node.inputs],
        }
        for node in nodes
    ]
    path.write_text(json.dumps([{"id": "main", "nodes": made}]))


if __name__ == "__main__":
    folder, n_layers = Path(sys.argv[1]), int(sys.argv[2])
    runs = {
        "large": layers(n_layers), "hundred": group(100), "thousand": group(1000), "wide": wide(5000),
        "chain": chain(5000), "long_chain": chain(50_000),
    }  # fmt: skip
    for name, nodes in runs.items():
        with SummaryWriter(folder / name) as writer:
            writer.file_writer.add_graph((graph_def(nodes), run_metadata()))
    write_for_model_explorer(folder / "large.json", layers(n_layers))
