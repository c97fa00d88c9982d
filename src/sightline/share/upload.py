"""Uploads a report to a bucket, file by file, the page itself last."""

from __future__ import annotations

import mimetypes
import os
from typing import Any

from sightline.share.contents import Contents
from sightline.share.header import About
from sightline.share.site_folder import site_files

_TYPES = {".js": "text/javascript", ".wasm": "application/wasm", ".bin": "application/octet-stream"}
# Where a browser reaches what lies in a bucket, unless another address is set up for it.
_HOSTS = {
    "s3": "https://{bucket}.s3.amazonaws.com/{path}",
    "gs": "https://storage.googleapis.com/{bucket}/{path}",
}


class UploadError(OSError):
    """The bucket cannot be written to; the message says why."""


def upload(url: str, about: About, contents: Contents) -> str:
    """Upload all files below a URL such as s3://bucket/path; returns the address of the page."""
    store = _store(url)
    import obstore

    try:
        for name, data in site_files(about, contents):
            # Uploaded as it is served: without a type, browsers download instead of showing.
            obstore.put(store, name, data, attributes={"Content-Type": _media_type(name)})
    except Exception as error:  # every store raises errors of its own
        raise UploadError(f"{url}: {error}") from error
    return link(url)


def link(url: str) -> str:
    """The address of the page in a bucket: SIGHTLINE_SHARE_URL, or that of the cloud."""
    base = os.environ.get("SIGHTLINE_SHARE_URL")
    if base:
        return f"{base.rstrip('/')}/index.html"
    scheme, _, rest = url.partition("://")
    bucket, _, path = rest.partition("/")
    form = _HOSTS.get(scheme, "{scheme}://{bucket}/{path}")
    place = form.format(scheme=scheme, bucket=bucket, path=path.strip("/")).rstrip("/")
    return f"{place}/index.html"


def _store(url: str) -> Any:
    try:
        from obstore.store import from_url
    except ImportError:
        raise UploadError("this needs obstore: pip install 'sightline[remote]'") from None
    try:
        return from_url(url)
    except Exception as error:
        raise UploadError(f"{url}: {error}") from error


def _media_type(name: str) -> str:
    ending = os.path.splitext(name)[1]
    return _TYPES.get(ending) or mimetypes.guess_type(name)[0] or "application/octet-stream"
