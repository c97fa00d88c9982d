"""The run that `tail` and `wait` are given: the folder of a run, or its name below --logdir."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

import click

from sightline.cli._console import CANNOT_READ, fail

if TYPE_CHECKING:
    from sightline.engine.run_view import RunView
    from sightline.logs import Logs

_F = TypeVar("_F", bound=Callable[..., Any])


def one_run(command: _F) -> _F:
    """Give a command the argument RUN and the option --logdir."""
    command = click.option(
        "--logdir", default=None, metavar="DIR", help="Take RUN as a run's name or glob below this folder."
    )(command)
    return click.argument("run")(command)


@contextmanager
def followed(run: str, logdir: str | None, *, may_come: bool) -> Iterator[Logs]:
    """The logs of a run, followed until the block ends; one clear line where there can be none."""
    from pathlib import Path

    from sightline.cli._roots import refuse_other_file
    from sightline.engine.remote.address import check_scheme, is_remote
    from sightline.logs import open as open_logs

    place = logdir or run
    try:
        check_scheme(place)
    except OSError as error:
        fail(str(error), CANNOT_READ)
    path = os.path.expanduser(place)
    refuse_other_file(Path(path))
    if not may_come and not is_remote(place) and not os.path.exists(path):
        hint = "" if logdir else "; give the folder of a run, or its name with --logdir"
        fail(f"{place} does not exist{hint}.", CANNOT_READ)
    with open_logs(place, follow=True, progress=False) as logs:
        yield logs


def matching(logs: Logs, run: str, logdir: str | None) -> list[RunView]:
    """The runs that are meant, as they are now."""
    from sightline.logs.select import matcher

    matches = matcher(run if logdir else None)
    return [each for each in logs.view.runs if matches(each.name)]
