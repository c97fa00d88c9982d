"""The tracker with the real W&B, offline, and the real NVML module, without a device."""

from __future__ import annotations

import json
import os
import struct
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from sightline.tracker.gpus import nvidia_gpus
from support.logs import load, points_of

wandb_internal_pb2 = pytest.importorskip(
    "wandb.proto.wandb_internal_pb2", reason="W&B is not installed: make test-interop-trackers"
)
pynvml = pytest.importorskip("pynvml", reason="nvidia-ml-py is not installed: make test-interop-trackers")

PROGRAM = """
import sys
from sightline.tracker import Tracker
config = {"enable_wandb": True, "wandb_project": "tested", "wandb_run_name": "one", "log_interval": 2}
tracker = Tracker(config)
assert "wandb" not in sys.modules
with tracker:
    for step in range(1, 5):
        tracker.end_step(step, loss=1.0 / step, lr=0.1)
"""
BLOCK_BYTES = 32 * 1024
HEADER_BYTES = 7


def records(file: Path) -> Iterator[bytes]:
    """The records of W&B's file: LevelDB's log format after a header, a record in one part or in several."""
    data, place, parts = file.read_bytes(), HEADER_BYTES, b""
    while place + HEADER_BYTES <= len(data):
        if BLOCK_BYTES - place % BLOCK_BYTES < HEADER_BYTES:
            place += BLOCK_BYTES - place % BLOCK_BYTES
        _, length, part = struct.unpack_from("<IHB", data, place)
        parts += data[place + HEADER_BYTES : place + HEADER_BYTES + length]
        place += HEADER_BYTES + length
        if part in (1, 4):  # whole, or the last part
            yield parts
            parts = b""


def history(folder: Path) -> tuple[str, list[dict[str, float]]]:
    """The run's project and name, and its rows."""
    (file,) = folder.glob("wandb/offline-run-*/run-*.wandb")
    name, rows = "", []
    for data in records(file):
        record = wandb_internal_pb2.Record.FromString(data)
        if record.WhichOneof("record_type") == "run":
            name = f"{record.run.project}/{record.run.display_name}"
        if record.WhichOneof("record_type") == "history":
            items = record.history.item
            rows.append(
                {"/".join(each.nested_key) or each.key: json.loads(each.value_json) for each in items}
            )
    return name, rows


def run(code: str, folder: Path) -> None:
    environment = {**os.environ, "WANDB_MODE": "offline", "WANDB_SILENT": "true", "WANDB_CONSOLE": "off"}
    done = subprocess.run(
        [sys.executable, "-c", code], cwd=folder, env=environment, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stderr[-3000:]


def test_wandb_gets_the_same_numbers_as_event_files(tmp_path: Path) -> None:
    run(PROGRAM, tmp_path)
    name, rows = history(tmp_path)
    assert name == "tested/one"
    in_wandb = {
        (tag, row["_step"]): pytest.approx(value)
        for row in rows
        for tag, value in row.items()
        if not tag.startswith("_")
    }
    logged = points_of(load(str(tmp_path / "tb_logs")))
    assert {
        (tag, step): value for (_, tag), points in logged.items() for step, _, value in points
    } == in_wandb
    assert {step for _, step in in_wandb} == {1, 2, 4}
    assert {"train/loss", "smoothed/loss", "train/lr"} <= {tag for tag, _ in in_wandb}


@pytest.mark.parametrize(
    "name",
    [
        "NVML_TEMPERATURE_GPU",
        "nvmlDeviceGetCount",
        "nvmlDeviceGetHandleByIndex",
        "nvmlDeviceGetHandleByUUID",
        "nvmlDeviceGetMemoryInfo",
        "nvmlDeviceGetPowerUsage",
        "nvmlDeviceGetTemperature",
        "nvmlDeviceGetUtilizationRates",
        "nvmlInit",
    ],
)
def test_names_of_nvml_that_are_used_exist(name: str) -> None:
    assert hasattr(pynvml, name)


def test_machine_without_a_driver_has_no_devices() -> None:
    try:
        pynvml.nvmlInit()
    except pynvml.NVMLError:
        assert nvidia_gpus() == []
    else:
        assert len(nvidia_gpus()) <= pynvml.nvmlDeviceGetCount()
