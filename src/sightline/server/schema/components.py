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
        refs, self.schemas = msgspec.json.schema_components(
            unique, ref_template="#/components/schemas/{name}"
        )
        self._refs = dict(zip(unique, refs, strict=True))

    def ref(self, declared: Any) -> Schema:
        """Return the reference to a type."""
        found: Schema = self._refs[declared]
        return found

    def properties(self, declared: Any) -> dict[str, Schema]:
        """Return the schema of every field of a type."""
        name = self._refs[declared]["$ref"].rpartition("/")[2]
        found: dict[str, Schema] = self.schemas[name]["properties"]
        return found
