"""Logs of the graph page: a model of equal blocks with histograms of its weights, and a graph that is broken.

python graph.py FOLDER
"""

from __future__ import annotations

import shutil
import sys
from pathlib import Path

import numpy as np

from sightline import SummaryWriter
from sightline.formats import messages
from sightline.formats.graph_nodes import Node, graph_def, run_metadata

PROFILE = Path(__file__).parents[3] / "tests/golden/torch_profiler/plain_json"
WEIGHT = {"parameters": 4096, "dtype": "torch.float32"}


def block(i: int, source: str) -> list[Node]:
    """A block of the model, which reads what the one before has made."""
    scope = f"Net/ModuleList[layers]/Block[{i}]"
    return [
        Node(f"{scope}/Linear[fc]/weight", "Parameter", shape=[64, 64], attributes=WEIGHT),
        Node(
            f"{scope}/Linear[fc]/linear",
            "aten::linear",
            [source, f"{scope}/Linear[fc]/weight"],
            shape=[8, 64],
        ),
        Node(f"{scope}/act", "aten::gelu", [f"{scope}/Linear[fc]/linear"], shape=[8, 64]),
        Node(f"{scope}/add", "aten::add", [source, f"{scope}/act"], shape=[8, 64]),
    ]


def model(n_blocks: int) -> list[Node]:
    """Input, blocks, a head whose scale is a constant, and the output."""
    nodes = [Node("input/x", "IO Node", shape=[8, 64]), Node("Net/scale", "prim::Constant")]
    last = "input/x"
    for i in range(n_blocks):
        nodes += block(i, last)
        last = nodes[-1].name
    nodes.append(
        Node("Net/head", "aten::linear", [last, "Net/scale"], shape=[8, 10], about="head of the net")
    )
    nodes.append(Node("output/logits", "IO Node", ["Net/head"], shape=[8, 10]))
    return nodes


def write(folder: Path) -> None:
    """Runs with graphs, one of them profiled, and one with bytes that are no graph."""
    for name, n_blocks in (("small", 4), ("deep", 12)):
        with SummaryWriter(folder / name) as writer:
            writer.file_writer.add_graph((graph_def(model(n_blocks)), run_metadata()))
            writer.add_histogram("weights/layers.0.fc.weight", np.arange(9.0), 1)
            writer.add_histogram("gradients/layers.0.fc.weight", np.arange(9.0), 1)
            writer.add_scalar("norm/layers.0.fc.weight", 1.0, 1)
            writer.add_scalar("loss", 1.0, 1)
    with SummaryWriter(folder / "rewired") as writer:
        head = Node("Net/head", "aten::linear", ["input/x", "Net/scale"], shape=[8, 10])
        nodes = [head if node.name == head.name else node for node in model(4)]
        writer.file_writer.add_graph((graph_def(nodes), run_metadata()))
    shutil.copytree(PROFILE, folder / "profiled")
    with SummaryWriter(folder / "profiled") as writer:
        writer.file_writer.add_graph((graph_def(model(4)), run_metadata()))
    with SummaryWriter(folder / "torn") as writer:
        message = graph_def(model(4)).SerializeToString()
        writer.file_writer.add_event(messages.Event(graph_def=message[: len(message) // 2]))
    with SummaryWriter(folder / "wrong") as writer:
        writer.file_writer.add_event(messages.Event(graph_def=b"\xff\xff no graph"))


if __name__ == "__main__":
    write(Path(sys.argv[1]))
