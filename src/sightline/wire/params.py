"""Parameters of queries: frozen dataclasses that check the JSON they are made from, by their annotations."""

from __future__ import annotations

import math
import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields, is_dataclass
from types import NoneType, UnionType
from typing import Any, Literal, TypeVar, Union

P = TypeVar("P", bound="Params")


class ParamsError(ValueError):
    """A parameter is missing, unknown, or not of its type; the message names it."""


class Params:
    """Base of parameter dataclasses; further limits go to `__post_init__`, raising ParamsError."""

    @classmethod
    def from_json(cls: type[P], data: object, where: str = "") -> P:
        """Build from parsed JSON; `where` is the path to `data` for messages."""
        if not isinstance(data, Mapping):
            raise ParamsError(f"{where or 'parameters'} must be an object, not {_show(data)}")
        hints = _hints(cls)
        for name in data:
            if name not in hints:
                raise ParamsError(
                    f"unknown parameter {_path(where, name)!r}; known: {', '.join(sorted(hints))}"
                )
        for name in _required(cls):
            if name not in data:
                raise ParamsError(f"parameter {_path(where, name)!r} is missing")
        return cls(**{name: _convert(value, hints[name], _path(where, name)) for name, value in data.items()})


def _path(where: str, name: object) -> str:
    return f"{where}.{name}" if where else str(name)


_HINTS: dict[type, dict[str, Any]] = {}


def _hints(cls: type) -> dict[str, Any]:
    if cls not in _HINTS:
        _HINTS[cls] = typing.get_type_hints(cls)
    return _HINTS[cls]


def _required(cls: type) -> list[str]:
    assert is_dataclass(cls)
    return [f.name for f in fields(cls) if f.default is MISSING and f.default_factory is MISSING]


def _convert(value: object, hint: Any, where: str) -> Any:
    """Return `value` as `hint` wants it, or raise ParamsError."""
    origin = typing.get_origin(hint)
    if hint is Any or hint is object:
        return value
    if origin in (Union, UnionType):
        return _convert_union(value, hint, where)
    if origin is Literal:
        if value in typing.get_args(hint) and not isinstance(value, bool):
            return value
    elif origin is tuple:
        if isinstance(value, list | tuple):
            return _convert_tuple(value, hint, where)
    elif origin in (dict, Mapping):
        if isinstance(value, Mapping):
            key, item = typing.get_args(hint)
            return {_convert(k, key, where): _convert(v, item, _path(where, k)) for k, v in value.items()}
    elif isinstance(hint, type) and issubclass(hint, Params):
        return value if isinstance(value, hint) else hint.from_json(value, where)
    else:
        plain = _convert_plain(value, hint)
        if plain is not None or hint is NoneType is type(value):
            return plain
    raise ParamsError(f"{where} must be {_describe(hint)}, not {_show(value)}")


def _convert_plain(value: object, hint: Any) -> Any:
    if hint is bool or hint is str:
        return value if isinstance(value, hint) else None
    if isinstance(value, bool) or not isinstance(value, int | float):
        return None
    if hint is float:
        return float(value) if math.isfinite(value) else None
    if hint is int and math.isfinite(value) and value == int(value):
        return int(value)
    return None


def _convert_union(value: object, hint: Any, where: str) -> Any:
    members = typing.get_args(hint)
    if value is None and NoneType in members:
        return None
    for member in members:
        if _shape_fits(value, member):
            return _convert(value, member, where)
    raise ParamsError(f"{where} must be {_describe(hint)}, not {_show(value)}")


def _shape_fits(value: object, member: Any) -> bool:
    """Whether the JSON type alone says that this member of a union is meant."""
    if isinstance(member, type) and issubclass(member, Params):
        return isinstance(value, Mapping | member)
    origin = typing.get_origin(member)
    if origin is tuple:
        return isinstance(value, list | tuple)
    if origin is Literal:
        return value in typing.get_args(member)
    if origin in (dict, Mapping):
        return isinstance(value, Mapping)
    return _convert_plain(value, member) is not None


def _convert_tuple(value: list[Any] | tuple[Any, ...], hint: Any, where: str) -> tuple[Any, ...]:
    members = typing.get_args(hint)
    if len(members) == 2 and members[1] is Ellipsis:
        return tuple(_convert(item, members[0], f"{where}[{i}]") for i, item in enumerate(value))
    if len(value) != len(members):
        raise ParamsError(f"{where} must be {_describe(hint)}, not {_show(value)}")
    return tuple(_convert(v, m, f"{where}[{i}]") for i, (v, m) in enumerate(zip(value, members, strict=True)))


_WORDS = {
    bool: "true or false",
    int: "an integer",
    float: "a finite number",
    str: "a string",
    NoneType: "null",
}


def _describe(hint: Any) -> str:
    origin, members = typing.get_origin(hint), typing.get_args(hint)
    if origin in (Union, UnionType):
        return " or ".join(_describe(m) for m in members)
    if origin is Literal:
        return " or ".join(repr(m) for m in members)
    if origin is tuple:
        if len(members) == 2 and members[1] is Ellipsis:
            return f"a list, each item {_describe(members[0])}"
        return "[" + ", ".join(_describe(m) for m in members) + "]"
    if hint in _WORDS:
        return _WORDS[hint]
    return "an object"


def _show(value: object) -> str:
    text = "null" if value is None else repr(value)
    return text if len(text) <= 60 else text[:57] + "…"
