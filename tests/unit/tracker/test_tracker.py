"""The tracker: lazy, rank zero only, the same dict to each backend, failures that stay where they are."""

from __future__ import annotations

import csv
import json
import os
import subprocess
import sys
import warnings
from pathlib import Path
from typing import Any

import pytest

from sightline.tracker import Tracker, TrackerConfig, flops_per_token, model_flops_utilization
from sightline.tracker.guarded import GuardedBackend
from sightline.tracker.host_metrics import HostMetrics, memory_metrics
from support.logs import load, points_of, wait_until


def scalars(folder: Path) -> dict[str, list[tuple[int, float]]]:
    points = points_of(load(str(folder)))
    return {tag: [(step, value) for step, _, value in found] for (_, tag), found in points.items()}


def test_nothing_is_opened_imported_or_started_before_the_first_value(tmp_path: Path) -> None:
    code = (
        "import os, sys, threading\nfrom sightline.tracker import Tracker\n"
        "config = {'enable_wandb': True, 'backends': ['jsonl', 'console'], 'gpu_metrics_interval_secs': 1}\n"
        "tracker = Tracker(config)\n"
        "heavy = {'numpy', 'rich', 'wandb', 'sightline.writer', 'sightline._native', 'pynvml', 'csv'}\n"
        "assert not heavy & sys.modules.keys(), heavy & sys.modules.keys()\n"
        "assert threading.active_count() == 1 and not os.listdir('.')\n"
        "tracker.close()\nassert not os.listdir('.')\n"
    )
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, check=True)


def test_same_dict_goes_to_every_backend(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = tmp_path / "logs"
    with Tracker({"tensorboard_dir": str(folder), "backends": ["jsonl", "csv", "console"]}) as tracker:
        tracker.log({"train/loss": 0.5, "val/loss": 0.25}, 3)
    assert scalars(folder) == {"train/loss": [(3, 0.5)], "val/loss": [(3, 0.25)]}
    (row,) = [json.loads(line) for line in (folder / "metrics.jsonl").read_text().splitlines()]
    assert (row["step"], row["train/loss"], row["val/loss"]) == (3, 0.5, 0.25)
    with (folder / "metrics.csv").open() as file:
        assert list(csv.reader(file))[1:] == [["3", "train/loss", "0.5"], ["3", "val/loss", "0.25"]]
    assert "step 3" in capsys.readouterr().err


def test_steps_are_smoothed_always_and_logged_at_the_first_and_each_interval(tmp_path: Path) -> None:
    config = {"tensorboard_dir": str(tmp_path), "log_interval": 4, "smoothing": 0.5}
    with Tracker(config, flops_per_token=6.0, peak_flops_per_sec=1e12) as tracker:
        for step in range(1, 10):
            tracker.end_step(step, loss=float(step), grad_norm=1.0, lr=0.1, tokens=1000)
    found = scalars(tmp_path)
    assert found["train/loss"] == [(1, 1.0), (4, 4.0), (8, 8.0)]
    average = 1.0
    for step in range(2, 9):
        average += 0.5 * (step - average)
    assert found["smoothed/loss"][-1] == (8, pytest.approx(average))
    names = {"loss", "grad_norm", "lr", "tokens_per_sec", "mfu", "step_time_sec"}
    assert {tag for tag in found if tag.startswith("train/")} == {f"train/{name}" for name in names}


def test_names_are_renamed_by_a_table(tmp_path: Path) -> None:
    with Tracker({"tensorboard_dir": str(tmp_path), "names": {"train/loss": "loss"}}) as tracker:
        tracker.log({"train/loss": 1.0}, 1)
    assert set(scalars(tmp_path)) == {"loss"}


@pytest.mark.parametrize(
    "variable", ["RANK", "SLURM_PROCID", "JSM_NAMESPACE_RANK", "OMPI_COMM_WORLD_RANK", "PMI_RANK"]
)
def test_of_eight_ranks_one_writes(tmp_path: Path, variable: str) -> None:
    code = "from sightline.tracker import Tracker\nwith Tracker() as t: t.log({'loss': 1.0}, 1)"
    clean = {name: value for name, value in os.environ.items() if name not in ("RANK", "SLURM_PROCID")}
    ranks = [
        subprocess.Popen(
            [sys.executable, "-c", code], cwd=tmp_path, env={**clean, variable: str(rank), "LOCAL_RANK": "0"}
        )
        for rank in range(8)
    ]
    assert [process.wait() for process in ranks] == [0] * 8
    assert len(list((tmp_path / "tb_logs").iterdir())) == 1


@pytest.mark.parametrize("rank", [0, 3])
@pytest.mark.parametrize(
    "framework",
    [
        "import torch\ntorch.distributed = Distributed(is_initialized=lambda: True, "
        "get_rank=lambda: {rank}, get_world_size=lambda: 8)",
        "import jax\njax.distributed = Distributed(is_initialized=lambda: True)\n"
        "jax.process_index, jax.process_count = lambda: {rank}, lambda: 8",
    ],
    ids=["torch", "jax"],
)
def test_rank_of_a_framework_counts_more_than_the_launchers(
    tmp_path: Path, framework: str, rank: int
) -> None:
    for name in ("torch", "jax"):
        (tmp_path / f"{name}.py").touch()  # stands for the framework: only what is asked of it
    code = (
        "from types import SimpleNamespace as Distributed\nfrom sightline.tracker import Tracker\n"
        f"{framework.format(rank=rank)}\nwith Tracker() as t: t.log({{'loss': 1.0}}, 1)"
    )
    environment = {**os.environ, "RANK": "5", "PYTHONPATH": str(tmp_path)}
    subprocess.run([sys.executable, "-c", code], cwd=tmp_path, env=environment, check=True)
    assert (tmp_path / "tb_logs").exists() == (rank == 0)


def test_another_rank_writes_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANK", "3")
    for rank in (0, 3):
        with Tracker({"tensorboard_dir": str(tmp_path / str(rank)), "rank": rank}) as tracker:
            tracker.log({"loss": 1.0}, 1)
    assert [path.name for path in tmp_path.iterdir()] == ["3"]


def test_every_rank_writes_on_request(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("RANK", "3")
    with Tracker({"tensorboard_dir": str(tmp_path), "per_rank_files": True}) as tracker:
        tracker.log({"loss": 1.0}, 1)
    assert [path.name.endswith(".rank3") for path in tmp_path.iterdir()] == [True]


def test_config_comes_from_a_toml_section(tmp_path: Path) -> None:
    file = tmp_path / "train.toml"
    file.write_text('[metrics]\nlog_interval = 5\nenable_tensorboard = true\ntensorboard_dir = "runs/7b"\n')
    if sys.version_info >= (3, 11):
        assert TrackerConfig.read(file).tensorboard_dir == "runs/7b"
    assert TrackerConfig.read({"metrics": {"log_interval": 5}}).log_interval == 5
    assert TrackerConfig.read(None).tensorboard_dir == "tb_logs"


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"log_intervall": 1}, "unknown setting log_intervall"),
        ({"log_interval": 0}, "log_interval: expected at least 1"),
        ({"smoothing": 0.0}, "smoothing: expected a number above 0"),
        ({"backends": ["mlflow"]}, "'mlflow' is none of tensorboard"),
    ],
)
def test_wrong_config_is_explained(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        Tracker(settings)


class Failing:
    """A backend that fails for a while."""

    def __init__(self, error: Exception) -> None:
        self.error: Exception | None = error
        self.n_calls = 0

    def log(self, metrics: dict[str, float], step: int) -> None:
        self.n_calls += 1
        if self.error is not None:
            raise self.error

    def close(self) -> None:
        raise OSError("close failed too")


def test_failing_backend_warns_once_and_is_tried_again_with_growing_waits() -> None:
    backend, now = Failing(OSError("no space")), [0.0]
    guarded = GuardedBackend("disk", backend, clock=lambda: now[0])

    def log_for_eight_seconds() -> None:
        for second in range(8):
            now[0] = float(second)
            guarded.log({}, second)

    with pytest.warns(RuntimeWarning, match="metrics backend disk: no space") as caught:
        log_for_eight_seconds()
    assert backend.n_calls == 4  # at 0, 1, 3 and 7 seconds
    assert len(caught) == 1
    backend.error = None
    now[0] = 100.0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        guarded.log({}, 9)
        guarded.log({}, 10)
        guarded.close()
    assert backend.n_calls == 6


def test_backend_that_is_not_installed_is_switched_off() -> None:
    guarded = GuardedBackend("wandb", Failing(ImportError("No module named 'wandb'")))
    with pytest.warns(RuntimeWarning, match="wandb.*switched off"):
        guarded.log({}, 1)
    assert guarded.is_off


def test_throughput_formulas() -> None:
    assert flops_per_token(7e9, 32, 4096, 2048) == 6 * 7e9 + 12 * 32 * 4096 * 2048
    assert model_flops_utilization(1000, 6e9, 12e12) == 0.5


def test_averages_leave_out_what_is_not_finite(tmp_path: Path) -> None:
    with Tracker({"tensorboard_dir": str(tmp_path), "log_interval": 1, "smoothing": 0.5}) as tracker:
        for step, loss in enumerate((1.0, float("nan"), float("inf"), 3.0), start=1):
            tracker.end_step(step, loss=loss)
    assert scalars(tmp_path)["smoothed/loss"][-1] == (4, 2.0)


def test_memory_of_a_container_is_a_share_of_its_limit(tmp_path: Path) -> None:
    (tmp_path / "memory.max").write_text("4000\n")
    (tmp_path / "memory.current").write_text("1000\n")
    assert memory_metrics(str(tmp_path))["system/memory_percent"] == 25.0
    (tmp_path / "memory.max").write_text("max\n")
    assert memory_metrics(str(tmp_path))["system/memory_percent"] != 25.0


def test_host_metrics_come_from_a_thread_and_stop() -> None:
    found: list[dict[str, float]] = []
    metrics = HostMetrics(0.01, found.append)
    wait_until(lambda: len(found) > 1)
    metrics.close()
    assert found[0].keys() >= memory_metrics().keys()


def test_writer_is_there_for_other_kinds(tmp_path: Path) -> None:
    with Tracker({"tensorboard_dir": str(tmp_path)}) as tracker:
        tracker.writer.add_text("note", "hello", 1)
    (run,) = load(str(tmp_path)).view().runs
    assert "text" in run.kinds


def test_run_of_the_tracker_is_captured_unless_switched_off(tmp_path: Path) -> None:
    for name in ("on", "off"):
        with Tracker({"tensorboard_dir": str(tmp_path / name), "capture": name == "on"}) as tracker:
            tracker.log({"loss": 1.0}, 1)
    captured = {run.name: "table" in run.kinds for run in load(str(tmp_path)).view().runs}
    assert captured == {"on": True, "off": False}


def test_value_that_is_no_number_warns_once_and_the_rest_is_logged(tmp_path: Path) -> None:
    with Tracker({"tensorboard_dir": str(tmp_path), "log_interval": 1, "capture": False}) as tracker:
        with pytest.warns(RuntimeWarning, match="metric val/loss: expected a number, got NoneType"):
            tracker.log({"val/loss": None, "val/acc": 0.5}, 1)
        with pytest.warns(RuntimeWarning, match="metric note: expected a number, got list"):
            tracker.end_step(1, loss=1.0, note=["warm-up"])
        with warnings.catch_warnings():
            warnings.simplefilter("error")
            tracker.log({"val/loss": None, "val/acc": 0.75}, 2)
    found = scalars(tmp_path)
    assert found["val/acc"] == [(1, 0.5), (2, 0.75)]
    assert found["train/loss"] == [(1, 1.0)]
    assert "val/loss" not in found


def test_host_metrics_are_renamed_too(tmp_path: Path) -> None:
    config = {
        "tensorboard_dir": str(tmp_path),
        "capture": False,
        "gpu_metrics_interval_secs": 0.01,
        "names": {"system/memory_percent": "memory"},
    }
    with Tracker(config) as tracker:
        tracker.log({"loss": 1.0}, 1)

        def is_logged() -> bool:
            tracker.writer.flush()
            return "memory" in scalars(tmp_path)

        wait_until(is_logged)
    assert "system/memory_percent" not in scalars(tmp_path)


@pytest.mark.parametrize(
    ("settings", "complaint"),
    [
        ({"log_interval": "ten"}, r"\[metrics\] log_interval: expected a whole number, got 'ten'"),
        ({"log_interval": True}, "log_interval: expected a whole number, got True"),
        ({"smoothing": "0.1"}, "smoothing: expected a number, got '0.1'"),
        ({"enable_wandb": 1}, "enable_wandb: expected true or false, got 1"),
        ({"backends": "jsonl"}, "backends: expected a list of names, got 'jsonl'"),
        ({"names": ["a"]}, r"names: expected a table of names, got \['a'\]"),
    ],
)
def test_setting_of_another_type_is_refused_by_name(settings: dict[str, Any], complaint: str) -> None:
    with pytest.raises(ValueError, match=complaint):
        Tracker(settings)


def test_toml_file_that_is_none_is_refused_by_its_path(tmp_path: Path) -> None:
    path = tmp_path / "bad.toml"
    path.write_text("x = = 1")
    with pytest.raises(ValueError, match=r"bad\.toml: Invalid value"):
        Tracker(path)


def test_console_prints_names_with_brackets_as_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Tracker({"enable_tensorboard": False, "backends": ["console"]}) as tracker:
        tracker.log({"loss[bold]": 0.5}, 3)
    assert "step 3  loss[bold] 0.5" in capsys.readouterr().err
