"""Logged text in brief: the last values, each cut."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np

from sightline.briefs.shapes import Text, TextRow
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.logs.items import decoder

_KIND = "text"


def text(
    view: StoreView, chosen: Sequence[RunView], matches: Callable[[str], bool], *, max_chars: int, limit: int
) -> Text:
    """The last texts by wall time; `limit` in all."""
    places = [
        (float(index.wall_time[row]), int(index.step[row]), run, tag, index.location(row))
        for run in chosen
        for tag in filter(matches, run.series(_KIND))
        for index in [run.items(tag, _KIND)]
        for row in index.without_superseded().tolist()[-limit:]
    ]
    total = sum(run.series(_KIND)[tag].n for run in chosen for tag in filter(matches, run.series(_KIND)))
    places.sort(key=lambda place: place[:2])
    decode = decoder(_KIND)
    rows, n_unreadable = [], 0
    for _, step, run, tag, location in places[-limit:]:
        try:
            whole = "\n".join(map(str, np.ravel(decode(view.read(location))).tolist()))
        except (OSError, ValueError):
            n_unreadable += 1
            continue
        rows.append(TextRow(run=run.name, tag=tag, step=step, chars=len(whole), text=whole[:max_chars]))
    return Text(rows=rows, total=total, hint=f"{n_unreadable} could not be read" if n_unreadable else "")
