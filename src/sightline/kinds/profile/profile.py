"""An opened profile: its trace, and what all views need of it, each worked out once."""

from __future__ import annotations

import threading
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from sightline.formats.trace import NO_SLICE, Category, Trace
from sightline.kinds.profile.analysis.intervals import Intervals, Times
from sightline.kinds.profile.analysis.step_split import is_partial, split_steps, step_bounds
from sightline.kinds.profile.profile_slices import Indexes, Mask, ProfileSlices
from sightline.kinds.profile.roles import Roles, roles_of

__all__ = ["Indexes", "Mask", "Profile", "ProfileSteps"]

T = TypeVar("T")


class ProfileSteps(NamedTuple):
    """The steps of a profile, each with the device work it launched.

    is_marked: false where the producer marked no steps; the whole profile then counts as one.
    """

    number: npt.NDArray[np.int64]
    start_ns: Times
    end_ns: Times
    partial: Mask
    is_marked: bool

    def __len__(self) -> int:
        return len(self.number)

    @property
    def whole(self) -> Mask:
        """Which steps averages are taken over: those that are not partial, or all where none is whole."""
        return ~self.partial if (~self.partial).any() else np.ones(len(self), np.bool_)


class Profile(ProfileSlices):
    """One trace with its derived columns. It never changes, so that any thread may read it."""

    def __init__(self, trace: Trace, made: Mapping[Hashable, Any] | None = None) -> None:
        """`made` is what `once` returned when the same profile was open before."""
        super().__init__(trace)
        self._made: dict[Hashable, Any] = dict(made or {})
        self._lock = threading.Lock()
        self._making: dict[Hashable, threading.Lock] = {}

    def once(self, key: Hashable, make: Callable[[], T]) -> T:
        """What `make` returned the first time: tables do not change while logs beside the profile grow."""
        with self._lock:
            making = self._making.setdefault(key, threading.Lock())
        with making:
            if key not in self._made:
                self._made[key] = make()
        made: T = self._made[key]
        return made

    @cached_property
    def pauses(self) -> Intervals:
        """The time between the spans of a worker, in which nothing was recorded."""
        starts = self.trace.span_starts_ns[1:]
        if not starts.size:
            return Intervals.empty()
        order = np.argsort(self.trace.slices.start_ns, kind="stable")
        ends = np.maximum.accumulate(self.end_ns[order])
        last_ends = ends[np.searchsorted(self.trace.slices.start_ns[order], starts) - 1]
        return Intervals.union_of(last_ends, np.maximum(starts, last_ends))

    @cached_property
    def roles(self) -> Roles:
        """When each role of the step split was at work."""
        return roles_of(self)

    @cached_property
    def steps(self) -> ProfileSteps:
        """Steps in order; one without a number where none are marked, none where nothing ran."""
        marked = self.trace.steps
        if not marked.number.size:
            return self._whole_profile()
        launched_in = self._launched_in()
        work = self.device_work
        starts, ends = step_bounds(
            marked.start_ns, marked.end_ns, launched_in, self.trace.slices.start_ns[work], self.ends_of(work)
        )
        partial = is_partial(launched_in, len(starts))
        return ProfileSteps(marked.number, starts, ends, partial, is_marked=True)

    @cached_property
    def split(self) -> dict[str, Times]:
        """Nanoseconds of each role in each step; they add up to the step's length."""
        return split_steps(self.roles.at_work, self.steps.start_ns, self.steps.end_ns)

    def _launched_in(self) -> Times:
        """For each slice of device work the step whose host time holds the call that launched it, or -1."""
        marked = self.trace.steps
        launchers = self.trace.launchers[self.device_work]
        call = np.maximum(launchers, 0)
        step = np.searchsorted(marked.start_ns, self.trace.slices.start_ns[call], side="right") - 1
        is_inside = (launchers != NO_SLICE) & (step >= 0)
        is_inside &= self.ends_of(call) <= marked.end_ns[np.maximum(step, 0)]
        return np.where(is_inside, step, -1)

    def _whole_profile(self) -> ProfileSteps:
        slices = self.trace.slices
        ran = np.flatnonzero(~np.isin(slices.category, [Category.TRACE_SPAN, Category.OVERHEAD]))
        if not ran.size:
            none = np.empty(0, np.int64)
            return ProfileSteps(none, none, none, np.empty(0, np.bool_), is_marked=False)
        start, end = slices.start_ns[ran].min(), self.end_ns[ran].max()
        return ProfileSteps(
            np.array([-1]), np.array([start]), np.array([end]), np.array([False]), is_marked=False
        )
