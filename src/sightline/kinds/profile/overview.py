"""The overview of a profile: what ran, how busy the device was, and where the steps' time went."""

from __future__ import annotations

import math
from typing import Any

import numpy as np

from sightline.kinds.profile.advice.rules import RULES, find
from sightline.kinds.profile.analysis.device_use import (
    mean_occupancy,
    sm_efficiency,
    utilization,
    utilization_curve,
)
from sightline.kinds.profile.analysis.kernel_names import uses_tensor_cores
from sightline.kinds.profile.profile import Profile

_VERSIONS = {
    "cuda_runtime_version": "CUDA runtime",
    "cuda_driver_version": "CUDA driver",
    "cupti_version": "CUPTI",
    "nccl_version": "NCCL",
}
_FLAGS = ("record_shapes", "with_stack", "profile_memory", "with_flops", "with_modules")


def overview(profile: Profile) -> dict[str, Any]:
    """Everything the first view shows, numbers as they are measured; null where they are not known."""
    return {
        "environment": environment(profile),
        "n_slices": len(profile.trace.slices),
        "steps": step_figures(profile),
        "split_ns": mean_split(profile),
        "device": device(profile),
        "advice": [finding.to_json() for finding in find(profile)],
        "n_rules": len(RULES),
        "problems": [
            {"what": problem.what, "offset": problem.offset, "count": problem.count}
            for problem in profile.trace.problems
        ],
    }


def step_figures(profile: Profile) -> dict[str, Any]:
    """How many steps there are, and how long a whole one takes."""
    steps = profile.steps
    lengths = (steps.end_ns - steps.start_ns)[steps.whole] if len(steps) else steps.end_ns
    return {
        "count": len(steps),
        "partial": int(steps.partial.sum()),
        "is_marked": steps.is_marked,
        "mean_ns": _finite(lengths.mean() if lengths.size else math.nan),
        "deviation_ns": _finite(lengths.std() if lengths.size > 1 else math.nan),
    }


def mean_split(profile: Profile) -> dict[str, float | None]:
    """Nanoseconds of each role in a mean step; null where there are no steps."""
    steps = profile.steps
    return {
        role: _finite(part[steps.whole].mean() if len(steps) else math.nan)
        for role, part in profile.split.items()
    }


def environment(profile: Profile) -> dict[str, Any]:
    """What ran: devices, versions, what the profiler recorded, and the worker's place among others."""
    metadata = profile.trace.metadata
    distributed = metadata.get("distributedInfo")
    properties = metadata.get("deviceProperties")
    return {
        "devices": [
            {
                "name": str(each.get("name", "")),
                "memory_bytes": _whole(each.get("totalGlobalMem")),
                "compute_capability": _capability(each),
                "multiprocessors": _whole(each.get("numSms")),
            }
            for each in (properties if isinstance(properties, list) else [])
            if isinstance(each, dict)
        ],
        "versions": {title: str(metadata[key]) for key, title in _VERSIONS.items() if key in metadata},
        "recorded": [flag for flag in _FLAGS if metadata.get(flag) in (1, True)],
        "host": str(metadata.get("host_name", "")),
        "rank": _whole(distributed.get("rank")) if isinstance(distributed, dict) else None,
        "world_size": _whole(distributed.get("world_size")) if isinstance(distributed, dict) else None,
        "backend": str(distributed.get("backend", "")) if isinstance(distributed, dict) else "",
    }


def device(profile: Profile) -> dict[str, Any] | None:
    """How busy the device was from the first step to the last; null where nothing ran on one."""
    work, kernels = profile.device_work, profile.kernels
    found = profile.steps
    if not work.size or not len(found):
        return None
    trace = profile.trace
    start, end = int(found.start_ns[found.whole][0]), int(found.end_ns[found.whole][-1])
    starts, ends = trace.slices.start_ns[kernels], profile.end_ns[kernels]
    durations = trace.slices.dur_ns[kernels]
    busy = profile.covered(kernels)
    pause_ns = int(profile.pauses.covered_within(start, end))
    curve = utilization_curve(busy, start, end)
    on_cores = profile.by_name(kernels, uses_tensor_cores)
    total = int(durations.sum())
    return {
        "utilization": _finite(utilization(busy, start, end, pause_ns)),
        "sm_efficiency": _finite(
            sm_efficiency(starts, ends, trace.arg_numbers("blocks per SM", kernels), start, end, pause_ns)
        ),
        "occupancy_percent": _finite(
            mean_occupancy(starts, ends, trace.arg_numbers("est. achieved occupancy %", kernels), start, end)
        ),
        "tensor_core_share": _finite(durations[on_cores].sum() / total if total else math.nan),
        "curve": {
            "start_ns": curve.start - profile.origin_ns,
            "bucket_ns": curve.bucket,
            "share": np.round(curve.share, 4).tolist(),
        },
        "peak_memory_bytes": _peak_memory(profile),
    }


def _peak_memory(profile: Profile) -> int | None:
    """The most that was allocated on any one device other than the host."""
    memory = profile.trace.memory
    on_device = (memory.device_type != 0) & (memory.total_allocated >= 0)
    return int(memory.total_allocated[on_device].max()) if on_device.any() else None


def _capability(properties: dict[str, Any]) -> str:
    major, minor = properties.get("computeMajor"), properties.get("computeMinor")
    return f"{major}.{minor}" if isinstance(major, int) and isinstance(minor, int) else ""


def _whole(value: object) -> int | None:
    return value if isinstance(value, int) and not isinstance(value, bool) else None


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
