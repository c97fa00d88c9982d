"""Operators: self and total time on host and device, grouped by name, shapes, stack or module."""

from __future__ import annotations

from typing import Annotated, Literal, NamedTuple

import numpy as np
from msgspec import Meta

from sightline.kinds.profile.analysis.operators import sums_by
from sightline.kinds.profile.backward_links import backward_links
from sightline.kinds.profile.chosen_step import StepNumber
from sightline.kinds.profile.operator_calls import TimedOperators, operator_calls
from sightline.kinds.profile.operator_names import operator_texts
from sightline.kinds.profile.operator_places import operator_places, place_text
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params

GroupBy = Literal["name", "shape", "stack", "module"]


class OperatorsParams(Params, frozen=True):
    """One profile's file, what makes two calls the same operator, and the step; null is all steps.

    fold_backward: backward passes count for the forward operators that made them.
    """

    run: int
    name: str
    step: StepNumber | None = None
    group: GroupBy = "name"
    fold_backward: bool = False
    limit: Annotated[int, Meta(ge=1, le=10_000)] = 10_000


class RowKeys(NamedTuple):
    """The row of each call as a number, `name * len(details) + detail`, and the texts of both."""

    keys: Indexes
    names: list[str]
    details: list[str]


def row_keys(profile: Profile, timed: TimedOperators, group: GroupBy) -> RowKeys:
    """Which calls are in one row of the table."""
    names, (ids, details) = operator_texts(profile, timed.slices), calls_by(profile, timed.slices, group)
    return RowKeys(names.ids * len(details) + ids, names.texts, details)


def operators(
    profile: Profile,
    group: GroupBy = "name",
    limit: int = 10_000,
    step: int | None = None,
    *,
    fold_backward: bool = False,
) -> Frame:
    """A row for each operator, the one with the most own time first; as torch's `key_averages` counts."""
    timed = operator_calls(profile, step, fold_backward=fold_backward)
    rows = row_keys(profile, timed, group)
    sums = sums_by(rows.keys, *timed[1:])
    calls, host_total, host_self, device_total, device_self, tensor_cores, copies, fills = sums.sums
    order = np.lexsort((-host_total, -host_self, -device_self))[:limit]
    n_details = len(rows.details)
    return Frame(
        {
            "operator": Dictionary((sums.keys // n_details)[order].astype(np.int32), rows.names),
            "detail": Dictionary((sums.keys % n_details)[order].astype(np.int32), rows.details),
            "calls": calls[order],
            "host_self_ns": host_self[order],
            "host_total_ns": host_total[order],
            "device_self_ns": device_self[order],
            "device_total_ns": device_total[order],
            "tensor_core_ns": tensor_cores[order],
            "memcpy_ns": copies[order],
            "memset_ns": fills[order],
            "shapes": _shape_counts(profile, timed, rows.keys, sums.keys)[order],
        },
        {
            "n_operators": len(sums.keys),
            "host_self_ns": int(host_self.sum()),
            "device_ns": int(device_self.sum()),
            "has_backward": bool(backward_links(profile).backward.size),
        },
    )


def calls_by(profile: Profile, calls: Indexes, group: GroupBy) -> tuple[Indexes, list[str]]:
    """What the calls are grouped by beside their name: the texts, and which of them each call has."""
    if group == "name":
        return np.zeros(calls.size, np.int64), [""]
    if group == "shape":
        return _shapes(profile, calls)
    places, frames = operator_places(profile, calls, group)
    return places, [place_text(each, group) for each in frames]


def _shape_counts(profile: Profile, timed: TimedOperators, keys: Indexes, rows: Indexes) -> Indexes:
    """How many different shapes the calls of each row have; 0 where none were recorded."""
    ids, texts = _shapes(profile, timed.slices)
    if len(texts) == 1:
        return np.zeros(rows.size, np.int64)
    pairs = np.unique((np.searchsorted(rows, keys) * len(texts) + ids)[ids > 0])
    return np.bincount(pairs // len(texts), minlength=rows.size)


def _shapes(profile: Profile, calls: Indexes) -> tuple[Indexes, list[str]]:
    """The shapes of arguments, under the names of both ages."""
    ids, texts = profile.trace.arg_texts("Input Dims", calls)
    if len(texts) == 1:
        ids, texts = profile.trace.arg_texts("Input dims", calls)
    return ids.astype(np.int64), [text.strip('"') for text in texts]
