"""The exit code that a program asks for: by `sys.exit`, `exit` and `quit`, which are wrapped meanwhile."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Callable
from typing import Any, NoReturn

_PLACES = ((sys, "exit"), (builtins, "exit"), (builtins, "quit"))
# What a shell sees of a program that Ctrl-C ended.
_INTERRUPTED = 130


class ExitCode:
    """Remembers the last code asked for; nothing tells of a plain ``raise SystemExit(n)``."""

    def __init__(self) -> None:
        """Wrap the functions; Python without `site` has no `exit` and `quit`."""
        self.code = 0
        self._wrapped: list[tuple[Any, str, Any, Any]] = []
        for place, name in _PLACES:
            if hasattr(place, name):
                original = getattr(place, name)
                wrapper = self._remembering(original)
                setattr(place, name, wrapper)
                self._wrapped.append((place, name, original, wrapper))

    def restore(self) -> None:
        """Put the functions back, but for one that somebody else has wrapped since."""
        for place, name, original, wrapper in self._wrapped:
            if getattr(place, name) is wrapper:
                setattr(place, name, original)

    def see(self, error: BaseException) -> None:
        """Take the code that an exception ends the program with."""
        if isinstance(error, SystemExit):
            self.code = _number(error.code)
        else:
            self.code = _INTERRUPTED if isinstance(error, KeyboardInterrupt) else 1

    def _remembering(self, original: Any) -> Callable[..., NoReturn]:
        def leave(code: Any = None) -> NoReturn:
            self.code = _number(code)
            original(code)
            raise SystemExit(code)

        return leave


def _number(code: Any) -> int:
    """The code as Python takes it: None is 0, anything but a number is a message and 1."""
    if code is None:
        return 0
    return int(code) if isinstance(code, int) else 1
