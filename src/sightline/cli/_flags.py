"""TensorBoard's and absl's flags: underscores mean dashes; flags without a meaning here get a sentence."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any, TypeVar

import click

import sightline

_LONG_FLAG = re.compile(r"--[A-Za-z][A-Za-z0-9_-]*")
_TRUTHS = ("true", "false", "t", "f", "yes", "no", "1", "0")
_Command = TypeVar("_Command", bound=Callable[..., Any])

_LOGS = "the few lines that the server prints go to stderr"
_DEBUGGING = "python -m pdb and -m cProfile work as for every module"

# Flags of TensorBoard that need nothing here: the flag, whether it takes a value, and why nothing is needed.
_NOTHING_TO_DO: dict[str, tuple[bool, str]] = {
    "--samples-per-plugin": (True, "all points are loaded, nothing is sampled away"),
    "--max-reload-threads": (True, "reading uses as many threads as help on this machine"),
    "--load-fast": (True, "there is one reader, and it is the fast one"),
    "--reload-multifile": (True, "all event files of a run are always followed"),
    "--reload-multifile-inactive-secs": (True, "all event files of a run are always followed"),
    "--purge-orphaned-data": (True, "points before a restart are marked, never dropped"),
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
    # absl's, which every command of TensorBoard takes.
    "--verbosity": (True, _LOGS),
    "--logger-levels": (True, _LOGS),
    "--stderrthreshold": (True, _LOGS),
    "--log-dir": (True, f"{_LOGS}. The logs to show are given by --logdir"),
    "--logtostderr": (False, _LOGS),
    "--alsologtostderr": (False, _LOGS),
    "--showprefixforinfo": (False, _LOGS),
    "--run-with-pdb": (False, _DEBUGGING),
    "--pdb": (False, _DEBUGGING),
    "--pdb-post-mortem": (False, _DEBUGGING),
    "--run-with-profiling": (False, _DEBUGGING),
    "--profile-file": (True, _DEBUGGING),
    "--use-cprofile-for-profiling": (False, _DEBUGGING),
    "--only-check-args": (False, "a wrong command line ends at once anyway"),
    "--flagfile": (True, "flags are taken from the command line only"),
    "--undefok": (True, "unknown flags are always refused"),
}
_SWITCHES = frozenset(flag for flag, (has_value, _) in _NOTHING_TO_DO.items() if not has_value)
_SHORT = {"-v": "--verbosity"}
_HELP = ("--helpfull", "--helpshort", "--helpxml")


def with_dashes(args: list[str]) -> list[str]:
    """Return the arguments with underscores in the names of long flags as dashes; values stay as they are."""
    if "--" in args:
        cut = args.index("--")
        return [*with_dashes(args[:cut]), *args[cut:]]
    dashed = [_LONG_FLAG.sub(lambda found: _dashed(found[0]), arg, count=1) for arg in args]
    return [_without_truth(arg) for arg in dashed]


def _dashed(flag: str) -> str:
    return "--" + flag[2:].replace("_", "-")


def _without_truth(arg: str) -> str:
    """Return absl's other spellings of a switch, `--noname` and `--name=false`, as `--name`."""
    name, has_value, value = arg.partition("=")
    positive = f"--{name[4:]}" if name.startswith("--no") and f"--{name[4:]}" in _SWITCHES else name
    is_switch = positive in _SWITCHES and (not has_value or value.lower() in _TRUTHS)
    return positive if is_switch else arg


def tensorboard_flags(command: _Command) -> _Command:
    """Add TensorBoard's flags that need nothing here; each prints why when it is given."""
    for flag, (has_value, why) in _NOTHING_TO_DO.items():
        command = _ignored_option(flag, has_value, why)(command)
    command = click.option(*_HELP, is_flag=True, expose_value=False, hidden=True, callback=_print_help)(
        command
    )
    return click.version_option(
        sightline.__version__, "--version", "--version-tb", prog_name="sightline", hidden=True
    )(command)


def _print_help(ctx: click.Context, _parameter: click.Parameter, given: bool) -> None:
    if given:
        click.echo(ctx.get_help())
        ctx.exit()


def _ignored_option(flag: str, has_value: bool, why: str) -> Callable[[_Command], _Command]:
    def explain(ctx: click.Context, parameter: click.Parameter, value: object) -> None:
        if ctx.get_parameter_source(parameter.name or "") is not click.core.ParameterSource.DEFAULT:
            click.echo(f"{flag} is not needed: {why}.", err=True)

    names = [flag, *(short for short, long in _SHORT.items() if long == flag)]
    return click.option(*names, expose_value=False, hidden=True, is_flag=not has_value, callback=explain)
