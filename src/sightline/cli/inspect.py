"""`sightline inspect`: what is in the logs, run by run and tag by tag, with sizes and damage."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sightline.cli._console import print_json, printable
from sightline.cli._reading import read_logs, selecting

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView
    from sightline.logs import Logs


@click.command(
    name="inspect",
    short_help="Show what is in the logs, and what is damaged.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@selecting
@click.option("--json", "as_json", is_flag=True, help="Print the same as JSON.")
def command(
    logdir: tuple[str, ...],
    tag: tuple[str, ...],
    run: tuple[str, ...],
    expression: str | None,
    as_json: bool,
) -> None:
    """Show the runs below LOGDIR: tags by kind, with counts, steps and sizes, and what could not be read."""
    with read_logs(logdir) as logs:
        found = summary(logs, tag=tag or None, run=run or None, filter=expression)
    if as_json:
        print_json(found)
    else:
        _print(found, logdir)


def summary(logs: Logs, **selection: Any) -> dict[str, Any]:
    """The report as plain data."""
    tags = logs.tags(**selection)
    rows = [dict(zip(tags, row, strict=True)) for row in zip(*_plain(tags.to_numpy()), strict=True)]
    chosen = {row["run"] for row in rows}
    named = selection["tag"] is not None or selection["run"] is not None or selection["filter"] is not None
    runs = [_about(run, rows) for run in logs.view.runs if run.name in chosen or not named]
    problems = [{"path": problem.path, "reason": problem.message} for problem in logs.problems]
    return {"runs": runs, "problems": problems}


def _plain(columns: dict[str, Any]) -> list[list[Any]]:
    return [column.tolist() for column in columns.values()]


def _about(run: RunView, rows: list[dict[str, Any]]) -> dict[str, Any]:
    return {
        "run": run.name,
        "state": run.state,
        "bytes": run.n_bytes,
        "points": run.n_points,
        "first_wall_time": run.first_wall_time,
        "last_wall_time": run.last_wall_time,
        "restarts": len(run.restarts),
        "damage": [spot._asdict() for spot in run.damage],
        "tags": [_tag(row) for row in rows if row["run"] == run.name],
    }


def _tag(row: dict[str, Any]) -> dict[str, Any]:
    left_out = ("run",) if row["kind"] == "scalar" else ("run", "last_value", "n_nan", "n_inf")
    return {key: _json(value) for key, value in row.items() if key not in left_out}


def _json(value: Any) -> Any:
    """NaN and infinities as text, because JSON has no numbers for them."""
    return str(value) if isinstance(value, float) and value - value != 0 else value


def _print(found: dict[str, Any], logdir: tuple[str, ...]) -> None:
    from rich.console import Console

    console = Console(soft_wrap=True)
    for run in found["runs"]:
        console.print(printable(_heading(run)), style="bold", markup=False, highlight=False)
        for spot in run["damage"]:
            line = (
                f"  damaged: {spot['n_bytes']} bytes at {spot['offset']} of {spot['path']}: {spot['reason']}"
            )
            console.print(printable(line), style="yellow", markup=False, highlight=False)
        if run["tags"]:
            console.print(_table(run["tags"]))
    for problem in found["problems"]:
        line = f"cannot read {problem['path']}: {problem['reason']}"
        console.print(printable(line), style="yellow", markup=False, highlight=False)
    if not found["runs"]:
        console.print(
            f"No event files below {', '.join(logdir)}: none has 'tfevents' in its name.", markup=False
        )


def _heading(run: dict[str, Any]) -> str:
    parts = [run["run"], run["state"], _size(run["bytes"]), f"{run['points']:,} scalar points"]
    if run["restarts"]:
        parts.append(f"{run['restarts']} restarts")
    return " · ".join(parts)


def _table(tags: list[dict[str, Any]]) -> Any:
    from rich import box
    from rich.table import Table
    from rich.text import Text

    table = Table(box=box.SIMPLE_HEAD, pad_edge=False)
    for name in ("kind", "tag"):
        table.add_column(name, overflow="fold")
    for name in ("count", "first step", "last step", "last value"):
        table.add_column(name, justify="right")
    for tag in tags:
        numbers = (tag["n"], tag["first_step"], tag["last_step"], tag.get("last_value"))
        table.add_row(tag["kind"], Text(printable(tag["tag"])), *map(_number, numbers))
    return table


def _number(value: Any) -> str:
    return "" if value is None else f"{value:.6g}" if isinstance(value, float) else str(value)


def _size(n_bytes: int) -> str:
    return f"{n_bytes / 2**20:,.1f} MiB" if n_bytes >= 2**20 else f"{n_bytes / 1024:,.1f} KiB"
