"""The loop of `sightline watch`: draws when something was logged, a key was pressed or a second went by."""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import TYPE_CHECKING

from sightline import platform
from sightline.terminal.choices import Choices
from sightline.terminal.keyboard import keys
from sightline.terminal.screen import draw

if TYPE_CHECKING:
    from rich.console import Console

    from sightline.logs import Logs

# At most so often, and with many runs less often, so that drawing takes this share of a core at most: the
# machine belongs to the training.
_DRAW_SECS = 1.0
_DRAW_SHARE = 0.02
_POLL_SECS = 0.1
_ONCE_SIZE = (100, 40)


def print_once(logs: Logs, title: str, choices: Choices, console: Console) -> None:
    """Print the screen as it is now, for pipes and terminals that cannot move the cursor."""
    width = min(console.width, 200) if console.is_terminal else _ONCE_SIZE[0]
    n_runs = sum(run.parent_id is None for run in logs.view.runs)
    cells = draw(logs.view, title, choices, width, max(_ONCE_SIZE[1], min(n_runs, 200) + 32), time.time())
    lines = [line.plain.rstrip() for line in cells.lines(unicode=_has_unicode(console))][:-1]
    folded = [line for line, before in zip(lines, ["", *lines], strict=False) if line or before]
    console.print("\n".join(folded).rstrip(), markup=False, highlight=False, soft_wrap=True)


def watch(logs: Logs, title: str, choices: Choices, console: Console, open_board: Callable[[], str]) -> None:
    """Show the screen until the person quits; `open_board` opens the page and tells what it did."""
    from rich.live import Live
    from rich.text import Text

    unicode = _has_unicode(console)

    def screen() -> Text:
        width, height = console.size
        cells = draw(logs.view, title, choices, width, height, time.time())
        return Text("\n", no_wrap=True, overflow="crop", end="").join(cells.lines(unicode=unicode))

    with platform.raw_keyboard() as read:
        live = Live(screen(), console=console, screen=True, auto_refresh=False, vertical_overflow="crop")
        try:  # Ctrl-C may come while the first screen is drawn
            live.start(refresh=True)
            drawn, size, pause_secs = time.monotonic(), console.size, _DRAW_SECS
            while not choices.done:
                typed = keys(read(_POLL_SECS))
                for key in typed:
                    choices.press(key)
                if choices.wants_browser:
                    choices.wants_browser, choices.message = False, open_board()
                if typed or console.size != size or time.monotonic() - drawn >= pause_secs:
                    begun_secs = time.thread_time()
                    live.update(screen(), refresh=True)
                    pause_secs = max(_DRAW_SECS, (time.thread_time() - begun_secs) / _DRAW_SHARE)
                    drawn, size = time.monotonic(), console.size
        finally:
            live.stop()


def _has_unicode(console: Console) -> bool:
    return "utf" in console.encoding.lower()
