"""Metrics in CSV and JSON files: which rows, tags, steps and times are read."""

from __future__ import annotations

import json
import math
from typing import Any

import pytest

from sightline.formats import messages
from sightline.kinds.scalar.metric_logs import metric_events

MODIFIED = 1_700_000_000.0


def read(text: str) -> list[tuple[str, int, float, float]]:
    found = []
    for data in metric_events(text.encode(), MODIFIED):
        event: Any = messages.Event.FromString(data)
        (value,) = event.summary.value
        found.append((value.tag, event.step, event.wall_time, value.tensor.double_val[0]))
    return found


def test_lightning_csv_has_gaps_and_the_files_time() -> None:
    text = "epoch,step,train_loss,val_loss\r\n0,49,0.5,\r\n0,99,,0.25\r\n1,1"
    assert read(text) == [
        ("epoch", 49, MODIFIED, 0.0),
        ("train_loss", 49, MODIFIED, 0.5),
        ("epoch", 99, MODIFIED, 0.0),
        ("val_loss", 99, MODIFIED, 0.25),
    ]


def test_csv_of_the_tracker_has_a_row_for_each_number() -> None:
    assert read("step,name,value\n3,train/loss,0.125\n3,train/lr,nan\n")[0] == (
        "train/loss",
        3,
        MODIFIED,
        0.125,
    )
    assert math.isnan(read("step,name,value\n3,train/lr,nan\n")[0][3])


def test_json_lines_are_flattened_and_bring_their_times() -> None:
    lines = [
        {"_step": 7, "_timestamp": 1.8e9, "train": {"loss": 0.1, "name": "a", "done": True}, "lr": 1},
        ["no object"],
    ]
    text = "\n".join(json.dumps(each) for each in lines) + '\n{"_step": 8, "lr'
    assert read(text) == [("train/loss", 7, 1.8e9, 0.1), ("lr", 7, 1.8e9, 1.0)]


def test_trainer_state_has_the_tags_of_event_files() -> None:
    history = [{"loss": 2.0, "epoch": 0.5, "step": 10}, {"eval_loss": 1.5, "eval_runtime": 3.0, "step": 10}]
    assert [(tag, step, value) for tag, step, _, value in read(json.dumps({"log_history": history}))] == [
        ("train/loss", 10, 2.0),
        ("train/epoch", 10, 0.5),
        ("eval/loss", 10, 1.5),
        ("eval/runtime", 10, 3.0),
    ]


def test_rows_without_a_step_are_numbered() -> None:
    assert [step for _, step, _, _ in read("loss,acc\n1,2\n3,4\n")] == [0, 0, 1, 1]


@pytest.mark.parametrize("text", ["", "one column\n1\n", '{"log_history": 3}'])
def test_other_content_is_an_error(text: str) -> None:
    with pytest.raises(ValueError, match=r"expected a header|not a list"):
        read(text)
