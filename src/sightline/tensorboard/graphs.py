"""Plugin "graphs": which runs have which graphs, a graph and the measurements of a step as protobuf text."""

from __future__ import annotations

from typing import Any

from sightline.engine.store import StoreView
from sightline.formats import messages
from sightline.formats.keras_model import keras_graph
from sightline.formats.summary_values import parsed
from sightline.tensorboard.graph_merge import merged_graphs
from sightline.tensorboard.logged_series import RUN_GRAPH_TAG, LoggedSeries, find, listed
from sightline.tensorboard.logged_values import first_blob
from sightline.tensorboard.request import ApiError, ApiRequest, Content, not_found

_BLOBS = "blob_sequence"
_TEXT = "text/x-protobuf"
# By plugin name: what a tag of it has; the content must be the version that is known.
_PARTS = {
    "graph_run_metadata_graph": ("op_graph",),
    "graph_run_metadata": ("op_graph", "profile"),
    "graph_keras_model": ("conceptual_graph",),
    "graph_tagged_run_metadata": ("profile",),
}
_VERSION = b"1"


def info(request: ApiRequest) -> dict[str, Any]:
    """Of each run with graphs: whether it has one of its own, and what its tags have."""
    runs: dict[str, Any] = {}
    for plugin, parts in _PARTS.items():
        for run, tags in listed(request.view, plugin, _BLOBS).items():
            for tag, series in tags.items():
                if series.content == _VERSION or plugin == "graph_tagged_run_metadata":
                    _tag_item(_run_item(runs, run), tag).update(dict.fromkeys(parts, True))
    for run, tags in listed(request.view, "graphs", _BLOBS).items():
        if RUN_GRAPH_TAG in tags:
            _run_item(runs, run)["run_graph"] = True
    return runs


def _run_item(runs: dict[str, Any], run: str) -> dict[str, Any]:
    item: dict[str, Any] = runs.setdefault(run, {"run": run, "tags": {}, "run_graph": False})
    return item


def _tag_item(run_item: dict[str, Any], tag: str) -> dict[str, Any]:
    empty = {"tag": tag, "conceptual_graph": False, "op_graph": False, "profile": False}
    item: dict[str, Any] = run_item["tags"].setdefault(tag, empty)
    return item


def graph(request: ApiRequest) -> Content:
    """A graph as protobuf text; attributes of more than `limit_attr_size` bytes are named only."""
    args = request.args
    run, tag = args.get("run"), args.get("tag")
    if run is None:
        raise ApiError(400, 'query parameter "run" is required')
    limit = args.get("limit_attr_size")
    if limit is not None and not limit.lstrip("-").isdigit():
        raise ApiError(400, "query parameter `limit_attr_size` must be an integer")
    try:
        found = _graph(request.view, run, tag, is_conceptual=args.get("conceptual") == "true")
        if limit is not None:
            _limit_attributes(found, int(limit), args.get("large_attrs_key"))
    except ValueError as error:
        raise ApiError(400, str(error)) from error
    return Content(str(found).encode(), _TEXT)


def _graph(view: StoreView, run: str, tag: str | None, *, is_conceptual: bool) -> Any:
    if is_conceptual:
        data = keras_graph(_blob(view, run, tag or "", "graph_keras_model"))
        return parsed(messages.GraphDef, data, kind="graph")
    if tag is None:
        return parsed(messages.GraphDef, _blob(view, run, RUN_GRAPH_TAG, "graphs"), kind="graph")
    data = _blob(view, run, tag, "graph_run_metadata", "graph_run_metadata_graph")
    metadata = parsed(messages.RunMetadata, data, kind="graph")
    return merged_graphs([each.pre_optimization_graph for each in metadata.function_graphs])


def run_metadata(request: ApiRequest) -> Content:
    """The measurements of a step as protobuf text."""
    run, tag = request.args.get("run"), request.args.get("tag")
    if tag is None:
        raise ApiError(400, 'query parameter "tag" is required')
    if run is None:
        raise ApiError(400, 'query parameter "run" is required')
    data = _blob(request.view, run, tag, "graph_tagged_run_metadata", "graph_run_metadata")
    return Content(str(messages.RunMetadata.FromString(data)).encode(), _TEXT)


def _blob(view: StoreView, run: str, tag: str, *plugins: str) -> bytes:
    found: list[LoggedSeries] = [
        series for plugin in plugins if (series := find(view, run, tag, plugin, _BLOBS)) is not None
    ]
    for series in found:
        data = first_blob(view, series)
        if data is not None:
            return data
    raise not_found(f"run {run!r} has no such graph")


def _limit_attributes(graph: Any, limit: int, key: str | None) -> None:
    """Take large attributes out of the nodes, and list their names under `key`."""
    if key is None:
        raise ValueError("large_attrs_key must be given with limit_attr_size")
    if limit <= 0:
        raise ValueError(f"limit_attr_size must be > 0, but is {limit}")
    for node in graph.node:
        for name in list(node.attr):
            if node.attr[name].ByteSize() > limit:
                del node.attr[name]
                node.attr[key].list.s.append(name.encode())
