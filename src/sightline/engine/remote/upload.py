"""Uploads files to a remote place, several at a time."""

from __future__ import annotations

import mimetypes
import os
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import as_completed
from pathlib import Path

from sightline.engine.daemon_pool import DaemonPool
from sightline.engine.remote.address import Address, parse
from sightline.engine.remote.places import open_store
from sightline.engine.remote.retry import Retry
from sightline.engine.remote.store import ObjectStore

_N_UPLOADS = 8
_HTML = "text/html; charset=utf-8"


def put_folder(
    url: str,
    files: Mapping[str, bytes | os.PathLike[str]],
    progress: Callable[[int, int], None] = lambda n_done, n_all: None,
) -> int:
    """Write files below an address ("s3://bucket/report"); return how many bytes they have.

    Args:
        url: the folder; objects of the same names are overwritten, others stay.
        files: by name relative to the folder, with `/` between its parts: the bytes, or where they are.
        progress: called with the number of files that are written and that of all.

    Raises:
        OSError: with a sentence that says what is wrong (no credentials, no such bucket, no right, …).
    """
    address = parse(url)
    store, retry = open_store(address), Retry()

    def put(name: str, content: bytes | os.PathLike[str]) -> int:
        data = content if isinstance(content, bytes) else Path(content).read_bytes()
        return _put(store, retry, address, name, data)

    n_bytes = 0
    with DaemonPool(_N_UPLOADS, "sightline-upload") as pool:
        waiting = [pool.submit(put, name, content) for name, content in _last_is_index(files)]
        try:
            for n_done, future in enumerate(as_completed(waiting), start=1):
                n_bytes += future.result()
                progress(n_done, len(files))
        except BaseException:
            retry.stop()
            raise
    return n_bytes


def _put(store: ObjectStore, retry: Retry, address: Address, name: str, data: bytes) -> int:
    key = f"{address.key}/{name}".strip("/")
    retry(lambda: store.put(key, data, content_type=_content_type(name)))
    return len(data)


def _last_is_index(
    files: Mapping[str, bytes | os.PathLike[str]],
) -> Iterator[tuple[str, bytes | os.PathLike[str]]]:
    """A page comes after what it loads, so that nobody opens half of it."""
    yield from sorted(files.items(), key=lambda file: file[0].endswith(".html"))


def _content_type(name: str) -> str:
    if name.endswith(".html"):
        return _HTML
    return mimetypes.guess_type(name)[0] or "application/octet-stream"
