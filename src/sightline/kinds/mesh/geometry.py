"""A mesh as logged → what can be drawn of it, within bounds, and sentences on what was left out."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np

from sightline.formats.arrays import Array


@dataclass(frozen=True)
class Geometry:
    """Finite points (n, 3), triangles between them (None: a cloud of points) and a color for each point.

    `indices` has the place of each point among those logged; None where all of them are here.
    """

    vertices: Array
    faces: Array | None
    colors: Array | None
    indices: Array | None = None
    notes: list[str] = field(default_factory=list)


def drawable(vertices: Array, faces: Array | None, colors: Array | None, most: int) -> Geometry:
    """What can be drawn of one mesh, of at most `most` faces, or points where it has none."""
    notes: list[str] = []
    finite: Array = np.all(np.isfinite(vertices), axis=1)
    if not finite.all():
        notes.append(f"{_of(int((~finite).sum()), len(finite))} vertices are not finite and are left out")
    if colors is not None and len(colors) != len(vertices):
        notes.append(f"colors are for {len(colors):,} vertices, not {len(vertices):,}: left out")
        colors = None
    whole = None if faces is None or not len(faces) else _whole_faces(faces, finite, notes)
    if whole is not None and not len(whole):
        notes.append("no face is left: shown as points")
        whole = None
    if whole is None:
        used = _thinned(np.flatnonzero(finite), most, "points", notes)
        return _of_vertices(vertices, used, None, colors, notes)
    shown = _thinned(whole, most, "faces", notes)
    used = (
        np.flatnonzero(finite) if len(vertices) <= 3 * most and len(shown) == len(whole) else np.unique(shown)
    )
    triangles = np.searchsorted(used, shown).astype(np.uint32)
    return _of_vertices(vertices, used, triangles, colors, notes)


def _of_vertices(
    vertices: Array, used: Array, faces: Array | None, colors: Array | None, notes: list[str]
) -> Geometry:
    return Geometry(
        vertices[used],
        faces,
        None if colors is None else colors[used],
        None if len(used) == len(vertices) else used,
        notes,
    )


def _whole_faces(faces: Array, finite: Array, notes: list[str]) -> Array:
    known = ((faces >= 0) & (faces < len(finite))).all(axis=1)
    if not known.all():
        notes.append(f"{_of(int((~known).sum()), len(faces))} faces point at no vertex and are left out")
    faces = faces[known]
    whole: Array = faces[finite[faces].all(axis=1)]
    if len(whole) < len(faces):
        notes.append(
            f"{_of(len(faces) - len(whole), len(faces))} faces have a corner that is not finite: left out"
        )
    return whole


def _thinned(rows: Array, most: int, what: str, notes: list[str]) -> Array:
    if len(rows) <= most:
        return rows
    notes.append(f"{_of(most, len(rows))} {what} are shown, evenly chosen")
    chosen: Array = rows[np.linspace(0, len(rows) - 1, most).round().astype(np.int64)]
    return chosen


def _of(some: int, all_: int) -> str:
    return f"{some:,} of {all_:,}"
