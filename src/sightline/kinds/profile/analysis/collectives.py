"""Collectives across workers: which calls belong together, how clocks differ, and who waited for whom."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from sightline.kinds.profile.analysis.intervals import Times

Key = tuple[str, ...]

# What of a message crosses each worker's link, by the number of workers; NCCL's tests call it bus bandwidth.
_BUS_FACTORS = {"all_reduce": 2.0, "all_gather": 1.0, "reduce_scatter": 1.0, "all_to_all": 1.0}


class Collectives(NamedTuple):
    """The collectives of one worker in order of time.

    keys: what tells a call apart from the others of this worker and is the same on all workers.
    """

    keys: list[Key]
    start_ns: Times
    end_ns: Times


class Matched(NamedTuple):
    """Calls that several workers made together: a row for each, a column for each worker.

    place: which of a worker's collectives it is, -1 where the worker has none.
    """

    keys: list[Key]
    place: npt.NDArray[np.int64]


class Waits(NamedTuple):
    """Matched calls with clocks aligned, in rows and columns as there; NaN where a worker has no call."""

    start_ns: npt.NDArray[np.float64]
    end_ns: npt.NDArray[np.float64]
    transfer_ns: npt.NDArray[np.float64]  # by row: the shortest call, when all had come
    waiting_ns: npt.NDArray[np.float64]
    last: npt.NDArray[np.int64]  # by row: the worker that came last
    skew_ns: npt.NDArray[np.float64]  # by row: the last start after the median one


def call_keys(groups: list[str], names: list[str], sequences: list[int]) -> list[Key]:
    """Keys by process group, name and sequence number; by order among equals where there is no number."""
    seen: Counter[Key] = Counter()
    keys: list[Key] = []
    for group, name, sequence in zip(groups, names, sequences, strict=True):
        base = (group, name, str(sequence) if sequence >= 0 else "")
        keys.append((*base, str(seen[base])))
        seen[base] += 1
    return keys


def match(workers: list[Collectives]) -> Matched:
    """Calls that at least two workers made, in the order of the first worker that has them."""
    places = [{key: place for place, key in enumerate(worker.keys)} for worker in workers]
    counts = Counter(key for found in places for key in found)
    keys = [key for key, n in counts.items() if n > 1]
    place = np.array([[found.get(key, -1) for found in places] for key in keys], np.int64)
    return Matched(keys, place.reshape(len(keys), len(workers)))


def clock_shifts(
    workers: list[Collectives], matched: Matched
) -> tuple[npt.NDArray[np.float64], npt.NDArray[np.float64], Times]:
    """How far each clock is ahead of the first worker's, by the ends of common calls: all end together.

    Returns median, spread (median deviation) and number of common calls; NaN where there is none.
    """
    ends = _column(workers, matched, "end_ns")
    ahead = ends - ends[:, :1] if len(workers) else ends
    n_common = np.isfinite(ahead).sum(axis=0)
    shift = np.array([_median(column) for column in ahead.T])
    spread = np.array([_median(column) for column in np.abs(ahead - shift).T])
    return shift, spread, n_common


def waits(workers: list[Collectives], matched: Matched, shift_ns: npt.NDArray[np.float64]) -> Waits:
    """Transfer and waiting of each call: nobody transfers before all have come, so that the shortest is all
    transfer and the rest of the others is waiting."""
    shift = np.nan_to_num(shift_ns)
    start = _column(workers, matched, "start_ns") - shift
    end = _column(workers, matched, "end_ns") - shift
    length = end - start
    if not len(matched.keys):
        none = np.empty(0)
        return Waits(start, end, none, length, np.empty(0, np.int64), none)
    transfer = np.nanmin(length, axis=1)
    last = np.nanargmin(length, axis=1)
    skew = np.nanmax(start, axis=1) - np.nanmedian(start, axis=1)
    return Waits(start, end, transfer, length - transfer[:, None], last, skew)


def straggler(waiting_ns: npt.NDArray[np.float64], step_ns: float) -> int | None:
    """The worker that waits less than half of the median while the others wait, or None.

    waiting_ns: of each worker, per step. Waiting below one percent of a step is no trouble.
    """
    if waiting_ns.size < 2:
        return None
    suspect = int(np.argmin(waiting_ns))
    others = np.delete(waiting_ns, suspect)
    middle = float(np.median(others))
    is_late = waiting_ns[suspect] < 0.5 * middle and middle >= 0.01 * step_ns
    return suspect if is_late else None


def bus_bandwidth(name: str, n_bytes: float, n_workers: int, transfer_ns: float) -> float | None:
    """GB/s on each worker's link while a collective transfers; None where something is not known."""
    if not (n_bytes > 0 and transfer_ns > 0 and n_workers > 1):
        return None
    factor = _BUS_FACTORS.get(name)
    part = 1.0 if factor is None else factor * (n_workers - 1) / n_workers
    return part * n_bytes / transfer_ns


def _column(workers: list[Collectives], matched: Matched, name: str) -> npt.NDArray[np.float64]:
    """A time of each matched call; relative to the first one, because epochs do not fit a float."""
    out = np.full(matched.place.shape, np.nan)
    origin = min((int(worker.start_ns[0]) for worker in workers if worker.start_ns.size), default=0)
    for index, worker in enumerate(workers):
        has = matched.place[:, index] >= 0
        out[has, index] = (getattr(worker, name) - origin)[matched.place[has, index]]
    return out


def _median(values: npt.NDArray[np.float64]) -> float:
    known = values[np.isfinite(values)]
    return float(np.median(known)) if known.size else float("nan")
