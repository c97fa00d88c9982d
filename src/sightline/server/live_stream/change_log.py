"""What moved on in the store since a position, in the words of the live stream."""

from __future__ import annotations

import time
from typing import TYPE_CHECKING

from sightline.server.live_stream.hub import Position

if TYPE_CHECKING:
    from sightline.engine.run_view import RunState
    from sightline.engine.store import RunView, StoreView


class ChangeLog:
    """Follows views one by one; knows since when the lists of runs and tags are as they are."""

    def __init__(self, view: StoreView) -> None:
        self._view = view
        self._signs: dict[int, tuple[object, ...]] = {}
        self._states: dict[int, RunState] = {}
        self._structure_generation = 0
        self.n_touches = 0

    def touch(self) -> None:
        """Say that something beside the store changed: a name, a note, a color."""
        self.n_touches += 1

    def update(self, view: StoreView) -> Position:
        """Take in a newer view; return the position."""
        before, self._view = self._view, view
        signs = {run.id: _sign(run) for run in view.changed_since(before.generation)}
        moved = any(self._signs.get(run_id) != sign for run_id, sign in signs.items())
        self._signs.update(signs)
        if moved or len(before.runs) != len(view.runs):
            self._structure_generation = view.generation
        now = time.time()
        states = {run.id: run.state_at(now) for run in view.runs}
        if states != self._states:
            self._states = states
            self.n_touches += 1
        return Position(view.generation, self.n_touches)

    def runs_since(self, position: Position | None) -> dict[str, int]:
        """Return the runs that grew after a position, by id, and the generation each is at."""
        view = self._view
        changed = view.runs if position is None else view.changed_since(position.generation)
        return {str(run.id): run.generation for run in changed}

    def structure_changed_since(self, position: Position | None) -> bool:
        """Tell whether the lists of runs or tags changed after a position, or a state, name or note."""
        return (
            position is None
            or position.n_touches != self.n_touches
            or self._structure_generation > position.generation
        )


def _sign(run: RunView) -> tuple[object, ...]:
    """What, when it changes, changes lists of runs or tags; cheap: asked for at every commit."""
    return run.parent_id, len(run.side_files), *(tip.n_tags for tip in run.tips)
