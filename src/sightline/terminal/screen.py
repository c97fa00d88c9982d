"""The whole screen: a heading, charts, the table of runs, notices and keys, in whatever size there is."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sightline.briefs.directions import importance
from sightline.briefs.notices import STALLED_AFTER_SECS, duration, notices
from sightline.briefs.runs import plans
from sightline.engine.filter import FilterError
from sightline.terminal.cells import Cells
from sightline.terminal.chart import Curve, Place, draw_chart
from sightline.terminal.choices import KEYS, SMOOTHING, SORTS, Choices
from sightline.terminal.figures import cut
from sightline.terminal.groups import in_groups
from sightline.terminal.rows import Row, in_order, rows
from sightline.terminal.table import color, draw_table

if TYPE_CHECKING:
    from sightline.briefs.shapes import NoticeRow
    from sightline.engine.run_view import RunView
    from sightline.engine.store import StoreView

_DIM = "bright_black"
_SIGNS = {
    "failed": ("✕", "red"),
    "nan": ("◆", "red"),
    "stalled": ("○", "yellow"),
    "damage": ("┄", "yellow"),
}
_MAX_CURVES = 12
_TWO_CHARTS_WIDTH = 96
_N_NOTICES = 3
_NOTICES_SECS = 10.0


def draw(view: StoreView, title: str, choices: Choices, width: int, height: int, now: float) -> Cells:
    """Draw everything; the choices learn which tags and runs there are."""
    cells = Cells(width, height)
    runs = _chosen(view, choices)
    trainings = [run for run in view.runs if run.parent_id is None]
    choices.tags = _tags(trainings)
    if choices.tag not in choices.tags:
        choices.tag = choices.tags[0] if choices.tags else None
    shown_tags = _shown_tags(choices)
    colors = {run.id: place for place, run in enumerate(trainings)}
    found = rows(
        runs,
        shown_tags,
        plans(view),
        now,
        stalled_after_secs=STALLED_AFTER_SECS,
        colors=colors,
        step=choices.step,
    )
    if choices.is_grouped:
        found = in_groups(found)
    found = in_order(found, SORTS[choices.sort], choices.tag)
    choices.runs = [row.name for row in found]
    choices.last_steps = [row.step for row in found]
    choices.move(0)
    _heading(cells, title, found, len(trainings), now)
    if choices.help:
        _help(cells)
    elif not trainings:
        cells.put(2, 2, "No event files yet; runs appear as soon as they are logged.", _DIM)
    else:
        _body(cells, view, found, shown_tags, choices, now)
    _keys(cells, choices)
    return cells


def _chosen(view: StoreView, choices: Choices) -> list[RunView]:
    from sightline.engine.facts import select
    from sightline.logs.logs import fact_sources

    runs: Sequence[RunView] = view.runs
    if choices.filter:
        try:
            runs = select(choices.filter, fact_sources(view))
        except FilterError as error:
            choices.message, choices.filter = f"{choices.filter}: {error}", ""
    return [run for run in runs if run.parent_id is None]


def _tags(runs: Sequence[RunView]) -> list[str]:
    counts = Counter(tag for run in runs for tag in run.series("scalar"))
    return sorted(counts, key=lambda tag: (-importance(tag), -counts[tag], tag))


def _shown_tags(choices: Choices) -> list[str]:
    if choices.tag is None:
        return []
    place = choices.tags.index(choices.tag)
    return [choices.tags[(place + i) % len(choices.tags)] for i in range(min(2, len(choices.tags)))]


def _heading(cells: Cells, title: str, found: Sequence[Row], n_runs: int, now: float) -> None:
    marks = Counter(row.mark for row in found)
    ages = [row.age_secs for row in found if row.age_secs is not None]
    n_found = sum(len(row.members) for row in found)
    parts = [f"{n_found} of {n_runs} runs" if n_found != n_runs else f"{n_runs} runs"]
    parts += [
        f"{marks[mark]} {name}"
        for mark, name in (("live", "live"), ("failed", "failed"), ("nan", "NaN"), ("stalled", "stalled"))
        if marks[mark]
    ]
    parts += [f"newest {duration(min(ages))} ago"] if ages else []
    cells.fill(0, " ", "reverse")
    cells.put(0, 1, f"sightline watch {cut(title, max(8, cells.width // 3))}", "bold reverse")
    cells.put(0, min(cells.width // 3 + 19, len(title) + 20), " · ".join(parts), "reverse")
    cells.put_right(0, cells.width - 1, time.strftime(" %H:%M:%S", time.localtime(now)), "reverse")


def _body(
    cells: Cells, view: StoreView, found: Sequence[Row], tags: Sequence[str], choices: Choices, now: float
) -> None:
    top, bottom = 2, cells.height - 2
    listed = _current_notices(view, found, choices, now) if cells.height >= 24 else []
    if listed:
        bottom -= len(listed) + 2
        _notices(cells, bottom + 2, listed)  # below a blank line
    chart_height = max(8, min(24, (bottom - top) * 45 // 100)) if cells.height >= 18 and tags else 0
    if chart_height:
        _charts(cells, top, chart_height, found, tags, choices)
        top += chart_height + 1
    draw_table(cells, top, bottom - top, found, tags, choices)


def _current_notices(view: StoreView, found: Sequence[Row], choices: Choices, now: float) -> list[NoticeRow]:
    """The worst notices, found anew every few seconds: they take longer than all the rest."""
    if now - choices.notices_at > _NOTICES_SECS:
        choices.notices, choices.notices_at = notices(view, _members(found), now), now
    names = {run.name for run in _members(found)}
    return [each for each in choices.notices if each.run in names][:_N_NOTICES]


def _members(found: Sequence[Row]) -> list[RunView]:
    return [run for row in found for run in row.members]


def _charts(
    cells: Cells, y: int, height: int, found: Sequence[Row], tags: Sequence[str], choices: Choices
) -> None:
    shown = [row for row in found if choices.is_shown(row.name)][:_MAX_CURVES]
    # The best run and the one under the cursor lie above the others.
    shown.sort(key=lambda row: row.name == choices.run)
    below = [row for row in reversed(shown) if row.name != choices.run]
    above = [row for row in shown if row.name == choices.run]
    curves = [Curve(run, color(row)) for row in (*below, *above) for run in row.members]
    n_charts = min(2 if cells.width >= _TWO_CHARTS_WIDTH else 1, len(tags))
    width = (cells.width - 4 * (n_charts - 1)) // n_charts
    for place, tag in enumerate(tags[:n_charts]):
        where = Place(y, place * (width + 4), width, height)
        draw_chart(
            cells,
            where,
            tag,
            curves,
            smoothing=SMOOTHING[choices.smoothing],
            log_y=choices.log_y,
            step=choices.step,
        )


def _notices(cells: Cells, y: int, listed: Sequence[NoticeRow]) -> None:
    cells.put(y - 1, 0, "Notices", "bold")
    for place, each in enumerate(listed):
        sign, style = _SIGNS.get(each.rule, ("·", _DIM))
        cells.put(y + place, 0, sign, style)
        if each.wall_time is not None:
            cells.put(y + place, 2, time.strftime("%H:%M", time.localtime(each.wall_time)), _DIM)
        cells.put(y + place, 9, cut(each.run, 28))
        cells.put(y + place, 39, each.message, _DIM)


def _help(cells: Cells) -> None:
    for place, (key, _, sentence) in enumerate(KEYS):
        cells.put(2 + place, 2, key, "bold")
        cells.put(2 + place, 10, sentence)


def _keys(cells: Cells, choices: Choices) -> None:
    y = cells.height - 1
    if choices.typed is not None:
        cells.put(y, 0, f"filter: {choices.typed}", "bold")
        cells.put(y, 8 + len(choices.typed), "█")
        return
    if choices.message:
        cells.put(y, 0, choices.message, "red")
        return
    x = 0
    if choices.filter:
        label = f"filter: {cut(choices.filter, 30)}   "
        cells.put(y, 0, label, "yellow")
        x = len(label)
    for key, name, _ in KEYS:
        if x + len(key) + len(name) + 4 > cells.width:
            return
        cells.put(y, x, key, "bold")
        cells.put(y, x + len(key) + 1, name, _DIM)
        x += len(key) + len(name) + 4
