"""Metrics in files that are no event files: rows of numbers, found by what the content looks like.

Comma-separated values with a header, JSON objects on lines, and the state of Transformers' trainer. A row has
a step and maybe a time; where it has none, the file's last change stands for it.
"""

from __future__ import annotations

import csv
import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from sightline._native import EventFileWriter
from sightline.kinds.scalar.encode import encode_described

_STEP_KEYS = (
    "step",
    "global_step",
    "_step",
    "trainer/global_step",
    "time/total_timesteps",
    "training_iteration",
    "iteration",
    "iter",
    "epoch",
)
_TIME_KEYS = ("wall_time", "_timestamp", "timestamp")
_MAX_STEP = 1 << 62
_MAX_DEPTH = 20
# Seconds since 1970 are beyond this one; smaller numbers are a duration.
_FIRST_TIME = 1e9


class Row(NamedTuple):
    """Numbers that were logged together."""

    step: int
    wall_time: float
    values: Mapping[str, float]


def metric_events(content: bytes, modified: float) -> Iterator[bytes]:
    """The rows of a file as serialized events; ValueError where it has none of the known forms."""
    for row in _rows(content, modified):
        for tag, value in row.values.items():
            encoded = encode_described(
                tag, value, display_name="", description="", new_style=True, double_precision=True
            )
            yield EventFileWriter.encode_value_event(encoded, row.step, row.wall_time)


def _rows(content: bytes, modified: float) -> Iterator[Row]:
    text = content.decode("utf-8-sig", errors="replace")
    if not text.lstrip().startswith("{"):
        return _csv_rows(text, modified)
    try:
        whole = json.loads(text)
    except ValueError:  # ends with the first of several objects
        return _records_to_rows(_json_lines(text), modified)
    return (
        _trainer_rows(whole, modified)
        if "log_history" in whole
        else _records_to_rows([dict(_flat(whole, "", 0))], modified)
    )


def _csv_rows(text: str, modified: float) -> Iterator[Row]:
    """A column for each metric, or step, name and value. A row is whole once its line has ended."""
    lines = text[: text.rfind("\n") + 1].splitlines()
    header, *rows = csv.reader(lines) if lines else [[]]
    if len(set(header)) < 2:
        raise ValueError("expected a header with the names of at least two columns")
    records: Iterable[Mapping[str, Any]] = (dict(zip(header, row, strict=False)) for row in rows)
    if header == ["step", "name", "value"]:
        records = ({"step": each.get("step"), each.get("name", ""): each.get("value")} for each in records)
    return _records_to_rows(records, modified)


def _json_lines(text: str) -> Iterator[Mapping[str, Any]]:
    """The objects; a line that is none, such as the last one while it is written, is left out."""
    for line in text.splitlines():
        try:
            found = json.loads(line)
        except ValueError:
            continue
        if isinstance(found, dict):
            yield dict(_flat(found, "", 0))


def _trainer_rows(state: Mapping[str, Any], modified: float) -> Iterator[Row]:
    """Under the tags that Transformers gives them in event files."""
    history = state["log_history"]
    if not isinstance(history, list):
        raise ValueError("its log_history is not a list")
    records = (each for each in history if isinstance(each, dict))
    named = ({_trainer_tag(str(key)): value for key, value in each.items()} for each in records)
    return _records_to_rows(named, modified)


def _trainer_tag(key: str) -> str:
    if key == "step":
        return key
    for prefix in ("eval_", "test_"):
        if key.startswith(prefix):
            return f"{prefix[:-1]}/{key[len(prefix) :]}"
    return f"train/{key}"


def _flat(nested: Mapping[str, Any], prefix: str, depth: int) -> Iterator[tuple[str, Any]]:
    for name, value in nested.items():
        if isinstance(value, dict):
            if depth < _MAX_DEPTH:
                yield from _flat(value, f"{prefix}{name}/", depth + 1)
        else:
            yield prefix + name, value


def _records_to_rows(records: Iterable[Mapping[str, Any]], modified: float) -> Iterator[Row]:
    for number, record in enumerate(records):
        numbers = {key: value for key, given in record.items() if (value := _number(given)) is not None}
        step_key = next((key for key in _STEP_KEYS if key in numbers), None)
        time_key = next((key for key in _TIME_KEYS if numbers.get(key, 0.0) > _FIRST_TIME), None)
        step = numbers.pop(step_key) if step_key else number
        wall_time = numbers.pop(time_key) if time_key else modified
        if abs(step) < _MAX_STEP:  # neither NaN nor infinite
            yield Row(int(step), wall_time, numbers)


def _number(given: Any) -> float | None:
    if isinstance(given, bool) or given is None or given == "":
        return None
    try:
        return float(given)
    except (TypeError, ValueError, OverflowError):
        return None
