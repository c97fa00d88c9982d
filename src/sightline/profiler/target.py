"""Where a profile goes: the folder of a run, and the writer that logs its scalars."""

from __future__ import annotations

import os
from typing import Any, NamedTuple

from sightline.profiler.worker import rank_and_size


class Target(NamedTuple):
    """A run. Without a folder nothing is recorded, without a writer nothing is logged."""

    folder: str | None
    writer: Any
    owns_writer: bool = False


def open_target(target: Any) -> Target:
    """Take a writer (ours, torch's or tensorboardX's), a directory or a Target; raises OSError.

    Of several processes that are given one directory only the first logs scalars, so that they do not mix.
    """
    if isinstance(target, Target):
        return target
    if target is None or not getattr(target, "_write_to_disk", True):
        return Target(None, None)
    if hasattr(target, "add_scalar"):
        return Target(_folder_of(target), target)
    folder = os.path.abspath(os.fsdecode(target))
    if rank_and_size()[0] > 0:
        return Target(folder, None)
    from sightline.writer.summary_writer import SummaryWriter

    return Target(folder, SummaryWriter(folder), owns_writer=True)


def _folder_of(writer: Any) -> str:
    names = ("local_dir", "log_dir", "logdir")
    found = (getattr(writer, name, None) for name in names)
    return os.path.abspath(os.fsdecode(next(filter(None, found), None) or writer.get_logdir()))
