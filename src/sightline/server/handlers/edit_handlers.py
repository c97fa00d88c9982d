"""Handlers of edits: notes on runs, saved views, the trash. The guard has checked that they are allowed."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import Request
from starlette.responses import Response

from sightline.engine.notes import RunEdit
from sightline.engine.retention import RunInUseError
from sightline.engine.sidecar import SidecarReadOnlyError
from sightline.server.http.errors import RequestError
from sightline.server.http.requests import parse_id, read_json, read_shape
from sightline.server.http.responses import encoded, json_body, response
from sightline.server.schema.shapes import (
    BatchesAnswer,
    RunEdits,
    RunIds,
    RunNotesAnswer,
    ViewName,
    ViewsAnswer,
)

if TYPE_CHECKING:
    from sightline.server.board import Board

_Result = TypeVar("_Result")


class EditHandlers:
    """Handlers of the routes that change the sidecar or the trash."""

    def __init__(self, board: Board) -> None:
        self._board = board

    async def edit_run(self, request: Request) -> Response:
        """Change fields of a run; null clears one."""
        edit = await read_shape(request, self._board.settings, RunEdit)
        run_id = parse_id(request.path_params["id"])
        notes = await _applied(lambda: self._board.edit_runs({run_id: edit}))
        return _answer(notes[str(run_id)])

    async def edit_runs(self, request: Request) -> Response:
        """Change fields of several runs, each its own; all or none."""
        edits = await read_shape(request, self._board.settings, RunEdits)
        changes = {parse_id(run_id): edit for run_id, edit in edits.runs.items()}
        return _answer(RunNotesAnswer(await _applied(lambda: self._board.edit_runs(changes))))

    async def trash(self, request: Request) -> Response:
        """List what is in the trash (GET), or move runs there (PUT)."""
        if request.method != "PUT":
            return _answer(BatchesAnswer(await run_in_threadpool(self._board.trash)))
        ids = (await read_shape(request, self._board.settings, RunIds)).runs
        return _answer(BatchesAnswer(await _applied(lambda: self._board.move_to_trash(ids))))

    async def restore(self, request: Request) -> Response:
        """Restore a batch from the trash to where its files were."""
        batch = request.path_params["batch"]
        return _answer(await _applied(lambda: self._board.restore_batch(batch), "batch"))

    async def views(self, request: Request) -> Response:
        """List the saved views."""
        return _answer(ViewsAnswer(await run_in_threadpool(self._board.views)))

    async def edit_view(self, request: Request) -> Response:
        """Save a view under a name (PUT), or delete it (DELETE)."""
        return await (self._save_view(request) if request.method == "PUT" else self._delete_view(request))

    async def _save_view(self, request: Request) -> Response:
        state = await read_json(request, self._board.settings)
        name = request.path_params["name"]
        await _applied(lambda: self._board.save_view(name, state))
        return _answer(ViewName(name))

    async def _delete_view(self, request: Request) -> Response:
        name = request.path_params["name"]
        if not await _applied(lambda: self._board.delete_view(name)):
            raise RequestError(f"there is no view {name!r}", 404)
        return Response(status_code=204)


async def _applied(edit: Callable[[], _Result], what: str = "run") -> _Result:
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
