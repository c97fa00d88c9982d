"""What the server's log leaves out."""

from __future__ import annotations

import asyncio
import logging

import pytest

from sightline.server.run import is_error


def logged(text: str, error: BaseException | None = None) -> logging.LogRecord:
    exc_info = None if error is None else (type(error), error, None)
    return logging.LogRecord("uvicorn.error", logging.ERROR, __file__, 1, text, None, exc_info)


@pytest.mark.parametrize(
    "record",
    [
        logged("Invalid HTTP request received."),
        logged(
            "Exception in ASGI application\n", asyncio.CancelledError("timeout graceful shutdown exceeded")
        ),
    ],
)
def test_is_error_drops_what_clients_and_the_end_of_the_server_bring_about(record: logging.LogRecord) -> None:
    assert not is_error(record)


def test_is_error_keeps_failed_requests() -> None:
    assert is_error(logged("Exception in ASGI application\n", ValueError("broken")))
