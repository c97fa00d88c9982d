"""What the commands print: data on stdout, messages on stderr; color and progress only on a terminal."""

from __future__ import annotations

import json
import re
import sys
from typing import Any, NoReturn

import click

# Exit codes; docs/cli.md lists them. 2 is click's own for a wrong command line.
FAILED = 1
CANNOT_LISTEN = 3
CANNOT_READ = 4


# All but the line feed; those above 127 are controls too.
_CONTROLS = re.compile(r"[\x00-\x09\x0b-\x1f\x7f-\x9f]")


class CommandError(click.ClickException):
    """One clear line on stderr and an exit code."""

    def __init__(self, message: str, exit_code: int = FAILED) -> None:
        super().__init__(message)
        setattr(self, "exit_code", exit_code)  # noqa: B010  click declares it as of the class

    def show(self, file: Any = None) -> None:
        """Print the line."""
        click.echo(f"sightline: {printable(self.message)}", err=True, file=file)


def printable(text: str) -> str:
    """Text out of logs for a terminal: control characters, which could change its state, spelled out."""
    return _CONTROLS.sub(lambda found: f"\\x{ord(found[0]):02x}", text)


def fail(message: str, exit_code: int = FAILED) -> NoReturn:
    """End the command with one clear line."""
    raise CommandError(message, exit_code)


def print_status(message: str) -> None:
    """Print a status line, on a terminal only: programs that run the command want only its data."""
    if sys.stderr.isatty():
        click.echo(message, err=True)


def warn(message: str) -> None:
    """Print a line that must be seen, terminal or not."""
    click.echo(f"sightline: {printable(message)}", err=True)


def print_json(value: Any) -> None:
    """Print data for programs: one JSON document on one line."""
    click.echo(json.dumps(value, ensure_ascii=False, allow_nan=False, default=str))
