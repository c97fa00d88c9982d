"""The slices of a trace by what they are: kernels, copies, work of the host; and the time they cover."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import cached_property

import numpy as np
import numpy.typing as npt

from sightline.formats.trace import Category, Trace, TrackKind
from sightline.kinds.profile.analysis.intervals import Intervals, Times
from sightline.kinds.profile.analysis.kernel_names import COMMUNICATION, kernel_class

Mask = npt.NDArray[np.bool_]
Indexes = npt.NDArray[np.int64]

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

    def covered(self, slices: Indexes) -> Intervals:
        """The time during which any of these slices ran."""
        return Intervals.union_of(self.trace.slices.start_ns[slices], self.end_ns[slices])

    def by_name(self, slices: Indexes, test: Callable[[str], bool]) -> Mask:
        """Whether each slice's name passes a test, which is called once for each distinct name."""
        ids, inverse = np.unique(self.trace.slices.name[slices], return_inverse=True)
        passed = np.fromiter((test(self.trace.string(int(i))) for i in ids), np.bool_, len(ids))
        return passed[inverse] if len(ids) else np.zeros(0, np.bool_)
