"""Serving from the command line: bind, print the address, load in the background, report, end cleanly."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from socket import socket
from typing import TYPE_CHECKING, NamedTuple

import click

from sightline.cli._console import CANNOT_LISTEN, CommandError, print_json, print_status, warn
from sightline.cli._options import ServeOptions, make_settings
from sightline.cli._roots import given_indexes, given_roots, parse_given, unpacked
from sightline.engine.roots import Pattern

if TYPE_CHECKING:
    from sightline.server.board import Board
    from sightline.server.run import BoardServer
    from sightline.server.settings import Settings
    from sightline.server.stop_signals import StopSignals


def serve(options: ServeOptions, *, on_start: Callable[[BoardServer], None] = lambda _: None) -> None:
    """Serve until Ctrl-C."""
    if options.inspect:
        _inspect(options)
        return
    if options.no_cache and options.memory_limit is not None:
        raise click.UsageError("--memory-limit maps columns from the cache, so it cannot go with --no-cache")
    from sightline.server.stop_signals import StopSignals

    with StopSignals() as signals:
        reports = unpacked(_roots(options))
        indexes = given_indexes(options.indexes)
        settings = make_settings(options)
        sock = _listen(settings, options.port)
        settings = replace(settings, port=sock.getsockname()[1])
        _print_addresses(settings, options)
        if not signals.is_stopping:
            _run(Shown(reports.patterns, indexes), settings, sock, options, signals, on_start)


class Shown(NamedTuple):
    """What a server shows."""

    roots: list[Pattern]
    indexes: list[Pattern]


def _roots(options: ServeOptions) -> list[Pattern]:
    if options.trace is not None:
        return [Pattern(options.trace, kind="profile")]
    if options.vectors is not None:
        return [Pattern(options.vectors, kind="embedding")]
    roots = given_roots((*options.logdirs, *options.more_logdirs), options.logdir_spec)
    if not roots and not options.indexes:
        raise click.UsageError(
            "give a log directory, e.g. `sightline runs`; `sightline demo` shows the board without one."
        )
    return roots


def _listen(settings: Settings, port: int | None) -> socket:
    from sightline.server.sockets import DEFAULT_PORT, BindError, listen

    try:
        sock = listen(settings.host, port)
    except BindError as error:
        raise CommandError(str(error), CANNOT_LISTEN) from error
    if port is None and sock.getsockname()[1] != DEFAULT_PORT:
        warn(f"port {DEFAULT_PORT} is taken, so this board is on port {sock.getsockname()[1]}.")
    return sock


def addresses(settings: Settings, page: str = "") -> list[str]:
    """Return the URLs of a page to give to a person, the nearest first."""
    from sightline.server.security.hosts import machine_names

    names = ["localhost" if settings.host in ("127.0.0.1", "0.0.0.0", "::", "::1") else settings.host]
    if settings.host in ("0.0.0.0", "::"):
        names += sorted(machine_names(), key=len, reverse=True)[:1]
    tail = f"?token={settings.token}" if settings.token else ""
    return [
        f"{settings.scheme}://{_bracketed(name)}:{settings.port}{settings.path_prefix}/{tail}{page}"
        for name in names
    ]


def _bracketed(name: str) -> str:
    return f"[{name}]" if ":" in name else name


def _print_addresses(settings: Settings, options: ServeOptions) -> None:
    first, *others = addresses(settings, options.page)
    if options.as_json:
        print_json({"urls": [first, *others], "host": settings.host, "port": settings.port})
        return
    click.echo(f"Sightline is at {first}")
    for address in others:
        click.echo(f"          and at {address}")
    print_status("Press Ctrl-C to stop.")


def _run(
    shown: Shown,
    settings: Settings,
    sock: socket,
    options: ServeOptions,
    signals: StopSignals,
    on_start: Callable[[BoardServer], None],
) -> None:
    from sightline.cli._loading import report_loading
    from sightline.cli._requests import report_requests
    from sightline.server.pending_board import PendingBoard
    from sightline.server.run import run

    pending = PendingBoard(lambda: _open(shown, settings, options))
    ended = threading.Event()
    threads = []

    def started(server: BoardServer) -> None:
        args = (pending, ended, server.stop)
        threads.append(threading.Thread(target=report_loading, args=args, name="sightline-loading"))
        threads[0].start()
        if options.verbose:
            watcher = threading.Thread(
                target=report_requests, args=(pending, ended), name="sightline-requests"
            )
            threads.append(watcher)
            watcher.start()
        if options.open_browser:
            # Not joined: a browser in the terminal runs until its user quits it.
            threading.Thread(
                target=_open_browser, args=(addresses(settings, options.page)[0],), daemon=True
            ).start()
        if options.end_with_stdin:
            # Not joined: it reads until the other end is gone.
            threading.Thread(target=_end_with_stdin, args=(server.stop,), daemon=True).start()
        on_start(server)

    try:
        run(pending, settings, sock, signals, on_start=started)
    finally:
        ended.set()
        for thread in threads:
            thread.join()


def _open(shown: Shown, settings: Settings, options: ServeOptions) -> Board:
    from sightline.engine.saved_segments import SavedSegments
    from sightline.server.board import open_board

    interval_secs = options.reload_interval
    segments = None if options.no_cache else SavedSegments()
    return open_board(
        shown.roots,
        settings,
        reload_interval_secs=interval_secs,
        segments=segments,
        memory_limit=options.memory_limit,
        indexes=shown.indexes,
    )


def _end_with_stdin(stop: Callable[[], None]) -> None:
    """Stop when the process that holds the other end of the pipe is gone, however it ended."""
    import os

    while os.read(0, 1024):
        pass
    stop()


def _open_browser(address: str) -> None:
    import webbrowser

    if not webbrowser.open(address):
        warn(f"cannot open a browser; go to {address}")


def _inspect(options: ServeOptions) -> None:
    from sightline.cli._group import group

    context = click.get_current_context()
    found = group.get_command(context, "inspect")
    if found is None:
        raise CommandError("--inspect is not part of this installation")
    given = parse_given((*options.logdirs, *options.more_logdirs), options.logdir_spec)
    paths = [options.event_file] if options.event_file else [pattern.text for pattern in given]
    args = [*paths, *(["--tag", options.tag] if options.tag else [])]
    found.main(args=args, prog_name="sightline inspect")
