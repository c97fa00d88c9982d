"""Parameters of queries: typed structs, checked when they are made from JSON or from a query string."""

from __future__ import annotations

import threading
import typing
from collections.abc import Mapping
from functools import cache
from types import UnionType
from typing import Any, TypeVar, Union

import msgspec

P = TypeVar("P", bound="Params")
T = TypeVar("T")

_MAX_MESSAGE_CHARS = 300
_known: set[Any] = set()
_taking_apart = threading.Lock()


class ParamsError(ValueError):
    """A parameter is missing, unknown, or outside its type or limits; the message names it."""


class Params(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Base of query parameters. Limits of one field go to its annotation, as `Annotated[int, Meta(ge=1)]`.

    Limits that involve several fields go to `__post_init__`, which raises ParamsError.
    """

    @classmethod
    def from_json(cls: type[P], data: object) -> P:
        """Build from parsed JSON; ParamsError says which parameter is wrong and why."""
        return convert(data, cls)

    @classmethod
    def from_query_string(cls: type[P], values: Mapping[str, str]) -> P:
        """Build from `?name=value`: values are JSON, except where the parameter takes strings."""
        types = field_types(cls)
        return cls.from_json({name: _parsed(text, types.get(name)) for name, text in values.items()})


def convert(data: object, declared: type[T]) -> T:
    """Build a declared struct from parsed JSON; ParamsError says which field is wrong and why."""
    if declared not in _known:
        _take_apart(declared)
    try:
        return msgspec.convert(data, declared)
    except msgspec.ValidationError as error:
        raise ParamsError(_message(error)) from None


def _take_apart(declared: type[Any]) -> None:
    """Have msgspec learn the fields of a struct: two threads that do so at a time crash the process."""
    with _taking_apart:
        msgspec.json.Decoder(declared)
        _known.add(declared)


@cache
def field_types(params: type[Params]) -> Mapping[str, Any]:
    """The type of every parameter. Cached: resolving annotations takes longer than most queries."""
    return typing.get_type_hints(params)


def _parsed(text: str, field_type: Any) -> Any:
    if field_type is None or _takes_text(field_type):
        return text
    try:
        return msgspec.json.decode(text)
    except (msgspec.DecodeError, RecursionError):
        return text


def _takes_text(field_type: Any) -> bool:
    is_union = typing.get_origin(field_type) in (Union, UnionType)
    return field_type is str or (is_union and str in typing.get_args(field_type))


def _message(error: msgspec.ValidationError) -> str:
    """Put the place first: "Expected `int` - at `$.runs[0]`" becomes "runs[0]: expected `int`"."""
    text, _, place = str(error).partition(" - at `$")
    text = text.removeprefix("Object ").removeprefix("contains ")
    text = text[:1].lower() + text[1:]
    place = place.strip("`.")
    message = f"{place}: {text}" if place else text
    return message if len(message) <= _MAX_MESSAGE_CHARS else message[: _MAX_MESSAGE_CHARS - 1] + "…"
