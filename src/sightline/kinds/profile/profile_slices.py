"""The slices of a trace by what they are: kernels, copies, work of the host; and the time they cover."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sightline.formats.trace import Category, SliceIndexes, Trace, TrackKind
from sightline.kinds.profile.analysis.intervals import Intervals, Times
from sightline.kinds.profile.analysis.kernel_names import COMMUNICATION, kernel_class

Mask = npt.NDArray[np.bool_]
Indexes = SliceIndexes

_DATA_LOADING = re.compile(
    r"enumerate\(Data(?:Loader|Pipe)\)#.*|(?:DataLoader|data_loading)\b.*|IteratorGetNext.*"
)


# Collectives of a host, which have no kernels: torch annotates them by backend.
_HOST_COLLECTIVE = re.compile(r"(?:gloo|mpi|ucc|xccl):")


def is_host_collective(name: str) -> bool:
    """Whether a host slice of this name is a collective that runs on the host."""
    return _HOST_COLLECTIVE.match(name) is not None


def is_data_loading(name: str) -> bool:
    """Whether a host slice of this name is a wait for data."""
    return _DATA_LOADING.match(name) is not None


class ProfileSlices:
    """One trace with its slices sorted out, each sort once."""

    def __init__(self, trace: Trace) -> None:
        self.trace = trace

    @cached_property
    def end_ns(self) -> Times:
        """Where slices end."""
        return self.trace.slices.end_ns

    @cached_property
    def origin_ns(self) -> int:
        """The first start. Answers give times from here: a page's numbers end at 2^53, and epochs do not."""
        starts = self.trace.slices.start_ns
        return int(starts.min()) if starts.size else 0

    def select(self, *categories: Category) -> Indexes:
        """The slices of some categories."""
        return self.trace.select(categories)

    @cached_property
    def kernels(self) -> Indexes:
        """Kernels, collectives among them."""
        return self.select(Category.KERNEL)

    @cached_property
    def kernel_time(self) -> Intervals:
        """When any kernel ran, collectives among them."""
        return self.covered(self.kernels)

    @cached_property
    def device_work(self) -> Indexes:
        """All that runs on devices: kernels, copies and fills."""
        return self.select(Category.KERNEL, Category.MEMCPY, Category.MEMSET)

    @cached_property
    def is_communication(self) -> Mask:
        """For each of `kernels` whether it is a collective: by its name, or by the collective it names."""
        named, _ = self.trace.arg_texts("Collective name", self.kernels)
        found: Mask = self.by_name(self.kernels, lambda name: kernel_class(name) == COMMUNICATION) | (
            named != 0
        )
        return found

    def occupancy(self, work: Indexes) -> npt.NDArray[np.float64]:
        """The occupancy of kernels in percent: estimated by torch, theoretical of XLA; NaN where unknown."""
        achieved = self.trace.arg_numbers("est. achieved occupancy %", work)
        if not np.isnan(achieved).any():
            return achieved
        theoretical = self.trace.arg_numbers("theoretical occupancy %", work)
        return np.where(np.isnan(achieved), theoretical, achieved)

    @cached_property
    def host_work(self) -> Indexes:
        """What hosts did by name: operators, annotations that are no steps, and spans of plain traces."""
        return self.trace.select(
            (Category.CPU_OP, Category.USER_ANNOTATION, Category.OTHER),
            (TrackKind.HOST, TrackKind.ASYNC),
            with_step_marks=False,
        )

    def ends_of(self, slices: Indexes) -> Times:
        """Where some slices end."""
        found: Times = self.trace.slices.start_ns[slices]
        found += self.trace.slices.dur_ns[slices]
        return found

    def covered(self, slices: Indexes) -> Intervals:
        """The time during which any of these slices ran."""
        return Intervals(*self.trace.covered(slices))

    def by_name(self, slices: Indexes, test: Callable[[str], bool]) -> Mask:
        """Whether each slice's name passes a test, which is called once for each distinct name."""
        ids = self.trace.names(slices)
        passed = np.zeros(int(ids[-1]) + 1 if ids.size else 0, np.bool_)
        passed[ids] = np.fromiter((test(self.trace.string(int(i))) for i in ids), np.bool_, len(ids))
        return self.trace.named(slices, passed)
