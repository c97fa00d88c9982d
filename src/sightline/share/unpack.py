"""Unpacks a report to event files, so that everything that reads logs reads reports too, point for point.

Everything that event files hold comes back; profiles and files beside the events are not in a report.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Callable, Iterator, Mapping
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import numpy as np
from google.protobuf.message import DecodeError

from sightline import _native
from sightline.formats import messages
from sightline.kinds.histogram.table import STATISTICS
from sightline.share.logged_values import PREFIX, unpacked
from sightline.share.read import Report, ReportError
from sightline.share.restored_embeddings import EmbeddingWriter
from sightline.share.restored_values import (
    audio_value,
    histogram_value,
    hparams_value,
    image_value,
    text_value,
    video_value,
)

Write = Callable[[_native.EventFileWriter, int], None]


def unpack(report: Report, folder: str) -> None:
    """Write the runs of a report below a folder; ReportError where it is damaged."""
    try:
        runs = report.json("runs")["runs"]
        for run in runs:
            _unpack_run(report, run, _inside(Path(folder), run["name"]))
    except (KeyError, IndexError, TypeError, ValueError, RuntimeError, DecodeError) as error:
        if isinstance(error, ReportError):
            raise
        raise ReportError(f"the report is damaged: {error!r}") from error


def _inside(folder: Path, name: str) -> Path:
    """The run's folder. The root's own run is named "."."""
    path = (folder / name.lstrip("/")).resolve()
    if not path.is_relative_to(folder.resolve()):
        raise ReportError(f"the report has a run outside of it: {name!r}")
    return path


class _RunFiles:
    """The event files of one run: one for what was never superseded, one for each series that was."""

    def __init__(self, folder: Path, start: float) -> None:
        self._folder = folder
        self._start = start
        self._main: _native.EventFileWriter | None = None
        self._n_files = 0

    def write(self, steps: Any, superseded: Any, write: Write) -> None:
        """Write the points of a series; `write` writes one by its place."""
        if superseded is None or not superseded.any():
            for place in range(len(steps)):
                write(self._main_file(), place)
            return
        # A session start supersedes what is before it in its file, and in files that ended before it did:
        # it is dated before all of them.
        writer = self._new_file()
        for place, is_superseded in enumerate(superseded.tolist()):
            write(writer, place)
            if is_superseded and not superseded[place + 1 : place + 2].any():
                writer.add_session_start(_lowest(steps, superseded, place), self._start)
        writer.close()

    def value(self, data: bytes, step: int, wall_time: float) -> None:
        """Write one value to the main file."""
        self._main_file().add_value(data, step, wall_time)

    def event(self, data: bytes, step: int, wall_time: float) -> None:
        """Write an event that is not a summary to the main file."""
        event = messages.Event.FromString(data)
        event.step, event.wall_time = step, wall_time
        self._main_file().add_event(event.SerializeToString())

    def close(self) -> None:
        """Write out what is buffered; a run without values has an empty file."""
        self._main_file().close()

    def _main_file(self) -> _native.EventFileWriter:
        if self._main is None:
            self._main = self._new_file()
        return self._main

    def _new_file(self) -> _native.EventFileWriter:
        self._n_files += 1
        return _native.EventFileWriter(
            str(self._folder), filename_suffix=f".{self._n_files}", max_queue_events=10_000
        )


def _lowest(steps: Any, superseded: Any, last: int) -> int:
    """The lowest step of the superseded points that end at a place."""
    first = last
    while first > 0 and superseded[first - 1]:
        first -= 1
    return int(steps[first : last + 1].min())


def _unpack_run(report: Report, run: Mapping[str, Any], folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    files = _RunFiles(folder, float(run.get("start_time") or 0.0))
    run_id = int(run["id"])
    _unpack_scalars(report, run_id, files)
    _unpack_histograms(report, run_id, files)
    for data, step, wall_time in _values(report, run_id):
        files.value(data, step, wall_time)
    for key in report.keys:
        if re.fullmatch(rf"{PREFIX}/[a-z_]+/{run_id}", key):
            for is_event, data, step, wall_time in unpacked(report.read(key)):
                (files.event if is_event else files.value)(data, step, wall_time)
    hparams = _hparams(report, run_id)
    if hparams:
        files.value(hparams_value(hparams), 0, float(run.get("start_time") or 0.0))
    EmbeddingWriter(report, run_id, folder).write()
    files.close()
    # As old as what is in them: files that were just written belong to live runs.
    for file in folder.iterdir():
        if file.is_file():
            os.utime(file, (float(run.get("last_time") or 0.0),) * 2)


def _hparams(report: Report, run_id: int) -> Mapping[str, Any]:
    """What the run itself was set to in a session or a file, not what it takes over from its sub-runs."""
    tags, details = report.json("tags")["tags"], report.json("answers/runs")[f"runs/{run_id}"]
    in_events = any(run_id in tag["runs"] for tag in tags if tag["kind"] == "hparams")
    in_file = any(file["kind"] == "hparams" for file in details["side_files"])
    facts = report.json("facts")["runs"].get(str(run_id), {})
    hparams: Mapping[str, Any] = facts.get("hparams", {}) if in_events or in_file else {}
    return hparams


def _columns(report: Report, kind: str, run_id: int) -> list[tuple[str, dict[str, Any]]]:
    key = f"columns/{kind}/{run_id}"
    return _native.unpack_columns(report.read(key)) if key in report.header["entries"] else []


def _unpack_scalars(report: Report, run_id: int, files: _RunFiles) -> None:
    for tag, columns in _columns(report, "scalar", run_id):
        files.write(columns["step"], columns.get("superseded"), _scalar_writer(tag, columns))


def _scalar_writer(tag: str, columns: Mapping[str, Any]) -> Write:
    is_double = columns["value"].dtype.itemsize == 8
    steps, times, values = (columns[name].tolist() for name in ("step", "wall_time", "value"))
    forms = {"new_style": is_double, "double_precision": is_double}
    return lambda writer, place: writer.add_scalar(tag, values[place], steps[place], times[place], **forms)


def _unpack_histograms(report: Report, run_id: int, files: _RunFiles) -> None:
    for tag, columns in _columns(report, "histogram", run_id):
        found = _readable(columns)
        files.write(found["step"], found.get("superseded"), _histogram_writer(tag, found))


def _readable(columns: Mapping[str, Any]) -> Mapping[str, Any]:
    """The rows of values that could be read when the report was made; the others have no bucket."""
    unread = columns.get("unread")
    if unread is None:
        return columns
    by_row = ("step", "wall_time", "superseded", "logged", "offset", *STATISTICS)
    return {name: np.delete(columns[name], unread) if name in by_row else columns[name] for name in columns}


def _histogram_writer(tag: str, columns: Mapping[str, Any]) -> Write:
    steps, times = (columns[name].tolist() for name in ("step", "wall_time"))
    return lambda writer, place: writer.add_value(
        histogram_value(tag, columns, place), steps[place], times[place]
    )


def _values(report: Report, run_id: int) -> Iterator[tuple[bytes, int, float]]:
    """Text, images, videos and audio of a run, as values with step and time."""
    for params, answer in _answers(report, "text", "item", run_id):
        yield text_value(params["tag"], answer), answer["step"], answer["wall_time"]
    for kind, make in (("image", image_value), ("video", video_value), ("audio", audio_value)):
        parts = _parts(report, kind, run_id)
        for params, answer in _answers(report, kind, "describe", run_id):
            found = [
                parts.get((params["tag"], params["index"], part)) for part in range(len(answer["parts"]))
            ]
            if all(part is not None for part in found):
                data = make(params["tag"], answer, [report.read(str(key)) for key in found])
                yield data, answer["step"], answer["wall_time"]


def _answers(report: Report, kind: str, query: str, run_id: int) -> Iterator[tuple[dict[str, Any], Any]]:
    for key, answer in (report.json(f"answers/{kind}") or {}).items():
        params = _params(key, kind, query)
        if params is not None and params.get("run") == run_id:
            yield params, answer
    for key in report.keys:
        params = _params(key, kind, query)
        if params is not None and params.get("run") == run_id:
            yield params, report.json(key)


def _parts(report: Report, kind: str, run_id: int) -> dict[tuple[str, int, int], str]:
    """The keys of a run's pictures or clips, by tag, index and part."""
    found = {}
    for key in report.keys:
        params = _params(key, kind, "item")
        if params is not None and params.get("run") == run_id:
            found[params["tag"], params["index"], params.get("part", 0)] = key
    return found


def _params(key: str, kind: str, query: str) -> dict[str, Any] | None:
    parts = urlsplit(key)
    if parts.path != f"kinds/{kind}/{query}":
        return None
    params = json.loads(parse_qs(parts.query)["params"][0])
    return params if isinstance(params, dict) else None
