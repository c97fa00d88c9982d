"""The graphs at a path: the last one of each run, or that of a model's file."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from sightline.cli._console import CANNOT_READ, fail

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView
    from sightline.engine.store import StoreView
    from sightline.formats.graph import Graph

# The tag of graphs that a run has without one: the field of the event.
_TAG = "graph_def"


def find_graphs(path: str, run: tuple[str, ...] = ()) -> tuple[list[tuple[str, Graph]], list[str]]:
    """Each run's name and graph, and what could not be read."""
    full = os.path.expanduser(path)
    if not os.path.exists(full):
        fail(f"{path} does not exist; give a folder with logs, or an ONNX file.", CANNOT_READ)
    if full.endswith(".onnx"):
        return [(os.path.basename(full), _of_onnx(full))], []
    return _of_logs(path, run)


def _of_onnx(path: str) -> Graph:
    from sightline.formats.graph import read_graph_def
    from sightline.kinds.graph.encode import onnx_graph

    try:
        return read_graph_def(onnx_graph(path).SerializeToString())
    except (OSError, ValueError) as error:
        fail(str(error), CANNOT_READ)


def _of_logs(path: str, run: tuple[str, ...]) -> tuple[list[tuple[str, Graph]], list[str]]:
    from sightline.cli._reading import read_logs
    from sightline.logs.select import matcher

    graphs, problems = [], []
    matches = matcher(run or None)
    with read_logs((path,)) as logs:
        view = logs.view
        for each in view.runs:
            if not matches(each.name) or _TAG not in each.series("graph"):
                continue
            try:
                graphs.append((each.name, _last_graph(view, each)))
            except LookupError as error:
                problems.append(f"{each.name}: {error}")
    return graphs, problems


def _last_graph(view: StoreView, run: RunView) -> Graph:
    from sightline.formats.graph import read_graph_def
    from sightline.kinds.items import ItemParams, find, read

    found = find(view, "graph", ItemParams(run=run.id, tag=_TAG))
    return read(view, found, read_graph_def)
