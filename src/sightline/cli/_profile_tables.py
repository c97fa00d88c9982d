"""Tables of profiles in a terminal: a name that is cut to what fits, then numbers that never are."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from sightline.cli._console import printable

if TYPE_CHECKING:
    from rich.console import Console

# Off a terminal there is no width to keep to.
_PIPED_NAME, _PIPED_WIDTH = 100, 250
_LEAST_NAME = 24
_BETWEEN = 3


def wide_console() -> Console:
    """The console to print on; where it is no terminal, as wide as lines need."""
    from rich.console import Console

    return Console(soft_wrap=True, highlight=False, width=None if sys.stdout.isatty() else _PIPED_WIDTH)


def print_table(console: Console, title: str, headings: Sequence[str], rows: Sequence[Sequence[str]]) -> None:
    """A table whose first column is names; nothing where there are no rows."""
    if not rows:
        return
    from rich import box
    from rich.table import Table
    from rich.text import Text

    widths = [max(len(cell) for cell in column) for column in zip(headings, *rows, strict=True)]
    rest = sum(widths[1:]) + _BETWEEN * len(widths)
    room = max(_LEAST_NAME, console.width - rest) if console.is_terminal else _PIPED_NAME
    table = Table(title=title, title_justify="left", title_style="bold", box=box.SIMPLE_HEAD, pad_edge=False)
    table.add_column(headings[0], no_wrap=True)
    for heading, width in zip(headings[1:], widths[1:], strict=True):
        table.add_column(heading, justify="right", no_wrap=True, min_width=width)
    for row in rows:
        name = printable(row[0])
        table.add_row(Text(name if len(name) <= room else f"{name[: room - 1]}…"), *row[1:])
    console.print(table)


def milliseconds(nanoseconds: float) -> str:
    """A span of time in the unit that suits it."""
    if abs(nanoseconds) >= 1e9:
        return f"{nanoseconds / 1e9:,.2f} s"
    return f"{nanoseconds / 1e6:,.2f} ms" if abs(nanoseconds) >= 1e5 else f"{nanoseconds / 1e3:,.1f} µs"


def percent(share: float) -> str:
    """A share with one digit behind the point."""
    return f"{100 * share:.1f} %"
