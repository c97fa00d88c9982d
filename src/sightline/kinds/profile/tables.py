"""The tables of a profile that every visit asks for, each worked out once and saved with a large trace."""

from __future__ import annotations

from sightline.kinds.profile.kernel_table import KernelGroup, kernels
from sightline.kinds.profile.operator_table import GroupBy, operators
from sightline.kinds.profile.profile import Profile
from sightline.kinds.profile.step_table import steps
from sightline.wire.frame import Frame

MAX_ROWS = 10_000


def step_table(profile: Profile) -> Frame:
    """The steps of a profile."""
    return profile.once("steps", lambda: steps(profile))


def operator_table(
    profile: Profile, group: GroupBy = "name", step: int | None = None, *, fold_backward: bool = False
) -> Frame:
    """The operators of a profile or of one step, at most `MAX_ROWS`."""
    if step is not None or fold_backward:
        return operators(profile, group, MAX_ROWS, step, fold_backward=fold_backward)
    return profile.once(f"operators by {group}", lambda: operators(profile, group, MAX_ROWS))


def kernel_table(profile: Profile, group: KernelGroup = "name", step: int | None = None) -> Frame:
    """The kernels of a profile or of one step, at most `MAX_ROWS`."""
    if step is not None:
        return kernels(profile, group, MAX_ROWS, step)
    return profile.once(f"kernels by {group}", lambda: kernels(profile, group, MAX_ROWS))


# Under the names by which `once` knows them.
SAVED_TABLES = {"steps": step_table, "operators by name": operator_table, "kernels by name": kernel_table}
