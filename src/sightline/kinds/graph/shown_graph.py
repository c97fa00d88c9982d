"""The graph that a question is about: one of a run, or two as one; with a measured step where asked for."""

from __future__ import annotations

from dataclasses import dataclass

from sightline.formats.graph import Graph, StepStatistics
from sightline.kinds.graph.compare import GraphComparison
from sightline.kinds.graph.operator_times import OperatorTimes
from sightline.kinds.graph.side import GraphSide


@dataclass(frozen=True)
class ShownGraph:
    """A graph, and what it was made from where it is two: the base, and the run's own.

    side: the one of them that is drawn alone.
    """

    graph: Graph
    comparison: GraphComparison | None = None
    statistics: StepStatistics | None = None
    profiled: OperatorTimes | None = None
    side: GraphSide | None = None
    both_sides: tuple[GraphSide, GraphSide] | None = None
