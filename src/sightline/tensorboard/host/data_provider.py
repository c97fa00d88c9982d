"""TensorBoard's DataProvider over the board's API. Its objects, one for each point, are made here only."""

from __future__ import annotations

import base64
from collections.abc import Iterable
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
        return _nested(found, (series(**row) for row in rows))

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
        names = ("step", "wall_time", "value")
        points = list(map(provider.ScalarDatum, *(found.numbers(name).tolist() for name in names)))
        answer: ByRunAndTag = {}
        begin = 0
        for run, tag, length in found.metadata["series"]:
            answer.setdefault(run, {})[tag] = points[begin : begin + length]
            begin += length
        return answer

    def read_last_scalars(
        self, ctx: Any = None, *, experiment_id: str, plugin_name: str, run_tag_filter: Any = None
    ) -> ByRunAndTag:
        """The newest point of scalars."""
        found = self._board.frame("last_scalars", plugin=plugin_name, **_chosen(run_tag_filter))
        names = ("step", "wall_time", "value")
        return _nested(found, map(provider.ScalarDatum, *(found.numbers(name).tolist() for name in names)))

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
        answer: ByRunAndTag = {}
        for run, tag, values in msgspec.msgpack.decode(data):
            answer.setdefault(run, {})[tag] = [
                provider.TensorDatum(step, wall_time, _array(kind, shape, content))
                for step, wall_time, kind, shape, content in values
            ]
        return answer

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
        answer: ByRunAndTag = {}
        found = self._board.json("blobs", **_asked(plugin_name, downsample, run_tag_filter))
        for run, tag, values in found:
            answer.setdefault(run, {})[tag] = [
                provider.BlobSequenceDatum(step, wall_time, tuple(map(provider.BlobReference, keys)))
                for step, wall_time, keys in values
            ]
        return answer

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


def _nested(found: BoardFrame, values: Iterable[Any]) -> ByRunAndTag:
    answer: ByRunAndTag = {}
    for run, tag, value in zip(found.strings("run"), found.strings("tag"), values, strict=True):
        answer.setdefault(run, {})[tag] = value
    return answer


def _array(kind: str, shape: list[int], content: Any) -> Any:
    if kind != "object":
        return np.frombuffer(content, np.dtype(kind)).reshape(shape)
    array = np.empty(len(content), object)
    array[:] = content
    return array.reshape(shape)
