"""What integrations share about a run: a session with status and end, and how soon values are written."""

from __future__ import annotations

import time
from typing import Any

from sightline.kinds.hparams import encode

# A writer's own thread writes within this time: values are live, and no log call waits for a disk.
FLUSH_SECS = 1.0
SUCCESS = 1
FAILURE = 2


def end_session(writer: Any, *, succeeded: bool) -> None:
    """Log how the session of a `sightline.SummaryWriter` ended; until then it counts as running."""
    status = SUCCESS if succeeded else FAILURE
    writer._add_summary_values([encode.session_end_value(status, time.time())])
