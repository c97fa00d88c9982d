"""Meshes by step: the list by name, and one mesh put together from its logged parts."""

from __future__ import annotations

from typing import Annotated, Any

import numpy as np
from msgspec import Meta
from msgspec.structs import replace

from sightline.engine.items import ItemIndex
from sightline.engine.run_view import RunView
from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.kinds.items import (
    Found,
    ItemParams,
    ItemsParams,
    find,
    items_query,
    part_of,
    read,
    steps_query,
)
from sightline.kinds.mesh.decode import MeshPart, decode, decode_content
from sightline.kinds.mesh.geometry import drawable
from sightline.wire.columns import Column, Dictionary, Lists
from sightline.wire.frame import Frame
from sightline.wire.query import Query

MAX_POINTS = 2_000_000
_LOGGED = items_query("mesh")


class GeometryParams(ItemParams, frozen=True):
    """One mesh by its name (`tag`, or that of one of its parts), of at most so many points or faces.

    `part` is its place in the batch.
    """

    max_points: Annotated[int, Meta(ge=1, le=MAX_POINTS)] = 500_000


def parts_by_name(run: RunView) -> dict[str, dict[str, str]]:
    """The meshes of a run: name → part ("vertices", "faces", "colors") → the tag of that part."""
    meshes: dict[str, dict[str, str]] = {}
    for tag, info in run.series("mesh").items():
        try:
            content = decode_content(info.meta.plugin_content)
            name, part = content.name or tag, content.part
        except ValueError:
            name, part = tag, "vertices"  # listed all the same: reading it reports what is wrong
        meshes.setdefault(name, {}).setdefault(part, tag)
    return meshes


def items(view: StoreView, params: ItemsParams) -> Frame:
    """The list of a mesh's vertices, under the name of the mesh."""
    names = {
        (run.id, parts.get("vertices") or next(iter(parts.values()))): name
        for run in view.runs
        for name, parts in parts_by_name(run).items()
        if params.tags is None or name in params.tags
    }
    tags = tuple(dict.fromkeys(tag for _, tag in names))
    logged = _LOGGED.run(view, replace(params, tags=tags))
    keys = list(zip(logged["run"].tolist(), logged["tag"].tolist(), strict=True))
    is_vertices = np.array([key in names for key in keys], np.bool_)
    columns: dict[str, Column] = {name: logged[name][is_vertices] for name in logged if name != "tag"}
    columns["tag"] = Dictionary.of([names[key] for key in keys if key in names])
    return Frame(columns, logged.metadata)


def geometry(view: StoreView, params: GeometryParams) -> Frame:
    """One row: lists of coordinates, corners and colors, three numbers each; the metadata has the rest.

    `index` has the logged place of each point, and is empty where none was left out.
    """
    run = view.by_id.get(params.run)
    tags = _parts(run, params.tag) if run else {}
    if run is None or "vertices" not in tags:
        raise LookupError(f"run {params.run} has no vertices of a mesh {params.tag!r}")
    found = find(view, "mesh", replace(params, tag=tags["vertices"]))
    logged = read(view, found, decode)
    notes: list[str] = []
    faces, colors = (_beside(view, run, found, name, tags, notes) for name in ("faces", "colors"))
    places = range(len(logged.array))
    part = part_of(places, params.part)
    drawn = drawable(logged.array[part], _nth(faces, part), _nth(colors, part), params.max_points)
    columns: dict[str, Column] = {
        "position": _one_list(drawn.vertices, np.float32),
        "face": _one_list(drawn.faces, np.uint32),
        "color": _one_list(drawn.colors, np.uint8),
        "index": _one_list(drawn.indices, np.uint32),
    }
    facts = {
        "generation": view.generation, **found.where(), "batch": len(places), "config": logged.config,
        "n_vertices": logged.array.shape[1], "n_faces": 0 if faces is None else faces.shape[1],
        "notes": notes + drawn.notes,
    }  # fmt: skip
    return Frame(columns, facts)


def _parts(run: RunView, name: str) -> dict[str, str]:
    """The tags of a mesh, by its name or by the tag of one of its parts."""
    meshes = parts_by_name(run)
    return meshes.get(name) or next((parts for parts in meshes.values() if name in parts.values()), {})


def _beside(
    view: StoreView, run: RunView, found: Found, name: str, tags: dict[str, str], notes: list[str]
) -> Array | None:
    """The part logged with the vertices; where their step has none, the latest one before."""
    if name not in tags:
        return None
    index = run.items(tags[name], "mesh")
    row = _row_beside(index, found)
    if row is None:
        notes.append(f"there are no {name} of this step")
        return None
    step = int(index.step[row])
    if step != found.index.step[found.row]:
        notes.append(f"the {name} are those of step {step:,}")
    try:
        part: MeshPart = read(view, Found(index, row), decode)
    except LookupError as error:
        notes.append(f"the {name} are left out: {error}")
        return None
    return part.array


def _row_beside(index: ItemIndex, found: Found) -> int | None:
    rows = index.without_superseded()
    step, wall_time = found.index.step[found.row], found.index.wall_time[found.row]
    same = rows[index.step[rows] == step]
    if len(same):
        return int(same[np.argmin(np.abs(index.wall_time[same] - wall_time))])
    before = rows[index.step[rows] < step]
    return int(before[np.argmax(index.step[before])]) if len(before) else None


def _nth(array: Array | None, place: int) -> Array | None:
    return array[place] if array is not None and place < len(array) else None


def _one_list(array: Array | None, dtype: Any) -> Lists:
    flat = np.empty(0, dtype) if array is None else array.astype(dtype).reshape(-1)
    return Lists(np.array([0, len(flat)], np.int64), flat)


QUERIES: dict[str, Query[Any]] = {
    "geometry": Query(GeometryParams, geometry),
    "items": Query(ItemsParams, items),
    "steps": steps_query("mesh"),
}
