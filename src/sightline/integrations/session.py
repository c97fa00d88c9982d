"""The hyperparameters of a run as a session that has a beginning, a status and an end."""

from __future__ import annotations

import time
from typing import Any

from sightline.kinds.hparams import encode

SUCCESS = 1
FAILURE = 2


def end_session(writer: Any, *, succeeded: bool) -> None:
    """Log how the session of a `sightline.SummaryWriter` ended; until then it counts as running."""
    status = SUCCESS if succeeded else FAILURE
    writer._add_summary_values([encode.session_end_value(status, time.time())])
