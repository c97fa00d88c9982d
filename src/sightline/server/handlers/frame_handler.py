"""Requests of a hosted plugin's frame: handed to the plugin's process, and its answers made safe."""

from __future__ import annotations

from typing import TYPE_CHECKING
from urllib.parse import quote, urlsplit

from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sightline.server.http.errors import RequestError
from sightline.server.http.requests import read_body
from sightline.server.plugin_hosts.plugin_hosts import NotRunningError
from sightline.server.security.headers import FRAME_POLICY

if TYPE_CHECKING:
    from sightline.server.board import Board
    from sightline.server.plugin_hosts.host_request import HostAnswer

METHODS = ["GET", "POST", "OPTIONS"]
# Neither cookie nor token: what a plugin needs to know of the board it asks the API for.
_REQUEST_HEADERS = (
    "accept",
    "accept-encoding",
    "accept-language",
    "content-type",
    "if-modified-since",
    "if-none-match",
    "range",
)
# No cookie, no wider rights: a plugin cannot speak for the board.
_ANSWER_HEADERS = frozenset(
    {
        b"accept-ranges",
        b"cache-control",
        b"content-disposition",
        b"content-encoding",
        b"content-language",
        b"content-length",
        b"content-range",
        b"content-security-policy",
        b"content-type",
        b"etag",
        b"expires",
        b"last-modified",
        b"vary",
    }
)
_MAX_ALLOWED_HEADERS_CHARS = 300


class FrameHandler:
    """Answers `frames/{slug}/{key}/{path}`."""

    def __init__(self, board: Board) -> None:
        self._board = board

    async def answer(self, request: Request) -> Response:
        """Answer from the plugin's process; what fails is answered here, and the page says more."""
        slug, key = request.path_params["slug"], request.path_params["key"]
        if not self._board.plugin_hosts.has_key(slug, key):
            raise RequestError("there is no such frame", 404)
        if request.method == "OPTIONS":
            return _allowed(request)
        body = await read_body(request, self._board.settings) if request.method == "POST" else b""
        headers = [
            (name.encode(), request.headers[name].encode("latin-1"))
            for name in _REQUEST_HEADERS
            if name in request.headers
        ]
        try:
            made = await self._board.plugin_hosts.ask(slug, request.method, _target(request), headers, body)
        except NotRunningError as error:
            return Response(str(error), 503, _frame_headers(), "text/plain")
        return _safe(made)


def _target(request: Request) -> str:
    path = quote("/" + request.path_params["path"], safe="/:@!$&'()*+,;=~-._")
    return f"{path}?{request.url.query}" if request.url.query else path


def _frame_headers() -> dict[str, str]:
    """The frame has no origin, so its own files and answers are those of another site to it."""
    return {
        "access-control-allow-origin": "*",
        "cache-control": "no-store",
        "content-security-policy": FRAME_POLICY,
        "cross-origin-resource-policy": "cross-origin",
    }


def _safe(made: HostAnswer) -> Response:
    answer = StreamingResponse(made.pieces, made.status)
    kept = [(name, value) for name, value in made.headers if name in _ANSWER_HEADERS]
    place = dict(made.headers).get(b"location", b"").decode("latin-1")
    if place and not any(urlsplit(place)[:2]):
        kept.append((b"location", place.encode("latin-1")))
    own = [(name.encode(), value.encode()) for name, value in _frame_headers().items()]
    has_caching = any(name == b"cache-control" for name, _ in kept)
    # A policy of the plugin stands beside ours: both hold.
    answer.raw_headers = [*kept, *(pair for pair in own if pair[0] != b"cache-control" or not has_caching)]
    return answer


def _allowed(request: Request) -> Response:
    """The answer to a browser that asks whether a frame without an origin may send a request."""
    wanted = request.headers.get("access-control-request-headers", "")[:_MAX_ALLOWED_HEADERS_CHARS]
    headers = {"access-control-allow-methods": "GET, POST", "access-control-allow-headers": wanted}
    return Response(None, 204, {**_frame_headers(), **headers})
