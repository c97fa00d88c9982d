"""Parameters that the queries of graphs share: which graph, and which entry of it."""

from __future__ import annotations

from typing import Annotated

from msgspec import Meta

from sightline.kinds.graph.operator_times import OpTimes
from sightline.wire.params import Params


class GraphParams(Params, frozen=True, kw_only=True):
    """A graph of a run, by its name in the list of graphs; empty for the first.

    base_run, base_name: a graph to compare with; entries are then those of both as one.
    """

    run: int
    name: str = ""
    base_run: int | None = None
    base_name: str = ""


class GraphNodeParams(GraphParams, frozen=True, kw_only=True):
    """One entry of a graph, and the measured step that is wanted with it.

    op_times: op, scopes and nanoseconds of a call, from a profile; the entry then has its time by them.
    """

    entry: Annotated[int, Meta(ge=0)]
    step: str = ""
    op_times: OpTimes = ()


class GraphAttributeParams(GraphParams, frozen=True, kw_only=True):
    """One attribute of an operation, to be had in full."""

    entry: Annotated[int, Meta(ge=0)]
    attribute: str
