"""Addresses of remote places: `s3://bucket/runs`, `gs://…`, `az://…`, `hf://…`, `http(s)://…`."""

from __future__ import annotations

import os
import posixpath
import re
from typing import NamedTuple
from urllib.parse import urlsplit

from sightline.engine.reader import UnavailableError

CLOUD_SCHEMES = ("s3", "gs", "az")
WEB_SCHEMES = ("http", "https", "hf")
SCHEMES = ", ".join(f"{scheme}://" for scheme in (*CLOUD_SCHEMES, *WEB_SCHEMES))
_ALIASES = {"s3a": "s3", "gcs": "gs", "azure": "az"}
# A repository of the Hugging Face Hub is the first parts of its path: `hf://datasets/owner/name/…`.
_HUB_KINDS = ("datasets", "spaces")
_SCHEME = re.compile(r"[A-Za-z][A-Za-z0-9+.-]*://")


class Address(NamedTuple):
    """A place in a store. `host` is the bucket, container, web host or repository; `key` may be empty."""

    scheme: str
    host: str
    key: str

    @property
    def place(self) -> str:
        """The store without the key: "s3://bucket"."""
        return f"{self.scheme}://{self.host}"

    def __str__(self) -> str:
        return f"{self.place}/{self.key}" if self.key else self.place


def check_url(url: str, name: str) -> None:
    """Raise UnavailableError, with a sentence, where `name` is set to what is no address of a web server."""
    try:
        parts = urlsplit(url)
        is_one = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_one = False
    if not is_one or " " in url:
        raise UnavailableError(f"{name} is no address of a server: write http://HOST:PORT or https://HOST.")


def is_remote(path: str) -> bool:
    """Whether a path names a remote place rather than a local file."""
    scheme, colon, _ = path.partition("://")
    return bool(colon) and _ALIASES.get(scheme, scheme) in (*CLOUD_SCHEMES, *WEB_SCHEMES)


def check_scheme(path: str) -> None:
    """Raise UnavailableError, with a sentence, for a scheme that nothing reads, or one without a name."""
    if _SCHEME.match(path) and not is_remote(path) and not os.path.lexists(path):
        raise UnavailableError(f"{path} is neither a local path nor an address that begins with {SCHEMES}.")
    if is_remote(path) and not parse(path).host:
        scheme = parse(path).scheme
        raise UnavailableError(f"{path} names no bucket or host: write {scheme}://NAME/FOLDER.")


def parse(path: str) -> Address:
    """Take an address apart; empty parts, `.` and `..` in its path are resolved, never above the store."""
    scheme, _, rest = path.partition("://")
    scheme = _ALIASES.get(scheme, scheme)
    parts = [part for part in rest.split("/") if part]
    n_host = _n_host_parts(scheme, parts)
    host = "/".join(parts[:n_host])
    key = posixpath.normpath("/" + "/".join(parts[n_host:])).strip("/")
    return Address(scheme, host, key)


def _n_host_parts(scheme: str, parts: list[str]) -> int:
    if scheme != "hf":
        return 1
    return 3 if parts[:1] and parts[0] in _HUB_KINDS else 2
