"""Kernels: calls, time and its spread, launch shape, occupancy and tensor cores, by name or by operator."""

from __future__ import annotations

from typing import Annotated, Literal

import numpy as np
import numpy.typing as npt
from msgspec import Meta

from sightline.formats.trace import Category
from sightline.kinds.profile.analysis.kernel_names import uses_tensor_cores
from sightline.kinds.profile.analysis.short_names import short_name
from sightline.kinds.profile.chosen_step import StepNumber, in_step
from sightline.kinds.profile.operator_names import Names, launching_operators
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.wire.columns import Column, Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params

KernelGroup = Literal["name", "operator"]
Floats = npt.NDArray[np.float64]


class KernelsParams(Params, frozen=True):
    """One profile's file, whether kernels are apart by the operator that launched them, and the step."""

    run: int
    name: str
    step: StepNumber | None = None
    group: KernelGroup = "name"
    limit: Annotated[int, Meta(ge=1, le=10_000)] = 10_000


def kernels(
    profile: Profile, group: KernelGroup = "name", limit: int = 10_000, step: int | None = None
) -> Frame:
    """A row for each kernel, copy and fill, the one with the most time first."""
    trace, work = profile.trace, in_step(profile, profile.device_work, step)
    names = trace.slices.name[work].astype(np.int64)
    owners = launching_operators(profile, work) if group == "operator" else Names(np.zeros_like(names), [""])
    pairs = np.stack((names, owners.ids), axis=1)
    unique, row = np.unique(pairs, axis=0, return_inverse=True) if work.size else (pairs, names)
    row = row.reshape(-1)
    duration = trace.slices.dur_ns[work]
    total = _sums(row, duration, len(unique))
    calls = np.bincount(row, minlength=len(unique))
    order = np.argsort(-total, kind="stable")[:limit]
    least, most = _extremes(row, duration, len(unique))
    texts = [trace.string(int(name)) for name in unique[:, 0]]
    columns: dict[str, Column] = {
        "kernel": Dictionary(np.arange(len(unique), dtype=np.int32)[order], texts),
        "short_name": Dictionary(
            np.arange(len(unique), dtype=np.int32)[order], [short_name(text) for text in texts]
        ),
        "operator": Dictionary(unique[:, 1][order].astype(np.int32), owners.texts),
        "category": Dictionary.of([_category(profile, work, row, index) for index in order]),
        "calls": calls[order],
        "total_ns": total[order],
        "mean_ns": (total / np.maximum(calls, 1))[order],
        "min_ns": least[order],
        "max_ns": most[order],
        "tensor_cores": np.array([uses_tensor_cores(text) for text in texts], np.uint8)[order],
    }
    moved = np.nan_to_num(trace.arg_numbers("bytes", work), nan=0.0, posinf=0.0, neginf=0.0)
    columns["bytes"] = np.bincount(row, moved, minlength=len(unique))[order]
    means = {"occupancy": profile.occupancy(work)}
    means |= {column: trace.arg_numbers(key, work) for column, key in _MEANS.items()}
    for column, values in means.items():
        columns[column] = _weighted_mean(row, values, duration, len(unique))[order]
    for column, key in _TEXTS.items():
        columns[column] = _first_text(profile, key, work, row, len(unique), order)
    return Frame(columns, {"n_kernels": len(unique), "total_ns": int(duration.sum())})


# Averages weighted by time, under the names that torch and CUPTI give them.
_MEANS = {
    "blocks_per_sm": "blocks per SM",
    "registers": "registers per thread",
    "shared_memory": "shared memory",
    "bandwidth_gb_s": "memory bandwidth (GB/s)",
}
_TEXTS = {"grid": "grid", "block": "block"}


def _category(profile: Profile, work: Indexes, row: Indexes, index: int) -> str:
    first = int(np.argmax(row == index))
    if profile.trace.slices.category[work[first]] == Category.KERNEL:
        position = np.searchsorted(profile.kernels, work[first])
        return "communication" if profile.is_communication[position] else "kernel"
    return Category(profile.trace.slices.category[work[first]]).name.lower()


def _sums(row: Indexes, values: Indexes, n_rows: int) -> Indexes:
    sums = np.zeros(n_rows, np.int64)
    np.add.at(sums, row, values)
    return sums


def _extremes(row: Indexes, values: Indexes, n_rows: int) -> tuple[Indexes, Indexes]:
    least, most = np.full(n_rows, np.iinfo(np.int64).max), np.zeros(n_rows, np.int64)
    np.minimum.at(least, row, values)
    np.maximum.at(most, row, values)
    return least, most


def _weighted_mean(row: Indexes, values: Floats, weights: Indexes, n_rows: int) -> Floats:
    """Averages over the finite values; NaN where there is none."""
    known = np.isfinite(values) & (values >= 0)
    weight = np.maximum(weights, 1) * known
    total = np.bincount(row, weight, minlength=n_rows)
    mean = np.bincount(row, np.where(known, values, 0) * weight, minlength=n_rows)
    with np.errstate(invalid="ignore"):
        return np.where(total > 0, mean / total, np.nan)


def _first_text(
    profile: Profile, key: str, work: Indexes, row: Indexes, n_rows: int, order: Indexes
) -> Dictionary:
    """The argument of the first call of each row, "…" behind it where other calls differ."""
    ids, texts = profile.trace.arg_texts(key, work)
    first = np.zeros(n_rows, np.int64)
    first[row[::-1]] = np.arange(row.size)[::-1]
    differs = np.zeros(n_rows, np.bool_)
    np.logical_or.at(differs, row, ids != ids[first[row]] if row.size else np.zeros(0, np.bool_))
    return Dictionary.of([texts[ids[first[i]]] + (" …" if differs[i] else "") for i in order])
