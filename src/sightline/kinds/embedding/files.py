"""The projector's files on disk: written whole, and listed without losing what others listed."""

from __future__ import annotations

import os
import threading
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from sightline.formats.whole_file import write_file

PROJECTOR_FILENAME = "projector_config.pbtxt"
# Lock order: threads first, then processes. Both are held while a list is read, changed and written.
_list_lock = threading.Lock()
_LOCK_FILENAME = ".projector_config.lock"
_STALE_SECS = 10.0  # a list is written in milliseconds: an older lock was left by a process that died
_POLL_SECS = 0.005


def add_to_list(folder: str, info: Any) -> None:
    """Add one entry to a run's list, in place of an earlier one of the same name; others stay."""
    from google.protobuf import text_format

    from sightline.formats import messages

    path = Path(folder) / PROJECTOR_FILENAME
    with _list_lock, _only_process(path.with_name(_LOCK_FILENAME)):
        config = messages.ProjectorConfig()
        if path.exists():
            try:
                text_format.Parse(path.read_text(), config)
            except (text_format.ParseError, UnicodeDecodeError):
                config.Clear()  # cannot be repaired: start over, as torch does
        others = [entry for entry in config.embeddings if entry.tensor_name != info.tensor_name]
        del config.embeddings[:]
        config.embeddings.extend(others)
        config.embeddings.add().MergeFromString(info.SerializeToString())  # may be another pool's message
        write_file(path, text_format.MessageToString(config).encode())


@contextmanager
def _only_process(lock: Path) -> Iterator[None]:
    """Wait until no other process holds the lock file."""
    while True:
        try:
            os.close(os.open(lock, os.O_CREAT | os.O_EXCL | os.O_WRONLY))
            break
        except FileExistsError:
            if _age_secs(lock) > _STALE_SECS:
                lock.unlink(missing_ok=True)
            else:
                time.sleep(_POLL_SECS)
    try:
        yield
    finally:
        lock.unlink(missing_ok=True)


def _age_secs(path: Path) -> float:
    try:
        return time.time() - path.stat().st_mtime
    except FileNotFoundError:
        return 0.0
