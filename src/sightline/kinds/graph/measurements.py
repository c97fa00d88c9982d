"""Steps of which a run measured each operation: time, memory and device, from run metadata in its events."""

from __future__ import annotations

from dataclasses import dataclass, field

from sightline.engine.claims import WHAT_NAMES
from sightline.engine.items import Location
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.formats.graph import Graph, StepStatistics
from sightline.kinds.graph.decode import measured_bytes
from sightline.kinds.graph.sources import SLUG

_PLUGINS = ("graph_run_metadata", "graph_tagged_run_metadata")
_FIELD = "tagged_run_metadata"
# torch and tensorboardX write run metadata with nothing but a device; so short a record has no operation.
_EMPTY_BYTES = 40


@dataclass(frozen=True)
class Measurement:
    """A measured step, by its tag ("step000"); where a tag has several values, `tag@0` is the first."""

    name: str
    step: int
    wall_time: float
    origin: Location = field(repr=False)
    is_tagged: bool = field(repr=False)


def list_measurements(run: RunView) -> list[Measurement]:
    """The measured steps of a run, in order; whether one holds anything is known when it is read."""
    found: list[Measurement] = []
    for tag, info in run.series(SLUG).items():
        if info.meta.plugin_name not in _PLUGINS and all(row.what != _FIELD for row in info.rows):
            continue
        index = run.items(tag, SLUG)
        for row in range(len(index)):
            is_tagged = WHAT_NAMES[int(index.what[row])] == _FIELD
            if index.value_length[row] > _EMPTY_BYTES and (is_tagged or info.meta.plugin_name in _PLUGINS):
                name = tag if row == len(index) - 1 else f"{tag}@{row}"
                step, wall_time = int(index.step[row]), float(index.wall_time[row])
                found.append(Measurement(name, step, wall_time, index.location(row), is_tagged))
    return sorted(found, key=lambda each: (each.step, each.name))


def read_measurement(view: StoreView, run: int, name: str, graph: Graph) -> StepStatistics:
    """What was measured in a step, by entry of a graph of the run. LookupError says why there is nothing."""
    run_view = view.by_id.get(run)
    known = [] if run_view is None else list_measurements(run_view)
    measurement = next((each for each in known if each.name == name), None)
    if measurement is None:
        raise LookupError(f"run {run} has no measured step {name!r}")
    try:
        data = measured_bytes(view.read(measurement.origin), is_tagged=measurement.is_tagged)
    except (OSError, ValueError) as error:
        raise LookupError(f"the measured step {name!r} cannot be read: {error}") from error
    statistics = graph.statistics(data)
    if not statistics.n_measured:
        raise LookupError(
            f"the step {name!r} has no operation of this graph ({statistics.n_unmatched:,} of others)"
        )
    return statistics
