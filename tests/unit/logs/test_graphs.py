"""Graphs in Python: listed by run, read when needed, as frames."""

from __future__ import annotations

from pathlib import Path

import pytest

import sightline
from sightline.formats.graph_nodes import Node, graph_def, run_metadata


def write_graph(folder: Path, *nodes: Node) -> None:
    with sightline.SummaryWriter(folder) as writer:
        writer.file_writer.add_graph((graph_def(nodes), run_metadata()))


def test_graphs_are_listed_with_nodes_and_edges(tmp_path: Path) -> None:
    weight = Node("net/w", "Parameter", shape=[2, 3], attributes={"parameters": 6, "dtype": "torch.float32"})
    write_graph(tmp_path / "a", weight, Node("net/y", "MatMul", ["net/w"]))
    write_graph(tmp_path / "b", weight)
    with sightline.open(tmp_path) as logs:
        (graph,) = logs.graphs(run="a")
        other = logs.graphs(run="b")[0]
    assert (graph.run, graph.name, graph.format, graph.step) == ("a", "graph_def", "GraphDef", 0)
    nodes = graph.nodes()
    assert nodes["name"].tolist() == ["net/w", "net/y"]
    assert nodes["n_parameters"].tolist() == [6, 0]
    edges = graph.edges()
    assert (edges["from"][0], edges["to"][0], edges["shape"][0], int(edges["n_bytes"][0])) == (
        "net/w",
        "net/y",
        "2×3",
        24,
    )
    assert graph.outline()["n_parameters"] == 6
    changes = other.compare(graph)
    assert list(zip(changes["status"], changes["name"], strict=True)) == [("added", "net/y")]
    assert graph.graph is graph.graph


def test_broken_graph_says_why_when_it_is_read(tmp_path: Path) -> None:
    with sightline.SummaryWriter(tmp_path) as writer:
        writer.add_scalar("loss", 1.0, 0)
    (tmp_path / "model.onnx").write_bytes(b"\xff\xff")
    with sightline.open(tmp_path) as logs:
        (graph,) = logs.graphs()
        with pytest.raises(LookupError, match="not an ONNX model"):
            graph.nodes()
