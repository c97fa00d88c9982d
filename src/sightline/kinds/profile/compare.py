"""Two profiles beside each other: their steps, and the operators or kernels that changed."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np

from sightline.kinds.profile.analysis.compare import STATES, MeanTimes, compare_means, mean_times
from sightline.kinds.profile.analysis.short_names import comparable_name, short_name
from sightline.kinds.profile.operator_calls import operator_calls
from sightline.kinds.profile.operator_names import names_of, operator_texts
from sightline.kinds.profile.overview import device, environment, mean_split, step_figures
from sightline.kinds.profile.profile import Indexes, Mask, Profile
from sightline.kinds.profile.roles import common_split
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params

Table = Literal["kernels", "operators"]
Time = Literal["device", "host"]


class CompareParams(Params, frozen=True):
    """Two profiles: A by run and name, B by the other two."""

    run: int
    name: str
    other_run: int
    other_name: str


class CompareTableParams(Params, frozen=True):
    """Two profiles and which rows. Operators are compared by own time on the host or the device."""

    run: int
    name: str
    other_run: int
    other_name: str
    table: Table = "kernels"
    time: Time = "device"


def compare(a: Profile, b: Profile) -> dict[str, Any]:
    """Both sides' steps, split and device use, and what they ran on where that differs."""
    sides = [_side(a), _side(b)]
    if set(sides[0]["split_ns"]) != set(sides[1]["split_ns"]):
        for side in sides:
            side["split_ns"] = common_split(side["split_ns"])
    return {"a": sides[0], "b": sides[1], "environment": _differences(environment(a), environment(b))}


def compare_table(a: Profile, b: Profile, table: Table = "kernels", time: Time = "device") -> Frame:
    """A row for each kernel or operator of either, the largest difference first.

    Times and calls are those of a mean step, `difference_ns` is B minus A, and the shares are of the
    mean step of each.
    """
    sides = [_kernel_means(each) if table == "kernels" else _operator_means(each, time) for each in (a, b)]
    rows = compare_means(*sides)
    lengths = [step_figures(each)["mean_ns"] or np.nan for each in (a, b)]
    return Frame(
        {
            "name": Dictionary.of(rows.names),
            "short_name": Dictionary.of([short_name(name) for name in rows.names]),
            "state": Dictionary(rows.state.astype(np.int32), list(STATES)),
            "a_ns": rows.a_ns,
            "b_ns": rows.b_ns,
            "difference_ns": rows.difference_ns,
            "calls_a": rows.calls_a,
            "calls_b": rows.calls_b,
            "share_a": rows.a_ns / lengths[0],
            "share_b": rows.b_ns / lengths[1],
        },
        {"n_rows": len(rows.names)},
    )


def _side(profile: Profile) -> dict[str, Any]:
    used = device(profile)
    _, is_inside = _step_of(profile, profile.kernels)
    return {
        "steps": step_figures(profile),
        "split_ns": mean_split(profile),
        "utilization": None if used is None else used["utilization"],
        "peak_memory_bytes": None if used is None else used["peak_memory_bytes"],
        "kernels_per_step": float(is_inside.sum() / max(_n_steps(profile), 1)),
        "has_device": bool(profile.device_work.size),
    }


def _differences(a: dict[str, Any], b: dict[str, Any]) -> list[dict[str, str]]:
    """What the two ran on, as far as it differs."""
    pairs = {
        "device": [", ".join(sorted({each["name"] for each in side["devices"]})) for side in (a, b)],
        "workers": [str(side["world_size"] or "") for side in (a, b)],
        "backend": [side["backend"] for side in (a, b)],
    }
    for title in {**a["versions"], **b["versions"]}:
        pairs[title] = [side["versions"].get(title, "") for side in (a, b)]
    return [{"what": what, "a": left, "b": right} for what, (left, right) in pairs.items() if left != right]


def _kernel_means(profile: Profile) -> MeanTimes:
    work = profile.device_work
    row, names = names_of(profile, work)
    short = [comparable_name(name) for name in names]
    return _means(profile, work, row, short, profile.trace.slices.dur_ns[work], np.ones_like(work))


def _operator_means(profile: Profile, time: Time) -> MeanTimes:
    timed = operator_calls(profile)
    row, names = operator_texts(profile, timed.slices)
    durations = timed.device_self if time == "device" else timed.host_self
    # Older profilers mark steps as operators, each with a name of its own.
    is_step = np.array([name.startswith("ProfilerStep#") for name in names], np.bool_)[row]
    kept = ~is_step
    return _means(profile, timed.slices[kept], row[kept], names, durations[kept], timed.calls[kept])


def _means(
    profile: Profile, slices: Indexes, row: Indexes, names: list[str], durations: Indexes, calls: Indexes
) -> MeanTimes:
    step, is_inside = _step_of(profile, slices)
    inside = (column[is_inside] for column in (row, step, durations, calls))
    return mean_times(names, *inside, n_steps=_n_steps(profile))


def _n_steps(profile: Profile) -> int:
    return int(profile.steps.whole.sum()) if len(profile.steps) else 0


def _step_of(profile: Profile, slices: Indexes) -> tuple[Indexes, Mask]:
    """The place of each slice's step among the whole ones, and whether it begins in one at all."""
    steps = profile.steps
    starts, ends = (
        (steps.start_ns[steps.whole], steps.end_ns[steps.whole]) if len(steps) else (slices[:0],) * 2
    )
    begin = profile.trace.slices.start_ns[slices]
    step = np.searchsorted(starts, begin, side="right") - 1
    if not starts.size:
        return step, np.zeros(slices.size, np.bool_)
    return step, (step >= 0) & (begin < ends[np.maximum(step, 0)])
