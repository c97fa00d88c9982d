"""The one generic route for kinds: parameters → the kind's query → bytes."""

from __future__ import annotations

import hashlib
from collections.abc import Awaitable, Callable, Hashable
from typing import TYPE_CHECKING, Any

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sightline.engine.index.errors import BrokenIndexError
from sightline.engine.reader import UnavailableError
from sightline.plugins import PluginError, PluginTimeoutError
from sightline.server.http import encoding
from sightline.server.http.answer_cache import AnswerCache
from sightline.server.http.blobs import blob_response, content_tag, file_response
from sightline.server.http.errors import RequestError
from sightline.server.http.requests import read_params
from sightline.server.http.responses import (
    ARROW,
    Body,
    Encoded,
    encoded,
    json_body,
    matches,
    not_modified,
    response,
)
from sightline.server.security.client_limiter import ClientLimiter
from sightline.wire.params import ParamsError
from sightline.wire.query import Blob, Download, Query

if TYPE_CHECKING:
    from sightline.server.board import Board


class KindHandlers:
    """Answers `kinds/{kind}/{query}` for every kind that is registered."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._cache = AnswerCache()
        self._limiter = ClientLimiter()

    async def answer(self, request: Request) -> Response:
        """Answer a query of a kind; equal queries at one generation are computed once."""
        kind, name = request.path_params["kind"], request.path_params["query"]
        query = self._board.queries.find(kind, name)
        if query is None:
            raise RequestError(f"there is no query {name!r} of kind {kind!r}", 404)
        params = await read_params(request, self._board.settings, query.params)
        generation = self._board.generation
        # A digest: parameters may be a megabyte long, and the cache holds its keys.
        digest = hashlib.sha256(msgspec.json.encode(params, order="deterministic")).digest()
        question = (kind, name, digest)
        if query.answer == "download":
            return _streamed(await run_in_threadpool(self._answer_of, query, params))
        if query.answer == "file":
            made = await run_in_threadpool(self._answer_of, query, params)
            return await run_in_threadpool(file_response, request, self._board.reader, made)
        if query.answer == "blob":
            return await self._blob(request, query, params, question, generation)
        if not query.cached:
            return response(await self._make(query, params, None), None)
        etag = self._board.etag(generation)
        if request.method != "POST" and matches(request, etag):
            return not_modified(etag)
        chosen = encoding.choose(request.headers.get("accept-encoding", ""))
        made = await self._cached(
            request, (*question, chosen), generation, lambda: self._make(query, params, chosen)
        )
        return response(made, None if request.method == "POST" else etag)

    async def _cached(
        self, request: Request, question: Hashable, generation: int, make: Callable[[], Awaitable[Encoded]]
    ) -> Encoded:
        async with self._limiter.slot(request.client.host if request.client else ""):
            return await self._cache.get(question, generation, make)

    async def _make(self, query: Query[Any], params: Any, chosen: str | None) -> Encoded:
        def make() -> Encoded:
            with self._board.answering():
                return encoded(self._run(query, params), chosen)

        return await run_in_threadpool(make)

    async def _blob(
        self, request: Request, query: Query[Any], params: Any, question: Hashable, generation: int
    ) -> Response:
        made = await self._cached(request, question, generation, lambda: self._make(query, params, None))
        return blob_response(request, Body(made.data, made.media_type), content_tag(made.data))

    def _run(self, query: Query[Any], params: Any) -> Body:
        return _body(query, self._answer_of(query, params))

    def _answer_of(self, query: Query[Any], params: Any) -> Any:
        try:
            return query.run(self._board.view(), params)
        except ParamsError as error:
            raise RequestError(str(error)) from error
        except PluginError as error:
            raise RequestError(str(error), 504 if isinstance(error, PluginTimeoutError) else 500) from error
        except (LookupError, FileNotFoundError) as error:
            raise RequestError(f"not found: {_sentence(error)}", 404) from error
        except (UnavailableError, BrokenIndexError) as error:
            raise RequestError(str(error), 503) from error


def _sentence(error: Exception) -> str:
    return str(error.args[0]) if error.args else type(error).__name__


def _body(query: Query[Any], answer: Any) -> Body:
    if isinstance(answer, Blob):
        return Body(answer.content, answer.media_type)
    if query.answer == "json":
        return json_body(answer)
    return Body(answer.to_ipc(), ARROW)


def _streamed(made: Download) -> Response:
    headers = {
        "cache-control": "no-store",
        "content-disposition": f'attachment; filename="{made.filename}"',
    }
    return StreamingResponse(made.pieces, headers=headers, media_type=made.media_type)
