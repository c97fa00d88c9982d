"""What the rules look at, worked out once: times per step, idle time by cause, launches, memory."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sightline.formats.trace import NO_SLICE, Category, TrackKind
from sightline.kinds.profile.advice.finding import Framework
from sightline.kinds.profile.analysis.idle import CAUSES, KERNEL_WAIT_NS
from sightline.kinds.profile.analysis.intervals import Intervals, Times
from sightline.kinds.profile.analysis.kernel_names import Direction, copy_direction
from sightline.kinds.profile.device_memory import MemoryEvents, device_memory
from sightline.kinds.profile.devices import Device, devices_of
from sightline.kinds.profile.profile import Indexes, Profile
from sightline.kinds.profile.worker_collectives import worker_collectives

_OF_JAX = {"PjitFunction", "CommonPjRtLoadedExecutable::ExecuteHelperOnSingleDevice"}
_OF_TENSORFLOW = {"FunctionRun", "ExecutorState::Process", "IteratorGetNext"}


class Facts:
    """A profile as the rules see it."""

    def __init__(self, profile: Profile) -> None:
        self.profile = profile
        self.trace = profile.trace
        self.steps = profile.steps
        self.roles = profile.roles

    @cached_property
    def framework(self) -> Framework:
        """Who made the profile, by what only they write."""
        if self.profile.device_work.size and "schemaVersion" in self.trace.metadata:
            return "torch"
        ids = self.trace.names(self.profile.host_work)
        names = {self.trace.string(int(name)).partition("(")[0] for name in ids}
        if any(name.startswith("aten::") for name in names):
            return "torch"
        if names & _OF_JAX or self._names_jax():
            return "jax"
        is_xplane = "planes" in self.trace.metadata
        return "tensorflow" if is_xplane or names & _OF_TENSORFLOW else "python"

    def _names_jax(self) -> bool:
        """JAX names its version, and its programs `jit_…`."""
        planes = self.trace.metadata.get("planes")
        stats = planes.get("/host:metadata") if isinstance(planes, dict) else None
        modules = self.trace.arg_texts("hlo_module")[1]
        return (isinstance(stats, dict) and "jax_version" in stats) or any(
            text.startswith(('"jit_', '"pmap_')) for text in modules
        )

    @cached_property
    def of_each_step(self) -> str:
        """What figures are a part of: each step, or the whole profile where none are marked."""
        return "of each step" if self.steps.is_marked else "of the profile"

    @cached_property
    def step_ns(self) -> float:
        """The mean length of whole steps; 0 where there are none."""
        lengths = (self.steps.end_ns - self.steps.start_ns)[self.steps.whole]
        return float(lengths.mean()) if lengths.size else 0.0

    def role_ns(self, role: str) -> Times:
        """What a role took of each whole step."""
        return self.profile.split[role][self.steps.whole]

    def share(self, role: str) -> float:
        """What a role took of the mean step."""
        values = self.role_ns(role)
        return float(values.mean()) / self.step_ns if self.step_ns and values.size else 0.0

    @cached_property
    def window(self) -> tuple[int, int]:
        """From the first whole step to the last."""
        whole = self.steps.whole
        return int(self.steps.start_ns[whole][0]), int(self.steps.end_ns[whole][-1])

    @cached_property
    def window_ns(self) -> int:
        """The recorded length of that."""
        pause_ns = int(self.profile.pauses.covered_within(*self.window))
        return max(self.window[1] - self.window[0] - pause_ns, 1)

    @cached_property
    def has_device(self) -> bool:
        """Whether anything ran on a device, and steps are known."""
        return bool(self.profile.device_work.size and len(self.steps))

    @cached_property
    def utilization(self) -> float:
        """The share of time with a kernel running."""
        return int(self.profile.kernel_time.covered_within(*self.window)) / self.window_ns

    @cached_property
    def idle_ns(self) -> dict[str, int]:
        """Idle time of the stream with the most work within the steps, by cause."""
        return self._idle[0]

    @cached_property
    def longest_gap_slices(self) -> tuple[int, ...]:
        """The slices that ended the longest waits for the host."""
        return self._idle[1]

    @cached_property
    def _idle(self) -> tuple[dict[str, int], tuple[int, ...]]:
        """Both of these, of the stream with the most work."""
        slices, work = self.trace.slices, self.profile.device_work
        track = slices.track[work]
        stream = work[track == np.argmax(np.bincount(track, slices.dur_ns[work]))]
        sums, ended = self.trace.idle_time(stream, self.window, kernel_wait_ns=KERNEL_WAIT_NS)
        return dict(zip(CAUSES, sums, strict=True)), tuple(ended)

    @cached_property
    def compute_kernels(self) -> Indexes:
        """Kernels that are no collectives."""
        return self.profile.kernels[~self.profile.is_communication]

    @cached_property
    def devices(self) -> list[Device]:
        """The devices that the profile names."""
        return devices_of(self.trace)

    @cached_property
    def capability(self) -> int:
        """The major compute capability of the first device; 0 where it is unknown."""
        known = self.devices[0].capability if self.devices else None
        return known[0] if known else 0

    @cached_property
    def memory(self) -> MemoryEvents | None:
        """The memory of the device with the highest peak; None where no totals were recorded."""
        found = [each for each in device_memory(self.profile) if not (each.is_host or each.is_relative)]
        return max(found, key=lambda each: int(each.allocated.max()), default=None)

    @cached_property
    def collectives(self) -> Indexes:
        """Collectives on devices, else those of the host."""
        return worker_collectives(self.profile).slices

    @cached_property
    def communication(self) -> Intervals:
        """When a collective ran, computing or not."""
        return self.profile.roles.communicating

    def host_calls(self, names: frozenset[str]) -> Indexes:
        """Runtime and driver calls of some names on hosts."""
        calls = self.profile.select(Category.RUNTIME, Category.DRIVER, Category.SYNC)
        is_host = self.trace.tracks.kind[self.trace.slices.track[calls]] == TrackKind.HOST
        found: Indexes = calls[is_host & self.profile.by_name(calls, lambda name: name in names)]
        return found

    @cached_property
    def loading(self) -> Indexes:
        """Waits for data on hosts."""
        return self.roles.input_waits

    def copies(self, direction: Direction) -> Indexes:
        """Copies in one direction."""
        copies = self.profile.select(Category.MEMCPY)
        return copies[self.profile.by_name(copies, lambda name: copy_direction(name) == direction)]

    def steps_at(self, places: Indexes) -> tuple[int, ...]:
        """The slices that mark some of the whole steps."""
        marked = self.trace.steps
        numbers = self.steps.number[self.steps.whole][places]
        starts = marked.start_ns[np.isin(marked.number, numbers)]
        marks = self.trace.step_marks()
        return self.longest(marks[np.isin(self.trace.slices.start_ns[marks], starts)])

    def after_longest(self, gaps: Intervals, n: int = 5) -> tuple[int, ...]:
        """The slices that end the longest of some gaps."""
        order = np.argsort(gaps.starts - gaps.ends, kind="stable")[:n]
        found = (self.trace.first_from(int(time)) for time in gaps.ends[order])
        return tuple(each for each in found if each != NO_SLICE)

    def longest(self, slices: Indexes, n: int = 5) -> tuple[int, ...]:
        """The longest of some slices, to be shown as evidence."""
        return tuple(self.trace.longest(slices, n).tolist())
