"""GPUs as their drivers tell: NVIDIA's by `nvidia-ml-py`, AMD's by the files of the kernel's driver."""

from __future__ import annotations

import os
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

_GIB = 2**30
AMD_FOLDER = "/sys/class/drm"

# What is read of a device, each by a function of its own: a field without permission leaves the others.
Gpu = Mapping[str, Callable[[], float]]


def find_gpus() -> list[Gpu]:
    """The devices that this process may use, in the program's own order; none where no driver answers."""
    return nvidia_gpus() or amd_gpus()


def gpu_metrics(gpus: list[Gpu]) -> dict[str, float]:
    """All fields that can be read now, as ``gpu/<i>/<field>``."""
    metrics: dict[str, float] = {}
    for index, fields in enumerate(gpus):
        for name, read in fields.items():
            try:
                metrics[f"gpu/{index}/{name}"] = float(read())
            except Exception:  # a field that this device does not have, or this user may not read
                continue
    return metrics


def nvidia_gpus() -> list[Gpu]:
    """Devices by NVML, in the order of CUDA_VISIBLE_DEVICES; none where NVML is missing or fails."""
    try:
        import pynvml

        pynvml.nvmlInit()
        return [_nvidia(pynvml, handle) for handle in _visible(pynvml)]
    except Exception:  # no package, no driver, no permission
        return []


def _visible(nvml: Any) -> list[Any]:
    given = os.environ.get("CUDA_VISIBLE_DEVICES")
    if given is None:
        return [nvml.nvmlDeviceGetHandleByIndex(index) for index in range(nvml.nvmlDeviceGetCount())]
    handles = []
    for name in filter(None, (each.strip() for each in given.split(","))):
        is_index = name.lstrip("-").isdigit()
        if is_index and not 0 <= int(name) < nvml.nvmlDeviceGetCount():
            break  # as CUDA does: what comes after a wrong one is not visible
        by = nvml.nvmlDeviceGetHandleByIndex if is_index else nvml.nvmlDeviceGetHandleByUUID
        handles.append(by(int(name) if is_index else name))
    return handles


def _nvidia(nvml: Any, handle: Any) -> Gpu:
    return {
        "utilization": lambda: nvml.nvmlDeviceGetUtilizationRates(handle).gpu,
        "allocated_memory": lambda: nvml.nvmlDeviceGetMemoryInfo(handle).used / _GIB,
        "total_memory": lambda: nvml.nvmlDeviceGetMemoryInfo(handle).total / _GIB,
        "temp": lambda: nvml.nvmlDeviceGetTemperature(handle, nvml.NVML_TEMPERATURE_GPU),
        "power": lambda: nvml.nvmlDeviceGetPowerUsage(handle) / 1000,
    }


def amd_gpus(folder: str = AMD_FOLDER) -> list[Gpu]:
    """Devices of the amdgpu driver, which ROCm uses, in the order of HIP_VISIBLE_DEVICES; none elsewhere."""
    cards = sorted(Path(folder).glob("card*/device/mem_info_vram_total"), key=_card_number)
    devices = [file.parent for file in cards]
    given = os.environ.get("HIP_VISIBLE_DEVICES", os.environ.get("ROCR_VISIBLE_DEVICES"))
    if given is not None:
        numbers = [int(each) for each in given.split(",") if each.strip().isdigit()]
        devices = [devices[number] for number in numbers if number < len(devices)]
    return [_amd(device) for device in devices]


def _card_number(file: Path) -> int:
    digits = file.parents[1].name.removeprefix("card")
    return int(digits) if digits.isdigit() else -1


def _amd(device: Path) -> Gpu:
    def number(pattern: str) -> float:
        return float(next(iter(sorted(device.glob(pattern)))).read_text())

    return {
        "utilization": lambda: number("gpu_busy_percent"),
        "allocated_memory": lambda: number("mem_info_vram_used") / _GIB,
        "total_memory": lambda: number("mem_info_vram_total") / _GIB,
        "temp": lambda: number("hwmon/hwmon*/temp1_input") / 1000,
        "power": lambda: number("hwmon/hwmon*/power1_[ai]*") / 1e6,
    }
