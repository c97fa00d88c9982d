"""What subcommands that show one file share: the file, and where its board is served."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

import click

Command = TypeVar("Command", bound=Callable[..., Any])


def showing_one_file(command: Command) -> Command:
    """Add the argument `file` and the options `host`, `port`, `open_browser` and `as_json`."""
    for add in (
        click.option("--json", "as_json", is_flag=True, help="Print the addresses as one line of JSON."),
        click.option("--open", "open_browser", is_flag=True, help="Open the page in the browser."),
        click.option(
            "--port",
            default=None,
            type=click.IntRange(0, 65535),
            help="Port; unless given 6006 or the next free one.",
        ),
        click.option(
            "--host", default=None, metavar="ADDR", help="Address to listen on; 127.0.0.1 unless given."
        ),
        click.argument("file", type=click.Path()),
    ):
        command = add(command)
    return command
