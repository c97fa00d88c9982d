"""The table of trials: columns and their types, metrics and aggregates, an answer to each bad data."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sightline import SummaryWriter, summary
from sightline import hparams as hp
from sightline.engine.store import StoreView
from sightline.kinds.hparams.encode import session_end_value, session_start_value
from sightline.kinds.hparams.query import QUERIES
from sightline.kinds.hparams.table import table_of
from sightline.wire.frame import Frame
from sightline.wire.params import ParamsError
from support.logs import GOLDEN, load

Write = Callable[..., None]
MakeTable = Callable[..., Frame]
NAN = float("nan")


def notes(frame: Frame) -> dict[str, dict[str, Any]]:
    return {note["column"]: note for note in frame.metadata["columns"]}


def test_union_of_keys_with_types(write: Write, table: MakeTable) -> None:
    write("a", {"lr": 0.1, "opt": "sgd", "bias": True, "same": 3}, {"loss": [1.0]})
    write("b", {"lr": 0.2, "bias": False, "deep": {"n": 2}, "same": 3}, {"loss": [2.0]})
    frame = table()
    assert frame["hparams.lr"].tolist() == [0.1, 0.2]
    assert frame["hparams.opt"].tolist() == ["sgd", None]
    assert frame["hparams.bias"].tolist() == [True, False]
    assert frame["hparams.deep/n"].tolist() == [None, 2.0]
    column_notes = notes(frame)
    assert [column_notes[f"hparams.{key}"]["type"] for key in ("lr", "opt", "bias", "same")] == [
        "number",
        "text",
        "bool",
        "number",
    ]
    assert [column_notes[f"hparams.{key}"]["constant"] for key in ("lr", "opt", "same")] == [
        False,
        False,
        True,
    ]
    assert frame.metadata["tags"] == [("loss", 2)]
    assert len(frame.to_ipc()) > 0


@pytest.mark.parametrize(
    ("metric", "value"),
    [
        ({}, 3.0),
        ({"aggregate": "min"}, 1.0),
        ({"aggregate": "max"}, 9.0),
        ({"aggregate": "mean", "k": 2}, 2.0),
        ({"aggregate": "at", "of": "acc", "best": "max"}, 9.0),
        ({"aggregate": "at", "of": "acc", "best": "min"}, 5.0),
    ],
)
def test_metric_column_has_the_chosen_aggregate(
    metric: dict[str, Any], value: float, write: Write, table: MakeTable
) -> None:
    write("a", {"lr": 1}, {"loss": [5.0, 9.0, 1.0, 3.0], "acc": [0.1, 0.9, 0.5]})
    frame = table({"tag": "loss", **metric})
    (column,) = [name for name, note in notes(frame).items() if note["role"] == "metric"]
    assert frame[column].tolist() == [value]


def test_at_the_best_step_takes_the_latest_value_before_it(
    write: Write, table: MakeTable, tmp_path: Path
) -> None:
    with SummaryWriter(str(tmp_path / "a")) as writer:
        for step, value in ((0, 1.0), (10, 2.0), (20, 3.0)):
            writer.add_scalar("lr", value, step)
        writer.add_scalar("acc", 0.9, 15)
        writer.add_scalar("late", 0.9, 25)
    found = [
        table({"tag": tag, "aggregate": "at", "of": of}, all_runs=True)[f"{tag}.at({of}.min)"].tolist()
        for tag, of in (("lr", "acc"), ("lr", "late"), ("late", "acc"), ("lr", "none"))
    ]
    assert found == [[2.0], [3.0], [None], [None]]


def test_repeats_share_a_row_with_the_mean(write: Write, table: MakeTable) -> None:
    for seed, loss in enumerate((1.0, 2.0, 6.0)):
        write(f"s{seed}", {"lr": 0.1}, {"loss": [loss]}, trial_id="t")
    frame = table({"tag": "loss"})
    assert frame["loss.last"].tolist() == [3.0]
    assert frame["sessions"].tolist() == [3]
    assert [runs.tolist() for runs in frame["runs"]] == [[1, 2, 3]]
    assert table({"tag": "loss"}, group=False)["loss.last"].tolist() == [1.0, 2.0, 6.0]


def test_status_start_and_duration(tmp_path: Path, table: MakeTable) -> None:
    with SummaryWriter(str(tmp_path / "said")) as writer:
        start = session_start_value({"lr": 1}, start_time_secs=100.0)
        writer._add_value(start.SerializeToString(), 0, 105.0)
        writer._add_value(session_end_value(2, 160.0).SerializeToString(), 0, 105.0)
    with SummaryWriter(str(tmp_path / "silent")) as writer:
        writer.add_scalar("loss", 1.0, 0, walltime=10.0)
        writer.add_scalar("loss", 1.0, 1, walltime=25.0)
    frame = table(all_runs=True)
    assert frame["status"].tolist() == ["failure", "unknown"]
    assert frame["start_time"].tolist() == [100.0, 10.0]
    assert frame["duration"].tolist() == [60.0, 15.0]


def test_hyperparameters_logged_after_the_training_do_not_begin_it(tmp_path: Path, table: MakeTable) -> None:
    with SummaryWriter(str(tmp_path / "late")) as writer:
        writer.add_scalar("loss", 1.0, 0, walltime=10.0)
        start = session_start_value({"lr": 1}, start_time_secs=40.0)
        writer._add_value(start.SerializeToString(), 0, 40.0)
    frame = table()
    assert frame["start_time"].tolist() == [10.0]
    assert frame["duration"].tolist() == [30.0]


def test_metrics_go_by_the_names_experiments_give_them(tmp_path: Path, table: MakeTable) -> None:
    shown = hp.Metric("acc", group="eval", display_name="Accuracy", description="of five classes")
    with summary.create_file_writer(str(tmp_path)).as_default():
        hp.hparams_config(hparams=[], metrics=[hp.Metric("loss"), shown])
    with SummaryWriter(str(tmp_path / "a")) as writer:
        writer.log_hparams({"lr": 1}, [], trial_id="")
        writer.add_scalar("loss", 1.0, 0)
    with SummaryWriter(str(tmp_path / "a" / "eval")) as writer:
        writer.add_scalar("acc", 0.5, 0)
    found = table()
    column_notes = notes(found)
    assert found.metadata["called"] == {"eval/acc": "Accuracy"}
    assert column_notes["eval/acc.last"]["label"] == "Accuracy"
    assert column_notes["eval/acc.last"]["description"] == "of five classes"
    assert "label" not in column_notes["loss.last"]
    requested = notes(table({"tag": "eval/acc", "aggregate": "max"}))
    assert requested["eval/acc.max"]["label"] == "Accuracy.max"
    at_best = notes(table({"tag": "loss", "aggregate": "at", "of": "eval/acc", "best": "max"}))
    assert at_best["loss.at(eval/acc.max)"]["label"] == "loss.at(Accuracy.max)"


def test_declared_metrics_come_first() -> None:
    frame = QUERIES["table"](load(GOLDEN / "tf/hparams_api").view(), {})
    column_notes = notes(frame)
    assert [n for n, note in column_notes.items() if note["role"] == "metric"] == [
        "accuracy.last",
        "validation/loss.last",
    ]
    assert column_notes["hparams.num_units"]["label"] == "units"
    assert frame["validation/loss.last"].tolist()[1:3] == [1.0, 0.5]


def test_progress_tags_are_no_default_metrics(write: Write, table: MakeTable) -> None:
    tags = ("eval/runtime", "eval/samples_per_second", "train/epoch", "train/lr", "train/loss", "eval/loss")
    write("a", {"lr": 1}, {tag: [1.0] for tag in tags})
    shown = [name for name, note in notes(table()).items() if note["role"] == "metric"]
    assert shown == ["eval/loss.last", "train/loss.last"]


def test_metrics_that_most_trials_have_come_first(write: Write, table: MakeTable, tmp_path: Path) -> None:
    for i in range(5):
        tags = ["train/reward", *(["val/acc"] if i < 3 else []), *(["hp_metric"] if i == 0 else [])]
        write(f"{i}", {"lr": i}, {tag: [1.0] for tag in tags})
    write("plain", None, {"val/other": [1.0]})
    with summary.create_file_writer(str(tmp_path)).as_default():
        hp.hparams_config(hparams=[], metrics=[hp.Metric("hp_metric")])
    shown = [note["key"] for note in table().metadata["columns"] if note["role"] == "metric"]
    assert shown == ["val/acc", "train/reward", "hp_metric"]


def test_keys_that_few_trials_have_come_last(write: Write, table: MakeTable) -> None:
    write("a", {"rare": 1, "lr": 1})
    write("b", {"lr": 2, "depth": 3})
    write("c", {"lr": 2, "depth": 3})
    assert list(notes(table())) == ["hparams.lr", "hparams.depth", "hparams.rare"]


def test_a_single_trial_has_nothing_that_is_constant(write: Write, table: MakeTable) -> None:
    write("a", {"lr": 1, "opt": "sgd"})
    assert not any(note.get("constant") for note in notes(table()).values())


def test_values_are_those_tensorboard_shows() -> None:
    for case in ("torch/hparams", "tensorboardx/hparams", "tf/hparams_api", "lightning/own_hp_metric"):
        expected = json.loads((GOLDEN / case / "expected_http.json").read_text())
        groups = expected["/data/plugin/hparams/session_groups"]["sessionGroups"]
        table = table_of(load(GOLDEN / case).view())
        rows = {
            run_name: dict(trial.hparams)
            for trial in table.trials
            for session in trial.sessions
            for run_name in (part.run.name for part in session.parts)
        }
        for group in groups:
            mine = rows[group["sessions"][0]["name"]]
            assert {key: mine[key] for key in group["hparams"]} == group["hparams"]


def test_table_is_computed_once_per_view(write: Write, view: Callable[[], StoreView]) -> None:
    write("a", {"lr": 1}, {"loss": [1.0]})
    seen = view()
    first = QUERIES["table"](seen, {"metrics": [{"tag": "loss"}]})
    again = QUERIES["table"](seen, {"metrics": [{"tag": "loss"}]})
    assert first["loss.last"] is again["loss.last"]
    assert first["name"] is again["name"]


@pytest.mark.parametrize(
    "metric",
    [{"tag": "x", "k": 0}, {"tag": "x", "aggregate": "at"}, {"tag": "x", "of": "y"}, {"aggregate": "min"}],
)
def test_metrics_that_make_no_sense(metric: dict[str, Any], table: MakeTable) -> None:
    with pytest.raises(ParamsError):
        table(metric)


# Bad data: each has a defined answer.


def test_mixed_types_under_one_key_stay_what_they_are(write: Write, table: MakeTable) -> None:
    for name, value in (("a", 1), ("b", "1"), ("c", True), ("d", "auto")):
        write(name, {"x": value})
    frame = table()
    assert notes(frame)["hparams.x"]["type"] == "mixed"
    assert frame["hparams.x"].tolist() == ["1.0", '"1"', "true", '"auto"']


def test_nan_is_not_missing(write: Write, table: MakeTable) -> None:
    write("a", {"lr": NAN}, {"loss": [1.0, NAN]})
    write("b", {"lr": 1.0}, {"other": [1.0]})
    frame = table({"tag": "loss"}, {"tag": "loss", "aggregate": "min"})
    assert np.isnan(frame["loss.last"][0])
    assert frame["loss.last"].mask.tolist() == [False, True]
    assert frame["loss.min"].tolist() == [1.0, None]
    assert np.isnan(frame["hparams.lr"][0])
    assert notes(frame)["loss.last"]["n"] == 1


def test_a_key_of_500_characters(write: Write, table: MakeTable) -> None:
    key = "k" * 500
    write("a", {key: 1.0})
    assert table()[f"hparams.{key}"].tolist() == [1.0]


def test_latest_of_two_logged_values_counts_and_the_other_is_reported(
    tmp_path: Path, table: MakeTable
) -> None:
    with SummaryWriter(str(tmp_path / "a")) as writer:
        for lr in (0.1, 0.2):
            value = session_start_value({"lr": lr, "same": 1})
            writer._add_value(value.SerializeToString(), 0, None)
    frame = table()
    assert frame["hparams.lr"].tolist() == [0.2]
    assert json.loads(frame["remarks"][0]) == {"lr": ["also logged as 0.1; the latest counts"]}


def test_runs_without_hyperparameters_are_no_trials_unless_requested(write: Write, table: MakeTable) -> None:
    write("params", {"lr": 1.0})
    write("metrics", None, {"loss": [1.0]})
    assert table()["name"].tolist() == ["params"]
    assert table().metadata["n_without"] == 1
    frame = table({"tag": "loss"}, all_runs=True)
    assert frame.metadata["n_without"] == 1
    assert frame["name"].tolist() == ["metrics", "params"]
    assert frame["hparams.lr"].tolist() == [None, 1.0]
    assert frame["loss.last"].tolist() == [1.0, None]


def test_unreadable_hparams_file_is_reported(write: Write, table: MakeTable, tmp_path: Path) -> None:
    write("a", {"depth": 2}, {"loss": [1.0]})
    (tmp_path / "a/hparams.yaml").write_text("lr: 1\nlayers: [")
    found = table()
    assert json.loads(found["remarks"][0])[""] == [
        "hparams.yaml cannot be read: line 2: a bracket is not closed, or a value is missing. "
        "Its values are left out; all others are shown."
    ]
    assert found["hparams.depth"][0] == 2
    write("only-file", None, {"loss": [1.0]})
    (tmp_path / "only-file/hparams.yaml").write_text("lr: [")
    assert table()["name"].tolist() == ["a", "only-file"]


def test_differing_sessions_of_a_trial_are_reported(write: Write, table: MakeTable) -> None:
    write("a", {"lr": 1.0}, trial_id="t")
    write("b", {"lr": 2.0}, trial_id="t")
    frame = table()
    assert frame["hparams.lr"].tolist() == [1.0]
    assert json.loads(frame["remarks"][0]) == {"lr": ["b has 2.0"]}


def test_names_that_are_taken(write: Write, table: MakeTable) -> None:
    write("a", {"x.last": 1.0}, {"hparams.x": [5.0]})
    frame = table({"tag": "hparams.x"})
    assert frame["hparams.x.last"].tolist() == [1.0]
    assert frame["hparams.x.last_"].tolist() == [5.0]
    assert notes(frame)["hparams.x.last_"]["key"] == "hparams.x"


def test_no_runs_at_all(tmp_path: Path, table: MakeTable) -> None:
    frame = table()
    assert len(frame) == 0
    assert frame.metadata["columns"] == []
    assert len(frame.to_ipc()) > 0
