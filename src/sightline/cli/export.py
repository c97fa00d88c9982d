"""`sightline export`: scalars of many runs to CSV, JSON, Arrow or Parquet."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from sightline.cli._console import FAILED, fail, print_json, print_status, warn
from sightline.cli._reading import read_logs, selecting

if TYPE_CHECKING:
    from sightline.engine.export import Progress

_FORMATS = ("csv", "json", "jsonl", "arrow", "parquet")
# A file that is written faster than this needs no bar.
_ROWS_WORTH_A_BAR = 500_000


@click.command(
    name="export",
    short_help="Write scalars to CSV, JSON, Arrow or Parquet.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@selecting
@click.option(
    "-o", "--output", required=True, metavar="FILE", help="The file to write; - is standard output."
)
@click.option("--format", "form", type=click.Choice(_FORMATS), help="By default, taken from the file name.")
@click.option("--wide", is_flag=True, help="A column for each tag instead of a row for each point.")
@click.option("--superseded", is_flag=True, help="Also the points that a restart has superseded.")
@click.option("--json", "as_json", is_flag=True, help="Print what was written as JSON.")
def command(
    logdir: tuple[str, ...],
    tag: tuple[str, ...],
    run: tuple[str, ...],
    expression: str | None,
    output: str,
    form: str | None,
    wide: bool,
    superseded: bool,
    as_json: bool,
) -> None:
    """Write the scalars below LOGDIR to a file: every point that was logged.

    The columns are run, tag, step, wall_time and value.
    """
    from sightline.engine.export import ExportError, export

    with read_logs(logdir) as logs:
        frame = logs.scalars(tag or None, run or None, filter=expression, wide=wide, superseded=superseded)
        try:
            with _progress(len(frame)) as report:
                export(frame, output, form=form, progress=report)
        except (ExportError, OSError) as error:
            fail(f"cannot write {output}: {error}", FAILED)
    if not len(frame):
        warn(f"{output} has no rows: no scalar matches; `sightline inspect` lists the tags.")
    if as_json:
        print_json({"file": output, "rows": len(frame), "columns": list(frame)})
    else:
        print_status(f"Wrote {len(frame):,} rows to {output}.")


@contextmanager
def _progress(n_rows: int) -> Iterator[Progress]:
    if n_rows < _ROWS_WORTH_A_BAR or not sys.stderr.isatty():
        yield lambda rows: None
        return
    from rich.console import Console
    from rich.progress import Progress

    with Progress(console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("writing", total=n_rows)
        yield lambda rows: bar.update(task, completed=rows)
