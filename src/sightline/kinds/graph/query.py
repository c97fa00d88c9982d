"""The queries of the kind graph."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.graph.compare import compare_graphs
from sightline.kinds.graph.graph_params import GraphAttributeParams, GraphNodeParams, GraphParams
from sightline.kinds.graph.level import GraphLevelParams, graph_level
from sightline.kinds.graph.measurements import list_measurements, read_measurement
from sightline.kinds.graph.node_details import node_details, whole_attribute
from sightline.kinds.graph.opened import OpenedGraphs
from sightline.kinds.graph.operator_times import OpTimes, operator_times
from sightline.kinds.graph.search import GraphSearchParams, graph_search
from sightline.kinds.graph.shown_graph import ShownGraph
from sightline.kinds.graph.side import Side, base_side, own_side
from sightline.kinds.graph.sources import GraphSource, list_graphs
from sightline.kinds.graph.trace import GraphTraceParams, graph_trace
from sightline.kinds.graph.whole import whole_graph
from sightline.wire.frame import Frame
from sightline.wire.params import Params
from sightline.wire.query import Query

_opened = OpenedGraphs()


class GraphsParams(Params, frozen=True):
    """Whose graphs to list; null means all runs."""

    runs: tuple[int, ...] | None = None


def _graphs(view: StoreView, params: GraphsParams) -> list[dict[str, Any]]:
    runs = view.runs if params.runs is None else [view.by_id[run] for run in params.runs if run in view.by_id]
    return [_listed(run, graph) for run in runs for graph in list_graphs(run)]


def _listed(run: RunView, graph: GraphSource) -> dict[str, Any]:
    return {
        "run": run.id,
        "name": graph.name,
        "format": graph.format,
        "step": graph.step,
        "wall_time": graph.wall_time,
        "n_bytes": graph.n_bytes,
        "steps": [each.name for each in list_measurements(run)],
    }


def _shown(view: StoreView, params: GraphParams, step: str = "", side: Side | None = None) -> ShownGraph:
    """Open what is asked for; LookupError says what there is not."""
    graph = _opened.open(view, params.run, params.name)
    if params.base_run is not None:
        base = _opened.open(view, params.base_run, params.base_name)
        # With the base itself in the key, which stays while the comparison does.
        comparison = graph.once(("compared with", base), lambda own: compare_graphs(base, own))
        sides = base_side(base, comparison), own_side(graph, comparison)
        drawn = None if side is None else sides[side == "own"]
        return ShownGraph(comparison.graph, comparison, side=drawn, both_sides=sides)
    if not step:
        return ShownGraph(graph)
    statistics = graph.once(("step", step), lambda own: read_measurement(view, params.run, step, own))
    return ShownGraph(graph, statistics=statistics)


def _timed(shown: ShownGraph, times: OpTimes) -> ShownGraph:
    return replace(shown, profiled=operator_times(shown.graph, times)) if times else shown


def _level(view: StoreView, params: GraphLevelParams) -> Frame:
    return graph_level(_timed(_shown(view, params, params.step, params.side), params.op_times), params)


def _node(view: StoreView, params: GraphNodeParams) -> dict[str, Any]:
    return node_details(_timed(_shown(view, params, params.step), params.op_times), params.entry)


def _attribute(view: StoreView, params: GraphAttributeParams) -> dict[str, str]:
    graph = _shown(view, params).graph
    return whole_attribute(graph, params.entry, params.attribute)


def _search(view: StoreView, params: GraphSearchParams) -> Frame:
    return graph_search(_shown(view, params).graph, params)


def _trace(view: StoreView, params: GraphTraceParams) -> Frame:
    return graph_trace(_shown(view, params).graph, params)


def _whole(view: StoreView, params: GraphParams) -> Frame:
    return whole_graph(_shown(view, params).graph)


QUERIES: dict[str, Query[Any]] = {
    "attribute": Query(GraphAttributeParams, _attribute, "json"),
    "graphs": Query(GraphsParams, _graphs, "json"),
    "level": Query(GraphLevelParams, _level),
    "node": Query(GraphNodeParams, _node, "json"),
    "search": Query(GraphSearchParams, _search),
    "trace": Query(GraphTraceParams, _trace),
    "whole": Query(GraphParams, _whole),
}
