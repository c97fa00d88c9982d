"""The list of runs as columns: a seventh of the bytes of its JSON, for pages that show thousands of them.

What every run has is a column. What few have, notes among them, is JSON in the metadata under `rare`, by row;
`usual` is what all others have in its place.
"""

from __future__ import annotations

from operator import attrgetter
from typing import TYPE_CHECKING, Any

import msgspec
import numpy as np
from numpy.typing import NDArray

from sightline.engine.notes import NO_NOTES
from sightline.server.schema.shapes import Run
from sightline.wire.columns import Dictionary, narrow
from sightline.wire.frame import Frame

if TYPE_CHECKING:
    from collections.abc import Sequence

    from sightline.server.schema.shapes import RunsAnswer

# Counts, and numbers that may be missing: NaN stands for none, since no run has a NaN there.
_COUNTS = ("id", "generation", "n_points", "n_bytes", "restarts")
_NUMBERS = ("start_time", "last_time", "last_step", "parent")
# Of few distinct values: a column has their places in a list of the metadata.
_CHOICES = ("root", "state")
_ALWAYS = (*_COUNTS, *_NUMBERS, *_CHOICES, "name")
_RARE = tuple(name for name in Run.__struct_fields__ if name not in _ALWAYS)
_USUAL = tuple(getattr(NO_NOTES, name, None) for name in _RARE)


def runs_frame(answer: RunsAnswer) -> Frame:
    """Return the answer to `GET runs` as columns."""
    runs = answer.runs
    choices = {name: Dictionary.of(_column(runs, name)) for name in _CHOICES}
    columns: dict[str, Any] = {
        name: narrow(np.fromiter(map(attrgetter(name), runs), np.int64, len(runs))) for name in _COUNTS
    }
    columns |= {name: np.array(_column(runs, name), np.float64) for name in _NUMBERS}
    columns |= {name: narrow(choice.codes) for name, choice in choices.items()}
    columns["name"] = _texts(_column(runs, "name"))
    rare = attrgetter(*_RARE)
    rare_fields = {str(row): _rare_fields(run) for row, run in enumerate(runs) if rare(run) != _USUAL}
    return Frame(
        columns,
        {
            "generation": answer.generation,
            **{name: list(choice.values) for name, choice in choices.items()},
            "usual": {**dict.fromkeys(_ALWAYS), **dict(zip(_RARE, _USUAL, strict=True))},
            "rare": msgspec.json.decode(msgspec.json.encode(rare_fields)),  # as in the JSON of the list
        },
    )


def _column(runs: Sequence[Run], name: str) -> list[Any]:
    return [getattr(run, name) for run in runs]


def _texts(texts: Sequence[str]) -> NDArray[np.object_]:
    column = np.empty(len(texts), object)
    column[:] = texts
    return column


def _rare_fields(run: Run) -> dict[str, Any]:
    fields = zip(_RARE, _USUAL, strict=True)
    return {name: value for name, usual in fields if (value := getattr(run, name)) != usual}
