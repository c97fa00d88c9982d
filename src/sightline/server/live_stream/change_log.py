"""Which runs changed since a position of the live stream."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from sightline.engine.run_view import LIVE_SECS
from sightline.server.live_stream.hub import Position

if TYPE_CHECKING:
    from sightline.engine.store import RunView, StoreView


class ChangeLog:
    """Compares each view with the one before; records when the lists of runs and tags last changed."""

    def __init__(self, view: StoreView, *, clock: Callable[[], float] = time.time) -> None:
        self._view = view
        self._clock = clock
        self._live: set[int] = set()  # the runs that were reported as live, which changes as time passes
        self._structure_generation = 0
        self.n_other_changes = 0

    def count_other_change(self) -> None:
        """Count a change outside the store: a name, a note, a color."""
        self.n_other_changes += 1

    def update(self, view: StoreView) -> Position:
        """Compare with a newer view; return the position."""
        before, self._view = self._view, view
        changed = view.changed_since(before.generation)
        has_moved = len(before.runs) != len(view.runs) or any(
            _signature(before.by_id.get(run.id)) != _signature(run) for run in changed
        )
        if has_moved:
            self._structure_generation = view.generation
        if self._states_differ(before, changed):
            self.n_other_changes += 1
        return Position(view.generation, self.n_other_changes)

    def _states_differ(self, before: StoreView, changed: Sequence[RunView]) -> bool:
        """Whether a run that was listed is in another state than it was reported to be.

        Every other state than `live` is that of the view before, whenever it is asked for: nothing is noted
        of very many runs.
        """
        now = self._clock()
        by_id = self._view.by_id if self._live else {}
        were_live = [by_id[run_id] for run_id in self._live if run_id in by_id]
        may_be_live = [run for run in changed if now - run.grew_at <= LIVE_SECS]
        has_idled = any(run.state_at(now) != "live" for run in were_live)
        listed = [(old, run) for run in changed if (old := before.by_id.get(run.id)) is not None]
        differ = has_idled or any(
            run.id not in self._live and old.state_at(now) != run.state_at(now) for old, run in listed
        )
        self._live = {run.id for run in (*were_live, *may_be_live) if run.state_at(now) == "live"}
        return differ

    def runs_since(self, position: Position | None) -> dict[str, int]:
        """Return the runs that grew after a position, by id, and the generation each is at."""
        view = self._view
        changed = view.runs if position is None else view.changed_since(position.generation)
        return {str(run.id): run.generation for run in changed}

    def structure_changed_since(self, position: Position | None) -> bool:
        """Whether the lists of runs or tags changed after a position, or a state, name or note."""
        return (
            position is None
            or position.n_other_changes != self.n_other_changes
            or self._structure_generation > position.generation
        )


def _signature(run: RunView | None) -> tuple[object, ...]:
    """A value that changes with the lists of runs and tags; cheap, because it is computed at every commit."""
    if run is None:
        return ()
    return run.parent_id, len(run.side_files), *(tip.totals.n_tags for tip in run.tips)
