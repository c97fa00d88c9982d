"""`sightline demo`: a small model trains in the background and the board shows it live."""

from __future__ import annotations

import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
import threading
from collections.abc import Iterator
from typing import TYPE_CHECKING

import click

from sightline.cli._console import FAILED, fail, print_status
from sightline.cli._options import ServeOptions

if TYPE_CHECKING:
    from sightline.server.run import BoardServer

TRAINING_SECS = 240.0
_END_SECS = 2.0


@click.command(
    name="demo",
    short_help="Train a small model and watch it.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--logdir",
    default=None,
    type=click.Path(file_okay=False),
    help="Write the logs there; otherwise they are deleted when the demo ends.",
)
@click.option(
    "--duration",
    default=None,
    type=click.FloatRange(min=0.1),
    metavar="SECONDS",
    help="End everything after this long; otherwise train for four minutes and serve until Ctrl-C.",
)
@click.option("--host", default=None, metavar="ADDR", help="Address to listen on; 127.0.0.1 unless given.")
@click.option(
    "--port",
    default=None,
    type=click.IntRange(0, 65535),
    help="Port; unless given 6006 or the next free one.",
)
@click.option("--open", "open_browser", is_flag=True, help="Open the board in the browser.")
def command(
    logdir: str | None, duration: float | None, host: str | None, port: int | None, open_browser: bool
) -> None:
    """Train a small real model (numpy only, several runs) and serve the board meanwhile."""
    from sightline.cli._serving import serve

    with _folder(logdir) as folder, _training(folder, duration or TRAINING_SECS):
        print_status(f"Six runs train in the background; their logs are in {folder}")
        options = ServeOptions(
            logdirs=(folder,), host=host, port=port, open_browser=open_browser, window_title="Sightline demo"
        )
        serve(options, on_start=lambda server: _end_after(server, duration))


@contextlib.contextmanager
def _folder(logdir: str | None) -> Iterator[str]:
    """Yield the folder for the logs; a temporary one is removed at the end."""
    if logdir is not None:
        try:
            os.makedirs(logdir, exist_ok=True)
        except OSError as error:
            fail(f"cannot make {logdir}: {error.strerror}; choose another --logdir.", FAILED)
        yield logdir
        return
    made = tempfile.mkdtemp(prefix="sightline-demo-")
    try:
        yield made
    finally:
        shutil.rmtree(made, ignore_errors=True)


@contextlib.contextmanager
def _training(folder: str, duration_secs: float) -> Iterator[None]:
    """Run the training as a child process in its own session; it ends with this process, even if killed."""
    child = subprocess.Popen(
        [sys.executable, "-m", "sightline.demo", folder, str(duration_secs)],
        stdin=subprocess.PIPE,
        env={**os.environ, "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"},
        start_new_session=True,
    )
    try:
        yield
    finally:
        assert child.stdin is not None
        child.stdin.close()
        try:
            child.wait(_END_SECS)
        except subprocess.TimeoutExpired:
            child.kill()
            child.wait()


def _end_after(server: BoardServer, duration_secs: float | None) -> None:
    if duration_secs is not None:
        timer = threading.Timer(duration_secs, server.stop)
        timer.daemon = True
        timer.start()
