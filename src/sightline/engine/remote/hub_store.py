"""Repositories of the Hugging Face Hub: listed by its tree API, files read by ranges."""

from __future__ import annotations

import json
import os
import re
import time
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any
from urllib.parse import quote

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

_ENDPOINT = "https://huggingface.co"
_NEXT = re.compile(r'<([^>]+)>; *rel="next"')


class HubStore:
    """One repository at one revision: `hf://datasets/owner/name@revision`, `hf://owner/name` for a model."""

    def __init__(self, address: Address, log: RequestLog) -> None:
        self.address = address._replace(key="")
        self.log = log
        self._obstore = import_obstore()
        repository, _, revision = address.host.partition("@")
        end = os.environ.get("HF_ENDPOINT", _ENDPOINT).rstrip("/")
        check_url(end, f"HF_ENDPOINT {end!r}")
        kind = "" if repository.startswith(("datasets/", "spaces/")) else "models/"
        revision = quote(revision or "main", safe="")
        self._tree = f"{end}/api/{kind}{repository}/tree/{revision}"
        token = _token()
        self._headers = {"Authorization": f"Bearer {token}"} if token else {}
        with setting_up(self.address):
            self._store = self._obstore.store.HTTPStore(
                f"{end}/{repository}/resolve/{revision}",
                client_options={**CLIENT_OPTIONS, "allow_http": True, "default_headers": self._headers},
                retry_config=NO_RETRIES,
            )

    def list(self, prefix: str, *, after: str = "") -> Iterator[Sequence[Object]]:
        """All files below a folder, a page at a time. `after` is not used."""
        url: str | None = f"{self._tree}/{quote(prefix)}?recursive=true"
        while url is not None:
            self.log.count(lists=1)
            answer = web_get(url, self.address._replace(key=prefix), self._headers)
            try:
                rows = json.loads(answer.body)
                yield [_object(row) for row in rows if row["type"] == "file"]
            except (ValueError, TypeError, KeyError) as error:
                raise RemoteError(f"{self.address.place} sent no listing of its files.") from error
            following = _NEXT.search(answer.headers.get("link", ""))
            url = following[1] if following else None

    def get(self, key: str, begin: int, end: int, *, etag: str = "") -> Fetched:
        """A range. The server that sends the bytes has other etags than the listing: none is compared."""
        at = self.address._replace(key=key)
        found = get_range(self._obstore, self._store, at, self.log, begin, end, "")
        return found._replace(object=found.object._replace(etag=etag))

    def head(self, key: str) -> Object:
        """A file without its bytes."""
        self.log.count(gets=1)
        with translated(self.address._replace(key=key)):
            return object_of(self._obstore.head(self._store, key))

    def put(self, key: str, data: bytes, *, content_type: str = "", create: bool = False) -> None:
        """Repositories take commits, not single files."""
        raise RemoteError(f"nothing is written to {self.address.place}; use `hf upload`.")

    def delete(self, key: str) -> None:
        """Repositories take commits, not single files."""
        raise RemoteError(f"nothing is deleted in {self.address.place}; use `hf` itself.")


def _object(row: dict[str, Any]) -> Object:
    """A file as listed. It has no time: that at which its version is first seen stands for it."""
    large = row.get("lfs") or {}
    return Object(row["path"], row["size"], time.time(), large.get("oid") or row["oid"])


def _token() -> str:
    if token := os.environ.get("HF_TOKEN"):
        return token
    home = Path(os.environ.get("HF_HOME") or Path.home() / ".cache" / "huggingface")
    try:
        return Path(os.environ.get("HF_TOKEN_PATH") or home / "token").read_text(encoding="utf-8").strip()
    except (OSError, UnicodeDecodeError):
        return ""
