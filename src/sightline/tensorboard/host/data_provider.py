"""TensorBoard's DataProvider over the board's API. Its objects, one for each point, are made here only."""

from __future__ import annotations

import base64
from collections.abc import Iterable, Iterator
from itertools import islice
from typing import Any

import msgspec
import numpy as np
from tensorboard import errors
from tensorboard.data import provider

from sightline.tensorboard.host.board_client import BoardClient, BoardError, BoardFrame

ByRunAndTag = dict[str, dict[str, Any]]


class BoardDataProvider(provider.DataProvider):
    """Answers plugins from a board; experiments and request contexts do not matter."""

    def __init__(self, board: BoardClient, location: str) -> None:
        self._board = board
        self._location = location

    def __str__(self) -> str:
        return f"BoardDataProvider({self._location!r})"

    def experiment_metadata(self, ctx: Any = None, *, experiment_id: str) -> Any:
        """Where the logs are."""
        return provider.ExperimentMetadata(data_location=self._location)

    def list_plugins(self, ctx: Any = None, *, experiment_id: str) -> list[str]:
        """The names of plugins that something was logged for."""
        found: list[str] = self._board.json("plugins")
        return found

    def list_runs(self, ctx: Any = None, *, experiment_id: str) -> list[Any]:
        """The runs; their names are their ids."""
        return [
            provider.Run(run_id=run["name"], run_name=run["name"], start_time=run["start"])
            for run in self._board.json("runs")
        ]

    def list_scalars(
        self, ctx: Any = None, *, experiment_id: str, plugin_name: str, run_tag_filter: Any = None
    ) -> ByRunAndTag:
        """The scalars of a plugin."""
        return self._listed(provider.ScalarTimeSeries, "scalar", plugin_name, run_tag_filter)

    def list_tensors(
        self, ctx: Any = None, *, experiment_id: str, plugin_name: str, run_tag_filter: Any = None
    ) -> ByRunAndTag:
        """The tensors of a plugin."""
        return self._listed(provider.TensorTimeSeries, "tensor", plugin_name, run_tag_filter)

    def list_blob_sequences(
        self, ctx: Any = None, *, experiment_id: str, plugin_name: str, run_tag_filter: Any = None
    ) -> ByRunAndTag:
        """The sequences of byte strings of a plugin."""
        return self._listed(provider.BlobSequenceTimeSeries, "blob_sequence", plugin_name, run_tag_filter)

    def _listed(self, series: Any, data_class: str, plugin_name: str, run_tag_filter: Any) -> ByRunAndTag:
        found = self._board.frame(
            "series", plugin=plugin_name, data_class=data_class, **_chosen(run_tag_filter)
        )
        fields = {
            "max_step": found.numbers("max_step").tolist(),
            "max_wall_time": found.numbers("max_wall_time").tolist(),
            "plugin_content": [base64.b64decode(text) for text in found.strings("content")],
            "description": found.strings("description"),
            "display_name": found.strings("display_name"),
        }
        if data_class == "blob_sequence":
            fields["max_length"] = found.numbers("max_length").tolist()
        rows = [dict(zip(fields, row, strict=True)) for row in zip(*fields.values(), strict=True)]
        return _nested(_rows(found, (series(**row) for row in rows)))

    def read_scalars(
        self,
        ctx: Any = None,
        *,
        experiment_id: str,
        plugin_name: str,
        downsample: int | None = None,
        run_tag_filter: Any = None,
    ) -> ByRunAndTag:
        """The points of scalars; lows and highs are among those that are left."""
        found = self._board.frame("scalars", **_asked(plugin_name, downsample, run_tag_filter))
        points = _points(found)
        return _nested((run, tag, list(islice(points, n))) for run, tag, n in found.metadata["series"])

    def read_last_scalars(
        self, ctx: Any = None, *, experiment_id: str, plugin_name: str, run_tag_filter: Any = None
    ) -> ByRunAndTag:
        """The newest point of scalars."""
        found = self._board.frame("last_scalars", plugin=plugin_name, **_chosen(run_tag_filter))
        return _nested(_rows(found, _points(found)))

    def read_tensors(
        self,
        ctx: Any = None,
        *,
        experiment_id: str,
        plugin_name: str,
        downsample: int | None = None,
        run_tag_filter: Any = None,
    ) -> ByRunAndTag:
        """The values of tensors."""
        data = self._board.content("tensors", **_asked(plugin_name, downsample, run_tag_filter))
        return _nested(
            (run, tag, [provider.TensorDatum(step, time, _array(*array)) for step, time, *array in values])
            for run, tag, values in msgspec.msgpack.decode(data)
        )

    def read_blob_sequences(
        self,
        ctx: Any = None,
        *,
        experiment_id: str,
        plugin_name: str,
        downsample: int | None = None,
        run_tag_filter: Any = None,
    ) -> ByRunAndTag:
        """The values of sequences of byte strings, by keys."""
        found = self._board.json("blobs", **_asked(plugin_name, downsample, run_tag_filter))
        return _nested((run, tag, [_blobs(*value) for value in values]) for run, tag, values in found)

    def read_blob(self, ctx: Any = None, *, blob_key: str) -> bytes:
        """One byte string."""
        try:
            return self._board.content("blob", key=blob_key)
        except BoardError as error:
            known = errors.NotFoundError if error.status == 404 else errors.InvalidArgumentError
            raise known(str(error)) from error


def _asked(plugin_name: str, downsample: int | None, run_tag_filter: Any) -> dict[str, Any]:
    if not isinstance(downsample, int) or downsample < 0:
        raise errors.InvalidArgumentError(f"downsample must be a number of points, got {downsample!r}")
    return {"plugin": plugin_name, "most": downsample, **_chosen(run_tag_filter)}


def _chosen(run_tag_filter: Any) -> dict[str, Any]:
    if run_tag_filter is None:
        return {}
    chosen = {"runs": run_tag_filter.runs, "tags": run_tag_filter.tags}
    return {name: sorted(names) for name, names in chosen.items() if names is not None}


def _nested(rows: Iterable[tuple[str, str, Any]]) -> ByRunAndTag:
    answer: ByRunAndTag = {}
    for run, tag, value in rows:
        answer.setdefault(run, {})[tag] = value
    return answer


def _rows(found: BoardFrame, values: Iterable[Any]) -> Iterable[tuple[str, str, Any]]:
    """A value for each row of the frame, with the row's run and tag."""
    return zip(found.strings("run"), found.strings("tag"), values, strict=True)


def _points(found: BoardFrame) -> Iterator[Any]:
    names = ("step", "wall_time", "value")
    return map(provider.ScalarDatum, *(found.numbers(name).tolist() for name in names))


def _blobs(step: int, wall_time: float, keys: list[str]) -> Any:
    return provider.BlobSequenceDatum(step, wall_time, tuple(map(provider.BlobReference, keys)))


def _array(kind: str, shape: list[int], content: Any) -> Any:
    if kind != "object":
        return np.frombuffer(content, np.dtype(kind)).reshape(shape)
    array = np.empty(len(content), object)
    array[:] = content
    return array.reshape(shape)
