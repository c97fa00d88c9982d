"""`sightline run`: a training program, unchanged, with Sightline in place of TensorBoard's writers."""

from __future__ import annotations

import os
import sys

import click


@click.command(
    name="run",
    short_help="Run a training program with Sightline as its TensorBoard writer.",
    context_settings={
        "help_option_names": ["-h", "--help"],
        "ignore_unknown_options": True,
        "allow_interspersed_args": False,
    },
)
@click.option("-m", "module", metavar="MODULE", help="Run a module, as `python -m MODULE`.")
@click.option("--force", is_flag=True, help="Also where the real tensorboard or tensorboardX is installed.")
@click.option(
    "--capture/--no-capture",
    default=True,
    help="Log command line, git state, packages and console output too.",
)
@click.option("--quiet", is_flag=True, help="Do not print what was done.")
@click.argument("words", nargs=-1, type=click.UNPROCESSED, metavar="PROGRAM [ARGS]...")
def command(module: str | None, force: bool, capture: bool, quiet: bool, words: tuple[str, ...]) -> None:
    """Run PROGRAM with its ARGS: a Python file, or a command such as torchrun or accelerate.

    `import tensorboardX` and `import torch.utils.tensorboard` then give Sightline's writer, in this process
    and in those that it starts. Neither TensorBoard nor tensorboardX has to be installed; where one is, it
    is used, unless --force is given. Command line, git state, packages and console output are logged to the
    program's first run, unless --no-capture is given.
    """
    from sightline.cli._console import fail
    from sightline.shim import captured, children

    program = _command_line(module, words)
    environ = dict(os.environ)
    children.add_to(environ, force=force)
    if capture:
        environ[captured.ENVIRONMENT] = "1"
    if not quiet:
        environ["SIGHTLINE_SHIM_REPORT"] = "1"
    sys.stdout.flush()
    sys.stderr.flush()
    try:
        # The program takes the place of this process: its own signals, exit code and tracebacks.
        os.execvpe(program[0], program, environ)
    except OSError as error:
        fail(f"cannot run {program[0]}: {error.strerror}")


def _command_line(module: str | None, words: tuple[str, ...]) -> list[str]:
    from sightline.cli._console import fail

    if module is not None:
        return [sys.executable, "-m", module, *words]
    if not words:
        fail("run: expected a program, as in `sightline run train.py --epochs 10`", exit_code=2)
    if os.path.isdir(words[0]) or (os.path.isfile(words[0]) and _is_python(words[0])):
        return [sys.executable, *words]
    from shutil import which

    if which(words[0]) is None:
        fail(f"run: {words[0]}: no such file, and no such command on the PATH")
    return list(words)


def _is_python(path: str) -> bool:
    return path.endswith((".py", ".pyc", ".pyz")) or not os.access(path, os.X_OK)
