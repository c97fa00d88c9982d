"""Which graphs a run has: in its events, and as model files beside them."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field

import numpy as np

from sightline.engine.claims import WHAT_NAMES
from sightline.engine.items import Location
from sightline.engine.run_view import RunView, SideFile
from sightline.engine.segment import TagMeta
from sightline.engine.store import StoreView
from sightline.formats import messages
from sightline.formats.model_file import model_format
from sightline.formats.tensor_proto import to_tensor_proto
from sightline.kinds.graph.decode import EVENT_FORMATS

SLUG = "graph"
_EMPTY_STRING = to_tensor_proto(np.array(b"", object))


@dataclass(frozen=True)
class GraphSource:
    """A graph of a run, known without reading it.

    name: the tag of the event or the path of the file below the run; unique in the run. Where a tag has
        several values, the last has the tag's name and the others are `tag@0`, `tag@1`, …
    format: for people: "GraphDef", "Keras model", "ONNX", …
    step: of the event; None for files.
    wall_time: when the event was logged, or the file last changed.
    """

    name: str
    format: str
    step: int | None
    wall_time: float
    n_bytes: int
    origin: Location | SideFile = field(repr=False)


def list_graphs(run: RunView) -> list[GraphSource]:
    """The graphs of a run, the one to show first at the front: graphs in events, then files."""
    return [*sorted(_in_events(run), key=_rank), *_in_files(run)]


def find_graph(view: StoreView, run: int, name: str = "") -> tuple[RunView, GraphSource]:
    """A run and its graph of this name, or its first; LookupError where it has none."""
    found = view.by_id.get(run)
    if found is None:
        raise LookupError(f"there is no run {run}")
    graphs = list_graphs(found)
    if not graphs:
        raise LookupError(f"run {found.name!r} has no graph")
    for graph in graphs:
        if name in ("", graph.name):
            return found, graph
    raise LookupError(f"run {found.name!r} has no graph {name!r}")


def _in_events(run: RunView) -> Iterator[GraphSource]:
    for tag, info in run.series(SLUG).items():
        formats = {
            EVENT_FORMATS.get(row.what) or EVENT_FORMATS.get(info.meta.plugin_name) for row in info.rows
        }
        if formats == {None}:
            continue
        index = run.items(tag, SLUG)
        for row in range(len(index)):
            what = WHAT_NAMES[int(index.what[row])]
            form = EVENT_FORMATS.get(what) or EVENT_FORMATS.get(info.meta.plugin_name)
            if form is None or (what == "tensor" and index.value_length[row] <= _empty_bytes(info.meta)):
                continue
            yield GraphSource(
                tag if row == len(index) - 1 else f"{tag}@{row}",
                form,
                int(index.step[row]),
                float(index.wall_time[row]),
                int(index.value_length[row]),
                index.location(row),
            )


def _empty_bytes(meta: TagMeta) -> int:
    """The length of a tag's value with an empty string: Keras' profiling writes one beside each profile."""
    value = messages.Summary.Value(tag=meta.tag)
    value.metadata.plugin_data.plugin_name = meta.plugin_name
    value.metadata.plugin_data.content = meta.plugin_content
    value.metadata.display_name = meta.display_name
    value.metadata.summary_description = meta.description
    value.metadata.data_class = meta.data_class
    value.tensor.CopyFrom(_EMPTY_STRING)
    length: int = value.ByteSize()
    return length


def _rank(graph: GraphSource) -> tuple[int, float]:
    """Graphs by format, then the latest first."""
    return list(EVENT_FORMATS.values()).index(graph.format), -graph.wall_time


def _in_files(run: RunView) -> Iterator[GraphSource]:
    for file in run.side_files:
        form = model_format(file.path) if file.kind == SLUG else None
        if form is not None:
            name = file.path[len(run.directory) :].lstrip("/")
            yield GraphSource(name, form, None, file.modified, file.size, file)
