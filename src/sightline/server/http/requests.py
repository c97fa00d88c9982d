"""What comes in: bodies within a bound and a time, parameters from a body, `?params=` or `?name=value`."""

from __future__ import annotations

import asyncio
import json
import typing
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from starlette.requests import Request

    from sightline.server.settings import Settings

_NOT_PARAMETERS = frozenset({"params", "token"})


class RequestError(Exception):
    """A request that cannot be answered; the sentence is for the client."""

    def __init__(self, message: str, status: int = 400, **more: Any) -> None:
        super().__init__(message)
        self.message = message
        self.status = status
        self.more = more


async def read_body(request: Request, settings: Settings) -> bytes:
    """Return the body, refusing one that is too big or too slow."""
    declared = request.headers.get("content-length", "0")
    if declared.isdigit() and int(declared) > settings.max_body_bytes:
        raise RequestError(_too_big(settings), 413)
    try:
        return await asyncio.wait_for(_collect(request, settings), settings.body_timeout_secs)
    except asyncio.TimeoutError:
        raise RequestError("The request's body did not arrive in time.", 408) from None


async def _collect(request: Request, settings: Settings) -> bytes:
    parts, n_bytes = [], 0
    async for part in request.stream():
        n_bytes += len(part)
        if n_bytes > settings.max_body_bytes:
            raise RequestError(_too_big(settings), 413)
        parts.append(part)
    return b"".join(parts)


def _too_big(settings: Settings) -> str:
    return f"The request's body is larger than {settings.max_body_bytes} bytes."


def parse_json(text: str | bytes) -> Any:
    """Return parsed JSON; refuses what is no JSON, NaN included, and absurdly deep nesting."""
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError) as error:
        raise RequestError(f"not JSON: {error}") from error


def _refuse_constant(name: str) -> Any:
    raise ValueError(f"{name} is not JSON")


async def read_json(request: Request, settings: Settings) -> Any:
    """Return the body as parsed JSON."""
    return parse_json(await read_body(request, settings))


async def read_params(request: Request, settings: Settings, hints: dict[str, Any]) -> Any:
    """Return a query's parameters as parsed JSON, however they were given."""
    if request.method == "POST":
        body = await read_body(request, settings)
        return parse_json(body) if body else {}
    given = request.query_params
    plain = {name: _plain(given[name], hints.get(name)) for name in given if name not in _NOT_PARAMETERS}
    if "params" not in given:
        return plain
    if plain:
        raise RequestError(f"give either 'params' or {', '.join(sorted(plain))}, not both")
    return parse_json(given["params"])


def _plain(text: str, hint: Any) -> Any:
    """Return `?name=text` as JSON where the parameter is not a string, else as the string it is."""
    if hint is None or hint is str or str in typing.get_args(hint):
        return text
    try:
        return json.loads(text, parse_constant=_refuse_constant)
    except (ValueError, RecursionError):
        return text
