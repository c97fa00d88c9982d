"""Graphs to columns: the tree of scopes, edges, repeated blocks, views, and messages that are broken."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.formats.graph import ROOT, Graph, Part, SetAside, read_graph_def
from sightline.kinds.graph.encode import Node, graph_def


def graph_of(*nodes: Node) -> Graph:
    return read_graph_def(graph_def(nodes).SerializeToString())


def names(graph: Graph, entries: Any) -> list[str]:
    return [graph.string(graph.label[entry]) for entry in entries]


def entry_named(graph: Graph, label: str) -> int:
    return next(i for i in range(len(graph)) if graph.string(graph.label[i]) == label)


def blocks(n: int, *, odd: int | None = None) -> list[Node]:
    """A chain of equal blocks; the one at `odd` has another operation."""
    nodes, last = [Node("x", "Placeholder")], "x"
    for i in range(n):
        nodes.append(Node(f"net/block{i}/matmul", "MatMul", [last]))
        op = "Tanh" if i == odd else "Relu"
        last = f"net/block{i}/act"
        nodes.append(Node(last, op, [f"net/block{i}/matmul"]))
    return nodes


def test_tree_is_in_preorder_with_counts() -> None:
    graph = graph_of(Node("a/b/c", "Add"), Node("d", "Neg", ["a/b/c"]), Node("a/e", "Mul"))
    assert names(graph, range(1, len(graph))) == ["a", "b", "c", "e", "d"]
    assert graph.extent.tolist() == [6, 4, 2, 1, 1, 1]
    assert graph.n_operations.tolist() == [3, 2, 1, 1, 1, 1]
    assert names(graph, graph.children(ROOT)) == ["a", "d"]
    assert graph.string(graph.op[3]) == "Add"


def test_operation_named_like_a_scope_is_put_inside_it() -> None:
    graph = graph_of(Node("loss", "Mean"), Node("loss/axis", "Range"), Node("out", "Neg", ["loss"]))
    loss = entry_named(graph, "loss")
    assert names(graph, graph.children(loss)) == ["(loss)", "axis"]
    assert names(graph, [graph.edge_from[0]]) == ["(loss)"]


def test_inputs_name_outputs_and_control_edges() -> None:
    graph = graph_of(Node("a", "Split"), Node("b", "Neg", ["a:1"]), Node("c", "Neg", ["^a"]))
    assert graph.edge_output.tolist() == [1, 0]
    assert graph.edge_is_control.tolist() == [0, 1]


def test_equal_blocks_become_a_series() -> None:
    graph = graph_of(*blocks(12))
    net = entry_named(graph, "net")
    (series,) = graph.children(net)
    assert graph.part[series] == Part.SERIES
    assert names(graph, [series]) == ["block0 … block11"]
    first, rest = graph.children(series)
    assert names(graph, [first, rest]) == ["block0", "block1 … block11"]
    assert len(graph.children(rest)) == 11
    assert len({int(graph.structure[block]) for block in graph.children(rest)}) == 1


def test_a_block_that_differs_is_not_in_the_series() -> None:
    graph = graph_of(*blocks(6, odd=3))
    labels = names(graph, graph.children(entry_named(graph, "net")))
    # Folding the blocks around it would put it before and after itself.
    assert labels == [f"block{i}" for i in range(6)]
    same = graph_of(*blocks(6, odd=5))
    assert names(same, same.children(entry_named(same, "net"))) == ["block0 … block4", "block5"]


def test_wiring_tells_structures_apart() -> None:
    parallel = [Node("a/x", "Neg"), Node("a/y", "Neg", ["a/x"]), Node("a/z", "Neg", ["a/x"])]
    chain = [Node("b/x", "Neg"), Node("b/y", "Neg", ["b/x"]), Node("b/z", "Neg", ["b/y"])]
    again = [Node("c/p", "Neg"), Node("c/q", "Neg", ["c/p"]), Node("c/r", "Neg", ["c/q"])]
    graph = graph_of(*parallel, *chain, *again)
    a, b, c = (int(graph.structure[entry_named(graph, name)]) for name in "abc")
    assert a != b
    assert b == c


def test_visible_lifts_edges_to_closed_scopes() -> None:
    graph = graph_of(*blocks(2), Node("y", "Neg", ["net/block1/act"]))
    closed = graph.visible([])
    assert names(graph, closed.entry) == ["x", "net", "y"]
    assert [names(graph, pair) for pair in zip(closed.edge_from, closed.edge_to, strict=True)] == [
        ["x", "net"],
        ["net", "y"],
    ]
    opened = graph.visible([entry_named(graph, "net")])
    assert names(graph, opened.entry) == ["x", "net", "block0", "block1", "y"]
    assert opened.is_open.tolist() == [0, 1, 0, 0, 0]
    assert [names(graph, pair) for pair in zip(opened.edge_from, opened.edge_to, strict=True)] == [
        ["x", "block0"],
        ["block0", "block1"],
        ["block1", "y"],
    ]


def test_visible_sets_constants_aside_unless_asked() -> None:
    graph = graph_of(Node("c", "Const"), Node("s/k", "Const"), Node("y", "Neg", ["c", "s/k"]))
    assert graph.set_aside[entry_named(graph, "s")] == SetAside.CONSTANT
    assert names(graph, graph.visible([]).entry) == ["y"]
    everything = graph.visible([], with_set_aside=True)
    assert names(graph, everything.entry) == ["c", "s", "y"]
    assert len(everything.edge_from) == 2


def test_functions_are_scopes_of_their_own() -> None:
    message = graph_def([Node("call", "PartitionedCall")])
    function = message.library.function.add()
    function.signature.name = "double"
    function.signature.input_arg.add().name = "x"
    node = function.node_def.add()
    node.name, node.op = "twice", "Add"
    node.input.extend(["x", "x"])
    graph = read_graph_def(message.SerializeToString())
    double = entry_named(graph, "double")
    assert graph.part[double] == Part.FUNCTION
    assert names(graph, graph.children(double)) == ["x", "twice"]
    assert len(graph.edge_from) == 2


def test_missing_inputs_and_double_names_are_problems() -> None:
    graph = graph_of(Node("a", "Neg", ["gone", "gone"]), Node("a", "Add"))
    problems = {problem.what: (problem.example, problem.count) for problem in graph.problems}
    assert problems["inputs name operations that are not in the graph"] == ("gone", 2)
    assert [count for what, (_, count) in problems.items() if "another one" in what] == [1]


def test_cycles_are_kept() -> None:
    graph = graph_of(Node("a", "Merge", ["b"]), Node("b", "Next", ["a"]))
    assert len(graph.visible([]).edge_from) == 2


def test_a_name_of_slashes_does_not_make_a_deep_tree() -> None:
    graph = graph_of(Node("/".join("x" * 5000), "Neg"))
    assert len(graph) < 100


@pytest.mark.parametrize("cut", [1, 7, 20, 33])
def test_a_message_that_breaks_off_gives_what_was_before(cut: int) -> None:
    message = graph_def([Node(f"a{i}/b", "Neg") for i in range(5)]).SerializeToString()
    graph = read_graph_def(message[:-cut])
    assert graph.problems
    assert graph.n_operations[ROOT] >= 1


def test_an_empty_message_is_an_empty_graph() -> None:
    graph = read_graph_def(b"")
    assert len(graph) == 1
    assert len(graph.visible([]).entry) == 0
