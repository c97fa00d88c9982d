"""`sightline prune`: moves old or useless runs to the trash, after confirmation, or restores them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sightline.cli._console import CANNOT_READ, fail, print_json, print_status, printable
from sightline.cli._durations import Duration

if TYPE_CHECKING:
    from sightline.engine.retention import Candidate
    from sightline.engine.run_view import RunView
    from sightline.engine.store import StoreView
    from sightline.engine.trash import Trash


@click.command(
    name="prune",
    short_help="Move old or useless runs to a trash folder.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.argument("logdir", type=click.Path(file_okay=False, path_type=Path))
@click.option(
    "--older-than",
    type=Duration(),
    metavar="AGE",
    help="Only runs last written longer ago than this, e.g. 30d.",
)
@click.option(
    "--min-steps", type=click.IntRange(min=1), metavar="N", help="Only runs whose last step is below N."
)
@click.option(
    "--filter",
    "expression",
    metavar="EXPR",
    help="Only runs that match, e.g. 'val/loss.min > 2'.",
)
@click.option(
    "--keep-last", type=click.IntRange(min=0), default=0, metavar="N", help="Never the N newest runs."
)
@click.option(
    "--trash",
    type=click.Path(file_okay=False, path_type=Path),
    help="Trash folder; LOGDIR/.sightline/trash unless given.",
)
@click.option("--dry-run", is_flag=True, help="Only list what would be moved.")
@click.option("--delete", "for_good", is_flag=True, help="Delete instead of moving to the trash.")
@click.option("--restore", is_flag=True, help="Restore everything that is in the trash.")
@click.option("--yes", "-y", is_flag=True, help="Do not ask for confirmation.")
@click.option("--json", "as_json", is_flag=True, help="Print what was done as JSON.")
def command(
    logdir: Path,
    older_than: float | None,
    min_steps: int | None,
    expression: str | None,
    keep_last: int,
    trash: Path | None,
    dry_run: bool,
    for_good: bool,
    restore: bool,
    yes: bool,
    as_json: bool,
) -> None:
    """Move runs of LOGDIR that meet every given condition to a trash folder.

    The runs are listed with their sizes, and you confirm. Only event files and profiles are moved, and never
    those of a run that is still being written.
    """
    from sightline.engine.retention import delete
    from sightline.engine.trash import Trash

    if not logdir.is_dir():
        fail(f"{logdir} is not a folder; give the log directory to prune.", CANNOT_READ)
    pruned = Trash(logdir, trash)
    if restore:
        _restore(pruned, as_json)
        return
    if older_than is None and min_steps is None and expression is None and not keep_last:
        raise click.UsageError("choose runs by --older-than, --min-steps, --filter or --keep-last.")
    chosen = _chosen(logdir, older_than, min_steps, expression, keep_last)
    _show(chosen, as_json=as_json, done=None if dry_run or chosen else "nothing")
    if dry_run or not chosen:
        return
    _confirm(chosen, yes=yes, for_good=for_good)
    if for_good:
        delete(chosen)
        print_status("Deleted.")
    else:
        print_status(f"Moved to {pruned.move(chosen)}; `sightline prune {logdir} --restore` restores them.")


def _chosen(
    logdir: Path, older_than: float | None, min_steps: int | None, expression: str | None, keep_last: int
) -> list[Candidate]:
    from sightline.engine.retention import Rules, candidates
    from sightline.logs import open as open_logs

    with open_logs(logdir) as logs:
        matches = _matcher(expression, logs.view) if expression else None
        rules = Rules(older_than_secs=older_than, min_steps=min_steps, keep_last=keep_last, matches=matches)
        return candidates(logs.view.runs, rules)


def _matcher(expression: str, view: StoreView) -> Callable[[RunView], bool]:
    from sightline.engine.filter import FilterError, parse
    from sightline.logs.logs import fact_sources

    try:
        condition = parse(expression)
    except FilterError as error:
        raise click.UsageError(f"--filter: {error}") from error
    sources = fact_sources(view)
    return lambda run: condition.matches(sources.of(run))


def _restore(trash: Trash, as_json: bool) -> None:
    from sightline.engine.trash import TrashError

    restored, not_restored, problems = [], [], []
    for name in trash.names():
        try:
            back, taken = trash.restore(name)
        except TrashError as error:
            problems.append(str(error))
            continue
        restored += back
        not_restored += taken
    if as_json:
        print_json(
            {
                "restored": [str(path) for path in restored],
                "not_restored": [str(path) for path in not_restored],
            }
        )
    else:
        click.echo(f"Restored {len(restored)} files.")
        for path in not_restored:
            click.echo(f"{path} exists, so the file in the trash stays there.", err=True)
    if problems:
        fail("\n".join(problems), CANNOT_READ)


def _show(chosen: list[Candidate], *, as_json: bool, done: str | None) -> None:
    if as_json:
        runs = [
            {"run": one.name, "bytes": one.n_bytes, "files": [str(path) for path in one.files]}
            for one in chosen
        ]
        print_json({"runs": runs, "bytes": sum(one.n_bytes for one in chosen)})
        return
    if done == "nothing":
        click.echo("No run meets the conditions.")
        return
    for one in chosen:
        click.echo(f"{_size(one.n_bytes):>10}  {printable(one.name)}")
    click.echo(f"{_size(sum(one.n_bytes for one in chosen)):>10}  in {len(chosen)} runs")


def _confirm(chosen: list[Candidate], *, yes: bool, for_good: bool) -> None:
    if yes:
        return
    if not sys.stdin.isatty():
        fail("cannot ask for confirmation without a terminal; give --yes, or --dry-run to list the runs.")
    what = "Delete these runs for good" if for_good else "Move these runs to the trash"
    click.confirm(f"{what}?", abort=True)


def _size(n_bytes: int) -> str:
    size, unit = float(n_bytes), "B"
    for unit in ("B", "KiB", "MiB", "GiB", "TiB"):
        if size < 1024 or unit == "TiB":
            break
        size /= 1024
    return f"{size:.0f} {unit}" if unit == "B" else f"{size:.1f} {unit}"
