"""Buckets and containers of S3, Google Cloud Storage and Azure, by obstore."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any

from sightline.engine.remote.address import Address
from sightline.engine.remote.credentials import store_options
from sightline.engine.remote.errors import INSTALL, RemoteError, is_panic, no_bucket, not_set_up, translate
from sightline.engine.remote.request_log import RequestLog
from sightline.engine.remote.store import Fetched, Object

# How many objects one request lists.
_PAGE_OBJECTS = {"s3": 1000, "gs": 1000, "az": 5000}
_BUCKET = re.compile(r"[\w.$-]+", re.ASCII)
# A hanging connection is given up after this; a range of a few megabytes takes less.
CLIENT_OPTIONS = {"connect_timeout": "5s", "timeout": "30s"}
# Retries are ours: each is counted, and all can be stopped.
NO_RETRIES = {"max_retries": 0}


def import_obstore() -> Any:
    """The module obstore; RemoteError where the extra is not installed."""
    try:
        import obstore
        import obstore.store
    except ImportError as error:
        raise RemoteError(f"remote logs need one more package: {INSTALL}") from error
    return obstore


class _Owner:
    """The process that uses obstore, whose threads end in a forked child: calls there would never return."""

    pid = 0

    @classmethod
    def check(cls) -> None:
        """Raise RemoteError in a forked child of the process that came first."""
        cls.pid = cls.pid or os.getpid()
        if cls.pid != os.getpid():
            raise RemoteError(
                "remote places cannot be used in a forked process after its parent used them: start "
                "processes by multiprocessing's `spawn` or `forkserver`."
            )


class CloudStore:
    """One bucket or container."""

    def __init__(self, address: Address, log: RequestLog) -> None:
        self.address = address._replace(key="")
        self.log = log
        self._obstore = import_obstore()
        if not _BUCKET.fullmatch(address.host):  # obstore panics
            raise no_bucket(address)
        self._page = _PAGE_OBJECTS[address.scheme]
        options = store_options(address)
        store_type = {"s3": "S3Store", "gs": "GCSStore", "az": "AzureStore"}[address.scheme]
        client = {**CLIENT_OPTIONS, "allow_http": options.allow_http}
        more = {"credential_provider": options.provider} if options.provider else {}
        with setting_up(self.address):
            self._store = getattr(self._obstore.store, store_type)(
                address.host, config=options.config, client_options=client, retry_config=NO_RETRIES, **more
            )

    def list(self, prefix: str, *, after: str = "") -> Iterator[Sequence[Object]]:
        """Objects below a folder, a page at a time."""
        with self._translated(prefix):
            self.log.count(lists=1)
            n_last = 0
            pages = self._obstore.list(
                self._store, prefix or None, offset=after or None, chunk_size=self._page
            )
            for page in pages:
                if n_last == self._page:  # a full page is followed by another request
                    self.log.count(lists=1)
                n_last = len(page)
                yield [object_of(meta) for meta in page]

    def get(self, key: str, begin: int, end: int, *, etag: str = "") -> Fetched:
        """A range."""
        return get_range(self._obstore, self._store, self._at(key), self.log, begin, end, etag)

    def head(self, key: str) -> Object:
        """An object without its bytes."""
        self.log.count(gets=1)
        with self._translated(key):
            return object_of(self._obstore.head(self._store, key))

    def put(self, key: str, data: bytes, *, content_type: str = "", create: bool = False) -> None:
        """Write an object, in one request."""
        self.log.count(puts=1)
        try:
            with translated(self._at(key), writing=True):
                self._obstore.put(
                    self._store,
                    key,
                    data,
                    attributes={"Content-Type": content_type} if content_type else {},
                    mode="create" if create else "overwrite",
                    use_multipart=False,
                )
        except FileNotFoundError as error:  # the object need not be there before, but its bucket
            raise no_bucket(self.address) from error

    def delete(self, key: str) -> None:
        """Delete an object, by one request."""
        with translated(self._at(key), writing=True):
            self._obstore.delete(self._store, key)

    def _at(self, key: str) -> Address:
        return self.address._replace(key=key)

    @contextmanager
    def _translated(self, key: str) -> Iterator[None]:
        with translated(self._at(key)):
            yield


@contextmanager
def translated(address: Address, *, writing: bool = False) -> Iterator[None]:
    """Errors of a request by obstore as ours."""
    _Owner.check()
    try:
        yield
    except Exception as error:
        found = translate(error, address, writing=writing)
        if found is error:
            raise
        raise found from error
    except BaseException as error:
        if is_panic(error):
            raise not_set_up(error, address) from error
        raise


@contextmanager
def setting_up(address: Address) -> Iterator[None]:
    """Errors of making a store of obstore as ours."""
    try:
        yield
    except Exception as error:
        raise not_set_up(error, address) from error


def get_range(
    obstore: Any, store: Any, address: Address, log: RequestLog, begin: int, end: int, etag: str
) -> Fetched:
    """A range of an object by an obstore store."""
    log.count(gets=1)
    options: dict[str, Any] = {"range": (begin, end)}
    if etag:
        options["if_match"] = etag
    with translated(address):
        result = obstore.get(store, address.key, options=options)
        data = memoryview(result.bytes())
    if len(data) != min(end, result.meta["size"]) - begin:
        raise RemoteError(f"{address} sent {len(data):,} bytes of the {end - begin:,} that were requested.")
    log.add_bytes(len(data))
    return Fetched(data, object_of(result.meta))


def object_of(meta: Mapping[str, Any]) -> Object:
    """What obstore says of an object."""
    return Object(meta["path"], meta["size"], meta["last_modified"].timestamp(), meta["e_tag"] or "")
