"""Files written whole or not at all: a reader never sees half of one."""

from __future__ import annotations

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path


def write_file(path: str | os.PathLike[str], content: bytes) -> None:
    """Write `content` under a draft name, then rename it."""
    with draft_of(path) as draft:
        draft.write_bytes(content)


@contextmanager
def draft_of(path: str | os.PathLike[str]) -> Iterator[Path]:
    """Give the name to write to: it becomes `path` at the end, or is removed where writing failed.

    No kind claims a draft: its name begins with a dot and has an ending of its own.
    """
    target = Path(path)
    target.parent.mkdir(parents=True, exist_ok=True)
    draft = target.with_name(f".{target.name}.{os.getpid()}.{threading.get_ident()}")
    try:
        yield draft
        os.replace(draft, target)
    finally:
        draft.unlink(missing_ok=True)
