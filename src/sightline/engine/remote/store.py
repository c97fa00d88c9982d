"""The interface to a remote store: list below a prefix, get a range, put an object."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple, Protocol

from sightline.engine.remote.address import Address
from sightline.engine.remote.request_log import RequestLog


class Object(NamedTuple):
    """One object. A change shows in its size or etag; a place without etags ("") may have only times."""

    key: str
    size: int
    modified: float
    etag: str


class Fetched(NamedTuple):
    """A range of an object, not copied yet, and the object as it was when the range was read."""

    data: memoryview
    object: Object


class ObjectStore(Protocol):
    """One bucket, container, web host or repository. Methods raise OSError; they do not retry.

    Every request is counted in `log` before it is sent.
    """

    address: Address
    log: RequestLog

    def list(self, prefix: str, *, after: str = "") -> Iterator[Sequence[Object]]:
        """All objects below a folder, in pieces; in order of their keys where `after` can be used.

        after: only those whose key comes later. A place that cannot begin in the middle begins anew.
        """
        ...

    def get(self, key: str, begin: int, end: int, *, etag: str = "") -> Fetched:
        """A range, cut where the object ends. With `etag`, ChangedError where the object is another."""
        ...

    def head(self, key: str) -> Object:
        """An object without its bytes; FileNotFoundError where there is none."""
        ...

    def put(self, key: str, data: bytes, *, content_type: str = "", create: bool = False) -> None:
        """Write a whole object; with `create`, ExistsError where there is one already."""
        ...

    def delete(self, key: str) -> None:
        """Delete an object."""
        ...
