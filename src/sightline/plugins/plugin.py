"""An installed package that adds to the board: calls its code, and records how that fails."""

from __future__ import annotations

import logging
from collections.abc import Callable
from typing import TypeVar

from sightline.plugins.worker import OverBudgetError, Worker

T = TypeVar("T")

BUDGET_SECS = 10.0
_MAX_REASON_CHARS = 300
_log = logging.getLogger("sightline.plugins")


class PluginError(Exception):
    """A plugin's code raised; the message says what."""


class PluginTimeoutError(PluginError):
    """A plugin's code did not answer in time."""


class Plugin:
    """One package. Its name and version are those of its distribution."""

    def __init__(self, name: str, version: str = "", *, budget_secs: float = BUDGET_SECS) -> None:
        self.name = name
        self.version = version
        self.budget_secs = budget_secs
        self._worker = Worker(name)
        self._failures: dict[str, str] = {}

    @property
    def reason(self) -> str | None:
        """Why it is broken: the oldest failure that no success has followed; None where it works."""
        return next(iter(self._failures.values()), None)

    def call(self, what: str, run: Callable[[], T], *, passed_on: tuple[type[Exception], ...] = ()) -> T:
        """Run code of the plugin within its time budget; PluginError where it fails.

        `what` names the call in messages: "the query gaps". It counts as failed until it succeeds again.
        Errors that are `passed_on` are no failures of the plugin.
        """
        try:
            answer = self._worker.call(run, self.budget_secs)
        except passed_on:
            raise
        except OverBudgetError as error:
            raise PluginTimeoutError(self.fail(what, str(error))) from None
        except Exception as error:
            _log.warning("%s: %s failed", self.name, what, exc_info=error)
            raise PluginError(self.fail(what, f"{type(error).__name__}: {error}")) from error
        self._failures.pop(what, None)
        return answer

    def fail(self, what: str, why: str) -> str:
        """Record a failure; return it as a sentence."""
        reason = f"{what}: {why}"
        reason = reason if len(reason) <= _MAX_REASON_CHARS else reason[: _MAX_REASON_CHARS - 1] + "…"
        self._failures[what] = reason
        return f"plugin {self.name}: {reason}"
