"""The error that handlers raise for a request that cannot be answered."""

from __future__ import annotations


class RequestError(Exception):
    """A request that cannot be answered; the message goes to the client."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
