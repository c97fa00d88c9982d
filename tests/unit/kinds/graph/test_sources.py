"""The graphs of a run: which there are, in events and as files, and what is said of broken ones."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import numpy as np
import pytest

import sightline
from sightline.engine.store import StoreView
from sightline.formats import messages
from sightline.formats.graph_nodes import Node, graph_def, run_metadata
from sightline.formats.summary_values import tensor_value
from sightline.kinds.graph.opened import OpenedGraphs
from sightline.kinds.graph.sources import find_graph, list_graphs
from support.event_logs import VERSION
from support.records import frame

GOLDEN = Path(__file__).parents[3] / "golden"
KERAS = b"""{"class_name": "Sequential", "config": {"name": "m", "layers": [
 {"class_name": "Dense", "config": {"name": "a", "units": 2}},
 {"class_name": "ReLU", "config": {"name": "b"}}]}}"""


def write_events(folder: Path, *events: messages.Event) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    records = [VERSION, *(event.SerializeToString() for event in events)]
    (folder / "events.out.tfevents.1.host").write_bytes(b"".join(frame(record) for record in records))


def graph_event(*names: str, step: int = 0) -> messages.Event:
    message = graph_def([Node(name, "Neg") for name in names]).SerializeToString()
    return messages.Event(wall_time=2.0 + step, step=step, graph_def=message)


def value_event(plugin: str, content: bytes, shape: tuple[int, ...] = (1,)) -> messages.Event:
    value = tensor_value("tag", np.array([content], object).reshape(shape), plugin=plugin)
    return messages.Event(wall_time=1.0, summary=messages.Summary(value=[value]))


@contextmanager
def opened(folder: Path) -> Iterator[StoreView]:
    with sightline.open(folder) as logs:
        yield logs.view


def names_of(view: StoreView) -> list[tuple[str, str, int | None]]:
    return [(each.name, each.format, each.step) for each in list_graphs(view.runs[0])]


def test_graphs_of_one_tag_have_names_of_their_own_and_the_last_is_first(tmp_path: Path) -> None:
    write_events(tmp_path, graph_event("a"), graph_event("a", "b", step=5))
    with opened(tmp_path) as view:
        run = view.runs[0].id
        assert names_of(view) == [("graph_def", "GraphDef", 5), ("graph_def@0", "GraphDef", 0)]
        graphs = OpenedGraphs()
        assert int(graphs.open(view, run).n_operations[0]) == 2
        assert int(graphs.open(view, run, "graph_def@0").n_operations[0]) == 1
        with pytest.raises(LookupError, match="has no graph 'other'"):
            graphs.open(view, run, "other")


def test_graphs_of_all_events_are_found(tmp_path: Path) -> None:
    inner = graph_def([Node("x", "Neg")])
    meta = messages.MetaGraphDef(graph_def=inner).SerializeToString()
    traced = messages.RunMetadata()
    for _ in range(2):
        traced.function_graphs.add().pre_optimization_graph.CopyFrom(inner)
    write_events(tmp_path / "meta", messages.Event(meta_graph_def=meta))
    write_events(tmp_path / "traced", value_event("graph_run_metadata_graph", traced.SerializeToString()))
    write_events(tmp_path / "keras", value_event("graph_keras_model", KERAS))
    graphs = OpenedGraphs()
    with opened(tmp_path) as view:
        found = {run.name: (list_graphs(run)[0].format, graphs.open(view, run.id)) for run in view.runs}
    assert {name: form for name, (form, _) in found.items()} == {
        "keras": "Keras model",
        "meta": "MetaGraphDef",
        "traced": "traced function",
    }
    traced_graph = found["traced"][1]
    assert [traced_graph.string(name) for name in traced_graph.name[1:]] == [
        "graph_1",
        "graph_1/x",
        "graph_2",
        "graph_2/x",
    ]


def test_model_file_beside_the_events_is_a_graph_of_the_run(tmp_path: Path) -> None:
    write_events(tmp_path, graph_event("a"))
    model = messages.OnnxModel()
    model.graph.node.add(op_type="Relu", input=["x"], output=["y"], name="act")
    (tmp_path / "model.onnx").write_bytes(model.SerializeToString())
    with opened(tmp_path) as view:
        assert names_of(view)[1] == ("model.onnx", "ONNX", None)
        graph = OpenedGraphs().open(view, view.runs[0].id, "model.onnx")
    assert [graph.string(name) for name in graph.name[1:]] == ["act"]


def test_folder_with_nothing_but_a_model_file_is_no_run(tmp_path: Path) -> None:
    write_events(tmp_path / "run", graph_event("a"))
    (tmp_path / "models").mkdir()
    (tmp_path / "models" / "model.onnx").write_bytes(messages.OnnxModel().SerializeToString())
    with opened(tmp_path) as view:
        assert [run.name for run in view.runs] == ["run"]


def test_empty_graph_that_keras_writes_with_a_profile_is_not_listed(tmp_path: Path) -> None:
    with opened(GOLDEN / "tf" / "keras_fit_profile") as view:
        assert [run.series("graph").keys() for run in view.runs] == [{"batch_3"}]
        assert names_of(view) == []
    traced = messages.RunMetadata()
    traced.function_graphs.add().pre_optimization_graph.node.add(name="x", op="Neg")
    contents = [b"", traced.SerializeToString(), b""]
    write_events(tmp_path, *(value_event("graph_run_metadata_graph", each, shape=()) for each in contents))
    with opened(tmp_path) as view:
        assert names_of(view) == [("tag@1", "traced function", 0)]
        assert int(OpenedGraphs().open(view, view.runs[0].id).n_operations[0]) == 1


def test_run_without_graph_says_so(tmp_path: Path) -> None:
    write_events(tmp_path, messages.Event(step=1))
    with opened(tmp_path) as view, pytest.raises(LookupError, match="has no graph"):
        find_graph(view, view.runs[0].id)


@pytest.mark.parametrize(
    ("event", "message"),
    [
        (messages.Event(graph_def=b"\xff\xff\xff"), "no operations: messages break off"),
        (messages.Event(graph_def=b"\x12\x00"), "has no operations"),
        (messages.Event(meta_graph_def=b"\xff\xff\xff"), "not a MetaGraphDef"),
        (value_event("graph_keras_model", b"{"), "not the JSON of a Keras model"),
        (value_event("graph_run_metadata_graph", b"\xff\xff"), "not run metadata"),
        (value_event("graph_run_metadata_graph", run_metadata().SerializeToString()), "no operations"),
    ],
)
def test_broken_graph_says_what_is_wrong(tmp_path: Path, event: messages.Event, message: str) -> None:
    write_events(tmp_path, event)
    with opened(tmp_path) as view, pytest.raises(LookupError, match=message):
        OpenedGraphs().open(view, view.runs[0].id)


def test_threads_share_one_reading_and_old_graphs_make_room(tmp_path: Path) -> None:
    write_events(tmp_path, graph_event("a"), graph_event("b", step=1))
    graphs = OpenedGraphs(max_entries=3)
    with opened(tmp_path) as view, ThreadPoolExecutor(4) as pool:
        run = view.runs[0].id
        same = list(pool.map(lambda _: graphs.open(view, run), range(8)))
        assert len({id(graph) for graph in same}) == 1
        graphs.open(view, run, "graph_def@0")
        assert graphs.open(view, run) is not same[0]


# Folder, name and format of graphs, as their producers logged them.
LOGGED = [
    ("torch/graph/mlp", "graph_def", "GraphDef"),
    ("torch/graph/resnet", "graph_def", "GraphDef"),
    ("torch/graph/transformer", "graph_def", "GraphDef"),
    ("torch/graph/two_inputs", "graph_def", "GraphDef"),
    ("tensorboardx/graph", "graph_def", "GraphDef"),
    ("tf/v1_summaries", "meta_graph_def", "MetaGraphDef"),
    ("tf/summary_graph/trace", "my_func_trace", "traced function"),
    ("tf/summary_graph/control_flow", "loop", "traced function"),
    ("tf/keras_fit_epoch/train", "keras", "Keras model"),
    ("keras_torch/fit/train", "keras", "Keras model"),
]


@pytest.mark.parametrize(("folder", "name", "form"), LOGGED, ids=[each[0] for each in LOGGED])
def test_graphs_that_others_logged_are_read_without_problems(folder: str, name: str, form: str) -> None:
    with opened(GOLDEN / folder) as view:
        source = find_graph(view, view.runs[0].id, name)[1]
        graph = OpenedGraphs().open(view, view.runs[0].id, name)
    assert source.format == form
    assert graph.problems == []
    assert len(graph.edge_from) > 0


def test_keras_model_of_a_callback_has_its_parameters() -> None:
    with opened(GOLDEN / "tf/keras_fit_epoch/train") as view:
        graph = OpenedGraphs().open(view, view.runs[0].id, "keras")
    # A convolution of 3 × 3 × 1 × 4 + 4, a normalization of 4 × 4, a dense layer of 144 × 3 + 3.
    assert int(graph.n_parameters[0]) == 40 + 16 + 435


def test_functions_of_tensorflow_are_called() -> None:
    with opened(GOLDEN / "tf/summary_graph/control_flow") as view:
        graph = OpenedGraphs().open(view, view.runs[0].id, "loop")
    calls = {graph.string(graph.op[entry]) for entry in graph.call_from}
    assert calls & {
        "While",
        "StatelessWhile",
        "If",
        "StatelessIf",
        "PartitionedCall",
        "StatefulPartitionedCall",
    }
