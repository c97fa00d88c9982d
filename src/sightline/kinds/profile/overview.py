"""The overview of a profile: what ran, how busy the device was, and where the steps' time went."""

from __future__ import annotations

import math
from collections.abc import Mapping
from typing import Any

import numpy as np

from sightline import _native
from sightline.kinds.profile.advice.rules import RULES, find
from sightline.kinds.profile.analysis.device_use import (
    mean_occupancy,
    sm_efficiency,
    utilization,
    utilization_curve,
)
from sightline.kinds.profile.analysis.kernel_names import uses_tensor_cores
from sightline.kinds.profile.devices import devices_of, whole
from sightline.kinds.profile.profile import Mask, Profile

_VERSIONS = {
    "torch_version": "torch",
    "jax_version": "JAX",
    "jaxlib_version": "jaxlib",
    "cuda_runtime_version": "CUDA runtime",
    "cuda_driver_version": "CUDA driver",
    "cupti_version": "CUPTI",
    "hip_runtime_version": "HIP runtime",
    "hip_driver_version": "HIP driver",
    "rocm_version": "ROCm",
    "xpu_runtime_version": "XPU runtime",
    "nccl_version": "NCCL",
}
_FLAGS = ("record_shapes", "with_stack", "profile_memory", "with_flops", "with_modules")


def overview(profile: Profile) -> dict[str, Any]:
    """Everything the first view shows, numbers as they are measured; null where they are not known."""
    steps, split = step_figures(profile), mean_split(profile)
    # Columns of a large trace come and go: those of one part must not lie below those of the next.
    _native.release_free_memory()
    use = device(profile)
    _native.release_free_memory()
    return {
        "environment": environment(profile),
        "n_slices": len(profile.trace.slices),
        "steps": steps,
        "split_ns": split,
        "device": use,
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
    info: dict[str, Any] = distributed if isinstance(distributed, dict) else {}
    return {
        "devices": [
            {
                "name": each.name,
                "memory_bytes": each.memory_bytes,
                "compute_capability": "" if each.capability is None else "{}.{}".format(*each.capability),
                "multiprocessors": each.multiprocessors,
            }
            for each in devices_of(profile.trace)
        ],
        "versions": _versions(metadata),
        "recorded": [flag for flag in _FLAGS if metadata.get(flag) in (1, True)],
        "host": _host(metadata),
        "rank": whole(info.get("rank")),
        "world_size": whole(info.get("world_size")),
        "backend": str(info.get("backend", "")),
    }


def _versions(metadata: Mapping[str, Any]) -> dict[str, str]:
    """Versions of what ran, as torch writes them beside the events and JAX in a plane."""
    planes = metadata.get("planes")
    stats = planes.get("/host:metadata") if isinstance(planes, dict) else None
    distributed = metadata.get("distributedInfo")
    known = {**(stats if isinstance(stats, dict) else {}), **metadata}
    known = {**(distributed if isinstance(distributed, dict) else {}), **known}
    return {title: _version(key, known[key]) for key, title in _VERSIONS.items() if known.get(key)}


def _version(key: str, value: object) -> str:
    """CUDA's 12040 is 12.4."""
    number = whole(value)
    is_cuda = key.startswith("cuda_") and number is not None and number >= 1000
    return f"{number // 1000}.{number % 1000 // 10}" if is_cuda and number is not None else str(value)


def _host(metadata: Mapping[str, Any]) -> str:
    names = metadata.get("hostnames")
    listed = [str(name) for name in names] if isinstance(names, list) else []
    return str(metadata.get("host_name", "")) or ", ".join(listed)


def device(profile: Profile) -> dict[str, Any] | None:
    """How busy the device was from the first step to the last; null where nothing ran on one."""
    work, kernels = profile.device_work, profile.kernels
    found = profile.steps
    if not work.size or not len(found):
        return None
    trace = profile.trace
    start, end = int(found.start_ns[found.whole][0]), int(found.end_ns[found.whole][-1])
    starts, ends = trace.slices.start_ns[kernels], profile.ends_of(kernels)
    durations = trace.slices.dur_ns[kernels]
    busy = profile.kernel_time
    pause_ns = int(profile.pauses.covered_within(start, end))
    curve = utilization_curve(busy, start, end)
    on_cores = profile.by_name(kernels, uses_tensor_cores)
    total = int(durations.sum())
    return {
        "utilization": _finite(utilization(busy, start, end, pause_ns)),
        "sm_efficiency": _finite(
            sm_efficiency(starts, ends, trace.arg_numbers("blocks per SM", kernels), start, end, pause_ns)
        ),
        "occupancy_percent": _finite(mean_occupancy(starts, ends, profile.occupancy(kernels), start, end)),
        "is_occupancy_theoretical": "planes" in trace.metadata,
        "tensor_core_share": _finite(
            durations[on_cores].sum() / total if total and _may_have_cores(profile, on_cores) else math.nan
        ),
        "curve": {
            "start_ns": curve.start - profile.origin_ns,
            "bucket_ns": curve.bucket,
            "share": np.round(curve.share, 4).tolist(),
        },
        "peak_memory_bytes": _peak_memory(profile),
    }


def _may_have_cores(profile: Profile, on_cores: Mask) -> bool:
    """Whether no kernel on tensor cores means anything: only CUDA devices name their kernels so."""
    return bool(on_cores.any()) or any(each.capability for each in devices_of(profile.trace))


def _peak_memory(profile: Profile) -> int | None:
    """The most that was allocated on any one device other than the host."""
    memory = profile.trace.memory
    on_device = (memory.device_type != 0) & (memory.total_allocated >= 0)
    return int(memory.total_allocated[on_device].max()) if on_device.any() else None


def _finite(value: float) -> float | None:
    return float(value) if math.isfinite(value) else None
