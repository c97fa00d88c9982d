"""GPUs by their drivers: NVML by a module of its shape, AMD's by files as the kernel's driver has them."""

from __future__ import annotations

import sys
from pathlib import Path
from types import ModuleType, SimpleNamespace

import pytest

from sightline.tracker.gpus import amd_gpus, find_gpus, gpu_metrics, nvidia_gpus

GIB = 2**30
BUSY = (10, 20, 30)


@pytest.fixture
def nvml(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """Three devices, with the functions and units of nvidia-ml-py; the third one's power may not be read."""
    module = ModuleType("pynvml")

    def power(index: int) -> int:
        if index == 2:
            raise PermissionError("insufficient permissions")
        return 250_000

    names = {
        "NVML_TEMPERATURE_GPU": 0,
        "nvmlInit": lambda: None,
        "nvmlDeviceGetCount": lambda: len(BUSY),
        "nvmlDeviceGetHandleByIndex": lambda index: index,
        "nvmlDeviceGetHandleByUUID": lambda uuid: int(uuid[-1]),
        "nvmlDeviceGetUtilizationRates": lambda index: SimpleNamespace(gpu=BUSY[index]),
        "nvmlDeviceGetMemoryInfo": lambda index: SimpleNamespace(used=GIB, total=4 * GIB),
        "nvmlDeviceGetTemperature": lambda index, sensor: 60,
        "nvmlDeviceGetPowerUsage": power,
    }
    for name, value in names.items():
        setattr(module, name, value)
    monkeypatch.setitem(sys.modules, "pynvml", module)
    monkeypatch.delenv("CUDA_VISIBLE_DEVICES", raising=False)
    return module


@pytest.mark.usefixtures("nvml")
def test_nvidia_devices_are_read_in_percent_gib_degrees_and_watts() -> None:
    found = gpu_metrics(find_gpus())
    assert {name: found[f"gpu/0/{name}"] for name in ("utilization", "temp", "power")} == {
        "utilization": 10.0,
        "temp": 60.0,
        "power": 250.0,
    }
    assert (found["gpu/0/allocated_memory"], found["gpu/0/total_memory"]) == (1.0, 4.0)
    assert found["gpu/2/utilization"] == 30.0
    assert "gpu/2/power" not in found


@pytest.mark.usefixtures("nvml")
@pytest.mark.parametrize(
    ("visible", "busy"),
    [("2,0", [30.0, 10.0]), ("GPU-1,MIG-2", [20.0, 30.0]), ("", []), ("1,7,0", [20.0]), ("-1,0", [])],
)
def test_nvidia_devices_are_numbered_as_the_program_sees_them(
    monkeypatch: pytest.MonkeyPatch, visible: str, busy: list[float]
) -> None:
    monkeypatch.setenv("CUDA_VISIBLE_DEVICES", visible)
    found = gpu_metrics(nvidia_gpus())
    assert [found[f"gpu/{index}/utilization"] for index in range(len(busy))] == busy
    assert f"gpu/{len(busy)}/utilization" not in found


def test_without_a_driver_there_are_no_devices(nvml: ModuleType) -> None:
    def fail() -> None:
        raise OSError("libnvidia-ml.so.1: cannot open shared object file")

    nvml.nvmlInit = fail  # type: ignore[attr-defined]
    assert nvidia_gpus() == []


def test_amd_devices_are_read_from_the_files_of_their_driver(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for card, busy in ((0, 5), (2, 7), (10, 9)):
        device = tmp_path / f"card{card}" / "device"
        (device / "hwmon" / "hwmon3").mkdir(parents=True)
        (device / "mem_info_vram_total").write_text(f"{8 * GIB}\n")
        (device / "mem_info_vram_used").write_text(f"{2 * GIB}\n")
        (device / "gpu_busy_percent").write_text(f"{busy}\n")
        (device / "hwmon" / "hwmon3" / "temp1_input").write_text("45000\n")
        (device / "hwmon" / "hwmon3" / "power1_average").write_text("120000000\n")
    (tmp_path / "card1" / "device").mkdir(parents=True)  # another maker's
    monkeypatch.delenv("HIP_VISIBLE_DEVICES", raising=False)
    monkeypatch.delenv("ROCR_VISIBLE_DEVICES", raising=False)
    found = gpu_metrics(amd_gpus(str(tmp_path)))
    fields = ("utilization", "allocated_memory", "total_memory", "temp", "power")
    assert [found[f"gpu/0/{name}"] for name in fields] == [5.0, 2.0, 8.0, 45.0, 120.0]
    assert [found[f"gpu/{index}/utilization"] for index in range(3)] == [5.0, 7.0, 9.0]
    monkeypatch.setenv("HIP_VISIBLE_DEVICES", "2,0")
    found = gpu_metrics(amd_gpus(str(tmp_path)))
    assert [found[f"gpu/{index}/utilization"] for index in range(2)] == [9.0, 5.0]
