"""JSON Schema of declared types, as the components of an OpenAPI document."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

Schema = dict[str, Any]


class Components:
    """The schemas of types and of all types they use, each under its name; `ref` names one of them."""

    def __init__(self, types: Iterable[Any]) -> None:
        unique = list(dict.fromkeys(types))
        refs, schemas = msgspec.json.schema_components(unique, ref_template="#/components/schemas/{name}")
        self._refs: dict[Any, Schema] = dict(zip(unique, refs, strict=True))
        self.schemas: dict[str, Schema] = {name: _complete(schemas[name]) for name in sorted(schemas)}

    def ref(self, declared: Any) -> Schema:
        """Return the reference to a type."""
        return self._refs[declared]

    def properties(self, declared: Any) -> dict[str, Schema]:
        """Return the schema of every field of a type."""
        name = self._refs[declared]["$ref"].rpartition("/")[2]
        found: dict[str, Schema] = self.schemas[name]["properties"]
        return found


def _complete(schema: Schema) -> Schema:
    """Require the fields of an answer that have defaults: an answer is sent with all of its fields.

    Types that clients send refuse unknown fields; answers do not. A field that may be left out of an answer
    has the type `UnsetType`, which has no default in the schema.
    """
    if "properties" not in schema or schema.get("additionalProperties") is False:
        return schema
    properties = {name: dict(each) for name, each in schema["properties"].items()}
    required = set(schema.get("required", ()))
    required |= {name for name, each in properties.items() if "default" in each}
    for each in properties.values():
        each.pop("default", None)
    return {**schema, "properties": properties, "required": [name for name in properties if name in required]}
