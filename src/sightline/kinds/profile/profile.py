"""An opened profile: its trace, and what all views need of it, each worked out once."""

from __future__ import annotations

import re
import threading
from collections.abc import Callable, Hashable, Mapping
from functools import cached_property
from typing import Any, NamedTuple, TypeVar

import numpy as np
import numpy.typing as npt

from sightline.formats.trace import NO_SLICE, Category, Trace, TrackKind
from sightline.kinds.profile.analysis.intervals import Intervals, Times
from sightline.kinds.profile.analysis.kernel_names import COMMUNICATION, kernel_class
from sightline.kinds.profile.analysis.step_split import is_partial, split_steps, step_bounds

T = TypeVar("T")
Mask = npt.NDArray[np.bool_]
Indexes = npt.NDArray[np.int64]

_DATA_LOADING = re.compile(
    r"enumerate\(Data(?:Loader|Pipe)\)#.*|(?:DataLoader|data_loading|IteratorGetNext)\b.*"
)


def is_data_loading(name: str) -> bool:
    """Whether a host slice of this name is a wait for data."""
    return _DATA_LOADING.match(name) is not None


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


class Profile:
    """One trace with its derived columns. It never changes, so that any thread may read it."""

    def __init__(self, trace: Trace, made: Mapping[Hashable, Any] | None = None) -> None:
        """`made` is what `once` returned when the same profile was open before."""
        self.trace = trace
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
    def end_ns(self) -> Times:
        """Where slices end."""
        return self.trace.slices.end_ns

    @cached_property
    def origin_ns(self) -> int:
        """The first start. Answers give times from here: a page's numbers end at 2^53, and epochs do not."""
        starts = self.trace.slices.start_ns
        return int(starts.min()) if starts.size else 0

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

    def select(self, *categories: Category) -> Indexes:
        """The slices of some categories."""
        return np.flatnonzero(np.isin(self.trace.slices.category, np.array(categories, np.uint8)))

    @cached_property
    def kernels(self) -> Indexes:
        """Kernels, collectives among them."""
        return self.select(Category.KERNEL)

    @cached_property
    def device_work(self) -> Indexes:
        """All that runs on devices: kernels, copies and fills."""
        return self.select(Category.KERNEL, Category.MEMCPY, Category.MEMSET)

    @cached_property
    def is_communication(self) -> Mask:
        """For each of `kernels` whether it is a collective, by its name."""
        return self.by_name(self.kernels, lambda name: kernel_class(name) == COMMUNICATION)

    @cached_property
    def host_work(self) -> Indexes:
        """What hosts did by name: operators, annotations that are no steps, and spans of plain traces."""
        slices = self.trace.slices
        is_host = np.isin(
            self.trace.tracks.kind[slices.track], np.array([TrackKind.HOST, TrackKind.ASYNC], np.uint8)
        )
        categories = np.array([Category.CPU_OP, Category.USER_ANNOTATION, Category.OTHER], np.uint8)
        chosen = np.isin(slices.category, categories) & is_host
        work = np.flatnonzero(chosen)
        return work[~self._marks_a_step(work)]

    def _marks_a_step(self, slices: Indexes) -> Mask:
        """Whether a slice begins and ends with a step: then it is the step's mark, not work in it."""
        steps = self.trace.steps
        starts, order = np.unique(steps.start_ns, return_index=True)
        if not starts.size:
            return np.zeros(slices.size, np.bool_)
        start = self.trace.slices.start_ns[slices]
        place = np.minimum(np.searchsorted(starts, start), starts.size - 1)
        is_mark: Mask = (starts[place] == start) & (steps.end_ns[order][place] == self.end_ns[slices])
        return is_mark

    @cached_property
    def roles(self) -> dict[str, Intervals]:
        """When each role of the step split was at work."""
        kernels, is_communication = self.kernels, self.is_communication
        host = self.host_work
        is_loading = self.by_name(host, is_data_loading)
        return {
            "kernel": self.covered(kernels[~is_communication]),
            "communication": self.covered(
                np.concatenate((kernels[is_communication], self.select(Category.COMMUNICATION)))
            ),
            "memcpy": self.covered(self.select(Category.MEMCPY)),
            "memset": self.covered(self.select(Category.MEMSET)),
            "runtime": self.covered(self.select(Category.RUNTIME, Category.DRIVER)),
            "data_loading": self.covered(host[is_loading]),
            "cpu": self.covered(host[~is_loading]),
        }

    @cached_property
    def steps(self) -> ProfileSteps:
        """Steps in order; one without a number where none are marked, none where nothing ran."""
        marked = self.trace.steps
        if not marked.number.size:
            return self._whole_profile()
        launched_in = self._launched_in()
        work = self.device_work
        starts, ends = step_bounds(
            marked.start_ns, marked.end_ns, launched_in, self.trace.slices.start_ns[work], self.end_ns[work]
        )
        partial = is_partial(launched_in, len(starts))
        return ProfileSteps(marked.number, starts, ends, partial, is_marked=True)

    @cached_property
    def split(self) -> dict[str, Times]:
        """Nanoseconds of each role in each step; they add up to the step's length."""
        return split_steps(self.roles, self.steps.start_ns, self.steps.end_ns)

    def covered(self, slices: Indexes) -> Intervals:
        """The time during which any of these slices ran."""
        return Intervals.union_of(self.trace.slices.start_ns[slices], self.end_ns[slices])

    def by_name(self, slices: Indexes, test: Callable[[str], bool]) -> Mask:
        """Whether each slice's name passes a test, which is called once for each distinct name."""
        ids, inverse = np.unique(self.trace.slices.name[slices], return_inverse=True)
        passed = np.fromiter((test(self.trace.string(int(i))) for i in ids), np.bool_, len(ids))
        return passed[inverse] if len(ids) else np.zeros(0, np.bool_)

    def _launched_in(self) -> Times:
        """For each slice of device work the step whose host time holds the call that launched it, or -1."""
        marked = self.trace.steps
        launchers = self.trace.launchers[self.device_work]
        call = np.maximum(launchers, 0)
        step = np.searchsorted(marked.start_ns, self.trace.slices.start_ns[call], side="right") - 1
        is_inside = (launchers != NO_SLICE) & (step >= 0)
        is_inside &= self.end_ns[call] <= marked.end_ns[np.maximum(step, 0)]
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
