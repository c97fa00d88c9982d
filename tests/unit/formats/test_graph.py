"""Graphs to columns: the tree of scopes, edges, repeated blocks, views, and messages that are broken."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

from sightline.formats import messages
from sightline.formats.graph import ROOT, Graph, Part, SetAside, read_graph_def
from sightline.formats.graph_nodes import Function, Node, graph_def
from sightline.formats.tensor_proto import to_tensor_proto


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


def test_slashes_at_the_end_of_names_make_no_scopes_between_operations_of_one() -> None:
    graph = graph_of(
        Node("a/b/c", "Add"),
        Node("a/b/", "Neg"),
        Node("a/b/d/", "Neg"),
        Node("a/bb", "Neg"),
        Node("a/b/e", "Mul"),
    )
    assert names(graph, graph.children(entry_named(graph, "a"))) == ["b", "b/", "bb"]
    assert names(graph, graph.children(entry_named(graph, "b"))) == ["c", "d/", "e"]


def test_operations_with_the_same_attributes_share_their_facts_and_others_do_not() -> None:
    graph = graph_of(
        Node("a", "Split", shapes=[(2, 3), (4,)], types=["float32", "int64"]),
        Node("b", "Split", shapes=[(2, 3), (4,)], types=["float32", "int64"]),
        Node("c", "Split", shapes=[(2, 3), (5,)], types=["float32", "int64"]),
        Node("d", "Neg"),
        Node("e", "Pack", ["a:1", "b:1", "c:1", "d"]),
    )
    assert [graph.string(shape) for shape in graph.edge_shape] == ["4", "4", "5", ""]
    assert graph.edge_n_bytes.tolist() == [32, 32, 40, 0]
    a, b, c = (graph.structure[entry_named(graph, name)] for name in "abc")
    assert a == b != c


def test_operations_with_the_same_attributes_call_the_same_function() -> None:
    function = Function("body", ["x"], [("y", "neg:y:0")], [Node("neg", "Neg", ["x"])])
    made = graph_def([Node("w1", "While"), Node("w2", "While")], [function])
    for node in made.node:
        node.attr["body"].func.name = "body"
    graph = read_graph_def(made.SerializeToString())
    assert names(graph, graph.call_from) == ["w1", "w2"]
    assert names(graph, graph.call_to) == ["body", "body"]


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


def test_constants_are_set_aside_with_scopes_that_hold_nothing_else() -> None:
    graph = graph_of(Node("c", "Const"), Node("s/k", "Const"), Node("y", "Neg", ["c", "s/k"]))
    assert graph.set_aside[entry_named(graph, "s")] == SetAside.CONSTANT
    assert graph.set_aside[entry_named(graph, "y")] == SetAside.NO


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


def test_calls_lead_from_operations_to_functions_and_results_are_operations() -> None:
    body = Function("double", ["x"], [("y", "twice:z:0")], [Node("twice", "Add", ["x", "x"])])
    message = graph_def([Node("a", "double"), Node("b", "While"), Node("c", "Neg")], [body])
    message.node[1].attr["body"].func.name = "double"
    message.node[2].attr["f"].func.name = "gone"
    graph = read_graph_def(message.SerializeToString())
    calls = zip(graph.call_from, graph.call_to, strict=True)
    assert sorted(names(graph, call) for call in calls) == [["a", "double"], ["b", "double"]]
    result = entry_named(graph, "return y")
    assert graph.string(graph.op[result]) == "Return"
    assert names(graph, graph.edge_from[graph.edge_to == result]) == ["twice"]
    assert graph.problems == []


def test_parameters_and_bytes_are_summed_below_scopes() -> None:
    graph = graph_of(
        Node("net/a/w", "Parameter", attributes={"parameters": 6, "dtype": "torch.float16"}),
        Node("net/a/b", "Initializer", attributes={"parameters": 3, "bytes": 100}),
        Node("net/c", "Dense", types=["float64"], shape=[2], attributes={"parameters": 2}),
        Node("net/d", "Neg", attributes={"parameters": -1}),
    )
    assert [int(graph.n_parameters[entry_named(graph, name)]) for name in ("net", "a", "w", "d")] == [
        11,
        9,
        6,
        0,
    ]
    assert [int(graph.n_bytes[entry_named(graph, name)]) for name in ("net", "a", "w")] == [128, 112, 12]


def test_variables_and_constants_of_tensorflow_have_sizes() -> None:
    message = graph_def([Node("v", "VarHandleOp"), Node("c", "Const"), Node("open", "VariableV2")])
    variable, constant, unknown = message.node
    variable.attr["dtype"].type = messages.DataType.Value("DT_DOUBLE")
    for size in (3, 4):
        variable.attr["shape"].shape.dim.add(size=size)
    constant.attr["value"].tensor.CopyFrom(to_tensor_proto(np.zeros((5, 2), np.int16)))
    unknown.attr["shape"].shape.dim.add(size=-1)
    graph = read_graph_def(message.SerializeToString())
    v, c, o = (entry_named(graph, name) for name in ("v", "c", "open"))
    assert (int(graph.n_parameters[v]), int(graph.n_bytes[v])) == (12, 96)
    assert (int(graph.n_parameters[c]), int(graph.n_bytes[c])) == (0, 20)
    assert int(graph.n_parameters[o]) == 0


def test_edges_have_shape_type_and_size_of_their_tensor() -> None:
    graph = graph_of(
        Node("a", "Split", shapes=[[2, 3], None, [-1, 5], []], types=["float16", "", "int8", "int64"]),
        Node("b", "Concat", ["a", "a:1", "a:2", "a:3", "a:9", "^a"]),
    )
    found = [
        (graph.string(shape), graph.string(kind), int(size))
        for shape, kind, size in zip(graph.edge_shape, graph.edge_type, graph.edge_n_bytes, strict=True)
    ]
    assert found == [
        ("2×3", "float16", 12),
        ("", "", 0),
        ("?×5", "int8", 5),
        ("scalar", "int64", 8),
        ("", "", 0),
        ("", "", 0),
    ]


def test_sizes_that_overflow_are_the_largest_number() -> None:
    graph = graph_of(Node("a", "Neg", shape=[2**62, 2**62]), Node("b", "Neg", ["a"]))
    assert int(graph.edge_n_bytes[0]) == 2**64 - 1


def test_torch_weights_whose_module_is_left_out_are_no_problem() -> None:
    graph = graph_of(Node("net/weight", "prim::GetAttr", ["net/self"]), Node("b", "Neg", ["net/weight"]))
    assert graph.problems == []


def stats(name: str, micros: int, n_bytes: int = 0) -> Any:
    found = messages.NodeExecStats(node_name=name, all_end_rel_micros=micros)
    found.memory.add(total_bytes=n_bytes)
    return found


def test_statistics_of_a_step_are_summed_below_scopes() -> None:
    body = Function("f", [], [], [Node("net/inner", "Neg")])
    message = graph_def([Node("net/a", "Neg"), Node("net/b", "Neg"), Node("c", "Neg")], [body])
    graph = read_graph_def(message.SerializeToString())
    metadata = messages.RunMetadata()
    metadata.step_stats.dev_stats.add(
        device="/cpu:0", node_stats=[stats("net/a", 5, 100), stats("net/inner", 2), stats("gone", 9)]
    )
    gpu = [stats("net/b", 1, 50)]
    metadata.step_stats.dev_stats.add(device="/gpu:0", node_stats=gpu)
    kernels = [stats("net/b:Neg", 7), stats("net/b:Neg", 1)]
    metadata.step_stats.dev_stats.add(device="/gpu:0/stream:all", node_stats=kernels)
    metadata.step_stats.dev_stats.add(device="/gpu:0/stream:3", node_stats=kernels)
    found = graph.statistics(metadata.SerializeToString())
    at = {name: entry_named(graph, name) for name in ("net", "a", "b", "c", "inner")}
    assert {name: int(found.time_ns[entry]) for name, entry in at.items()} == {
        "net": 13_000,
        "a": 5_000,
        "b": 8_000,
        "c": 0,
        "inner": 2_000,
    }
    assert int(found.memory_bytes[at["net"]]) == 150
    assert found.devices[found.device[at["b"]] - 1] == "/gpu:0"
    assert found.device[at["c"]] == 0
    assert (found.n_measured, found.n_unmatched) == (3, 1)
    assert graph.statistics(b"\xff\xff").n_measured == 0


def test_missing_inputs_and_double_names_are_problems() -> None:
    graph = graph_of(Node("a", "Neg", ["gone", "gone"]), Node("a", "Add"))
    problems = {problem.what: (problem.example, problem.count) for problem in graph.problems}
    assert problems["inputs name operations that are not in the graph"] == ("gone", 2)
    assert [count for what, (_, count) in problems.items() if "another one" in what] == [1]


def test_cycles_are_kept_and_are_problems() -> None:
    nodes = [Node("x", "Placeholder"), Node("a", "Add", ["x", "b"]), Node("b", "Neg", ["a"])]
    graph = graph_of(*nodes, Node("y", "Neg", ["b"]), Node("self", "Neg", ["self"]))
    assert len(graph.edge_from) == 5
    found = [(problem.what, problem.example, problem.count) for problem in graph.problems]
    assert found == [("operations depend on themselves", "a", 3)]


def test_loops_of_tensorflow_1_are_no_problem() -> None:
    graph = graph_of(Node("a", "Merge", ["b"]), Node("b", "NextIteration", ["a"]))
    assert len(graph.edge_from) == 2
    assert graph.problems == []


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


def test_operation_named_like_a_function_is_no_operation_of_its_body() -> None:
    body = Function("f", [], [], [Node("inner", "Neg")])
    message = graph_def([Node("f", "f")], [body]).SerializeToString()
    metadata = messages.RunMetadata()
    metadata.step_stats.dev_stats.add(device="/cpu:0", node_stats=[stats("f", 5), stats("inner", 2)])
    found = read_graph_def(message).statistics(metadata.SerializeToString())
    assert (found.n_measured, int(found.time_ns[ROOT])) == (2, 7000)


def test_an_attribute_of_two_megabytes_stays_in_the_message() -> None:
    graph = graph_of(Node("a", "Const", about="x" * (2 << 20)), Node("b", "Neg", ["a"]))
    assert graph.problems == []
    assert int(graph.message_size[entry_named(graph, "a")]) > 2 << 20
    assert graph._native.columns()["name"].nbytes < 100


def test_a_million_operations_are_read_with_their_scopes_and_sums() -> None:
    def field(number: int, content: bytes) -> bytes:
        return bytes([number << 3 | 2, len(content)]) + content

    def node(i: int) -> bytes:
        name = b"layer%d/block%d/op%d" % (i // 10_000, i // 100 % 100, i % 100)
        before = b"layer%d/block%d/op%d" % ((i - 1) // 10_000, (i - 1) // 100 % 100, (i - 1) % 100)
        return field(1, field(1, name) + field(2, b"Neg") + (field(3, before) if i else b""))

    graph = read_graph_def(b"".join(map(node, range(1_000_000))))
    assert int(graph.n_operations[ROOT]) == 1_000_000
    assert len(graph.edge_from) == 999_999
    assert graph.problems == []
    assert Part.SERIES in graph.part
