"""A folder for what a framework's profiler writes, until it is whole."""

from __future__ import annotations

import shutil
import time
from contextlib import suppress
from pathlib import Path

from sightline.profiler.worker import worker_name

# Folders of this name are never searched for runs, so that no reader sees a profile half written.
_HIDDEN = ".sightline"


class DraftFolder:
    """A new folder inside that of a run, on the same file system: files are moved by renaming."""

    def __init__(self, run_folder: str) -> None:
        self.path = Path(run_folder, _HIDDEN, f"profile-{worker_name()}.{time.time_ns()}")
        self.path.mkdir(parents=True)

    def remove(self) -> None:
        """Remove it with all that is left in it."""
        shutil.rmtree(self.path, ignore_errors=True)
        with suppress(OSError):  # it may have something of others
            self.path.parent.rmdir()
