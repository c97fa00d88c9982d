"""What `serve` was given, and the settings that follow from it: addresses, token, who may edit."""

from __future__ import annotations

import os
from dataclasses import dataclass
from typing import TYPE_CHECKING

import click

from sightline.cli._console import CANNOT_READ, fail, warn

if TYPE_CHECKING:
    from sightline.engine.memory_limit import MemoryLimit
    from sightline.server.settings import Settings


# Set by notebooks: a path prefix that nobody can guess. In the environment, because all users see arguments.
SECRET_PREFIX = "SIGHTLINE_SECRET_PREFIX"


@dataclass(frozen=True, kw_only=True)
class ServeOptions:
    """The options of `sightline serve`, as click gives them.

    trace: one trace file to serve instead of log directories.
    vectors: one file of vectors to serve instead of them.
    """

    trace: str | None = None
    vectors: str | None = None
    logdirs: tuple[str, ...] = ()
    more_logdirs: tuple[str, ...] = ()
    logdir_spec: str = ""
    indexes: tuple[str, ...] = ()
    host: str | None = None
    bind_all: bool = False
    port: int | None = None
    path_prefix: str = ""
    window_title: str = ""
    reload_interval: float = 5.0
    stalled_after: float = 300.0
    open_browser: bool = False
    as_json: bool = False
    inspect: bool = False
    tag: str | None = None
    event_file: str | None = None
    auth: str | None = None
    token_file: str | None = None
    allow_host: tuple[str, ...] = ()
    frame_ancestors: str | None = None
    writable: bool | None = None
    certfile: str | None = None
    keyfile: str | None = None
    plugins: bool = True
    tensorboard_plugins: bool | None = None
    no_cache: bool = False
    memory_limit: MemoryLimit | None = None
    end_with_stdin: bool = False
    verbose: bool = False

    @property
    def page(self) -> str:
        """The page to open first, as the end of an address; "" for the one the board chooses."""
        if self.vectors:
            return "#/projector"
        return "#/profile" if self.trace else ""

    @property
    def address(self) -> str:
        """The address to listen on."""
        if self.bind_all and self.host not in (None, "0.0.0.0", "::"):
            raise click.UsageError(
                f"--bind_all and --host {self.host} contradict each other; give one of them"
            )
        return self.host or ("0.0.0.0" if self.bind_all else "127.0.0.1")


def make_settings(options: ServeOptions) -> Settings:
    """Return the server's settings; the port is not bound yet."""
    from sightline.server.settings import Settings, is_loopback, normal_prefix

    if bool(options.certfile) != bool(options.keyfile):
        raise click.UsageError("TLS needs both --certfile and --keyfile")
    loopback = is_loopback(options.address)
    secret = os.environ.get(SECRET_PREFIX, "")
    if secret and not loopback:
        raise click.UsageError(f"{SECRET_PREFIX} is for servers that only this machine reaches")
    return Settings(
        host=options.address,
        path_prefix=normal_prefix(secret or options.path_prefix),
        secret_prefix=bool(secret),
        window_title=options.window_title,
        token=_token(options, loopback=loopback),
        writable=loopback if options.writable is None else options.writable,
        allowed_hosts=frozenset(name.lower() for name in options.allow_host),
        frame_ancestors="" if secret else _frame_ancestors(options.frame_ancestors),
        plugins=options.plugins,
        tensorboard_plugins=options.tensorboard_plugins,
        stalled_after_secs=options.stalled_after,
        certfile=options.certfile,
        keyfile=options.keyfile,
    )


def _frame_ancestors(given: str | None) -> str | None:
    from sightline.server.security.headers import parse_frame_ancestors

    try:
        return None if given is None else parse_frame_ancestors(given)
    except ValueError as error:
        raise click.UsageError(f"--frame-ancestors: {error}") from error


def _token(options: ServeOptions, *, loopback: bool) -> str | None:
    from sightline.server.security.tokens import TokenError, find_token, make_token

    if options.auth == "none":
        if options.token_file:
            raise click.UsageError("--auth none and --token-file contradict each other; give one of them")
        if not loopback:
            warn(
                "--auth none: everybody who reaches this address sees the logs; only for use behind a proxy."
            )
        return None
    try:
        given = find_token(options.token_file)
    except TokenError as error:
        fail(str(error), CANNOT_READ)
    if given is not None:
        return given
    return make_token() if not loopback or options.auth == "token" else None
