"""Memory events of a profile: each allocation and free, with the totals of its device."""

from __future__ import annotations

import numpy as np

from sightline.formats.trace import NO_SLICE
from sightline.kinds.profile.profile import Profile
from sightline.wire.columns import Dictionary
from sightline.wire.frame import Frame

_DEVICE_TYPES = {
    0: "CPU",
    1: "CUDA",
    6: "HIP",
    9: "Metal",
    12: "XPU",
    13: "MPS",
    18: "HPU",
    20: "PrivateUse1",
}


def memory_events(profile: Profile) -> Frame:
    """A row for each allocation (`bytes` > 0) and free (< 0); totals are -1 where the file does not say.

    Times count from the profile's start; `operator` is the innermost slice at that time.
    """
    memory, trace = profile.trace.memory, profile.trace
    is_inside = memory.slice != NO_SLICE
    ids, inverse = np.unique(trace.slices.name[memory.slice[is_inside]], return_inverse=True)
    texts = ["", *(trace.string(int(each)) for each in ids)]
    operator = np.zeros(len(memory.slice), np.int32)
    operator[is_inside] = inverse + 1
    devices, device = np.unique(
        np.stack((memory.device_type, memory.device_id), axis=1), axis=0, return_inverse=True
    )
    return Frame(
        {
            "time_ns": memory.time_ns - profile.origin_ns,
            "device": Dictionary(
                device.reshape(-1).astype(np.int32), [_device_name(*row) for row in devices]
            ),
            "bytes": memory.bytes,
            "total_allocated": memory.total_allocated,
            "total_reserved": memory.total_reserved,
            "address": memory.address,
            "operator": Dictionary(operator, texts),
        }
    )


def _device_name(device_type: int, device_id: int) -> str:
    """torch's numbers of device types as words; the host has no number of its own."""
    name = _DEVICE_TYPES.get(int(device_type), f"device type {device_type}")
    return name if device_id < 0 or name == "CPU" else f"{name} {device_id}"
