"""What `sightline profile summary` shows of one profile: as plain data, and in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sightline.cli._console import printable
from sightline.cli._profile_tables import milliseconds, percent, print_table, wide_console

if TYPE_CHECKING:
    from rich.console import Console

    from sightline.logs.profiles import LoggedProfile
    from sightline.wire.frame import Frame

ROLES = {
    "kernel": "Kernel",
    "compute": "Compute",
    "communication": "Communication",
    "collectives": "Collectives",
    "memcpy": "Memcpy",
    "host_to_device": "Host to device",
    "device_to_host": "Device to host",
    "device_to_device": "Device to device",
    "copies": "Copies",
    "memset": "Memset",
    "runtime": "Runtime",
    "launch": "Launch",
    "data_loading": "Data loading",
    "input": "Input",
    "compile": "Compile",
    "cpu": "CPU",
    "host": "Host",
    "other": "Other",
}
_BAR_WIDTH = 30


def summarize(profile: LoggedProfile, limit: int) -> dict[str, Any]:
    """One profile as plain data."""
    return {
        "run": profile.run,
        "name": profile.name,
        "worker": profile.worker,
        "session": profile.session,
        "bytes": profile.n_bytes,
        **profile.overview(),
        "operators": rows_of(profile.operators(), limit),
        "kernels": rows_of(profile.kernels(), limit),
    }


def rows_of(frame: Frame, limit: int) -> list[dict[str, Any]]:
    """The first rows of a frame; null where a number is not known."""
    columns = {name: frame[name][:limit].tolist() for name in frame}
    return [
        {name: None if value != value else value for name, value in zip(columns, row, strict=True)}
        for row in zip(*columns.values(), strict=True)
    ]


def print_summary(found: dict[str, Any]) -> None:
    """The same for people."""
    console = wide_console()
    _line(console, " · ".join(filter(None, (found["run"], found["worker"], found["name"]))), "bold")
    for line in (_what_ran(found["environment"]), _steps(found["steps"]), _device(found["device"])):
        if line:
            _line(console, f"  {line}")
    for problem in found["problems"]:
        _line(console, f"  not read: {problem['what']} ({_times(problem['count'])})", "yellow")
    _print_split(console, found)
    _print_advice(console, found)
    _print_operators(console, found["operators"])
    _print_kernels(console, found["kernels"])


def _line(console: Console, text: str, style: str = "") -> None:
    console.print(printable(text), style=style, markup=False)


def _what_ran(environment: dict[str, Any]) -> str:
    devices = environment["devices"]
    first = (
        [f"{len(devices)} × {devices[0]['name']}" if len(devices) > 1 else devices[0]["name"]]
        if devices
        else []
    )
    if devices and devices[0]["memory_bytes"]:
        first.append(f"{devices[0]['memory_bytes'] / 2**30:.1f} GiB")
    if environment["rank"] is not None and environment["world_size"]:
        backend = f" ({environment['backend']})" if environment["backend"] else ""
        first.append(f"rank {environment['rank']} of {environment['world_size']}{backend}")
    return " · ".join([*first, *(f"{name} {version}" for name, version in environment["versions"].items())])


def _steps(steps: dict[str, Any]) -> str:
    if steps["mean_ns"] is None:
        return "no steps"
    if not steps["is_marked"]:
        return f"no steps marked; {milliseconds(steps['mean_ns'])} in all"
    deviation = f" ± {milliseconds(steps['deviation_ns'])}" if steps["deviation_ns"] is not None else ""
    partial = f"; {steps['partial']} partial, left out of the mean" if steps["partial"] else ""
    plural = "" if steps["count"] == 1 else "s"
    return f"{steps['count']} step{plural}, {milliseconds(steps['mean_ns'])}{deviation} each{partial}"


def _device(device: dict[str, Any] | None) -> str:
    if device is None:
        return "nothing ran on a device"
    figures = (
        ("device busy", device["utilization"], 100.0, " %"),
        ("SM efficiency", device["sm_efficiency"], 100.0, " %"),
        ("occupancy", device["occupancy_percent"], 1.0, " %"),
        ("tensor cores", device["tensor_core_share"], 100.0, " % of kernel time"),
        ("memory at peak", device["peak_memory_bytes"], 2**-30, " GiB"),
    )
    return ", ".join(
        f"{name} {value * scale:.1f}{unit}" for name, value, scale, unit in figures if value is not None
    )


def _print_split(console: Console, found: dict[str, Any]) -> None:
    total = found["steps"]["mean_ns"]
    if not total:
        return
    cells = [
        (ROLES.get(role, role), milliseconds(value), percent(value / total), _bar(value / total))
        for role, value in found["split_ns"].items()
        if value
    ]
    title = "Mean step" if found["steps"]["is_marked"] else "Time"
    print_table(console, title, ("role", "time", "share", ""), cells)


def _bar(share: float) -> str:
    return ("█" * max(1, round(_BAR_WIDTH * share))).ljust(_BAR_WIDTH)


def _print_advice(console: Console, found: dict[str, Any]) -> None:
    if not found["advice"]:
        return
    _line(console, "Advice", "bold")
    for finding in found["advice"]:
        is_high = finding["level"] == "high"
        _line(console, f"  {'!' if is_high else '-'} {finding['title']}", "yellow" if is_high else "")
        for evidence in finding["evidence"]:
            _line(console, f"      {evidence}")
        _line(console, f"      → {finding['action']}")
    console.print()


def _print_operators(console: Console, rows: list[dict[str, Any]]) -> None:
    has_device = any(row["device_total_ns"] for row in rows)
    device = ("device self", "device total") if has_device else ()
    cells = []
    for row in rows:
        times = [row["host_self_ns"], row["host_total_ns"]]
        times += [row["device_self_ns"], row["device_total_ns"]] if has_device else []
        cells.append((row["operator"], f"{row['calls']:,}", *map(milliseconds, times)))
    print_table(console, "Operators", ("operator", "calls", "host self", "host total", *device), cells)


def _print_kernels(console: Console, rows: list[dict[str, Any]]) -> None:
    from sightline.kinds.profile.analysis.short_names import short_name

    cells = [
        (
            short_name(row["kernel"]),
            f"{row['calls']:,}",
            milliseconds(row["total_ns"]),
            milliseconds(row["mean_ns"]),
            "yes" if row["tensor_cores"] else "",
        )
        for row in rows
    ]
    print_table(console, "Kernels", ("kernel", "calls", "total", "mean", "tensor cores"), cells)


def _times(n: int) -> str:
    return "once" if n == 1 else f"{n:,} times"
