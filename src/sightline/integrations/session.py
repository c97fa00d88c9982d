"""What integrations share about a run: a session with status and end, and how soon values are written."""

from __future__ import annotations

import time
from typing import Any

from sightline.kinds.hparams import encode

# A writer's own thread writes within this time: values are live, and no log call waits for a disk.
FLUSH_SECS = 1.0
SUCCESS = 1
FAILURE = 2


def end_session(writer: Any, *, succeeded: bool, error: BaseException | None = None) -> None:
    """Log how the session of a `sightline.SummaryWriter` ended; until then it counts as running.

    An `error` marks the run with its traceback, unless `sightline.capture` will.
    """
    status = SUCCESS if succeeded else FAILURE
    writer._add_summary_values([encode.session_end_value(status, time.time())])
    if error is not None:
        _log_error(writer, error)


def _log_error(writer: Any, error: BaseException) -> None:
    from sightline.capturing.capture import is_captured
    from sightline.capturing.failure import log_end, traceback_text

    if not is_captured(writer):
        log_end(writer, {}, traceback_text(error))
