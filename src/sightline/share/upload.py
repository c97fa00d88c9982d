"""Uploads a report to a bucket as a folder, and says where a browser finds it."""

from __future__ import annotations

import os

from sightline.share.contents import Contents, Progress
from sightline.share.header import About
from sightline.share.site_folder import site_files

# Where a browser reaches what lies in a bucket, unless another address is set up for it.
_HOSTS = {
    "s3": "https://{bucket}.s3.amazonaws.com/{path}",
    "gs": "https://storage.googleapis.com/{bucket}/{path}",
}


def upload(url: str, about: About, contents: Contents, progress: Progress) -> str:
    """Upload all files below a URL such as s3://bucket/path; returns the address of the page.

    Raises:
        OSError: with a sentence on what is wrong: no credentials, no such bucket, the extra is missing, …
    """
    from sightline.engine.remote.upload import put_folder

    put_folder(url, dict(site_files(about, contents)), lambda done, total: progress("uploading", done, total))
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
