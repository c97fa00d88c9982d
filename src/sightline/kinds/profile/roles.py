"""What a step's time is divided among, in the words of who made the profile: torch, or TensorFlow and JAX."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from sightline.formats.trace import NO_SLICE, Category
from sightline.kinds.profile.analysis.intervals import Intervals
from sightline.kinds.profile.analysis.kernel_names import copy_direction
from sightline.kinds.profile.profile_slices import (
    Indexes,
    Mask,
    ProfileSlices,
    is_data_loading,
    is_host_collective,
)

_OUTFEED = re.compile(r"%?outfeed", re.IGNORECASE)
_DEVICE_WAITS_FOR_INPUT = re.compile(r"%?infeed")
_PUTS_ON_DEVICE = re.compile(r"InfeedEnqueue|DevicePut")
_COMPILES = re.compile(r"backend_compile|lower_\w*computation|(?:\w+::)*\w*Compil(?:e(?![dr])|ation)")
# They stand around the work of other threads and do none themselves.
_WRAPPER = re.compile(r"Eager(?:Local|Kernel)?Execute|FunctionRun")


@dataclass(frozen=True)
class Roles:
    """When each role was at work; of several at an instant the first one takes it.

    compute, communication, launch, input: what these four are called here.
    input_waits: the slices of hosts that wait for data.
    """

    at_work: Mapping[str, Intervals]
    compute: str
    communication: str
    launch: str
    input: str
    input_waits: Indexes

    @property
    def computing(self) -> Intervals:
        """When the device computed."""
        return self.at_work[self.compute]

    @property
    def communicating(self) -> Intervals:
        """When a collective ran."""
        return self.at_work[self.communication]

    @property
    def waiting_for_input(self) -> Intervals:
        """When the host waited for data."""
        return self.at_work[self.input]


# Where a profile of torch is held against one of TensorFlow or JAX: what both have.
_COMMON = {
    "kernel": "compute", "memset": "compute", "memcpy": "copies", "host_to_device": "copies",
    "device_to_host": "copies", "device_to_device": "copies", "communication": "collectives",
    "runtime": "launch", "data_loading": "input", "cpu": "host", "compile": "host",
}  # fmt: skip


def common_split(split: Mapping[str, float | None]) -> dict[str, float | None]:
    """A split in roles that profiles of all makers have; null where a part of it is not known."""
    found: dict[str, float | None] = {}
    for role, part in split.items():
        name = _COMMON.get(role, role)
        before = found.get(name, 0.0)
        found[name] = None if part is None or before is None else before + part
    return found


def roles_of(profile: ProfileSlices) -> Roles:
    """The roles of a profile, by who made it."""
    return _xplane_roles(profile) if "planes" in profile.trace.metadata else _torch_roles(profile)


def _torch_roles(profile: ProfileSlices) -> Roles:
    """The roles of torch-tb-profiler, also for plain traces. While device work runs, nothing waits."""
    kernels, is_communication = profile.kernels, profile.is_communication
    host = profile.host_work
    is_input = profile.by_name(host, is_data_loading)
    is_collective = profile.by_name(host, is_host_collective)
    collectives = np.concatenate((kernels[is_communication], profile.select(Category.COMMUNICATION)))
    computes = profile.covered(kernels[~is_communication]) if is_communication.any() else profile.kernel_time
    slices = {
        "memcpy": profile.select(Category.MEMCPY),
        "memset": profile.select(Category.MEMSET),
        "communication": collectives,
        "runtime": profile.select(Category.RUNTIME, Category.DRIVER),
        "data_loading": host[is_input],
        "cpu": host[~(is_input | is_collective)],
    }
    at_work = {"kernel": computes, **{role: profile.covered(each) for role, each in slices.items()}}
    at_work["communication"] |= _exposed_on_host(profile, host[is_collective])
    return Roles(
        at_work,
        compute="kernel",
        communication="communication",
        launch="runtime",
        input="data_loading",
        input_waits=host[is_input],
    )


def _exposed_on_host(profile: ProfileSlices, collectives: Indexes) -> Intervals:
    """When a collective of the host ran and no operator computed; `c10d::…` wait for it."""
    if not collectives.size:
        return Intervals.empty()
    operators = profile.select(Category.CPU_OP)
    computes = ~profile.by_name(operators, lambda name: name.startswith("c10d::") or is_host_collective(name))
    return profile.covered(collectives) - profile.covered(operators[computes])


def _xplane_roles(profile: ProfileSlices) -> Roles:
    """The classes of xprof in its order, and compilation, which it has no events for."""
    kernels = _innermost(profile, profile.kernels)
    is_collective = np.isin(kernels, profile.kernels[profile.is_communication])
    is_infeed = profile.by_name(kernels, lambda name: _DEVICE_WAITS_FOR_INPUT.match(name) is not None)
    is_outfeed = profile.by_name(kernels, lambda name: _OUTFEED.match(name) is not None)
    copies = profile.select(Category.MEMCPY)
    to_device = profile.by_name(copies, lambda name: copy_direction(name) == "to device")
    to_host = profile.by_name(copies, lambda name: copy_direction(name) == "to host")
    host = profile.host_work
    is_input = _waits_for_input(profile, host)
    is_launch = _launches(profile, host)
    puts = profile.by_name(host, lambda name: _PUTS_ON_DEVICE.match(name) is not None)
    compiles = profile.by_name(host, lambda name: _COMPILES.match(name) is not None)
    is_work = ~profile.by_name(host, lambda name: _WRAPPER.match(name) is not None)
    is_work &= ~_prepares_input(profile, host)
    computes = kernels[~(is_collective | is_infeed | is_outfeed)]
    slices = {
        "compute": np.concatenate((computes, profile.select(Category.MEMSET))),
        "device_to_host": np.concatenate((copies[to_host], kernels[is_outfeed])),
        "device_to_device": copies[~(to_host | to_device)],
        "input": np.concatenate((host[is_input], kernels[is_infeed])),
        "collectives": kernels[is_collective],
        "launch": np.concatenate((profile.select(Category.RUNTIME, Category.DRIVER), host[is_launch])),
        "host_to_device": np.concatenate((copies[to_device], host[puts])),
        "compile": host[compiles],
        "host": np.concatenate((host[is_work], _python_in_steps(profile))),
    }
    at_work = {role: profile.covered(each) for role, each in slices.items()}
    # What a loop takes between the kernels of its body is computing too.
    loops = np.setdiff1d(profile.kernels, kernels)
    at_work["compute"] |= profile.covered(loops) - profile.covered(kernels)
    return Roles(
        at_work,
        compute="compute",
        communication="collectives",
        launch="launch",
        input="input",
        input_waits=host[is_input],
    )


def _waits_for_input(profile: ProfileSlices, host: Indexes) -> Mask:
    """By name; stages of an input pipeline count too, where they do not run ahead on other threads."""
    waits = profile.by_name(host, is_data_loading)
    stages, _ = profile.trace.arg_texts("_ipl_stage_name", host)
    runs_ahead, _ = profile.trace.arg_texts("_c", host)
    found: Mask = waits | ((stages != 0) & (runs_ahead == 0))
    return found


def _launches(profile: ProfileSlices, host: Indexes) -> Mask:
    """What the host does to start work on a device; without a device it computes itself."""
    if not profile.device_work.size:
        return np.zeros(host.size, np.bool_)
    runs_graph = profile.by_name(host, lambda name: name.startswith("ExecutorState::Process"))
    found: Mask = runs_graph | (profile.trace.correlation[host] != 0)
    return found


def _prepares_input(profile: ProfileSlices, host: Indexes) -> Mask:
    """What the threads of tf.data do ahead of time: no step waits for it."""
    tracks = profile.trace.tracks
    ahead = np.array(
        [profile.trace.string(int(name)).startswith("tf_data_") for name in tracks.name], np.bool_
    )
    found: Mask = ahead[profile.trace.slices.track[host]]
    return found


def _python_in_steps(profile: ProfileSlices) -> Indexes:
    """Python functions that a step called; those around the steps say nothing of them."""
    steps, slices = profile.trace.steps, profile.select(Category.PYTHON_FUNCTION)
    if not steps.number.size:
        return slices
    step = np.searchsorted(steps.start_ns, profile.trace.slices.start_ns[slices], side="right") - 1
    is_inside = (step >= 0) & (profile.ends_of(slices) <= steps.end_ns[np.maximum(step, 0)])
    found: Indexes = slices[is_inside]
    return found


def _innermost(profile: ProfileSlices, kernels: Indexes) -> Indexes:
    """Kernels around no other: a loop of XLA on a TPU is what its body is."""
    parents = profile.trace.slices.parent[kernels]
    found: Indexes = np.setdiff1d(kernels, parents[parents != NO_SLICE])
    return found
