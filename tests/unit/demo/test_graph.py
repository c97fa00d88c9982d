"""The demo's graph: a whole training step, which differs between its runs."""

from __future__ import annotations

from sightline.demo.graph import training_graph
from sightline.demo.network import Hyper, Network
from sightline.formats.graph import ROOT, Graph, read_graph_def
from sightline.formats.graph_nodes import graph_def


def graph_of(optimizer: str) -> tuple[Network, Graph]:
    network = Network(Hyper(optimizer, 0.1, 32, 0.0, 0), n_inputs=64, n_classes=10)
    return network, read_graph_def(graph_def(training_graph(network)).SerializeToString())


def test_training_graph_has_all_weights_and_no_loose_ends() -> None:
    network, graph = graph_of("adam")
    assert graph.problems == []
    assert int(graph.n_parameters[ROOT]) == sum(weight.size for weight in network.weights.values())
    names = {graph.string(name) for name in graph.name}
    assert set(network.weights) <= names
    assert {f"adam/{name}/assign" for name in network.weights} <= names


def test_optimizers_have_graphs_of_their_own() -> None:
    assert graph_of("adam")[1].n_operations[ROOT] > graph_of("momentum")[1].n_operations[ROOT]
