"""JSON Schema of query parameters, from the same annotations that check them."""

from __future__ import annotations

import typing
from collections.abc import Mapping
from dataclasses import MISSING, fields
from types import NoneType, UnionType
from typing import Any, Literal, Union

from sightline.wire.params import Params

Schema = dict[str, Any]
_PLAIN: dict[Any, Schema] = {
    bool: {"type": "boolean"},
    int: {"type": "integer"},
    float: {"type": "number"},
    str: {"type": "string"},
    NoneType: {"type": "null"},
}


def params_schema(params: type[Params]) -> Schema:
    """Return the schema of a parameters class."""
    hints = typing.get_type_hints(params)
    schema: Schema = {
        "type": "object",
        "properties": {name: schema_of(hint) for name, hint in hints.items()},
        "additionalProperties": False,
    }
    known = fields(params)  # type: ignore[arg-type]
    required = [f.name for f in known if f.default is MISSING and f.default_factory is MISSING]
    return {**schema, "required": required} if required else schema


def schema_of(hint: Any) -> Schema:
    """Return the schema of one annotation."""
    origin, members = typing.get_origin(hint), typing.get_args(hint)
    if hint in _PLAIN:
        return dict(_PLAIN[hint])
    if origin in (Union, UnionType):
        return {"anyOf": [schema_of(member) for member in members]}
    if origin is Literal:
        return {"enum": list(members)}
    if origin is tuple:
        return _tuple_schema(members)
    if origin in (dict, Mapping):
        return {"type": "object", "additionalProperties": schema_of(members[1])}
    if isinstance(hint, type) and issubclass(hint, Params):
        return params_schema(hint)
    return {}


def _tuple_schema(members: tuple[Any, ...]) -> Schema:
    if len(members) == 2 and members[1] is Ellipsis:
        return {"type": "array", "items": schema_of(members[0])}
    kinds = [schema_of(member) for member in members]
    alike = all(kind == kinds[0] for kind in kinds)
    items: Schema = kinds[0] if alike else {"anyOf": kinds}
    return {"type": "array", "items": items, "minItems": len(members), "maxItems": len(members)}
