"""What the commands that read logs share: which runs and tags are selected, and the logs themselves."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sightline.cli._console import CANNOT_READ, fail

if TYPE_CHECKING:
    from sightline.logs import Logs

F = TypeVar("F", bound=Callable[..., Any])
_LOGDIRS = click.argument("logdir", nargs=-1, required=True)
_FILTER = click.option(
    "--filter", "expression", metavar="EXPR", help="Only runs that match, e.g. 'val/loss.min < 0.3'."
)


def selecting_runs(command: F) -> F:
    """Give a command LOGDIR arguments and the option --filter."""
    return _LOGDIRS(_FILTER(command))


def selecting(command: F) -> F:
    """Give a command LOGDIR arguments and the options --tag, --run and --filter."""
    for decorate in (
        _FILTER,
        click.option("--run", multiple=True, metavar="GLOB", help="Only these runs; may be repeated."),
        click.option("--tag", multiple=True, metavar="GLOB", help="Only these tags; may be repeated."),
        _LOGDIRS,
    ):
        command = decorate(command)
    return command


@contextmanager
def read_logs(logdir: tuple[str, ...]) -> Iterator[Logs]:
    """Read all logs; a bad path or filter ends with one clear line."""
    with follow_logs(logdir, follow=False) as logs:
        yield logs


@contextmanager
def follow_logs(
    logdir: tuple[str, ...], expression: str | None = None, *, follow: bool = True
) -> Iterator[Logs]:
    """Read all logs, and follow them until the block ends; a bad path or filter ends with one clear line."""
    from sightline.cli._roots import refuse_other_file
    from sightline.engine.filter import FilterError, parse
    from sightline.engine.reader import UnavailableError
    from sightline.logs import open as open_logs
    from sightline.share.read import ReportError

    for place in logdir:
        refuse_other_file(Path(place).expanduser())
    try:
        parse(expression or "")
        with open_logs(list(logdir), follow=follow) as logs:
            yield logs
    except FileNotFoundError as error:
        fail(f"{error}; give the folder above your runs.", CANNOT_READ)
    except ReportError as error:
        fail(f"{error}.", CANNOT_READ)
    except UnavailableError as error:
        fail(str(error), CANNOT_READ)
    except FilterError as error:
        raise click.UsageError(f"--filter: {error}") from error
