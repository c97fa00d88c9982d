"""`sightline watch`: live curves and a table of runs in the terminal."""

from __future__ import annotations

from contextlib import suppress

import click

from sightline.cli._reading import selecting_runs


@click.command(
    name="watch",
    short_help="Live curves and a table of runs in the terminal.",
    context_settings={"help_option_names": ["-h", "--help"]},
)
@selecting_runs
@click.option("--tag", default=None, metavar="TAG", help="The tag to begin with; a loss unless given.")
@click.option("--once", is_flag=True, help="Print the screen once and exit, as into a pipe.")
def command(logdir: tuple[str, ...], tag: str | None, expression: str | None, once: bool) -> None:
    """Watch the runs below LOGDIR in the terminal, over SSH too.

    \b
    sightline watch runs
    sightline watch runs --tag val/loss --filter 'lr > 1e-4'
    sightline watch runs --once | less

    Keys: up and down choose a run, Tab a tag, / filters, s sorts, g groups, o opens the page, ? lists all.
    Into a pipe or on a dumb terminal the screen is printed once.
    """
    from rich.console import Console

    from sightline.cli._browser import open_board
    from sightline.cli._reading import follow_logs
    from sightline.terminal.choices import Choices
    from sightline.terminal.watch import print_once, watch

    console = Console(highlight=False)
    choices = Choices(tag=tag, filter=expression or "")
    title = " ".join(logdir)
    is_once = once or not console.is_terminal or console.is_dumb_terminal
    with follow_logs(logdir, expression, follow=not is_once) as logs:
        if is_once:
            print_once(logs, title, choices, console)
            return
        with suppress(KeyboardInterrupt):
            watch(logs, title, choices, console, lambda: open_board(logdir))
