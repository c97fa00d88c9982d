"""Meshes in a report: every mesh of every step, put together from its parts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.kinds.mesh.query import GeometryParams, geometry, parts_by_name
from sightline.wire.report import KindReport, LoggedValue, Question, items_question


def _tags(run: RunView) -> Mapping[str, str]:
    """The list has meshes by name, with the rows of their vertices."""
    meshes = parts_by_name(run)
    return {name: parts.get("vertices") or next(iter(parts.values())) for name, parts in meshes.items()}


def _value(view: StoreView, value: LoggedValue) -> Iterable[Question]:
    try:
        first = geometry(view, GeometryParams(value.run, value.tag, value.index))
    except LookupError:
        return ()
    where = {"run": value.run, "tag": value.tag, "index": value.index}
    return [Question("geometry", {**where, "part": part}) for part in range(first.metadata["batch"])]


def _logged(run: RunView, value: LoggedValue) -> Iterable[tuple[str, int]]:
    """The parts of a mesh at the value's step: vertices, faces and colors have a tag each."""
    for tag in parts_by_name(run)[value.tag].values():
        steps = run.items(tag, "mesh").step
        yield from ((tag, row) for row in range(len(steps)) if steps[row] == value.step)


REPORT = KindReport(whole=items_question, value=_value, tags=_tags, logged=_logged)
