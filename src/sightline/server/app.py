"""The application: the page at once, the API when the board is open, under any prefix, behind the guard."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from typing import TYPE_CHECKING

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import RedirectResponse, Response
from starlette.routing import BaseRoute, Mount, Route

import sightline
from sightline.server.http import responses
from sightline.server.http.errors import RequestError
from sightline.server.http.static_files import StaticFiles
from sightline.server.security.guard import Guard

if TYPE_CHECKING:
    from starlette.types import ASGIApp

    from sightline.server.pending_board import PendingBoard
    from sightline.server.settings import Settings

Handler = Callable[[Request], Awaitable[Response]]


def create_app(pending: PendingBoard, settings: Settings) -> ASGIApp:
    """Return the ASGI application that serves a board."""
    prefix = settings.path_prefix
    routes: list[BaseRoute] = [
        Route(f"{prefix}/api/v1/health", _health(settings)),
        Mount(f"{prefix}/api/v1", app=pending.api),
        Mount(f"{prefix}/data", app=pending.tensorboard_api),
        Mount(f"{prefix}/experiment/{{experiment}}/data", app=pending.tensorboard_api),
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
        lifespan=_lifespan(pending),
    )
    app.router.redirect_slashes = False
    return Guard(app, settings)


def _lifespan(pending: PendingBoard) -> Callable[[Starlette], AbstractAsyncContextManager[None]]:
    @asynccontextmanager
    async def lifespan(_app: Starlette) -> AsyncIterator[None]:
        pending.start()
        live = asyncio.ensure_future(pending.follow_live())
        yield
        live.cancel()

    return lifespan


def _health(settings: Settings) -> Handler:
    """Answer that the server is up, with what the page needs first."""
    answer = {
        "status": "ok",
        "version": sightline.__version__,
        "instance": settings.instance,
        "window_title": settings.window_title,
        "writable": settings.writable,
    }

    async def health(_request: Request) -> Response:
        return responses.response(responses.encoded(responses.json_body(answer), None))

    return health


def _to_folder(prefix: str) -> Handler:
    async def redirect(request: Request) -> Response:
        # Relative, so that it works behind a proxy that adds a prefix of its own.
        last = prefix.rpartition("/")[2]
        place = f"{last}/" if request.url.path != "/" else f".{prefix}/"
        return RedirectResponse(place, 307)

    return redirect


async def _bad_request(_request: Request, error: Exception) -> Response:
    assert isinstance(error, RequestError)
    return responses.error(error.status, error.message)


async def _http_error(_request: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    answer = responses.error(error.status_code, error.detail)
    answer.headers.update(error.headers or {})
    return answer


async def _server_error(_request: Request, _error: Exception) -> Response:
    # Starlette raises the error again after this answer, and uvicorn logs it: once is enough.
    return responses.error(500, "internal server error; the server's log has the details")
