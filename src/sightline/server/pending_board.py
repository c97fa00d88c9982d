"""Opens the board in a thread, so that the page is served before the reading part is even imported."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import Future
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Receive, Scope, Send

    from sightline.server.board import Board


class BoardClosedError(Exception):
    """The server was stopped before the board was open."""


class PendingBoard:
    """A board that is being opened. Requests and threads wait for it; an error is raised to them."""

    def __init__(self, open_board: Callable[[], Board]) -> None:
        self._open_board = open_board
        self._future: Future[tuple[Board, ASGIApp, ASGIApp]] = Future()
        # Marked as running, it cannot be cancelled: neither a client that leaves nor a server that ends may.
        self._future.set_running_or_notify_cancel()
        self._closed = False
        self._thread = threading.Thread(target=self._open, name="sightline-open", daemon=True)

    def start(self) -> None:
        """Begin to open the board."""
        self._thread.start()

    def _open(self) -> None:
        try:
            from sightline.server.handlers.routes import api_router
            from sightline.server.handlers.tensorboard_handler import tensorboard_router

            if self._closed:
                raise BoardClosedError
            board = self._open_board()
            self._future.set_result((board, api_router(board), tensorboard_router(board)))
        except BaseException as error:
            self._future.set_exception(error)

    def wait(self, timeout_secs: float | None = None) -> Board:
        """Return the board, from any thread but the event loop's; TimeoutError when the time is up."""
        return self._future.result(timeout_secs)[0]

    @property
    def opened(self) -> Board | None:
        """The board if it is open by now."""
        done = self._future.done() and self._future.exception() is None
        return self._future.result()[0] if done else None

    async def follow_live(self) -> None:
        """Start the live stream as soon as the board is open."""
        (await asyncio.wrap_future(self._future))[0].hub.start()

    async def api(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of the API, once the board is open."""
        await self._opened()
        await self._future.result()[1](scope, receive, send)

    async def tensorboard_api(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request of TensorBoard's API, once the board is open."""
        await self._opened()
        await self._future.result()[2](scope, receive, send)

    async def _opened(self) -> None:
        if not self._future.done():
            await asyncio.wrap_future(self._future)

    def close(self) -> None:
        """Close the board; where it is not open yet, those who wait for it get BoardClosedError."""
        self._closed = True
        if self._thread.ident is not None:
            self._thread.join()
        elif not self._future.done():
            self._future.set_exception(BoardClosedError())
        board = self.opened
        if board is not None:
            board.close()
