"""The latest profile of each run in brief."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sightline.briefs.numbers import number
from sightline.briefs.shapes import Number, ProfileRow, Profiles, Time
from sightline.logs.profiles import LoggedProfile

_N_TIMES = 5
_N_ADVICE = 4


def profiles(found: Sequence[LoggedProfile], *, limit: int) -> Profiles:
    """A row for each run's latest profile; what cannot be read is in the hint."""
    latest = list({profile.run: profile for profile in reversed(found)}.values())[::-1]
    rows, problems = [], []
    for profile in latest[:limit]:
        try:
            rows.append(_row(profile))
        except LookupError as error:
            problems.append(f"{profile.name}: {error}")
    return Profiles(rows=rows, total=len(latest), hint="; ".join(problems)[:500])


def _row(profile: LoggedProfile) -> ProfileRow:
    about = profile.overview()
    device = about["device"] or {}
    busy = device.get("utilization")
    return ProfileRow(
        run=profile.run,
        name=profile.name,
        steps=about["steps"]["count"],
        step_ms=_ms(about["steps"]["mean_ns"]),
        split_ms={role: _ms(value) for role, value in about["split_ns"].items() if value},
        device_busy_percent=None if busy is None else number(100 * busy),
        peak_memory_bytes=device.get("peak_memory_bytes"),
        operators=_times(profile.operators(), "operator", "host_self_ns"),
        kernels=_times(profile.kernels(), "kernel", "total_ns"),
        advice=[f"{each['title']}: {each['action']}" for each in about["advice"][:_N_ADVICE]],
    )


def _times(frame: Any, name: str, time: str) -> list[Time]:
    columns = [frame[column][:_N_TIMES].tolist() for column in (name, "calls", time)]
    return [
        Time(name=str(what)[:120], calls=int(calls), ms=_ms(ns))
        for what, calls, ns in zip(*columns, strict=True)
    ]


def _ms(nanoseconds: float | None) -> Number:
    return None if nanoseconds is None else number(float(nanoseconds) / 1e6)
