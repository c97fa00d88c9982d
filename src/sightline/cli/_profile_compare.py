"""What `sightline profile compare` shows of two profiles: as plain data, and in a terminal."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from sightline.cli._console import printable
from sightline.cli._profile_summary import ROLES, rows_of
from sightline.cli._profile_tables import milliseconds, print_table, wide_console

if TYPE_CHECKING:
    from rich.console import Console

    from sightline.logs.profiles import LoggedProfile

_HEADINGS = ("A", "B", "difference", "", "calls A", "calls B", "")


def compare_profiles(a: LoggedProfile, b: LoggedProfile, limit: int) -> dict[str, Any]:
    """Two profiles as plain data; operators by the device's time where both have one, else by the host's."""
    from sightline.kinds.profile.compare import compare

    found = compare(a.profile, b.profile)
    time = "device" if found["a"]["has_device"] and found["b"]["has_device"] else "host"
    return {
        "a": {"run": a.run, "name": a.name, "worker": a.worker, **found["a"]},
        "b": {"run": b.run, "name": b.name, "worker": b.worker, **found["b"]},
        "environment": found["environment"],
        "operator_time": time,
        "operators": rows_of(a.compare(b, "operators", time), limit),  # type: ignore[arg-type]
        "kernels": rows_of(a.compare(b, "kernels"), limit),
    }


def print_comparison(found: dict[str, Any]) -> None:
    """The same for people."""
    console = wide_console()
    for letter in "ab":
        side = found[letter]
        line = f"{letter.upper()}  {side['run']} · {side['name']} · {_steps(side['steps'])}"
        console.print(printable(line), style="bold", markup=False)
    for each in found["environment"]:
        line = f"   {each['what']}: {each['a'] or '—'} → {each['b'] or '—'}"
        console.print(printable(line), markup=False)
    _print_steps(console, found["a"], found["b"])
    _print_rows(console, f"Operators, own time on the {found['operator_time']}", found["operators"])
    _print_rows(console, "Kernels", found["kernels"])


def _steps(steps: dict[str, Any]) -> str:
    if not steps["is_marked"]:
        return "no steps marked: the whole profile counts as one"
    return f"{steps['count'] - steps['partial']} whole steps"


def _print_steps(console: Console, a: dict[str, Any], b: dict[str, Any]) -> None:
    rows = [("Step", a["steps"]["mean_ns"] or 0.0, b["steps"]["mean_ns"] or 0.0)]
    rows += [
        (label, a["split_ns"].get(role) or 0.0, b["split_ns"].get(role) or 0.0)
        for role, label in ROLES.items()
    ]
    cells = [
        (name, milliseconds(left), milliseconds(right), _difference(right - left), change(left, right))
        for name, left, right in rows
        if left or right
    ]
    print_table(console, "Mean step", ("", *_HEADINGS[:4]), cells)


def _print_rows(console: Console, title: str, rows: list[dict[str, Any]]) -> None:
    cells = [
        (
            row["short_name"],
            milliseconds(row["a_ns"]) if row["calls_a"] else "—",
            milliseconds(row["b_ns"]) if row["calls_b"] else "—",
            _difference(row["difference_ns"]),
            change(row["a_ns"], row["b_ns"]),
            f"{row['calls_a']:,.4g}",
            f"{row['calls_b']:,.4g}",
            row["state"],
        )
        for row in rows
    ]
    print_table(console, f"{title}, per step", ("", *_HEADINGS), cells)


def change(a_ns: float, b_ns: float) -> str:
    """The relative change, "new" and "gone" where there is nothing to relate it to."""
    if not a_ns or not b_ns:
        return "new" if b_ns else "gone"
    return f"{100 * (b_ns - a_ns) / a_ns:+,.0f} %"


def _difference(nanoseconds: float) -> str:
    return ("+" if nanoseconds > 0 else "") + milliseconds(nanoseconds)
