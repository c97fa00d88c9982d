"""Parameters of queries, made by chance from the schema that the server gives; some are nonsense."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

NONSENSE: tuple[Any, ...] = (
    *(None, True, -1, 0, 1 << 31, 1 << 70, 1e308, -0.5, "", "\0", "a" * 5000, "(?i)" + "ß" * 800),
    *("../../etc/passwd", "\ud7ff\x1b[2J", [], {}, [[]], {"a": {"b": []}}, [None] * 600),
)
MAX_DEPTH = 6


class Parameters:
    """Makes values for schemas; what is named after runs and tags is one of those there are, mostly."""

    def __init__(self, chance: random.Random, document: Mapping[str, Any]) -> None:
        self._chance = chance
        self._document = document
        self.runs: Sequence[int] = [0]
        self.tags: Sequence[str] = ["loss"]

    def make(self, schema: Mapping[str, Any], name: str = "", depth: int = 0) -> Any:
        """A value for a schema."""
        chance = self._chance
        if depth > MAX_DEPTH or chance.random() < 0.03:
            return chance.choice(NONSENSE)
        if "$ref" in schema:
            return self.make(self._find(schema["$ref"]), name, depth)
        for choice in ("anyOf", "oneOf"):
            if choice in schema:
                return self.make(chance.choice(schema[choice]), name, depth + 1)
        if "enum" in schema or "const" in schema:
            return chance.choice(schema.get("enum", [schema.get("const")]))
        return self._of_type(schema, name, depth)

    def _of_type(self, schema: Mapping[str, Any], name: str, depth: int) -> Any:
        chance = self._chance
        match schema.get("type"):
            case "object":
                needed = set(schema.get("required", ()))
                fields = schema.get("properties", {})
                given = {key for key in fields if key in needed or chance.random() < 0.5}
                return {key: self.make(fields[key], key, depth + 1) for key in sorted(given)}
            case "array":
                fixed = schema.get("prefixItems")
                if fixed:
                    return [self.make(each, name, depth + 1) for each in fixed]
                n = chance.choice((0, 1, 1, 2, 5))
                return [self.make(schema.get("items", {}), name, depth + 1) for _ in range(n)]
            case "integer":
                return chance.choice(self.runs) if name.startswith("run") else self._integer(schema)
            case "number":
                return chance.choice((0, 0.5, 1, -1, 1e-9, 1e30, chance.uniform(-10, 10)))
            case "boolean":
                return chance.random() < 0.5
            case "string":
                return chance.choice(self.tags) if "tag" in name or chance.random() < 0.5 else "loss|acc.*"
        return chance.choice(NONSENSE)

    def _integer(self, schema: Mapping[str, Any]) -> int:
        low, high = schema.get("minimum", -2), schema.get("maximum", 2000)
        return self._chance.choice((low, high, 0, 1, self._chance.randint(low, max(low, min(high, 2000)))))

    def _find(self, reference: str) -> Mapping[str, Any]:
        found: Any = self._document
        for part in reference.removeprefix("#/").split("/"):
            found = found[part]
        return found  # type: ignore[no-any-return]
