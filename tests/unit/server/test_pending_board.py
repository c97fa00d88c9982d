from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.roots import parse_roots
from sightline.server.board import Board, open_board
from sightline.server.pending_board import PendingBoard
from sightline.server.settings import Settings


def test_a_client_that_leaves_while_the_board_opens_does_not_take_it_from_others(tmp_path: Path) -> None:
    gate = threading.Event()

    def slowly() -> Board:
        gate.wait(30)
        return open_board(parse_roots(tmp_path), Settings())

    async def scene() -> None:
        pending = PendingBoard(slowly)
        pending.start()
        leaving = asyncio.ensure_future(pending.api({}, None, None))  # type: ignore[arg-type]
        live = asyncio.ensure_future(pending.follow_live())
        await asyncio.sleep(0)
        for task in (leaving, live):
            task.cancel()
        await asyncio.gather(leaving, live, return_exceptions=True)
        assert pending.opened is None
        gate.set()
        board = await asyncio.to_thread(pending.wait, 30)
        assert pending.opened is board
        pending.close()

    asyncio.run(scene())


def test_error_while_opening_is_raised_to_all_who_wait() -> None:
    def fail() -> Any:
        raise RuntimeError("broken")

    pending = PendingBoard(fail)
    pending.start()
    with pytest.raises(RuntimeError, match="broken"):
        pending.wait(30)
    assert pending.opened is None
    pending.close()
