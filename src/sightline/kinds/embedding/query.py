"""The queries of the kind embedding."""

from __future__ import annotations

import json
from contextlib import suppress
from typing import Any

import numpy as np
from numpy.typing import NDArray

from sightline.engine.side_files import read_side_file
from sightline.engine.store import StoreView
from sightline.formats.image_header import read_header, too_large
from sightline.formats.media_type import media_type
from sightline.kinds.embedding.columns import MetadataColumn
from sightline.kinds.embedding.compute.approximate import MAX_FOUND
from sightline.kinds.embedding.compute.neighbors import Distances, Indices, nearest_to
from sightline.kinds.embedding.compute.prepared import Rows, Vectors
from sightline.kinds.embedding.computing import Computing, has_approximate_neighbors, has_tsne
from sightline.kinds.embedding.embedding import Embedding
from sightline.kinds.embedding.entries import Entry, Place
from sightline.kinds.embedding.jobs import Jobs
from sightline.kinds.embedding.listing import entries_of, find_entry
from sightline.kinds.embedding.opened import OpenedEmbeddings
from sightline.kinds.embedding.params import (
    EmbeddingParams,
    ListParams,
    MetadataParams,
    NeighborGraphParams,
    NeighborIndexParams,
    NeighborsParams,
    PointSearchParams,
    ProjectionParams,
    VectorsParams,
)
from sightline.kinds.embedding.projection import Projections
from sightline.kinds.embedding.search import search
from sightline.wire.columns import Column, Lists
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError
from sightline.wire.query import Blob, Query

_MAX_VECTORS = 10_000
_MAX_SPRITE_BYTES = 256 << 20
_MAX_BOOKMARKS_BYTES = 64 << 20
_opened = OpenedEmbeddings()
_computing = Computing(Jobs())
_projections = Projections(_opened, _computing)


def _list(view: StoreView, params: ListParams) -> dict[str, Any]:
    """The embeddings of each run; a list that cannot be read is an error of its run."""
    runs = view.runs if params.runs is None else [view.by_id[i] for i in params.runs if i in view.by_id]
    answer: dict[str, Any] = {"generation": view.generation, "embeddings": [], "errors": []}
    answer["installed"] = {"tsne": has_tsne(), "approximate_neighbors": has_approximate_neighbors()}
    for run in runs:
        try:
            answer["embeddings"] += [_described(entry) for entry in entries_of(view, run).values()]
        except LookupError as error:
            answer["errors"].append({"run": run.id, "error": str(error)})
    return answer


def _described(entry: Entry) -> dict[str, Any]:
    _, place = entry.at(None)
    points = dimensions = problem = None
    try:
        points, dimensions = place.source.shape()
    except LookupError as error:
        problem = str(error)
    info = place.info
    return {
        "run": entry.run.id,
        "name": entry.name,
        "tag": entry.tag,
        "source": entry.source,
        "steps": entry.steps,
        "points": points,
        "dimensions": dimensions,
        "has_metadata": place.metadata is not None,
        "has_sprite": info is not None and bool(info.sprite_path),
        "has_bookmarks": info is not None and bool(info.bookmarks_path),
        "problem": problem,
    }


def _open(view: StoreView, params: EmbeddingParams) -> Embedding:
    return _opened.open(view, params.run, params.name, params.step)


def _progress(view: StoreView, params: EmbeddingParams) -> dict[str, Any]:
    reading = _opened.progress(view, params.run, params.name, params.step)
    if reading is None:
        return {"state": "closed", "bytes_done": 0, "bytes_total": 0}
    state = "ready" if reading.ended.is_set() else "reading"
    return {"state": state, "bytes_done": reading.bytes_done, "bytes_total": reading.bytes_total}


def _columns(view: StoreView, params: EmbeddingParams) -> dict[str, Any]:
    entry = find_entry(view, params.run, params.name)
    step, place = entry.at(params.step)
    embedding = _open(view, params)
    metadata = embedding.metadata
    sprite, sprite_notes = _sprite_facts(entry, place, len(embedding))
    return {
        "step": step,
        "points": len(embedding),
        "dimensions": int(embedding.vectors.shape[1]),
        "projected": embedding.n_finite,
        "header": None if metadata is None else metadata.header,
        "columns": [] if metadata is None else [each.summary() for each in metadata.columns.values()],
        "sprite": sprite,
        "notes": embedding.notes + sprite_notes,
    }


def _sprite_facts(entry: Entry, place: Place, n_points: int) -> tuple[dict[str, Any] | None, list[str]]:
    """Size of the picture and of each point's part in it, and what is wrong with it."""
    info = place.info
    if info is None or not info.sprite_path:
        return None, []
    try:
        header = read_header(read_side_file(entry.run, info.sprite_path, max_bytes=_MAX_SPRITE_BYTES))
    except LookupError as error:
        return None, [f"The sprite cannot be read: {error}."]
    if header is None:
        return None, ["The sprite is no picture of a known format."]
    if (problem := too_large(header)) is not None:
        return None, [f"The sprite cannot be shown: {problem}."]
    if info.sprite_size_px is None or min(info.sprite_size_px) < 1:
        return None, [
            "The list gives no size of a point's picture (single_image_dim), so no sprite is shown."
        ]
    width, height = info.sprite_size_px
    n_across, n_down = header.width // width, header.height // height
    facts = {
        "width": header.width,
        "height": header.height,
        "point_width": width,
        "point_height": height,
        "per_row": n_across,
    }
    if n_across * n_down >= n_points:
        return facts, []
    room = _pictures(n_across * n_down)
    return facts if n_across else None, [
        f"The sprite of {header.width:,} × {header.height:,} pixels has room for {room} of "
        f"{width} × {height}, but there are {n_points:,} points."
    ]


def _pictures(n: int) -> str:
    return "1 picture" if n == 1 else f"{n:,} pictures"


def _metadata(view: StoreView, params: MetadataParams) -> Frame:
    embedding = _open(view, params)
    columns = {} if embedding.metadata is None else embedding.metadata.columns
    names = list(columns) if params.columns is None else params.columns
    if unknown := [name for name in names if name not in columns]:
        raise ParamsError(f"columns: there is no column {unknown[0]!r}")
    rows = None if params.points is None else _checked_points(params.points, len(embedding))
    found: dict[str, Column] = {}
    values: dict[str, list[str]] = {}
    for name in names:
        form = _form(columns[name], params.form)
        found[name] = _cells(columns[name], form, rows)
        if form == "codes":
            values[name] = _categories(columns[name])[0]
    return Frame(found, {"points": len(embedding), "values": values})


def _form(column: MetadataColumn, form: str) -> str:
    if form == "auto":
        return {"continuous": "numbers", "categorical": "codes", "text": "text"}[column.type]
    return form


def _categories(column: MetadataColumn) -> tuple[list[str], NDArray[np.int32]]:
    if column.categories is None:
        raise ParamsError(f"column {column.name!r} has too many distinct values to be given as codes")
    return column.categories


def _cells(column: MetadataColumn, form: str, rows: Rows | None) -> Column:
    if form == "numbers":
        if column.numbers is None:
            raise ParamsError(f"column {column.name!r} has cells that are no numbers")
        return column.numbers if rows is None else column.numbers[rows]
    if form == "codes":
        codes: NDArray[np.int32] = _categories(column)[1]
        return codes if rows is None else codes[rows]
    return np.array(column.cells.texts(rows), dtype=object)


def _checked_points(points: tuple[int, ...], n_points: int) -> Rows:
    rows = np.array(points, np.int64)
    if len(rows) and rows.max() >= n_points:
        raise ParamsError(f"points: there are {n_points:,} points, none at {rows.max():,}")
    return rows


def _vectors(view: StoreView, params: VectorsParams) -> Frame:
    if len(params.points) > _MAX_VECTORS:
        raise ParamsError(f"points: at most {_MAX_VECTORS:,} at once")
    embedding = _open(view, params)
    rows = _checked_points(params.points, len(embedding))
    n_dimensions = embedding.vectors.shape[1]
    offsets = np.arange(len(rows) + 1, dtype=np.int64) * n_dimensions
    columns: dict[str, Column] = {
        "point": rows,
        "vector": Lists(offsets, embedding.vectors[rows].reshape(-1)),
    }
    return Frame(columns, {"points": len(embedding), "dimensions": int(n_dimensions)})


def _search(view: StoreView, params: PointSearchParams) -> Frame:
    embedding = _open(view, params)
    found = search(embedding, params.query, params.mode, params.column)
    points = np.flatnonzero(found.mask).astype(np.int32)
    return Frame({"point": points}, {"total": len(points), "complete": found.is_complete})


def _neighbors(view: StoreView, params: NeighborsParams) -> Frame:
    embedding = _open(view, params)
    rows = _checked_points(params.points, len(embedding))
    prepared = embedding.prepared(sphereize=params.sphereize, metric=params.metric)
    finite = embedding.finite_rows
    places = rows if finite is None else np.flatnonzero(np.isin(finite, rows))
    if not len(places):
        raise LookupError("these points contain NaN or infinity, so they have no neighbors")
    middle = prepared.take(places).mean(axis=0, dtype=np.float64)[None, :]
    if params.metric == "cosine":
        middle /= np.linalg.norm(middle) or 1
    indices, distances, is_exact = _nearest(
        embedding, middle.astype(np.float32), params.k + len(places), params
    )
    is_other = ~np.isin(indices[0], places) & (indices[0] >= 0)
    found, distance = indices[0][is_other][: params.k], distances[0][is_other][: params.k]
    points = found if finite is None else finite[found].astype(np.int32)
    return Frame({"point": points, "distance": distance}, {"metric": params.metric, "exact": is_exact})


def _nearest(
    embedding: Embedding, query: Vectors, k: int, params: NeighborsParams
) -> tuple[Indices, Distances, bool]:
    """The k nearest points of one query, and whether all points were compared for that."""
    prepared = embedding.prepared(sphereize=params.sphereize, metric=params.metric)
    index = None
    if k <= MAX_FOUND:
        index = _computing.index(embedding, sphereize=params.sphereize, metric=params.metric)
    if index is not None:
        with suppress(LookupError):
            return *index.nearest_to(prepared, query, k), False
    return *nearest_to(prepared, query, k, params.metric), True


def _neighbor_index(view: StoreView, params: NeighborIndexParams) -> dict[str, Any]:
    embedding = _open(view, params)
    about = _computing.index_state(embedding, sphereize=params.sphereize, metric=params.metric)
    facts = {name: about.get(name) for name in ("iteration", "error")}
    return {"state": about["state"], **facts, "iterations": embedding.n_finite}


def _projection(view: StoreView, params: ProjectionParams) -> Frame:
    embedding = _open(view, params)
    made = _projections.project(view, params)
    columns: dict[str, Column] = {
        axis: np.ascontiguousarray(made.coordinates[:, place])
        for place, axis in enumerate("xyz"[: params.dimensions])
    }
    facts = {"method": params.method, "points": len(embedding), "projected": embedding.n_finite}
    return Frame(columns, facts | made.about)


def _cancel(view: StoreView, params: ProjectionParams) -> dict[str, Any]:
    return {"cancelled": _projections.cancel(view, params)}


def _quality(view: StoreView, params: ProjectionParams) -> dict[str, Any]:
    quality = _projections.quality(view, params)
    if quality is None:
        return {"state": "running"}
    facts = {"kept": quality.kept, "k": quality.k, "compared": quality.n_compared}
    return {"state": "done", **facts, "points": _open(view, params).n_finite}


def _knn(view: StoreView, params: NeighborGraphParams) -> Frame:
    embedding = _open(view, params)
    result = _computing.neighbor_graph(embedding, params)
    if result.about["state"] != "done":
        empty = np.empty(0, np.int32)
        return Frame({"point": empty, "neighbor": empty, "distance": np.empty(0, np.float32)}, result.about)
    rows = np.arange(len(embedding)) if embedding.finite_rows is None else embedding.finite_rows
    indices, distances = result.arrays["neighbor"], result.arrays["distance"]
    columns: dict[str, Column] = {
        "point": np.repeat(rows.astype(np.int32), indices.shape[1]),
        "neighbor": rows[indices.reshape(-1)].astype(np.int32),
        "distance": distances.reshape(-1),
    }
    return Frame(columns, {**result.about, "k": int(indices.shape[1])})


def _sprite(view: StoreView, params: EmbeddingParams) -> Blob:
    entry = find_entry(view, params.run, params.name)
    info = entry.at(params.step)[1].info
    if info is None or not info.sprite_path:
        raise LookupError(f"embedding {params.name!r} has no sprite")
    data = read_side_file(entry.run, info.sprite_path, max_bytes=_MAX_SPRITE_BYTES)
    if (problem := too_large(read_header(data))) is not None:
        raise LookupError(problem)
    return Blob(data, media_type(data))


def _bookmarks(view: StoreView, params: EmbeddingParams) -> list[Any]:
    """The saved views as TensorBoard's page stored them."""
    entry = find_entry(view, params.run, params.name)
    info = entry.at(params.step)[1].info
    if info is None or not info.bookmarks_path:
        return []
    data = read_side_file(entry.run, info.bookmarks_path, max_bytes=_MAX_BOOKMARKS_BYTES)
    try:
        found = json.loads(data)
    except (ValueError, RecursionError) as error:
        raise LookupError(f"{info.bookmarks_path} is not JSON: {error}") from error
    return found if isinstance(found, list) else [found]


QUERIES: dict[str, Query[Any]] = {
    "bookmarks": Query(EmbeddingParams, _bookmarks, "json"),
    "cancel": Query(ProjectionParams, _cancel, "json", cached=False),
    "columns": Query(EmbeddingParams, _columns, "json"),
    "knn": Query(NeighborGraphParams, _knn, cached=False),
    "list": Query(ListParams, _list, "json"),
    "metadata": Query(MetadataParams, _metadata),
    "neighbor_index": Query(NeighborIndexParams, _neighbor_index, "json", cached=False),
    "neighbors": Query(NeighborsParams, _neighbors, cached=False),
    "progress": Query(EmbeddingParams, _progress, "json", cached=False),
    "projection": Query(ProjectionParams, _projection, cached=False),
    "quality": Query(ProjectionParams, _quality, "json", cached=False),
    "search": Query(PointSearchParams, _search),
    "sprite": Query(EmbeddingParams, _sprite, "blob"),
    "vectors": Query(VectorsParams, _vectors),
}
