"""Comparing two graphs: what was added, removed and changed, also where scopes were renamed."""

from __future__ import annotations

from typing import Any

import pytest

from sightline.formats.graph import Change, Graph, read_graph_def
from sightline.formats.graph_nodes import Function, Node, graph_def
from sightline.kinds.graph.compare import GraphComparison, Status, compare_graphs
from sightline.kinds.graph.differences import difference_lines


def graph_of(nodes: list[Node], functions: list[Function] | None = None) -> Graph:
    return read_graph_def(graph_def(nodes, functions or []).SerializeToString())


def network(name: str = "net", *, op: str = "Relu", width: int = 8, n_blocks: int = 2) -> list[Node]:
    nodes, last = [Node("x", "Placeholder", shape=[1, 8])], "x"
    for i in range(n_blocks):
        nodes.append(Node(f"{name}/block{i}/matmul", "MatMul", [last], [1, width]))
        last = f"{name}/block{i}/act"
        nodes.append(Node(last, op, [f"{name}/block{i}/matmul"], [1, width]))
    return [*nodes, Node("y", "Softmax", [last])]


def found(comparison: GraphComparison) -> dict[str, tuple[Status, Change]]:
    """The named differences: entry to what became of it."""
    graph = comparison.graph
    return {
        graph.string(graph.name[i]): (Status(int(comparison.status[i])), Change(int(comparison.changes[i])))
        for i in comparison.differences()
    }


def status_of(comparison: GraphComparison, name: str) -> Status:
    graph = comparison.graph
    entry = next(i for i in range(len(graph)) if graph.string(graph.name[i]) == name)
    return Status(int(comparison.status[entry]))


def test_equal_graphs_have_no_differences() -> None:
    comparison = compare_graphs(graph_of(network()), graph_of(network()))
    assert found(comparison) == {}
    assert not comparison.status.any()
    assert (comparison.a_entry == comparison.b_entry).all()


def test_order_in_the_file_is_no_difference() -> None:
    assert found(compare_graphs(graph_of(network()), graph_of(network()[::-1]))) == {}


def test_added_block_is_one_difference_and_its_user_has_other_inputs() -> None:
    comparison = compare_graphs(graph_of(network(n_blocks=2)), graph_of(network(n_blocks=3)))
    assert found(comparison) == {
        "net/block2": (Status.ADDED, Change(0)),
        "y": (Status.CHANGED, Change.INPUTS),
    }
    assert status_of(comparison, "net") == Status.CHANGED
    assert (int(comparison.n_added[0]), int(comparison.n_changed[0])) == (2, 1)


def test_removed_block_is_in_the_graph_of_both_with_its_edges() -> None:
    comparison = compare_graphs(graph_of(network(n_blocks=3)), graph_of(network(n_blocks=2)))
    assert found(comparison)["net/block2"] == (Status.REMOVED, Change(0))
    graph = comparison.graph
    assert graph.problems == []
    names = [
        (graph.string(graph.name[a]), graph.string(graph.name[b]))
        for a, b in zip(graph.edge_from, graph.edge_to, strict=True)
    ]
    assert ("net/block1/act", "net/block2/matmul") in names


@pytest.mark.parametrize(
    ("change", "expected"),
    [({"op": "Tanh"}, Change.OP), ({"width": 16}, Change.SHAPES)],
)
def test_operations_say_what_changed(change: dict[str, Any], expected: Change) -> None:
    differences = found(compare_graphs(graph_of(network()), graph_of(network(**change))))
    assert differences["net/block0/act"] == (Status.CHANGED, expected)


def test_lines_say_what_was_there_before() -> None:
    a, b = graph_of(network()), graph_of(network(op="Tanh", width=16))
    lines = list(difference_lines(compare_graphs(a, b), a, b))
    assert lines[0] == "0 added, 0 removed, 4 changed, 2 same"
    assert "  ~ net/block0/matmul  1×8 → 1×16" in lines
    assert "  ~ net/block0/act  Relu → Tanh; 1×8 → 1×16" in lines


def test_attributes_and_devices_are_compared() -> None:
    before = graph_def([Node("a", "Conv", attributes={"stride": 1}), Node("b", "Neg", ["a"])])
    after = graph_def([Node("a", "Conv", attributes={"stride": 2}), Node("b", "Neg", ["a"])])
    after.node[1].device = "/gpu:0"
    graphs = (read_graph_def(each.SerializeToString()) for each in (before, after))
    assert found(compare_graphs(*graphs)) == {
        "a": (Status.CHANGED, Change.ATTRIBUTES),
        "b": (Status.CHANGED, Change.DEVICE),
    }


def test_renamed_scope_is_the_same() -> None:
    comparison = compare_graphs(graph_of(network("net")), graph_of(network("model")))
    assert found(comparison) == {}


def test_renamed_scope_with_a_change_inside_is_found_by_what_is_in_it() -> None:
    before = [*network("net", n_blocks=3), Node("net/scale", "Mul", ["net/block0/act"])]
    comparison = compare_graphs(graph_of(before), graph_of(network("model", n_blocks=3)))
    assert found(comparison) == {"model/scale": (Status.REMOVED, Change(0))}
    assert comparison.graph.problems == []


def test_renamed_operation_is_changed_not_added() -> None:
    before = [Node("x", "In"), Node("old", "Neg", ["x"])]
    after = [Node("x", "In"), Node("new", "Neg", ["x"])]
    assert found(compare_graphs(graph_of(before), graph_of(after))) == {
        "new": (Status.CHANGED, Change.RENAMED)
    }


def test_numbers_that_a_trace_counts_up_are_no_names() -> None:
    before = [Node("x", "In"), Node("548", "Neg", ["x"]), Node("view_1", "Abs", ["548"])]
    after = [
        Node("x", "In"),
        Node("547", "Exp", ["x"]),
        Node("550", "Neg", ["x"]),
        Node("view_2", "Abs", ["550"]),
    ]
    assert found(compare_graphs(graph_of(before), graph_of(after))) == {"547": (Status.ADDED, Change(0))}


def test_operation_removed_beside_a_renamed_one_takes_its_new_name() -> None:
    before = [Node("old", "Neg"), Node("gone", "Abs", ["old:0"]), Node("last", "Abs", ["^old"])]
    comparison = compare_graphs(graph_of(before), graph_of([Node("new", "Neg")]))
    assert comparison.graph.problems == []
    assert {name for name, (status, _) in found(comparison).items() if status == Status.REMOVED} == {
        "gone",
        "last",
    }
    assert len(comparison.graph.edge_from) == 2


def test_functions_with_other_numbers_in_their_names_are_the_same() -> None:
    def with_function(name: str, *more: Node) -> Graph:
        body = Function(name, ["x"], [("y", "neg:0")], [Node("neg", "Neg", ["x"]), *more])
        return graph_of([Node("call", name)], [body])

    assert set(found(compare_graphs(with_function("f_12"), with_function("f_34")))) == {"call"}
    comparison = compare_graphs(with_function("f_12", Node("old", "Abs", ["neg:y:0"])), with_function("f_34"))
    assert found(comparison)["f_34/old"] == (Status.REMOVED, Change(0))
    assert comparison.graph.problems == []


def test_graphs_with_nothing_in_common_are_all_added_and_removed() -> None:
    comparison = compare_graphs(graph_of([Node("a/x", "Neg")]), graph_of([Node("b/y", "Abs")]))
    assert {name: status for name, (status, _) in found(comparison).items()} == {
        "a": Status.REMOVED,
        "b": Status.ADDED,
    }
