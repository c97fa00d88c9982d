"""The handler of files given in the page: their bytes are stored as they come, never held in memory."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from sightline.server.http.errors import RequestError
from sightline.server.http.responses import encoded, json_body, response
from sightline.server.schema.shapes import GivenFileAnswer

if TYPE_CHECKING:
    from sightline.server.board import Board

_WRITE_BYTES = 1 << 20


class GivenFileHandler:
    """Takes `given/{kind}/{folder}/{name}`. The guard has checked that edits are allowed."""

    def __init__(self, board: Board) -> None:
        self._board = board
        self._files = board.given_files

    async def answer(self, request: Request) -> Response:
        """Store the body as a file, and show it as a run."""
        slug = request.path_params["kind"]
        kind = self._board.queries.kind(slug)
        if kind is None:
            raise RequestError(f"there is no kind {slug!r}", 404)
        try:
            path = self._files.path(kind, request.path_params["folder"], request.path_params["name"])
            declared = request.headers.get("content-length", "0")
            self._check_room(int(declared) if declared.isdigit() else 0)
            await self._store(request, path)
            run = await run_in_threadpool(self._files.show, kind, path)
        except ValueError as error:
            raise RequestError(str(error)) from error
        except OSError as error:
            raise RequestError(f"the file cannot be stored: {error.strerror or error}", 409) from error
        return response(encoded(json_body(GivenFileAnswer(run)), None))

    def _check_room(self, n_bytes: int) -> None:
        room = self._files.room_bytes(self._board.settings.max_given_bytes)
        if n_bytes > room:
            raise RequestError(
                f"the file is too large: there is memory and disk for {room / 1e6:,.1f} MB more here", 413
            )

    async def _store(self, request: Request, path: Path) -> None:
        """Write under another name first: a file is there whole, or not at all."""
        part = path.with_name(f".{path.name}.part")
        n_bytes = 0
        try:
            with part.open("xb") as file:
                async for block in self._blocks(request):
                    self._check_room(len(block))
                    n_bytes += len(block)
                    self._files.count(len(block))
                    await run_in_threadpool(file.write, block)
            part.rename(path)
        except BaseException as error:
            self._files.count(-n_bytes)
            if not isinstance(error, FileExistsError):
                part.unlink(missing_ok=True)
            raise

    async def _blocks(self, request: Request) -> AsyncIterator[bytes]:
        """The body in larger blocks; each part of it has to arrive in time."""
        parts, n_bytes = [], 0
        stream = request.stream().__aiter__()
        while True:
            try:
                part = await asyncio.wait_for(anext(stream, None), self._board.settings.body_timeout_secs)
            except asyncio.TimeoutError:
                raise RequestError("the file did not arrive in time", 408) from None
            except ClientDisconnect:
                raise RequestError("the file did not arrive whole", 400) from None
            if part is not None:
                parts.append(part)
                n_bytes += len(part)
            if n_bytes >= _WRITE_BYTES or (part is None and n_bytes):
                yield b"".join(parts)
                parts, n_bytes = [], 0
            if part is None:
                return
