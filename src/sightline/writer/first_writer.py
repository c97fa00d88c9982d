"""What is to be done with the first writer that this process opens."""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

# Each is called once. `sightline run` has the program captured so.
hooks: list[Callable[[Any], object]] = []


def opened(writer: Any) -> None:
    """Call the hooks, if this is the first writer since they were added."""
    while hooks:
        hooks.pop()(writer)
