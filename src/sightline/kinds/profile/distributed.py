"""The workers of one training beside each other: computing, communication, waiting, and their clocks."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

import numpy as np

from sightline.kinds.profile.advice.communication_rules import straggling_worker
from sightline.kinds.profile.analysis.collectives import (
    Matched,
    Waits,
    bus_bandwidth,
    clock_shifts,
    match,
    straggler,
    waits,
)
from sightline.kinds.profile.analysis.intervals import Intervals
from sightline.kinds.profile.overview import environment
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.worker_collectives import WorkerCollectives, worker_collectives
from sightline.wire.params import Params

PARTS = ("compute", "overlap", "transfer", "waiting", "data_loading", "other")
_MAX_ROWS = 500


class DistributedParams(Params, frozen=True):
    """One worker's file. `across_runs`: the other workers are in runs beside it, not in its own."""

    run: int
    name: str
    across_runs: bool = False


class Worker(NamedTuple):
    """One worker's profile, under the name of its worker, its run and its file."""

    worker: str
    run: int
    name: str
    profile: Profile


def distributed(workers: Sequence[Worker]) -> dict[str, Any]:
    """All that the view of several workers shows; one worker alone has no waiting and no clocks to align."""
    found = [worker_collectives(each.profile) for each in workers]
    calls = [each.calls for each in found]
    matched = match(calls)
    shift, spread, n_common = clock_shifts(calls, matched)
    waited = waits(calls, matched, shift)
    rows = [
        _worker(each, collectives, _waits_of(index, collectives, matched, waited))
        for index, (each, collectives) in enumerate(zip(workers, found, strict=True))
    ]
    for index, row in enumerate(rows):
        row["shift_ns"] = _known(shift[index]) if len(rows) > 1 else None
        row["shift_spread_ns"] = _known(spread[index]) if len(rows) > 1 else None
        row["n_common"] = int(n_common[index]) if len(rows) > 1 else 0
        row["n_last"] = int((waited.last == index).sum())
    step_ns = float(np.mean([row["step_ns"] for row in rows])) if rows else 0.0
    is_matched = len(rows) > 1 and len(matched.keys) > 0
    late = straggler(np.array([row["waiting_ns"] for row in rows]), step_ns) if is_matched else None
    first = environment(workers[0].profile) if workers else {}
    return {
        "workers": rows,
        "world_size": first.get("world_size"),
        "backend": first.get("backend", ""),
        "nccl_version": first.get("versions", {}).get("NCCL", ""),
        "step_ns": step_ns,
        "n_matched": len(matched.keys),
        "straggler": late,
        "advice": [] if late is None else [straggling_worker(rows, late, step_ns).to_json()],
        "collectives": _table(workers, found, matched, waited),
    }


def _waits_of(
    index: int, found: WorkerCollectives, matched: Matched, waited: Waits
) -> np.ndarray[tuple[int], np.dtype[np.int64]]:
    """How long each of a worker's calls waited for others; 0 where nobody else has it."""
    out = np.zeros(len(found.slices), np.int64)
    has = matched.place[:, index] >= 0 if len(matched.keys) else np.zeros(0, np.bool_)
    if has.any():
        out[matched.place[has, index]] = waited.waiting_ns[has, index].astype(np.int64)
    return out


def _worker(
    each: Worker, found: WorkerCollectives, waiting: np.ndarray[tuple[int], np.dtype[np.int64]]
) -> dict[str, Any]:
    profile = each.profile
    steps = profile.steps
    whole = steps.whole if len(steps) else np.zeros(0, np.bool_)
    starts, ends = steps.start_ns[whole], steps.end_ns[whole]
    begin, finish = profile.trace.slices.start_ns[found.slices], profile.end_ns[found.slices]
    communication = Intervals.union_of(begin, finish)
    compute = _computing(profile, found)
    transfer = Intervals.union_of(begin + waiting, finish)
    waits = communication - transfer
    busy = compute | communication
    sets = {
        "compute": compute - communication,
        "overlap": compute & communication,
        "transfer": transfer - compute,
        "waiting": waits - compute,
        "data_loading": profile.roles.waiting_for_input - busy,
    }
    n_steps = max(len(starts), 1)
    lengths = (ends - starts).astype(np.float64)
    parts = {name: float(part.covered_within(starts, ends).sum()) / n_steps for name, part in sets.items()}
    step_ns = float(lengths.mean()) if lengths.size else 0.0
    parts["other"] = max(step_ns - sum(parts.values()), 0.0)
    per_step = (waits.covered_within(starts, ends)).astype(np.float64)
    total = float(communication.covered_within(starts, ends).sum()) / n_steps
    info = environment(profile)
    return {
        "worker": each.worker,
        "run": each.run,
        "name": each.name,
        "rank": info["rank"],
        "host": info["host"],
        "n_steps": len(starts),
        "steps": steps.number[whole].tolist(),
        "step_ns": step_ns,
        "parts_ns": parts,
        "communication_ns": total,
        "overlap_share": parts["overlap"] / total if total else None,
        "waiting_ns": float(per_step.mean()) if per_step.size else 0.0,
        "waiting_by_step_ns": per_step.tolist(),
    }


def _computing(profile: Profile, found: WorkerCollectives) -> Intervals:
    """When a worker computed: on its device, or by operators of its host where it has none."""
    if profile.device_work.size:
        return profile.roles.computing
    work = profile.host_work
    is_collective = np.isin(work, found.slices)
    is_waiting = profile.by_name(work, lambda name: name.startswith(("c10d::", "enumerate(")))
    return profile.covered(work[~is_collective & ~is_waiting])


def _table(
    workers: Sequence[Worker], found: list[WorkerCollectives], matched: Matched, waited: Waits
) -> list[dict[str, Any]]:
    """A row for each collective of one size: calls, times, bandwidth, and one call across workers."""
    groups: dict[tuple[str, float, str, str], list[tuple[int, int]]] = {}
    for index, each in enumerate(found):
        for place, name in enumerate(each.names):
            size = float(each.n_bytes[place])
            key = (name, -1.0 if size != size else size, each.dtypes[place], each.calls.keys[place][0])
            groups.setdefault(key, []).append((index, place))
    row_of = [
        {int(place): row for row, place in enumerate(matched.place[:, index]) if place >= 0}
        for index in range(len(found))
    ]
    rows = [_row(key, calls, workers, found, row_of, waited) for key, calls in groups.items()]
    return sorted(rows, key=lambda row: -row["total_ns"])[:_MAX_ROWS]


def _row(
    key: tuple[str, float, str, str],
    calls: list[tuple[int, int]],
    workers: Sequence[Worker],
    found: list[WorkerCollectives],
    row_of: list[dict[int, int]],
    waited: Waits,
) -> dict[str, Any]:
    name, size, dtype, group = key
    spans = [float(found[i].calls.end_ns[p] - found[i].calls.start_ns[p]) for i, p in calls]
    together = sorted({row_of[i][p] for i, p in calls if p in row_of[i]})
    workers_with = len({i for i, _ in calls})
    group_size = max((found[i].group_sizes[p] for i, p in calls), default=0) or workers_with
    transfer = float(np.mean(waited.transfer_ns[together])) if together else None
    waiting = float(np.nanmean(waited.waiting_ns[together])) if together else None
    lasts = np.bincount(waited.last[together], minlength=len(workers)) if together else None
    return {
        "collective": name,
        "group": group,
        "dtype": dtype,
        "bytes": None if size < 0 else size,
        "group_size": group_size,
        "calls": len(calls) / workers_with,
        "total_ns": sum(spans) / workers_with,
        "mean_ns": float(np.mean(spans)),
        "transfer_ns": transfer,
        "waiting_ns": waiting,
        "skew_ns": float(np.mean(waited.skew_ns[together])) if together else None,
        "bus_gb_s": None if transfer is None else bus_bandwidth(name, size, group_size, transfer),
        "last_worker": None if lasts is None else int(lasts.argmax()),
        "n_last": None if lasts is None else int(lasts.max()),
        "n_matched": len(together),
        "example": _example(together, waited),
    }


def _example(together: list[int], waited: Waits) -> dict[str, Any] | None:
    """The call with the most waiting, as each worker saw it, from the first start."""
    if not together:
        return None
    row = max(together, key=lambda each: float(np.nansum(waited.waiting_ns[each])))
    first = float(np.nanmin(waited.start_ns[row]))
    return {
        "start_ns": [_known(value - first) for value in waited.start_ns[row]],
        "end_ns": [_known(value - first) for value in waited.end_ns[row]],
        "transfer_ns": float(waited.transfer_ns[row]),
    }


def _known(value: float) -> float | None:
    return float(value) if np.isfinite(value) else None
