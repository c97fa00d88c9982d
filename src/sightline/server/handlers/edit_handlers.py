"""What people add or throw away: notes on runs, saved views, the trash. The guard has let them pass."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from sightline.engine.retention import RunInUseError
from sightline.engine.sidecar import SidecarReadOnlyError
from sightline.server.http.requests import RequestError, parse_id, read_json
from sightline.server.http.responses import encoded, json_body, response

if TYPE_CHECKING:
    from sightline.server.board import Board

_Result = TypeVar("_Result")


class EditHandlers:
    """Handlers of the routes that change the sidecar or the trash."""

    def __init__(self, board: Board) -> None:
        self._board = board

    async def edit_run(self, request: Request) -> Response:
        """Change fields of a run; null clears one."""
        changes = await read_json(request, self._board.settings)
        run_id = parse_id(request.path_params["id"])
        kept = await _kept(lambda: self._board.edit_runs({run_id: _fields(changes)}))
        return _answer(kept[str(run_id)])

    async def edit_runs(self, request: Request) -> Response:
        """Change fields of several runs, each its own; all or none."""
        asked = await read_json(request, self._board.settings)
        runs = _fields(_fields(asked).get("runs"))
        changes = {parse_id(run_id): _fields(fields) for run_id, fields in runs.items()}
        return _answer({"runs": await _kept(lambda: self._board.edit_runs(changes))})

    async def trash(self, request: Request) -> Response:
        """List what lies in the trash (GET), or move runs there (PUT)."""
        if request.method != "PUT":
            return _answer({"batches": await run_in_threadpool(self._board.trash)})
        ids = _fields(await read_json(request, self._board.settings)).get("runs")
        if not isinstance(ids, list) or not ids or not all(type(one) is int for one in ids):
            raise RequestError("'runs' must be a list of run ids")
        return _answer({"batches": await _kept(lambda: self._board.move_to_trash(ids))})

    async def restore(self, request: Request) -> Response:
        """Take a batch out of the trash, back to where its files lay."""
        batch = request.path_params["batch"]
        return _answer(await _kept(lambda: self._board.restore_batch(batch), "batch"))

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


def _fields(body: Any) -> dict[str, Any]:
    if not isinstance(body, dict):
        raise RequestError("the body must be an object with the fields to change")
    return body


async def _kept(edit: Callable[[], _Result], what: str = "run") -> _Result:
    try:
        return await run_in_threadpool(edit)
    except KeyError as error:
        raise RequestError(f"there is no {what} {error.args[0]!r}", 404) from error
    except ValueError as error:
        raise RequestError(str(error)) from error
    except (SidecarReadOnlyError, RunInUseError) as error:
        raise RequestError(str(error), 409) from error
    except OSError as error:
        raise RequestError(f"the files cannot be moved: {error}", 409) from error


def _answer(value: Any) -> Response:
    return response(encoded(json_body(value), None))
