"""Which runs make one training and which trainings one trial, in the logs of every producer."""

from __future__ import annotations

import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import sightline
from sightline import SummaryWriter
from sightline.engine.store import StoreView
from sightline.kinds.hparams.encode import session_start_value
from sightline.kinds.hparams.lookup import hparams_of
from sightline.kinds.hparams.query import QUERIES
from sightline.kinds.hparams.sessions import sessions_of, trials_of
from sightline.kinds.hparams.sources import session_record
from sightline.kinds.hparams.table import table_of
from support.logs import GOLDEN, load, wait_until, write_events

Write = Callable[..., None]
View = Callable[[], StoreView]


def hparams_by_run(view: StoreView) -> dict[str, dict[str, Any]]:
    return {each.run.name: dict(each.record.hparams) for each in sessions_of(view)}


@pytest.mark.parametrize(
    ("case", "names"),
    [
        ("torch/hparams", ["domain", "timestamped", *(f"trial_{i}" for i in range(5))]),
        ("tensorboardx/hparams", ["t0", "t1", "t2", "t3"]),
        ("tf/hparams_api", ["keras_session", *(f"run-{i}" for i in range(6))]),
        ("lightning/own_hp_metric", ["sweep/version_0", "sweep/version_1"]),
        ("transformers/trainer", ["."]),
        ("flax/summary_writer", ["."]),
        ("hydra/multirun", ["0", "1"]),
    ],
)
def test_sessions_of_real_producers(case: str, names: list[str]) -> None:
    assert list(hparams_by_run(load(GOLDEN / case).view())) == names


def test_torch_sub_run_counts_as_its_training(tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path / "a")) as writer:
        writer.add_scalar("loss", 1.0, 0)
        writer.add_hparams({"lr": 0.1}, {"final": 2.0})
    view = load(tmp_path).view()
    (session,) = sessions_of(view)
    assert session.run.name == "a"
    assert session.record.hparams == {"lr": 0.1}
    assert session.record.status == "success"
    assert set(session.metrics) == {"loss", "final"}
    assert [dict(hparams_of(view)(run)) for run in view.runs] == [{"lr": 0.1}, {"lr": 0.1}]


def test_sub_runs_that_differ_are_trainings_of_their_own(tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path / "sweep")) as writer:
        writer.add_scalar("loss", 1.0, 0)
        for place, lr in enumerate((0.1, 0.2)):
            writer.add_hparams({"lr": lr}, {"final": 2.0}, run_name=f"t{place}")
    assert hparams_by_run(load(tmp_path).view()) == {
        "sweep": {},
        "sweep/t0": {"lr": 0.1},
        "sweep/t1": {"lr": 0.2},
    }


def test_runs_below_a_session_are_parts_of_it(write: Write, view: View) -> None:
    write("a", {"lr": 1.0}, {"loss": [1.0]})
    write("a/validation", None, {"loss": [3.0, 2.0]})
    write("b", None, {"loss": [4.0]})
    first, second = sessions_of(view())
    assert [part.prefix for part in first.parts] == ["", "validation/"]
    assert set(first.metrics) == {"loss", "validation/loss"}
    assert (second.run.name, dict(second.record.hparams)) == ("b", {})


def test_one_trial_id_is_one_trial(write: Write, view: View) -> None:
    for seed in range(3):
        write(f"x{seed}", {"lr": 0.1}, {"loss": [seed]}, trial_id="x")
    write("y", {"lr": 0.1}, {"loss": [9.0]})
    write("z", {"lr": 0.1}, {"loss": [9.0]})
    assert [[s.run.name for s in trial.sessions] for trial in trials_of(sessions_of(view()))] == [
        ["x0", "x1", "x2"],
        ["y"],
        ["z"],
    ]


@pytest.mark.parametrize("file", ["hparams.yaml", ".hydra/config.yaml", "params.json"])
def test_files_beside_the_events(file: str, write: Write, view: View, tmp_path: Path) -> None:
    write("run", None, {"loss": [1.0]})
    path = tmp_path / "run" / file
    path.parent.mkdir(exist_ok=True)
    path.write_text('{"optimizer": {"lr": 0.1}, "layers": [1, 2], "tuned": true, "left": null}')
    seen = view()
    assert hparams_by_run(seen) == {
        "run": {"optimizer/lr": 0.1, "layers": "[1, 2]", "tuned": True, "left": None}
    }
    assert dict(hparams_of(seen)(seen.runs[0])) == {"optimizer/lr": 0.1, "layers": "[1, 2]", "tuned": True}


def test_a_file_linked_to_one_outside_the_root_is_not_shown(write: Write, view: View, tmp_path: Path) -> None:
    write("run", None, {"loss": [1.0]})
    secret = tmp_path.parent / f"{tmp_path.name}-secret.yaml"
    secret.write_text("password: hunter2")
    (tmp_path / "run" / "hparams.yaml").symlink_to(secret)
    os.mkfifo(tmp_path / "run" / "params.json")
    seen = view()
    record = session_record(seen, seen.runs[0])
    assert record.hparams == {}
    assert "is outside the log directory" in " ".join(record.problems)
    assert "params.json' cannot be read" in " ".join(record.problems)


def test_a_file_in_a_linked_folder_is_shown_as_its_events_are(
    write: Write, view: View, tmp_path: Path
) -> None:
    write("run", None, {"loss": [1.0]})
    (tmp_path / "run" / "hparams.yaml").write_text("lr: 0.1")
    outside = (tmp_path / "run").rename(tmp_path.parent / f"{tmp_path.name}-outside")
    (tmp_path / "link").symlink_to(outside)
    assert hparams_by_run(view()) == {"link": {"lr": 0.1}}


def test_events_count_before_files(write: Write, view: View, tmp_path: Path) -> None:
    write("run", {"lr": 0.2, "flag": 1, "deep": "None"})
    (tmp_path / "run/hparams.yaml").write_text("lr: 0.1\nflag: true\ndeep: null\nmore: 3")
    (session,) = sessions_of(view())
    assert session.record.hparams == {"lr": 0.2, "flag": True, "deep": None, "more": 3}
    assert session.record.others == {"lr": (0.1,)}


def test_ray_tune_sessions_have_their_hparams() -> None:
    view = load(GOLDEN / "ray/tune").view()
    first, second = sessions_of(view)
    plain = {"amp": True, "depth": 8, "layers": "[64, 64]", "optimizer/name": "adam"}
    assert first.record.hparams == {**plain, "optimizer/lr": 0.001}
    assert second.record.hparams == {**plain, "optimizer/lr": 0.1}
    assert (first.record.sources, first.record.status) == (("params.json", "events"), "success")
    assert "ray/tune/done" in first.metrics
    assert [metric.tag for metric in table_of(view).default] == [
        "ray/tune/loss",
        "ray/tune/config_depth",
        "ray/tune/nested/accuracy",
    ]


def test_hydra_configuration_is_read_as_hparams() -> None:
    assert hparams_by_run(load(GOLDEN / "hydra/multirun").view())["1"] == {
        "optimizer/name": "adam",
        "optimizer/lr": 0.1,
        "optimizer/betas": "[0.9, 0.999]",
        "model/depth": 12,
        "model/width": "${model.depth}",
        "seed": None,
    }


def test_transformers_arguments_are_read_as_hparams() -> None:
    hparams = hparams_by_run(load(GOLDEN / "transformers/trainer").view())["."]
    assert hparams["learning_rate"] == 5e-5
    assert hparams["bf16"] is False
    assert hparams["model_config/hidden_size"] == 16


def test_sessions_at_the_top_like_ray_tune(tmp_path: Path) -> None:
    with SummaryWriter(str(tmp_path / "trial_1")) as writer:
        writer.add_scalar("ray/tune/loss", 0.5, 1)
        value = session_start_value({"lr": 0.3}, group_name="", bare=True)
        writer._add_value(value.SerializeToString(), 0, None)
    (tmp_path / "trial_1/params.json").write_text('{"lr": 0.3, "layers": 2}')
    frame = QUERIES["table"](load(tmp_path).view(), {})
    assert frame["hparams.lr"].tolist() == [0.3]
    assert frame["hparams.layers"].tolist() == [2.0]
    assert frame["ray/tune/loss.last"].tolist() == [0.5]


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    write_events(tmp_path / "run", [("loss", 0, 1.0, 1.0)])
    config = tmp_path / "run/hparams.yaml"
    config.write_text("lr: 0.1")
    with sightline.open(tmp_path, follow=True) as logs:
        wait_until(lambda: hparams_by_run(logs.view) == {"run": {"lr": 0.1}})
        config.write_text("lr: 0.25")
        wait_until(lambda: hparams_by_run(logs.view) == {"run": {"lr": 0.25}})
