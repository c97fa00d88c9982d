"""Event files are closed when a process ends, also one that multiprocessing forked.

At the end of an interpreter the native module does it. A forked multiprocessing worker (a DataLoader's, say)
skips what the interpreter registered and runs only what was registered with multiprocessing in the child.
"""

from __future__ import annotations

import os
import sys

from sightline._native import close_event_files


def arm() -> None:
    """Have every forked child close its own files at its end."""
    if hasattr(os, "register_at_fork"):
        os.register_at_fork(after_in_child=_in_child)


def _in_child() -> None:
    util = sys.modules.get("multiprocessing.util")
    if util is not None:
        # multiprocessing forgets inherited finalizers next, and then calls what is registered here.
        util.register_after_fork(_in_child, _at_worker_end)


def _at_worker_end(_: object) -> None:
    sys.modules["multiprocessing.util"].Finalize(None, close_event_files, exitpriority=0)
