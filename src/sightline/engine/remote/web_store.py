"""Folders behind a web server: listings followed folder by folder, files by ranges."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from urllib.parse import quote

from sightline.engine.daemon_pool import DaemonPool
from sightline.engine.remote.address import Address, check_url
from sightline.engine.remote.cloud_store import (
    CLIENT_OPTIONS,
    NO_RETRIES,
    get_range,
    import_obstore,
    object_of,
    setting_up,
    translated,
)
from sightline.engine.remote.errors import RemoteError
from sightline.engine.remote.request_log import RequestLog
from sightline.engine.remote.store import Fetched, Object
from sightline.engine.remote.web_client import web_get
from sightline.engine.remote.web_page import WebEntry, parse_page

_N_AT_ONCE = 8
_MAX_FOLDERS = 10_000


class WebStore:
    """One web host."""

    def __init__(self, address: Address, log: RequestLog) -> None:
        self.address = address._replace(key="")
        self.log = log
        self._obstore = import_obstore()
        if "@" in address.host:
            raise RemoteError(
                f"the address of {address.host.rpartition('@')[2]} has a user or password in it, which "
                "everybody who sees the board sees: leave it out. Servers that ask for one cannot be read."
            )
        check_url(self.address.place, self.address.place)
        client = {**CLIENT_OPTIONS, "allow_http": True}
        with setting_up(self.address):
            self._store = self._obstore.store.HTTPStore(
                self.address.place, client_options=client, retry_config=NO_RETRIES
            )

    def list(self, prefix: str, *, after: str = "") -> Iterator[Sequence[Object]]:
        """All files below a folder; a request for each folder, several at a time. `after` is not used."""
        folders, n_folders = [prefix], 0
        with DaemonPool(_N_AT_ONCE, "sightline-listing") as pool:
            while folders:
                n_folders += len(folders)
                if n_folders > _MAX_FOLDERS:
                    raise RemoteError(f"{self.address.place} has more than {_MAX_FOLDERS:,} folders to list.")
                below: list[str] = []
                files: list[tuple[str, WebEntry]] = []
                for folder, entries in zip(folders, pool.map(self._entries, folders), strict=True):
                    for entry in entries:
                        key = f"{folder}/{entry.name}".lstrip("/")
                        if entry.is_folder:
                            below.append(key)
                        else:
                            files.append((key, entry))
                yield list(pool.map(self._object, files))
                folders = below

    def get(self, key: str, begin: int, end: int, *, etag: str = "") -> Fetched:
        """A range."""
        return get_range(self._obstore, self._store, self._at(key), self.log, begin, end, etag)

    def head(self, key: str) -> Object:
        """A file without its bytes."""
        self.log.count(gets=1)
        with translated(self._at(key)):
            return object_of(self._obstore.head(self._store, key))

    def put(self, key: str, data: bytes, *, content_type: str = "", create: bool = False) -> None:
        """Web servers are read only."""
        raise RemoteError(f"{self.address.place} is a web server, to which nothing is written.")

    def delete(self, key: str) -> None:
        """Web servers are read only."""
        raise RemoteError(f"{self.address.place} is a web server, where nothing is deleted.")

    def _entries(self, folder: str) -> Sequence[WebEntry]:
        self.log.count(lists=1)
        url = f"{self.address.place}/{quote(folder)}/" if folder else f"{self.address.place}/"
        answer = web_get(url, self._at(folder))
        try:
            return parse_page(answer.url, answer.headers.get("content-type", ""), answer.body)
        except ValueError as error:
            raise RemoteError(f"{self._at(folder)} is no folder listing: {error}.") from error

    def _object(self, found: tuple[str, WebEntry]) -> Object:
        """A file as listed; where the listing leaves out its size or time, as the server says."""
        key, entry = found
        if entry.size is None or entry.modified is None:
            try:
                return self.head(key)._replace(etag="")
            except FileNotFoundError:
                return Object(key, 0, 0.0, "")
        return Object(key, entry.size, entry.modified, "")

    def _at(self, key: str) -> Address:
        return self.address._replace(key=key)
