"""The queries of graphs: levels of the tree, details of a node, search and traces."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from sightline import SummaryWriter
from sightline.engine.store import StoreView
from sightline.kinds.graph.compare import Status
from sightline.kinds.graph.encode import Node, graph_def, run_metadata
from sightline.kinds.graph.query import QUERIES
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError
from support.logs import GOLDEN, load

WEIGHT = {"parameters": 16, "dtype": "torch.float16"}


def block(i: int, source: str) -> list[Node]:
    scope = f"net/block{i}"
    return [
        Node(f"{scope}/weight", "Parameter", shape=[4, 4], attributes=WEIGHT),
        Node(f"{scope}/matmul", "MatMul", [source, f"{scope}/weight"], shape=[8, 4]),
        Node(f"{scope}/act", "Relu", [f"{scope}/matmul"], shape=[8, 4]),
    ]


BLOCKS = [
    Node("input/x", "IO Node", shape=[8, 4]),
    Node("net/scale", "Const"),
    *block(0, "input/x"),
    *(node for i in range(1, 4) for node in block(i, f"net/block{i - 1}/act")),
    Node("net/head", "Mul", ["net/block3/act", "net/scale"], shape=[8, 4]),
    Node("done", "NoOp", ["^net/head"]),
]


def logged(folder: Path, nodes: list[Node]) -> StoreView:
    with SummaryWriter(folder / "r") as writer:
        writer.file_writer.add_graph((graph_def(nodes), run_metadata()))
    return load(str(folder)).view()


@pytest.fixture
def view(tmp_path: Path) -> StoreView:
    return logged(tmp_path, BLOCKS)


def ask(view: StoreView, query: str, **params: Any) -> Any:
    return QUERIES[query](view, {"run": view.runs[0].id, **params})


def labels(frame: Frame) -> list[str]:
    return [str(label) for label in frame["label"]]


def edges(frame: Frame) -> list[tuple[str, str, str]]:
    names, texts = labels(frame), frame.metadata["edge_texts"]
    return [
        (names[source], names[row], texts[text])
        for row in range(len(frame))
        for source, text in zip(frame["from"][row], frame["from_text"][row], strict=True)
    ]


def entry_of(frame: Frame, label: str) -> int:
    return int(frame["entry"][labels(frame).index(label)])


def test_graphs_are_listed_with_their_run(view: StoreView) -> None:
    (graph,) = QUERIES["graphs"](view, {})
    assert (graph["run"], graph["format"]) == (view.runs[0].id, "GraphDef")
    assert graph["n_bytes"] > 100


def test_level_starts_with_the_main_group_and_the_first_of_a_series_open(view: StoreView) -> None:
    frame = ask(view, "level")
    assert labels(frame) == [
        "input/x", "net", "block0 … block3", "block0", "weight", "matmul", "act", "block1 … block3", "head",
        "done",
    ]  # fmt: skip
    assert frame["is_open"].tolist() == [False, True, True, True] + 6 * [False]
    assert frame["n_members"][[2, 7]].tolist() == [4, 3]
    assert frame["n_parameters"][1:4].tolist() == [64, 64, 16]
    assert frame["parameter_bytes"][1] == 128


def test_series_and_their_scopes_have_one_color_class(view: StoreView) -> None:
    frame = ask(view, "level")
    classes = dict(zip(labels(frame), frame["color_class"].tolist(), strict=True))
    assert classes["block0"] == classes["block0 … block3"] == classes["block1 … block3"] == 0
    assert classes["net"] == classes["matmul"] == -1


def test_edges_join_closed_rows_and_say_what_they_carry(view: StoreView) -> None:
    frame = ask(view, "level", open=[])
    assert labels(frame) == ["input/x", "net", "done"]
    assert edges(frame) == [("input/x", "net", "8×4")]
    assert frame["from_bytes"][1].tolist() == [8 * 4 * 4]
    with_control = ask(view, "level", open=[], control=True)
    assert edges(with_control)[-1] == ("net", "done", "control")
    assert with_control["from_control"][2].tolist() == [1]


def test_one_tensor_that_several_operations_read_is_counted_once(tmp_path: Path) -> None:
    sources = [Node("x", "A", shape=[2]), Node("y", "A", shape=[3])]
    view = logged(tmp_path, [*sources, Node("g/a", "B", ["x"]), Node("g/b", "B", ["x", "y"])])
    frame = ask(view, "level", open=[])
    assert edges(frame) == [("x", "g", "2"), ("y", "g", "3")]
    assert [each.tolist() for each in frame["from_bytes"]][-1] == [8, 12]


def test_set_aside_operations_are_counted_and_drawn_on_request(view: StoreView) -> None:
    frame = ask(view, "level")
    assert frame.metadata["n_constants"] == 1
    assert frame["n_aside_inputs"][labels(frame).index("head")] == 1
    assert "scale" in labels(ask(view, "level", open=frame.metadata["open"], aside=True))


def test_chain_of_single_children_is_one_row(tmp_path: Path) -> None:
    view = logged(tmp_path, [Node("a/b/c/d", "A"), Node("e/f", "B", ["a/b/c/d"]), Node("e/g", "B")])
    frame = ask(view, "level", open=[])
    assert labels(frame) == ["a/b/c/d", "e"]
    assert (frame["first"].tolist(), frame["entry"].tolist()) == ([1, 5], [4, 5])
    assert edges(frame) == [("a/b/c/d", "e", "")]


def test_deeply_nested_scopes_are_walked_without_recursion(tmp_path: Path) -> None:
    nodes = [Node("/".join(["s"] * depth) + "/op", "A") for depth in range(1, 3000)]
    view = logged(tmp_path, nodes)
    assert len(ask(view, "level")) > 1


def test_node_details_of_an_operation(view: StoreView) -> None:
    level = ask(view, "level")
    found = ask(view, "node", entry=entry_of(level, "matmul"))
    assert (found["op"], found["part"], found["outputs"]) == ("MatMul", "operation", ["8×4"])
    assert found["path"][0]["name"] == "net"
    assert [(each["name"], each["tensor"]) for each in found["inputs"]] == [
        ("input/x", "8×4"), ("net/block0/weight", "4×4 float16"),
    ]  # fmt: skip
    assert [each["name"] for each in found["consumers"]] == ["net/block0/act"]


def test_node_details_of_a_scope(view: StoreView) -> None:
    level = ask(view, "level")
    found = ask(view, "node", entry=entry_of(level, "block0"))
    assert (found["n_operations"], found["n_parameters"], found["parameter_bytes"]) == (3, 16, 32)
    assert (found["n_alike"], found["alike"][0]["name"]) == (3, "net/block1")
    assert found["ops"][0] == {"op": "Parameter", "n": 1}
    assert [each["label"] for each in found["children"]] == ["weight", "matmul", "act"]
    with pytest.raises(LookupError, match="none with the number"):
        ask(view, "node", entry=10_000)


def test_module_path_is_the_name_that_training_code_uses(tmp_path: Path) -> None:
    scope = "Net/ModuleList[layers]/Block[0]/Linear[fc1]"
    view = logged(tmp_path, [Node(f"{scope}/weight", "Parameter"), Node(f"{scope}/linear", "aten::linear")])
    by_name = {each: ask(view, "node", entry=each)["module"] for each in range(1, 7)}
    assert "layers.0.fc1.weight" in by_name.values()
    assert "layers.0.fc1" in by_name.values()


def test_long_attributes_are_cut_and_given_whole_on_request(tmp_path: Path) -> None:
    view = logged(tmp_path, [Node("a", "A", attributes={"text": "x" * 2_000_000, "n": 3})])
    found = ask(view, "node", entry=1)
    by_name = {each["name"]: each for each in found["attributes"]}
    assert by_name["n"] == {"name": "n", "text": "3", "n_chars": 1}
    assert (len(by_name["text"]["text"]), by_name["text"]["n_chars"]) == (200, 2_000_000)
    assert len(ask(view, "attribute", entry=1, attribute="text")["text"]) == 2_000_000
    with pytest.raises(LookupError, match="has no attribute"):
        ask(view, "attribute", entry=1, attribute="other")


def test_search_finds_names_and_ops_and_the_way_to_them(view: StoreView) -> None:
    found = ask(view, "search", text="relu")
    assert found.metadata == {"n_matches": 4}
    drawn = ask(view, "level", open=found["path"][3].tolist())
    assert int(found["entry"][3]) in drawn["entry"].tolist()
    assert ask(view, "search", text="block2/act").metadata == {"n_matches": 1}
    assert ask(view, "search", text="^mat.*l$", regex=True).metadata == {"n_matches": 4}
    assert len(ask(view, "search", text="relu", limit=2)) == 2
    with pytest.raises(ParamsError, match="not a regular expression"):
        ask(view, "search", text="(", regex=True)


def test_trace_marks_the_rows_on_the_way(view: StoreView) -> None:
    level = ask(view, "level")
    opened = level.metadata["open"]
    names = dict(zip(level["entry"].tolist(), labels(level), strict=True))
    matmul = entry_of(level, "matmul")
    back = ask(view, "trace", entry=matmul, to="sources", open=opened)
    assert [names[each] for each in back["entry"].tolist()] == ["input/x", "weight", "matmul"]
    forth = ask(view, "trace", entry=matmul, to="sinks", open=opened)
    assert [names[each] for each in forth["entry"].tolist()] == [
        "matmul", "act", "block1 … block3", "head", "done",
    ]  # fmt: skip


def test_trace_ends_on_cycles(tmp_path: Path) -> None:
    view = logged(tmp_path, [Node("a", "A", ["b"]), Node("b", "B", ["a"])])
    assert ask(view, "trace", entry=1, to="sources").metadata == {"n_operations": 2}


def test_long_flat_graph_is_sent_up_to_a_bound(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sightline.kinds.graph.tree_level.MAX_ROWS", 10)
    view = logged(tmp_path, [Node(f"op{i}", "A", [f"op{i - 1}"] if i else []) for i in range(25)])
    frame = ask(view, "level")
    assert (len(frame), frame.metadata["n_left_out"]) == (10, 15)


@pytest.fixture
def compared(tmp_path: Path) -> tuple[StoreView, dict[str, Any]]:
    for name, nodes in (
        ("base", BLOCKS),
        ("now", [*BLOCKS[:-2], Node("net/tail", "Neg", ["net/block3/act"])]),
    ):
        with SummaryWriter(tmp_path / name) as writer:
            writer.file_writer.add_graph((graph_def(nodes), run_metadata()))
    view = load(str(tmp_path)).view()
    return view, {"run": view.by_name["now"].id, "base_run": view.by_name["base"].id}


def test_two_graphs_are_shown_as_one_with_what_changed(compared: tuple[StoreView, dict[str, Any]]) -> None:
    view, params = compared
    frame = QUERIES["level"](view, params)
    found = dict(zip(labels(frame), frame["change"].tolist(), strict=True))
    assert (found["tail"], found["head"], found["input/x"]) == (Status.ADDED, Status.REMOVED, Status.SAME)
    assert (frame.metadata["n_added"], frame.metadata["n_removed"]) == (1, 2)
    details = QUERIES["node"](view, {**params, "entry": entry_of(frame, "tail")})
    assert (details["change"], details["changed"]) == ("added", [])
    assert QUERIES["search"](view, {**params, "text": "head"}).metadata == {"n_matches": 1}
    with pytest.raises(LookupError, match="no run 99"):
        QUERIES["level"](view, {**params, "base_run": 99})


def test_edges_of_two_graphs_say_what_became_of_them(tmp_path: Path) -> None:
    shared = [Node("x", "Placeholder"), Node("a", "Relu", ["x"]), Node("b", "Neg", ["x"])]
    for name, rest in (
        ("base", [Node("gone", "Abs", ["b"]), Node("y", "Add", ["a", "gone"])]),
        ("now", [Node("y", "Add", ["a", "b"])]),
    ):
        with SummaryWriter(tmp_path / name) as writer:
            writer.file_writer.add_graph((graph_def([*shared, *rest]), run_metadata()))
    view = load(str(tmp_path)).view()
    frame = QUERIES["level"](view, {"run": view.by_name["now"].id, "base_run": view.by_name["base"].id})
    names = labels(frame)
    found = {
        (names[source], names[row]): Status(int(change))
        for row in range(len(frame))
        for source, change in zip(frame["from"][row], frame["from_change"][row], strict=True)
    }
    same, added, removed = Status.SAME, Status.ADDED, Status.REMOVED
    assert found == {
        ("x", "a"): same,
        ("x", "b"): same,
        ("a", "y"): same,
        ("b", "y"): added,
        ("b", "gone"): removed,
        ("gone", "y"): removed,
    }


def test_each_of_two_graphs_is_drawn_with_what_it_has_itself(
    compared: tuple[StoreView, dict[str, Any]],
) -> None:
    view, params = compared
    both = QUERIES["level"](view, params)
    base, own = (QUERIES["level"](view, {**params, "side": side}) for side in ("base", "own"))
    assert set(labels(both)) - set(labels(base)) == {"tail"}
    assert set(labels(both)) - set(labels(own)) == {"head", "done"}
    assert entry_of(base, "head") == entry_of(both, "head")
    assert base.metadata["open"] == own.metadata["open"] == both.metadata["open"]
    # As in the graphs alone, with their own inputs.
    for frame, run in ((base, params["base_run"]), (own, params["run"])):
        alone = QUERIES["level"](view, {"run": run, "open": both.metadata["open"]})
        assert sorted(edges(frame)) == sorted(edges(alone))
        for column in ("op", "shape", "n_operations", "n_parameters", "n_members"):
            found = dict(zip(labels(frame), frame[column], strict=True))
            assert found == dict(zip(labels(alone), alone[column], strict=True)), column
        assert frame.metadata["n_operations"] == alone.metadata["n_operations"]


def test_side_of_a_series_counts_its_own_blocks_and_shows_its_own_shapes(tmp_path: Path) -> None:
    for name, n_blocks, width in (("base", 6, 8), ("now", 4, 16)):
        nodes = [Node("x", "Placeholder")]
        for i in range(n_blocks):
            nodes.append(Node(f"net/block{i}/a", "MatMul", [nodes[-1].name], shape=[1, 8]))
            nodes.append(Node(f"net/block{i}/b", "Relu", [nodes[-1].name], shape=[1, 8]))
        nodes.append(Node("y", "Softmax", [nodes[-1].name], shape=[1, width]))
        with SummaryWriter(tmp_path / name) as writer:
            writer.file_writer.add_graph((graph_def(nodes), run_metadata()))
    view = load(str(tmp_path)).view()
    params = {"run": view.by_name["now"].id, "base_run": view.by_name["base"].id, "open": []}
    for side, n_blocks, shape in (("base", 6, "1×8"), ("own", 4, "1×16")):
        frame = QUERIES["level"](view, {**params, "side": side})
        assert int(max(frame["n_members"])) == n_blocks
        assert str(frame["shape"][labels(frame).index("y")]).startswith(shape)


def test_rows_have_the_time_of_their_ops_as_a_profile_tells(view: StoreView) -> None:
    times = [["MatMul", "", 100.0], ["Relu", "", 7.0], ["aten::other", "", 1e9]]
    frame = ask(view, "level", op_times=times)
    found = dict(zip(labels(frame), frame["profiled_ns"].tolist(), strict=True))
    assert (found["net"], found["head"]) == (428.0, 0.0)
    assert frame.metadata["n_timed"] == 8
    assert ask(view, "node", entry=entry_of(frame, "net"), op_times=times)["profiled_ns"] == 428.0
    nothing = ask(view, "level", op_times=[["aten::other", "", 1.0]])
    assert (nothing.metadata["n_timed"], nothing["profiled_ns"].max()) == (0, 0.0)


def test_operations_that_a_profile_names_have_their_own_time(view: StoreView) -> None:
    times = [
        ["Relu", "", 7.0],
        ["Relu", "StatefulPartitionedCall/net/block2/act", 50.0],
        # Only the end of a name, as inside a function; and a name that no operation has.
        ["Relu", "block3/act", 60.0],
        ["Relu", "jit(step)/other/act", 1e9],
    ]
    frame = ask(view, "level", op_times=times, open=[])
    found = dict(zip(labels(frame), frame["profiled_ns"].tolist(), strict=True))
    assert found["net"] == 7.0 + 7.0 + 50.0 + 60.0
    assert (frame.metadata["n_timed"], frame.metadata["n_named"]) == (4, 2)


def test_ops_of_an_exported_program_are_matched_without_their_overload(tmp_path: Path) -> None:
    ops = ("aten.linear.default", "torch.ops.aten.relu.default", "aten::gelu")
    view = logged(tmp_path, [Node(f"n{i}", op) for i, op in enumerate(ops)])
    times = [["aten::linear", "", 3.0], ["aten::relu", "", 2.0], ["aten::gelu", "", 1.0]]
    frame = ask(view, "level", op_times=times)
    assert frame["profiled_ns"].tolist() == [3.0, 2.0, 1.0]


def test_rows_have_time_memory_and_device_of_a_measured_step() -> None:
    view = load(str(GOLDEN / "tf/v1_summaries")).view()
    (graph, *_) = QUERIES["graphs"](view, {})
    assert graph["steps"] == ["step000", "step003"]
    frame = ask(view, "level", step="step003")
    assert frame["time_ns"].max() > 0
    entry = int(frame["entry"][frame["time_ns"].argmax()])
    details = ask(view, "node", entry=entry, step="step003")
    assert details["time_ns"] == frame["time_ns"].max()
    cpu = "/job:localhost/replica:0/task:0/device:CPU:0"
    assert (details["devices"], frame.metadata["n_devices"]) == ([cpu], 1)
    assert ask(view, "level").metadata["n_devices"] == 0
    with pytest.raises(LookupError, match="no measured step"):
        ask(view, "level", step="never")
