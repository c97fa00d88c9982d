from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest

from sightline.engine.roots import parse_roots
from sightline.server.board import Board, open_board
from sightline.server.opening import Opening
from sightline.server.settings import Settings


def test_a_client_that_leaves_while_the_board_opens_does_not_take_it_from_others(tmp_path: Path) -> None:
    gate = threading.Event()

    def slowly() -> Board:
        gate.wait(30)
        return open_board(parse_roots(tmp_path), Settings())

    async def scene() -> None:
        opening = Opening(slowly)
        opening.start()
        leaving = asyncio.ensure_future(opening.api({}, None, None))  # type: ignore[arg-type]
        live = asyncio.ensure_future(opening.follow_live())
        await asyncio.sleep(0)
        for task in (leaving, live):
            task.cancel()
        await asyncio.gather(leaving, live, return_exceptions=True)
        assert opening.opened is None
        gate.set()
        board = await asyncio.to_thread(opening.wait, 30)
        assert opening.opened is board
        opening.close()

    asyncio.run(scene())


def test_a_board_that_cannot_be_opened_is_told_to_all_who_wait() -> None:
    def fail() -> Any:
        raise RuntimeError("broken")

    opening = Opening(fail)
    opening.start()
    with pytest.raises(RuntimeError, match="broken"):
        opening.wait(30)
    assert opening.opened is None
    opening.close()
