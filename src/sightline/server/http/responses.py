"""Answers: JSON, Arrow or blobs, with an ETag by generation and the encoding the client accepts."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from msgspec import Struct
from starlette.requests import Request
from starlette.responses import Response

from sightline.formats.json_text import finite_json_bytes, json_bytes
from sightline.server.http import encoding

JSON = "application/json"
ARROW = "application/vnd.apache.arrow.stream"


@dataclass(frozen=True)
class Body:
    """Bytes and what they are, before any encoding."""

    data: bytes
    media_type: str


@dataclass(frozen=True)
class Encoded:
    """Bytes as they go over the wire."""

    data: bytes
    media_type: str
    encoding: str | None


def json_body(value: Any) -> Body:
    """Return a value or declared shape as JSON."""
    return Body(json_bytes(value), JSON)


def finite_json_body(value: Struct) -> Body:
    """Return a long declared shape as JSON; it has no NaN and no infinities."""
    return Body(finite_json_bytes(value), JSON)


def encoded(body: Body, chosen: str | None) -> Encoded:
    """Compress a body where that pays."""
    if chosen is None or len(body.data) < encoding.MIN_BYTES:
        return Encoded(body.data, body.media_type, None)
    return Encoded(encoding.encode(body.data, chosen), body.media_type, chosen)


def response(answer: Encoded, etag: str | None = None, status: int = 200) -> Response:
    """Return the HTTP answer; the browser may cache it but revalidates each time."""
    headers = {"cache-control": "no-cache" if etag else "no-store", "vary": "accept-encoding, cookie"}
    if etag:
        headers["etag"] = etag
    if answer.encoding:
        headers["content-encoding"] = answer.encoding
    return Response(answer.data, status, headers, answer.media_type)


def not_modified(etag: str) -> Response:
    """Return the answer to a client that has the newest already."""
    headers = {"etag": etag, "cache-control": "no-cache", "vary": "accept-encoding, cookie"}
    return Response(status_code=304, headers=headers)


def error(status: int, message: str) -> Response:
    """Return an error in the one form that all errors have."""
    body = json_body({"error": {"message": message}})
    return Response(body.data, status, {"cache-control": "no-store"}, JSON)


def matches(request: Request, etag: str) -> bool:
    """Whether If-None-Match names the tag (weakly compared, as GET wants)."""
    given = request.headers.get("if-none-match", "")
    wanted = etag.removeprefix("W/")
    return given.strip() == "*" or any(part.strip().removeprefix("W/") == wanted for part in given.split(","))
