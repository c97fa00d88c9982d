"""`sightline index`: segments of very many event files, made by many workers, for any number of servers."""

from __future__ import annotations

import logging
import signal
import sys
import time
import warnings
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Timer
from types import FrameType
from typing import TYPE_CHECKING

import click

from sightline.cli._console import CANNOT_READ, fail, print_json, warn

if TYPE_CHECKING:
    from sightline.engine.index.engines import Engine
    from sightline.engine.index.job import IndexJob, Outcome
    from sightline.engine.index.place import Place

_MAX_WARNINGS = 20
_SILENT_SECS = 1.0


class _Stopped(KeyboardInterrupt):
    """Ctrl-C or SIGTERM."""

    def __init__(self, number: int) -> None:
        super().__init__()
        self.exit_code = 128 + number


def _given(context: click.Context, parameter: click.Parameter, value: str) -> str:
    """Refuse an empty path, as a shell makes of an unset variable: it would be the current folder."""
    if not value:
        raise click.BadParameter("it is empty.")
    return value


@click.command(name="index", short_help="Index logs for servers that share them.")
@click.argument("source", callback=_given)
@click.option(
    "--to",
    "place",
    required=True,
    callback=_given,
    metavar="DEST",
    help="The index: a folder, s3://…, gs://… or az://….",
)
@click.option(
    "--on",
    "engine",
    default="processes",
    show_default=True,
    metavar="ENGINE",
    help="Where the work is done: processes, processes:4, dask://host:port, ray://host:port or ray://auto.",
)
@click.option(
    "--clean",
    "cleans",
    is_flag=True,
    help="Then delete what the index has not needed for a day; not while another indexer runs.",
)
@click.option("--json", "as_json", is_flag=True, help="Print one line of JSON.")
def command(source: str, place: str, engine: str, cleans: bool, as_json: bool) -> None:
    """Index the event files below SOURCE, a folder or an address, for `sightline --index DEST`.

    Files that were indexed before and have not changed are not read again. It may be ended at any time and
    begun again, and several may run at once.
    """
    with _without_framework_messages(), _stop_signals():
        opened, workers = _open(place, engine)
        try:
            outcome, n_deleted = _index(source, opened, workers, cleans=cleans)
        finally:
            workers.close()
    _report(outcome, place, n_deleted, as_json=as_json)


def _open(place: str, engine: str) -> tuple[Place, Engine]:
    from sightline.engine.index.engines import open_engine
    from sightline.engine.index.errors import sentence_of
    from sightline.engine.index.place import open_place_to_write

    try:
        opened = open_place_to_write(place)
        with _notice_of_connecting(engine):
            return opened, open_engine(engine)
    except OSError as error:
        fail(sentence_of(error), CANNOT_READ)
    except _Stopped as stopped:
        fail("Stopped: nothing was begun.", stopped.exit_code)


def _index(source: str, place: Place, workers: Engine, *, cleans: bool) -> tuple[Outcome, int]:
    from sightline.engine.default_reader import default_reader
    from sightline.engine.index.cleaning import clean
    from sightline.engine.index.job import IndexJob
    from sightline.plugins import load_claims

    try:
        with _progress() as on_progress:
            job = IndexJob(
                source,
                place,
                workers,
                default_reader(),
                load_claims(),
                on_progress=on_progress,
                on_notice=warn,
            )
            with _stop_signals():  # Ray took them over
                outcome = job.run()
        return outcome, clean(place, outcome.manifest, time.time) if cleans else 0
    except OSError as error:
        fail(_sentence(error, place), CANNOT_READ)
    except _Stopped as stopped:
        fail(_stop_sentence(job), stopped.exit_code)


def _sentence(error: OSError, place: Place) -> str:
    """The sentence of an error; writing to a full disk gives one that names no file."""
    from sightline.engine.index.errors import sentence_of

    sentence = sentence_of(error)
    if error.strerror is None or error.filename:
        return sentence
    return f"cannot write to {place.address}: {sentence[:1].lower()}{sentence[1:]}"


def _stop_sentence(job: IndexJob) -> str:
    recorded = job.recorded()
    if recorded is None:
        return "Stopped before the files were listed; the same command begins again."
    return (
        f"Stopped: {recorded.n_indexed:,} of {recorded.n_files:,} event files are indexed; "
        "the same command goes on."
    )


@contextmanager
def _stop_signals() -> Iterator[None]:
    """The first Ctrl-C or SIGTERM raises `_Stopped`, a second one ends the process at once."""

    def stop(number: int, frame: FrameType | None) -> None:
        for each in replaced:
            signal.signal(each, signal.SIG_DFL)
        raise _Stopped(number)

    replaced = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    for number in replaced:
        signal.signal(number, stop)
    try:
        yield
    finally:
        for number, handler in replaced.items():
            if signal.getsignal(number) is stop:
                signal.signal(number, handler)


@contextmanager
def _without_framework_messages() -> Iterator[None]:
    """Warnings and logs of Dask and Ray say in many lines what the command says in one."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        logging.disable()
        try:
            yield
        finally:
            logging.disable(logging.NOTSET)


@contextmanager
def _notice_of_connecting(engine: str) -> Iterator[None]:
    """Tell what takes so long."""
    if "://" not in engine:
        yield
        return
    timer = Timer(_SILENT_SECS, click.echo, [f"Connecting to {engine} …"], {"err": True})
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        timer.cancel()


@contextmanager
def _progress() -> Iterator[Callable[[int, int], None]]:
    """A bar on a terminal; nothing elsewhere."""
    if not sys.stderr.isatty():
        yield lambda n_done, n_all: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeRemainingColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("Listing", total=None)
        yield lambda n_done, n_all: bar.update(task, description="Indexing", completed=n_done, total=n_all)


def _report(outcome: Outcome, place: str, n_deleted: int, *, as_json: bool) -> None:
    for path, message in outcome.problems[:_MAX_WARNINGS]:
        warn(f"{path} cannot be read: {message}")
    if len(outcome.problems) > _MAX_WARNINGS:
        warn(f"{len(outcome.problems) - _MAX_WARNINGS:,} more files cannot be read.")
    if as_json:
        print_json(
            {
                "manifest": outcome.manifest.number,
                "files": outcome.n_files,
                "indexed": outcome.n_indexed,
                "removed": outcome.n_removed,
                "points": outcome.n_points,
                "pages": len(outcome.manifest.pages),
                "unreadable": len(outcome.problems),
                "deleted": n_deleted,
            }
        )
        return
    click.echo(
        f"Indexed {outcome.n_indexed:,} of {outcome.n_files:,} event files ({outcome.n_points:,} points); "
        f"{outcome.n_removed:,} are gone."
    )
    if n_deleted:
        click.echo(f"Deleted {n_deleted:,} objects that were not needed any more.")
    click.echo(f"Show them with: sightline --index {place}")
