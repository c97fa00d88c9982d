"""Reading an object by ranges: each byte is requested once, also where the reader looks back."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future

from sightline.engine.remote.read_ahead import PART_BYTES, Part, ReadAhead
from sightline.engine.remote.store import Fetched, Object

_DATA = bytes(range(256)) * (12 * PART_BYTES // 256)
_OBJECT = Object("events", len(_DATA), 0.0, "1")


def _submit(call: Callable[[], Part]) -> Future[Part]:
    future: Future[Part] = Future()
    future.set_result(call())
    return future


def test_looking_back_leaves_what_was_requested_ahead() -> None:
    requested: list[tuple[int, int]] = []

    def fetch(begin: int, end: int, etag: str) -> Fetched:
        requested.append((begin, end))
        return Fetched(memoryview(_DATA)[begin:end], _OBJECT)

    ahead = ReadAhead(_OBJECT, fetch, _submit, may_change=True)
    found, offset, n_looks = bytearray(), 0, 0
    while data := ahead.lend(offset, 1 << 18):
        found += data
        offset += len(data)
        if ahead.is_ahead:
            assert ahead.lend(0, 128)[:128] == _DATA[:128]
            n_looks += 1
    assert found == _DATA
    assert n_looks > 2
    large = [(begin, end) for begin, end in requested if end - begin > 128]
    assert sum(end - begin for begin, end in large) == len(_DATA)
    assert len(requested) - len(large) == n_looks
