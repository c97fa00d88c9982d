"""Restarts: which points a later start of the same training has superseded. Nothing is dropped, only marked.

The rule (docs/design/0003-restarts.md):
(a) a session-log start at step s supersedes all tags' earlier points with step >= s: those before it in
    its own file, and those of files that ended before it;
(b) a file that begins after an older one ended, and starts a tag at a step not after the older file's last,
    supersedes that tag's points of the older file from that step on.
Files whose wall times overlap were written at the same time: neither supersedes the other.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sightline.engine.segment import Steps
from sightline.engine.tip import SessionStart, Tip


@dataclass(frozen=True, slots=True)
class Restart:
    """A place where a training went back: from which step, when, in which file and how it was noticed."""

    step: int
    wall_time: float
    path: str
    reason: str  # "session start" or "newer file"


class Cut(NamedTuple):
    """The first `n_before` points with a step of at least `step` are superseded."""

    n_before: int
    step: int


class Span(NamedTuple):
    """One tag's points in one file of a run, as far as the rule needs to know them."""

    file: int
    first_step: int
    last_step: int


def in_order(tips: Iterable[Tip]) -> list[Tip]:
    """The files of a run in the order they began; a file without events comes last, equal ones by path."""

    def key(tip: Tip) -> tuple[float, str]:
        began = tip.totals.first_wall_time
        return (float("inf") if began is None or began != began else began, tip.path)

    return sorted(tips, key=key)


class FileOrder:
    """How the files of one run follow each other; built once per change of the run."""

    def __init__(self, tips: Sequence[Tip]) -> None:
        self.tips = tips

    def follows(self, newer: int, older: int) -> bool:
        """Whether the one file began after the other had ended."""
        began, ended = self.tips[newer].totals.first_wall_time, self.tips[older].ended
        return began is not None and ended is not None and began > ended

    def start_cut(self, file: int) -> int | None:
        """The lowest step of session starts in later files, after this one ended."""
        ended = self.tips[file].ended
        if ended is None:
            return None
        later = self.tips[file + 1 :]
        steps = [start.step for tip in later for start in tip.session_starts if start.wall_time > ended]
        return min(steps, default=None)

    def newer_file_cut(self, span: Span, others: Iterable[Span]) -> int | None:
        """The lowest step at which a newer file takes the tag up again."""
        steps = [
            other.first_step
            for other in others
            if other.first_step <= span.last_step and self.follows(other.file, span.file)
        ]
        return min(steps, default=None)

    def whole_file_cut(self, span: Span, others: Iterable[Span]) -> int | None:
        """The step from which on all of the tag's points in this file are superseded."""
        cuts = (self.start_cut(span.file), self.newer_file_cut(span, others))
        return min((cut for cut in cuts if cut is not None), default=None)


def superseded_mask(steps: Steps, cuts: Iterable[Cut]) -> NDArray[np.bool_] | None:
    """Which points are superseded; None where none is."""
    mask: NDArray[np.bool_] | None = None
    for cut in cuts:
        late = steps[: cut.n_before] >= cut.step
        if late.any():
            mask = np.zeros(len(steps), dtype=np.bool_) if mask is None else mask
            mask[: cut.n_before] |= late
    return mask


def list_restarts(order: FileOrder, tags: Sequence[Sequence[Span]]) -> list[Restart]:
    """Where the training went back, from each tag's spans."""
    used = {span.file for spans in tags for span in spans}
    found = [
        Restart(start.step, start.wall_time, tip.path, "session start")
        for file, tip in enumerate(order.tips)
        for start in tip.session_starts
        if tip.has_values_before(start)
        or any(_is_before(order.tips[other], start) for other in used if other < file)
    ]
    listed = {restart.path for restart in found}
    for file, step in sorted(_resumed_at(order, tags).items()):
        tip = order.tips[file]
        if tip.path not in listed:
            found.append(Restart(step, tip.totals.first_wall_time or 0.0, tip.path, "newer file"))
    return sorted(found, key=lambda restart: restart.wall_time)


def _is_before(tip: Tip, start: SessionStart) -> bool:
    return tip.ended is not None and tip.ended < start.wall_time


def _resumed_at(order: FileOrder, tags: Sequence[Sequence[Span]]) -> dict[int, int]:
    """Files that take up a tag at or before an older file's last step, with the lowest such step."""
    found: dict[int, int] = {}
    for spans in tags:
        for older in spans:
            for newer in spans:
                if newer.first_step <= older.last_step and order.follows(newer.file, older.file):
                    found[newer.file] = min(newer.first_step, found.get(newer.file, newer.first_step))
    return found
