"""What the page asks: the gap between groups over steps, and the rate of every group at one step."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, Literal

import numpy as np

from sightline.engine.store import StoreView
from sightline.formats.summary_values import value_of
from sightline.formats.tensor_proto import from_tensor_proto
from sightline.kinds.items import ItemParams, find, read, series_of
from sightline.wire.frame import Frame
from sightline.wire.params import Params
from sightline.wire.query import Query

Rate = Literal["selected", "true_positive", "false_positive", "accuracy"]
# Of longer series, so many values are read, evenly spread.
MAX_STEPS = 500


class GapParams(Params, frozen=True):
    """The tag, the rate, and the runs; all runs where none are given."""

    tag: str
    rate: Rate = "selected"
    runs: tuple[int, ...] | None = None


class GroupParams(Params, frozen=True):
    """One run's groups at a step, the last one unless given."""

    tag: str
    run: int
    rate: Rate = "selected"
    step: int | None = None


def gaps(view: StoreView, params: GapParams) -> Frame:
    """The largest difference between the rates of two groups: a row per run and step."""
    rows = list(_gaps(view, params))
    columns = [np.array(column) for column in zip(*rows, strict=True)] if rows else [np.empty(0)] * 3
    return Frame(
        {
            "run": columns[0].astype(np.uint32),
            "step": columns[1].astype(np.int64),
            "gap": columns[2].astype(np.float64),
        }
    )


def _gaps(view: StoreView, params: GapParams) -> Iterator[tuple[int, int, float]]:
    for run, tag in series_of(view, "fairness", params.runs, [params.tag]):
        index = run.items(tag, "fairness")
        rows = index.without_superseded()
        for row in rows[:: max(1, -(-len(rows) // MAX_STEPS))]:
            found = rates(decode(view.read(index.location(int(row)))), params.rate)
            yield run.id, int(index.step[row]), float(np.nanmax(found) - np.nanmin(found))


def groups(view: StoreView, params: GroupParams) -> dict[str, Any]:
    """The rate of every group, with the number of people in it."""
    found = find(view, "fairness", ItemParams(run=params.run, tag=params.tag, step=params.step))
    counts = read(view, found, decode)
    names = _names(found.index.meta.plugin_content, len(counts))
    by_group = zip(names, rates(counts, params.rate).tolist(), counts.sum(axis=1).tolist(), strict=True)
    return {
        "step": found.where()["step"],
        "groups": [{"name": name, "rate": rate, "n": n} for name, rate, n in by_group],
    }


def decode(data: bytes) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The counts in a serialized value: a row per group; ValueError where it is something else."""
    counts = from_tensor_proto(value_of(data).tensor)
    if counts.ndim != 2 or counts.shape[1] != 4:
        raise ValueError(f"expected four counts for each group, found the shape {counts.shape}")
    return counts.astype(np.float64)


def rates(counts: np.ndarray[Any, Any], rate: Rate) -> np.ndarray[Any, Any]:
    """A rate of every group; NaN where nobody is in it."""
    true_pos, false_pos, true_neg, false_neg = counts.T
    parts = {
        "selected": (true_pos + false_pos, counts.sum(axis=1)),
        "true_positive": (true_pos, true_pos + false_neg),
        "false_positive": (false_pos, false_pos + true_neg),
        "accuracy": (true_pos + true_neg, counts.sum(axis=1)),
    }
    part, whole = parts[rate]
    with np.errstate(invalid="ignore", divide="ignore"):
        return np.asarray(part / whole)


def _names(content: bytes, n: int) -> list[str]:
    """The groups' names, from the metadata of the tag; numbers where that has none."""
    try:
        names = [str(name) for name in json.loads(content)["groups"]]
    except (ValueError, KeyError, TypeError):
        names = []
    return names if len(names) == n else [f"group {place + 1}" for place in range(n)]


QUERIES = {
    "gaps": Query(GapParams, gaps),
    "groups": Query(GroupParams, groups, answer="json"),
}
