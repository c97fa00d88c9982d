"""What the rules look at, worked out once: times per step, idle time by cause, launches, memory."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from sightline.formats.trace import NO_SLICE, Category, TrackKind
from sightline.kinds.profile.advice.finding import Framework
from sightline.kinds.profile.analysis.idle import CAUSES, gaps_of_stream
from sightline.kinds.profile.analysis.intervals import Intervals, Times
from sightline.kinds.profile.profile import Indexes, Profile


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
        names = {self.trace.string(int(name)).partition("(")[0] for name in np.unique(self.trace.slices.name)}
        if self.profile.device_work.size and "schemaVersion" in self.trace.metadata:
            return "torch"
        if any(name.startswith("aten::") for name in names):
            return "torch"
        if names & {"PjitFunction", "CommonPjRtLoadedExecutable::ExecuteHelperOnSingleDevice"}:
            return "jax"
        return "tensorflow" if names & {"FunctionRun", "ExecutorState::Process"} else "python"

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
        return int(self.profile.covered(self.profile.kernels).covered_within(*self.window)) / self.window_ns

    @cached_property
    def idle_ns(self) -> dict[str, int]:
        """Idle time of the busiest stream within the steps, by cause."""
        gaps = self._gaps
        start, end = self.window
        lengths = np.clip(gaps[1], start, end) - np.clip(gaps[0], start, end)
        return {name: int(lengths[gaps[2] == code].sum()) for code, name in enumerate(CAUSES)}

    @cached_property
    def longest_gap_slices(self) -> tuple[int, ...]:
        """The slices that ended the longest waits for the host."""
        starts, ends, cause, slices = self._gaps
        waits = np.flatnonzero(cause == 0)
        order = waits[np.argsort((starts - ends)[waits], kind="stable")][:5]
        return tuple(int(each) for each in slices[order])

    @cached_property
    def _gaps(self) -> tuple[Times, Times, Indexes, Indexes]:
        slices, work = self.trace.slices, self.profile.device_work
        tracks, counts = np.unique(slices.track[work], return_counts=True)
        stream = work[slices.track[work] == tracks[np.argmax(counts)]]
        launchers = self.trace.launchers[stream]
        launched = slices.start_ns[np.maximum(launchers, 0)]
        gaps = gaps_of_stream(
            slices.start_ns[stream],
            self.profile.end_ns[stream],
            launched,
            launchers != NO_SLICE,
            self.trace.span_starts_ns,
        )
        return gaps.starts, gaps.ends, gaps.cause.astype(np.int64), stream[gaps.slice]

    @cached_property
    def compute_kernels(self) -> Indexes:
        """Kernels that are no collectives."""
        return self.profile.kernels[~self.profile.is_communication]

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

    def longest(self, slices: Indexes, n: int = 5) -> tuple[int, ...]:
        """The longest of some slices, to be shown as evidence."""
        order = np.argsort(-self.trace.slices.dur_ns[slices], kind="stable")[:n]
        return tuple(int(each) for each in slices[order])
