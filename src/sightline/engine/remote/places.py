"""The stores in use: one for each bucket, container, web host or repository, opened when first needed."""

from __future__ import annotations

import threading

from sightline.engine.remote.address import CLOUD_SCHEMES, Address
from sightline.engine.remote.request_log import RequestLog, Usage
from sightline.engine.remote.store import ObjectStore


class Places:
    """Stores by their place; any thread may ask."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._stores: dict[str, ObjectStore] = {}

    def store(self, address: Address) -> ObjectStore:
        """The store of an address; RemoteError where it cannot be set up."""
        with self._lock:
            if address.place not in self._stores:
                self._stores[address.place] = open_store(address)
            return self._stores[address.place]

    def usage(self, address: Address) -> Usage | None:
        """What was requested of a place; None where nothing was."""
        with self._lock:
            store = self._stores.get(address.place)
        return store.log.usage() if store is not None else None


def open_store(address: Address) -> ObjectStore:
    """A store for an address. Nothing is requested yet."""
    log = RequestLog(address.scheme)
    if address.scheme in CLOUD_SCHEMES:
        from sightline.engine.remote.cloud_store import CloudStore

        return CloudStore(address, log)
    if address.scheme == "hf":
        from sightline.engine.remote.hub_store import HubStore

        return HubStore(address, log)
    from sightline.engine.remote.web_store import WebStore

    return WebStore(address, log)
