"""The small answers: progress, roots, runs, tags, hyperparameters, filter, live stream, description."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import TYPE_CHECKING, Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response, StreamingResponse

from sightline.server.http import encoding
from sightline.server.http.answer_cache import AnswerCache
from sightline.server.http.blobs import content_tag
from sightline.server.http.errors import RequestError
from sightline.server.http.requests import parse_id, read_shape
from sightline.server.http.responses import (
    ARROW,
    Body,
    Encoded,
    encoded,
    finite_json_body,
    json_body,
    matches,
    not_modified,
    response,
)
from sightline.server.runs.run_columns import runs_frame
from sightline.server.schema.shapes import FilterAnswer, FilterProblem, LoadFirst, RootsAnswer

if TYPE_CHECKING:
    from sightline.server.board import Board

_RUN_FORMATS = ("json", "arrow")
# Listing a hundred thousand saved runs takes about two seconds; a machine may be slow.
_SAVED_RUNS_SECS = 5.0


class BoardHandlers:
    """Handlers of the routes that are about the board as a whole."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._cache = AnswerCache()

    async def progress(self, request: Request) -> Response:
        """Answer how far loading is."""
        return _fresh(await run_in_threadpool(self._board.progress))

    async def load_first(self, request: Request) -> Response:
        """Load the given runs before all others, and answer how far loading is."""
        body = await read_shape(request, self._board.settings, LoadFirst)
        await run_in_threadpool(self._board.load_first, body.runs)
        return await self.progress(request)

    async def roots(self, request: Request) -> Response:
        """List the log directories."""
        return _fresh(RootsAnswer(await run_in_threadpool(self._board.roots)))

    async def nearby(self, request: Request) -> Response:
        """Look for event files near the log directories, for a person who sees none."""
        return _fresh(await run_in_threadpool(self._board.nearby))

    async def runs(self, request: Request) -> Response:
        """List the runs, as JSON or as columns."""
        form = request.query_params.get("format", "json")
        if form not in _RUN_FORMATS:
            raise RequestError(f"format: expected one of {', '.join(_RUN_FORMATS)}, got {form!r}")
        await self._wait_saved()
        version = await run_in_threadpool(self._board.runs_version)
        if form == "arrow":
            return await self._shared(request, "run_columns", version, self._run_columns)
        return await self._shared(request, "runs", version, lambda: finite_json_body(self._board.runs()))

    def _run_columns(self) -> Body:
        return Body(runs_frame(self._board.runs()).to_ipc(), ARROW)

    async def run(self, request: Request) -> Response:
        """Answer one run in full: files, damage, restarts, sub-runs, hyperparameters."""
        run_id = parse_id(request.path_params["id"])
        try:
            return _fresh(await run_in_threadpool(lambda: self._board.run(run_id)))
        except KeyError as error:
            raise RequestError(f"there is no run {run_id}", 404) from error

    async def facts(self, request: Request) -> Response:
        """List the facts that kinds declare of runs, such as hyperparameters."""
        return await self._by_generation(request, "facts", lambda: json_body(self._board.facts()))

    async def tags(self, request: Request) -> Response:
        """List the tags by kind."""
        await self._wait_saved()
        return await self._by_generation(request, "tags", lambda: finite_json_body(self._board.tags()))

    async def _wait_saved(self) -> None:
        """A list without the runs that are just being taken from the cache would be asked for again."""
        if not self._board.wait_saved(0.0):
            await run_in_threadpool(self._board.wait_saved, _SAVED_RUNS_SECS)

    async def filter(self, request: Request) -> Response:
        """Answer which runs match a filter expression."""
        from sightline.engine.filter import FilterError

        expression = request.query_params.get("expr")
        if expression is None:
            raise RequestError("the parameter 'expr' is missing")
        try:
            ids = await run_in_threadpool(lambda: self._board.filter(expression))
        except FilterError as error:
            # While somebody types, every expression is unfinished at times: an answer, no failed request.
            return _fresh(FilterAnswer([], FilterProblem(str(error), error.position)))
        return _fresh(FilterAnswer(ids, None))

    async def live(self, request: Request) -> Response:
        """Stream which runs changed."""
        last_id = request.headers.get("last-event-id") or request.query_params.get("last_event_id")
        headers = {"cache-control": "no-store", "x-accel-buffering": "no"}
        return StreamingResponse(
            self._board.hub.stream(last_id), headers=headers, media_type="text/event-stream"
        )

    async def openapi(self, request: Request) -> Response:
        """Describe the API."""
        from sightline.server.schema.openapi import describe

        return await self._shared(
            request, "openapi", None, lambda: json_body(describe(self._board.queries.all))
        )

    async def _by_generation(self, request: Request, what: str, make: Callable[[], Body]) -> Response:
        etag = self._board.etag(self._board.generation)
        if matches(request, etag):
            return not_modified(etag)
        return await self._shared(request, what, etag, make, etag)

    async def _shared(
        self,
        request: Request,
        what: str,
        version: Hashable,
        make: Callable[[], Body],
        etag: str | None = None,
    ) -> Response:
        """Answer equal requests with one computation; tagged by content unless a tag is given."""
        chosen = encoding.choose(request.headers.get("accept-encoding", ""))
        made = await self._cache.get((what, chosen), version, lambda: self._made(make, chosen))
        etag = etag or f"W/{content_tag(made.data)}"
        return not_modified(etag) if matches(request, etag) else response(made, etag)

    async def _made(self, make: Callable[[], Body], chosen: str | None) -> Encoded:
        def made() -> Encoded:
            with self._board.answering():
                return encoded(make(), chosen)

        return await run_in_threadpool(made)


def _fresh(value: Any) -> Response:
    return response(encoded(json_body(value), None))
