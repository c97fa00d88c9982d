"""Reads requests: bodies with a limit on size and time, and the checked parameters of queries."""

from __future__ import annotations

import asyncio
import re
from typing import TYPE_CHECKING, Any, TypeVar

import msgspec

from sightline.server.http.errors import RequestError
from sightline.wire.params import Params, ParamsError, convert

if TYPE_CHECKING:
    from starlette.requests import Request

    from sightline.server.settings import Settings

P = TypeVar("P", bound=Params)
T = TypeVar("T")

_MANY_DIGITS = re.compile(rb"\d{19}")
_MAX_ID_DIGITS = 18
_NOT_PARAMETERS = frozenset({"params", "token"})


async def read_body(request: Request, settings: Settings) -> bytes:
    """Return the body, refusing one that is too big or too slow."""
    declared = request.headers.get("content-length", "0")
    if declared.isdigit() and int(declared) > settings.max_body_bytes:
        raise RequestError(_too_big(settings), 413)
    try:
        return await asyncio.wait_for(_collect(request, settings), settings.body_timeout_secs)
    except asyncio.TimeoutError:
        raise RequestError("the request body did not arrive in time", 408) from None


async def _collect(request: Request, settings: Settings) -> bytes:
    parts, n_bytes = [], 0
    async for part in request.stream():
        n_bytes += len(part)
        if n_bytes > settings.max_body_bytes:
            raise RequestError(_too_big(settings), 413)
        parts.append(part)
    return b"".join(parts)


def _too_big(settings: Settings) -> str:
    return f"the request body is larger than {settings.max_body_bytes} bytes"


def parse_json(text: str | bytes) -> Any:
    """Return parsed JSON; RequestError says where it is malformed, or that a number has more than 64 bits."""
    data = text.encode("utf-8", "surrogatepass") if isinstance(text, str) else text
    try:
        value = msgspec.json.decode(data)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise RequestError(f"invalid JSON: {error}") from error
    if _MANY_DIGITS.search(data) and _has_huge_integer(value):
        raise RequestError("invalid JSON: an integer has more than 64 bits")
    return value


def _has_huge_integer(value: Any) -> bool:
    if isinstance(value, dict):
        return any(map(_has_huge_integer, value.values()))
    if isinstance(value, list):
        return any(map(_has_huge_integer, value))
    return isinstance(value, int) and not -(1 << 63) <= value < 1 << 63


def parse_id(text: str) -> int:
    """Return the id of a run in an address; RequestError where there can be no such run."""
    if not (text.isascii() and text.isdigit() and len(text) < _MAX_ID_DIGITS):
        raise RequestError(f"there is no run {text[:_MAX_ID_DIGITS]!r}", 404)
    return int(text)


async def read_json(request: Request, settings: Settings) -> Any:
    """Return the body as parsed JSON."""
    return parse_json(await read_body(request, settings))


async def read_shape(request: Request, settings: Settings, shape: type[T]) -> T:
    """Return the body as a declared shape."""
    try:
        return convert(await read_json(request, settings), shape)
    except ParamsError as error:
        raise RequestError(str(error)) from error


async def read_params(request: Request, settings: Settings, params: type[P]) -> P:
    """Return a query's checked parameters, from a JSON body, `?params=<JSON>` or `?name=value`."""
    try:
        if request.method == "POST":
            body = await read_body(request, settings)
            return params.from_json(parse_json(body) if body else {})
        given = request.query_params
        single = {name: given[name] for name in given if name not in _NOT_PARAMETERS}
        if "params" not in given:
            return params.from_query_string(single)
        if single:
            raise RequestError(f"give either 'params' or {', '.join(sorted(single))}, not both")
        return params.from_json(parse_json(given["params"]))
    except ParamsError as error:
        raise RequestError(str(error)) from error
