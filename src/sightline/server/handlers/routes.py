"""The routes below `/api/v1`: which handler answers which path."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import Response
from starlette.routing import Route, Router
from starlette.types import Receive, Scope, Send

from sightline.server.handlers.board_handlers import BoardHandlers
from sightline.server.handlers.edit_handlers import EditHandlers
from sightline.server.handlers.frame_handler import METHODS as _FRAME_METHODS
from sightline.server.handlers.frame_handler import FrameHandler
from sightline.server.handlers.given_file_handler import GivenFileHandler
from sightline.server.handlers.kind_handlers import KindHandlers
from sightline.server.handlers.plugin_handlers import PluginHandlers
from sightline.server.handlers.report_handlers import ReportHandlers
from sightline.server.http import responses

if TYPE_CHECKING:
    from sightline.server.board import Board


def api_routes(board: Board) -> list[Route]:
    """Return the routes over an open board."""
    api, kinds, edits = BoardHandlers(board), KindHandlers(board), EditHandlers(board)
    plugins = PluginHandlers(board)
    reports = ReportHandlers(board)
    return [
        _by_method("/progress", GET=api.progress, POST=api.load_first),
        Route("/roots", api.roots),
        Route("/nearby", api.nearby),
        _by_method("/runs", GET=api.runs, PATCH=edits.edit_runs),
        Route("/tags", api.tags),
        Route("/live", api.live),
        Route("/openapi.json", api.openapi),
        Route("/kinds/{kind}/{query}", kinds.answer, methods=["GET", "POST"]),
        Route("/plugins", plugins.plugins),
        Route("/plugins/{page}/start", plugins.start, methods=["POST"]),
        Route("/plugins/{page}/{path:path}", plugins.file),
        Route("/frames/{slug}/{key}/{path:path}", FrameHandler(board).answer, methods=_FRAME_METHODS),
        Route("/given/{kind}/{folder}/{name}", GivenFileHandler(board).answer, methods=["PUT"]),
        Route("/report", reports.make, methods=["POST"]),
        Route("/report/{name}", reports.file),
        Route("/filter", api.filter),
        _by_method("/runs/{id}", GET=api.run, PATCH=edits.edit_run),
        Route("/facts", api.facts),
        Route("/trash", edits.trash, methods=["GET", "PUT"]),
        Route("/trash/{batch}", edits.restore, methods=["DELETE"]),
        Route("/views", edits.views),
        Route("/views/{name}", edits.edit_view, methods=["PUT", "DELETE"]),
    ]


def _by_method(path: str, **handlers: Callable[[Request], Awaitable[Response]]) -> Route:
    """One route for all methods of a path, so that a wrong method is answered with the right ones."""

    async def answer(request: Request) -> Response:
        return await handlers["GET" if request.method == "HEAD" else request.method](request)

    return Route(path, answer, methods=list(handlers))


def api_router(board: Board) -> Router:
    """Return the routes as one application."""
    return Router(api_routes(board), redirect_slashes=False, default=_no_such_route)


async def _no_such_route(scope: Scope, receive: Receive, send: Send) -> None:
    if scope["method"] in ("GET", "HEAD"):
        answer = responses.error(404, f"there is no {scope['path']}; see openapi.json")
    else:
        answer = responses.error(405, "Method Not Allowed")
        answer.headers["allow"] = "GET, HEAD"
    await answer(scope, receive, send)
