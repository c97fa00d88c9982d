"""The application: which handler answers which path, under any prefix, behind the guard."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import Mount, Route

from sightline.server import answers
from sightline.server.api import Api
from sightline.server.edits import Edits
from sightline.server.guard import Guard
from sightline.server.kinds import KindRoutes
from sightline.server.requests import RequestError
from sightline.server.static import StaticFiles

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from sightline.server.board import Board


def create_app(board: Board) -> ASGIApp:
    """Return the ASGI application that serves a board."""
    prefix = board.settings.path_prefix
    routes = [
        Mount(f"{prefix}/api/v1", routes=api_routes(board), name="api"),
        Route(f"{prefix}/{{path:path}}", StaticFiles().answer),
    ]
    if prefix:
        routes += [Route(prefix, _to_folder(prefix)), Route("/", _to_folder(prefix))]
    app = Starlette(
        routes=routes,
        exception_handlers={
            RequestError: _bad_request,
            HTTPException: _http_error,
            Exception: _server_error,
        },
        lifespan=_lifespan(board),
    )
    app.router.redirect_slashes = False
    return Guard(app, board.settings)


def api_routes(board: Board) -> list[Route]:
    """Return the routes below `/api/v1`."""
    api, kinds, edits = Api(board), KindRoutes(board), Edits(board)
    return [
        Route("/health", api.health),
        Route("/progress", api.progress),
        Route("/roots", api.roots),
        Route("/runs", api.runs),
        Route("/tags", api.tags),
        Route("/live", api.live),
        Route("/openapi.json", api.openapi),
        Route("/kinds/{kind}/{query}", kinds.answer, methods=["GET", "POST"]),
        Route("/filter", api.filter),
        Route("/runs/{id}", edits.edit_run, methods=["PATCH"]),
        Route("/views", edits.views),
        Route("/views/{name}", edits.edit_view, methods=["PUT", "DELETE"]),
        Route("/{rest:path}", _no_such_route),
    ]


def _lifespan(board: Board):  # type: ignore[no-untyped-def]
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        board.hub.start()
        yield
        board.hub.close()

    return lifespan


def _to_folder(prefix: str):  # type: ignore[no-untyped-def]
    async def redirect(request: Request) -> Response:
        # Relative, so that it holds behind a proxy that adds a prefix of its own.
        last = prefix.rpartition("/")[2]
        place = f"{last}/" if request.url.path != "/" else f".{prefix}/"
        return RedirectResponse(place, 307)

    return redirect


async def _no_such_route(request: Request) -> Response:
    return answers.error(404, f"there is no {request.url.path}; see openapi.json")


async def _bad_request(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return answers.error(error.status, error.message, **error.more)


async def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = answers.error(error.status_code, error.detail)
    answer.headers.update(error.headers or {})
    return answer


async def _server_error(_request: Request, _error: Exception) -> Response:
    # Starlette raises the error again after this answer, and uvicorn logs it: once is enough.
    return answers.error(500, "the server failed at this request; its log says why")
