"""TensorBoard's flags: underscores mean dashes, and flags without a meaning here get a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

_LONG_FLAG = re.compile(r"--[A-Za-z][A-Za-z0-9_-]*")
_Command = TypeVar("_Command", bound=Callable[..., Any])

# Flags of TensorBoard that need nothing here: the flag, whether it takes a value, and why nothing is needed.
_NOTHING_TO_DO: dict[str, tuple[bool, str]] = {
    "--samples-per-plugin": (True, "all points are kept and queried, nothing is sampled away"),
    "--max-reload-threads": (True, "reading uses as many threads as help on this machine"),
    "--load-fast": (True, "there is one reader, and it is the fast one"),
    "--reload-multifile": (True, "all event files of a run are always followed"),
    "--reload-multifile-inactive-secs": (True, "all event files of a run are always followed"),
    "--purge-orphaned-data": (True, "points before a restart are kept and marked, never dropped"),
    "--max-reload-interval": (True, "changes are noticed as they happen"),
    "--reload-task": (True, "reading always runs beside serving, in this process"),
    "--detect-file-replacement": (True, "a replaced file is always noticed"),
    "--reuse-port": (True, "the port is ours alone while we serve"),
    "--generic-data": (True, "there is one way data is read"),
    "--grpc-data-provider": (True, "reading runs in this process; give a --logdir"),
    "--grpc-creds-type": (True, "reading runs in this process"),
    "--extra-data-server-flags": (True, "there is no data server to give flags to"),
    "--db": (True, "event files are the only truth; there is no database"),
    "--db-import": (False, "event files are the only truth; there is no database"),
    "--cors-origins": (True, "pages of other origins may not read the board"),
    "--debugger-data-server-grpc-port": (True, "the TensorFlow debugger page is not part of the board"),
    "--debugger-port": (True, "the TensorFlow debugger page is not part of the board"),
    "--master-tpu-unsecure-channel": (True, "profiles are captured by the training program"),
    "--whatif-use-unsafe-custom-prediction": (True, "the What-If tool is not part of the board"),
    "--whatif-data-dir": (True, "the What-If tool is not part of the board"),
    "--tensorboard-plugin-profile-max-threads": (True, "profiles need no flag"),
}


def with_dashes(args: list[str]) -> list[str]:
    """Return the arguments with underscores in the names of long flags as dashes; values stay as they are."""
    if "--" in args:
        cut = args.index("--")
        return [*with_dashes(args[:cut]), *args[cut:]]
    return [_LONG_FLAG.sub(lambda found: _dashed(found[0]), arg, count=1) for arg in args]


def _dashed(flag: str) -> str:
    return "--" + flag[2:].replace("_", "-")


def tensorboard_flags(command: _Command) -> _Command:
    """Add TensorBoard's flags that need nothing here; each says why when it is given."""
    for flag, (has_value, why) in _NOTHING_TO_DO.items():
        command = _ignored_option(flag, has_value, why)(command)
    return command


def _ignored_option(flag: str, has_value: bool, why: str) -> Callable[[_Command], _Command]:
    def say(ctx: click.Context, parameter: click.Parameter, value: object) -> None:
        if ctx.get_parameter_source(parameter.name or "") is not click.core.ParameterSource.DEFAULT:
            click.echo(f"{flag} is not needed: {why}.", err=True)

    return click.option(flag, expose_value=False, hidden=True, is_flag=not has_value, callback=say)
