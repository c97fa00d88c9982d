"""Finds the session of a run, and so its hyperparameters, for filters and groups."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from sightline.engine.filter import Value
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.hparams.sessions import Part, Session, sessions_of
from sightline.kinds.hparams.sources import session_record


def session_of(view: StoreView, run: RunView) -> Session:
    """The session that the run is, or is a part of; a run of none stands alone."""
    if "hparams.by_run" not in view.cache:
        view.cache["hparams.by_run"] = {
            part.run.id: each for each in sessions_of(view) for part in each.parts
        }
    found: Session | None = view.cache["hparams.by_run"].get(run.id)
    return found or Session(run, (Part("", run),), session_record(view, run))


def hparams_of(view: StoreView) -> Callable[[RunView], Mapping[str, Value]]:
    """A look-up of a run's hyperparameters; parts of a training have those of the training."""

    def look_up(run: RunView) -> Mapping[str, Value]:
        hparams = session_of(view, run).record.hparams
        return {key: value for key, value in hparams.items() if value is not None}

    return look_up
