"""What the person at the terminal chose: tags, the run under the cursor, hidden runs, filter, sort, scale."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sightline.briefs.shapes import NoticeRow

SORTS = ("metric", "newest", "step", "name")
SMOOTHING = (0.0, 0.6, 0.9, 0.98)


@dataclass
class Choices:
    """Changed by keys, read when a screen is drawn."""

    tag: str | None = None
    tags: Sequence[str] = ()
    runs: Sequence[str] = ()
    last_steps: Sequence[int | None] = ()
    step: int | None = None
    cursor: int = 0
    hidden: set[str] = field(default_factory=set)
    alone: str | None = None
    filter: str = ""
    typed: str | None = None
    sort: int = 0
    smoothing: int = 1
    log_y: bool = False
    is_grouped: bool = False
    wants_browser: bool = False
    help: bool = False
    done: bool = False
    message: str = ""
    notices: Sequence[NoticeRow] = ()
    notices_at: float = 0.0

    def press(self, key: str) -> None:
        """React to a key."""
        self.message = ""
        if self.typed is not None:
            self._type(key)
            return
        if self.help:
            self.help = False
            return
        action = _ACTIONS.get(key)
        if action is not None:
            action(self)

    def _type(self, key: str) -> None:
        assert self.typed is not None
        if key == "enter":
            self.filter, self.typed, self.cursor = self.typed, None, 0
        elif key == "escape":
            self.typed = None
        elif key == "backspace":
            self.typed = self.typed[:-1]
        elif len(key) == 1:
            self.typed += key

    def move(self, by: int) -> None:
        """Move the cursor among the runs."""
        self.cursor = max(0, min(len(self.runs) - 1, self.cursor + by))

    def next_tag(self, by: int) -> None:
        """Go to another tag, around at both ends."""
        if self.tags:
            place = self.tags.index(self.tag) if self.tag in self.tags else 0
            self.tag = self.tags[(place + by) % len(self.tags)]

    @property
    def run(self) -> str | None:
        """The run under the cursor."""
        return self.runs[self.cursor] if self.cursor < len(self.runs) else None

    def is_shown(self, run: str) -> bool:
        """Whether a run is drawn."""
        return run == self.alone if self.alone else run not in self.hidden

    def toggle_hidden(self) -> None:
        """Hide the run under the cursor, or show it again."""
        if self.run is not None:
            self.hidden ^= {self.run}

    def toggle_alone(self) -> None:
        """Draw the run under the cursor alone, or all again."""
        self.alone = None if self.alone == self.run else self.run

    def toggle_groups(self) -> None:
        """Take runs together, or apart again; what was hidden by name is shown."""
        self.is_grouped, self.hidden, self.alone, self.cursor = not self.is_grouped, set(), None, 0

    def toggle_step(self) -> None:
        """Compare all runs at the last step of the run under the cursor, or each at its own again."""
        if self.step is not None:
            self.step = None
        elif self.cursor < len(self.last_steps):
            self.step = self.last_steps[self.cursor]

    def show_all(self) -> None:
        """Forget filter and hidden runs."""
        self.hidden, self.alone, self.filter = set(), None, ""


_ACTIONS: dict[str, Callable[[Choices], None]] = {
    "up": lambda each: each.move(-1),
    "k": lambda each: each.move(-1),
    "down": lambda each: each.move(1),
    "j": lambda each: each.move(1),
    "page-up": lambda each: each.move(-10),
    "page-down": lambda each: each.move(10),
    "home": lambda each: each.move(-len(each.runs)),
    "end": lambda each: each.move(len(each.runs)),
    "tab": lambda each: each.next_tag(1),
    "shift-tab": lambda each: each.next_tag(-1),
    "/": lambda each: setattr(each, "typed", each.filter),
    "s": lambda each: setattr(each, "sort", (each.sort + 1) % len(SORTS)),
    "x": Choices.toggle_hidden,
    "enter": Choices.toggle_alone,
    "a": Choices.show_all,
    "e": Choices.toggle_step,
    "l": lambda each: setattr(each, "log_y", not each.log_y),
    "g": Choices.toggle_groups,
    "o": lambda each: setattr(each, "wants_browser", True),
    "m": lambda each: setattr(each, "smoothing", (each.smoothing + 1) % len(SMOOTHING)),
    "?": lambda each: setattr(each, "help", True),
    "q": lambda each: setattr(each, "done", True),
}
# In the order of the last line, which shows as many as fit.
KEYS = (
    ("↑↓", "run", "move to another run; also j and k, PgUp, PgDn, Home, End"),
    ("Tab", "tag", "next tag; Shift-Tab the one before"),
    ("/", "filter", "choose runs by name or condition, e.g. lr > 1e-4; Enter takes it"),
    ("s", "sort", "sort by the metric, the newest value, the step or the name"),
    ("x", "hide", "hide the run, or show it again"),
    ("g", "group", "runs that differ in a number at the end of their names as one row, or each alone"),
    ("l", "log y", "logarithmic y axis"),
    ("e", "this step", "values of all runs at the last step of this one, or each at its own last step again"),
    ("o", "browser", "open the board of these logs; over SSH, show how to reach it"),
    ("?", "all keys", "this list; any key leaves it"),
    ("q", "quit", "quit; also Ctrl-C"),
    ("Enter", "alone", "draw this run alone, or all again"),
    ("a", "all", "show all runs again"),
    ("m", "smoothing", "smoothing 0, 0.6, 0.9, 0.98"),
)
