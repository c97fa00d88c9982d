"""The logs by plugin name and data class, as columns: what the data provider of hosted plugins asks for.

Answers are down-sampled to the number of points that the plugin asked for, so that no plugin can make the
server send more than it wants to see.
"""

from __future__ import annotations

import base64
import math
from collections.abc import Iterator, Sequence
from typing import Annotated, Any, Literal

import msgspec
import numpy as np
from msgspec import Meta

from sightline import _native
from sightline.engine.nonfinite import ALL_FINITE
from sightline.engine.store import StoreView
from sightline.formats.arrays import Array
from sightline.kinds.scalar_facts import Picked, gather
from sightline.tensorboard.logged_series import LoggedSeries, listed, logged_runs, plugins_with_data
from sightline.tensorboard.logged_values import blob, blobs, max_blobs, spread, tensors
from sightline.tensorboard.request import ApiError
from sightline.tensorboard.run_start import by_start
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame
from sightline.wire.params import Params, ParamsError
from sightline.wire.query import Blob, Query

DataClass = Literal["scalar", "tensor", "blob_sequence"]
# A bucket shows its first, last, lowest and highest point, and one of each sort that is not finite.
_FINITE_PER_BUCKET, _ALL_PER_BUCKET = 4, 7


class NoChoiceParams(Params, frozen=True):
    """Nothing to choose."""


class LastPointsParams(Params, frozen=True):
    """Series of a plugin; of some runs and tags where given."""

    plugin: str
    runs: tuple[str, ...] | None = None
    tags: tuple[str, ...] | None = None


class LoggedSeriesParams(LastPointsParams, frozen=True):
    """Which data class is listed."""

    data_class: DataClass = "scalar"


class LoggedPointsParams(LastPointsParams, frozen=True):
    """How many points of each series at most; the last one is always among them."""

    most: Annotated[int, Meta(ge=0, le=10_000_000)] = 1000


class LoggedBlobParams(Params, frozen=True):
    """The key of one byte string."""

    key: str


def _found(view: StoreView, params: LastPointsParams, data_class: str) -> list[LoggedSeries]:
    runs, tags = params.runs and set(params.runs), params.tags and set(params.tags)
    return [
        series
        for run, by_tag in listed(view, params.plugin, data_class).items()
        if params.runs is None or run in (runs or ())
        for tag, series in by_tag.items()
        if params.tags is None or tag in (tags or ())
    ]


def plugins(view: StoreView, _params: NoChoiceParams) -> list[str]:
    """The names of all plugins that something was logged for."""
    return sorted(plugins_with_data(view))


def runs(view: StoreView, _params: NoChoiceParams) -> list[dict[str, Any]]:
    """The runs by the time of their first event."""
    found = sorted((by_start(run) for run in logged_runs(view)), key=lambda pair: pair)
    return [{"name": name, "start": start if math.isfinite(start) else None} for start, name in found]


def series(view: StoreView, params: LoggedSeriesParams) -> Frame:
    """The series of a plugin, a row for each, with the metadata of their first value."""
    found = _found(view, params, params.data_class)
    is_blobs = params.data_class == "blob_sequence"
    return Frame(
        {
            "run": Dictionary.of([each.run.name for each in found]),
            "tag": Dictionary.of([each.tag for each in found]),
            "max_step": np.array([each.info.last_step or 0 for each in found], np.int64),
            "max_wall_time": np.array([each.info.last_wall_time or 0.0 for each in found], np.float64),
            "max_length": np.array([max_blobs(view, each) if is_blobs else 1 for each in found], np.int64),
            "content": Dictionary.of([base64.b64encode(each.content).decode() for each in found]),
            "display_name": Dictionary.of([each.display_name for each in found]),
            "description": Dictionary.of([each.description for each in found]),
        }
    )


def scalars(view: StoreView, params: LoggedPointsParams) -> Frame:
    """The points of scalars, series after series; the metadata has run, tag and length of each."""
    found = _found(view, params, "scalar")
    parts = list(_sampled(found, params.most))
    lengths = [len(steps) for steps, _, _ in parts]
    names = ("step", "wall_time", "value")
    kinds = (np.int64, np.float64, np.float64)
    columns = {
        name: np.concatenate([part[at].astype(kind) for part in parts]) if parts else np.array([], kind)
        for at, (name, kind) in enumerate(zip(names, kinds, strict=True))
    }
    return Frame(columns, {"series": _described(found, lengths)})


def _described(found: Sequence[LoggedSeries], lengths: Sequence[int]) -> list[list[Any]]:
    return [[each.run.name, each.tag, n] for each, n in zip(found, lengths, strict=True)]


def _sampled(found: Sequence[LoggedSeries], most: int) -> Iterator[tuple[Any, Any, Any]]:
    """Steps, times and values of each series, lows and highs kept."""
    for each in found:
        columns = gather([Picked(each.run, each.info.tag)], superseded=False)
        shown = _native.view(columns, n_buckets=max(1, _n_buckets(each, most)))
        # Where steps go back a bucket is shown several times.
        rows = spread(len(shown["step"]), most)
        yield shown["step"][rows], shown["wall_time"][rows], shown["value"][rows]


def _n_buckets(series: LoggedSeries, most: int) -> int:
    """As many as show at `most` so many points."""
    if series.info.n <= most:
        return most
    return most // (_FINITE_PER_BUCKET if series.info.nonfinite == ALL_FINITE else _ALL_PER_BUCKET)


def last_scalars(view: StoreView, params: LastPointsParams) -> Frame:
    """The newest point of each scalar."""
    found = _found(view, params, "scalar")
    return Frame(
        {
            "run": Dictionary.of([each.run.name for each in found]),
            "tag": Dictionary.of([each.tag for each in found]),
            "step": np.array([each.info.last_step or 0 for each in found], np.int64),
            "wall_time": np.array([each.info.last_wall_time or 0.0 for each in found], np.float64),
            "value": np.array([each.info.last_value for each in found], np.float64),
        }
    )


def tensor_values(view: StoreView, params: LoggedPointsParams) -> Blob:
    """The values of tensors as MessagePack: run, tag and [step, time, type, shape, bytes] of each value."""
    answer = [
        (
            each.run.name,
            each.tag,
            [
                (value.step, value.wall_time, *_packed(value.array))
                for value in tensors(view, each, params.most)
            ],
        )
        for each in _found(view, params, "tensor")
    ]
    return Blob(msgspec.msgpack.encode(answer), "application/msgpack")


def _packed(array: Array) -> tuple[str, tuple[int, ...], bytes | list[bytes]]:
    if array.dtype == object:
        return "object", array.shape, array.reshape(-1).tolist()
    little = array.astype(array.dtype.newbyteorder("<"))
    return little.dtype.str, array.shape, little.tobytes()


def blob_keys(view: StoreView, params: LoggedPointsParams) -> list[list[Any]]:
    """Run, tag and [step, time, keys] of each value of sequences of byte strings."""
    return [
        [each.run.name, each.tag, [values[at] for at in spread(len(values), params.most)]]
        for each in _found(view, params, "blob_sequence")
        for values in [blobs(view, each, "")]
    ]


def one_blob(view: StoreView, params: LoggedBlobParams) -> Blob:
    """One byte string by its key."""
    try:
        return Blob(blob(view, params.key), "application/octet-stream")
    except ApiError as error:
        raise (LookupError if error.status == 404 else ParamsError)(error.message) from error


QUERIES: dict[str, Query[Any]] = {
    "plugins": Query(NoChoiceParams, plugins, answer="json"),
    "runs": Query(NoChoiceParams, runs, answer="json"),
    "series": Query(LoggedSeriesParams, series),
    "scalars": Query(LoggedPointsParams, scalars),
    "last_scalars": Query(LastPointsParams, last_scalars),
    "tensors": Query(LoggedPointsParams, tensor_values, answer="blob"),
    "blobs": Query(LoggedPointsParams, blob_keys, answer="json"),
    "blob": Query(LoggedBlobParams, one_blob, answer="blob"),
}
