"""One operator in detail: the shapes it was called with, where, and the kernels it launched."""

from __future__ import annotations

from typing import Any

import numpy as np

from sightline.formats.trace import NO_SLICE
from sightline.kinds.profile.analysis.kernel_names import uses_tensor_cores
from sightline.kinds.profile.analysis.operators import sums_by
from sightline.kinds.profile.analysis.short_names import short_name
from sightline.kinds.profile.backward_links import backward_links
from sightline.kinds.profile.chosen_step import StepNumber
from sightline.kinds.profile.operator_calls import TimedOperators, operator_calls
from sightline.kinds.profile.operator_names import operator_texts
from sightline.kinds.profile.operator_places import operator_places
from sightline.kinds.profile.operator_table import GroupBy, calls_by
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.wire.params import Params

_MAX_ROWS = 6


class OperatorParams(Params, frozen=True):
    """One row of the operators: its name, and its shapes, stack or module where it is grouped by them.

    step: the step whose calls are wanted; null is all steps. fold_backward: as in the table.
    """

    run: int
    name: str
    operator: str
    group: GroupBy = "name"
    detail: str = ""
    step: StepNumber | None = None
    fold_backward: bool = False


def operator(profile: Profile, params: OperatorParams) -> dict[str, Any]:
    """Shapes, places and kernels of one operator, those with the most time first; LookupError for no call."""
    timed = operator_calls(profile, params.step, fold_backward=params.fold_backward)
    names = operator_texts(profile, timed.slices)
    chosen = np.flatnonzero(np.array([text == params.operator for text in names.texts], np.bool_)[names.ids])
    if params.group != "name":
        ids, texts = calls_by(profile, timed.slices[chosen], params.group)
        is_same = np.array([text == params.detail for text in texts], np.bool_)
        chosen = chosen[is_same[ids]] if chosen.size else chosen
    if not chosen.size:
        raise LookupError(f"the profile has no operator {params.operator!r} of this kind")
    calls = TimedOperators(*(column[chosen] for column in timed))
    stacks, frames = operator_places(profile, calls.slices, "stack")
    modules, paths = operator_places(profile, calls.slices, "module")
    shapes, shape_texts = calls_by(profile, calls.slices, "shape")
    types, type_texts = profile.trace.arg_texts("Input type", calls.slices)
    first_type = dict(zip(shapes[::-1].tolist(), types[::-1].tolist(), strict=True))
    return {
        "calls": int(calls.calls.sum()),
        "longest": int(calls.slices[np.argmax(profile.trace.slices.dur_ns[calls.slices])]),
        "shapes": [
            {"shape": shape_texts[key], "types": type_texts[first_type[key]], **row}
            for key, row in _heaviest(calls, shapes)
            if shape_texts[key]
        ],
        "n_shapes": _n_known(shapes, [bool(text) for text in shape_texts]),
        "stacks": [{"frames": frames[key], **row} for key, row in _heaviest(calls, stacks) if frames[key]],
        "n_stacks": _n_known(stacks, [bool(each) for each in frames]),
        "modules": [{"frames": paths[key], **row} for key, row in _heaviest(calls, modules) if paths[key]],
        "n_modules": _n_known(modules, [bool(each) for each in paths]),
        **_kernels(profile, calls.slices, fold_backward=params.fold_backward),
    }


def _heaviest(calls: TimedOperators, keys: Indexes) -> list[tuple[int, dict[str, Any]]]:
    """Calls and times by key, of those with the most device time, else host time."""
    found = sums_by(keys, calls.calls, calls.host_total, calls.device_total)
    n_calls, host, device = found.sums
    order = np.lexsort((-host, -device))[:_MAX_ROWS]
    return [
        (
            int(found.keys[row]),
            {"calls": int(n_calls[row]), "host_ns": int(host[row]), "device_ns": int(device[row])},
        )
        for row in order
    ]


def _n_known(keys: Indexes, is_known: list[bool]) -> int:
    return sum(is_known[int(key)] for key in np.unique(keys))


def _kernels(profile: Profile, calls: Indexes, *, fold_backward: bool) -> dict[str, Any]:
    """The device work that these calls and all below them launched by name, with folded backward passes."""
    trace, work = profile.trace, profile.device_work
    own = np.zeros(len(trace.slices), np.bool_)
    own[calls] = True
    above = trace.slices.parent.astype(np.int64)
    is_root = np.zeros(above.size, np.bool_)
    if fold_backward:
        links = backward_links(profile)
        above[links.backward] = links.forward
        is_root[links.backward] = True
    at, is_below = trace.operators[work].astype(np.int64), own[work]
    is_backward = np.zeros(work.size, np.bool_)
    while True:
        is_below |= (at != NO_SLICE) & own[np.maximum(at, 0)]
        at = np.where(is_below, NO_SLICE, at)
        if (at == NO_SLICE).all():
            break
        is_backward |= (at != NO_SLICE) & is_root[np.maximum(at, 0)]
        at = np.where(at == NO_SLICE, NO_SLICE, above[np.maximum(at, 0)])
    in_backward = np.unique(trace.slices.name[work[is_below & is_backward]])
    launched = work[is_below]
    found = sums_by(trace.slices.name[launched].astype(np.int64), trace.slices.dur_ns[launched])
    occupancy = profile.occupancy(launched)
    rows = []
    for row in np.argsort(-found.sums[0], kind="stable")[:_MAX_ROWS]:
        text = trace.string(int(found.keys[row]))
        reported = occupancy[trace.slices.name[launched] == found.keys[row]]
        reported = reported[np.isfinite(reported) & (reported >= 0)]
        rows.append(
            {
                "kernel": text,
                "short_name": short_name(text),
                "calls": int(found.calls[row]),
                "total_ns": int(found.sums[0][row]),
                "tensor_cores": uses_tensor_cores(text),
                "is_backward": bool(found.keys[row] in in_backward),
                "occupancy_percent": float(reported.mean()) if reported.size else None,
            }
        )
    return {"kernels": rows, "n_kernels": len(found.keys), "n_launched": int(launched.size)}
