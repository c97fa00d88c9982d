"""What people add: names, colours, notes and labels of runs, and saved views. The guard has let them pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from sightline.engine.sidecar import SidecarReadOnlyError
from sightline.server.answers import encoded, json_body, response
from sightline.server.requests import RequestError, read_json

if TYPE_CHECKING:
    from sightline.server.board import Board

_Result = TypeVar("_Result")


class Edits:
    """Handlers of the routes that change the sidecar."""

    def __init__(self, board: Board) -> None:
        self._board = board

    async def edit_run(self, request: Request) -> Response:
        """Change fields of a run; null clears one."""
        changes = await read_json(request, self._board.settings)
        if not isinstance(changes, dict):
            raise RequestError("the body must be an object with the fields to change")
        run_id = request.path_params["id"]
        if not run_id.isdigit():
            raise RequestError(f"there is no run {run_id!r}", 404)
        return _answer(await _kept(lambda: self._board.edit_run(int(run_id), changes)))

    async def views(self, request: Request) -> Response:
        """List the saved views."""
        return _answer({"views": await run_in_threadpool(self._board.views)})

    async def edit_view(self, request: Request) -> Response:
        """Keep a view under a name (PUT), or forget it (DELETE)."""
        return await (self._save_view(request) if request.method == "PUT" else self._delete_view(request))

    async def _save_view(self, request: Request) -> Response:
        state = await read_json(request, self._board.settings)
        name = request.path_params["name"]
        await _kept(lambda: self._board.save_view(name, state))
        return _answer({"name": name})

    async def _delete_view(self, request: Request) -> Response:
        name = request.path_params["name"]
        if not await _kept(lambda: self._board.delete_view(name)):
            raise RequestError(f"there is no view {name!r}", 404)
        return Response(status_code=204)


async def _kept(edit: Callable[[], _Result]) -> _Result:
    try:
        return await run_in_threadpool(edit)
    except KeyError as error:
        raise RequestError(f"there is no run {error.args[0]!r}", 404) from error
    except ValueError as error:
        raise RequestError(str(error)) from error
    except SidecarReadOnlyError as error:
        raise RequestError(str(error), 409) from error


def _answer(value: Any) -> Response:
    return response(encoded(json_body(value), None))
