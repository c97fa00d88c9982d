"""A slow, readable reader of Chrome's JSON: the oracle of the native one."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

MARKS = ("gpu_user_annotation", "cuda_sync", "xpu_sync", "cuda_event")
MTIA_WAITS = ("event_wait", "event_record")


@dataclass
class Slice:
    track: tuple[str, str, bool]
    start_ns: int
    dur_ns: int
    name: str
    args: dict[str, Any]
    parent: Slice | None = None
    depth: int = 0

    @property
    def end_ns(self) -> int:
        return self.start_ns + self.dur_ns


def to_ns(micros: object) -> int:
    """Microseconds, parsed with `parse_float=Decimal`, as whole nanoseconds."""
    return int((Decimal(str(micros)) * 1000).to_integral_value(rounding="ROUND_HALF_UP"))


def read_slices(events: list[dict[str, Any]]) -> list[Slice]:
    """Complete events in the order of the native trace's tracks and starts."""
    slices = []
    for event in events:
        if event.get("ph") != "X":
            continue
        waits = event.get("cat") == "mtia_ccp_events" and event.get("name") in MTIA_WAITS
        is_mark = waits or event.get("cat") in MARKS
        track = (str(event.get("pid", "")), str(event.get("tid", "")), is_mark)
        start_ns, dur_ns = to_ns(event["ts"]), max(0, to_ns(event.get("dur", 0)))
        slices.append(Slice(track, start_ns, dur_ns, event.get("name", ""), event.get("args") or {}))
    return sorted(slices, key=lambda one: (one.track, one.start_ns, -one.dur_ns))


def nest(slices: list[Slice], rounding_ns: int) -> list[Slice]:
    """Set depth and parent; return those that overlap another without lying in it."""
    by_track = defaultdict(list)
    for one in slices:
        by_track[one.track].append(one)
    overlapping = []
    for members in by_track.values():
        stack: list[tuple[Slice, int]] = []
        for one in members:
            while stack and (
                stack[-1][1] <= one.start_ns
                or (stack[-1][1] - one.start_ns <= rounding_ns and one.end_ns - stack[-1][1] > rounding_ns)
            ):
                stack.pop()
            if stack and one.end_ns - stack[-1][1] > rounding_ns:
                overlapping.append(one)
                continue
            one.parent, one.depth = (stack[-1][0] if stack else None), len(stack)
            stack.append((one, min(one.end_ns, stack[-1][1]) if stack else one.end_ns))
    return overlapping


def unite(intervals: list[tuple[int, int]]) -> list[tuple[int, int]]:
    """Disjoint intervals of the same times."""
    united: list[tuple[int, int]] = []
    for begin, end in sorted(one for one in intervals if one[0] < one[1]):
        if united and begin <= united[-1][1]:
            united[-1] = (united[-1][0], max(united[-1][1], end))
        else:
            united.append((begin, end))
    return united
