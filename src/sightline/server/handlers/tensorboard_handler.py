"""TensorBoard's API, `/data/…` and `/experiment/<id>/data/…`: the request → its plugin's function → bytes."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router

from sightline.server.http import encoding
from sightline.server.http.answer_cache import AnswerCache
from sightline.server.http.blobs import blob_response, content_tag
from sightline.server.http.form_fields import form_fields
from sightline.server.http.requests import read_body
from sightline.server.http.responses import Body, Encoded, encoded, json_body, response
from sightline.server.security.client_limiter import ClientLimiter
from sightline.server.security.page_policy import page_policy

if TYPE_CHECKING:
    from sightline.server.board import Board
    from sightline.tensorboard.request import ApiRequest
    from sightline.tensorboard.routes import Handler

_TEXTUAL = ("application/json", "application/x-latex", "text/")
_PAGE = "text/html"


class TensorBoardHandler:
    """Answers the routes of TensorBoard from the board's own logs."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._cache = AnswerCache()
        self._limiter = ClientLimiter()

    async def answer(self, request: Request) -> Response:
        """Answer a request; equal ones at one generation are computed once."""
        from sightline.tensorboard.request import ApiError
        from sightline.tensorboard.routes import ROUTES

        path = request.path_params["path"].rstrip("/")
        handler = ROUTES.get(path)
        if handler is None:
            return _plain(404, "Not found")
        body = await read_body(request, self._board.settings) if request.method == "POST" else b""
        chosen = encoding.choose(request.headers.get("accept-encoding", ""))
        question = (request.method, path, _digest(request, body), chosen)
        generation = self._board.generation
        try:
            async with self._limiter.slot(request.client.host if request.client else ""):
                made = await self._cache.get(
                    question, generation, lambda: self._make(handler, request, body, chosen)
                )
        except ApiError as error:
            return _plain(error.status, error.message)
        if made.media_type.startswith(_TEXTUAL):
            answer = response(made)
            if made.media_type == _PAGE:
                answer.headers["content-security-policy"] = page_policy(made.data)
            return answer
        return blob_response(request, Body(made.data, made.media_type), content_tag(made.data))

    async def _make(self, handler: Handler, request: Request, body: bytes, chosen: str | None) -> Encoded:
        return await run_in_threadpool(lambda: self._encoded(handler, request, body, chosen))

    def _encoded(self, handler: Handler, request: Request, body: bytes, chosen: str | None) -> Encoded:
        from sightline.tensorboard.request import Content

        made = handler(self._api_request(request, body))
        plain = Body(made.data, made.media_type) if isinstance(made, Content) else json_body(made)
        is_compressed = plain.media_type.startswith(_TEXTUAL) and plain.media_type != _PAGE
        return encoded(plain, chosen if is_compressed else None)

    def _api_request(self, request: Request, body: bytes) -> ApiRequest:
        from sightline.tensorboard.request import ApiRequest, Fields

        settings = self._board.settings
        return ApiRequest(
            view=self._board.view(),
            logdir=",".join(root.path for root in self._board.roots()),
            window_title=settings.window_title,
            base_path=request.scope.get("root_path", "").removesuffix("/data"),
            experiment=request.path_params.get("experiment", ""),
            method=request.method,
            args=Fields(request.query_params.multi_items()),
            form=Fields(form_fields(request.headers.get("content-type", ""), body)),
            body=body,
        )


def _digest(request: Request, body: bytes) -> bytes:
    """Stands for all that an answer depends on beside path and generation; bodies may be long."""
    parts: list[Any] = [request.url.query, request.path_params.get("experiment", "")]
    parts.append(request.headers.get("content-type", ""))
    return hashlib.sha256(repr(parts).encode() + body).digest()


def _plain(status: int, message: str) -> Response:
    headers = {"cache-control": "no-store"}
    return Response(message.encode("utf-8", "replace"), status, headers, "text/plain; charset=utf-8")


def tensorboard_router(board: Board) -> Router:
    """Return TensorBoard's routes as one application."""
    route = Route("/{path:path}", TensorBoardHandler(board).answer, methods=["GET", "POST"])
    return Router([route], redirect_slashes=False)
