"""Profiles in Python: each a name, a run and a worker; the file is read when something of it is needed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

from sightline.engine.run_view import RunView, SideFile
from sightline.engine.store import StoreView
from sightline.kinds.profile.compare import Table, Time, compare_table
from sightline.kinds.profile.files import profile_files, shown
from sightline.kinds.profile.kernel_table import KernelGroup
from sightline.kinds.profile.memory_events import memory_events
from sightline.kinds.profile.names import ProfileName, read_name
from sightline.kinds.profile.opened import OpenedFiles, Reading, open_profiles
from sightline.kinds.profile.operator_table import GroupBy
from sightline.kinds.profile.overview import overview
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.tables import kernel_table, operator_table, step_table
from sightline.wire.frame import Frame

_NO_TRACES = (".prof", ".SSTABLE", ".pickle")
_COPIES = ("trace", "perfetto_trace")


@dataclass(frozen=True)
class LoggedProfile:
    """One profiler's file of a run. LookupError says why it cannot be read.

    name: the path below the run's directory; worker: the host or rank that wrote it, "" where unknown.
    """

    run: str
    name: str
    worker: str
    session: str
    n_bytes: int
    modified: float
    _run_id: int = field(repr=False)
    _view: StoreView = field(repr=False, compare=False)
    _opened: OpenedFiles[Profile] = field(repr=False, compare=False)

    @property
    def profile(self) -> Profile:
        """The opened profile, as the engine has it."""
        return self._opened.open(self._view, self._run_id, self.name)

    @property
    def reading(self) -> Reading[Profile] | None:
        """How far the file is read; None before it began."""
        return self._opened.progress(self._view, self._run_id, self.name)

    def overview(self) -> dict[str, Any]:
        """What ran, steps and their split, device use and advice, as the page's overview has them."""
        profile = self.profile
        return profile.once("overview", lambda: overview(profile))

    def operators(self, group: GroupBy = "name", *, fold_backward: bool = False) -> Frame:
        """Operators with calls and times, by "name", "shape", "stack" or "module"; the longest first.

        fold_backward: what autograd ran counts for the forward operator that made it.
        """
        return operator_table(self.profile, group, fold_backward=fold_backward)

    def kernels(self, group: KernelGroup = "name") -> Frame:
        """Kernels, copies and fills with calls, times and launch figures, by "name" or by "operator"."""
        return kernel_table(self.profile, group)

    def steps(self) -> Frame:
        """A row for each step: where its time went, role by role."""
        return step_table(self.profile)

    def memory(self) -> Frame:
        """A row for each allocation and free; none where the profile did not record memory."""
        return memory_events(self.profile)

    def compare(self, other: LoggedProfile, table: Table = "kernels", time: Time = "device") -> Frame:
        """What changed from this profile (A) to another (B), per mean step, the largest difference first.

        table: "kernels" or "operators", the latter by own time on the "device" or the "host".
        """
        return compare_table(self.profile, other.profile, table, time)


def list_profiles(view: StoreView, runs: Sequence[RunView]) -> list[LoggedProfile]:
    """The profiles of some runs, run by run, the latest session first; each trace once."""
    opened = open_profiles()
    return [
        LoggedProfile(
            run.name, name, parts.host, parts.session, file.size, file.modified, run.id, view, opened
        )
        for run in runs
        for name, parts, file in sorted(_traces(run), key=lambda each: (-each[2].modified, each[0]))
    ]


def _traces(run: RunView) -> Iterator[tuple[str, ProfileName, SideFile]]:
    """Files that may hold a trace; those that JAX and TensorFlow make of an xplane file are left out."""
    found = [(shown(path), read_name(shown(path)), file) for path, file in profile_files(run)]
    has_xplane = {parts.session for _, parts, _ in found if parts.tool == "xplane"}
    for name, parts, file in found:
        is_copy = parts.tool in _COPIES and parts.session in has_xplane
        is_other_tool = name.endswith(_NO_TRACES) or (name.endswith(".pb") and parts.tool != "xplane")
        if not is_copy and not is_other_tool:
            yield name, parts, file
