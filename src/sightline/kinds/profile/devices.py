"""The devices that a profile names: torch's device properties, or the planes of TensorFlow and JAX."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Any, NamedTuple

from sightline.formats.trace import Trace

_PLANE = re.compile(r"/device:(?:CUSTOM:)?(?P<kind>[A-Za-z]+):(?P<number>\d+)\Z")


class Device(NamedTuple):
    """One device; what the profile does not say is None, or "" for the name."""

    number: int
    name: str
    memory_bytes: int | None
    capability: tuple[int, int] | None
    multiprocessors: int | None


def devices_of(trace: Trace) -> list[Device]:
    """All devices of a profile, as they are listed there."""
    properties, planes = trace.metadata.get("deviceProperties"), trace.metadata.get("planes")
    if isinstance(properties, list):
        return [_from_properties(each) for each in properties if isinstance(each, dict)]
    listed = planes.items() if isinstance(planes, dict) else ()
    found = [(_PLANE.match(name), stats) for name, stats in listed]
    return [
        _from_plane(match["kind"], int(match["number"]), stats if isinstance(stats, dict) else {})
        for match, stats in found
        if match is not None
    ]


def _from_properties(each: Mapping[str, Any]) -> Device:
    return Device(
        whole(each.get("id")) or 0,
        str(each.get("name", "")),
        whole(each.get("totalGlobalMem")),
        _capability(each.get("computeMajor"), each.get("computeMinor")),
        whole(each.get("numSms")),
    )


def _from_plane(kind: str, number: int, stats: Mapping[str, Any]) -> Device:
    named = stats.get("device_type_string") or stats.get("device_type")
    vendor = str(stats.get("device_vendor", ""))
    return Device(
        number,
        str(named or f"{vendor} {kind}".strip()),
        whole(stats.get("memory_size")),
        _capability(stats.get("compute_cap_major"), stats.get("compute_cap_minor")),
        whole(stats.get("core_count")),
    )


def _capability(major: object, minor: object) -> tuple[int, int] | None:
    known = whole(major), whole(minor)
    return (known[0], known[1]) if known[0] is not None and known[1] is not None else None


def whole(value: object) -> int | None:
    """A whole number, or None for anything else."""
    return value if isinstance(value, int) and not isinstance(value, bool) else None
