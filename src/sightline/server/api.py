"""The small answers: progress, roots, runs, tags, filter, the live stream, the description."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sightline.server import encoding
from sightline.server.answers import Body, Encoded, encoded, json_body, matches, not_modified, response
from sightline.server.blobs import content_tag
from sightline.server.requests import RequestError

if TYPE_CHECKING:
    from sightline.server.board import Board


class Api:
    """Handlers of the routes that are about the board as a whole."""

    def __init__(self, board: Board) -> None:
        self._board = board

    async def progress(self, request: Request) -> Response:
        """Say how far loading is."""
        return _fresh(self._board.progress())

    async def roots(self, request: Request) -> Response:
        """List the log directories."""
        return _fresh({"roots": self._board.roots()})

    async def runs(self, request: Request) -> Response:
        """List the runs."""
        # By content: a run that falls quiet changes its state without a new generation.
        return await self._tagged(request, self._board.runs_json)

    async def tags(self, request: Request) -> Response:
        """List the tags by kind."""
        etag = self._board.etag(self._board.generation)
        if matches(request, etag):
            return not_modified(etag)
        made = await run_in_threadpool(lambda: _encoded(request, json_body(self._board.tags_json())))
        return response(made, etag)

    async def filter(self, request: Request) -> Response:
        """Answer which runs a filter expression keeps."""
        from sightline.engine.filter import FilterError

        expression = request.query_params.get("expr")
        if expression is None:
            raise RequestError("the parameter 'expr' is missing")
        try:
            ids = await run_in_threadpool(lambda: self._board.filter(expression))
        except FilterError as error:
            raise RequestError(str(error), position=getattr(error, "position", None)) from error
        return _fresh({"runs": ids})

    async def live(self, request: Request) -> Response:
        """Stream which runs moved on."""
        last_id = request.headers.get("last-event-id") or request.query_params.get("last_event_id")
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(
            self._board.hub.stream(last_id), headers=headers, media_type="text/event-stream"
        )

    async def openapi(self, request: Request) -> Response:
        """Describe the API."""
        from sightline.server.openapi import describe

        return await self._tagged(request, lambda: describe(self._board.queries.all))

    async def _tagged(self, request: Request, make: Callable[[], Any]) -> Response:
        body = await run_in_threadpool(lambda: json_body(make()))
        etag = f"W/{content_tag(body.data)}"
        if matches(request, etag):
            return not_modified(etag)
        return response(_encoded(request, body), etag)


def _fresh(value: Any) -> Response:
    return response(encoded(json_body(value), None))


def _encoded(request: Request, body: Body) -> Encoded:
    return encoded(body, encoding.choose(request.headers.get("accept-encoding", "")))
