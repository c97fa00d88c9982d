"""Embeddings of runs: the list of the projector's files, the vectors as columns, each file as it is."""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, Any, Literal

import numpy as np
from msgspec import Meta

from sightline.engine.run_view import RunView
from sightline.engine.side_files import read_side_file
from sightline.engine.store import StoreView
from sightline.formats.image_header import read_header, too_large
from sightline.formats.media_type import media_type
from sightline.kinds.embedding.decode import EmbeddingInfo, decode_config, read_vectors
from sightline.wire.columns import Column, Lists
from sightline.wire.frame import Frame
from sightline.wire.params import Params
from sightline.wire.query import Blob, Query

MAX_FILE_BYTES = 256 << 20
MAX_LIST_BYTES = 4 << 20
MAX_POINTS = 200_000
_PATHS: dict[str, Callable[[EmbeddingInfo], str]] = {
    "vectors": lambda info: info.tensor_path,
    "labels": lambda info: info.metadata_path,
    "sprite": lambda info: info.sprite_path,
    "bookmarks": lambda info: info.bookmarks_path,
}


class ListParams(Params, frozen=True):
    """Whose embeddings; null means all runs."""

    runs: tuple[int, ...] | None = None


class OneParams(Params, frozen=True):
    """One embedding: its run and its place in that run's list."""

    run: int
    index: int = 0


class EmbeddingFileParams(OneParams, frozen=True):
    """One of its files."""

    part: Literal["vectors", "labels", "sprite", "bookmarks"] = "vectors"


class VectorsParams(OneParams, frozen=True):
    """Its vectors, at most so many of them."""

    max_points: Annotated[int, Meta(ge=1, le=MAX_POINTS)] = 10_000


def listed(view: StoreView, params: ListParams) -> dict[str, Any]:
    """The entries of each run's list; a list that cannot be read is an error of its run."""
    runs = view.runs if params.runs is None else [view.by_id[i] for i in params.runs if i in view.by_id]
    answer: dict[str, Any] = {"generation": view.generation, "embeddings": [], "errors": []}
    for run in runs:
        try:
            infos = _infos(run)
        except LookupError as error:
            answer["errors"].append({"run": run.id, "error": str(error)})
            continue
        answer["embeddings"] += [_entry(run, index, info) for index, info in enumerate(infos)]
    return answer


def vectors(view: StoreView, params: VectorsParams) -> Frame:
    """A list of numbers for each point; evenly chosen points where there are more than `max_points`."""
    run, info = _find(view, params)
    try:
        points = read_vectors(info, lambda path: read_side_file(run, path, max_bytes=MAX_FILE_BYTES))
    except ValueError as error:
        raise LookupError(str(error)) from error
    total, n_dimensions = points.shape
    rows = np.arange(total)
    if total > params.max_points:
        rows = np.linspace(0, total - 1, params.max_points).round().astype(np.int64)
    offsets = np.arange(len(rows) + 1, dtype=np.int64) * n_dimensions
    columns: dict[str, Column] = {"point": rows, "vector": Lists(offsets, points[rows].reshape(-1))}
    return Frame(columns, {"generation": view.generation, "name": info.name, "total": total})


def file(view: StoreView, params: EmbeddingFileParams) -> Blob:
    """The file as it is; only pictures have a type of their own."""
    run, info = _find(view, params)
    path = _PATHS[params.part](info)
    if not path:
        raise LookupError(f"embedding {info.name!r} has no {params.part}")
    data = read_side_file(run, path, max_bytes=MAX_FILE_BYTES)
    if params.part == "sprite" and (problem := too_large(read_header(data))) is not None:
        raise LookupError(problem)
    text = "text/plain; charset=utf-8"
    return Blob(data, text if params.part in ("labels", "bookmarks") else media_type(data))


def _find(view: StoreView, params: OneParams) -> tuple[RunView, EmbeddingInfo]:
    run = view.by_id.get(params.run)
    infos = [] if run is None else _infos(run)
    if run is None or not 0 <= params.index < len(infos):
        raise LookupError(f"run {params.run} has {len(infos)} embeddings, none at {params.index}")
    return run, infos[params.index]


def _infos(run: RunView) -> list[EmbeddingInfo]:
    infos: list[EmbeddingInfo] = []
    for side_file in run.side_files:
        if side_file.kind == "embedding":
            data = read_side_file(run, side_file, max_bytes=MAX_LIST_BYTES)
            try:
                infos += decode_config(data)
            except ValueError as error:
                raise LookupError(str(error)) from error
    return infos


def _entry(run: RunView, index: int, info: EmbeddingInfo) -> dict[str, Any]:
    return {
        "run": run.id,
        "index": index,
        "name": info.name,
        "shape": list(info.tensor_shape),
        "parts": [part for part, path in _PATHS.items() if path(info)],
        "sprite_size_px": info.sprite_size_px,
    }


QUERIES: dict[str, Query[Any]] = {
    "item": Query(EmbeddingFileParams, file, "blob"),
    "list": Query(ListParams, listed, "json"),
    "vectors": Query(VectorsParams, vectors),
}
