"""Blobs out of logs: safe content types only, parts by range requests, and nothing in them may run."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterator
from urllib.parse import quote

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sightline.engine.reader import ByteSource, Reader
from sightline.server.http.errors import RequestError
from sightline.server.http.responses import Body, matches, not_modified
from sightline.server.security.headers import ITEM_POLICY
from sightline.wire.query import File

# Types that a browser shows without running anything. SVG and HTML are not among them, on purpose.
SAFE_TYPES = frozenset(
    {
        "application/json",
        "application/octet-stream",
        "application/vnd.apache.arrow.stream",
        "audio/flac",
        "audio/mp4",
        "audio/mpeg",
        "audio/ogg",
        "audio/wav",
        "audio/webm",
        "image/apng",
        "image/avif",
        "image/bmp",
        "image/gif",
        "image/jpeg",
        "image/png",
        "image/webp",
        "text/csv",
        "text/plain",
        "video/mp4",
        "video/ogg",
        "video/webm",
    }
)
_ALIASES = {
    "audio/x-wav": "audio/wav",
    "audio/wave": "audio/wav",
    "audio/mp3": "audio/mpeg",
    "image/jpg": "image/jpeg",
}
_PIECE_BYTES = 256 << 10
_RANGE = re.compile(r"bytes=(\d*)-(\d*)\s*\Z")


def safe_type(media_type: str) -> str | None:
    """Return the type as it may be served, or None when it must be a download of bare bytes."""
    essence = media_type.partition(";")[0].strip().lower()
    essence = _ALIASES.get(essence, essence)
    if essence not in SAFE_TYPES:
        return None
    return f"{essence}; charset=utf-8" if essence.startswith("text/") else essence


def content_tag(data: bytes) -> str:
    """Return the ETag of a blob: its content's, because items outlive generations."""
    return '"' + hashlib.blake2b(data, digest_size=12).hexdigest() + '"'


def blob_response(request: Request, body: Body, etag: str) -> Response:
    """Return the blob, a part of it, or that the client has it."""
    if matches(request, etag):
        return not_modified(etag)
    headers = _headers(body, etag)
    span = _span(request, len(body.data), etag)
    if span is None:
        return Response(body.data, 200, headers)
    start, stop = span
    if start >= stop:
        headers["content-range"] = f"bytes */{len(body.data)}"
        return Response(b"", 416, headers)
    headers["content-range"] = f"bytes {start}-{stop - 1}/{len(body.data)}"
    return Response(body.data[start:stop], 206, headers)


def file_response(request: Request, reader: Reader, made: File) -> Response:
    """Return a file of the log directory, or a part of it, to be saved; it is never held in memory."""
    try:
        source = reader.open(made.path)
    except OSError as error:
        raise RequestError(f"not found: {made.filename!r} cannot be read", 404) from error
    etag = content_tag(repr(source.stat()).encode())
    span = _span(request, source.size, etag)
    start, stop = span or (0, source.size)
    if matches(request, etag) or (span is not None and start >= stop):
        source.__exit__()
        return not_modified(etag) if matches(request, etag) else _no_such_range(source.size, etag)
    headers = _file_headers(made, etag) | {"content-length": str(stop - start)}
    if span is not None:
        headers["content-range"] = f"bytes {start}-{stop - 1}/{source.size}"
    status = 200 if span is None else 206
    return StreamingResponse(_pieces(source, start, stop), status, headers, "application/octet-stream")


def _pieces(source: ByteSource, start: int, stop: int) -> Iterator[bytes]:
    with source:
        while start < stop and (piece := source.read(start, min(_PIECE_BYTES, stop - start))):
            start += len(piece)
            yield piece


def _file_headers(made: File, etag: str) -> dict[str, str]:
    return {
        "accept-ranges": "bytes",
        "cache-control": "no-cache",
        "content-disposition": f"attachment; filename*=utf-8''{quote(made.filename, safe='')}",
        "content-security-policy": ITEM_POLICY,
        "etag": etag,
        "vary": "cookie",
    }


def _no_such_range(n_bytes: int, etag: str) -> Response:
    headers = {"cache-control": "no-cache", "content-range": f"bytes */{n_bytes}", "etag": etag}
    return Response(b"", 416, headers)


def _headers(body: Body, etag: str) -> dict[str, str]:
    headers = {
        "accept-ranges": "bytes",
        "cache-control": "no-cache",
        "content-security-policy": ITEM_POLICY,
        "etag": etag,
        "vary": "cookie",
    }
    content_type = safe_type(body.media_type)
    if content_type is None:
        headers["content-disposition"] = "attachment"
    headers["content-type"] = content_type or "application/octet-stream"
    return headers


def _span(request: Request, n_bytes: int, etag: str) -> tuple[int, int] | None:
    """Return [start, stop) of the one requested range; None for all of it; start >= stop is out of range."""
    found = _RANGE.match(request.headers.get("range", "").strip())
    if found is None or request.headers.get("if-range", etag) != etag:
        return None
    first, last = found.groups()
    if not first and not last:
        return None
    if len(first) > 18 or len(last) > 18:
        return (n_bytes, n_bytes) if len(first) > 18 else (int(first or 0), n_bytes)
    if not first:
        return max(0, n_bytes - int(last)), n_bytes
    stop = min(int(last) + 1, n_bytes) if last else n_bytes
    return (int(first), stop) if not last or int(last) >= int(first) else None
