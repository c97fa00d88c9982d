"""Captures the run of a program that `sightline run` started, in the process that logs it."""

from __future__ import annotations

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

# Set for the program and the processes that it starts.
ENVIRONMENT = "SIGHTLINE_CAPTURE"


def capture_first_writer() -> None:
    """Have the first writer of this process captured, if it is the one of its training that logs."""
    from sightline.writer import first_writer

    first_writer.hooks.append(_capture)


def _capture(writer: Any) -> None:
    from sightline.capturing import capture
    from sightline.profiler.worker import rank_and_size

    multiprocessing = sys.modules.get("multiprocessing")
    is_worker = multiprocessing is not None and multiprocessing.parent_process() is not None
    if not is_worker and rank_and_size()[0] == 0:
        capture(writer)
