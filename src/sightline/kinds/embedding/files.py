"""The projector's files on disk: written whole, and listed without losing what others listed."""

from __future__ import annotations

import os
import threading
from pathlib import Path
from typing import Any

PROJECTOR_FILENAME = "projector_config.pbtxt"
_list_lock = threading.Lock()  # held while a list is read, changed and written


def add_to_list(folder: str, info: Any) -> None:
    """Put one entry on a run's list, in place of an earlier one of the same name; others stay."""
    from google.protobuf import text_format

    from sightline.formats import messages

    path = Path(folder) / PROJECTOR_FILENAME
    with _list_lock:
        config = messages.ProjectorConfig()
        if path.exists():
            try:
                text_format.Parse(path.read_text(), config)
            except (text_format.ParseError, UnicodeDecodeError):
                config.Clear()  # not ours to repair: as torch does, begin anew
        kept = [entry for entry in config.embeddings if entry.tensor_name != info.tensor_name]
        del config.embeddings[:]
        config.embeddings.extend([*kept, info])
        write_file(path, text_format.MessageToString(config).encode())


def write_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Write a file whole or not at all: a reader never sees half of it."""
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        draft.write_bytes(content)
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
