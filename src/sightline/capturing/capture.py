"""capture(writer): logs what made a run, and how it ended."""

from __future__ import annotations

import atexit
import sys
import time
from collections.abc import Callable
from typing import Any

from sightline.capturing import facts
from sightline.capturing.console import ConsoleCopy
from sightline.capturing.exit_code import ExitCode
from sightline.capturing.failure import PREFIX, fenced, log_end, traceback_text
from sightline.capturing.secrets import without_assigned_secrets

_current: Capture | None = None


class Capture:
    """The captured program of a run; ends with `close`, as a context manager, or with the program."""

    def __init__(self, writer: Any, *, console: bool = True, diff: bool = True) -> None:
        """Log what is known at the beginning. Nothing here raises, whatever the writer or git do."""
        self._writer = writer
        self._is_closed = False
        self._n_chunks = 0
        self._console: ConsoleCopy | None = None
        self._exception = ""
        self._begin = time.time()
        self._excepthook = sys.excepthook
        self._safely(lambda: self._log_facts(diff))
        if console:
            self._safely(self._copy_console)
        sys.excepthook = self._on_exception
        self._exit_code = ExitCode()
        atexit.register(self.close)

    def __enter__(self) -> Capture:
        return self

    def __exit__(self, kind: Any, error: Any, trace: Any) -> None:
        if error is not None:
            self._remember(error)
        self.close()

    def is_of(self, writer: Any) -> bool:
        """Whether this capture logs to the writer, still."""
        return writer is self._writer and not self._is_closed

    def close(self) -> None:
        """Log how the program ended, and leave it as it was."""
        if self._is_closed:
            return
        self._is_closed = True
        atexit.unregister(self.close)
        if sys.excepthook == self._on_exception:
            sys.excepthook = self._excepthook
        self._exit_code.restore()
        if self._console is not None:
            self._safely(self._console.close)
        self._safely(self._log_end)

    def _log_facts(self, diff: bool) -> None:
        found = facts.program_facts()
        self._writer.add_table(f"{PREFIX}/program", {"what": list(found), "value": list(found.values())})
        self._writer.add_table(f"{PREFIX}/packages", facts.packages())
        changes = facts.git_diff() if diff and "git commit" in found else ""
        if changes:
            self._writer.add_text(f"{PREFIX}/diff", fenced(without_assigned_secrets(changes), "diff"))
        self._writer.flush()

    def _copy_console(self) -> None:
        self._console = ConsoleCopy(self._log_console)

    def _log_console(self, text: str) -> None:
        shown = fenced(without_assigned_secrets(text))
        self._safely(lambda: self._writer.add_text(f"{PREFIX}/console", shown, self._n_chunks))
        self._n_chunks += 1

    def _log_end(self) -> None:
        end = {
            "ended": time.strftime("%Y-%m-%d %H:%M:%S %z"),
            "seconds": f"{time.time() - self._begin:.1f}",
            "exit code": str(self._exit_code.code),
        }
        log_end(self._writer, end, self._exception)
        self._writer.flush()

    def _on_exception(self, kind: Any, error: Any, trace: Any) -> None:
        self._remember(error)
        self._excepthook(kind, error, trace)

    def _remember(self, error: BaseException) -> None:
        self._exit_code.see(error)
        if not isinstance(error, SystemExit):
            self._exception = traceback_text(error)

    def _safely(self, action: Callable[[], object]) -> None:
        try:
            action()
        except Exception as error:  # a run without its circumstances is still a run
            import warnings

            warnings.warn(f"sightline: capture: {error}", RuntimeWarning, stacklevel=3)


def capture(writer: Any, *, console: bool = True, diff: bool = True) -> Capture:
    """Log what made a run to its `sightline.SummaryWriter`: ``sightline.capture(writer)``.

    Command line, git commit and uncommitted changes (`diff`), packages, host; console output as it comes
    (`console`); and at the end how it ended, with the traceback of an exception. Values of flags that look
    like secrets are left out. One run is captured at a time: another call ends the capture before it.
    """
    global _current
    if _current is not None:
        _current.close()
    _current = Capture(writer, console=console, diff=diff)
    return _current


def is_captured(writer: Any) -> bool:
    """Whether a writer's run is being captured: then its end is logged with the program's."""
    return _current is not None and _current.is_of(writer)
